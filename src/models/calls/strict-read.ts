// The plain reader of answers: the text must be JSON as it stands and must fit the schema. A team that wants a forgiving
// reader hands one in; this is the floor below it.
import { parseJson, type Bilingual, type Json, type JsonObject } from '../../core/json.ts';
import { compileSchema } from '../../core/schema/json-schema.ts';
import { joinSaid } from '../../core/text/join-said.ts';
import type { ModelPurpose } from '../../ports/model.ts';

export type AnswerReader = (
  text: string,
  schema: JsonObject,
  purpose: ModelPurpose,
) => { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly because: string | Bilingual };

export const strictRead: AnswerReader = (text, schema) => {
  const value = parseJson(text);
  if (value === undefined) return { ok: false, because: NOT_JSON };
  const compiled = compileSchema(schema);
  if (!compiled.ok) throw new TypeError(compiled.because);
  const faults = compiled.validate(value).slice(0, 5);
  if (faults.length === 0) return { ok: true, value };
  return { ok: false, because: joinSaid(faults.map(({ message }) => message), 'clauses') };
};

const NOT_JSON: Bilingual = { en: 'it is not JSON.', zh: '内容不是 JSON。' };

// The plain reader of answers: the text must be JSON as it stands and must fit the schema (2020-12).
// A team that wants a forgiving reader hands one in; this is the floor below it.
import type { Bilingual, Json, JsonObject } from '../../core/json.ts';

export type AnswerReader = (
  text: string,
  schema: JsonObject,
) => { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly because: string | Bilingual };

/** Loads the validator once; the reader it gives keeps what it compiled for as long as the schema lives. */
export async function strictReader(): Promise<AnswerReader> {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  const compiled = new WeakMap<JsonObject, ReturnType<typeof ajv.compile>>();
  return (text, schema) => {
    const value = parseJson(text);
    if (value === undefined) return { ok: false, because: NOT_JSON };
    const fits = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, fits);
    if (fits(value)) return { ok: true, value };
    const faults = (fits.errors ?? []).slice(0, 5).map(({ instancePath, message }) => `${instancePath === '' ? '/' : instancePath} ${message ?? ''}`);
    return { ok: false, because: { en: `it does not fit the schema: ${faults.join('; ')}.`, zh: `不符合 schema：${faults.join('；')}。` } };
  };
}

const NOT_JSON: Bilingual = { en: 'it is not JSON.', zh: '内容不是 JSON。' };

function parseJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

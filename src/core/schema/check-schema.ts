// Whether a value fits a JSON Schema (2020-12). Compiled checks are kept, because a team asks with the same few schemas all day.
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json, JsonObject } from '../json.ts';

export type SchemaFault = 'unfit' | 'unusable';

/** Undefined when the value fits; `unusable` when the schema itself cannot be read. */
export function faultOf(schema: JsonObject, value: Json): SchemaFault | undefined {
  const check = checkFor(schema);
  if (check === undefined) return 'unusable';
  return check(value) ? undefined : 'unfit';
}

type Check = (value: Json) => boolean;
const BY_OBJECT = new WeakMap<JsonObject, { readonly check: Check | undefined }>();
const BY_TEXT = new Map<string, Check | undefined>();
const KEPT = 256;

function checkFor(schema: JsonObject): Check | undefined {
  const known = BY_OBJECT.get(schema);
  if (known !== undefined) return known.check;
  const text = JSON.stringify(schema);
  const check = BY_TEXT.has(text) ? BY_TEXT.get(text) : compile(schema);
  const oldest = BY_TEXT.keys().next();
  if (BY_TEXT.size >= KEPT && oldest.done !== true) BY_TEXT.delete(oldest.value);
  BY_TEXT.set(text, check);
  BY_OBJECT.set(schema, { check });
  return check;
}

// A fresh instance each time: two members may use the same $id for different schemas.
function compile(schema: JsonObject): Check | undefined {
  try {
    const ajv = new Ajv2020({ strict: false, meta: false, validateSchema: false, validateFormats: false, logger: false, addUsedSchema: false });
    const check = ajv.compile<Json>({ ...schema });
    return (value) => check(value);
  } catch {
    return undefined;
  }
}

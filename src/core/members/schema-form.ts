// Is an object a JSON Schema? Checked against the meta-schemas only, which compiles nothing of what a stranger sent.
// Draft 2020-12 is meant unless the schema names draft-07 or draft-06.
import { Ajv, type ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { schemaProblem } from '../criteria/schema-sentences.ts';
import type { Bilingual, JsonObject } from '../json.ts';

/** The complaints about a schema, each with its path inside the schema; none when it is one. */
export const schemaComplaints = (schema: JsonObject): readonly Bilingual[] => {
  const { $schema: named, ...body } = schema;
  const older = typeof named === 'string' && /draft-0[67]\/schema#?$/u.test(named);
  const validator = older ? (draft07 ??= new Ajv(OPTIONS)) : (draft2020 ??= new Ajv2020(OPTIONS));
  if (validator.validateSchema(body) === true) return [];
  return deepest(validator.errors ?? []).map(schemaProblem);
};

const OPTIONS = { strict: false, allErrors: false, validateFormats: false, logger: false } as const;
// Built on first use: many programs never register a schema.
let draft07: Ajv | undefined;
let draft2020: Ajv2020 | undefined;

/** A wrong keyword is reported once for itself and again for each `anyOf` and `$ref` around it; the deepest paths say it best. */
const deepest = (errors: readonly ErrorObject[]): readonly ErrorObject[] => {
  const depth = (error: ErrorObject): number => error.instancePath.split('/').length;
  const most = Math.max(...errors.map(depth));
  const seen = new Set<string>();
  return errors.filter((error) => depth(error) === most && !seen.has(error.instancePath) && seen.add(error.instancePath));
};

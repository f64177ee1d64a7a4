// Where a value does not fit a JSON Schema, as data: the place, the rule and what the rule wanted. Made for code that acts on a
// misfit; sentences are made elsewhere. Every misfit is listed, also of large values. Never throws.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonObject } from '../json.ts';

export interface Misfit {
  /** JSON pointer into the value; empty for the whole. */
  readonly path: string;
  /** The keyword of the schema that refused the value. */
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** In English, as the validator words it. */
  readonly message: string;
}

export type FindMisfits = (value: unknown) => readonly Misfit[];

/** The check of a schema, made once per object; nothing when the schema itself is broken. */
export function misfitsOf(schema: JsonObject): FindMisfits | undefined {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const { $schema: declared, ...rest } = schema;
  const compiler = typeof declared === 'string' && /draft-0[67]/.test(declared) ? (draft07 ??= new Ajv(OPTIONS)) : (draft2020 ??= new Ajv2020(OPTIONS));
  try {
    const check = compiler.compile(rest);
    const find: FindMisfits = (value) => run(check, value);
    known.set(schema, find);
    return find;
  } catch {
    return undefined;
  }
}

const known = new WeakMap<JsonObject, FindMisfits>();
// Names that schemas give themselves are not kept, so two schemas may share one.
const OPTIONS = { strict: false, allErrors: true, validateFormats: false, addUsedSchema: false, ownProperties: true, logger: false } as const;
// Built on first use: it costs tens of milliseconds.
let draft07: Ajv | undefined;
let draft2020: Ajv2020 | undefined;

function run(check: ValidateFunction, value: unknown): readonly Misfit[] {
  try {
    return check(value) ? [] : (check.errors ?? []).map(asMisfit);
  } catch (error) {
    // A schema that refers to itself without end overflows the stack.
    return [{ path: '', keyword: '$ref', params: {}, message: `cannot be checked by this schema (${String(error)})` }];
  }
}

const asMisfit = ({ instancePath, keyword, params, message }: ErrorObject): Misfit =>
  ({ path: instancePath, keyword, params, message: message ?? keyword });

// JSON Schema as the rest of Muster sees it: compile once, validate with sentences that a person or a model can act on.
// Dialect 2020-12, and draft-07 where the schema shows it. Nothing is fetched, unknown keywords and formats are ignored.
// Ajv is built on first use (its first compile costs tens of milliseconds), so importing this file compiles nothing.
import { Ajv } from 'ajv';
import type { ErrorObject, Options, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Bilingual, Json, JsonObject } from '../json.ts';
import { isJsonObject } from '../json.ts';
import type { Refusal } from '../errors.ts';
import { refuse } from '../errors.ts';
import { schemaProblem } from '../criteria/schema-sentences.ts';
import { REFUSED_INPUT } from '../refusals/refused-input.ts';

export interface SchemaProblem {
  /** JSON Pointer of the value that is wrong; empty for the whole. */
  readonly path: string;
  /** “/draft: must be string”, in both languages. */
  readonly message: Bilingual;
}

export interface CompiledSchema {
  readonly ok: true;
  /** Every problem of a value of ordinary size (at most 20 are named), the first problem of a giant one; never throws. */
  readonly validate: (value: unknown) => readonly SchemaProblem[];
}

const known = new WeakMap<JsonObject, CompiledSchema | Refusal>();

/** Compiles a schema, once per object; a schema that cannot be compiled is refused with the reason. */
export function compileSchema(schema: Json): CompiledSchema | Refusal {
  if (typeof schema === 'boolean') return compile(schema ? {} : { not: {} });
  if (!isJsonObject(schema)) return refuse('input.invalid', REFUSED_INPUT.noSchema, { reason: 'no object' });
  const before = known.get(schema);
  if (before !== undefined) return before;
  const compiled = compile(schema);
  known.set(schema, compiled);
  return compiled;
}

/** Whether a value fits; a schema that cannot be compiled fits nothing. */
export function fitsSchema(value: unknown, schema: Json): boolean {
  const compiled = compileSchema(schema);
  return compiled.ok && compiled.validate(value).length === 0;
}

/**
 * Whether validating takes time in proportion to the value. Patterns may backtrack for ever, references may double at each
 * step, uniqueness compares all with all: such a schema is run where a clock can stop it.
 */
export function isBoundedSchema(schema: JsonObject): boolean {
  const before = bounded.get(schema);
  if (before !== undefined) return before;
  const text = jsonText(schema);
  const answer = text !== '' && !UNBOUNDED_KEYWORDS.test(text);
  bounded.set(schema, answer);
  return answer;
}
const bounded = new WeakMap<JsonObject, boolean>();
const UNBOUNDED_KEYWORDS = /"(?:pattern|patternProperties|uniqueItems|\$ref|\$dynamicRef|\$recursiveRef)":/;

export interface SchemaField {
  readonly name: string;
  /** As in the schema: `string`, `integer | null`, `string[]`; `any` when it does not say. */
  readonly type: string;
  readonly required: boolean;
  readonly description?: string;
  /** The only values allowed, when the schema lists them. */
  readonly values?: readonly Json[];
}

/** The fields of an object schema in their order, for prompts and forms. */
export function fieldsOf(schema: Json): readonly SchemaField[] {
  if (!isJsonObject(schema) || !isJsonObject(schema['properties'])) return [];
  const required = new Set(listOf(schema['required']));
  return Object.entries(schema['properties']).map(([name, field]) => {
    const { description, enum: values } = isJsonObject(field) ? field : {};
    return {
      name,
      type: typeName(field),
      required: required.has(name),
      ...(typeof description === 'string' ? { description } : {}),
      ...(Array.isArray(values) ? { values: listOf(values) } : {}),
    };
  });
}

/** The field that holds the text of an output: the only required text field, else the only text field. */
export function mainTextField(schema: Json): string | undefined {
  const texts = fieldsOf(schema).filter((field) => field.type === 'string' && field.values === undefined);
  const required = texts.filter((field) => field.required);
  const [first, second] = required.length > 0 ? required : texts;
  return second === undefined ? first?.name : undefined;
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

function typeName(schema: Json): string {
  if (!isJsonObject(schema)) return 'any';
  const { type, items } = schema;
  if (Array.isArray(type)) return type.map(String).join(' | ');
  if (type === 'array') return isJsonObject(items) && typeof items['type'] === 'string' ? `${items['type']}[]` : 'array';
  return typeof type === 'string' ? type : 'any';
}

const PROBLEM_LIMIT = 20;
/** Above this many values inside, only the first problem is looked for: Ajv has no cap of its own on errors. */
const SMALL_VALUE = 10_000;

function compile(schema: JsonObject): CompiledSchema | Refusal {
  if (schema['$async'] === true) return refuse('input.invalid', REFUSED_INPUT.asyncSchema, { reason: '$async' });
  const { $schema: declared, ...rest } = schema;
  const dialect = isDraft07(declared, rest) ? 'draft07' : 'draft2020';
  const first = build(rest, dialect, 'first');
  if (typeof first === 'string') return refuse('input.invalid', REFUSED_INPUT.unusableSchema(first), { reason: first });
  let all: ValidateFunction | string | undefined;
  return {
    ok: true,
    validate: (value) => {
      try {
        if (first(value)) return [];
        if (isSmall(value)) all ??= build(rest, dialect, 'all');
        const errors = typeof all === 'function' && isSmall(value) && !all(value) ? all.errors : first.errors;
        return problemsOf(errors ?? []);
      } catch (error) {
        // A schema that refers to itself without end overflows the stack.
        return [{ path: '', message: { en: `/: cannot be checked by this schema (${reason(error)})`, zh: '/：无法用这个模式检查' } }];
      }
    },
  };
}

function problemsOf(errors: readonly ErrorObject[]): readonly SchemaProblem[] {
  return errors.slice(0, PROBLEM_LIMIT).map((error) => ({ path: error.instancePath, message: schemaProblem(error) }));
}

const OLD_KEYWORDS = /"(?:definitions|dependencies|additionalItems)":|"items":\[/;

const isDraft07 = (declared: Json | undefined, schema: JsonObject): boolean =>
  typeof declared === 'string' ? /draft-0[3-7]/.test(declared) : OLD_KEYWORDS.test(jsonText(schema));

/** The written form, or nothing when the value is no JSON (a ring, nested too deeply): Ajv then says what is wrong. */
export function jsonText(value: JsonObject): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '';
  }
}

type Dialect = 'draft07' | 'draft2020';
type Errors = 'first' | 'all';
const compilers = new Map<`${Dialect} ${Errors}`, Ajv>();

function sharedCompiler(dialect: Dialect, errors: Errors): Ajv {
  const name = `${dialect} ${errors}` as const;
  const compiler = compilers.get(name) ?? newCompiler(dialect, errors);
  compilers.set(name, compiler);
  return compiler;
}

function newCompiler(dialect: Dialect, errors: Errors): Ajv {
  // Own properties only: else a required field `toString` is always there.
  const options: Options = {
    strict: false, logger: false, validateFormats: false, ownProperties: true,
    allErrors: errors === 'all', code: { regExp: FORGIVING_REGEXP },
  };
  return dialect === 'draft07' ? new Ajv(options) : new Ajv2020(options);
}

/** Models escape more than the strict syntax allows, so a pattern that is wrong in it is read in the older one. */
const FORGIVING_REGEXP = Object.assign(
  (pattern: string, flags: string): RegExp => {
    try {
      return new RegExp(pattern, flags);
    } catch {
      return new RegExp(pattern);
    }
  },
  { code: 'new RegExp' },
);

const OWN_NAMES = /"\$(?:id|anchor|dynamicAnchor|recursiveAnchor)":/;

function build(schema: JsonObject, dialect: Dialect, errors: Errors): ValidateFunction | string {
  // Names that a schema gives itself are kept by its compiler; two schemas with one name must not meet there.
  const compiler = OWN_NAMES.test(jsonText(schema)) ? newCompiler(dialect, errors) : sharedCompiler(dialect, errors);
  try {
    return compiler.compile(schema);
  } catch (error) {
    return reason(error);
  } finally {
    // Ajv keeps each schema for ever; the caller's object keeps ours.
    compiler.removeSchema(schema);
  }
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function isSmall(value: unknown): boolean {
  const waiting: unknown[] = [value];
  let seen = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (++seen > SMALL_VALUE) return false;
    if (typeof next !== 'object' || next === null) continue;
    const inside: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (inside.length > SMALL_VALUE) return false;
    for (const item of inside) waiting.push(item);
  }
  return true;
}

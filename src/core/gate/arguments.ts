// Arguments as a model wrote them, read by the tool's own schema and by what the member's allow list adds. What does not fit is
// refused with every reason, so that the model can correct itself; nothing is guessed and nothing is dropped but `purpose`.
import { refuse, type Refusal } from '../errors.ts';
import { isJsonObject, type Bilingual, type Json, type JsonObject, type Locale } from '../json.ts';
import { compileSchema } from '../schema/json-schema.ts';
import { joinSaid } from '../text/join-said.ts';

/** Every tool takes it, no tool gets it: why the call is made, for the record. */
export const PURPOSE = 'purpose';

const PURPOSE_MEANS: Bilingual = { en: 'Why you make this call, in one sentence.', zh: '用一句话说明为什么进行这次调用。' };

/** What each parameter means, by its name; a field inside one by its path: `edits.old`. */
export type Meanings = Readonly<Record<string, Bilingual>>;

const offered: Readonly<Record<Locale, WeakMap<JsonObject, JsonObject>>> = { en: new WeakMap(), zh: new WeakMap() };

/** The schema that a model is shown, with what its parameters mean in its language. A tool that has a `purpose` of its own keeps it. */
export function shownParameters(parameters: JsonObject, locale: Locale, meanings: Meanings = {}): JsonObject {
  const before = offered[locale].get(parameters);
  if (before !== undefined) return before;
  const said = Object.keys(meanings).length === 0 ? parameters : withMeanings(parameters, { meanings, locale, at: '' });
  const properties = isJsonObject(said['properties']) ? said['properties'] : {};
  const shown = takesPurpose(parameters) ? said : { ...said, type: 'object', properties: { ...properties, [PURPOSE]: { type: 'string', description: PURPOSE_MEANS[locale] } } };
  offered[locale].set(parameters, shown);
  return shown;
}

interface Wording {
  readonly meanings: Meanings;
  readonly locale: Locale;
  /** The path of the object that the fields stand in, with a dot at its end. */
  readonly at: string;
}

function withMeanings(schema: JsonObject, wording: Wording): JsonObject {
  const { properties, items } = schema;
  return {
    ...schema,
    ...(isJsonObject(properties) ? { properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, withMeaning(field, name, wording)])) } : {}),
    ...(isJsonObject(items) ? { items: withMeanings(items, wording) } : {}),
  };
}

function withMeaning(field: Json, name: string, { meanings, locale, at }: Wording): Json {
  if (!isJsonObject(field)) return field;
  const path = `${at}${name}`;
  const means = Object.hasOwn(meanings, path) ? meanings[path] : undefined;
  return { ...withMeanings(field, { meanings, locale, at: `${path}.` }), ...(means === undefined ? {} : { description: means[locale] }) };
}

const takesPurpose = (parameters: JsonObject): boolean => isJsonObject(parameters['properties']) && Object.hasOwn(parameters['properties'], PURPOSE);

export interface Decoded {
  readonly ok: true;
  readonly args: JsonObject;
  readonly purpose: string | null;
}

export function decodeArguments(parameters: JsonObject, narrowed: JsonObject | null, given: Json): Decoded | Refusal {
  // Providers write "no arguments" in several ways.
  const whole = given === null || given === '' ? {} : given;
  if (!isJsonObject(whole)) return bad([NO_OBJECT]);
  const { purpose, args } = takesPurpose(parameters) ? { purpose: null, args: whole } : withoutPurpose(whole);
  const problems = [parameters, ...(narrowed === null ? [] : [narrowed])].flatMap((schema) => problemsOf(schema, args));
  return problems.length === 0 ? { ok: true, args, purpose } : bad(problems);
}

function withoutPurpose({ [PURPOSE]: said, ...args }: JsonObject): { readonly purpose: string | null; readonly args: JsonObject } {
  return { purpose: typeof said === 'string' && said.trim() !== '' ? said : null, args };
}

function problemsOf(schema: JsonObject, args: JsonObject): readonly Bilingual[] {
  const compiled = compileSchema(schema);
  if (!compiled.ok) return [{ en: `the schema of this tool cannot be used: ${compiled.says.en}`, zh: `该工具的参数模式无法使用：${compiled.says.zh}` }];
  return compiled.validate(args).map((problem) => problem.message);
}

const NO_OBJECT: Bilingual = { en: 'the arguments are no JSON object; write {"name": value, …}', zh: '参数不是 JSON 对象；请写成 {"名称": 值, …}' };

const bad = (problems: readonly Bilingual[]): Refusal => refuse('tool.bad_arguments', joinSaid(problems, 'clauses'), { problems });

/** What narrows the arguments in an allow list: JSON Schema, or name → type in short, which allows no other argument. */
export function argumentSchema(given: JsonObject): JsonObject {
  if (typeof given['type'] === 'string' && (given['type'] === 'object' || isJsonObject(given['properties']))) return given;
  if (['$ref', 'anyOf', 'oneOf', 'allOf', 'properties', 'not'].some((keyword) => Object.hasOwn(given, keyword))) return given;
  return { type: 'object', properties: Object.fromEntries(Object.entries(given).map(([name, type]) => [name, typeSchema(type)])), additionalProperties: false };
}

const TYPES: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ['string', { type: 'string' }], ['str', { type: 'string' }], ['text', { type: 'string' }],
  ['integer', { type: 'integer' }], ['int', { type: 'integer' }], ['number', { type: 'number' }], ['float', { type: 'number' }],
  ['boolean', { type: 'boolean' }], ['bool', { type: 'boolean' }], ['array', { type: 'array' }], ['list', { type: 'array' }],
  ['object', { type: 'object' }], ['dict', { type: 'object' }],
]);

/** A value that is no known type is the only value allowed: `{"database": "sales"}`. */
function typeSchema(type: Json): JsonObject {
  if (isJsonObject(type)) return type;
  const known = typeof type === 'string' ? TYPES.get(type.toLowerCase()) : undefined;
  return known ?? { const: type };
}

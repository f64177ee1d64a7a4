// A value that fits a JSON Schema, with texts on a given subject: the input of a planned task, the output of a rehearsed one.
// The value is built from the keywords, then tried against the whole schema; where a choice was unlucky, the next is tried.
import { type Json, type JsonObject, type Locale, isJsonObject } from '../../core/json.ts';
import { faultOf } from '../../core/schema/check-schema.ts';
import { isJsonList, listOf, numberOf, objectOf, textsOf } from './facts.ts';
import { fingerprint, pick } from './fingerprint.ts';
import { mergeSchemas } from './merge-schemas.ts';
import { numberFor, textFor } from './sample-leaf.ts';

/** Where a text will stand. */
export interface TextPlace {
  /** Names of the fields and positions in lists that lead here. */
  readonly path: readonly string[];
  readonly minLength: number;
  readonly maxLength: number;
}

export interface SampleStyle {
  /** Writes one free text; it is cut or filled up to its length limits afterwards. */
  readonly write: (place: TextPlace) => string;
  /** Gives a number for a field by its name, where it has an opinion. */
  readonly number?: (name: string) => number | undefined;
  /** Leaves out what the schema does not require. */
  readonly requiredOnly?: boolean;
}

/** A value that fits the schema, its free texts being about `seedText`; the nearest try if the schema contradicts itself. */
export const sampleFromSchema = (schema: Json, seedText: string, locale: Locale): Json =>
  sampleInStyle(schema, { write: ({ path }) => plainText(path, seedText, locale) });

export function sampleInStyle(schema: Json, style: SampleStyle): Json {
  if (!isJsonObject(schema)) return schema === false ? null : style.write({ path: [], minLength: 0, maxLength: Infinity });
  let nearest: Json | undefined;
  for (let variant = 0; variant < TRIES; variant += 1) {
    const value = build(schema, { root: schema, style, variant, path: [] });
    if (faultOf(schema, value) === undefined) return value;
    nearest ??= value;
  }
  return nearest ?? null;
}

const TRIES = 12;
/** Below this depth only what is required is built: a schema may contain itself. */
const SHALLOW = 5;
const DEEPEST = 14;

interface Site {
  readonly root: JsonObject;
  readonly style: SampleStyle;
  /** Which of several ways to take, counted up from try to try. */
  readonly variant: number;
  readonly path: readonly string[];
}

const within = (site: Site, name: string): Site => ({ ...site, path: [...site.path, name] });

const plainText = (path: readonly string[], seedText: string, locale: Locale): string => {
  const position = Number(path.at(-1));
  return Number.isInteger(position) ? (locale === 'zh' ? `${seedText}（${position + 1}）` : `${seedText} (${position + 1})`) : seedText;
};

function build(written: Json, site: Site): Json {
  if (!isJsonObject(written)) return written === false ? null : site.style.write({ path: site.path, minLength: 0, maxLength: Infinity });
  if (site.path.length > DEEPEST) return null;
  const schema = flattened(written, site);
  if (schema['const'] !== undefined) return schema['const'];
  const fixed = listOf(schema['enum']);
  if (fixed.length > 0) return pick(fixed, site.variant) ?? null;
  if (schema['default'] !== undefined && site.variant === 0) return schema['default'];
  switch (typeOf(schema, site.variant)) {
    case 'object': return buildObject(schema, site);
    case 'array': return buildList(schema, site);
    case 'integer': return numberFor(schema, { whole: true, hint: hintFor(site) });
    case 'number': return numberFor(schema, { whole: false, hint: hintFor(site) });
    case 'boolean': return site.variant % 2 === 0;
    case 'null': return null;
    default: return textFor(schema, site.variant, (limits) => site.style.write({ path: site.path, ...limits }));
  }
}

/** The schema with its references, parts and choices folded in. */
function flattened(written: JsonObject, site: Site): JsonObject {
  let schema = written;
  for (let step = 0; step < DEEPEST; step += 1) {
    const { $ref: reference, allOf, anyOf, oneOf, if: condition, then, else: otherwise, ...own } = schema;
    const branches = [pick(listOf(anyOf), site.variant), pick(listOf(oneOf), site.variant)];
    const parts = [...(typeof reference === 'string' ? [referred(reference, site.root)] : []), ...listOf(allOf), ...branches];
    // Every other try takes the condition as met; the trial at the end tells which one was right.
    if (condition !== undefined) parts.push(...(site.variant % 2 === 0 ? [condition, then] : [otherwise]));
    const folded = parts.filter(isJsonObject);
    if (folded.length === 0) return own;
    schema = folded.reduce(mergeSchemas, own);
  }
  return schema;
}

/** Follows a pointer within the schema (`#/$defs/item`) or an `$anchor`. */
export function referred(reference: string, root: JsonObject): Json {
  if (!reference.startsWith('#')) return {};
  const steps = decodeURIComponent(reference.slice(1)).split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (steps.length === 0 && reference.length > 1) return Object.values(objectOf(root['$defs'])).find((each) => objectOf(each)['$anchor'] === reference.slice(1)) ?? {};
  return steps.reduce<Json>((value, step) => (isJsonList(value) ? value[Number(step)] : objectOf(value)[step]) ?? {}, root);
}

function typeOf(schema: JsonObject, variant: number): string {
  const { type } = schema;
  if (typeof type === 'string') return type;
  const several = textsOf(type);
  // Null is the last resort of a field that may be empty: a rehearsal shows it filled.
  if (several.length > 0) return pick([...several.filter((each) => each !== 'null'), ...several.filter((each) => each === 'null')], variant) ?? 'null';
  return IMPLIED.find(([, keywords]) => keywords.some((keyword) => schema[keyword] !== undefined))?.[0] ?? 'string';
}

const IMPLIED: readonly (readonly [string, readonly string[]])[] = [
  ['object', ['properties', 'required', 'patternProperties', 'minProperties', 'additionalProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'contains', 'uniqueItems']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

function hintFor(site: Site): number {
  const name = site.path.findLast((each) => Number.isNaN(Number(each))) ?? '';
  return site.style.number?.(name) ?? 1 + (fingerprint(site.path.join('.')) % 9) + site.variant;
}

function buildObject(schema: JsonObject, site: Site): JsonObject {
  const fields = objectOf(schema['properties']);
  const required = textsOf(schema['required']);
  const optional = site.style.requiredOnly === true || site.path.length >= SHALLOW ? [] : Object.keys(fields).filter((name) => !required.includes(name) && fields[name] !== false);
  const room = Math.max((numberOf(schema['maxProperties']) ?? Infinity) - required.length, 0);
  const built = new Map<string, Json>();
  const add = (name: string): void => void built.set(name, build(fields[name] ?? schemaOfUnnamed(schema, name), within(site, name)));
  for (const name of [...required, ...optional.slice(0, room)]) add(name);
  for (const [name, needed] of Object.entries(objectOf(schema['dependentRequired']))) if (built.has(name)) for (const each of textsOf(needed)) if (!built.has(each)) add(each);
  const least = numberOf(schema['minProperties']) ?? 0;
  const spare = [...Object.keys(fields), ...Array.from({ length: least }, (_, index) => `field_${index + 1}`)];
  for (const name of spare) if (built.size < least && !built.has(name)) add(name);
  // From entries, so that a field named __proto__ is a field like any other.
  return Object.fromEntries(built);
}

function schemaOfUnnamed(schema: JsonObject, name: string): Json {
  const matching = Object.entries(objectOf(schema['patternProperties'])).find(([pattern]) => matches(pattern, name));
  return matching?.[1] ?? schema['additionalProperties'] ?? true;
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name);
  } catch {
    return false;
  }
}

function buildList(schema: JsonObject, site: Site): readonly Json[] {
  const leading = listOf(schema['prefixItems']);
  const least = Math.max(numberOf(schema['minItems']) ?? 0, schema['contains'] === undefined ? 0 : (numberOf(schema['minContains']) ?? 1));
  const usual = site.path.length >= SHALLOW || site.style.requiredOnly === true ? least : Math.max(least, 2, leading.length);
  const length = Math.min(usual, numberOf(schema['maxItems']) ?? Infinity, schema['items'] === false ? leading.length : Infinity);
  const contained = schema['contains'] === undefined ? 0 : (numberOf(schema['minContains']) ?? 1);
  const items: Json[] = [];
  const seen = new Set<string>();
  for (let index = 0; index < length; index += 1) {
    const own = leading[index] ?? schema['items'] ?? true;
    const item = index < contained && schema['contains'] !== undefined ? { allOf: [own, schema['contains']].filter(isJsonObject) } : own;
    const value = buildItem(item, within(site, String(index)), schema['uniqueItems'] === true ? seen : undefined);
    if (value === undefined) break;
    items.push(value);
    seen.add(JSON.stringify(value));
  }
  return items;
}

/** The next item; undefined when every way to build it gives one that is already there. */
function buildItem(schema: Json, site: Site, taken: ReadonlySet<string> | undefined): Json | undefined {
  for (let more = 0; more < TRIES * 2; more += 1) {
    const value = build(schema, { ...site, variant: site.variant + more });
    if (taken?.has(JSON.stringify(value)) !== true) return value;
  }
  return undefined;
}

// The input schema of a foreign tool in the dialect that the gate and the providers read (2020-12). What draft-07 says in other
// words is said in the new ones; what cannot be compiled, refers outside itself or is no object cannot be a tool's.
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { compileSchema } from '../../core/schema/json-schema.ts';

const MOST_CHARS = 100_000;
const MOST_DEPTH = 60;

/** Undefined when no call could be checked by it. Never throws. */
export function usableSchema(schema: unknown): JsonObject | undefined {
  try {
    const text = JSON.stringify(schema ?? {});
    if (text.length > MOST_CHARS) return undefined;
    const read: Json = JSON.parse(text);
    if (!isJsonObject(read)) return undefined;
    const { $schema, $id: _id, ...rest } = read;
    if (typeof $schema === 'string' && /draft-0?[0-4]\b/.test($schema)) return undefined;
    const modern = modernise(rest, 0);
    if (!isJsonObject(modern) || refersOutside(modern)) return undefined;
    const object = modern['type'] === undefined ? { type: 'object', ...modern } : modern;
    return object['type'] === 'object' && compileSchema(object).ok ? object : undefined;
  } catch {
    return undefined; // nested beyond reason
  }
}

/** Below these keys stand names, not keywords: a field may be called `definitions`. */
const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependentRequired', 'dependencies']);
/** These hold values of the user, never schemas. */
const VALUES = new Set(['const', 'enum', 'default', 'examples', 'required']);

function modernise(schema: Json, depth: number): Json {
  if (depth > MOST_DEPTH) throw new RangeError('too deep');
  if (Array.isArray(schema)) return schema.map((part: Json) => modernise(part, depth + 1));
  if (!isJsonObject(schema)) return schema;
  return Object.fromEntries(Object.entries(schema).flatMap(([key, value]) => renamed(key, value, schema).map(([name, part]): [string, Json] => [name, below(name, part, depth)])));
}

function below(key: string, value: Json, depth: number): Json {
  if (VALUES.has(key)) return value;
  if (MAPS.has(key) && isJsonObject(value)) return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, modernise(part, depth + 1)]));
  return modernise(value, depth + 1);
}

function renamed(key: string, value: Json, around: JsonObject): readonly (readonly [string, Json])[] {
  if (key === 'definitions') return [['$defs', value]];
  if (key === '$ref' && typeof value === 'string') return [['$ref', value.replaceAll('#/definitions/', '#/$defs/').replaceAll('/definitions/', '/$defs/')]];
  if (key === 'items' && Array.isArray(value)) return [['prefixItems', value]];
  if (key === 'additionalItems') return Array.isArray(around['items']) ? [['items', value]] : [];
  if (key === 'dependencies' && isJsonObject(value)) return splitDependencies(value);
  return [[key, value]];
}

function splitDependencies(value: JsonObject): readonly (readonly [string, Json])[] {
  const entries = Object.entries(value);
  const names = entries.filter(([, needs]) => Array.isArray(needs));
  const schemas = entries.filter(([, needs]) => !Array.isArray(needs));
  return [...(names.length === 0 ? [] : [['dependentRequired', Object.fromEntries(names)] as const]), ...(schemas.length === 0 ? [] : [['dependentSchemas', Object.fromEntries(schemas)] as const])];
}

const refersOutside = (schema: JsonObject): boolean => /"\$(?:ref|dynamicRef)":"(?!#)/.test(JSON.stringify(schema));

// How a schema can be asked for: whether a provider can bind it, and whether it may be bound strictly.
// A schema that does not fit the strict form would be refused with 400, so the looser form is chosen beforehand.
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { SchemaWay } from '../catalog.ts';

/** Providers bind objects only; any other answer is asked for in words. */
export const wayFor = (way: SchemaWay, schema: JsonObject): SchemaWay => (schema['type'] === 'object' ? way : 'words');

/** The schema as it is sent: without the keywords that name the schema itself, which some providers refuse. */
export function sentSchema(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !['$schema', '$id', '$comment'].includes(keyword)));
}

/** True when OpenAI's strict mode takes the schema: closed objects, every property required, known keywords only. */
export function fitsStrict(schema: Json | undefined): boolean {
  if (!isJsonObject(schema)) return false;
  if (!Object.keys(schema).every((keyword) => STRICT_KEYWORDS.has(keyword))) return false;
  return isClosed(schema) && childSchemas(schema).every(fitsStrict);
}

const STRICT_KEYWORDS: ReadonlySet<string> = new Set([
  'type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'anyOf', '$ref', '$defs', 'title', 'description',
  'pattern', 'format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems',
]);

function isClosed(schema: JsonObject): boolean {
  const types = [schema['type']].flat();
  if (!types.includes('object')) return true;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return schema['additionalProperties'] === false && Object.keys(schemaMap(schema['properties'])).every((name) => required.includes(name));
}

const schemaMap = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

const childSchemas = (schema: JsonObject): readonly Json[] => [
  ...Object.values(schemaMap(schema['properties'])),
  ...Object.values(schemaMap(schema['$defs'])),
  ...(schema['items'] === undefined ? [] : [schema['items']]),
  ...(Array.isArray(schema['anyOf']) ? schema['anyOf'] : []),
];

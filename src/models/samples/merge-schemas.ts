// Several JSON Schemas that must hold at once, as one: `allOf`, the chosen branch of `anyOf`, what stands beside a `$ref`.
// Limits tighten, required fields add up, and fields that both describe must satisfy both.
import { type Json, type JsonObject, isJsonObject } from '../../core/json.ts';
import { isJsonList, listOf, objectOf } from './facts.ts';

export function mergeSchemas(left: JsonObject, right: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...left };
  for (const [keyword, value] of Object.entries(right)) {
    const present = merged[keyword];
    merged[keyword] = present === undefined ? value : (MERGED_BY[keyword] ?? lastWins)(present, value);
  }
  return merged;
}

type Merge = (left: Json, right: Json) => Json;

const lastWins: Merge = (_left, right) => right;
const higher: Merge = (left, right) => (typeof left === 'number' && typeof right === 'number' ? Math.max(left, right) : right);
const lower: Merge = (left, right) => (typeof left === 'number' && typeof right === 'number' ? Math.min(left, right) : right);
const joined: Merge = (left, right) => [...new Set([...listOf(left), ...listOf(right)])];
const shared: Merge = (left, right) => listOf(left).filter((each) => listOf(right).some((other) => JSON.stringify(other) === JSON.stringify(each)));
const bothSchemas: Merge = (left, right) => {
  if (left === false || right === false) return false;
  return isJsonObject(left) && isJsonObject(right) ? { allOf: [left, right] } : isJsonObject(left) ? left : right;
};
const bothMaps: Merge = (left, right) => {
  const fields: Record<string, Json> = { ...objectOf(left) };
  for (const [name, schema] of Object.entries(objectOf(right))) fields[name] = fields[name] === undefined ? schema : bothSchemas(fields[name], schema);
  return fields;
};
const bothTypes: Merge = (left, right) => {
  const [mine, theirs] = [left, right].map((type) => (isJsonList(type) ? type : [type]));
  const both = (mine ?? []).filter((type) => (theirs ?? []).includes(type) || (type === 'integer' && (theirs ?? []).includes('number')));
  return both.length > 0 ? both : theirs?.includes('integer') === true && mine?.includes('number') === true ? 'integer' : right;
};

const MERGED_BY: Readonly<Record<string, Merge>> = {
  minimum: higher, exclusiveMinimum: higher, minLength: higher, minItems: higher, minProperties: higher,
  maximum: lower, exclusiveMaximum: lower, maxLength: lower, maxItems: lower, maxProperties: lower,
  required: joined, enum: shared, type: bothTypes,
  properties: bothMaps, patternProperties: bothMaps, $defs: bothMaps,
  items: bothSchemas, additionalProperties: bothSchemas,
  allOf: (left, right) => [...listOf(left), ...listOf(right)],
  uniqueItems: (left, right) => left === true || right === true,
};

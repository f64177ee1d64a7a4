// The input of a planned task against the input_schema of the member that takes it. A default that the schema gives is filled in;
// a required field that is missing goes back to the manager by name, because only the manager knows its value.
import { isJsonObject, type Json, type JsonObject } from '../json.ts';

export interface FilledInput {
  readonly input: JsonObject;
  /** Paths of the fields that were filled. */
  readonly filled: readonly string[];
}

export const fillDefaults = (schema: JsonObject, input: JsonObject, depth = MAX_DEPTH): FilledInput => {
  const properties = propertiesOf(schema);
  const fields = new Map(Object.entries(input));
  const filled: string[] = [];
  for (const [name, part] of Object.entries(properties)) {
    if (!isJsonObject(part)) continue;
    const value = fields.get(name);
    const byDefault = part['default'];
    if (value === undefined && byDefault !== undefined) {
      fields.set(name, byDefault);
      filled.push(name);
    } else if (value !== undefined && isJsonObject(value) && depth > 0) {
      const inner = fillDefaults(part, value, depth - 1);
      if (inner.filled.length > 0) fields.set(name, inner.input);
      filled.push(...inner.filled.map((path) => `${name}.${path}`));
    }
  }
  return filled.length === 0 ? { input, filled } : { input: Object.fromEntries(fields), filled };
};

/** The required fields of the top level that the input lacks. */
export const missingFields = (schema: JsonObject, input: JsonObject): readonly string[] =>
  requiredOf(schema).filter((name) => !Object.hasOwn(input, name));

/** The same schema without demanding these fields, so that what else is wrong can be told at the same time. */
export const withoutRequired = (schema: JsonObject, names: readonly string[]): JsonObject =>
  names.length === 0 ? schema : { ...schema, required: requiredOf(schema).filter((name) => !names.includes(name)) };

const MAX_DEPTH = 8;

const propertiesOf = (schema: JsonObject): JsonObject => {
  const properties = schema['properties'];
  return properties !== undefined && isJsonObject(properties) ? properties : {};
};

const requiredOf = (schema: JsonObject): readonly string[] => {
  const required: Json | undefined = schema['required'];
  return Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [];
};

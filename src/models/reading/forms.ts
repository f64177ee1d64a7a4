// What a JSON Schema says about one place of a value, read only as far as a proof needs it: which keys must be there, and
// whether others may be. Keywords of a schema add up, so what one of them says holds whatever the others say.
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';

export type Form = JsonObject | undefined;

/** The schema of one property. */
export function formOfKey(schema: JsonObject, form: Form, key: string): Form {
  const properties = resolve(schema, form)?.['properties'];
  return isJsonObject(properties) && Object.hasOwn(properties, key) ? asForm(properties[key]) : undefined;
}

/** The schema of the elements of a list. */
export const formOfItems = (schema: JsonObject, form: Form): Form => asForm(resolve(schema, form)?.['items']);

export function mustHave(schema: JsonObject, form: Form, key: string): boolean {
  const required = resolve(schema, form)?.['required'];
  return Array.isArray(required) && required.includes(key);
}

/** True when the schema forbids every key that is not there yet: then nothing can be missing from this object. */
export function isComplete(schema: JsonObject, form: Form, keys: ReadonlyMap<string, unknown>): boolean {
  const known = resolve(schema, form);
  if (known === undefined || known['additionalProperties'] !== false || known['patternProperties'] !== undefined) return false;
  const properties = known['properties'];
  return isJsonObject(properties) && Object.keys(properties).every((key) => keys.has(key));
}

/** The names that an answer has at its top, through references and branches. */
export function topNames(schema: JsonObject, form: Form = schema, depth = 0): string[] {
  const known = resolve(schema, form);
  if (known === undefined || depth > 8) return [];
  const own = isJsonObject(known['properties']) ? Object.keys(known['properties']) : [];
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((word) => {
    const list = known[word];
    return Array.isArray(list) ? list.flatMap((branch) => topNames(schema, asForm(branch), depth + 1)) : [];
  });
  return [...new Set([...own, ...branches])];
}

const asForm = (value: Json | undefined): Form => (isJsonObject(value) ? value : undefined);

function resolve(schema: JsonObject, form: Form): Form {
  let current = form;
  for (let hops = 0; hops < 8; hops += 1) {
    const reference = current?.['$ref'];
    if (typeof reference !== 'string' || current?.['properties'] !== undefined) return current;
    if (!reference.startsWith('#')) return undefined;
    current = follow(schema, reference);
  }
  return undefined;
}

function follow(schema: JsonObject, reference: string): Form {
  let place: Json | undefined = schema;
  for (const step of reference.slice(1).split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    place = isJsonObject(place) && Object.hasOwn(place, name) ? place[name] : undefined;
  }
  return asForm(place);
}

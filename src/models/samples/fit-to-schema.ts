// Brings an answer into the form that was asked for. The parts that a step makes are kept; fields that the schema does not know
// are left out, and fields that it demands beyond them are filled as emptily as it allows: of those nothing is known here.
// An answer that then does not fit is no answer.
import { TeamError } from '../../core/errors.ts';
import { type Json, type JsonObject, type Locale, isJsonObject } from '../../core/json.ts';
import { faultOf } from '../../core/schema/check-schema.ts';
import { isJsonList, listOf, objectOf, textsOf } from './facts.ts';
import { mergeSchemas } from './merge-schemas.ts';
import { referred, sampleFromSchema } from './sample-from-schema.ts';
import { OUTCOME_FAULTS } from '../../core/refusals/outcome-faults.ts';

/** Contract: the value returned fits the schema; throws TeamError `model.bad_request` or `model.unreadable` when none can be found. */
export function fitToSchema(value: Json, schema: JsonObject, locale: Locale): Json {
  const fault = faultOf(schema, value);
  if (fault === undefined) return value;
  if (fault === 'unusable') throw new TeamError('model.bad_request', OUTCOME_FAULTS.noUsableSchema);
  const candidates = [() => reshape(value, schema, { root: schema, locale }), () => sampleFromSchema(schema, locale === 'zh' ? '排演内容' : 'rehearsed content', locale)];
  for (const make of candidates) {
    const made = make();
    if (faultOf(schema, made) === undefined) return made;
  }
  throw new TeamError('model.unreadable', OUTCOME_FAULTS.nothingFits);
}

interface Site {
  readonly root: JsonObject;
  readonly locale: Locale;
}

/** A part of a schema, made to stand alone. */
const alone = (schema: Json | undefined, { root }: Site): JsonObject =>
  root['$defs'] === undefined ? objectOf(schema) : { ...objectOf(schema), $defs: root['$defs'] };

const fits = (value: Json, schema: JsonObject): boolean => faultOf(schema, value) === undefined;

function reshape(value: Json, written: JsonObject, site: Site): Json {
  if (fits(value, written)) return value;
  const { $ref: reference, anyOf, oneOf, allOf, ...own } = written;
  const parts = [...(typeof reference === 'string' ? [referred(reference, site.root)] : []), ...listOf(allOf)].filter(isJsonObject);
  const schema = parts.reduce(mergeSchemas, own);
  const choices = [...listOf(anyOf), ...listOf(oneOf)].filter(isJsonObject).map((choice) => alone(mergeSchemas(schema, choice), site));
  for (const choice of choices) {
    const reshaped = reshape(value, choice, site);
    if (fits(reshaped, choice)) return reshaped;
  }
  if (isJsonList(value) && (schema['type'] ?? 'array') === 'array') return value.map((item) => reshape(item, alone(schema['items'], site), site));
  if (isJsonObject(value) && (schema['type'] ?? 'object') === 'object') return reshapeObject(value, schema, site);
  // A text in place of a structure: some providers take no free objects, so a schema may ask for one written as JSON.
  return sampleFromSchema(alone(schema, site), typeof value === 'string' ? value : JSON.stringify(value), site.locale);
}

function reshapeObject(value: JsonObject, schema: JsonObject, site: Site): JsonObject {
  const fields = objectOf(schema['properties']);
  const isOpen = schema['additionalProperties'] !== false && schema['unevaluatedProperties'] !== false;
  const kept = Object.entries(value).flatMap(([name, each]): [string, Json][] => {
    const field = fields[name];
    if (field === undefined) return isOpen ? [[name, each]] : [];
    return [[name, reshape(each, alone(field, site), site)]];
  });
  const missing = textsOf(schema['required']).filter((name) => value[name] === undefined);
  return Object.fromEntries([...kept, ...missing.map((name): [string, Json] => [name, emptiest(alone(fields[name], site), name, site)])]);
}

/** So that, for one, `declined: null` does not come out as a reason for declining. */
function emptiest(schema: JsonObject, name: string, { locale }: Site): Json {
  for (const empty of EMPTY) if (fits(empty, schema)) return empty;
  return sampleFromSchema(schema, name, locale);
}

const EMPTY: readonly Json[] = [null, '', [], {}];

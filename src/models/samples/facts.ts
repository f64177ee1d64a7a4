// Reads single facts out of plain JSON without trusting their shape: what is missing or of another kind reads as empty.
import { type Json, type JsonObject, isJsonObject } from '../../core/json.ts';

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value));

export const listOf = (value: Json | undefined): readonly Json[] => (isJsonList(value) ? value : []);

export const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

export const objectsOf = (value: Json | undefined): readonly JsonObject[] => listOf(value).filter(isJsonObject);

/** The texts of a list; one bare text counts as a list of one. */
export const textsOf = (value: Json | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : listOf(value).filter((each) => typeof each === 'string');

export const numberOf = (value: Json | undefined): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);

/** Every text that stands anywhere in a value, in order. */
export function textsWithin(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isJsonList(value)) return value.flatMap(textsWithin);
  return isJsonObject(value) ? Object.values(value).flatMap(textsWithin) : [];
}

/** `Array.isArray` alone forgets a read-only list. */
export const isJsonList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

// Is an unknown value plain JSON all the way down? Asked once where values enter, so that no later reader can be surprised
// by a function, a class instance, NaN, a ring or a depth that overflows the stack.
import { setKey, type Json, type JsonObject } from '../json.ts';

const MAX_DEPTH = 64;

export const isPlainJson = (value: unknown, depth: number = MAX_DEPTH): value is Json => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth === 0) return false;
  if (Array.isArray(value)) return value.every((part) => isPlainJson(part, depth - 1));
  return isPlainRecord(value) && Object.values(value).every((part) => isPlainJson(part, depth - 1));
};

/** The value without the fields that are undefined; undefined when anything else in it is not JSON. */
export const plainCopy = (value: unknown, depth: number = MAX_DEPTH): Json | undefined => {
  if (typeof value !== 'object' || value === null) return isPlainJson(value) ? value : undefined;
  if (depth === 0) return undefined;
  if (Array.isArray(value)) return copyList(value, depth - 1);
  return isPlainRecord(value) ? copyRecord(value, depth - 1) : undefined;
};

function copyRecord(value: Readonly<Record<string, unknown>>, depth: number): JsonObject | undefined {
  const copied: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    const part = value[key];
    if (part === undefined) continue;
    const copy = plainCopy(part, depth);
    if (copy === undefined) return undefined;
    setKey(copied, key, copy);
  }
  return copied;
}

/** A hole in a list is not a field that may be left out, and a list has no named fields. */
function copyList(value: readonly unknown[], depth: number): Json | undefined {
  if (Object.keys(value).length !== value.length) return undefined;
  const copied = value.map((part) => plainCopy(part, depth));
  return copied.every((part) => part !== undefined) ? copied : undefined;
}

export const isPlainObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && isPlainJson(value);

const isPlainRecord = (value: object): value is Readonly<Record<string, unknown>> => {
  const prototype: unknown = Object.getPrototypeOf(value);
  // A record from another realm or without a prototype is plain too; a Date, Map or class instance is not.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

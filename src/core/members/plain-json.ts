// Is an unknown value plain JSON all the way down? Asked once where values enter, so that no later reader can be surprised
// by a function, a class instance, NaN, a ring or a depth that overflows the stack.
import type { Json, JsonObject } from '../json.ts';

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
  if (depth === 0 || (!Array.isArray(value) && !isPlainRecord(value))) return undefined;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  const copied = entries.flatMap(([key, part]) => {
    const copy = plainCopy(part, depth - 1);
    return copy === undefined ? [] : [[key, copy] as const];
  });
  if (copied.length !== entries.length) return undefined;
  if (!Array.isArray(value)) return Object.fromEntries(copied);
  // A hole in a list is not a field that may be left out.
  return copied.length === value.length ? copied.map(([, copy]) => copy) : undefined;
};

export const isPlainObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && isPlainJson(value);

const isPlainRecord = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  // A record from another realm or without a prototype is plain too; a Date, Map or class instance is not.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

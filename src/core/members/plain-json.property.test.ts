// Copies of JSON: equal, apart, and refused where the value is no JSON.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copyJson, type Json } from '../json.ts';
import { plainCopy } from './plain-json.ts';

const json = fc.jsonValue().filter((value) => !Object.is(value, -0)).map((value): Json => JSON.parse(JSON.stringify(value)));

test('a copy of JSON equals it and shares no part with it', () => {
  fc.assert(fc.property(json, (value) => {
    for (const copy of [plainCopy(value), copyJson(value)]) {
      expect(copy).toEqual(value);
      if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value);
      expect(sharedParts(copy, value)).toBe(0);
    }
  }));
});

test('a field called __proto__ is a field of the copy, and changes no prototype', () => {
  const value: Json = JSON.parse('{"__proto__": {"admin": true}, "x": [{"__proto__": 1}]}');
  for (const copy of [plainCopy(value), copyJson(value)]) {
    expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  }
});

test('a field that is undefined is left out; in a list it is refused, and so are a hole and a field with a name', () => {
  expect(plainCopy({ a: undefined, b: 1 })).toEqual({ b: 1 });
  expect([[undefined], Array(1), /x/.exec('x'), [new Date(0)], { at: new Map() }, { n: NaN }, { f: () => 1 }].map((value) => plainCopy(value))).toEqual(Array(7).fill(undefined));
});

function sharedParts(copy: unknown, value: unknown): number {
  if (typeof value !== 'object' || value === null || typeof copy !== 'object' || copy === null) return 0;
  const parts: readonly unknown[] = Object.values(copy);
  return Number(copy === value) + Object.values(value).reduce((sum: number, part, index) => sum + sharedParts(parts[index], part), 0);
}

import { expect, test } from 'vitest';
import { sameJson, type Json } from './json.ts';

const PAIRS: readonly (readonly [Json, Json, boolean])[] = [
  [{ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: null }, false],
  [{ a: null }, { b: null }, false],
  [[1, { a: 2 }], [1, { a: 2 }], true],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [[1], 1, false],
  [null, {}, false],
  [null, null, true],
  ['1', 1, false],
];

test.each(PAIRS)('%j and %j are equal as JSON: %s', (one, other, equal) => {
  expect(sameJson(one, other)).toBe(equal);
  expect(sameJson(other, one)).toBe(equal);
});

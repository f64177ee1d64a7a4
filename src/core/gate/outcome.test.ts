// An outcome as text: never half a character, and its size in bytes.
import { expect, test } from 'vitest';
import { bytesOf, head, OUTCOME_CHARS, outcomeText } from './outcome.ts';

test('text stays text, everything else is JSON', () => {
  expect([outcomeText('a "b"'), outcomeText({ a: [1, null] }), outcomeText(null), outcomeText(false)]).toEqual(['a "b"', '{"a":[1,null]}', 'null', 'false']);
});

test('a cut never parts the two halves of 🍜', () => {
  expect([head('ab🍜', 2), head('ab🍜', 3), head('ab🍜', 4), head('ab', 9)]).toEqual(['ab', 'ab', 'ab🍜', 'ab']);
});

test('bytes of a, ü, 汉 and 🍜 are 1, 2, 3 and 4, and a lone half is what UTF-8 makes of it', () => {
  expect(['a', 'ü', '汉', '🍜', 'aü汉🍜', '\ud83c', ''].map(bytesOf)).toEqual([1, 2, 3, 4, 10, 3, 0]);
});

test('a member is told 16,000 characters of an outcome', () => {
  expect(OUTCOME_CHARS).toBe(16_000);
});

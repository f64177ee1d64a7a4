// The screen as the process has it: what a terminal says of its size, and what is taken where it says nothing.
import { expect, test } from 'vitest';
import { sizeOr } from './screen.ts';

test('a terminal without a size, as on a serial line or in a recording, is taken to have the usual one', () => {
  expect([sizeOr(0, 100), sizeOr(undefined, 100), sizeOr(72, 100)]).toEqual([100, 100, 72]);
});

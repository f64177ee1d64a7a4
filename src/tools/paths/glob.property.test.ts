// Patterns for paths mean the same as a regular expression written for them, and take no time whatever they are.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readGlob } from './glob.ts';

const letter = fc.constantFrom('a', 'b', '.', '你', '😀');
const name = fc.array(letter, { minLength: 1, maxLength: 4 }).map((letters) => letters.join(''));
const piece = fc.oneof({ weight: 2, arbitrary: fc.constant('**') }, { weight: 5, arbitrary: fc.array(fc.oneof(letter, fc.constantFrom('*', '?')), { minLength: 1, maxLength: 4 }).map((letters) => letters.join('')).filter((text) => text !== '**') });

/** The plain meaning: `**` is any folders, the rest stays inside one name. */
function reference(pieces: readonly string[]): RegExp {
  const one = (text: string) => [...text].map((sign) => (sign === '*' ? '[^/]*' : sign === '?' ? '[^/]' : sign.replace('.', '\\.'))).join('');
  return new RegExp(`^${pieces.map((text) => (text === '**' ? '(?:[^/]+/)*' : `${one(text)}/`)).join('')}$`, 'u');
}

test('1,000 random patterns fit exactly the random paths that their expression fits', () => {
  let fitting = 0;
  fc.assert(
    fc.property(fc.array(piece, { minLength: 2, maxLength: 4 }), fc.array(name, { minLength: 1, maxLength: 4 }), (pieces, parts) => {
      fc.pre(pieces[0] !== '.'); // "./" in front is left out
      const expected = reference(pieces).test(`${parts.join('/')}/`);
      if (expected) fitting++;
      expect(readGlob(pieces.join('/'))?.(parts)).toBe(expected);
    }),
    { numRuns: 1000 },
  );
  expect(fitting).toBeGreaterThan(20);
});

test('a pattern of 150 stars against a name of 250 letters is decided at once', () => {
  expect(readGlob(`${'*a'.repeat(150)}b`)?.(['a'.repeat(250)])).toBe(false);
  expect(readGlob(`${'**/a/'.repeat(50)}b`)?.(Array.from({ length: 100 }, () => 'a'))).toBe(false);
});

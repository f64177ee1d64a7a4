// What holds for every text, lone surrogates included.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countCharacters, countWords, scriptShare } from './counting.ts';

const units = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 40 });
// Pieces that join their neighbours, among many that do not.
const pieces = fc.array(
  fc.constantFrom('a', '中', ' ', '\r', '\n', '\r\n', '\u0301', '\u200d', '👩', '👍🏽', '🇩', '🇪', 'ᄀ', 'ᅡ', 'ᆨ', '가', 'न', '्', '\u0600', '\ufe0f', 'ﾞ', '〰', '©', '\ud83d', '\ude00', 'x'.repeat(120)),
  { maxLength: 60 },
).map((list) => list.join(''));
const texts = fc.oneof(units, pieces, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));

test('characters are what the segmenter counts on the composed text, by whatever shortcut', () => {
  const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
  fc.assert(fc.property(texts, (text) => {
    expect(countCharacters(text)).toBe([...segmenter.segment(text.normalize('NFC'))].length);
  }), { numRuns: 500 });
});

test('there are never more characters or words than code points', () => {
  fc.assert(fc.property(texts, (text) => {
    expect(countCharacters(text)).toBeLessThanOrEqual([...text].length);
    expect(countWords(text)).toBeLessThanOrEqual([...text].length);
  }));
});

test('a ceiling changes nothing but what lies above it', () => {
  fc.assert(fc.property(texts, fc.nat(60), (text, ceiling) => {
    expect(countCharacters(text, ceiling)).toBe(Math.min(countCharacters(text), ceiling + 1));
    expect(countWords(text, ceiling)).toBe(Math.min(countWords(text), ceiling + 1));
  }));
});

test('a share lies between 0 and 1, and the shares of two scripts add up to at most 1', () => {
  fc.assert(fc.property(texts, (text) => {
    const han = scriptShare(text, 'Han') ?? 0;
    const latin = scriptShare(text, 'Latin') ?? 0;
    expect(han).toBeGreaterThanOrEqual(0);
    expect(latin).toBeGreaterThanOrEqual(0);
    expect(han + latin).toBeLessThanOrEqual(1 + 1e-9);
  }));
});

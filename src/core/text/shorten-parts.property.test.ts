// What a model is told, made shorter: pairs whole, never longer than the limit, the newest last to give way.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { CUT_MARK, shortenParts, type Part } from './shorten-parts.ts';

const sizeOf = (parts: readonly Part[]): number => parts.reduce((sum, { text }) => sum + estimateTokens(text), 0);

interface Named extends Part {
  readonly at: number;
}
const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.constantFrom('长'.repeat(300), 'word '.repeat(200), '👩‍👩‍👧‍👦'.repeat(40), 'e\u0301'.repeat(100), ''));
const parts = fc.array(fc.record({ text, pair: fc.option(fc.constantFrom('p', 'q', 'r'), { nil: undefined }) }), { maxLength: 12 })
  .map((drawn) => drawn.map(({ text: said, pair }, at): Named => ({ text: said, at, ...(pair === undefined ? {} : { pair }) })));
const run = { parts, tokens: fc.integer({ min: 0, max: 800 }), locale: fc.constantFrom('en' as const, 'zh' as const) };

test('any 1,000 lists of parts: the limit holds, pairs are whole or gone, the order stays, what is cut ends with the mark', () => {
  verifies('models.context_shortened');
  fc.assert(fc.property(fc.record(run), ({ parts: given, tokens, locale }) => {
    const kept = shortenParts(given, { tokens, locale });
    expect(sizeOf(kept)).toBeLessThanOrEqual(tokens);
    expect(kept.map(({ at }) => at)).toEqual(kept.map(({ at }) => at).toSorted((a, b) => a - b));
    for (const pair of ['p', 'q', 'r']) {
      const whole = given.filter((part) => part.pair === pair);
      const left = kept.filter((part) => part.pair === pair);
      expect([0, whole.length]).toContain(left.length);
      if (left.length > 0) expect(left.map((part) => part.text)).toEqual(whole.map((part) => part.text));
    }
    for (const part of kept) {
      const before = given[part.at]?.text ?? '';
      if (part.text === before) continue;
      const mark = `\n${CUT_MARK[locale]}`;
      expect(part.text.endsWith(mark)).toBe(true);
      const beginning = part.text.slice(0, -mark.length);
      // Cut between graphemes: nothing of a family emoji or an accent is torn.
      const graphemes = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(before)].map(({ segment }) => segment);
      let at = 0;
      while (graphemes.slice(0, at).join('').trimEnd().length < beginning.length) at += 1;
      expect(graphemes.slice(0, at).join('').trimEnd()).toBe(beginning);
    }
  }), { numRuns: 1_000 });
});

test('any 300 lists: the newest is whole wherever it fits by itself, and all are whole where all fit', () => {
  fc.assert(fc.property(fc.record(run), ({ parts: given, tokens, locale }) => {
    const kept = shortenParts(given, { tokens, locale });
    const newest = given.at(-1);
    const group = newest === undefined ? [] : newest.pair === undefined ? [newest] : given.filter(({ pair }) => pair === newest.pair);
    if (sizeOf(group) <= tokens) for (const part of group) expect(kept).toContainEqual(part);
    if (sizeOf(given) <= tokens) expect(kept).toEqual(given);
  }), { numRuns: 300 });
});

test('of four parts with 300, 30, 300 and 30 tokens in 300 the short ones stay whole and the long ones share what is left', () => {
  const given = ['a'.repeat(900), 'b'.repeat(90), 'c'.repeat(900), 'd'.repeat(90)].map((said) => ({ text: said }));
  const sizes = shortenParts(given, { tokens: 300, locale: 'en' }).map((part) => estimateTokens(part.text));
  expect([sizes[1], sizes[3]]).toEqual([30, 30]);
  expect(Math.abs((sizes[0] ?? 0) - (sizes[2] ?? 0))).toBeLessThanOrEqual(2);
  expect(sizes.reduce((a, b) => a + b, 0)).toBeGreaterThan(290);
});

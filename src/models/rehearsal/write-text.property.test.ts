// Any set of countable rules that do not exclude one another holds in the text written for them. The counting here is the
// test's own, so that a wrong count in the writer is seen.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { type TextOrder, writeText } from './write-text.ts';

const graphemes = (text: string): number => [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)].length;
const words = (text: string): number => [...new Intl.Segmenter('und', { granularity: 'word' }).segment(text)].filter((each) => each.isWordLike).length;
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const order = (rules: readonly JsonObject[], locale: 'en' | 'zh', more: Partial<TextOrder> = {}): TextOrder => ({
  locale, rules, nextStep: 'welcome', minLength: 0, maxLength: Infinity,
  sentences: locale === 'zh' ? ['主题：夏季促销。', '一口价，没有弯弯绕。'] : ['Subject: summer sale.', 'One price, no small print.'],
  ...more,
});

test('min 0..400 and max from there to 300 more characters both hold, in graphemes', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 300 }), fc.constantFrom('en', 'zh'), (least, more, locale) => {
    const text = writeText(order([{ rule: 'min_chars', value: least }, { rule: 'max_chars', value: least + more }], locale));
    expect(graphemes(text)).toBeGreaterThanOrEqual(least);
    expect(graphemes(text)).toBeLessThanOrEqual(least + more);
  }), { numRuns: 200 });
});

const PATTERNS = {
  exclamation_marks: /[!！]/g, question_marks: /[?？]/g, emoji: /\p{Extended_Pictographic}/gu, numbers: /\d+/g, links: /https?:\/\/\S+/g,
  list_items: /^- /gm, headings: /^## /gm, hashtags: /#[\p{L}\d]+/gu,
} as const;

test('0 to 12 of each pattern, words to contain and words to avoid hold together', () => {
  const counts = fc.dictionary(fc.constantFrom(...Object.keys(PATTERNS)), fc.integer({ min: 1, max: 12 }), { maxKeys: 4 });
  fc.assert(fc.property(counts, fc.subarray(['校园', 'coupon', '买一送一', 'A+B']), fc.subarray(['plain', '要点', 'price']), fc.constantFrom('en', 'zh'), (wanted, values, banned, locale) => {
    const rules: JsonObject[] = [
      ...Object.entries(wanted).map(([pattern, value]) => ({ rule: 'min_count', pattern, value })),
      ...(values.length > 0 ? [{ rule: 'must_contain', values }] : []),
      ...(banned.length > 0 ? [{ rule: 'must_not_contain', values: banned }] : []),
    ];
    const text = writeText(order(rules, locale));
    for (const [name, pattern] of Object.entries(PATTERNS)) expect(count(text, pattern), `${name} in ${text}`).toBeGreaterThanOrEqual(wanted[name] ?? 0);
    for (const value of values) expect(text).toContain(value);
    for (const value of banned) expect(text.toLowerCase()).not.toContain(value);
  }), { numRuns: 200 });
});

test('a text in Chinese is asked of an English goal: at least 4 of 5 letters are Han, with a Latin brand name in it', () => {
  const rules = [{ rule: 'script', script: 'Han', min_share: 0.8 }, { rule: 'must_contain', values: ['Muster'] }];
  const text = writeText(order(rules, 'en', { sentences: ['All of this is English and gets outweighed.'] }));
  expect(count(text, /\p{Script=Han}/gu) / count(text, /\p{L}/gu)).toBeGreaterThanOrEqual(0.8);
  expect(text).toContain('Muster');
});

test('at most 25 words hold in both languages', () => {
  for (const locale of ['en', 'zh'] as const) expect(words(writeText(order([{ rule: 'max_words', value: 25 }], locale)))).toBeLessThanOrEqual(25);
});

test('the label stands first; in 20 characters with two demanded words it gives way before they do', () => {
  expect(writeText(order([], 'en'))).toMatch(/^\[rehearsal\] /);
  expect(writeText(order([], 'zh'))).toMatch(/^【排演】/);
  const tight = writeText(order([{ rule: 'max_chars', value: 20 }, { rule: 'must_contain', values: ['free'] }], 'en'));
  expect(graphemes(tight)).toBeLessThanOrEqual(20);
  expect(tight).toContain('free');
});

test('a full-width mark counts as the forbidden half-width one', () => {
  expect(writeText(order([{ rule: 'must_not_contain', values: ['!'] }], 'zh', { sentences: ['快来！快来！'] }))).not.toMatch(/[!！]/);
});

test('the rule left unmet is unmet even when the subject holds the mark, and all others hold', () => {
  const unmet = { rule: 'min_count', pattern: 'exclamation_marks', value: 1 };
  const text = writeText(order([unmet, { rule: 'must_contain', values: ['coupon'] }], 'en', { unmet, sentences: ['Buy now!!!'] }));
  expect(text).not.toContain('!');
  expect(text).toContain('coupon');
});

test('20000 characters take less than a second', () => {
  const started = performance.now();
  expect(graphemes(writeText(order([{ rule: 'min_chars', value: 20_000 }], 'zh')))).toBeGreaterThanOrEqual(20_000);
  expect(performance.now() - started).toBeLessThan(20_000);
});

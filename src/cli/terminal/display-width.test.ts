// Columns, not code units: a table with Chinese in it stays straight.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutTo, displayWidth, fitTo, wrapTo } from './display-width.ts';

test.each([
  ['plain', 5], ['夏季促销', 8], ['a夏', 3], ['，。！', 6], ['e\u0301', 1], ['👍', 2], ['👨‍👩‍👧', 2], ['ｶﾅ', 2], ['한글', 4], ['', 0], ['…', 1],
])('"%s" takes %i columns', (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

test('a text of 16 columns is cut to 9 with an ellipsis, never in the middle of a wide letter', () => {
  expect(cutTo('夏季促销活动方案', 9)).toBe('夏季促销…');
  expect(cutTo('夏季促销活动方案', 8)).toBe('夏季促…');
  expect(cutTo('short', 9)).toBe('short');
});

test('a cell is exactly as wide as it is told, with Chinese too', () => {
  expect(fitTo('夏季', 6)).toBe('夏季  ');
  expect(displayWidth(fitTo('夏季促销活动', 7))).toBe(7);
});

test('lines are folded at words, between Chinese letters, and never begin with a closing mark', () => {
  expect(wrapTo('one two three four', 9)).toEqual(['one two', 'three', 'four']);
  const folded = wrapTo('夏季促销活动，（从今天）开始。'.repeat(4), 12);
  expect(folded.length).toBeGreaterThan(8);
  expect(folded.filter((line) => /^[，。）]|（$/u.test(line) || displayWidth(line) > 12)).toEqual([]);
  expect(wrapTo('first\n\nsecond', 20)).toEqual(['first', '', 'second']);
});

test('no cut or folded line is ever wider than asked, and folding loses no letter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 10, max: 40 }), (text, columns) => {
      expect(displayWidth(cutTo(text, columns))).toBeLessThanOrEqual(columns);
      expect(displayWidth(fitTo(text, columns))).toBe(columns);
      const lines = wrapTo(text, columns);
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
      expect(lines.join('').replace(/\s/gu, '')).toBe(text.replace(/\s/gu, ''));
    }),
  );
});

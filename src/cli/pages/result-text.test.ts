// What a person reads of a result: text as text, fields by name, the rest as JSON.
import { expect, test } from 'vitest';
import { resultText } from './result-text.ts';

test('text stands as it is, one text field without its name, several by name, and text of several lines below it', () => {
  expect(resultText('two\nlines')).toBe('two\nlines');
  expect(resultText({ draft: '夏日炎炎' })).toBe('夏日炎炎');
  expect(resultText({ draft: 'two\nlines', words: 2, tags: ['a'] })).toBe('draft:\ntwo\nlines\nwords: 2\ntags: ["a"]');
  expect(resultText([1, 2])).toBe('[\n  1,\n  2\n]');
});

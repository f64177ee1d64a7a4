// Arguments of calls as models write them: data where nothing is lost by it, else the very text.
import { expect, test } from 'vitest';
import { readArgs } from './read-args.ts';

test.each([
  ['an object', '{"path":"a","n":1}', { path: 'a', n: 1 }],
  ['nothing', '', {}],
  ['blank', ' \n', {}],
  ['null', 'null', {}],
  ['an empty text in quotes', '""', {}],
  ['an object written as a text once more', '"{\\"path\\":\\"a\\"}"', { path: 'a' }],
  ['single quotes and a comma too many', "{'path': 'a',}", { path: 'a' }],
  ['a fence', '```json\n{"path":"a"}\n```', { path: 'a' }],
  ['Python literals', '{"all": True, "none": None}', { all: true, none: null }],
  ['a key named __proto__ stays a key', '{"__proto__":{"x":1}}', JSON.parse('{"__proto__":{"x":1}}')],
  ['cut off', '{"path": "a', '{"path": "a'],
  ['two objects', '{"path":"a"}{"path":"b"}', '{"path":"a"}{"path":"b"}'],
  ['an object with words behind it', '{"path":"a"} please', '{"path":"a"} please'],
  ['words', 'the file a.md', 'the file a.md'],
  ['words in quotes', '"the file a.md"', 'the file a.md'],
  ['a list', '[1,2]', [1, 2]],
  ['a number', '7', 7],
])('%s', (_what, text, args) => {
  expect(readArgs(text)).toEqual(args);
});

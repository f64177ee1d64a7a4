import { expect, test } from 'vitest';
import { effortFor, type Cursor, type Tree } from './cursor.ts';
import { readWhole } from './grammar.ts';
import { losesNothing } from './loss.ts';

const read = (text: string): { value: Tree; cursor: Cursor } => {
  const whole = readWhole(text, {}, effortFor(text));
  if (whole === undefined) throw new Error(`cannot read ${text}`);
  return whole;
};

test('every form of repair passes the proof, also with keys that JavaScript puts in another order', () => {
  for (const text of [
    '{"b": 1, "2": "x", "1": [true, null]}', "{'a': 'it's', b: None, /* c */ \"d\": +.5,}", '{"a": "say "yes" now"}', '｛“甲”：【“乙”】｝',
    '{"a": "C:\\dir"}', '{"a": "\\u4f60\\n\\"q\\""}', '{{"a": []}}', '"x"', '[{"__proto__": 1}]',
  ]) {
    const { cursor, value } = read(text);
    expect([text, losesNothing(cursor, 0, value)]).toEqual([text, true]);
  }
});

test('a value that lacks, changes, repeats or adds a leaf fails the proof', () => {
  const text = '{"a": "yes", "b": [1, 2, 2], "c": null}';
  const { cursor } = read(text);
  const others: Tree[] = [
    { a: 'yes', b: [1, 2], c: null }, { a: 'ye', b: [1, 2, 2], c: null }, { a: 'yes', b: [1, 1, 2], c: null },
    { a: 'yes', b: [1, 2, 2], c: null, d: 1 }, { a: 'yes', b: [1, 2, 2], c: 'null' }, { a: 'yes', b: [1, 2, 2] }, '', {},
  ];
  for (const other of others) expect(losesNothing(cursor, 0, other)).toBe(false);
});

test('words between the leaves and spans that are cut short fail the proof', () => {
  const { cursor, value } = read('{"a": "yes"}');
  const skipped = { ...cursor, text: '{"a": and "yes"}', spans: [2, 3, 11, 14], at: 16 };
  expect(losesNothing(skipped, 0, value)).toBe(false);
  const short = { ...cursor, text: '{"a": "yes, no"}', spans: [2, 3, 7, 10], at: 16 };
  expect(losesNothing(short, 0, value)).toBe(false);
  const shrunk = { ...cursor, text: '{"a": "yes\\n"}', spans: [2, 3, 7, 12], at: 14 };
  expect(losesNothing(shrunk, 0, value)).toBe(false);
});

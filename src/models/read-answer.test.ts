import { expect, test } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { BROKEN_ANSWERS } from '../../test/corpus/broken-answers.ts';
import { SCHEMAS } from '../../test/corpus/schemas.ts';
import { verifies } from '../../test/verifies.ts';
import { readAnswer } from './read-answer.ts';

test('the corpus holds at least 120 broken answers, each under its own name', () => {
  verifies('model.answers_fit');
  expect(BROKEN_ANSWERS.length).toBeGreaterThanOrEqual(120);
  expect(new Set(BROKEN_ANSWERS.map((row) => row.name)).size).toBe(BROKEN_ANSWERS.length);
});

test.each(BROKEN_ANSWERS.map((row) => [row.name, row] as const))('corpus: %s', (_name, { schema, text, expect: expected }) => {
  const read = readAnswer(text, SCHEMAS[schema]);
  const got = read.ok ? { value: read.value } : { refusal: read.reason };
  expect(got).toStrictEqual(expected);
});

const DRAFT = SCHEMAS.draft;
const ANSWER = { title: 'Tea', body: 'Warm.' };

test('a refusal names the field and the types in both languages and says so to the model in one', () => {
  const read = readAnswer('{"title": "茶", "body": {"text": "温热"}}', DRAFT);
  expect(read).toMatchObject({
    ok: false, reason: 'unfit', where: '/body',
    because: {
      en: 'The field "/body" must be string, but is object. Answer again with JSON that fits the schema.',
      zh: '字段 "/body" 应为 string，实际是 object。请按 schema 重新给出 JSON。',
    },
    says: '字段 "/body" 应为 string，实际是 object。请按 schema 重新给出 JSON。（位置 /body）',
  });
  expect(readAnswer('{"title": "茶", "body": 5}', DRAFT, { locale: 'en' })).toMatchObject({ says: expect.stringContaining('must be string, but is number') as string });
});

test('a refusal of what cannot be read names line 2, column 11', () => {
  expect(readAnswer('{"title": "Tea",\n "body":  Warm}', DRAFT)).toMatchObject({ reason: 'word', where: '2:11', says: expect.stringContaining('(at 2:11)') as string });
});

test('what was mended is on record by name', () => {
  expect(readAnswer('\uFEFF```json\n{title: "Tea", /* now */ \'body\': "Warm.",}\n```', DRAFT)).toEqual({
    ok: true, value: ANSWER, repaired: ['byte-order-mark', 'fence', 'unquoted-key', 'comment', 'single-quotes', 'trailing-comma'],
  });
});

test('an exact reading mends how the JSON is written, but never a type', () => {
  expect(readAnswer('{flag: True,}', SCHEMAS.flag, { exact: true })).toMatchObject({ ok: true, value: { flag: true } });
  expect(readAnswer('{"flag": "true"}', SCHEMAS.flag)).toMatchObject({ ok: true, value: { flag: true } });
  expect(readAnswer('{"flag": "true"}', SCHEMAS.flag, { exact: true })).toMatchObject({ ok: false, reason: 'unfit' });
  expect(readAnswer(JSON.stringify('{"flag": true}'), SCHEMAS.flag, { exact: true })).toMatchObject({ ok: false, reason: 'unfit' });
});

test('the example of the prompt is set aside, and an answer that only repeats it is refused', () => {
  const example = { title: 'A title', body: 'A body' };
  const quoted = `Form: ${JSON.stringify(example)}\n`;
  expect(readAnswer(`${quoted}${JSON.stringify(ANSWER)}`, DRAFT, { examples: [example] })).toMatchObject({ ok: true, value: ANSWER });
  expect(readAnswer(quoted, DRAFT, { examples: [example] })).toMatchObject({ ok: false, reason: 'echo' });
});

test('a mend that a branch of the schema makes unsure is refused', () => {
  const branch = (x: string, y: string): JsonObject => ({ type: 'object', properties: { x: { type: x }, y: { type: y } }, required: ['x', 'y'] });
  const schema: JsonObject = { anyOf: [branch('string', 'number'), branch('number', 'number')] };
  expect(readAnswer('{"x": "1", "y": "2"}', schema)).toMatchObject({ ok: false, reason: 'ambiguous' });
  expect(readAnswer('{"x": "one", "y": "2"}', schema)).toMatchObject({ ok: true, value: { x: 'one', y: 2 } });
});

test('a broken schema is said to be the cause, and other dialects and repeated ids of schemas are read', () => {
  expect(readAnswer('{}', { type: 'nonsense' })).toMatchObject({ ok: false, reason: 'schema' });
  const draft7 = (): JsonObject => ({ $schema: 'http://json-schema.org/draft-07/schema#', $id: 'answer', type: 'object' });
  expect(readAnswer('{}', draft7())).toMatchObject({ ok: true });
  expect(readAnswer('{}', draft7())).toMatchObject({ ok: true });
});

test('an answer of 5,000,000 characters is read, one of more than maxChars is refused unread', { timeout: 60_000 }, () => {
  const body = 'warm 温热 '.repeat(625_000);
  const written = `{"title": "Tea", "body": "${body}",}`;
  expect(written.length).toBeGreaterThan(5_000_000);
  const read = readAnswer(written, DRAFT);
  expect(read.ok && read.value).toEqual({ title: 'Tea', body });
  expect(readAnswer(written, DRAFT, { maxChars: 5_000_000 })).toMatchObject({ ok: false, reason: 'too_large' });
});

test.each([
  ['brackets', '['], ['braces', '{'], ['braces and quotes', '{"'], ['empty lists', '[] '], ['keys', '{"a":'], ['quotes', '"'], ['backslashes', '\\'],
  ['quotes with comments', '"//'], ['quotes with commas', '","'], ['quotes of two kinds', '",“'], ['comments', '/**/'], ['digits', '1'], ['letters', '{a'], ['fences', '```\n'],
])('1,000,000 characters of %s are read or refused in linear time', { timeout: 120_000 }, (_name, unit) => {
  for (const start of ['', '{"title": "', '{"title": ']) {
    const costs = [100_000, 1_000_000].map((length) => {
      const began = performance.now();
      expect(typeof readAnswer(start + unit.repeat(length / unit.length), DRAFT).ok).toBe('boolean');
      return performance.now() - began;
    });
    // Ten times the text: a hundred times the time would be quadratic. The constant absorbs a busy machine.
    expect(costs[1]).toBeLessThan(60 * (costs[0] ?? 0) + 5_000);
  }
});

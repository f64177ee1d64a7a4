// decode(encode(x)) is x or a refusal, never another value: with each listed damage and with each pair of them.
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { canBeTold, DAMAGES, write } from '../../test/corpus/damage.ts';
import { verifies } from '../../test/verifies.ts';
import { readAnswer } from './read-answer.ts';

const text: JsonObject = { type: 'string' };
const SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    title: text, note: text, count: { type: 'integer' }, ratio: { type: 'number' }, done: { type: 'boolean' },
    owner: { anyOf: [text, { type: 'null' }] }, tags: { type: 'array', items: text }, spare: text,
    parts: { type: 'array', items: { type: 'object', properties: { name: text, text, spare: text }, required: ['name', 'text'], additionalProperties: false } },
  },
  required: ['title', 'count', 'ratio', 'done', 'owner', 'tags', 'parts'],
  additionalProperties: false,
};

/** Texts that are made to be misread. */
const pieces = fc.constantFrom(
  '"', "'", '“', '”', '„', '‘', '’', ',', '，', ':', '：', '{', '}', '[', ']', '【', '】', '\\', '\\d', 'C:\\dir', '\n', '\t', ' ', ' ', '```', '//', '/*', '*/', '#',
  'title', 'note', 'spare', 'a', 'yes', "it's", 'true', 'None', 'null', '12', '-1.5', '你好', '他说', '😀', 'é', '{"title": "x"}', '", "spare": "', '","', '"]', '"}', '...', '<think>',
);
const words = fc.array(pieces, { maxLength: 7 }).map((parts) => parts.join(''));
const calmWords = fc.array(fc.constantFrom('he ', 'said ', '"yes"', '“好”', "'no'", ' and', ' left', '，', '。', 'C:\\dir', '中文', ' it’s', "it's", '\n', '5'), { maxLength: 6 }).map((parts) => parts.join(''));
const anyText = fc.oneof(calmWords, words, fc.string({ maxLength: 8 }));

const anyValue = fc.record({
  title: anyText, note: anyText, count: fc.integer(), ratio: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n)),
  done: fc.boolean(), owner: fc.option(anyText, { nil: null }), tags: fc.array(anyText, { maxLength: 3 }), spare: anyText,
  parts: fc.array(fc.record({ name: anyText, text: anyText, spare: anyText }, { requiredKeys: ['name', 'text'], noNullPrototype: true }), { maxLength: 2 }),
}, { requiredKeys: ['title', 'count', 'ratio', 'done', 'owner', 'tags', 'parts'], noNullPrototype: true });

const where = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const damage = fc.constantFrom(...DAMAGES);

test('strict JSON is read as JSON.parse reads it', () => {
  fc.assert(fc.property(anyValue, (value) => {
    const read = readAnswer(JSON.stringify(value, null, 2), SCHEMA);
    expect(read).toEqual({ ok: true, value, repaired: [] });
  }), { numRuns: 1000 });
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const written = JSON.stringify(value);
    expect(readAnswer(written, {})).toEqual({ ok: true, value: JSON.parse(written), repaired: [] });
  }), { numRuns: 1000 });
});

test('a value with one listed damage, or with two, is read as itself or refused', () => {
  verifies('model.answers_fit');
  let taken = 0;
  fc.assert(fc.property(anyValue, fc.array(damage, { minLength: 1, maxLength: 2 }), where, (value, damages, at) => {
    fc.pre(canBeTold(value, damages));
    const written = write(value, damages, at);
    const read = readAnswer(written, SCHEMA);
    if (!read.ok) return;
    taken += 1;
    if (!isDeepStrictEqual(JSON.parse(JSON.stringify(read.value)), value)) expect({ written, value: read.value }).toEqual({ written, value });
  }), { numRuns: 6000 });
  expect(taken).toBeGreaterThan(1500);
});

test('no text makes the reader throw, and what it takes is well formed and fits', () => {
  fc.assert(fc.property(fc.oneof(words, fc.string({ unit: 'binary', maxLength: 60 }), fc.array(pieces, { maxLength: 40 }).map((parts) => `{"title": "${parts.join('')}`)), (written) => {
    const read = readAnswer(written, SCHEMA);
    if (read.ok) expect(JSON.stringify(read.value).isWellFormed()).toBe(true);
    else expect(read.says).not.toBe('');
  }), { numRuns: 3000 });
});

import { expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { misfitsOf } from './schema-misfits.ts';

const SCHEMA: JsonObject = { type: 'object', properties: { a: { type: 'number' }, b: { type: ['number', 'null'] } }, required: ['a', 'toString'] };

test('all 3 misfits of a value are listed with place, rule and what was wanted', () => {
  expect(misfitsOf(SCHEMA)?.({ a: '1', b: '2' })).toMatchObject([
    { path: '', keyword: 'required', params: { missingProperty: 'toString' } },
    { path: '/a', keyword: 'type', params: { type: 'number' } },
    { path: '/b', keyword: 'type', params: { type: ['number', 'null'] } },
  ]);
  expect(misfitsOf({})?.('anything')).toEqual([]);
});

test('100,000 misfits are all listed', () => {
  const find = misfitsOf({ type: 'array', items: { type: 'number' } });
  expect(find?.(Array.from({ length: 100_000 }, () => '1'))).toHaveLength(100_000);
});

test('a broken schema gives no check, an endless one a misfit, and neither throws', () => {
  expect(misfitsOf({ type: 'nonsense' })).toBeUndefined();
  expect(misfitsOf({ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } })?.(1).length ?? 1).toBeGreaterThan(0);
});

test('two schemas with one $id and a schema of draft-07 are both checked', () => {
  const named = (type: string): JsonObject => ({ $schema: 'http://json-schema.org/draft-07/schema#', $id: 'answer', type });
  expect(misfitsOf(named('string'))?.(1)).toHaveLength(1);
  expect(misfitsOf(named('number'))?.(1)).toHaveLength(0);
});

// Which schemas may be bound strictly, and which cannot be bound at all.
import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { fitsStrict, sentSchema, wayFor } from './schema-ways.ts';

const closed: JsonObject = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false };
test.each([
  ['closed, all required', closed, true],
  ['open', { ...closed, additionalProperties: true }, false],
  ['not all required', { ...closed, required: [] }, false],
  ['a keyword that strict mode does not know', { ...closed, properties: { a: { type: 'string', minLength: 3 } } }, false],
  ['an open object deep inside', { ...closed, properties: { a: { type: 'array', items: { type: 'object' } } } }, false],
  ['an open object among the definitions', { ...closed, $defs: { x: { type: ['object', 'null'] } } }, false],
  ['a choice of closed ones', { ...closed, properties: { a: { anyOf: [closed, { type: 'null' }] } } }, true],
] satisfies [string, JsonObject, boolean][])('%s: %#', (_name, schema, fits) => {
  expect(fitsStrict(schema)).toBe(fits);
});
test('objects are bound as the provider can, all else is asked for in words', () => {
  expect([wayFor('bound', closed), wayFor('json', closed), wayFor('bound', { type: 'array' }), wayFor('bound', { $ref: '#/$defs/x' })]).toEqual(['bound', 'json', 'words', 'words']);
});
test('the keywords that name the schema are not sent', () => {
  expect(sentSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'x', type: 'object' })).toEqual({ type: 'object' });
});

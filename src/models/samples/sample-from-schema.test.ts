import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../core/json.ts';
import { faultOf } from '../../core/schema/check-schema.ts';
import { sampleFromSchema } from './sample-from-schema.ts';
import { textFromPattern } from './text-from-pattern.ts';

const sample = (schema: JsonObject): Json => {
  const value = sampleFromSchema(schema, 'summer sale', 'en');
  expect(faultOf(schema, value), JSON.stringify(value)).toBeUndefined();
  return value;
};

describe('sampleFromSchema', () => {
  test('fills the input of a copywriter with the subject, optional fields too', () => {
    const schema = { type: 'object', properties: { topic: { type: 'string' }, tone: { type: 'string' }, max_length: { type: 'integer', minimum: 50, maximum: 400 } }, required: ['topic'] };
    expect(sample(schema)).toMatchObject({ topic: 'summer sale', tone: 'summer sale', max_length: expect.any(Number) });
  });

  test('a const, the first of an enum and a default are taken over', () => {
    expect(sample({ type: 'object', properties: { a: { const: 7 }, b: { enum: ['x', 'y'] }, c: { type: 'string', default: 'z' } } })).toEqual({ a: 7, b: 'x', c: 'z' });
  });

  test('a default that breaks its own schema is not taken over', () => {
    expect(sample({ type: 'string', minLength: 20, default: 'short' })).toHaveLength(20);
  });

  test('keeps 5 to 8 characters, also in Chinese and never half an emoji', () => {
    expect(sample({ type: 'string', minLength: 5, maxLength: 8 })).toBe('summer s');
    expect(sampleFromSchema({ type: 'string', maxLength: 3 }, '夏季促销', 'zh')).toBe('夏季促');
    expect(sampleFromSchema({ type: 'string', maxLength: 3 }, 'a👩‍👩‍👧b', 'en')).toBe('a');
  });

  test('keeps bounds and steps of numbers: above 3 in steps of 4, below 1, between 0.5 and 0.6', () => {
    expect(sample({ type: 'integer', exclusiveMinimum: 3, multipleOf: 4 })).toSatisfy((value: number) => value > 3 && value % 4 === 0);
    expect(sample({ type: 'integer', exclusiveMaximum: 1 })).toBe(0);
    expect(sample({ type: 'number', minimum: 0.5, maximum: 0.6 })).toBe(0.5);
    expect(sample({ type: 'number', exclusiveMinimum: 0.5, exclusiveMaximum: 0.6 })).toBe(0.55);
  });

  test('makes 3 different items where they must be unique, and stops at what an enum can give', () => {
    expect(new Set(sample({ type: 'array', items: { type: 'string' }, minItems: 3, uniqueItems: true }) as string[]).size).toBe(3);
    expect(sample({ type: 'array', items: { enum: ['a', 'b'] }, uniqueItems: true, maxItems: 9 })).toEqual(['a', 'b']);
  });

  test('follows references, parts, choices and conditions', () => {
    sample({ $defs: { point: { type: 'object', properties: { x: { type: 'integer' } }, required: ['x'] } }, type: 'array', items: { $ref: '#/$defs/point' }, minItems: 1 });
    expect(sample({ allOf: [{ type: 'object', properties: { a: { minLength: 3 } }, required: ['a'] }, { properties: { a: { type: 'string', maxLength: 4 } } }] })).toEqual({ a: 'summ' });
    sample({ oneOf: [{ type: 'string', maxLength: 2, minLength: 2 }, { type: 'integer' }] });
    const conditional: JsonObject = JSON.parse('{ "type": "object", "properties": { "kind": { "enum": ["a", "b"] }, "b": { "type": "string" } }, "required": ["kind"], "if": { "properties": { "kind": { "const": "a" } } }, "then": { "required": ["b"] } }');
    expect(sample(conditional)).toEqual({ kind: 'a', b: 'summer sale' });
    sample({ not: { type: 'string' }, type: ['string', 'integer'] });
  });

  test('a schema that contains itself ends', () => {
    sample({ $defs: { node: { type: 'object', properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } }, required: ['name'] } }, $ref: '#/$defs/node' });
  });

  test('formats and patterns look as they should', () => {
    expect(sample({ type: 'string', format: 'date' })).toBe('2030-01-01');
    expect(sample({ type: 'string', pattern: '^[A-Z]{2}-\\d{3,5}$', minLength: 7 })).toBe('AA-1111');
    sample({ type: 'object', patternProperties: { '^x_': { type: 'integer' } }, required: ['x_1'], additionalProperties: false });
  });

  test('a schema that contradicts itself still gives a value, which does not fit', () => {
    const schema = { type: 'string', minLength: 5, maxLength: 3 };
    expect(faultOf(schema, sampleFromSchema(schema, 'summer sale', 'en'))).toBe('unfit');
  });
});

describe('textFromPattern', () => {
  test.each(['^[a-z]+$', '^\\d{4}-\\d{2}$', '(foo|bar)+!', '^[^abc]x?$', '^(?:a(?<n>b){2}){2}$', '^\\p{Script=Han}{2,4}$', '^\\u0041[\\w.-]+@x\\.com$', '^a.c\\/$'])('%s is met', (pattern) => {
    expect(textFromPattern(pattern)).toMatch(new RegExp(pattern, 'u'));
  });

  test('what it does not understand gives nothing, and counts within counts do not explode', () => {
    expect(textFromPattern('^(?=b)a$')).toBeUndefined();
    expect(textFromPattern('[')).toBeUndefined();
    expect(textFromPattern('^(a{1000}){1000}$')).toBeUndefined();
  });
});

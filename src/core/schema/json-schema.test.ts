// JSON Schema: what is accepted, what is said, what cannot do harm.
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../json.ts';
import { compileSchema, fieldsOf, fitsSchema, isBoundedSchema, mainTextField } from './json-schema.ts';

const copywriter: JsonObject = {
  type: 'object',
  properties: { draft: { type: 'string', description: 'The text' }, summary: { type: 'string' }, score: { type: ['integer', 'null'] } },
  required: ['draft'],
  additionalProperties: false,
};

function problems(value: Json, schema: Json): readonly string[] {
  const compiled = compileSchema(schema);
  if (!compiled.ok) throw new Error(compiled.because);
  return compiled.validate(value).map((problem) => problem.message.en);
}

test('every problem is named by its path, in both languages', () => {
  const compiled = compileSchema(copywriter);
  expect(compiled.ok && compiled.validate({ draft: 3, score: 'x', more: 1 })).toEqual([
    { path: '', message: { en: '/: must not have the field `more`', zh: '/：不能有字段 `more`' } },
    { path: '/draft', message: { en: '/draft: must be string', zh: '/draft：必须是字符串' } },
    { path: '/score', message: { en: '/score: must be integer or null', zh: '/score：必须是整数或null' } },
  ]);
  expect(problems({}, copywriter)).toEqual(['/: must have the field `draft`']);
  expect(fitsSchema({ draft: 'x' }, copywriter)).toBe(true);
});

test('one schema object is compiled once', () => {
  expect(compileSchema(copywriter)).toBe(compileSchema(copywriter));
});

describe('dialects', () => {
  test.each<[string, Json, Json, boolean]>([
    ['2020-12 prefixItems', { prefixItems: [{ type: 'string' }], items: false }, ['a', 1], false],
    ['draft-07 lists of items, without $schema', { type: 'array', items: [{ type: 'string' }], additionalItems: false }, ['a', 1], false],
    ['draft-07 definitions', { $schema: 'http://json-schema.org/draft-07/schema#', definitions: { t: { type: 'string' } }, properties: { a: { $ref: '#/definitions/t' } } }, { a: 1 }, false],
    ['an unknown $schema', { $schema: 'https://example.org/my-dialect', type: 'string' }, 'x', true],
    ['unknown keywords and formats', { type: 'string', format: 'email', 'x-order': 3 }, 'no address', true],
    ['a pattern with an escape that strict syntax forbids', { type: 'string', pattern: "^\\'a" }, "'a", true],
    ['true', true, 1, true],
    ['false', false, 1, false],
  ])('%s', (_, schema, value, fits) => {
    expect(fitsSchema(value, schema)).toBe(fits);
  });
});

describe('what could do harm', () => {
  test('a required field named like a method of every object is still required', () => {
    expect(problems({}, { required: ['toString', 'constructor'] })).toHaveLength(2);
  });

  test('nothing is fetched: a remote reference is refused', () => {
    expect(compileSchema({ $ref: 'https://example.org/schema.json' })).toMatchObject({ ok: false, code: 'input.invalid' });
  });

  test('two schemas may give themselves the same name, even the name of the dialect', () => {
    const name = 'https://json-schema.org/draft/2020-12/schema';
    compileSchema({ $id: name, type: 'string' });
    expect(fitsSchema('x', { $id: 'mine', type: 'string' })).toBe(true);
    expect(fitsSchema(1, { $id: 'mine', type: 'number' })).toBe(true);
    expect(compileSchema({ type: 'objct' })).toMatchObject({ ok: false });
  });

  test('a schema that refers to itself works, and one without end is a problem, not a crash', () => {
    const tree: JsonObject = { type: 'object', properties: { child: { $ref: '#' } } };
    expect(problems({ child: { child: 3 } }, tree)).toEqual(['/child/child: must be object']);
    expect(problems(1, { $ref: '#' })).toHaveLength(1);
  });

  test('asynchronous schemas and things that are no schema are refused', () => {
    expect(compileSchema({ $async: true })).toMatchObject({ ok: false });
    expect(compileSchema('{"type":"object"}')).toMatchObject({ ok: false });
    expect(compileSchema(null)).toMatchObject({ ok: false });
    expect(fitsSchema('x', { type: 'objct' })).toBe(false);
  });

  test('50 wrong items give 20 sentences, 100,000 wrong items give the first', () => {
    const numbers: JsonObject = { type: 'array', items: { type: 'number' } };
    expect(problems(Array<string>(50).fill('x'), numbers)).toHaveLength(20);
    expect(problems(Array<string>(100_000).fill('x'), numbers)).toEqual(['/0: must be number']);
  });

  test('patterns, references and uniqueness are not bounded by the size of the value', () => {
    expect(isBoundedSchema(copywriter)).toBe(true);
    expect(isBoundedSchema({ properties: { a: { pattern: '(a+)+$' } } })).toBe(false);
    expect(isBoundedSchema({ patternProperties: { '(a+)+$': true } })).toBe(false);
    expect(isBoundedSchema({ items: { $ref: '#/$defs/a' } })).toBe(false);
    expect(isBoundedSchema({ uniqueItems: true })).toBe(false);
  });
});

test('the fields of a schema are listed in order with type, need, description and values', () => {
  const schema: JsonObject = { properties: { ...(copywriter['properties'] as JsonObject), tags: { type: 'array', items: { type: 'string' } }, kind: { enum: ['a', 'b'] }, any: true }, required: ['draft'] };
  expect(fieldsOf(schema)).toEqual([
    { name: 'draft', type: 'string', required: true, description: 'The text' },
    { name: 'summary', type: 'string', required: false },
    { name: 'score', type: 'integer | null', required: false },
    { name: 'tags', type: 'string[]', required: false },
    { name: 'kind', type: 'any', required: false, values: ['a', 'b'] },
    { name: 'any', type: 'any', required: false },
  ]);
  expect(fieldsOf('nothing')).toEqual([]);
});

test('the main text of an output is its only required text field, else its only one', () => {
  expect(mainTextField(copywriter)).toBe('draft');
  expect(mainTextField({ properties: { a: { type: 'string' }, n: { type: 'number' } } })).toBe('a');
  expect(mainTextField({ properties: { a: { type: 'string' }, b: { type: 'string' } } })).toBeUndefined();
});

// Arguments as models write them, against the tool's schema and what an allow list adds.
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject, Locale } from '../json.ts';
import { argumentSchema, decodeArguments, shownParameters } from './arguments.ts';

const PLACE: JsonObject = { type: 'object', properties: { place: { type: 'string' }, depth: { type: 'integer', minimum: 1 } }, required: ['place'], additionalProperties: false };
const why = (decoded: ReturnType<typeof decodeArguments>): string => (decoded.ok ? 'fits' : decoded.because);

describe('decoding', () => {
  test('the purpose is taken off and kept for the record', () => {
    expect(decodeArguments(PLACE, null, { place: 'attic', purpose: 'to look' })).toEqual({ ok: true, args: { place: 'attic' }, purpose: 'to look' });
    expect(decodeArguments(PLACE, null, { place: 'attic', purpose: '  ' })).toEqual({ ok: true, args: { place: 'attic' }, purpose: null });
    expect(decodeArguments(PLACE, null, { place: 'attic', purpose: 7 })).toEqual({ ok: true, args: { place: 'attic' }, purpose: null });
  });

  test('a tool with a purpose of its own gets it', () => {
    const own: JsonObject = { type: 'object', properties: { purpose: { type: 'string' } }, required: ['purpose'] };
    expect(decodeArguments(own, null, { purpose: 'sale' })).toEqual({ ok: true, args: { purpose: 'sale' }, purpose: null });
    expect(shownParameters(own, 'en')).toBe(own);
  });

  test.each<readonly [Json]>([[null], [''], [{}]])('%j is written for "no arguments"', (given) => {
    expect(decodeArguments({ type: 'object', properties: {} }, null, given)).toEqual({ ok: true, args: {}, purpose: null });
  });

  test.each<readonly [Json]>([[[]], ['{"place": "attic"}'], [7], [false]])('%j is no object and is refused, not guessed', (given) => {
    expect(why(decodeArguments(PLACE, null, given))).toContain('no JSON object');
  });

  test('every problem is told at once, each in both languages', () => {
    const decoded = decodeArguments(PLACE, null, { depth: 0, colour: 'red' });
    expect(decoded).toMatchObject({ ok: false, code: 'tool.bad_arguments' });
    for (const name of ['place', 'depth', 'colour']) expect(why(decoded)).toContain(name);
    expect(decoded.ok ? [] : decoded.details?.['problems']).toHaveLength(3);
  });

  test('an allow list narrows: both schemas must say yes', () => {
    const attic = argumentSchema({ place: 'attic' });
    expect(decodeArguments(PLACE, attic, { place: 'attic' })).toMatchObject({ ok: true });
    expect(why(decodeArguments(PLACE, attic, { place: 'cellar' }))).toContain('place');
    expect(why(decodeArguments(PLACE, attic, { place: 'attic', depth: 2 }))).toContain('depth');
  });

  test('a schema that cannot be used refuses the call and says so', () => {
    expect(why(decodeArguments({ type: 'object', properties: { a: { type: 'no such type' } } }, null, { a: 1 }))).toContain('schema of this tool');
  });

  test('no name that every object has is taken for a parameter', () => {
    expect(why(decodeArguments(PLACE, null, JSON.parse('{"place":"attic","__proto__":{"depth":2}}')))).toContain('__proto__');
  });
});

describe('what an allow list writes', () => {
  test('name → type in short allows these arguments and no other', () => {
    expect(argumentSchema({ sql: 'str', limit: 'int' })).toEqual({ type: 'object', properties: { sql: { type: 'string' }, limit: { type: 'integer' } }, additionalProperties: false });
  });

  test('what is no type is the only value allowed, and a schema inside stays a schema', () => {
    expect(argumentSchema({ database: 'sales', rows: { maximum: 10 }, exact: true })).toMatchObject({ properties: { database: { const: 'sales' }, rows: { maximum: 10 }, exact: { const: true } } });
  });

  test.each<readonly [JsonObject]>([[{ type: 'object', required: ['a'] }], [{ anyOf: [{}] }], [{ $ref: '#/$defs/a' }], [{ properties: { a: {} } }], [{ not: {} }]])('%j is JSON Schema and stays as it is', (schema) => {
    expect(argumentSchema(schema)).toBe(schema);
  });

  test('an argument that is named `type` can be narrowed too', () => {
    expect(argumentSchema({ type: 'string' })).toMatchObject({ properties: { type: { type: 'string' } }, additionalProperties: false });
  });
});

test('the schema that a model is shown has the purpose beside its own properties, and the tool\'s own is not touched', () => {
  const shown = shownParameters(PLACE, 'en');
  expect(Object.keys(shown['properties'] as JsonObject)).toEqual(['place', 'depth', 'purpose']);
  expect(shown['required']).toEqual(['place']);
  expect(Object.keys(PLACE['properties'] as JsonObject)).toEqual(['place', 'depth']);
});

test('the meaning of a parameter is shown in the language of the goal, inside lists too, and the tool\'s own schema is not touched', () => {
  const parameters: JsonObject = { type: 'object', properties: { path: { type: 'string' }, edits: { type: 'array', items: { type: 'object', properties: { old: { type: 'string' } } } } } };
  const meanings = { path: { en: 'A path.', zh: '路径。' }, 'edits.old': { en: 'What is there.', zh: '原有内容。' } };
  const shown = (locale: Locale) => shownParameters(parameters, locale, meanings)['properties'];
  expect(shown('zh')).toEqual({
    path: { type: 'string', description: '路径。' },
    edits: { type: 'array', items: { type: 'object', properties: { old: { type: 'string', description: '原有内容。' } } } },
    purpose: { type: 'string', description: '用一句话说明为什么进行这次调用。' },
  });
  expect(shown('en')).toMatchObject({ path: { description: 'A path.' }, purpose: { description: 'Why you make this call, in one sentence.' } });
  expect(JSON.stringify(parameters)).not.toContain('description');
});

// A family of schemas that can be met, nested and combined: whatever is asked, the sample fits.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { sampleFromSchema } from './sample-from-schema.ts';

const range = (least: number, most: number) => fc.tuple(fc.integer({ min: least, max: most }), fc.integer({ min: 0, max: most })).map(([low, more]) => ({ low, high: low + more }));

const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
  range(0, 60).map(({ low, high }) => ({ type: 'string', minLength: low, maxLength: high })),
  fc.constantFrom('date', 'email', 'uri', 'uuid').map((format) => ({ type: 'string', format })),
  fc.constantFrom('^[a-z]{2,4}$', '^\\d+$', '^(a|b)c?$', '^[A-Z][\\w-]*$').map((pattern) => ({ type: 'string', pattern })),
  range(-50, 50).map(({ low, high }) => ({ type: 'integer', minimum: low, maximum: high })),
  range(-50, 50).map(({ low, high }) => ({ type: 'number', exclusiveMinimum: low, exclusiveMaximum: high + 1 })),
  fc.integer({ min: 1, max: 9 }).map((multipleOf) => ({ type: 'integer', multipleOf, minimum: 11 })),
  fc.constantFrom<JsonObject>({ type: 'boolean' }, { type: 'null' }, { const: { a: [1] } }, { enum: [1, 'x', null] }, {}, { type: ['null', 'string'] }),
);

const schema = fc.letrec<{ any: JsonObject }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.tuple(tie('any'), range(0, 3)).map(([items, { low, high }]) => ({ type: 'array', items, minItems: low, maxItems: high })),
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((prefixItems) => ({ type: 'array', prefixItems, items: false })),
    fc.tuple(fc.dictionary(fc.constantFrom('topic', '语气', 'max_length', 'a b', 'list'), tie('any'), { maxKeys: 4 }), fc.boolean(), fc.boolean()).map(([properties, closed, all]): JsonObject => ({
      type: 'object', properties, required: all ? Object.keys(properties) : Object.keys(properties).slice(0, 1), additionalProperties: !closed,
    })),
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    tie('any').map((part) => ({ allOf: [part, {}] })),
    tie('any').map((part) => ({ $ref: '#/$defs/part', $defs: { part } })),
  ),
})).any;

// References reach to the root only, so nested ones are wrapped once at the top.
const rooted = fc.oneof(schema.filter((each) => !JSON.stringify(each).includes('$ref')), leaf.map((part) => ({ type: 'array', items: { $ref: '#/$defs/part' }, minItems: 1, $defs: { part } })));

const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });

test('every sample of a schema that can be met validates, in both languages, and twice the same', () => {
  fc.assert(
    fc.property(rooted, fc.constantFrom('en', 'zh'), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (wanted, locale, seedText) => {
      const value = sampleFromSchema(wanted, seedText, locale);
      expect(ajv.validate(wanted, value), JSON.stringify({ wanted, value })).toBe(true);
      expect(sampleFromSchema(wanted, seedText, locale)).toEqual(value);
    }),
    { numRuns: 100 },
  );
});

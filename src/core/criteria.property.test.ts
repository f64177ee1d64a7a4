// What holds for any criteria and any output.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from './json.ts';
import type { Criterion, Rule } from './criteria.ts';
import { CRITERIA, checkTotal, criteriaFromInput, describeCriterion, isCriterion, isRule, mergeCriteria, needsOf, readCriteria } from './criteria.ts';
import { SCRIPTS } from './criteria/counting.ts';
import type { KeyKind } from './criteria/criterion-keys.ts';
import { isOptional } from './criteria/criterion-keys.ts';
import { rowOf } from './criteria/criterion-rules.ts';
import { TEXT_PATTERNS } from './criteria/text-patterns.ts';

const word = fc.oneof(fc.constantFrom('折扣', 'API', '!', '夏', 'é', '👩‍👩‍👧'), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((text) => text.trim() !== '' && text.normalize('NFKC') !== ''));
const path = fc.constantFrom('draft', 'a.b', 'items.0', '__proto__');
const count = fc.integer({ min: 1, max: 300 });
const VALUES: Readonly<Record<KeyKind, fc.Arbitrary<unknown>>> = {
  count, timeout: count, path, share: fc.constantFrom(0.1, 0.5, 1),
  sentence: word.map((text) => text.trim()), name: fc.constantFrom('voice', '语气'),
  texts: fc.array(word, { minLength: 1, maxLength: 4 }), paths: fc.array(path, { minLength: 1, maxLength: 3 }),
  counted: fc.oneof(fc.constantFrom(...Object.keys(TEXT_PATTERNS)), fc.record({ text: word })),
  regex: fc.constantFrom('^a', '\\p{L}', '[!！]'), flags: fc.constantFrom('', 'u', 'im'),
  schema: fc.constantFrom<unknown>({ type: 'string' }, { type: 'object', required: ['draft'] }, { items: { pattern: 'a' } }, {}),
  script: fc.constantFrom(...Object.keys(SCRIPTS)), command: fc.constantFrom(['npm', 'test'], ['true']),
};
const rules: readonly Rule[] = Object.keys(CRITERIA).filter(isRule);

const written = fc.constantFrom(...rules).chain((rule) => {
  const keys = Object.entries(rowOf(rule).keys).map(([key, kind]) => {
    const value = VALUES[kind.replace('?', '') as KeyKind];
    return [key, isOptional(kind) ? fc.option(value, { nil: undefined }) : value] as const;
  });
  return fc.record(Object.fromEntries(keys)).map((values): Record<string, unknown> => ({ rule, ...values }));
});
const valid = fc.array(written, { maxLength: 8 }).map((list) => readCriteria(list)).filter((read) => read.ok);
const outputs: fc.Arbitrary<Json> = fc.oneof(
  fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }) as fc.Arbitrary<Json>,
  fc.record({ draft: fc.string({ unit: 'grapheme', maxLength: 400 }), a: fc.record({ b: fc.string() }) }),
);

test('what was read and stored as JSON is read again unchanged, ids included', () => {
  fc.assert(fc.property(valid, (read) => {
    if (!read.ok) return;
    expect(readCriteria(JSON.parse(JSON.stringify(read.criteria)))).toEqual(read);
    expect(read.criteria.every(isCriterion)).toBe(true);
    expect(new Set(read.criteria.map((criterion) => criterion.id)).size).toBe(read.criteria.length);
  }));
});

test('every rule can be generated, read and described in both languages', () => {
  const seen = new Set<Rule>();
  fc.assert(fc.property(valid, (read) => {
    for (const criterion of read.ok ? read.criteria : []) {
      seen.add(criterion.rule);
      const { en, zh } = describeCriterion(criterion);
      expect(en.trim().length * zh.trim().length).toBeGreaterThan(0);
    }
  }), { numRuns: 150 });
  expect([...seen].sort()).toEqual([...rules].sort());
});

test('checking never throws, answers in the order of the criteria, and gives a fix exactly when not passed', () => {
  fc.assert(fc.property(valid, outputs, (read, output) => {
    const criteria = read.ok ? read.criteria : [];
    const results = checkTotal(criteria, output);
    expect(results.map((result) => result.id)).toEqual(needsOf(criteria).nothing.map((criterion) => criterion.id));
    for (const result of results) {
      expect(typeof result.passed).toBe('boolean');
      expect(result.fix === undefined).toBe(result.passed === true);
    }
  }), { numRuns: 150 });
});

test('an output nested 100,000 deep is measured like any other', () => {
  let deep: Json = 'end';
  for (let level = 0; level < 100_000; level++) deep = [deep];
  const criteria: readonly Criterion[] = [{ id: 'c1', rule: 'max_chars', value: 3 }, { id: 'c2', rule: 'json_schema', schema: { type: 'object' } }];
  expect(checkTotal(criteria, deep).map((result) => result.passed)).toEqual([true, false]);
});

test('reading never throws, whatever comes', () => {
  fc.assert(fc.property(fc.anything({ withBigInt: true, withNullPrototype: true, withDate: true, withMap: true }), (input) => {
    const read = readCriteria(input);
    expect(read.ok || read.because.length > 0).toBe(true);
  }), { numRuns: 200 });
  fc.assert(fc.property(fc.array(fc.dictionary(fc.constantFrom('rule', 'value', 'values', 'pattern', 'field', 'schema', 'id', ...rules), fc.anything())), (input) => {
    const read = readCriteria(input);
    expect(read.ok || read.because.length > 0).toBe(true);
  }), { numRuns: 200 });
});

test('merging keeps the own criteria first and unchanged, gives unique ids, and adds nothing the second time', () => {
  const inputs = fc.record({ max_length: count, tone: fc.constantFrom('活泼', 'formal'), language: fc.constantFrom('zh', 'fr'), keywords: fc.array(word, { maxLength: 3 }) }, { requiredKeys: [] });
  fc.assert(fc.property(valid, inputs, (read, input) => {
    const own = read.ok ? read.criteria : [];
    const derived = criteriaFromInput(input, 'zh');
    const merged = mergeCriteria(own, derived);
    expect(merged.slice(0, own.length)).toEqual(own);
    expect(new Set(merged.map((criterion) => criterion.id)).size).toBe(merged.length);
    expect(mergeCriteria(merged, derived)).toBe(merged);
  }));
});

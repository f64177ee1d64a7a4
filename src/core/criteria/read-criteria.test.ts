// Reading criteria: looseness with one meaning is mended, the rest is refused with what to write instead.
import { describe, expect, test } from 'vitest';
import { isCriterion, readCriteria } from '../criteria.ts';

function read(input: unknown): unknown {
  const result = readCriteria(input);
  return result.ok ? result.criteria.map((criterion) => ({ ...criterion, id: undefined })) : result.because;
}

function because(input: unknown, options = {}): string {
  const result = readCriteria(input, options);
  return result.ok ? 'accepted' : result.because;
}

describe('is mended', () => {
  test.each<[string, unknown, unknown]>([
    ['a sentence', '语气亲切', { rule: 'sentence', text: '语气亲切' }],
    ['a number as text', { rule: 'max_chars', value: ' ２００ ' }, { rule: 'max_chars', value: 200 }],
    ['one value for a list', { rule: 'must_contain', values: '折扣' }, { rule: 'must_contain', values: ['折扣'] }],
    ['value for values', { rule: 'must_contain', value: ['a', 5] }, { rule: 'must_contain', values: ['a', '5'] }],
    ['the short form', { max_chars: 200 }, { rule: 'max_chars', value: 200 }],
    ['the short form with a field', { must_contain: ['a'], field: 'draft' }, { rule: 'must_contain', values: ['a'], field: 'draft' }],
    ['the short form with keys inside', { min_count: { pattern: 'emoji', value: 2 } }, { rule: 'min_count', pattern: 'emoji', value: 2 }],
    ['the short form of a schema', { json_schema: { type: 'object' } }, { rule: 'json_schema', schema: { type: 'object' } }],
    ['a schema as text', { rule: 'json_schema', schema: '{"type":"object"}' }, { rule: 'json_schema', schema: { type: 'object' } }],
    ['other spellings of names', { Rule: 'Max-Chars', Value: 3 }, { rule: 'max_chars', value: 3 }],
    ['type for rule', { type: 'maxWords', value: 3 }, { rule: 'max_words', value: 3 }],
    ['a pattern by its Chinese name', { rule: 'min_count', pattern: '感叹号', value: 3 }, { rule: 'min_count', pattern: 'exclamation_marks', value: 3 }],
    ['a pattern in the singular', { rule: 'min_count', pattern: 'rhetorical question', value: 1 }, { rule: 'min_count', pattern: 'rhetorical_questions', value: 1 }],
    ['a sign to be counted', { rule: 'min_count', pattern: '～', value: 1 }, { rule: 'min_count', pattern: { text: '～' }, value: 1 }],
    ['a language for a script', { rule: 'script', script: 'zh-CN', min_share: '80%' }, { rule: 'script', script: 'Han', min_share: 0.8 }],
    ['a path with a root', { rule: 'max_chars', value: 3, field: '$.a.b' }, { rule: 'max_chars', value: 3, field: 'a.b' }],
    ['a JSON pointer', { rule: 'required_fields', fields: ['/a/b'] }, { rule: 'required_fields', fields: ['a.b'] }],
    ['the flag g', { rule: 'regex', pattern: 'a', flags: 'gi' }, { rule: 'regex', pattern: 'a', flags: 'i' }],
    ['keys that are null and remarks', { rule: 'max_chars', value: 3, field: null, reason: 'short' }, { rule: 'max_chars', value: 3 }],
    ['a description alone', { id: 'x', description: 'Be kind' }, { rule: 'sentence', text: 'Be kind' }],
    ['an object as text', '{"rule":"max_chars","value":3}', { rule: 'max_chars', value: 3 }],
  ])('%s', (_, written, expected) => {
    expect(read([written])).toEqual([expected]);
  });

  test('a list that is an object, a text or missing', () => {
    const expected = [{ rule: 'max_chars', value: 200 }, { rule: 'must_contain', values: ['a'] }];
    expect(read({ max_chars: 200, must_contain: 'a' })).toEqual(expected);
    expect(read('[{"rule":"max_chars","value":200},{"must_contain":"a"}]')).toEqual(expected);
    expect(read({ criteria: expected })).toEqual(expected);
    expect(read('Be kind')).toEqual([{ rule: 'sentence', text: 'Be kind' }]);
    expect(read('[重要] 语气亲切')).toEqual([{ rule: 'sentence', text: '[重要] 语气亲切' }]);
    expect([read(undefined), read(null), read('')]).toEqual([[], [], []]);
  });
});

describe('ids', () => {
  const ids = (input: unknown): readonly string[] => {
    const result = readCriteria(input);
    return result.ok ? result.criteria.map((criterion) => criterion.id) : [];
  };

  test('are c1, c2, … in order, own ones stay when unique, and no number is given twice', () => {
    expect(ids(['a', 'b'])).toEqual(['c1', 'c2']);
    expect(ids([{ id: 'tone', text: 'a' }, 'b', { id: 'tone', text: 'c' }])).toEqual(['tone', 'c2', 'c3']);
    expect(ids(['a', { id: 'c1', text: 'b' }])).toEqual(['c2', 'c1']);
    expect(ids([{ id: 7, text: 'a' }, { id: ' ', text: 'b' }])).toEqual(['c1', 'c2']);
  });
});

describe('is refused, with what to write instead', () => {
  test.each<[unknown, string]>([
    [{ rule: 'max_lenght', value: 3 }, 'criteria[0]: there is no rule "max_lenght"; the nearest is "max_chars", written {"rule":"max_chars","value":200}.'],
    [{ rule: 'language', value: 'zh' }, 'criteria[0]: there is no rule "language"; the nearest is "script", written {"rule":"script","script":"Han","min_share":0.6}.'],
    [{ rule: 'max_chars' }, 'criteria[0]: the rule max_chars needs the key "value"; write a whole number from 1 to 10000000.'],
    [{ rule: 'max_chars', value: -5 }, 'criteria[0]: "value" cannot be -5; write a whole number from 1 to 10000000.'],
    [{ rule: 'max_chars', value: 2.5 }, 'criteria[0]: "value" cannot be 2.5; write a whole number from 1 to 10000000.'],
    [{ rule: 'max_chars', value: 3, feild: 'draft' }, 'criteria[0]: the rule max_chars has no key "feild"; its keys are value, field.'],
    [{ rule: 'regex', pattern: '(' }, 'criteria[0]: Invalid regular expression: /(/: Unterminated group; write a JavaScript regular expression without slashes around it.'],
    [{ rule: 'command', command: 'npm test' }, 'criteria[0]: "command" cannot be npm test; write the program and its arguments as a list of texts, such as ["npm", "test"].'],
    [{ rule: 'must_contain_any', values: ['a'], min: 2 }, 'criteria[0]: "min" is above the number of values; write at most 1.'],
    [{ rule: 'script', script: 'Han', min_share: 80 }, 'criteria[0]: "min_share" cannot be 80; write a number above 0 and up to 1, such as 0.5 for one half.'],
    [{ rule: 'sentence', text: '‹one requirement that can be judged›' }, 'criteria[0]: "‹one requirement that can be judged›" is the placeholder of the example; write the real value.'],
    [42, 'criteria[0]: write an object such as {"rule":"max_chars","value":200}, or a sentence.'],
  ])('%j', (written, sentence) => {
    expect(because([written])).toBe(sentence);
  });

  test('every problem of every criterion at once, by its place in the list', () => {
    const lines = because(['fine', { rule: 'max_chars', value: 'many', limit: 3 }, { rule: 'json_schema', schema: { type: 'objct' } }, {}]).split('\n');
    expect(lines.map((line) => line.slice(0, 12))).toEqual(['criteria[1]:', 'criteria[1]:', 'criteria[2]:', 'criteria[3]:']);
  });

  test('in both languages, as a sentence and problem by problem in the details', () => {
    const refused = readCriteria([{ rule: 'max_chars', value: 0 }]);
    expect(refused).toEqual({
      ok: false,
      code: 'criteria.invalid',
      because: 'criteria[0]: "value" cannot be 0; write a whole number from 1 to 10000000.',
      says: { en: 'criteria[0]: "value" cannot be 0; write a whole number from 1 to 10000000.', zh: 'criteria[0]："value" 不能是“0”，请写从 1 到 10000000 的整数。' },
      details: { problems: [{ at: 'criteria[0]', en: '"value" cannot be 0; write a whole number from 1 to 10000000', zh: '"value" 不能是“0”，请写从 1 到 10000000 的整数' }] },
    });
  });

  test('a check that the team has not registered, with the nearest name', () => {
    expect(because([{ rule: 'predicate', name: 'brand_vioce' }], { predicates: ['brand_voice'] })).toContain('the nearest is "brand_voice"');
    expect(because([{ rule: 'predicate', name: 'anything' }])).toBe('accepted');
  });

  test('a rule that the team does not allow', () => {
    expect(because([{ rule: 'command', command: ['ls'] }], { rules: ['max_chars', 'sentence'] })).toContain('there is no rule "command"');
  });

  test('51 criteria, a text of 2,001 characters, and 101 values', () => {
    expect(because(Array(51).fill('x'))).toBe('criteria: there are 51, at most 50 are allowed; join or drop some.');
    expect(because(['x'.repeat(2_001)])).toContain('a text of 1 to 2000 characters');
    expect(because([{ must_contain: Array(101).fill('x') }])).toContain('a list of 1 to 100 texts');
  });

  test('rules that no text can meet together', () => {
    expect(because([{ min_chars: 300 }, { max_chars: 200 }])).toBe('criteria: c1 (min_chars) and c2 (max_chars) cannot both be met; change one of them.');
    expect(because([{ must_contain: ['ＡＰＩ'] }, { must_not_contain: ['api'] }])).toContain('cannot both be met');
    expect(because([{ min_chars: 300, field: 'a' }, { max_chars: 200, field: 'b' }])).toBe('accepted');
  });

  test('values that JSON does not know, without a crash', () => {
    const ring: Record<string, unknown> = {};
    ring['self'] = ring;
    expect(because([{ rule: 'json_schema', schema: ring }])).toContain('write a JSON Schema');
    expect(because([{ rule: 'max_chars', value: 10n }])).toContain('"value" cannot be 10');
    expect(because([{ rule: 'max_chars', value: Symbol('x') }])).toContain('"value" cannot be Symbol(x)');
    expect(because(JSON.parse('[{"__proto__": {"rule": "max_chars", "value": 3}}]'))).toContain('the key "rule" is missing');
  });
});

test('the strict form is told from everything else', () => {
  expect(isCriterion({ id: 'c1', rule: 'max_chars', value: 3 })).toBe(true);
  expect(isCriterion({ rule: 'max_chars', value: 3 })).toBe(false);
  expect(isCriterion({ id: 'c1', rule: 'max_chars', value: '3' })).toBe(false);
  expect(isCriterion({ id: 'c1', rule: 'max_chars', value: 3, more: 1 })).toBe(false);
  expect(isCriterion({ id: 'c1', rule: 'toString' })).toBe(false);
});

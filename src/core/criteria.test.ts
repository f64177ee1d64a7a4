// Criteria: what each rule accepts, what a failure says, and what each rule needs to be judged.
import { describe, expect, test } from 'vitest';
import { verifies } from '../../test/verifies.ts';
import type { Json, JsonObject, Locale } from './json.ts';
import { LOCALES } from './json.ts';
import type { Criterion, CriterionOf } from './criteria.ts';
import { CRITERIA, checkCriterion, checkTotal, criteriaVocabulary, criterionSchemaOf, describeCriterion, isRule, needsOf, outputText, readCriteria } from './criteria.ts';
import { fitsSchema } from './schema/json-schema.ts';

function criterion(written: Json): Criterion {
  const read = readCriteria([written]);
  const first = read.ok ? read.criteria[0] : undefined;
  if (first === undefined) throw new Error(read.ok ? 'none' : read.because);
  return first;
}

const fixOf = (written: Json, output: Json): string | undefined => checkTotal([criterion(written)], output)[0]?.fix?.en;

describe('the text that is measured', () => {
  test('is the output itself, its only text, or all its texts joined by newlines', () => {
    expect(outputText('plain')).toBe('plain');
    expect(outputText({ draft: 'text', score: 3 })).toBe('text');
    expect(outputText({ title: 'A', parts: ['b', { more: 'c' }], n: 1, nothing: null })).toBe('A\nb\nc');
    expect(outputText(12)).toBe('12');
    expect(outputText(null)).toBe('');
  });

  test('is a field when the criterion names one by its path', () => {
    const output = { draft: 'x', a: { b: 'deep', list: ['first'] }, 'dotted.key': 'own' };
    expect(outputText(output, 'a.b')).toBe('deep');
    expect(outputText(output, 'a.list.0')).toBe('first');
    expect(outputText(output, 'dotted.key')).toBe('own');
    expect(outputText(output, 'output.draft')).toBe('x');
    expect(outputText(output, 'toString')).toBeUndefined();
    expect(outputText(output, 'a.list.length')).toBeUndefined();
  });

  test('a missing field fails and says so', () => {
    expect(fixOf({ rule: 'must_not_contain', values: ['x'], field: 'draft' }, 'text')).toBe('The output has no field `draft`; put the text there.');
  });
});

describe('each rule met, and not met with its figure', () => {
  const cases: readonly (readonly [JsonObject, Json, Json, string])[] = [
    [{ rule: 'max_chars', value: 4 }, '夏👩‍👩‍👧é!', '夏日炎炎，折扣', 'It has 7 characters; shorten it by at least 3.'],
    [{ rule: 'min_chars', value: 4, field: 'draft' }, { draft: '夏日炎炎' }, { draft: '夏', summary: 'long enough' }, 'It has 1 character; add at least 3.'],
    [{ rule: 'max_words', value: 3 }, 'one, two — three!', 'one two three four', 'It has 4 words; shorten it by at least 1.'],
    [{ rule: 'must_contain', values: ['API', '折扣'] }, '这个ａｐｉ有折扣', '这个 api', 'It does not contain “折扣”; put it in, word for word.'],
    [{ rule: 'must_contain_any', values: ['a', 'b', 'c'], min: 2 }, 'C and B', 'b', 'It contains 1 of them; put in at least 1 more, word for word: “a”, “c”.'],
    [{ rule: 'must_not_contain', values: ['最佳', 'BEST'] }, '很好', 'the best', 'It contains “BEST”; take it out.'],
    [{ rule: 'min_count', pattern: 'exclamation_marks', value: 3 }, '冲！冲!冲！', '冲！', 'It has 1 exclamation mark; add at least 2.'],
    [{ rule: 'min_count', pattern: { text: 'Ok' }, value: 2 }, 'ok OK', 'ok', 'It has 1 × “Ok”; add at least 1.'],
    [{ rule: 'json_schema', schema: { required: ['draft'] } }, { draft: '' }, {}, 'It does not fit the schema: /: must have the field `draft`. Correct this.'],
    [{ rule: 'required_fields', fields: ['draft', 'risks', 'a.b'] }, { draft: 'x', risks: [], a: { b: 0 } }, { draft: ' ', risks: null, a: { b: 1 } }, 'Missing or empty: `draft`, `risks`; fill them in.'],
    [{ rule: 'script', script: 'Han', min_share: 0.8 }, '用 Redis 存储任务状态', 'We use 中文', 'Only 50% is written in Chinese characters; rewrite the rest in Chinese.'],
  ];
  test.each(cases)('%j', (rule, good, bad, fix) => {
    verifies('criteria.every_kind');
    expect(checkTotal([criterion(rule)], good)).toEqual([{ id: 'c1', passed: true }]);
    const [result] = checkTotal([criterion(rule)], bad);
    expect(result).toMatchObject({ id: 'c1', passed: false, fix: { en: fix } });
    expect(result?.fix?.zh).toMatch(/\p{Script=Han}.*。$/u);
  });

  test('the figures of the design: 231 characters against a limit of 200', () => {
    const limit = criterion({ rule: 'max_chars', value: 200, field: 'draft' });
    expect(describeCriterion(limit)).toEqual({ en: 'At most 200 characters in `draft`.', zh: '`draft` 中最多 200 个字符。' });
    expect(checkTotal([limit], { draft: '字'.repeat(231), summary: '' })[0]?.fix).toEqual({
      en: 'It has 231 characters; shorten it by at least 31.',
      zh: '现在有 231 个字符，请至少删去 31 个。',
    });
  });

  test('a runaway text is not counted to its end', () => {
    expect(fixOf({ rule: 'max_chars', value: 200 }, 'x'.repeat(5_000_000))).toBe('It has more than 100200 characters; shorten it by at least 100001.');
    expect(fixOf({ rule: 'max_words', value: 1 }, 'x '.repeat(2_000_000))).toBe('It has more than 100001 words; shorten it by at least 100001.');
  });

  test('digits alone are in no wrong script, but an empty text is', () => {
    expect(fixOf({ rule: 'script', script: 'Han' }, '42')).toBeUndefined();
    expect(fixOf({ rule: 'script', script: 'Han' }, '  ')).toMatch(/^Only 0%/);
  });

  test('a failed rhetorical question tells how to write one', () => {
    const [result] = checkTotal([criterion({ rule: 'min_count', pattern: 'rhetorical_questions', value: 1 })], '多少钱？');
    expect(result?.fix?.zh).toBe('现在有 0 个反问句，请至少再加 1 个。反问句以问号结尾，答案已在句中，常用“难道”“何不”“怎能”“谁不”“还等什么”“不是……吗”这类说法。');
  });
});

describe('what a criterion needs', () => {
  const all = [
    criterion({ rule: 'max_chars', value: 5 }),
    criterion({ rule: 'regex', pattern: '^a' }),
    criterion({ rule: 'json_schema', schema: { properties: { a: { pattern: '(a+)+$' } } } }),
    criterion({ rule: 'command', command: ['npm', 'test'] }),
    criterion({ rule: 'predicate', name: 'x' }),
    criterion('be kind'),
  ];

  test('sorts them, and a schema with a pattern needs time like a regular expression', () => {
    const needs = needsOf(all);
    expect(needs.total).toBe(false);
    expect(needs.nothing.map((each) => each.rule)).toEqual(['max_chars']);
    expect(needs.time.map((each) => each.rule)).toEqual(['regex', 'json_schema']);
    expect(needs.world.map((each) => each.rule)).toEqual(['command', 'predicate']);
    expect(needs.reviewer.map((each) => each.rule)).toEqual(['sentence']);
    expect(needsOf(all)).toBe(needs);
    expect(needsOf(all.slice(0, 1)).total).toBe(true);
    expect(needsOf([]).total).toBe(true);
  });

  test('checkTotal leaves out what needs more than nothing; checkCriterion judges what needs time and nothing beyond', () => {
    expect(checkTotal(all, 'abc')).toEqual([{ id: 'c1', passed: true }]);
    const regex: CriterionOf<'regex'> = { id: 'r', rule: 'regex', pattern: '^A\\p{L}', flags: 'iu', field: 'draft' };
    expect(checkCriterion(regex, { draft: 'ab' })).toEqual({ id: 'r', passed: true });
    expect(checkCriterion(regex, { draft: 'b' })).toMatchObject({ passed: false });
    expect(checkCriterion({ id: 's', rule: 'sentence', text: 'be kind' }, 'x')).toMatchObject({ id: 's', passed: undefined });
    expect(checkCriterion({ id: 'r', rule: 'regex', pattern: '(' }, 'x')).toMatchObject({ id: 'r', passed: undefined });
  });
});

describe('what the planner is told', () => {
  test.each<Locale>([...LOCALES])('every rule with its keys and an example (%s)', (locale) => {
    const told = criteriaVocabulary(locale).split('\n').slice(1);
    expect(told.map((line) => /^- (\w+)/.exec(line)?.[1])).toEqual(Object.keys(CRITERIA));
    for (const [name, row] of Object.entries(CRITERIA)) {
      const line = told.find((each) => each.startsWith(`- ${name}${locale === 'zh' ? '：' : ':'}`)) ?? '';
      for (const key of Object.keys(row.keys)) expect(line).toContain(key);
      expect(line).toContain(row.example[locale]);
    }
  });

  test('a team can narrow the rules', () => {
    expect(criteriaVocabulary('en', ['max_chars', 'sentence']).split('\n')).toHaveLength(3);
  });

  test('every example is well formed, and its placeholders are refused when they are copied', () => {
    for (const row of Object.values(CRITERIA)) {
      for (const locale of LOCALES) {
        const example: unknown = JSON.parse(row.example[locale]);
        const copied = readCriteria([example]);
        if (row.example[locale].includes('‹')) expect(copied.ok ? 'accepted' : copied.because).toContain('placeholder');
        else expect(copied.ok).toBe(true);
      }
    }
  });

  test('the schema takes every example as written (a schema as JSON text) and no unknown rule', () => {
    for (const row of Object.values(CRITERIA)) {
      const example = JSON.parse(row.example.en) as JsonObject;
      const written = 'schema' in example ? { ...example, schema: JSON.stringify(example['schema']) } : example;
      expect(fitsSchema(written, criterionSchemaOf())).toBe(true);
    }
    expect(fitsSchema({ rule: 'max_length', value: 3 }, criterionSchemaOf())).toBe(false);
    expect(fitsSchema({ rule: 'max_chars' }, criterionSchemaOf())).toBe(false);
    expect(JSON.stringify(criterionSchemaOf())).not.toMatch(/"(?:minimum|maximum|default|examples)":/);
  });

  test('names of rules are those of the table and nothing inherited', () => {
    expect(isRule('max_chars')).toBe(true);
    expect(isRule('toString')).toBe(false);
  });
});

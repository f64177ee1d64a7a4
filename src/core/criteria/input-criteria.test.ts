// Limits in a task's input become criteria, and meet the task's own ones.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import type { Criterion } from '../criteria.ts';
import { TONE_RULES, criteriaFromInput, describeCriterion, mergeCriteria, readCriteria } from '../criteria.ts';

const without = (criteria: readonly Criterion[]): readonly unknown[] => criteria.map((criterion) => ({ ...criterion, id: undefined }));
const derive = (input: JsonObject, locale: 'en' | 'zh' = 'en'): readonly unknown[] => without(criteriaFromInput(input, locale));

function own(...written: readonly unknown[]): readonly Criterion[] {
  const read = readCriteria(written);
  if (!read.ok) throw new Error(read.because);
  return read.criteria;
}

test('the input of the summer sale: lively, at most 200 characters, in the field that holds the text', () => {
  const criteria = criteriaFromInput({ topic: '夏季促销文案', tone: '活泼', max_length: 200 }, 'zh', { field: 'draft' });
  expect(criteria.map((criterion) => `${criterion.id} ${describeCriterion(criterion).zh.split('。')[0]}`)).toEqual([
    'c1 `draft` 中至少有 3 个感叹号',
    'c2 `draft` 中至少有 1 个反问句',
    'c3 `draft` 中最多 200 个字符',
  ]);
});

describe('what becomes what', () => {
  test.each<[JsonObject, readonly unknown[]]>([
    [{ maxLength: '２００字', min_length: 50 }, [{ rule: 'max_chars', value: 200 }, { rule: 'min_chars', value: 50 }]],
    [{ max_words: '120 words' }, [{ rule: 'max_words', value: 120 }]],
    [{ language: '中文' }, [{ rule: 'script', script: 'Han' }]],
    [{ language: 'zh-CN' }, [{ rule: 'script', script: 'Han' }]],
    [{ lang: 'English' }, [{ rule: 'script', script: 'Latin' }]],
    [{ language: '日本語' }, [{ rule: 'script', script: 'Japanese' }]],
    [{ language: 'French' }, [{ rule: 'sentence', text: 'The text is written in French.' }]],
    [{ keywords: '折扣、夏季，折扣' }, [{ rule: 'must_contain', values: ['折扣', '夏季'] }]],
    [{ keywords: ['a', 3, ''] }, [{ rule: 'must_contain', values: ['a'] }]],
    [{ banned_words: ['最佳'] }, [{ rule: 'must_not_contain', values: ['最佳'] }]],
    [{ max_length: 200, max_chars: 300 }, [{ rule: 'max_chars', value: 200 }]],
    [{ max_length: 'short', tone: '', language: 3, keywords: {}, topic: 'x', number: 5 }, []],
    [{ max_length: -1 }, []],
    [{}, []],
  ])('%j', (input, expected) => {
    expect(derive(input)).toEqual(expected);
  });

  const lively = TONE_RULES.lively.rules.map((rule) => ({ rule: 'min_count', ...rule }));
  test.each(['lively', 'Playful', '活泼', '语气活泼', '活泼的', '活泼一点'])('the tone %s is counted', (tone) => {
    expect(derive({ tone })).toEqual(lively);
  });

  test.each(['不要太活泼', 'not lively', '温和', 'formal'])('the tone %s is a sentence', (tone) => {
    expect(derive({ tone }, 'zh')).toEqual([{ rule: 'sentence', text: `语气要${tone}。` }]);
  });

  test('of two tones one may be counted and the other judged', () => {
    expect(derive({ tone: 'warm and lively' })).toEqual([...lively, { rule: 'sentence', text: 'The tone is warm.' }]);
    expect(derive({ tone: ['活泼', 'lively'] })).toEqual(lively);
  });
});

describe('beside the criteria of the task', () => {
  test('nothing is doubled that the task states at least as strictly, with or without a field', () => {
    const stated = own({ max_chars: 150, field: 'draft' }, { min_chars: 60 }, { script: 'Han', min_share: 0.9 }, { must_contain: ['ＡＰＩ'] }, 'Keep the tone formal.');
    const derived = criteriaFromInput({ max_length: 200, min_length: 50, language: 'zh', keywords: ['api'], tone: 'formal' }, 'en');
    expect(mergeCriteria(stated, derived)).toBe(stated);
  });

  test('a stricter limit of the input stays: 200 beside the 500 of a planner', () => {
    const merged = mergeCriteria(own({ max_chars: 500 }), criteriaFromInput({ max_length: 200 }, 'en'));
    expect(merged).toEqual([{ id: 'c1', rule: 'max_chars', value: 500 }, { id: 'c2', rule: 'max_chars', value: 200 }]);
  });

  test('the default of a tone gives way to the figure of the task', () => {
    const merged = mergeCriteria(own({ rule: 'min_count', pattern: 'exclamation_marks', value: 1 }), criteriaFromInput({ tone: 'lively' }, 'en'));
    expect(without(merged)).toEqual([
      { rule: 'min_count', pattern: 'exclamation_marks', value: 1 },
      { rule: 'min_count', pattern: 'rhetorical_questions', value: 1 },
    ]);
  });

  test('limits of different fields are different, and only missing keywords are added', () => {
    const stated = own({ id: 'c2', rule: 'max_chars', value: 50, field: 'summary' }, { must_contain: ['折扣'] });
    const derived = criteriaFromInput({ max_length: 200, keywords: ['折扣', '夏季'] }, 'zh', { field: 'draft' });
    expect(mergeCriteria(stated, derived)).toEqual([
      ...stated,
      { id: 'c4', rule: 'max_chars', value: 200, field: 'draft' },
      { id: 'c5', rule: 'must_contain', values: ['夏季'], field: 'draft' },
    ]);
  });
});

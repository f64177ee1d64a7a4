// What a person reads about spending: each row, the sum, and what nobody told.
import { expect, test } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import type { MusterEvent } from '../../core/change.ts';
import { NOTHING_SETTLED, NOTHING_SPENT, type Budget, type Standing } from '../../core/budget.ts';
import { taskId } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import { budgetLine, spendingByMember, spendingByTask } from './spending.ts';

const call = (memberId: string, task: number | null, details: JsonObject): MusterEvent => ({ seq: 1, at: 1, type: 'turn.ended', goalId: 'goal_1', taskId: task === null ? null : taskId(task), version: 0, memberId, details: { model: 'a/b', ms: 1_500, ...details } });

const CALLS = [
  call('boss', null, { purpose: 'plan', input_tokens: 1_000, output_tokens: 100, cost_micros: 7_000 }),
  call('ann', 1, { purpose: 'work', input_tokens: 2_000, cached_input_tokens: 1_500, output_tokens: 20, cost_micros: 9_000 }),
  call('ann', 2, { purpose: 'work', model: 'c/d', input_tokens: 5, output_tokens: 5 }),
  call('bob', 1, { purpose: 'review', model: 'c/d', error: 'model.overloaded' }),
];

test('by member and model: 4 rows and their sum, cached tokens apart, an unknown price as ?', () => {
  verifies('budget.who_spent_what', 'budget.unknown_is_unknown');
  expect(spendingByMember(CALLS, new Map([['ann', 'Ann']]), 'en').split('\n')).toEqual([
    '  member  model  calls  failed  tokens in  from cache  tokens out  cost         time',
    '  boss    a/b    1              1,000                  100         $0.0070      1.5 s',
    '  Ann     a/b    1              2,000      1,500       20          $0.0090      1.5 s',
    '  Ann     c/d    1              5                      5           ?            1.5 s',
    '  bob     c/d    1      1       –                      –           ?            1.5 s',
    '  all            4      1       3,005      1,500       125         $0.0160 + ?  6.0 s',
  ]);
});

test('by task: what serves the goal as a whole is a row of its own, in both languages', () => {
  verifies('budget.who_spent_what');
  const titles = new Map([['task_1', 'Slogan']]);
  expect(spendingByTask(CALLS, titles, 'en').split('\n')).toEqual([
    '  task                 calls  tokens in  from cache  tokens out  cost         time',
    '  the goal as a whole  1      1,000                  100         $0.0070      1.5 s',
    '  task_1  Slogan       2      2,000      1,500       20          $0.0090 + ?  3.0 s',
    '  task_2               1      5                      5           ?            1.5 s',
  ]);
  expect(spendingByTask(CALLS, titles, 'zh')).toContain('整个目标');
});

test('without a call there is no table', () => {
  expect([spendingByMember([], new Map(), 'en'), spendingByTask([], new Map(), 'en')]).toEqual(['', '']);
});

const standing = (limits: Budget): Standing => ({ limits, minutes: 4.5, spend: { ...NOTHING_SPENT, settled: { ...NOTHING_SETTLED, tokens: 12_000, micros: 123_456, turns: 3 } } });

test('what is used of each limit, in both languages; nothing where nothing is limited', () => {
  const all = { tokens: 50_000, cents: 200, turns: 8, minutes: 60 };
  expect(budgetLine(standing(all), 'en')).toBe('Budget: 12,000 of 50,000 tokens · $0.12 of $2.00 · 3 of 8 model calls · 4 of 60 minutes');
  expect(budgetLine(standing(all), 'zh')).toBe('预算：token 12,000 / 50,000 · 费用 $0.12 / $2.00 · 模型调用 3 / 8 次 · 用时 4 / 60 分钟');
  expect(budgetLine(standing({}), 'en')).toBe('');
});

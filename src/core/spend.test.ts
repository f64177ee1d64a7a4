// Who spent what, from the events of a goal.
import { expect, test } from 'vitest';
import { verifies } from '../../test/verifies.ts';
import type { MusterEvent } from './change.ts';
import { taskId } from './ids.ts';
import type { JsonObject } from './json.ts';
import { spendOf, spendOut } from './spend.ts';

const ended = (memberId: string, task: number | null, details: JsonObject): MusterEvent => ({ seq: 1, at: 1, type: 'turn.ended', goalId: 'goal_1', taskId: task === null ? null : taskId(task), version: 0, memberId, details: { model: 'a/b', ms: 10, ...details } });

const EVENTS = [
  ended('boss', null, { purpose: 'plan', input_tokens: 100, output_tokens: 10, cost_micros: 7 }),
  ended('ann', 1, { purpose: 'work', input_tokens: 200, cached_input_tokens: 150, output_tokens: 20, cost_micros: 9 }),
  ended('ann', 2, { purpose: 'work', model: 'c/d', input_tokens: 5, output_tokens: 5 }),
  ended('bob', 1, { purpose: 'review', model: 'c/d', error: 'model.overloaded' }),
  { ...ended('ann', 1, {}), type: 'task.started' } satisfies MusterEvent,
];

test('four calls by three members on two models: each row has its own, and they add up to the total', () => {
  verifies('budget.who_spent_what');
  const report = spendOf(EVENTS);
  expect(report.total).toMatchObject({ turns: 4, inputTokens: 305, cachedInputTokens: 150, outputTokens: 35, micros: 16, unknownTokens: 1, unknownMoney: 2, ms: 40 });
  for (const rows of [report.byMember, report.byStep, report.byModel, report.byTask]) expect([...rows.values()].reduce((sum, row) => sum + row.inputTokens, 0)).toBe(305);
  expect([...report.byMember].map(([name, row]) => [name, row.turns])).toEqual([['boss', 1], ['ann', 2], ['bob', 1]]);
  expect([...report.byTask.keys()]).toEqual(['goal', 'task_1', 'task_2']);
});

test('outside, what nobody told is null and never 0', () => {
  verifies('budget.unknown_is_unknown');
  const out = spendOut(spendOf(EVENTS));
  expect(out['by_member']).toMatchObject({ boss: { cost_micros: 7, turns: 1 }, bob: { input_tokens: null, output_tokens: null, cost_micros: null, turns_with_unknown_tokens: 1 } });
  expect(out['by_model']).toMatchObject({ 'c/d': { input_tokens: 5, cost_micros: null, turns_with_unknown_cost: 2 } });
});

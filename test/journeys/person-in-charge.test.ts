// One goal with a person in charge from beginning to end: she edits the plan, refuses a result with a note and a file, raises the
// budget when it runs out, approves, and the export tells all of it. The log is exact.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { human, manager, worker } from '../../src/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../src/core/json.ts';
import { exportGoal, readGoal } from '../../src/engine/reads/read-goal.ts';
import { done, eventLog, fixedClock, planned, scriptedModel } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { fates, folder, kinds, newTeam } from './people-world.ts';

const MEMBERS = [manager('manager'), worker('writer', { skills: ['copy'] }), human('ana', { roles: 'reviewer' })];

test('the plan is edited, one result is refused with a note, the budget runs out and is raised, the goal ends, and the export shows it all', async () => {
  verifies('people.in_charge', 'people.plan_accepted_first', 'people.review', 'budget.asks_a_person', 'cli.export_whole');
  const prices = join(folder(), 'prices.txt');
  writeFileSync(prices, 'tea 3.50');
  const model = scriptedModel({
    plan: [planned({ title: 'Facts', skills: ['copy'] }, { title: 'Slogan', skills: ['copy'], depends_on: ['t1'] }, { title: 'Poster', skills: ['copy'], depends_on: ['t2'] })],
    work: { Facts: [done('People like tea.')], Slogan: [done('Tea!'), done('Tea for 3.50!')] },
    summarise: ['Tea sells.'],
  });
  const team = newTeam({ model, clock: fixedClock(), members: MEMBERS, policy: { approveGoalPlan: 'person', budget: { turns: 3 } } });

  expect(kinds(await team.run('Sell tea'))).toEqual(['goal_plan']);
  expect(await fates(team)).toEqual([]);
  await team.answer('question_1', { choice: 'edit', by: 'ana', note: 'No poster this time.', tasks: [{ id: 'a', title: 'Facts', skills: ['copy'] }, { id: 'b', title: 'Slogan', skills: ['copy'], depends_on: ['a'], needs_context: ['a'], criteria: [{ rule: 'max_chars', value: 30 }, { rule: 'sentence', text: 'It names the price.' }] }] });
  const goal = await team.resume('goal_1');
  expect(kinds(await goal.ended())).toEqual(['review']);
  await team.answer('question_2', { choice: 'approve', by: 'ana' });
  expect(kinds(await goal.ended())).toEqual(['review']);
  await team.answer('question_3', { choice: 'reject', note: 'Name the price.', attach: [prices], by: 'ana' });

  // Plan, facts and slogan were three calls: the rework has no room, and nothing is called until ana says so.
  expect(kinds(await goal.ended())).toEqual(['budget']);
  expect(model.requests).toHaveLength(3);
  await team.answer('question_4', { choice: 'raise', raise: { turns: 4 }, by: 'ana' });
  expect(kinds(await goal.ended())).toEqual(['review']);
  const rework = model.requests.at(-1);
  expect(rework?.facts).toMatchObject({ attempt: 2, rework: { previous_output: 'Tea!', fixes: ['Name the price.'] } });
  expect(rework?.prompt).toContain('tea 3.50');
  await team.answer('question_5', { choice: 'approve', by: 'ana' });
  const ended = await goal.ended();
  expect([ended.status, ended.summary?.split('\n')[0]]).toEqual(['done', 'Tea sells.']);

  // What was begun when the budget ran out was put back, and counts neither as an attempt nor as a loss.
  expect(await (await team.store()).read.task('task_2')).toMatchObject({ attempts: 2, losses: 0 });
  expect(await eventLog(await team.store(), 'goal_1', { turns: true })).toEqual(LOG);
  const whole = await exported(team);
  expect(answersIn(whole)).toEqual([
    ['question_1', 'goal_plan', 'edit', 'ana', 'No poster this time.'], ['question_2', 'review', 'approve', 'ana', null], ['question_3', 'review', 'reject', 'ana', 'Name the price.'],
    ['question_4', 'budget', 'raise', 'ana', null], ['question_5', 'review', 'approve', 'ana', null],
  ]);
  expect(whole).toMatchObject({
    goal: { status: 'done' },
    tasks: [
      { title: 'Facts', output: 'People like tea.', attempt_history: [{ verdicts: [{ verdict: 'approve', reviewer_id: 'ana' }] }] },
      { title: 'Slogan', output: 'Tea for 3.50!', attempts: 2, attempt_history: [{ output: 'Tea!', verdicts: [{ verdict: 'reject', reviewer_id: 'ana', fixes: ['Name the price.'] }] }, { ended_by: 'lost', output: null }, { output: 'Tea for 3.50!', verdicts: [{ verdict: 'approve' }] }] },
    ],
    spending: [{ member_id: 'manager', calls: 2 }, { member_id: 'writer', calls: 3 }],
  });
  expect(JSON.stringify(whole)).toContain('"budget.raised"');
});

const LOG: readonly string[] = [
  'goal_1 opened', 'goal_1 reserved', 'goal_1 plan_proposed', 'question_1 asked', 'goal_1 turn plan',
  'question_1 answered ana', 'goal_1 plan_adopted', 'task_1 created', 'task_2 created', 'task_1 assigned writer', 'task_1 started writer', 'goal_1 reserved', 'task_1 submitted writer', 'task_1 turn work', 'question_2 asked',
  'question_2 answered ana', 'task_1 approved ana', 'task_1 accepted writer', 'task_2 unblocked', 'task_2 assigned writer', 'task_2 started writer', 'goal_1 reserved', 'task_2 submitted writer', 'task_2 turn work', 'question_3 asked',
  'question_3 answered ana', 'task_2 note_added ana', 'task_2 rejected ana', 'task_2 rework_requested writer', 'task_2 started writer', 'goal_1 used_up', 'question_4 asked', 'task_2 lost writer',
  'question_4 answered ana', 'goal_1 raised', 'task_2 assigned writer', 'task_2 started writer', 'goal_1 reserved', 'task_2 submitted writer', 'task_2 turn work', 'question_5 asked',
  'question_5 answered ana', 'task_2 approved ana', 'task_2 accepted writer', 'goal_1 drained', 'goal_1 reserved', 'goal_1 closed', 'goal_1 turn summarise',
];

async function exported(team: ReturnType<typeof newTeam>): Promise<JsonObject> {
  const store = await team.store();
  const reading = await readGoal(store.read, 'goal_1');
  return reading === undefined ? {} : exportGoal(store, reading);
}

/** Who answered what. */
function answersIn({ questions }: JsonObject): Json[] {
  return Array.isArray(questions) ? questions.filter(isJsonObject).map(({ question_id: id = null, kind = null, answer }) => (isJsonObject(answer) ? [id, kind, answer['choice'] ?? null, answer['by'] ?? null, answer['note'] ?? null] : [id, kind])) : [];
}

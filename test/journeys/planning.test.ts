// From what a manager writes to tasks on the board: each kind of broken plan has its own visible end, and three of them are a
// question. Nothing of a plan that cannot be used reaches the board.
import { z } from 'zod';
import { expect, test } from 'vitest';
import { manager, reviewer, TeamError, worker, type MemberSpec } from '../../src/index.ts';
import { sameInBoth, type Json, type JsonObject } from '../../src/core/json.ts';
import { done, planned, type ScriptedAnswer } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { begin, CREW, world, type World } from './world.ts';

const CHECKED = [{ rule: 'min_chars', value: 1 }];
const item = (title: string, more: JsonObject = {}) => ({ title, skills: ['writing'], criteria: CHECKED, ...more });
const GOOD = planned(item('Slogan'));

/** The first plan is broken, the second is good. */
const mended = (first: ScriptedAnswer, options: { members?: readonly MemberSpec[]; maxTasks?: number; second?: ScriptedAnswer } = {}): World =>
  world({
    members: options.members ?? CREW,
    ...(options.maxTasks === undefined ? {} : { policy: { maxTasks: options.maxTasks } }),
    script: { plan: [first, options.second ?? GOOD], work: { '*': done('text') }, summarise: ['Done.'] },
  });

const BROKEN: Readonly<Record<string, { readonly plan: JsonObject; readonly says: RegExp }>> = {
  'waits on itself in a ring of 3': { plan: planned(item('A', { id: 'a', depends_on: ['c'] }), item('B', { id: 'b', depends_on: ['a'] }), item('C', { id: 'c', depends_on: ['b'] })), says: /"A".*→.*"B".*→.*"C"|ring.*A.*B.*C|ring.*C.*B.*A/ },
  'holds an item that depends on itself': { plan: planned(item('A', { id: 'a', depends_on: ['a'] })), says: /depends on itself/ },
  'depends on an item that is not there': { plan: planned(item('A', { id: 'a', depends_on: ['zebra'] })), says: /zebra/ },
  'has two items of one title': { plan: planned(item('Same'), item('Same')), says: /Same/ },
  'holds criteria that cannot be read': { plan: planned(item('A', { criteria: [{ rule: 'regex', pattern: '(' }] })), says: /criteria/ },
};

for (const [what, { plan, says }] of Object.entries(BROKEN)) {
  test(`a plan that ${what} goes back with the problem named, and nothing of it is on the board`, async () => {
    verifies('plan.faults_visible', 'plan.cycle_named', 'plan.one_commit');
    const on = mended(plan);
    expect((await on.team.run('Write a slogan')).status).toBe('done');
    expect(await on.fates()).toEqual(['Slogan: done']);
    const rejected = (await on.events()).filter(({ type }) => type === 'goal.plan_rejected_by_code');
    expect(rejected).toHaveLength(1);
    expect(JSON.stringify(rejected[0]?.details?.['problems'])).toMatch(says);
    // The manager is told the same words.
    expect(on.calls('plan')[1]?.facts['feedback']).toEqual(rejected[0]?.details?.['problems']);
    expect((await on.log()).slice(0, 4)).toEqual(['goal_1 opened', 'goal_1 plan_rejected_by_code', 'goal_1 plan_adopted', 'task_1 created']);
  });
}

const FORMAL: readonly MemberSpec[] = [manager('manager'), worker('writer', { skills: ['writing'], input: z.object({ topic: z.string(), max_length: z.number().int().default(40) }) }), reviewer('editor')];

test('an input that misses the input_schema goes back naming the fields; a default is filled in and becomes a criterion', async () => {
  verifies('plan.faults_visible', 'work.schema_checked');
  const on = mended(planned(item('Slogan', { input: { theme: 'summer' } })), { members: FORMAL, second: planned(item('Slogan', { input: { topic: 'summer' } })) });
  expect((await on.team.run('Write a slogan')).status).toBe('done');
  expect(JSON.stringify(on.calls('plan')[1]?.facts['feedback'])).toContain('topic');
  const brief = await (await on.team.store()).read.brief('task_1');
  expect(brief?.input).toEqual({ topic: 'summer', max_length: 40 });
  expect(brief?.criteria).toMatchObject([{ rule: 'min_chars' }, { rule: 'max_chars', value: 40 }]);
});

test('closing steps that name no work are dropped with a note, and what waited on one waits on its prerequisites', async () => {
  const on = world({
    script: {
      plan: [planned(item('Slogan', { id: 'a' }), { title: 'Summarise the results', id: 'b', skills: ['summary'], depends_on: ['a'] }, item('Poster', { id: 'c', depends_on: ['b'], needs_context: ['b'] }))],
      work: { '*': done('text') },
      summarise: ['Done.'],
    },
  });
  expect((await on.team.run('Write a slogan')).status).toBe('done');
  expect(await on.fates()).toEqual(['Slogan: done', 'Poster: done']);
  const adopted = (await on.events()).find(({ type }) => type === 'goal.plan_adopted');
  expect(adopted?.details).toMatchObject({ tasks: 2, notes: expect.arrayContaining([expect.objectContaining({ kind: 'closing_step_dropped', item: 'b' })]) });
  expect(on.calls('work')[1]?.facts['context']).toEqual([{ source: 'task_1', text: 'text' }]);
});

test('a plan of closing steps only is no plan', async () => {
  const on = mended(planned({ title: 'Summarise', skills: ['summary'] }, { title: 'Report back', skills: ['summary'] }));
  expect((await on.team.run('Write a slogan')).status).toBe('done');
  expect(on.calls('plan')).toHaveLength(2);
});

for (const [what, junk] of Object.entries({ 'empty text': '', 'a number': 7, 'a list in a list': [[1]], 'an object without tasks': { thoughts: 'none' }, '0 items': { tasks: [] } } satisfies Record<string, Json>)) {
  test(`an answer that is ${what} counts as one bad plan and goes back with a problem in words`, async () => {
    verifies('plan.faults_visible');
    const on = world({ unheldPlans: [junk], script: { plan: [GOOD], work: { '*': done('text') }, summarise: ['Done.'] } });
    expect((await on.team.run('Write a slogan')).status).toBe('done');
    expect((await on.log()).slice(0, 3)).toEqual(['goal_1 opened', 'goal_1 plan_rejected_by_code', 'goal_1 plan_adopted']);
    expect(on.calls('plan')[0]?.facts['feedback']).toEqual([expect.stringMatching(/\w+ \w+/)]);
  });
}

const many = (count: number) => planned(...Array.from({ length: count }, (_, index) => item(`Text ${index + 1}`)));

test('500 items within max_tasks become 500 tasks in one commit, and all are done', { timeout: 20_000 }, async () => {
  verifies('plan.one_commit', 'plan.faults_visible');
  const on = world({
    policy: { maxTasks: 500 },
    members: [manager('manager'), worker('writer', { skills: ['writing'], capacity: 50 }), reviewer('editor')],
    script: { plan: [many(500)], work: { '*': done('text') }, summarise: ['Done.'] },
  });
  expect((await on.team.run('Write 500 texts')).status).toBe('done');
  const events = await on.events();
  const created = events.filter(({ type }) => type === 'task.created').map(({ at, seq }) => ({ at, seq }));
  expect(created).toHaveLength(500);
  expect(created.map(({ seq }) => seq)).toEqual(Array.from({ length: 500 }, (_, index) => (created[0]?.seq ?? 0) + index));
  expect(events.filter(({ type }) => type === 'task.accepted')).toHaveLength(500);
});

test('501 items over a limit of 500 are refused with the limit named', async () => {
  verifies('plan.faults_visible');
  const on = world({ policy: { maxTasks: 500 }, unheldPlans: [many(501)], script: { plan: [GOOD], work: { '*': done('text') }, summarise: ['Done.'] } });
  expect((await on.team.run('Write a slogan')).status).toBe('done');
  expect(await on.fates()).toEqual(['Slogan: done']);
  expect(on.calls('plan')[0]?.facts['feedback']).toEqual([expect.stringMatching(/501.*500/)]);
});

test('3 bad plans are a question that says what was wrong; retry with a note gives the manager 3 more tries', async () => {
  const bad = planned(item('A', { id: 'a', depends_on: ['a'] }));
  const on = world({ script: { plan: [bad, bad, bad, GOOD], work: { '*': done('text') }, summarise: ['Done.'] } });
  const goal = await begin(on);
  const waits = await goal.ended();
  expect(waits).toMatchObject({ status: 'waiting', waiting: [{ kind: 'plan_failed', taskId: null, choices: ['retry', 'fail', 'cancel'], material: { problems: [expect.stringContaining('depends on itself')] } }] });
  expect(on.calls('plan')).toHaveLength(3);
  await on.answer('retry', { note: 'One task is enough.' });
  expect((await goal.ended()).status).toBe('done');
  expect(on.calls('plan')[3]?.facts['feedback']).toEqual(['One task is enough.', expect.stringContaining('depends on itself')]);
  expect((await on.log()).filter((line) => line.startsWith('question'))).toEqual(['question_1 asked', 'question_1 answered person']);
});

test('3 bad plans, and the person fails or cancels the goal', async () => {
  const bad = planned(item('A', { id: 'a', depends_on: ['a'] }));
  for (const [choice, status] of [['fail', 'failed'], ['cancel', 'cancelled']] as const) {
    const on = world({ script: { plan: [bad, bad, bad] } });
    const goal = await begin(on);
    await on.answer(choice);
    expect((await goal.ended()).status).toBe(status);
    expect(await on.tasks()).toEqual([]);
  }
});

test('unattended, 3 bad plans fail the goal with the problems on record and no question', async () => {
  const bad = planned(item('A', { id: 'a', depends_on: ['a'] }));
  const on = world({ policy: { unattended: true }, script: { plan: [bad, bad, bad] } });
  expect(await on.team.run('Write a slogan')).toMatchObject({ status: 'failed', waiting: [] });
  expect(await on.log()).toEqual(['goal_1 opened', 'goal_1 plan_rejected_by_code', 'goal_1 plan_rejected_by_code', 'goal_1 plan_rejected_by_code', 'goal_1 failed']);
  expect((await on.events()).find(({ type }) => type === 'goal.failed')?.details).toMatchObject({ problems: [expect.stringContaining('depends on itself')] });
});

test('a planner that is out of reach counts as a bad plan each time, with the fault in words', async () => {
  const away = new TeamError('model.overloaded', sameInBoth('The provider is overloaded.'));
  const on = world({ script: { plan: [away, away, away] } });
  expect((await on.team.run('Write a slogan')).waiting).toMatchObject([{ kind: 'plan_failed', material: { problems: ['The provider is overloaded.'] } }]);
});

test('of several members that cover the skills the least loaded gets the task, in Chinese and full width too, and the event says why', async () => {
  verifies('plan.best_match');
  const on = world({
    members: [manager('manager'), worker('ada', { skills: ['文案', 'SEO'], capacity: 2 }), worker('bo', { skills: ['ｓｅｏ', '文案'] }), reviewer('editor')],
    script: { plan: [planned(item('一', { skills: ['文案'] }), item('二', { skills: ['SEO', '文案'] }), item('三', { skills: [' seo '] }))], work: { '*': done('text') }, summarise: ['Done.'] },
  });
  expect((await on.team.run('写三段文字')).status).toBe('done');
  const assigned = (await on.events()).filter(({ type }) => type === 'task.assigned').map(({ memberId, details }) => [memberId, details]);
  expect(assigned).toEqual([
    ['ada', { covered: 1, load: 0, candidates: 2 }],
    ['bo', { covered: 2, load: 0, candidates: 2 }],
    ['ada', { covered: 1, load: 1, candidates: 2 }],
  ]);
});


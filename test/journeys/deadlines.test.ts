// Who is mute too long loses the next move, by the clock of the goal. What comes after that is set aside and shown, never applied.
import { expect, test } from 'vitest';
import { manager, reviewer, worker, type MemberSpec, type WorkFunction } from '../../src/index.ts';
import type { Json } from '../../src/core/json.ts';
import { done, planned } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { begin, endedInTime, storyOf, world } from './world.ts';

const never = (): Promise<Json> => new Promise<Json>(() => undefined);
const SLOGAN = planned({ title: 'Slogan', skills: ['writing'], criteria: [{ rule: 'min_chars', value: 1 }] });

const team = (run: WorkFunction): readonly MemberSpec[] => [manager('manager'), worker('writer', { skills: ['writing'], run }), reviewer('editor', { review: () => ({ approved: true }) })];

test('an attempt that is late is lost and begun again; its result comes later, is set aside with its output, and changes nothing', async () => {
  verifies('recovery.late_set_aside');
  const answers: ((output: string) => void)[] = [];
  const on = world({
    members: team(() => new Promise((resolve) => void answers.push((output) => resolve({ output, executionSummary: `made ${output}` })))),
    policy: { times: { attemptMs: 20_000 } },
    script: { summarise: ['Done.'] },
  });
  const goal = await on.team.open('Late');
  await goal.add([{ title: 'Slogan', skills: ['writing'] }]);
  await on.clock.advance(26_000);
  answers[0]?.('too late');
  await on.clock.quiet();
  answers[1]?.('in time');
  expect((await goal.ended()).status).toBe('done');
  expect(storyOf(await on.log(), 'task_1')).toEqual([
    'created', 'assigned writer', 'started writer', 'lost writer', 'assigned writer', 'started writer', 'result_set_aside writer', 'submitted writer', 'approved editor', 'accepted writer',
  ]);
  const aside = (await on.events()).find(({ type }) => type === 'task.result_set_aside');
  expect(aside?.details).toMatchObject({ attempt_id: 'attempt_1_1', output: 'too late', execution_summary: 'made too late', state: 'executing' });
  expect(await on.outputs()).toEqual(['in time']);
  expect((await on.tasks())[0]).toMatchObject({ attempts: 1, losses: 1, starts: 2 });
});

test('3 late attempts are a question; no more begin, and none of them counts as an attempt', async () => {
  const on = world({ members: team(() => new Promise(() => undefined)), policy: { times: { attemptMs: 10_000 } } });
  const goal = await on.team.open('Late');
  await goal.add([{ title: 'Slogan', skills: ['writing'] }]);
  const ended = await endedInTime(on, goal);
  expect(ended.waiting).toMatchObject([{ material: { reason: 'losses_used_up', fault: 'attempt_late', attempts: 0 } }]);
  expect((await on.tasks())[0]).toMatchObject({ state: 'escalated', attempts: 0, starts: 3 });
});

test('a result that comes after its task was escalated is set aside; the person who decides may take it as the result', async () => {
  verifies('recovery.late_set_aside');
  let answer: (done: { output: string }) => void = () => undefined;
  const on = world({
    members: team(() => new Promise((resolve) => void (answer = resolve))), policy: { times: { attemptMs: 10_000 }, limits: { losses: 1 } }, script: { summarise: ['Done.'] },
  });
  const goal = await on.team.open('Late');
  await goal.add([{ title: 'Slogan', skills: ['writing'] }]);
  expect((await endedInTime(on, goal)).status).toBe('waiting');
  answer({ output: 'late but good' });
  await on.clock.quiet();
  const aside = (await on.events()).find(({ type }) => type === 'task.result_set_aside');
  expect(aside?.details).toMatchObject({ output: 'late but good', state: 'escalated' });
  expect(await on.outputs()).toEqual([null]);
  await on.answer('edit_result', { output: 'late but good' });
  expect((await goal.ended()).status).toBe('done');
  expect(await on.outputs()).toEqual(['late but good']);
});

test('a planner that never answers is asked 3 times, each until the deadline, then a person is asked', async () => {
  const on = world({ policy: { times: { attemptMs: 10_000 } }, script: { plan: { '*': never } } });
  const goal = await begin(on);
  const ended = await endedInTime(on, goal);
  expect(ended.waiting).toMatchObject([{ kind: 'plan_failed', material: { problems: [expect.stringContaining('in time')] } }]);
  expect(on.calls('plan').map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
  await on.answer('fail');
  await on.clock.quiet();
  expect((await goal.ended()).status).toBe('failed');
});

test('a plan that comes after its deadline is not adopted beside the newer one', async () => {
  const answers: ((plan: Json) => void)[] = [];
  const on = world({
    policy: { times: { attemptMs: 10_000 } },
    script: { plan: { '*': () => new Promise<Json>((resolve) => void answers.push(resolve)) }, work: { '*': done('text') }, summarise: ['Done.'] },
  });
  const goal = await begin(on);
  await on.clock.advance(16_000);
  expect(answers).toHaveLength(2);
  answers[0]?.(SLOGAN);
  await on.clock.quiet();
  answers[1]?.(SLOGAN);
  expect((await goal.ended()).status).toBe('done');
  expect(await on.fates()).toEqual(['Slogan: done']);
});

test('a plan question that nobody answers fails the goal at its deadline', async () => {
  const ring = planned({ title: 'Ring', id: 'a', skills: ['writing'], depends_on: ['a'] });
  const on = world({ policy: { times: { questionMs: 20_000 } }, script: { plan: [ring, ring, ring] } });
  const goal = await begin(on);
  expect((await goal.ended()).status).toBe('waiting');
  await on.clock.advance(26_000);
  expect((await goal.ended()).status).toBe('failed');
  expect((await on.log()).slice(-2)).toEqual(['question_1 expired', 'goal_1 failed']);
});

test('a summary that does not come holds nothing up: the goal closes with the one by code at the deadline', async () => {
  verifies('goal.summary_names_all');
  const on = world({ policy: { times: { attemptMs: 10_000 } }, script: { plan: [SLOGAN], work: [done('text')], summarise: { '*': never } } });
  const goal = await begin(on);
  const ended = await endedInTime(on, goal);
  expect(ended).toMatchObject({ status: 'done', summary: 'Summary by code; no model wrote one.\n\nTasks:\n- Slogan (task_1): accepted [writer]' });
});

test('no clock runs while a goal is paused: 2 minutes of pause cost a 20 second attempt nothing', async () => {
  let answer: (done: { output: string }) => void = () => undefined;
  const on = world({ members: team(() => new Promise((resolve) => void (answer = resolve))), policy: { times: { attemptMs: 20_000 } }, script: { summarise: ['Done.'] } });
  const goal = await on.team.open('Paused');
  await goal.add([{ title: 'Slogan', skills: ['writing'] }]);
  await on.clock.advance(10_000);
  await goal.pause();
  await on.clock.advance(120_000);
  await goal.resume();
  await on.clock.advance(8_000);
  answer({ output: 'in time' });
  expect((await goal.ended()).status).toBe('done');
  expect((await on.tasks())[0]).toMatchObject({ losses: 0, starts: 1 });
});

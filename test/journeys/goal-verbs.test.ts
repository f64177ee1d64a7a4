// What a program does with a goal while it runs: adds tasks step by step, extends it while it closes, pauses, resumes, cancels.
import { expect, test } from 'vitest';
import { isTeamError, reviewer, worker, type MemberSpec, type Work } from '../../src/index.ts';
import type { Json } from '../../src/core/json.ts';
import { approved, done, planned } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { begin, endedInTime, storyOf, world } from './world.ts';


const echo = worker('echo', { skills: ['echo'], run: ({ input }) => ({ output: String(input['say'] ?? 'nothing') }) });
const task = (title: string, more: object = {}) => ({ title, skills: ['echo'], input: { say: title }, ...more });
const refusedWith = async (asked: Promise<unknown>): Promise<string> => asked.then(() => 'accepted', (error: unknown) => (isTeamError(error) ? error.code : String(error)));

test('tasks are added step by step; a task may wait on one of an earlier call, by its id, and on one of the same call, by its name', async () => {
  const on = world({ members: [echo], script: { summarise: ['Done.'] } });
  const goal = await on.team.open('Step by step');
  const [first] = await goal.add([task('one')]);
  expect(await first?.ended()).toEqual({ id: 'task_1', state: 'completed', output: 'one' });
  const [second, third] = await goal.add([task('two', { name: 'two', dependsOn: ['task_1'] }), task('three', { dependsOn: ['two'] })]);
  expect((await third?.ended())?.output).toBe('three');
  expect((await second?.ended())?.state).toBe('completed');
  expect((await goal.ended()).status).toBe('done');
  expect(on.calls('plan')).toEqual([]);
  expect(await on.log()).toEqual([
    'goal_1 opened', 'goal_1 plan_adopted', 'task_1 created', 'task_1 assigned echo', 'task_1 started echo', 'task_1 completed echo',
    'task_2 created', 'task_3 created', 'task_2 assigned echo', 'task_2 started echo', 'task_2 completed echo',
    'task_3 unblocked', 'task_3 assigned echo', 'task_3 started echo', 'task_3 completed echo',
    'goal_1 sealed', 'goal_1 drained', 'goal_1 closed',
  ]);
});

test('a graph that cannot be is refused whole, with the path of the ring, and nothing of it is kept', async () => {
  verifies('plan.cycle_named', 'plan.one_commit');
  const on = world({ members: [echo], script: { summarise: ['Done.'] } });
  const goal = await on.team.open('Graphs');
  await expect(goal.add([task('a', { name: 'a', dependsOn: ['c'] }), task('b', { name: 'b', dependsOn: ['a'] }), task('c', { name: 'c', dependsOn: ['b'] })])).rejects.toThrow(/a.*b.*c|b.*c.*a|c.*a.*b|c.*b.*a/);
  expect(await refusedWith(goal.add([task('a', { name: 'a', dependsOn: ['a'] })]))).toBe('plan.self_reference');
  expect(await refusedWith(goal.add([task('a', { dependsOn: ['task_99'] })]))).toBe('plan.unknown_dependency');
  expect(await refusedWith(goal.add([task('a', { dependsOn: ['somebody'] })]))).toBe('plan.unknown_dependency');
  expect(await refusedWith(goal.add([task('a', { name: 'x' }), task('b', { name: 'x' })]))).toBe('plan.duplicate_title');
  expect(await on.tasks()).toEqual([]);
});

test('a goal that is never given a task closes empty', async () => {
  const on = world({ members: [echo] });
  const goal = await on.team.open('Nothing');
  expect(await goal.ended()).toMatchObject({ status: 'done', summary: 'Summary by code; no model wrote one.\n\nThe goal had no tasks.' });
});

test('tasks added while the summary is written open the goal again; that summary is thrown away and the last one names all', async () => {
  verifies('goal.summary_names_all');
  const answers: ((text: Json) => void)[] = [];
  const on = world({ members: [echo], script: { summarise: { '*': () => new Promise<Json>((resolve) => void answers.push(resolve)) } } });
  const goal = await on.team.open('Extended');
  await goal.add([task('one')]);
  const ending = goal.ended();
  await on.clock.quiet();
  expect((await on.log()).at(-1)).toBe('goal_1 drained');
  await goal.add([task('two')]);
  await on.clock.quiet();
  expect(on.calls('summarise').map(({ signal }) => signal.aborted)).toEqual([true, false]);
  answers[0]?.('The first word.');
  await on.clock.quiet();
  expect((await on.log()).at(-1)).toBe('goal_1 drained');
  answers[1]?.('The last word.');
  expect((await ending).summary).toBe('The last word.\n\nTasks:\n- one (task_1): declared complete where no review is asked for [echo]\n- two (task_2): declared complete where no review is asked for [echo]');
  expect((await on.log()).filter((line) => line.startsWith('goal_1')).slice(2)).toEqual(['goal_1 sealed', 'goal_1 drained', 'goal_1 extended', 'goal_1 drained', 'goal_1 closed']);
});

test('no task is added to a goal that has ended', async () => {
  const on = world({ members: [echo], script: { summarise: ['Done.'] } });
  const goal = await on.team.open('Ended');
  await goal.add([task('one')]);
  await goal.ended();
  expect(await refusedWith(goal.add([task('late')]))).toBe('goal.ended');
});

interface Gate {
  readonly members: readonly MemberSpec[];
  readonly works: Work[];
  open(): void;
}

/** A worker that waits until the test lets it go on. */
function gated(): Gate {
  const works: Work[] = [];
  const waiting: (() => void)[] = [];
  const run = (work: Work) => {
    works.push(work);
    return new Promise<{ output: string }>((resolve) => void waiting.push(() => resolve({ output: work.task.title })));
  };
  return { works, members: [worker('echo', { skills: ['echo'], run }), reviewer('editor', { review: () => ({ approved: true }) })], open: () => waiting.splice(0).forEach((go) => go()) };
}

test('pause lets the present step end and starts nothing new; what came in is kept, clocks stand still, resume goes on', async () => {
  verifies('goal.pause_resume_cancel');
  const gate = gated();
  const on = world({ members: gate.members, policy: { times: { attemptMs: 20_000, reviewMs: 20_000 } }, script: { summarise: ['Done.'] } });
  const goal = await on.team.open('Paused');
  await goal.add([task('one'), task('two')]);
  await on.clock.quiet();
  await on.clock.advance(15_000);
  await goal.pause();
  await on.clock.advance(120_000);
  expect(gate.works[0]?.signal.aborted).toBe(false);
  gate.open();
  await on.clock.quiet();
  // The result is kept; neither its review nor the next task starts.
  expect((await on.tasks()).map(({ state, losses }) => [state, losses])).toEqual([['pending_review', 0], ['pending', 0]]);
  await goal.pause();
  await on.clock.advance(120_000);
  await goal.resume();
  await on.clock.quiet();
  gate.open();
  expect((await endedInTime(on, goal)).status).toBe('done');
  expect((await on.tasks()).map(({ reviewFaults, losses }) => [reviewFaults, losses])).toEqual([[0, 0], [0, 0]]);
  expect((await on.log()).filter((line) => /paused|resumed/.test(line))).toEqual(['goal_1 paused', 'goal_1 resumed']);
});

test('cancel ends every open task in one commit, tells the work to end, sets its late result aside, and is the same twice', async () => {
  verifies('goal.pause_resume_cancel', 'recovery.late_set_aside');
  const gate = gated();
  const on = world({ members: gate.members });
  const goal = await on.team.open('Cancelled');
  await goal.add([task('one', { name: 'one' }), task('two'), task('three', { dependsOn: ['one'] })]);
  await on.clock.quiet();
  // A function that looks at its signal before or after both learn of it.
  const { signal } = gate.works[0] ?? {};
  await goal.cancel();
  expect(signal?.aborted).toBe(true);
  expect(await goal.ended()).toMatchObject({ status: 'cancelled', waiting: [] });
  expect(await on.fates()).toEqual(['one: cancelled', 'two: cancelled', 'three: cancelled']);
  await goal.cancel();
  gate.open();
  await on.clock.quiet();
  expect((await on.log()).slice(-5)).toEqual(['task_1 cancelled echo', 'task_2 cancelled', 'task_3 cancelled', 'goal_1 cancelled', 'task_1 result_set_aside echo']);
  expect(await refusedWith(goal.pause())).toBe('goal.ended');
});

test('pause while the goal is planned: the plan that comes meanwhile is kept and worked on after resume', async () => {
  let answer: (plan: Json) => void = () => undefined;
  const plan = planned({ title: 'Slogan', skills: ['writing'], criteria: [{ rule: 'sentence', text: 'It is friendly.' }] });
  const script = { plan: () => new Promise<Json>((resolve) => void (answer = resolve)), work: [done('text')], review: [approved()], summarise: ['Done.'] };
  const on = world({ script: { ...script, plan: { '*': script.plan } } });
  const goal = await begin(on);
  await goal.pause();
  answer(plan);
  await on.clock.quiet();
  expect(await on.fates()).toEqual(['Slogan: pending']);
  await goal.resume();
  expect((await goal.ended()).status).toBe('done');
  expect(storyOf(await on.log(), 'task_1')).toEqual(['created', 'assigned writer', 'started writer', 'submitted writer', 'approved editor', 'accepted writer']);
});

test('closing the team is no end: the goal is let go of, its ended() is told so, and nothing is lost', async () => {
  const gate = gated();
  const on = world({ members: gate.members });
  const goal = await on.team.open('Closed');
  await goal.add([task('one')]);
  await on.clock.quiet();
  const ending = refusedWith(goal.ended());
  await on.clock.quiet();
  await on.team.close();
  expect(await ending).toBe('engine.interrupted');
  expect(gate.works[0]?.signal.aborted).toBe(true);
  expect(await refusedWith(on.team.run('Another'))).toBe('team.closed');
});

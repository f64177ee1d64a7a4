// A task that machines cannot bring on goes to a person as one question; each way out is one answer and one move. Twice, late
// and unfit answers change nothing.
import { expect, test } from 'vitest';
import { isTeamError, manager, reviewer, worker, type MemberSpec } from '../../src/index.ts';
import type { Json } from '../../src/core/json.ts';
import { done, planned, type ScriptedAnswers } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { begin, endedInTime, storyOf, world, type WorldOptions } from './world.ts';

const CREW: readonly MemberSpec[] = [manager('manager'), worker('writer', { skills: ['writing'] }), worker('poet', { skills: ['rhyme'] }), reviewer('editor')];

/** A task that code rejects at every attempt, and one that waits for it. */
async function escalated({ work = {}, ...options }: Omit<WorldOptions, 'script'> & { readonly work?: Readonly<Record<string, ScriptedAnswers>> } = {}) {
  const on = world({
    members: CREW,
    script: {
      plan: [planned({ title: 'Slogan', skills: ['writing'], criteria: [{ rule: 'must_contain', values: ['sun'] }] }, { title: 'Poster', skills: ['writing'], criteria: [{ rule: 'min_chars', value: 1 }], depends_on: ['t1'], needs_context: ['t1'] })],
      work: { Slogan: [done('one'), done('two'), done('three'), done('four: sun')], Poster: [done('poster')], Claim: done('a claim'), 'Part one': done('part one'), 'Part two': done('part two'), ...work },
      summarise: ['Done.'],
    },
    ...options,
  });
  const goal = await begin(on);
  expect(await on.fates()).toEqual(['Slogan: escalated', 'Poster: blocked']);
  return { on, goal };
}

const refusedWith = async (asked: Promise<unknown>): Promise<string> => asked.then(() => 'accepted', (error: unknown) => (isTeamError(error) ? error.code : String(error)));

test('retry grants exactly one more attempt, shows the note and the fixes, and the goal ends done', async () => {
  const { on, goal } = await escalated();
  await on.answer('retry', { note: 'Mention the sun.', by: 'kim' });
  expect((await goal.ended()).status).toBe('done');
  const last = on.calls('work').filter(({ facts }) => JSON.stringify(facts['task']).includes('Slogan')).at(-1);
  expect(last?.facts).toMatchObject({ note: 'Mention the sun.', rework: { previous_output: 'three', fixes: [expect.stringContaining('sun')] }, attempt: 4 });
  expect(last?.prompt).toContain('Mention the sun.');
  expect(storyOf(await on.log(), 'task_1').slice(-7)).toEqual(['escalated writer', 'retried writer', 'assigned writer', 'started writer', 'submitted writer', 'approved code', 'accepted writer']);
  expect((await on.tasks())[0]).toMatchObject({ attempts: 4, losses: 0 });
});

test('after a retry that is rejected too, the next question comes at once', async () => {
  const { on, goal } = await escalated({ work: { Slogan: [done('one'), done('two'), done('three'), done('four')] } });
  await on.answer('retry');
  expect((await goal.ended()).waiting).toMatchObject([{ id: 'question_2', material: { attempts: 4, reason: 'attempts_used_up' } }]);
});

test('reassign gives it to the named member, whatever its skills', async () => {
  const { on, goal } = await escalated();
  expect(await refusedWith(on.answer('reassign', { to: 'nobody' }))).toBe('question.bad_answer');
  await on.answer('reassign', { to: 'poet', note: 'You try.' });
  expect((await goal.ended()).status).toBe('done');
  expect((await on.tasks())[0]).toMatchObject({ assigneeId: 'poet', attempts: 4, more: { earlierAuthors: ['writer'] } });
});

test('accept takes the best result below standard and unblocks what waited', async () => {
  const { on, goal } = await escalated();
  await on.answer('accept', { by: 'kim', note: 'good enough' });
  const ended = await goal.ended();
  expect(ended.status).toBe('done');
  expect(ended.summary).toContain('accepted below standard');
  expect(await on.outputs()).toEqual(['three', 'poster']);
});

test('edit_result stores the output of the person as the result, and what waited is told that one', async () => {
  const { on, goal } = await escalated();
  expect(await refusedWith(on.answer('edit_result'))).toBe('question.bad_answer');
  await on.answer('edit_result', { output: 'sun, by hand', by: 'kim' });
  expect((await goal.ended()).status).toBe('done');
  expect(await on.outputs()).toEqual(['sun, by hand', 'poster']);
  expect(on.calls('work').at(-1)?.facts['context']).toEqual([{ source: 'task_1', text: 'sun, by hand' }]);
});

test('edit changes the task and starts it anew under the changed rules', async () => {
  const { on, goal } = await escalated();
  expect(await refusedWith(on.answer('edit', { set: { colour: 'red' } }))).toBe('question.bad_answer');
  await on.answer('edit', { set: { title: 'Claim', criteria: [{ rule: 'max_chars', value: 100 }] } });
  expect((await goal.ended()).status).toBe('done');
  expect(await on.fates()).toEqual(['Claim: done', 'Poster: done']);
  expect(on.calls('work').find(({ facts }) => JSON.stringify(facts['task']).includes('Claim'))?.facts['task']).toMatchObject({ criteria: [{ rule: 'max_chars', value: 100 }] });
});

test('split puts new tasks in its place; what waited for it waits for them and is told their outputs', async () => {
  const { on, goal } = await escalated();
  await on.answer('split', { tasks: [{ id: 'a', title: 'Part one', skills: ['writing'], criteria: [{ rule: 'min_chars', value: 1 }] }, { id: 'b', title: 'Part two', skills: ['rhyme'], criteria: [{ rule: 'min_chars', value: 1 }] }] satisfies Json[] });
  const ended = await goal.ended();
  expect(ended.status).toBe('done');
  expect(await on.fates()).toEqual(['Slogan: cancelled', 'Poster: done', 'Part one: done', 'Part two: done']);
  expect((await on.tasks())[0]).toMatchObject({ more: { replacedBy: ['task_3', 'task_4'] } });
  expect(ended.summary).toContain('Slogan (task_1): called off [writer; replaced by task_3, task_4]');
  const poster = on.calls('work').find(({ facts }) => JSON.stringify(facts['task']).includes('Poster'));
  expect(poster?.facts['context']).toEqual([{ source: 'task_3', text: 'part one' }, { source: 'task_4', text: 'part two' }]);
});

test('cancel calls it off; what waited for it is cancelled with the root cause, and so the goal fails', async () => {
  const { on, goal } = await escalated();
  await on.answer('cancel', { by: 'kim' });
  const ended = await goal.ended();
  expect(await on.fates()).toEqual(['Slogan: cancelled', 'Poster: cancelled']);
  expect((await on.tasks())[1]).toMatchObject({ more: { rootCause: 'task_1' } });
  expect(ended.status).toBe('failed');
  expect(ended.summary).toContain('because of task_1');
});

test('fail ends it without a result, and the goal fails', async () => {
  verifies('task.failure_cascades');
  const { on, goal } = await escalated();
  await on.answer('fail');
  expect((await goal.ended()).status).toBe('failed');
  expect(await on.fates()).toEqual(['Slogan: failed', 'Poster: cancelled']);
});

test('nobody answers within the deadline: the question expires and the task fails; accept_best keeps what there is', async () => {
  const policy = { times: { questionMs: 20_000 } };
  const first = await escalated({ policy });
  const handle = first.goal;
  await first.on.clock.advance(30_000);
  expect((await handle.ended()).status).toBe('failed');
  expect((await first.on.log()).filter((line) => line.includes('expired'))).toEqual(['question_1 expired', 'task_1 expired writer']);
  const second = await escalated({ policy: { ...policy, unanswered: 'accept_best' } });
  await second.on.clock.advance(30_000);
  expect((await second.goal.ended()).status).toBe('done');
  expect((await second.on.tasks())[0]).toMatchObject({ state: 'done', more: { belowStandard: true } });
});

test('unattended, no question is asked: the default is taken in the same commit', async () => {
  const on = world({
    members: CREW, policy: { unattended: true },
    script: { plan: [planned({ title: 'Slogan', skills: ['writing'], criteria: [{ rule: 'must_contain', values: ['sun'] }] })], work: { Slogan: [done('one'), done('two'), done('three')] }, summarise: ['Done.'] },
  });
  const ended = await on.team.run('Write a slogan');
  expect(ended).toMatchObject({ status: 'failed', waiting: [] });
  expect(await on.questions()).toEqual([]);
  expect((await on.log()).slice(-4)).toEqual(['task_1 escalated writer', 'task_1 expired writer', 'goal_1 drained', 'goal_1 closed']);
});

test('an answer that comes twice, late or after a cancel is refused with the reason and changes nothing', async () => {
  verifies('question.refuses_clearly');
  const { on, goal } = await escalated();
  const twice = await Promise.all([refusedWith(on.team.answer('question_1', { choice: 'fail' })), refusedWith(on.team.answer('question_1', { choice: 'retry' }))]);
  expect(twice).toEqual(['accepted', 'question.closed']);
  expect(await refusedWith(on.team.answer('question_9', { choice: 'fail' }))).toBe('question.not_found');
  expect(await refusedWith(on.team.answer('seven', { choice: 'fail' }))).toBe('question.not_found');
  expect((await goal.ended()).status).toBe('failed');
  const before = await on.log();
  expect(await refusedWith(on.team.answer('question_1', { choice: 'retry' }))).toBe('question.closed');

  const other = await escalated();
  expect(await refusedWith(other.on.team.answer('question_1', { choice: 'maybe' }))).toBe('question.bad_answer');
  await other.goal.cancel();
  await expect(other.on.team.answer('question_1', { choice: 'retry' })).rejects.toThrow(/withdrawn/);
  expect(await on.log()).toEqual(before);
});

test('an answer while the goal is paused is recorded and takes effect after resume', async () => {
  verifies('goal.pause_resume_cancel');
  const { on, goal } = await escalated();
  await goal.pause();
  await on.answer('retry');
  await on.clock.advance(20_000);
  expect(await on.fates()).toEqual(['Slogan: pending', 'Poster: blocked']);
  expect(on.calls('work')).toHaveLength(3);
  await goal.resume();
  expect((await endedInTime(on, goal)).status).toBe('done');
});

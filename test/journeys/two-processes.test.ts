// Several processes on one file: one drives a goal, the others answer, pause, cancel or take it up when nobody drives it. Each
// is a store of its own on the same file, as another process would have it. Whoever writes after another waits for the lock of the
// file, by the time of the machine and not by the clock of the test: what comes of it is polled for.
import { expect, onTestFinished, test } from 'vitest';
import { isTeamError, worker } from '../../src/index.ts';
import { settle } from '../../src/core/next-moves.ts';
import { cancelGoal, pauseGoal, resumeGoal } from '../../src/core/moves/goal-moves.ts';
import { answer } from '../../src/engine/answer-question.ts';
import type { Store } from '../../src/ports/store.ts';
import { sqliteStore } from '../../src/stores/sqlite.ts';
import { done, planned, type Script } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { begin, storeFile, world, type World } from './world.ts';

const CHECKED = [{ rule: 'must_contain', values: ['sun'] }];
const SCRIPT: Script = {
  plan: { '*': [planned({ title: 'Slogan', skills: ['writing'], criteria: CHECKED }, { title: 'Poster', skills: ['writing'], criteria: CHECKED, depends_on: ['t1'], needs_context: ['t1'] })] },
  work: { Slogan: [done('one'), done('two'), done('three'), done('sun')], Poster: [done('sun too')] },
  summarise: { '*': 'Done.' },
};

/** A process that reads and answers, and drives nothing. */
function visitor(file: string, of: World): Store {
  const store = sqliteStore({ file, clock: of.clock, settle, visitor: true });
  onTestFinished(() => store.close());
  return store;
}

const refusedWith = async (asked: Promise<unknown>): Promise<string> => asked.then(() => 'accepted', (error: unknown) => (isTeamError(error) ? error.code : String(error)));

test('an answer from another process is seen at the next look, within 100 ms, and the goal goes on', async () => {
  const file = storeFile();
  const on = world({ store: file, durability: 'NORMAL', script: SCRIPT });
  const goal = await begin(on);
  const waits = await goal.ended();
  await answer({ store: visitor(file, on) }, waits.waiting[0]?.id ?? 'question_0', { choice: 'retry', by: 'kim', note: 'Mention the sun.' });
  const ending = goal.ended();
  await on.clock.advance(100);
  expect((await ending).status).toBe('done');
  expect(on.calls('work')).toHaveLength(5);
});

test('of two processes that answer at once one is heard; the other is told who was first', async () => {
  verifies('question.refuses_clearly', 'store.many_processes');
  const file = storeFile();
  const on = world({ store: file, durability: 'NORMAL', script: SCRIPT });
  const goal = await begin(on);
  await goal.ended();
  const [one, other] = [visitor(file, on), visitor(file, on)];
  const answers = await Promise.all([refusedWith(answer({ store: one }, 'question_1', { choice: 'fail', by: 'ada' })), refusedWith(answer({ store: other }, 'question_1', { choice: 'retry', by: 'bo' })), refusedWith(on.team.answer('question_1', { choice: 'cancel', by: 'cy' }))]);
  expect(answers.toSorted()).toEqual(['accepted', 'question.closed', 'question.closed']);
  await on.clock.advance(100);
  expect((await on.log()).filter((line) => line.startsWith('question_1 answered'))).toHaveLength(1);
});

test('pause, resume and cancel work from another process', async () => {
  verifies('goal.pause_resume_cancel');
  const file = storeFile();
  const works: (() => void)[] = [];
  const on = world({ store: file, durability: 'NORMAL', members: [worker('writer', { run: () => new Promise((resolve) => void works.push(() => resolve({ output: 'text' }))) })] });
  const goal = await on.team.open('From afar');
  await goal.add([{ title: 'one' }, { title: 'two' }, { title: 'three' }]);
  await on.clock.quiet();
  const other = visitor(file, on);
  const { look } = await on.team.store();
  await other.commit([goal.id], (board) => pauseGoal(board, goal.id, 'kim'));
  await on.clock.advance(100);
  await expect.poll(() => look((board) => board.goal(goal.id)?.pausedAt)).toBeTypeOf('number');
  works[0]?.();
  await expect.poll(() => on.fates()).toEqual(['one: completed', 'two: pending', 'three: pending']);
  await on.clock.quiet();
  expect(await on.fates()).toEqual(['one: completed', 'two: pending', 'three: pending']);
  await other.commit([goal.id], (board) => resumeGoal(board, goal.id, 'kim'));
  await on.clock.advance(100);
  await expect.poll(() => on.fates()).toEqual(['one: completed', 'two: executing', 'three: pending']);
  await expect.poll(() => works.length).toBe(2);
  const ending = goal.ended();
  await on.clock.quiet();
  await other.commit([goal.id], (board) => cancelGoal(board, goal.id, 'kim'));
  await on.clock.advance(100);
  expect((await ending).status).toBe('cancelled');
  works[1]?.();
  await expect.poll(async () => (await on.log()).at(-1)).toBe('task_2 result_set_aside writer');
});

test('a goal that another living process drives cannot be taken up; once that has let go, it can, and no finished step is done again', async () => {
  const file = storeFile();
  const first = world({ store: file, durability: 'NORMAL', script: SCRIPT });
  const goal = await begin(first);
  expect((await goal.ended()).status).toBe('waiting');
  const second = world({ store: file, durability: 'NORMAL', clock: first.clock, script: { ...SCRIPT, work: { Slogan: [done('sun')], Poster: [done('sun too')] } } });
  expect(await refusedWith(second.team.resume(goal.id))).toBe('goal.owned');
  await first.team.close();
  const taken = await second.team.resume(goal.id);
  expect((await taken.ended()).waiting).toHaveLength(1);
  await second.answer('retry');
  expect((await taken.ended()).status).toBe('done');
  expect(second.calls('plan')).toEqual([]);
  expect(second.calls('work')).toHaveLength(2);
});

test('an answer given while nothing runs is honoured at the next start', async () => {
  verifies('question.kept_for_restart');
  const file = storeFile();
  const first = world({ store: file, durability: 'NORMAL', script: SCRIPT });
  const goal = await begin(first);
  await goal.ended();
  await first.team.close();
  const between = visitor(file, first);
  await answer({ store: between }, 'question_1', { choice: 'retry', by: 'kim', note: 'Mention the sun.' });
  expect((await between.read.task('task_1'))?.state).toBe('pending');
  await between.close();
  const second = world({ store: file, durability: 'NORMAL', clock: first.clock, script: { ...SCRIPT, work: { Slogan: [done('sun')], Poster: [done('sun too')] } } });
  const taken = await second.team.resume(goal.id);
  expect((await taken.ended()).status).toBe('done');
  expect(second.calls('work')[0]?.facts).toMatchObject({ note: 'Mention the sun.', rework: { previous_output: 'three' } });
});

test('two processes take up a goal at once that nobody drives: one has it, the other is told so', async () => {
  const file = storeFile();
  const first = world({ store: file, durability: 'NORMAL', script: SCRIPT });
  const goal = await begin(first);
  await goal.ended();
  await first.team.close();
  const others = [world({ store: file, durability: 'NORMAL', clock: first.clock }), world({ store: file, durability: 'NORMAL', clock: first.clock })];
  const taken = await Promise.all(others.map((other) => refusedWith(other.team.resume(goal.id))));
  expect(taken.toSorted()).toEqual(['accepted', 'goal.owned']);
});

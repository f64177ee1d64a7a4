// A person changes single tasks of the agency while it works, from the program and from another process: what runs ends at once,
// the member that gets it begins, and an ended goal goes on when one of its tasks is opened again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTeam, worker, type MemberSpec } from '../../src/index.ts';
import { verifies } from '../verifies.ts';

/** Works until it is told to stop; says when it began and when it was stopped. */
function stuck(id: string) {
  const began = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const member: MemberSpec = worker(id, {
    run: ({ signal }) => new Promise((_resolve, reject) => {
      began.resolve();
      signal.addEventListener('abort', () => {
        stopped.resolve();
        reject(new Error('told to stop'));
      });
    }),
  });
  return { member, began: began.promise, stopped: stopped.promise };
}

const quick = worker('quick', { skills: ['quick'], run: ({ input, note }) => ({ output: { input, note } }) });

test('a running task is given to another member: the first is stopped, the second hands in and has read the note', async () => {
  verifies('task.person_changes');
  const slow = stuck('slow');
  await using team = createTeam({ store: 'memory', members: [slow.member, quick] });
  const goal = await team.open('One task');
  const [task] = await goal.add([{ title: 'a task', input: { a: 1 } }]);
  await slow.began;
  await team.change('task_1', { do: 'reassign', to: 'quick', by: 'pat', note: 'be quick' });
  await slow.stopped;
  expect(await task?.ended()).toMatchObject({ state: 'completed', output: { input: { a: 1 }, note: 'be quick' } });
  expect((await team.events(goal.id)).filter(({ type }) => type === 'task.reassigned')).toMatchObject([{ details: { from: 'slow', by: 'pat' } }]);
});

test('a running task is called off, and an edited one begins anew under the new words; the goal does not fail for either', async () => {
  const slow = stuck('slow');
  await using team = createTeam({ store: 'memory', members: [slow.member, quick] });
  const goal = await team.open('Two tasks');
  const [off, edited] = await goal.add([{ title: 'first' }, { title: 'second', skills: ['nobody has it'] }]);
  await slow.began;
  await team.change('task_1', { do: 'cancel' });
  await slow.stopped;
  expect((await off?.ended())?.state).toBe('cancelled');
  await team.change('task_2', { do: 'edit', set: { skills: ['quick'], input: { b: 2 } } });
  expect(await edited?.ended()).toMatchObject({ state: 'completed', output: { input: { b: 2 } } });
  expect((await goal.ended()).status).toBe('done');
  await expect(team.change('task_2', { do: 'release' })).rejects.toMatchObject({ code: 'lifecycle.illegal_move' });
  await expect(team.change('task_9', { do: 'cancel' })).rejects.toMatchObject({ code: 'task.not_found' });
  await expect(team.change('task_2', { do: 'edit', set: { colour: 'red' } })).rejects.toMatchObject({ code: 'input.invalid' });
});

test('a task of an ended goal is opened again in the next process: it runs, what used its old result is marked, and the goal ends a second time', async () => {
  verifies('task.reopen');
  const folder = mkdtempSync(join(tmpdir(), 'muster-reopen-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = join(folder, 'muster.db');
  const first = createTeam({ store, members: [quick] });
  const goal = await first.open('A chain');
  await goal.add([{ title: 'one', name: 'one' }, { title: 'two', dependsOn: ['one'] }]);
  expect((await goal.ended()).status).toBe('done');
  await first.close();

  await using next = createTeam({ store, members: [quick] });
  await next.change('task_1', { do: 'reopen', note: 'shorter' });
  const resumed = await next.resume(goal.id);
  expect((await resumed.ended()).status).toBe('done');
  const read = (await next.store()).read;
  expect([await read.task('task_1'), await read.task('task_2')]).toMatchObject([{ state: 'completed', starts: 2, more: { note: 'shorter' } }, { state: 'completed', starts: 1, more: { inputStale: true } }]);
  expect((await next.events(goal.id)).map(({ type }) => type).filter((type) => type.startsWith('goal.'))).toEqual(['goal.opened', 'goal.plan_adopted', 'goal.sealed', 'goal.drained', 'goal.closed', 'goal.reopened', 'goal.drained', 'goal.closed']);
});

// A team opens its store when it is first needed and lets go of everything when it is closed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { TeamError } from './core/errors.ts';
import { sameInBoth } from './core/json.ts';
import { settle } from './core/next-moves.ts';
import { createTeam, worker } from './index.ts';
import type { Store } from './ports/store.ts';
import { memoryStore } from './stores/memory.ts';
import { systemClock } from './system-clock.ts';

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-team-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'muster.db');
}

const endless = worker('endless', { run: ({ signal }) => new Promise((_resolve, reject) => void signal.addEventListener('abort', () => reject(new Error('stopped')))) });

test('who waits for a task when the team is closed is told so, with what to do next', async () => {
  const team = createTeam({ store: 'memory', members: [endless] });
  const goal = await team.open('One task');
  const [task] = await goal.add([{ title: 'never ends' }]);
  const ended = task?.ended();
  await Promise.all([
    expect(ended).rejects.toMatchObject({ code: 'engine.interrupted', message: 'The team was closed before task_1 ended. Its state is kept; resume goes on.' }),
    team.close(),
  ]);
});

test('a team whose store was busy when it opened opens at the next call, and leaves no stay behind', async () => {
  const store = newFile();
  await using first = createTeam({ store, members: [worker('a', { run: () => ({ output: 1 }) })] });
  await first.store();
  const team = createTeam({ store, members: [worker('b', { run: () => ({ output: 1 }) })] });
  const holder = new DatabaseSync(store);
  const opening = team.store();
  holder.exec('BEGIN IMMEDIATE');
  await expect(opening).rejects.toMatchObject({ code: 'store.busy' });
  holder.exec('COMMIT');
  const opened = await team.store();
  expect([opened.epoch, opened.isDead(2, 60_000)]).toEqual([3, true]);
  await Promise.all([team.close(), team.close()]);
  await expect(opened.read.goals()).rejects.toMatchObject({ code: 'team.closed' });
  holder.close();
});

test('a goal is resumed by its own team only: another one on the same store is refused, and nothing of the goal is changed', async () => {
  const store = newFile();
  await using alpha = createTeam({ name: 'alpha', store, members: [endless] });
  const { id } = await alpha.start('One task');
  await alpha.close();
  await using beta = createTeam({ name: 'beta', store, members: [endless] });
  await expect(beta.resume(id)).rejects.toMatchObject({ code: 'team.invalid', message: expect.stringContaining('Resume it with the team of that name.') });
  expect((await (await beta.store()).read.goal('goal_1'))?.owner).toBe(0);
});

test('a team whose store can no longer be written closes all the same', async () => {
  const whole = memoryStore({ clock: systemClock, settle });
  let isFull = false;
  const store: Store = { ...whole, commit: (ids, decide, options) => (isFull ? Promise.reject(new TeamError('store.unavailable', sameInBoth('The disk is full.'))) : whole.commit(ids, decide, options)) };
  const team = createTeam({ store, members: [endless] });
  const goal = await team.open('A goal');
  await goal.add([{ title: 'never ends' }]);
  isFull = true;
  await expect(team.close()).resolves.toBeUndefined();
});

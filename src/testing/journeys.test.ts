// The tools together: a whole goal on a fixed clock, with a queue that loses, a store that fails, and a process that dies.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { verifies } from '../../test/verifies.ts';
import { settle } from '../core/next-moves.ts';
import { createTeam, reviewer, worker, type TeamOptions } from '../index.ts';
import { memoryStore } from '../stores/memory.ts';
import { sqliteStore } from '../stores/sqlite.ts';
import { approved, done, planned, rejected } from './answers.ts';
import { eventLog } from './event-log.ts';
import { faultyStore } from './faulty-store.ts';
import { fixedClock } from './fixed-clock.ts';
import { lossyQueue } from './queues.ts';
import { scriptedModel } from './scripted-model.ts';

const newModel = () => scriptedModel({
  plan: [planned({ title: 'Slogan', skills: ['copy'] }, { title: 'Poster', skills: ['copy'], depends_on: ['t1'] })],
  work: { Slogan: [done('Tea!'), done('First cup of summer.')], Poster: [done('A poster.')] },
  review: { Slogan: [rejected('Say that it is summer.'), approved()], Poster: [approved()] },
  summarise: ['A slogan and a poster.'],
});

function newTeam(options: Partial<TeamOptions>) {
  const team = createTeam({ store: 'memory', members: [worker('copywriter', { skills: ['copy'] }), reviewer('editor')], ...options });
  onTestFinished(() => team.close());
  return team;
}

async function undisturbed(): Promise<readonly string[]> {
  const team = newTeam({ model: newModel() });
  const { id } = await team.run('Sell tea');
  return eventLog(await team.store(), id);
}

test('each wake-up is lost the first time it is sent: the sweep brings the goal to the same end by the same 21 steps', async () => {
  verifies('loop.sweep_saves');
  const clock = fixedClock();
  const seen = new Set<string>();
  const queue = lossyQueue({
    drop(wakeUp) {
      const key = JSON.stringify(wakeUp);
      return !seen.has(key) && seen.add(key) !== undefined;
    },
  });
  const model = newModel();
  const team = newTeam({ model, clock, queue });
  let status: string | undefined;
  const ended = team.run('Sell tea').then((result) => void (status = result.status));
  while (status === undefined) await clock.advance(1_000);
  await ended;
  expect(status).toBe('done');
  const log = await eventLog(await team.store(), 'goal_1');
  expect(log).toEqual(await undisturbed());
  expect(log).toHaveLength(21);
  expect(queue.dropped.length).toBeGreaterThanOrEqual(6);
});

test('a goal whose opening waits a second for a held store is swept all the same', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-journey-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'muster.db');
  const clock = fixedClock();
  const team = newTeam({ model: newModel(), clock, store: sqliteStore({ file, clock, settle, durability: 'NORMAL' }), queue: lossyQueue({ drop: () => true }) });
  await team.store();
  const holder = new DatabaseSync(file);
  onTestFinished(() => holder.close());
  holder.exec('BEGIN IMMEDIATE');
  const started = team.start('Sell tea');
  await clock.advance(1_000);
  holder.exec('COMMIT');
  await started;
  expect(clock.waiting()).toBe(1);
});

test('every wake-up comes twice: nothing is done twice', async () => {
  const model = newModel();
  const team = newTeam({ model, queue: lossyQueue({ double: () => true }) });
  const { id } = await team.run('Sell tea');
  expect(await eventLog(await team.store(), id)).toEqual(await undisturbed());
  expect(model.requests.map(({ purpose }) => purpose)).toEqual(['plan', 'work', 'review', 'work', 'review', 'work', 'review', 'summarise']);
});

test('the store is busy for three tries after its fourth commit: no answer of a model is lost or asked for again', async () => {
  const clock = fixedClock();
  const model = newModel();
  const inner = memoryStore({ clock, settle });
  const team = newTeam({ model, store: faultyStore(inner, [{ kind: 'refuse', code: 'store.busy', from: 5, times: 3 }]) });
  const { id } = await team.run('Sell tea');
  expect(await eventLog(inner, id)).toEqual(await undisturbed());
  expect(model.requests).toHaveLength(8);
});

test('the process dies after its fifth commit; the next one takes the goal up and ends it, with one attempt done again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-journey-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const open = () => sqliteStore({ file: join(folder, 'muster.db'), clock: fixedClock(), settle, durability: 'NORMAL' });
  const dying = faultyStore(open(), [{ kind: 'stop', at: 5, mode: 'after' }]);
  void newTeam({ model: newModel(), store: dying }).run('Sell tea').catch(() => undefined);
  await dying.stopped;
  await dying.close();

  const model = scriptedModel({
    work: { Slogan: done('First cup of summer.'), Poster: done('A poster.') },
    review: { '*': approved() },
    summarise: ['A slogan and a poster.'],
  });
  const next = newTeam({ model, store: open() });
  const goal = await next.resume('goal_1');
  expect(await goal.ended()).toMatchObject({ status: 'done' });
  const log = await eventLog(await next.store(), 'goal_1');
  expect(log.filter((line) => line === 'goal_1 taken_over' || line.endsWith('accepted copywriter'))).toEqual(['goal_1 taken_over', 'task_1 accepted copywriter', 'task_2 accepted copywriter']);
});

// Real processes, really killed. What they did outside is counted in a file that was synced at each effect: nothing is lost, and
// nothing is done twice but what was under way when the process died.
import { setTimeout as pause } from 'node:timers/promises';
import { join, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { storeFile } from '../journeys/world.ts';
import { verifies } from '../verifies.ts';
import type { Orders } from './child.ts';
import { readFile } from './lives.ts';
import { effectsIn, isLocked, standBy, type Child } from './processes.ts';
import { problemsOf } from './replay.ts';

const TASKS = 200;
const KILLS = 20;
const MEMBERS = 4;

/** A small generator, so that a run can be told again by its seed. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const ordersFor = (more: Partial<Orders> = {}): Orders => {
  const store = storeFile();
  return { store, effects: join(dirname(store), 'effects.txt'), tasks: TASKS, members: MEMBERS, workMs: { least: 2, most: 8 }, ...more };
};

const countBy = <T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
};

test(`${TASKS} tasks survive ${KILLS} SIGKILLs: none is lost, none is accepted twice, and only what was under way is done again, once`, { timeout: 240_000 }, async () => {
  verifies('recovery.real_kills');
  const orders = ordersFor();
  const next = chance(20_260_105);
  const boots: number[] = [];
  let kills = 0;
  let ended: string | undefined;
  let spare = standBy(orders);
  while (ended === undefined) {
    const child = spare;
    boots.push(await child.begin());
    spare = standBy(orders);
    if (kills < KILLS) {
      const dead = child.ended;
      // On a busy machine the same tasks would be killed life after life, and after three times a person is asked about a task.
      if (kills % 3 === 2) await Promise.race([moreEffects(orders.effects, 2 * MEMBERS), dead]);
      await Promise.race([pause(next() * 30), dead]);
      child.process.kill('SIGKILL');
      kills += 1;
    }
    ended = await child.ended;
  }
  spare.process.kill('SIGKILL');
  const left = await readFile(orders.store);
  expect(ended).toBe('done');
  expect(kills).toBe(KILLS);
  expect(problemsOf(left.events, [...(left.goal === undefined ? [] : [left.goal]), ...left.tasks])).toEqual([]);

  // None lost, all accepted once.
  expect(left.tasks).toHaveLength(TASKS);
  const accepted = countBy(left.events.filter(({ type }) => type === 'task.completed' || type === 'task.accepted'), ({ taskId }) => taskId ?? '');
  expect([...accepted.values()]).toEqual(Array(TASKS).fill(1));
  expect(left.events.filter(({ type }) => type === 'task.result_set_aside')).toEqual([]);

  // Effects: each attempt at most once, each task at least once, and again only where an attempt died with its process.
  const effects = effectsIn(orders.effects);
  const started = left.events.filter(({ type }) => type === 'task.started');
  const lost = left.events.filter(({ type }) => type === 'task.lost');
  const startedOf = countBy(started, ({ taskId }) => taskId ?? '');
  const lostOf = countBy(lost, ({ taskId }) => taskId ?? '');
  const effectsOf = countBy(effects, ({ task }) => task);
  expect(new Set(effects.map(({ attempt }) => attempt)).size).toBe(effects.length);
  for (const { id } of left.tasks) {
    expect(startedOf.get(id)).toBe(1 + (lostOf.get(id) ?? 0));
    expect(effectsOf.get(id) ?? 0).toBeGreaterThanOrEqual(1);
    expect(effectsOf.get(id) ?? 0).toBeLessThanOrEqual(1 + (lostOf.get(id) ?? 0));
  }
  // At each take-over at most one attempt a member was under way.
  const perLife = countBy(lost, ({ details }) => String(details?.['from_epoch']));
  for (const count of perLife.values()) expect(count).toBeLessThanOrEqual(MEMBERS);
  const doubled = effects.length - TASKS;
  expect(doubled).toBeLessThanOrEqual(lost.length);

  const firstRedo = boots.flatMap((boot, index) => {
    const at = effects.find((effect) => !effect.attempt.endsWith('_1') && effect.at >= boot && effect.at < (boots[index + 1] ?? Infinity))?.at;
    return at === undefined ? [] : [at - boot];
  });
  const slowest = Math.max(...firstRedo);
  console.log(`${TASKS} tasks, ${kills} kills, ${boots.length} lives: ${started.length} attempts, ${lost.length} died with their process and were begun again, ${doubled} effects came twice; first effect of a task begun again, after the file was open: at most ${slowest} ms (${slowest <= 500 ? 'within' : 'over'} 500)`);
});

test('a process that stands still beyond its lease is replaced; when it goes on, its results are set aside and nothing is accepted twice', { timeout: 120_000 }, async () => {
  verifies('recovery.late_set_aside', 'recovery.real_kills');
  const leaseMs = 1_500;
  const tasks = 24;
  const orders = ordersFor({ tasks, members: 2, workMs: { least: 120, most: 160 }, leaseMs });
  const [first, tooEarly, second] = [standBy(orders), standBy(orders), standBy(orders)];
  await first.begin();
  await moreEffects(orders.effects, 2);
  await standStill(first, orders.store);
  const stoppedAt = Date.now();
  await tooEarly.begin();
  const early = await tooEarly.ended;
  // On a machine that is too busy the lease may be over by now, which is as it should be too.
  if (Date.now() - stoppedAt < leaseMs / 2) expect(early).toBe('goal.owned');
  await pause(leaseMs);
  await second.begin();
  expect(await second.ended).toBe('done');
  first.process.kill('SIGCONT');
  const how = await first.ended;
  const left = await readFile(orders.store);
  const aside = left.events.filter(({ type }) => type === 'task.result_set_aside');
  const accepted = countBy(left.events.filter(({ type }) => type === 'task.completed' || type === 'task.accepted'), ({ taskId }) => taskId ?? '');
  expect([...accepted.values()]).toEqual(Array(tasks).fill(1));
  expect(problemsOf(left.events, [...(left.goal === undefined ? [] : [left.goal]), ...left.tasks])).toEqual([]);
  const lost = left.events.filter(({ type }) => type === 'task.lost');
  expect(lost.length).toBeGreaterThanOrEqual(1);
  expect(lost.length).toBeLessThanOrEqual(2);
  expect(aside.map(({ taskId }) => taskId).toSorted()).toEqual(lost.map(({ taskId }) => taskId).toSorted());
  console.log(`stood still beyond a lease of ${leaseMs} ms (${early ?? 'nothing'} before): ${lost.length} attempts taken over, ${aside.length} late results set aside; the old process ended with ${how ?? 'nothing'}`);
});

/** Resolves when so many effects were added: whatever was begun first is done by then. */
async function moreEffects(file: string, count: number): Promise<void> {
  const wanted = effectsIn(file).length + count;
  for (let tries = 0; tries < 5_000 && effectsIn(file).length < wanted; tries += 1) await pause(2);
}

/** Stops it while a task is under way, but not inside a transaction: there it would hold the file for everybody. */
async function standStill({ process }: Child, store: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    process.kill('SIGSTOP');
    await pause(5);
    if (!isLocked(store) && (await readFile(store)).tasks.some(({ state }) => state === 'executing')) return;
    process.kill('SIGCONT');
    await pause(7);
  }
  throw new Error('The process was inside a transaction, or had nothing under way, whenever it was looked at.');
}

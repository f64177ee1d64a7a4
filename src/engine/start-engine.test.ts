// The loop: what a manager is busy with ends with the goal that it was for, and the timer keeps the times of the goals it drives.
import { expect, onTestFinished, test } from 'vitest';
import { settle } from '../core/next-moves.ts';
import { createTeam, worker } from '../index.ts';
import type { Model, ModelRequest } from '../ports/model.ts';
import { memoryStore } from '../stores/memory.ts';
import { fixedClock } from '../testing/fixed-clock.ts';

/** Answers nothing; tells of each call, and when it is stopped. */
function muteModel() {
  const stopped: string[] = [];
  const called = Promise.withResolvers<undefined>();
  const model: Model = {
    name: 'mute',
    generate: ({ purpose, signal }: ModelRequest) =>
      new Promise((_resolve, reject) => {
        called.resolve(undefined);
        signal.addEventListener('abort', () => {
          stopped.push(purpose);
          reject(new Error('stopped'));
        });
      }),
  };
  return { model, stopped, called: called.promise };
}

test('a goal that is called off while it is planned stops the planning call at once, and nothing is asked again', async () => {
  const { model, stopped, called } = muteModel();
  const team = createTeam({ store: 'memory', model, members: [worker('writer')] });
  onTestFinished(() => team.close());
  const goal = await team.start('Sell tea');
  await called;
  await goal.cancel();
  expect(stopped).toEqual(['plan']);
  expect((await (await team.store()).read.events({ afterSeq: 0, goalId: goal.id, limit: Infinity })).map(({ type }) => type)).toEqual(['goal.opened', 'goal.cancelled']);
});

test('a summary is stopped when its goal is called off', async () => {
  const { model, stopped, called } = muteModel();
  const team = createTeam({ store: 'memory', model, policy: { review: 'none' }, members: [worker('adder', { run: () => ({ output: 3 }) })] });
  onTestFinished(() => team.close());
  const goal = await team.open('Add');
  await goal.add([{ title: 'one and two' }]);
  const ended = goal.ended();
  await called;
  await goal.cancel();
  expect(await ended).toMatchObject({ status: 'cancelled' });
  expect(stopped).toEqual(['summarise']);
});

test('signs of life and sweeps come as often as the goal’s own times ask: three in a lease of 6 seconds, a sweep each second', async () => {
  const clock = fixedClock();
  const store = memoryStore({ clock, settle });
  const beats: number[] = [];
  const members = [worker('endless', { run: ({ signal }) => new Promise((_resolve, reject) => void signal.addEventListener('abort', () => reject(new Error('stopped')))) })];
  const beat = () => Promise.resolve(beats.push(clock.now()) > 0);
  const team = createTeam({ store: { ...store, beat }, clock, members, policy: { review: 'none', times: { leaseMs: 6_000, sweepMs: 1_000, attemptMs: 500 } } });
  onTestFinished(() => team.close());
  const goal = await team.open('One task');
  await goal.add([{ title: 'never ends' }]);
  const began = clock.now();
  await clock.advance(6_100);
  expect(beats.map((at) => Math.round((at - began) / 1_000))).toEqual([2, 4, 6]);
  const lost = (await store.read.events({ afterSeq: 0, limit: Infinity })).find(({ type }) => type === 'task.lost');
  expect(Math.round(((lost?.at ?? 0) - began) / 1_000)).toBe(1);
});

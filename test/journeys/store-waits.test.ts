// A store that cannot be written holds all work up: who listens is told why, since when and what to do, and the goal goes on by itself.
import { expect, test } from 'vitest';
import { settle } from '../../src/core/next-moves.ts';
import type { Signal } from '../../src/index.ts';
import { memoryStore } from '../../src/stores/memory.ts';
import { done, faultyStore, fixedClock, planned } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { begin, CREW, world } from './world.ts';

test('a result that cannot be written in 3 tries is not lost: the feed says that work waits, since when and what to do, then that it goes on', async () => {
  verifies('store.waits_shown');
  const clock = fixedClock();
  const signals: Signal[] = [];
  const store = faultyStore(memoryStore({ clock, settle }), [{ kind: 'refuse', code: 'store.unavailable', from: 4, times: 3 }]);
  const of = world({
    store, clock, members: CREW.slice(0, 2), policy: { review: 'none' }, feed: { publish: (signal) => void (signal.kind.startsWith('store.') && signals.push(signal)) },
    script: { plan: [planned({ title: 'Look', skills: ['writing'] })], work: { Look: done('seen') }, summarise: { '*': 'Done.' } },
  });
  expect((await (await begin(of)).ended()).status).toBe('done');
  expect(await of.outputs()).toEqual(['seen']);
  expect(signals).toEqual([
    { kind: 'store.waits', since: clock.now(), code: 'store.unavailable', says: { en: expect.stringMatching(/^Work waits: memory only cannot be written\. Make room on the disk/), zh: expect.stringMatching(/^工作正在等待：无法写入 memory only。请腾出磁盘空间/) } },
    { kind: 'store.goes_on' },
  ]);
});

test('a listener that throws takes nothing with it: the goal ends, and each fault is an alert, told once', async () => {
  const clock = fixedClock();
  const store = faultyStore(memoryStore({ clock, settle }), [{ kind: 'refuse', code: 'store.unavailable', from: 4, times: 3 }]);
  const publish = (signal: Signal): void => { throw new TypeError(signal.kind.startsWith('store.') ? 'no screen for waits' : 'no screen for text'); };
  const of = world({
    store, clock, members: CREW.slice(0, 2), policy: { review: 'none' }, feed: { publish },
    script: { plan: [planned({ title: 'Look', skills: ['writing'] })], work: { Look: done('seen') }, summarise: { '*': 'Done.' } },
  });
  expect((await (await begin(of)).ended()).status).toBe('done');
  expect(await of.outputs()).toEqual(['seen']);
  const alerts = (await store.read.events({ afterSeq: 0, limit: Infinity })).filter(({ type }) => type === 'alert.raised').map(({ details }) => String(details?.['history']));
  expect(alerts.map((told) => told.split('\n')[0]).toSorted()).toEqual(['TypeError: no screen for text', 'TypeError: no screen for waits']);
});

// Time passes only when it is told to, and then everything happens in the order of time.
import { expect, test } from 'vitest';
import { fixedClock } from './fixed-clock.ts';

test('time stands still until it is advanced, and starts where it is told to', async () => {
  const clock = fixedClock(5_000);
  expect(clock.now()).toBe(5_000);
  await clock.quiet();
  expect(clock.now()).toBe(5_000);
  await clock.advance(250);
  expect(clock.now()).toBe(5_250);
});

test('sleeps and timers that fall due within 100 ms happen in the order of time; among equals the first set goes first', async () => {
  const clock = fixedClock(0);
  const log: string[] = [];
  const note = (what: string) => void log.push(`${what} at ${clock.now()}`);
  const stop = clock.every(30, () => note('timer'));
  void clock.sleep(60).then(() => note('60'));
  void clock.sleep(20).then(() => note('20'));
  void clock.sleep(101).then(() => note('101'));
  await clock.advance(100);
  expect(log).toEqual(['20 at 20', 'timer at 30', '60 at 60', 'timer at 60', 'timer at 90']);
  stop();
  await clock.advance(1);
  expect(log.at(-1)).toBe('101 at 101');
  expect(clock.waiting()).toBe(0);
});

test('what wakes may sleep again within the same advance: 3 sleeps of 40 ms end within 120 ms', async () => {
  const clock = fixedClock(0);
  const woken: number[] = [];
  const work = (async () => {
    for (let round = 0; round < 3; round += 1) {
      await clock.sleep(40);
      // Work that takes turns of the event loop, as a commit does.
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
      woken.push(clock.now());
    }
  })();
  await clock.advance(120);
  await work;
  expect(woken).toEqual([40, 80, 120]);
});

test('a sleep that is stopped ends as interrupted, before or while it waits, and waits no more', async () => {
  const clock = fixedClock();
  const stopping = new AbortController();
  const asleep = clock.sleep(1_000, stopping.signal);
  expect(clock.waiting()).toBe(1);
  stopping.abort();
  await expect(asleep).rejects.toMatchObject({ code: 'engine.interrupted' });
  await expect(clock.sleep(1, stopping.signal)).rejects.toMatchObject({ code: 'engine.interrupted' });
  expect(clock.waiting()).toBe(0);
});

test('a sleep of no time does not wait for an advance, and two advances at once are the sum of both', async () => {
  const clock = fixedClock(0);
  await clock.sleep(0);
  await clock.sleep(-5);
  await Promise.all([clock.advance(30), clock.advance(12)]);
  expect(clock.now()).toBe(42);
});

test('a timer without a period is refused, for it would never let time pass', () => {
  expect(() => fixedClock().every(0, () => undefined)).toThrow(expect.objectContaining({ code: 'input.invalid' }));
});

test('what a timer throws comes out of the advance, and the next advance goes on', async () => {
  const clock = fixedClock(0);
  clock.every(10, () => { throw new Error('thrown in a timer'); });
  await expect(clock.advance(10)).rejects.toThrow('thrown in a timer');
  await expect(clock.advance(9)).resolves.toBeUndefined();
});

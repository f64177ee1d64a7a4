// Who comes first: the oldest work, what was sent back before what is new, a review before the next task of the same member;
// and nobody holds more than its capacity.
import { expect, test } from 'vitest';
import { reviewer, worker, type WorkFunction } from '../../src/index.ts';
import { fixedClock } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { endedInTime, world } from './world.ts';

test('of 8 tasks in two goals the oldest go first, and a member of capacity 2 and one of capacity 1 hold 3 at most', async () => {
  verifies('loop.order');
  const order: string[] = [];
  const most = new Map<string, number>();
  const waiting: (() => void)[] = [];
  const runBy = (name: string): WorkFunction => {
    let held = 0;
    return ({ task }) => {
      order.push(task.title);
      most.set(name, Math.max(most.get(name) ?? 0, (held += 1)));
      return new Promise((resolve) => void waiting.push(() => {
        held -= 1;
        resolve({ output: 'text' });
      }));
    };
  };
  const on = world({ members: [worker('two', { capacity: 2, run: runBy('two') }), worker('one', { run: runBy('one') })], script: { summarise: { '*': 'Done.' } } });
  const [first, second] = [await on.team.open('First'), await on.team.open('Second')];
  await first.add(['1', '2', '3'].map((title) => ({ title })));
  await second.add(['4', '5'].map((title) => ({ title })));
  await first.add(['6', '7', '8'].map((title) => ({ title })));
  const ending = Promise.all([first.ended(), second.ended()]);
  for (let round = 0; round < 8; round += 1) {
    await on.clock.quiet();
    waiting.shift()?.();
  }
  expect((await ending).map(({ status }) => status)).toEqual(['done', 'done']);
  expect(order).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
  expect([...most]).toEqual([['two', 2], ['one', 1]]);
});

test('a result is reviewed before its author begins the next task, and what is sent back goes before what is new', async () => {
  verifies('loop.order');
  const steps: string[] = [];
  let rejections = 1;
  const clock = fixedClock();
  const on = world({
    clock,
    members: [
      worker('writer', {
        async run({ task, attempt }) {
          steps.push(`work ${task.title} ${attempt}`);
          await clock.sleep(1_000);
          return { output: 'text' };
        },
      }),
      reviewer('editor', { review: ({ task }) => (steps.push(`review ${task.title}`), (rejections -= 1) >= 0 ? { approved: false, fixes: ['Again.'] } : { approved: true }) }),
    ],
    script: { summarise: ['Done.'] },
  });
  const goal = await on.team.open('In order');
  await goal.add(['A', 'B', 'C'].map((title) => ({ title })));
  expect((await endedInTime(on, goal)).status).toBe('done');
  // B was begun in the commit that took A in; A is sent back meanwhile and goes before C.
  expect(steps).toEqual(['work A 1', 'review A', 'work B 1', 'review B', 'work A 2', 'review A', 'work C 1', 'review C']);
});

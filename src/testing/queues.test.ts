// A queue that loses and doubles on purpose remembers all that was sent.
import { expect, test } from 'vitest';
import type { WakeUp } from '../ports/queue.ts';
import { lossyQueue, recordingQueue } from './queues.ts';

const plan: WakeUp = { kind: 'plan-goal', goalId: 'goal_1' };
const close: WakeUp = { kind: 'close-goal', goalId: 'goal_1' };

test('of two wake-ups one is dropped and one comes twice; both were sent', () => {
  const queue = lossyQueue({ drop: (wakeUp) => wakeUp.kind === 'plan-goal', double: (wakeUp) => wakeUp.kind === 'close-goal' });
  const got: WakeUp[] = [];
  queue.receive((wakeUp) => void got.push(wakeUp));
  queue.send(plan);
  queue.send(close);
  expect([got, queue.sent, queue.dropped]).toEqual([[close, close], [plan, close], [plan]]);
});

test('a recording queue delivers everything to everybody, until they leave or it is closed', () => {
  const queue = recordingQueue();
  const got: string[] = [];
  const leave = queue.receive(({ kind }) => void got.push(`a ${kind}`));
  queue.receive(({ kind }) => void got.push(`b ${kind}`));
  queue.send(plan);
  leave();
  queue.send(close);
  queue.close();
  queue.send(plan);
  expect(got).toEqual(['a plan-goal', 'b plan-goal', 'b close-goal']);
  expect(queue.sent).toHaveLength(3);
});

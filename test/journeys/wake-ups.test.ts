// Wake-ups are nudges. With all of them lost, all doubled, or any mixture, the same journey comes to the same end, and no step
// is done once more than it would be.
import { describe, expect, test } from 'vitest';
import { approved, done, lossyQueue, planned, rejected, type Losses, type Script } from '../../src/testing/index.ts';
import type { Json } from '../../src/core/json.ts';
import type { WakeUp } from '../../src/ports/queue.ts';
import { verifies } from '../verifies.ts';
import { endedInTime, world } from './world.ts';

const CHECKED = [{ rule: 'min_chars', value: 4 }];
const FRIENDLY = [{ rule: 'sentence', text: 'It is friendly.' }];

/** A graph of 5 with everything in it: sent back by code, sent back by the reviewer, nobody has the skill, a long result. */
const script = (): Script => ({
  plan: {
    'The whole way': [planned(
      { id: 'a', title: 'A', skills: ['writing'], criteria: CHECKED },
      { id: 'b', title: 'B', skills: ['writing'], criteria: FRIENDLY, depends_on: ['a'], needs_context: ['a'] },
      { id: 'c', title: 'C', skills: ['painting'], criteria: CHECKED },
      { id: 'd', title: 'D', skills: ['writing'], criteria: CHECKED, depends_on: ['b', 'c'], needs_context: ['b', 'c'] },
      { id: 'e', title: 'E', skills: ['writing'], criteria: FRIENDLY },
    )],
    C: [planned({ title: 'C in words', skills: ['writing'], criteria: CHECKED })],
  },
  work: { A: [done('no'), done('long '.repeat(30))], B: [done('b'), done('b again')], 'C in words': [done('c in words')], D: [done('d at last')], E: [done('e')] },
  review: { B: [rejected('Be friendlier.'), approved()], E: [approved()] },
  summarise: { '*': ({ facts }: { facts: Readonly<Record<string, Json>> }) => ('text' in facts ? 'In short.' : 'All made.') },
});

async function walk(losses: Losses) {
  const queue = lossyQueue(losses);
  const on = world({ queue, policy: { contextChars: 100 }, script: script() });
  const goal = await on.team.start('The whole way');
  const ended = await endedInTime(on, goal, { stepMs: 5_000, mostMs: 600_000 });
  const tasks = await on.tasks();
  return {
    ended,
    fates: await on.fates(),
    outputs: await on.outputs(),
    counters: tasks.map(({ attempts, losses: lost, reviewFaults, starts, version }) => ({ attempts, lost, reviewFaults, starts, version })),
    // Which calls were made, whatever their order.
    calls: on.model.requests.map(({ purpose, facts }) => `${purpose} ${JSON.stringify(facts['task'] ?? facts['tasks'] ?? facts['text'] ?? facts['goal'])}`).toSorted(),
    unused: on.model.unused(),
    dropped: queue.dropped.length,
    sent: queue.sent.length,
  };
}

const same = ({ dropped: _dropped, sent: _sent, ...rest }: Awaited<ReturnType<typeof walk>>) => rest;

/** Loses each wake-up until the sweep sends the same one again. */
function untilSentAgain(): (wakeUp: WakeUp) => boolean {
  const lost = new Set<string>();
  return (wakeUp) => {
    const key = JSON.stringify(wakeUp);
    if (lost.delete(key)) return false;
    lost.add(key);
    return true;
  };
}

/** A small generator, so that a run can be told again by its seed. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('the same end, the same calls, the same versions', () => {
  test('with no wake-up lost all 5 tasks are done by 14 model calls without any time passing', async () => {
    const straight = await walk({});
    expect(straight.ended.status).toBe('done');
    expect(straight.fates.toSorted()).toEqual(['A: done', 'B: done', 'C in words: done', 'D: done', 'E: done']);
    expect(straight.calls).toHaveLength(14);
    expect(straight.unused).toEqual([]);
  });

  test('with every wake-up that follows an event lost, the sweep alone does it all', async () => {
    verifies('loop.sweep_saves');
    const [straight, swept] = [await walk({}), await walk({ drop: untilSentAgain() })];
    expect(same(swept)).toEqual(same(straight));
    // Each was lost once and came from the sweep then.
    expect(swept.sent).toBe(2 * swept.dropped);
  });

  test('with every wake-up doubled nothing is done twice', async () => {
    const [straight, doubled] = [await walk({}), await walk({ double: () => true })];
    expect(same(doubled)).toEqual(same(straight));
  });

  for (let seed = 1; seed <= 12; seed += 1) {
    test(`with 3 of 10 lost and 3 of 10 doubled at random, seed ${seed}`, async () => {
      const next = chance(seed);
      const [straight, lossy] = [await walk({}), await walk({ drop: () => next() < 0.3, double: () => next() < 0.3 })];
      expect(same(lossy)).toEqual(same(straight));
    });
  }
});

// Commits that arrive in one turn of the event loop share a transaction, yet each stands for itself: its own outcome, told
// when it is durable. Moves go before new work, and a burst leaves room for timers and sockets.
import { expect } from 'vitest';
import { refuse } from '../../core/errors.ts';
import { taskOf } from '../builders.ts';
import { adds, allEvents, claims, notes, NOTHING_FOLLOWS, opens, typesOf, type ContractCase } from './world.ts';
import { sameInBoth } from '../../core/json.ts';

const BURST = 3_000;

export const GROUPED: readonly ContractCase[] = [
  {
    says: 'five commits of one turn are one transaction, a commit of the next turn is another',
    async holds({ store }) {
      const goal = await opens(store);
      await Promise.all(['1', '2', '3', '4', '5'].map((note) => store.commit([], notes(goal, note))));
      await store.commit([], notes(goal, '6'));
      const times = (await allEvents(store)).slice(1).map((event) => event.at);
      expect(new Set(times.slice(0, 5)).size).toBe(1);
      expect(times[5]).toBeGreaterThan(times[4] ?? Infinity);
    },
  },
  {
    says: 'each of a group gets its own outcome: written, refused, written',
    async holds({ store }) {
      const goal = await opens(store);
      const outcomes = await Promise.all([store.commit([], notes(goal, 'a')), store.commit([], () => refuse('task.not_found', sameInBoth('No.'))), store.commit([], notes(goal, 'b'))]);
      expect(outcomes.map((outcome) => (outcome.ok ? outcome.value : outcome.code))).toEqual(['a', 'task.not_found', 'b']);
    },
  },
  {
    says: 'of twenty that claim one task in the same turn one wins, and there is one event of it',
    async holds({ store }) {
      const goal = await opens(store);
      const [task = 'task_0'] = await adds(store, goal, [taskOf('wanted')]);
      const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => store.commit([task], claims(task, `member-${index}`))));
      expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, ...Array(19).fill(false)]);
      expect(outcomes[1]).toMatchObject({ because: `${task} is taken by member-0.` });
      expect(typesOf(await allEvents(store)).filter((type) => type === 'task.claimed')).toHaveLength(1);
      expect(await store.read.task(task)).toMatchObject({ state: 'claimed', assigneeId: 'member-0', version: 2 });
    },
  },
  {
    says: 'moves go before new work, and each kind in the order it came',
    async holds({ store }) {
      const goal = await opens(store);
      const intake = ['new 1', 'new 2'].map((note) => store.commit([], notes(goal, note), { intake: true }));
      const moves = ['move 1', 'move 2', 'move 3'].map((note) => store.commit([], notes(goal, note)));
      await Promise.all([...intake, ...moves]);
      expect((await allEvents(store)).slice(1).map((event) => event.details?.['note'])).toEqual(['move 1', 'move 2', 'move 3', 'new 1', 'new 2']);
    },
  },
  {
    says: `a timer and a turn of the event loop come to their turn before a burst of ${BURST} new tasks has ended`,
    async holds({ store }) {
      const goal = await opens(store);
      const order: string[] = [];
      const burst = Promise.all(Array.from({ length: BURST }, (_, index) => adds(store, goal, [taskOf(`task ${index}`)], { intake: true }))).then(() => order.push('burst'));
      const timer = new Promise<void>((resolve) => void setTimeout(() => resolve(void order.push('timer')), 1));
      const turn = new Promise<void>((resolve) => void setImmediate(() => resolve(void order.push('turn'))));
      await Promise.all([burst, timer, turn]);
      expect(order.at(-1)).toBe('burst');
    },
  },
  {
    says: 'when a commit resolves, another process finds it written, and so the others of its group',
    needs: 'outlivesProcess',
    async holds({ store, again }) {
      const goal = await opens(store);
      const other = await again(NOTHING_FOLLOWS);
      const found = await Promise.all(['1', '2', '3'].map(async (note) => {
        await store.commit([], notes(goal, note));
        return (await allEvents(other)).map((event) => event.details?.['note']);
      }));
      for (const notesFound of found) expect(notesFound).toEqual([undefined, '1', '2', '3']);
    },
  },
  {
    says: 'events are announced when they are durable, once, and before anything later',
    needs: 'outlivesProcess',
    async holds({ store, again }) {
      const goal = await opens(store);
      const other = await again(NOTHING_FOLLOWS);
      const heard: number[][] = [];
      const durable: Promise<number>[] = [];
      store.onEvents((events) => {
        heard.push(events.map((event) => event.seq));
        durable.push(allEvents(other).then((all) => all.length));
      });
      await Promise.all([store.commit([], notes(goal, 'a')), store.commit([], notes(goal, 'b'))]);
      await store.commit([], notes(goal, 'c'));
      expect(heard).toEqual([[2, 3], [4]]);
      expect(await Promise.all(durable)).toEqual([3, 4]);
    },
  },
  {
    says: 'who no longer listens hears nothing',
    async holds({ store }) {
      const goal = await opens(store);
      let heard = 0;
      const stop = store.onEvents((events) => void (heard += events.length));
      await store.commit([], notes(goal, 'heard'));
      stop();
      await store.commit([], notes(goal, 'not heard'));
      expect(heard).toBe(1);
    },
  },
  {
    says: 'closing waits for what was handed in; what comes after is refused, and closing twice is fine',
    async holds({ store }) {
      const goal = await opens(store);
      const handedIn = Promise.all(['1', '2', '3'].map((note) => store.commit([], notes(goal, note))));
      const heard: number[] = [];
      store.onEvents((events) => void heard.push(events.length));
      await store.close();
      expect(heard).toEqual([3]);
      expect((await handedIn).every((outcome) => outcome.ok)).toBe(true);
      await expect(store.commit([], notes(goal, 'late'))).rejects.toMatchObject({ code: 'team.closed' });
      await store.close();
    },
  },
];

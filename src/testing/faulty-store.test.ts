// The faulty store stops where it is told to, hides everything from those who would be dead, and leaves on the store beneath
// exactly what a process that died there would leave.
import { describe, expect, test } from 'vitest';
import { refuse } from '../core/errors.ts';
import { sameInBoth } from '../core/json.ts';
import { memoryStore } from '../stores/memory.ts';
import { faultyStore, type StoreFault } from './faulty-store.ts';
import { allEvents, must, notes, NOTHING_FOLLOWS, opens, tickingClock } from './store-contract/world.ts';

const setUp = (...faults: StoreFault[]) => {
  const inner = memoryStore({ clock: tickingClock(), settle: NOTHING_FOLLOWS });
  return { inner, store: faultyStore(inner, faults) };
};

/** Settled after everything that can go on has gone on? */
async function stateOf(promise: Promise<unknown>): Promise<'open' | 'resolved' | 'rejected'> {
  const turns = (async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
    return 'open' as const;
  })();
  return Promise.race([promise.then(() => 'resolved' as const, () => 'rejected' as const), turns]);
}

describe('stop', () => {
  test.each([['before', 2], ['after', 3]] as const)('%s the third commit that writes: %i are written, the third never resolves, and its events are not announced', async (mode, written) => {
    const { inner, store } = setUp({ kind: 'stop', at: 3, mode });
    const heard: string[] = [];
    store.onEvents((events) => void heard.push(...events.map((event) => event.type)));
    const goal = await opens(store);
    await must(store.commit([], notes(goal, 'second')));
    expect(await stateOf(store.commit([], notes(goal, 'third')))).toBe('open');
    await store.stopped;
    expect(await stateOf(store.commit([], notes(goal, 'fourth')))).toBe('open');
    expect([(await allEvents(inner)).length, store.written(), heard]).toEqual([written, written, ['goal.opened', 'task.note_added']]);
  });

  test('commits that write nothing are not counted: a refusal and an empty decision pass', async () => {
    const { store } = setUp({ kind: 'stop', at: 2, mode: 'before' });
    const goal = await opens(store);
    expect(await store.commit([], () => refuse('goal.ended', sameInBoth('No.')))).toMatchObject({ ok: false });
    expect(await must(store.commit([], () => ({ ok: true, value: 'nothing' })))).toBe('nothing');
    expect(await stateOf(store.commit([], notes(goal, 'the second')))).toBe('open');
  });

  test('of three commits in one turn those after the last one are not written either, and none of the three resolves', async () => {
    const { inner, store } = setUp({ kind: 'stop', at: 3, mode: 'after' });
    const goal = await opens(store);
    const states = await Promise.all(['2', '3', '4'].map((note) => stateOf(store.commit([], notes(goal, note)))));
    expect(states).toEqual(['open', 'open', 'open']);
    expect((await allEvents(inner)).slice(1).map((event) => event.details?.['note'])).toEqual(['2', '3']);
  });

  test('who is dead sees an empty board, reads nothing and shows no life; the store beneath can be closed', async () => {
    const { inner, store } = setUp({ kind: 'stop', at: 2, mode: 'after' });
    const goal = await opens(store);
    void store.commit([], notes(goal, 'last'));
    await store.stopped;
    expect(store.look((board) => [...board.openGoals()])).toEqual([]);
    expect(inner.look((board) => [...board.openGoals()])).toHaveLength(1);
    expect(await Promise.all([store.read.goal(goal), store.beat(), store.refresh()].map(stateOf))).toEqual(['open', 'open', 'open']);
    await store.close();
    await expect(inner.commit([], notes(goal, 'late'))).rejects.toMatchObject({ code: 'team.closed' });
  });
});

describe('refuse', () => {
  test('after one commit the next two tries fail as unavailable, then all is well again', async () => {
    const { inner, store } = setUp({ kind: 'refuse', code: 'store.unavailable', from: 2, times: 2 });
    const goal = await opens(store);
    for (const note of ['a', 'b']) await expect(store.commit([], notes(goal, note))).rejects.toMatchObject({ code: 'store.unavailable' });
    await must(store.commit([], notes(goal, 'c')));
    expect((await allEvents(inner)).map((event) => event.details?.['note'])).toEqual([undefined, 'c']);
  });

  test('a patient commit waits out three busy tries and is written; who listens is told of the wait and of its end', async () => {
    const { store } = setUp({ kind: 'refuse', code: 'store.busy', times: 3 });
    const waits: (string | null)[] = [];
    store.onWait((wait) => void waits.push(wait === null ? null : wait.code));
    await expect(opens(store)).rejects.toMatchObject({ code: 'store.busy' });
    expect(waits).toEqual([]);
    expect(await must(store.commit([], () => ({ ok: true, value: 'in the end' }), { patient: true }))).toBe('in the end');
    expect(waits).toEqual(['store.busy', null]);
    await opens(store);
  });
});

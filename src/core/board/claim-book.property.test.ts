// Whatever happens to tasks in whatever order, the book shows the free ones by lane, the oldest first, and what stands with whom: the
// same as a look at all of them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goalId, taskId } from '../ids.ts';
import type { Task } from '../task.ts';
import { ClaimBook } from './claim-book.ts';

const rowOf = ({ key, ...given }: Pick<Task, 'key' | 'state' | 'lane'> & Partial<Task>): Task => ({
  id: taskId(key), key, goalId: goalId(1), version: 1, review: 'none', attempts: 0, losses: 0, reviewFaults: 0, starts: 0, assigneeId: null, reviewerId: null, epoch: 0,
  resultSeq: 0, firstSeq: 1, briefSeq: 1, more: null, createdAt: 1, updatedAt: 1, endedAt: null, ...given,
});

const rows = fc.record({
  key: fc.integer({ min: 1, max: 150 }),
  state: fc.constantFrom('pending' as const, 'claimed' as const, 'assigned' as const, 'blocked' as const, undefined),
  lane: fc.constantFrom('', 'copy', '@ann'),
  assigneeId: fc.constantFrom(null, 'ann', 'bo'),
});

/** Many that come in order and go from the head, which is the usual way, then anything. */
const walks = fc.tuple(fc.integer({ min: 0, max: 150 }), fc.integer({ min: 0, max: 150 }), fc.array(rows, { maxLength: 60 }));

test('after any walk it is what a look at all tasks gives', () => {
  fc.assert(fc.property(walks, ([made, taken, more]) => {
    const book = new ClaimBook([]);
    const open = new Map<number, Task>();
    const put = (key: number, after: Task | undefined) => {
      book.put(open.get(key), after);
      if (after === undefined) open.delete(key);
      else open.set(key, after);
    };
    for (let key = 1; key <= made; key += 1) put(key, rowOf({ key, state: 'pending', lane: '' }));
    for (let key = 1; key <= Math.min(made, taken); key += 1) put(key, rowOf({ key, state: 'claimed', lane: '', assigneeId: 'bo' }));
    for (const { key, state, lane, assigneeId } of more) put(key, state === undefined ? undefined : rowOf({ key, state, lane, assigneeId }));
    const all = [...open.values()].toSorted((a, b) => a.key - b.key);
    const free = all.filter(({ state }) => state === 'pending');
    expect(new Map([...book.free()].map((lane) => [lane.key, lane.all()]))).toEqual(Map.groupBy(free, ({ lane }) => lane));
    for (const lane of book.free()) {
      const odd = (task: Task) => task.key % 2 === 1;
      expect(lane.first(odd)).toBe(lane.all().find(odd));
    }
    for (const member of ['ann', 'bo', 'cy']) {
      const own = all.filter(({ assigneeId }) => assigneeId === member);
      const inOrder = (tasks: Iterable<Task>) => [...tasks].toSorted((a, b) => a.key - b.key);
      expect([inOrder(book.of(member)), inOrder(book.givenTo(member))]).toEqual([own, own.filter(({ state }) => state === 'assigned')]);
    }
    // Built at once it is the book that grew.
    expect([...new ClaimBook(all).free()].map(({ key }) => key).toSorted()).toEqual([...book.free()].map(({ key }) => key).toSorted());
  }));
});

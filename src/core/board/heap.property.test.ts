// A heap of rows gives back the smallest key first, whatever went in and in whatever order.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyHeap } from './heap.ts';

test('what is popped is sorted, with doubles, and peek names it before', () => {
  fc.assert(fc.property(fc.array(fc.nat(50)), (keys) => {
    const heap = keyHeap<{ key: number }>();
    for (const key of keys) heap.push({ key });
    const out: number[] = [];
    for (let next = heap.peek(); next !== undefined; next = heap.peek()) {
      expect(heap.pop()).toBe(next);
      out.push(next.key);
    }
    expect(out).toEqual(keys.toSorted((a, b) => a - b));
    expect([heap.size, heap.pop(), heap.peek()]).toEqual([0, undefined, undefined]);
  }));
});

test('pushes and pops in any mix always give the smallest that is in', () => {
  fc.assert(fc.property(fc.array(fc.option(fc.nat(50))), (steps) => {
    const heap = keyHeap<{ key: number }>();
    let model: number[] = [];
    for (const key of steps) {
      if (key === null) {
        const smallest = model.toSorted((a, b) => a - b)[0];
        expect(heap.pop()?.key).toBe(smallest);
        if (smallest !== undefined) model = model.toSpliced(model.indexOf(smallest), 1);
      } else {
        heap.push({ key });
        model.push(key);
      }
      expect(heap.size).toBe(model.length);
    }
  }));
});

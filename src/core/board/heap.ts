// The oldest first: a binary heap of rows by key. Entries may go stale; the reader drops them when it sees them.

export interface Keyed {
  readonly key: number;
}

export interface KeyHeap<T extends Keyed> {
  readonly size: number;
  peek(): T | undefined;
  push(item: T): void;
  pop(): T | undefined;
}

export function keyHeap<T extends Keyed>(): KeyHeap<T> {
  const items: T[] = [];
  const keyAt = (index: number): number => items[index]?.key ?? Infinity;
  const swap = (a: number, b: number) => {
    const first = items[a];
    const second = items[b];
    if (first === undefined || second === undefined) return;
    items[a] = second;
    items[b] = first;
  };
  return {
    get size() {
      return items.length;
    },
    peek: () => items[0],
    push(item) {
      items.push(item);
      for (let child = items.length - 1; child > 0; ) {
        const parent = (child - 1) >> 1;
        if (keyAt(parent) <= item.key) return;
        swap(parent, child);
        child = parent;
      }
    },
    pop() {
      const first = items[0];
      const last = items.pop();
      if (first === undefined || last === undefined || items.length === 0) return first;
      items[0] = last;
      for (let parent = 0; ; ) {
        const left = 2 * parent + 1;
        const smallest = keyAt(left + 1) < keyAt(left) ? left + 1 : left;
        if (last.key <= keyAt(smallest)) return first;
        swap(parent, smallest);
        parent = smallest;
      }
    },
  };
}

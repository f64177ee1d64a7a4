// First in, first out. `shift` of a long array moves all the rest; this does not.

export interface Fifo<T> {
  size(): number;
  peek(): T | undefined;
  add(item: T): void;
  take(): T | undefined;
}

export function fifo<T>(): Fifo<T> {
  let items: T[] = [];
  let head = 0;
  return {
    size: () => items.length - head,
    peek: () => items[head],
    add: (item) => void items.push(item),
    take() {
      const item = items[head];
      if (item === undefined) return undefined;
      head += 1;
      if (head === items.length) {
        items = [];
        head = 0;
      } else if (head > 1024 && head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
  };
}

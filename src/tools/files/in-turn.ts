// One at a time for each path: two writers of one process never compare with the same old content.
// Invariant: a turn that fails lets the next one go on, and a path that nobody waits for is forgotten.

const tails = new Map<string, Promise<void>>();

export async function inTurn<T>(path: string, act: () => Promise<T>): Promise<T> {
  const before = tails.get(path);
  const mine = before === undefined ? act() : before.then(act);
  const tail = mine.then(ignore, ignore);
  tails.set(path, tail);
  try {
    return await mine;
  } finally {
    if (tails.get(path) === tail) tails.delete(path);
  }
}

const ignore = (): void => undefined;

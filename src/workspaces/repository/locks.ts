// Locks among all processes that work on one repository. A lock is an exclusive transaction on an empty database file in git's
// common folder: the operating system frees it when its holder dies, however it dies. Inside a process the first come is first.
// Invariant: whoever did not get the lock in time does nothing.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bilingual } from '../../core/json.ts';
import { refuseTree, type WorktreeRefusal } from '../../core/worktrees/refusals.ts';

interface LockOrder {
  /** File name of the lock. */
  readonly name: string;
  /** What it guards, in words for whoever has to wait in vain. */
  readonly what: Bilingual;
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
}

export type WithLock = <T>(order: LockOrder, act: () => Promise<T | WorktreeRefusal>) => Promise<T | WorktreeRefusal>;

export function fileLocks(folder: string): WithLock {
  const lines = new Map<string, Promise<unknown>>();
  return (order, act) => {
    const before = lines.get(order.name) ?? Promise.resolve();
    const turn = before.then(() => holdWhile(folder, order, act));
    const settled = turn.catch(() => {});
    lines.set(order.name, settled);
    void settled.then(() => lines.get(order.name) === settled && lines.delete(order.name));
    return turn;
  };
}

async function holdWhile<T>(folder: string, order: LockOrder, act: () => Promise<T | WorktreeRefusal>): Promise<T | WorktreeRefusal> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, order.name);
  const lock = await take(file, order);
  if (lock === undefined) return refuseTree('busy', { name: order.what, said: holderOf(file) });
  try {
    writeFileSync(`${file}.holder`, `${process.pid} ${hostname()}`);
    return await act();
  } finally {
    rmSync(`${file}.holder`, { force: true });
    lock.close();
  }
}

async function take(file: string, { patienceMs, signal }: LockOrder): Promise<DatabaseSync | undefined> {
  for (const until = performance.now() + patienceMs; ; ) {
    signal?.throwIfAborted();
    const lock = new DatabaseSync(file, { timeout: 0 });
    try {
      lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
      return lock;
    } catch (error) {
      lock.close();
      if (!/locked|busy/u.test(error instanceof Error ? error.message : '')) throw error;
    }
    if (performance.now() > until) return undefined;
    await pause(3 + Math.random() * 25, undefined, signal === undefined ? {} : { signal }).catch(() => signal?.throwIfAborted());
  }
}

function holderOf(file: string): Bilingual | undefined {
  try {
    const [pid = '', host = ''] = readFileSync(`${file}.holder`, 'utf8').split(' ');
    return { en: `process ${pid} on ${host}`, zh: `主机 ${host} 上的进程 ${pid}` };
  } catch {
    return undefined;
  }
}

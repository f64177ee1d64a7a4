// Starting and killing the child program, and reading what it left behind.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Orders, Said } from './child.ts';

export interface Child {
  readonly process: ChildProcess;
  /** Lets it open the file and work. Resolves once the file is open, with when that was. */
  begin(): Promise<number>;
  /** How it ended: the state of the goal, a code, or undefined when it was killed. */
  readonly ended: Promise<string | undefined>;
}

/** A process that has loaded the program and waits. */
export function standBy(orders: Orders): Child {
  const child = fork(fileURLToPath(new URL('child.ts', import.meta.url)), [JSON.stringify(orders)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const up = Promise.withResolvers<number>();
  let said: string | undefined;
  child.on('message', (message: Said) => {
    if ('up' in message) up.resolve(message.up);
    else said = message.ended;
  });
  const gone = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    process: child,
    begin() {
      child.send('begin');
      return Promise.race([up.promise, gone.then(() => Infinity)]);
    },
    ended: gone.then(() => said),
  };
}

export interface Effect {
  readonly task: string;
  readonly attempt: string;
  readonly at: number;
}

export function effectsIn(file: string): readonly Effect[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split('\n').filter((line) => line !== '').map((line) => {
    const [task = '', attempt = '', at = ''] = line.split(' ');
    return { task, attempt, at: Number(at) };
  });
}

/** Whether another process is inside a transaction right now. */
export function isLocked(store: string): boolean {
  const db = new DatabaseSync(store, { timeout: 0 });
  try {
    db.exec('BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch {
    return true;
  } finally {
    db.close();
  }
}

// A process's stay at the store. It gets an epoch and holds a lock that the operating system takes back when the process
// dies, however it dies; so an owner that starts again knows at once which attempts are orphans, without waiting for a
// lease. A process that lives but shows no life for the length of a lease counts as dead too.
import { existsSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../ports/clock.ts';
import { guarded, isBusy } from './sqlite-file.ts';
import type { Statements } from './sqlite-rows.ts';

export interface Stay {
  readonly epoch: number;
  isDead(epoch: number, leaseMs: number): boolean;
  beat(): Promise<boolean>;
  end(): void;
}

interface StayParts {
  readonly db: DatabaseSync;
  readonly statements: Statements;
  readonly file: string;
  readonly clock: Clock;
  /** A visitor takes no epoch. */
  readonly visitor: boolean;
}

export function beginStay({ db, statements, file, clock, visitor }: StayParts): Stay {
  const lockFile = (epoch: number) => `${file}-stay-${epoch}`;
  let epoch = 0;
  let lock: DatabaseSync | undefined;
  if (!visitor) {
    const now = clock.now();
    // Opening may wait for another process's short transaction; running work never does.
    db.exec('PRAGMA busy_timeout = 5000');
    epoch = guarded(file, () => Number(statements.newStay.get(process.pid, hostname(), now, now)?.['epoch']));
    db.exec('PRAGMA busy_timeout = 0');
    lock = holdLock(lockFile(epoch));
  }
  return {
    epoch,
    isDead(other, leaseMs) {
      if (other === epoch && epoch !== 0) return false;
      const row = other === 0 ? undefined : statements.stay.get(other);
      if (row === undefined || row['ended_at'] !== null) return true;
      if (row['host'] === hostname() && isFree(lockFile(other))) return true;
      return clock.now() - Number(row['beat_at']) > leaseMs;
    },
    beat() {
      try {
        return Promise.resolve(statements.beat.run(clock.now(), epoch).changes === 1);
      } catch (error) {
        // Unknown is not lost: a busy store is asked again at the next beat.
        return isBusy(error) ? Promise.resolve(true) : Promise.reject(error);
      }
    },
    end() {
      if (epoch === 0) return;
      try {
        db.exec('PRAGMA busy_timeout = 1000');
        statements.endStay.run(clock.now(), epoch);
      } finally {
        lock?.close();
        rmSync(lockFile(epoch), { force: true });
      }
    },
  };
}

/** The lock is an exclusive transaction on an empty database file of its own: portable, and gone with the process. */
function holdLock(path: string): DatabaseSync {
  const lock = new DatabaseSync(path, { timeout: 0 });
  lock.exec('BEGIN EXCLUSIVE');
  return lock;
}

function isFree(path: string): boolean {
  if (!existsSync(path)) return true;
  const probe = new DatabaseSync(path, { timeout: 0 });
  try {
    probe.exec('BEGIN EXCLUSIVE');
    rmSync(path, { force: true });
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}

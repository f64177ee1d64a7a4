// A process's stay at the store. It gets an epoch and holds a lock that the operating system takes back when the process
// dies, however it dies; so an owner that starts again knows at once which attempts are orphans, without waiting for a
// lease. A process that lives but shows no life for the length of a lease counts as dead too. Life is shown on the clock of
// the machine, which counts from its start and is the same for all its processes: no jump of the wall clock reaps anybody.
import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { machineMs } from './forwarding/machine-ms.ts';
import { asTeamError, guarded, isBusy, OPENING_PATIENCE_MS } from './sqlite-file.ts';
import type { Statements } from './sqlite-rows.ts';

export interface Stay {
  readonly epoch: number;
  isDead(epoch: number, leaseMs: number): boolean;
  beat(): Promise<boolean>;
  /** Where the process of a stay listens to others. */
  readonly socketPath: (epoch: number) => string;
  /** Other stays of this machine that have not ended, as far as their rows tell; the oldest first. */
  otherStays(): readonly number[];
  end(): void;
}

interface StayParts {
  readonly db: DatabaseSync;
  readonly statements: Statements;
  readonly file: string;
  /** A visitor takes no epoch. */
  readonly visitor: boolean;
}

/** How long one sign of life is tried for while others write. */
const BEAT_PATIENCE_MS = 5000;
/** Who has shown no life for so long is not asked for anything. */
const SILENCE_MS = 60_000;
/** How long the end of a stay may wait for others; the freed lock says the same. */
const ENDING_PATIENCE_MS = 200;

export function beginStay({ db, statements, file, visitor }: StayParts): Stay {
  // Whoever opened it by a link finds the others beside it, too.
  const path = guarded(file, () => realpathSync(file));
  const lockFile = (epoch: number) => `${path}-stay-${epoch}`;
  const { epoch, lock } = visitor ? NO_STAY : guarded(file, () => enter(db, statements, { path, lockFile }));
  return {
    epoch,
    isDead(other, leaseMs) {
      if (other === epoch && epoch !== 0) return false;
      const row = other === 0 ? undefined : guarded(file, () => statements.stay.get(other));
      if (row === undefined || row['ended_at'] !== null || isFree(lockFile(other))) return true;
      // Of a process on another machine only the lock can be seen: its clock is not ours.
      return row['host'] === hostname() && machineMs() - Number(row['beat_at']) > leaseMs;
    },
    async beat() {
      for (const until = machineMs() + BEAT_PATIENCE_MS; ; ) {
        try {
          return statements.beat.run(machineMs(), epoch).changes === 1;
        } catch (error) {
          if (!isBusy(error)) throw asTeamError(file, error);
          // Unknown is not lost: what stayed busy is asked again at the next beat.
          if (machineMs() > until) return true;
        }
        await pause(0.2 + Math.random() * 1.8);
      }
    },
    socketPath: (other) => socketOf(lockFile(other)),
    otherStays: () => guarded(file, () => otherStaysOf(statements, epoch)),
    end() {
      if (lock === undefined) return;
      try {
        db.exec(`PRAGMA busy_timeout = ${ENDING_PATIENCE_MS}`);
        statements.endStay.run(Date.now(), epoch);
      } catch {
        // Busy, full or damaged: the lock that is let go below tells others the same.
      } finally {
        lock.close();
        removeLock(lockFile(epoch));
      }
    },
  };
}

const NO_STAY = { epoch: 0, lock: undefined } as const;

interface Place {
  readonly path: string;
  readonly lockFile: (epoch: number) => string;
}

/** The row and the lock appear together, so that nobody sees a stay whose lock is not held yet; and nobody sweeps meanwhile. */
function enter(db: DatabaseSync, statements: Statements, { path, lockFile }: Place): { readonly epoch: number; readonly lock: DatabaseSync } {
  db.exec(`PRAGMA busy_timeout = ${OPENING_PATIENCE_MS}; BEGIN IMMEDIATE`);
  try {
    sweepLocks(path);
    const epoch = Number(statements.newStay.get(process.pid, hostname(), Date.now(), machineMs())?.['epoch']);
    const lock = openLock(lockFile(epoch));
    lock.exec('BEGIN EXCLUSIVE');
    db.exec('COMMIT; PRAGMA busy_timeout = 0');
    return { epoch, lock };
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** The lock is an exclusive transaction on an empty database file of its own: portable, and gone with the process. */
function openLock(path: string): DatabaseSync {
  const lock = new DatabaseSync(path, { timeout: 0 });
  lock.exec('PRAGMA journal_mode = MEMORY');
  return lock;
}

function isFree(path: string): boolean {
  if (!existsSync(path)) return true;
  let probe: DatabaseSync | undefined;
  try {
    probe = openLock(path);
    probe.exec('BEGIN EXCLUSIVE');
    removeLock(path);
    return true;
  } catch {
    return false;
  } finally {
    probe?.close();
  }
}

/** What processes that were killed left behind. */
function sweepLocks(path: string): void {
  const prefix = `${basename(path)}-stay-`;
  try {
    for (const name of readdirSync(dirname(path))) if (name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length))) isFree(join(dirname(path), name));
  } catch {
    // Tidiness only: a folder that cannot be listed changes nothing for the store.
  }
}

const otherStaysOf = (statements: Statements, epoch: number): readonly number[] =>
  statements.otherStays.all(epoch, hostname(), machineMs() - SILENCE_MS).map((row) => Number(row['epoch']));

const socketOf = (lockFile: string): string => `${lockFile}-socket`;

/** Where an open file cannot be removed it stays behind and is found free. */
function removeLock(path: string): void {
  // The lock last: what is left behind in between is found by its name.
  for (const each of [socketOf(path), path]) {
    try {
      rmSync(each, { force: true });
    } catch {
      // See above.
    }
  }
}

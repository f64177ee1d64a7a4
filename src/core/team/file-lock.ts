// A lock on one shared file of a goal. It binds: the file tools ask `mayWrite` before each write. The fencing number is the
// number of the event that gave the lock, so of two holdings of any file the later one always has the higher number.
import { refuse, type Refusal } from '../errors.ts';
import type { GoalId, TaskId } from '../ids.ts';
import { REFUSED_FILES } from '../refusals/refused-files.ts';

export interface LockHolder {
  readonly memberId: string;
  /** The attempt it writes for: when that is over the lock is nobody's. Null for who writes without a task, such as the manager. */
  readonly attempt: { readonly taskId: TaskId; readonly token: number } | null;
}

export interface FileLock {
  /** `goal|path`. */
  readonly id: string;
  readonly goalId: GoalId;
  /** Relative to the shared folder, in its one spelling. */
  readonly path: string;
  /** Null once it was given back. */
  readonly holder: LockHolder | null;
  readonly fencing: number;
  /** Its own time to live: no one else's idea of stale counts. */
  readonly ttlMs: number;
  readonly takenAt: number;
  readonly expiresAt: number;
}

export const lockId = (goalId: GoalId, path: string): string => `${goalId}|${path}`;

export const sameHolder = (a: LockHolder, b: LockHolder): boolean =>
  a.memberId === b.memberId && a.attempt?.taskId === b.attempt?.taskId && a.attempt?.token === b.attempt?.token;

/** One spelling for each file, so that two names of it are one lock; what leaves the folder is refused. */
export function sharedPath(written: string): { readonly ok: true; readonly path: string } | Refusal {
  const steps = written.normalize('NFC').replaceAll('\\', '/').split('/').filter((step) => step !== '' && step !== '.');
  const inside = isSharedFolder(steps[0]) ? steps.slice(1) : steps;
  const leaves = inside.includes('..') || inside.some(isSharedFolder) || /^([a-z]:|\/)/i.test(written.trim().replaceAll('\\', '/')) || [...written].some((char) => char < ' ');
  if (inside.length === 0 || leaves) return refuse('input.invalid', REFUSED_FILES.outside(written, SHARED_FOLDER), { path: written });
  return { ok: true, path: inside.join('/') };
}

export const SHARED_FOLDER = '.team';

/** Some disks take `.Team` for the same folder, so it is the same one on all. */
export const isSharedFolder = (name: string | undefined): boolean => name?.toLowerCase() === SHARED_FOLDER;

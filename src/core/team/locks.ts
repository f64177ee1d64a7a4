// Locks on shared files, decided on the rows in the commit. A lock is lost only by its own time to live or with the attempt that it
// was taken for, never by somebody's impatience; who lost one and comes back is told apart by the fencing number.
import type { Board } from '../board/board.ts';
import { Draft, type Decision, type MusterEvent } from '../change.ts';
import { refuse, type Refusal } from '../errors.ts';
import type { GoalId } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import { isAtWork, TIMES } from '../lifecycles.ts';
import { timeOut } from '../outside/time-out.ts';
import { REFUSED_FILES } from '../refusals/refused-files.ts';
import { lockId, sameHolder, sharedPath, type FileLock, type LockHolder } from './file-lock.ts';

export interface Locking {
  readonly goalId: GoalId;
  /** As it was written; one file has one lock whatever it is called. */
  readonly path: string;
  readonly holder: LockHolder;
  readonly ttlMs?: number;
}

/** Takes the lock, or renews one's own: the same holding, so the same number. */
export function lockFile(board: Board, { goalId, path: written, holder, ttlMs }: Locking): Decision<FileLock> {
  const at = place(board, goalId, written);
  if (!('path' in at)) return at;
  const { path } = at;
  const known = board.desk.lock(goalId, path);
  const ttl = ttlMs ?? known?.ttlMs ?? board.goal(goalId)?.policy.times.lockMs ?? TIMES.lockMs;
  const gone = known === undefined ? undefined : whyGone(board, known);
  const draft = new Draft(board);
  const about = { goalId, taskId: holder.attempt?.taskId ?? null, memberId: holder.memberId };
  const before = known?.holder ?? null;
  if (known !== undefined && before !== null && gone === undefined) {
    if (!sameHolder(before, holder)) return isLocked(known, before);
    const renewed: FileLock = { ...known, ttlMs: ttl, expiresAt: board.now + ttl };
    draft.putLock(renewed);
    draft.note('file.lock_renewed', about, { path, fencing: renewed.fencing, until: renewed.expiresAt });
    return draft.decision(renewed);
  }
  const taken: FileLock = { id: lockId(goalId, path), goalId, path, holder, fencing: draft.nextSeq(), ttlMs: ttl, takenAt: board.now, expiresAt: board.now + ttl };
  draft.putLock(taken);
  draft.note('file.locked', about, { path, fencing: taken.fencing, until: taken.expiresAt, ...(gone === undefined || before === null ? {} : { from: before.memberId, reason: gone }) });
  return draft.decision(taken);
}

/** Why its holder has it no more; undefined while it has. What cannot be looked up is held until it expires. */
function whyGone(board: Board, lock: FileLock): 'expired' | 'attempt_over' | 'member_left' | undefined {
  const { holder } = lock;
  if (holder === null) return undefined;
  const goal = board.goal(lock.goalId);
  const life = goal === undefined ? undefined : board.desk.life(goal.team, holder.memberId);
  if (life?.state === 'shut_down') return 'member_left';
  const task = holder.attempt === null ? undefined : board.task(holder.attempt.taskId);
  // While its goal is open, a task that is off the board has ended.
  if (holder.attempt !== null && goal !== undefined && (task === undefined || task.starts !== holder.attempt.token || !isAtWork(task.state))) return 'attempt_over';
  return board.now >= lock.expiresAt ? 'expired' : undefined;
}

/** Gives one's own lock back; what is nobody's is fine too. */
export function unlockFile(board: Board, { goalId, path: written, holder }: Omit<Locking, 'ttlMs'>): Decision<'unlocked' | 'already'> {
  const at = place(board, goalId, written);
  if (!('path' in at)) return at;
  const lock = board.desk.lock(goalId, at.path);
  if (lock === undefined || lock.holder === null) return { ok: true, value: 'already' };
  if (!sameHolder(lock.holder, holder)) return isLocked(lock, lock.holder);
  const draft = new Draft(board);
  free(draft, lock, { type: 'file.unlocked', details: {} });
  return draft.decision('unlocked');
}

/** A person breaks a lock, whoever holds it. The holder's next write is refused by its number. */
export function breakLock(board: Board, { goalId, path: written, by }: { readonly goalId: GoalId; readonly path: string; readonly by: string }): Decision<'broken' | 'already'> {
  const at = place(board, goalId, written);
  if (!('path' in at)) return at;
  const lock = board.desk.lock(goalId, at.path);
  if (lock === undefined || lock.holder === null) return { ok: true, value: 'already' };
  const draft = new Draft(board);
  free(draft, lock, { type: 'file.lock_broken', details: { by, from: lock.holder.memberId } });
  return draft.decision('broken');
}

function free(draft: Draft, lock: FileLock, { type, details }: { readonly type: 'file.unlocked' | 'file.lock_broken'; readonly details: JsonObject }): void {
  draft.putLock({ ...lock, holder: null });
  draft.note(type, { goalId: lock.goalId, taskId: lock.holder?.attempt?.taskId ?? null, memberId: lock.holder?.memberId ?? null }, { path: lock.path, fencing: lock.fencing, ...details });
}

/** Renews whatever this holder has that is past half of its time: for the beat of a living member. */
export function renewLocks(board: Board, { goalId, holder }: { readonly goalId: GoalId; readonly holder: LockHolder }): Decision<readonly string[]> {
  const draft = new Draft(board);
  const due = board.desk.locks(goalId).filter((lock) => lock.holder !== null && sameHolder(lock.holder, holder) && whyGone(board, lock) === undefined && board.now > lock.expiresAt - lock.ttlMs / 2);
  for (const lock of due) {
    draft.putLock({ ...lock, expiresAt: board.now + lock.ttlMs });
    draft.note('file.lock_renewed', { goalId, taskId: holder.attempt?.taskId ?? null, memberId: holder.memberId }, { path: lock.path, fencing: lock.fencing, until: board.now + lock.ttlMs });
  }
  return draft.decision(due.map(({ path }) => path));
}

export interface Writing extends Omit<Locking, 'ttlMs'> {
  /** Of the holding in which the writer read the file. */
  readonly fencing: number;
}

/** What the file tools ask before each write: this very holding must be the current one. */
export function mayWrite(board: Board, { goalId, path: written, holder, fencing }: Writing): { readonly ok: true; readonly lock: FileLock } | Refusal {
  const at = place(board, goalId, written);
  if (!('path' in at)) return at;
  const lock = board.desk.lock(goalId, at.path);
  if (lock === undefined || lock.holder === null || whyGone(board, lock) !== undefined) return refuse('file.not_locked', REFUSED_FILES.notLocked(at.path), { path: at.path });
  if (!sameHolder(lock.holder, holder)) return isLocked(lock, lock.holder);
  if (lock.fencing === fencing) return { ok: true, lock };
  return refuse('file.not_locked', REFUSED_FILES.lockLost(at.path, fencing, lock.fencing), { path: at.path, fencing: lock.fencing });
}

/** The write is on record, and the lock runs anew: done in a commit before the bytes are put in place, it covers them. */
export function recordWrite(board: Board, { sha256, bytes, ...writing }: Writing & { readonly sha256: string; readonly bytes: number }): Decision<FileLock> {
  const allowed = mayWrite(board, writing);
  if (!allowed.ok) return allowed;
  const { goalId, holder } = writing;
  const draft = new Draft(board);
  const lock: FileLock = { ...allowed.lock, expiresAt: board.now + allowed.lock.ttlMs };
  draft.putLock(lock);
  draft.note('file.written', { goalId, taskId: holder.attempt?.taskId ?? null, memberId: holder.memberId }, { path: lock.path, fencing: lock.fencing, hash: sha256, bytes });
  return draft.decision(lock);
}

export interface LockView {
  readonly path: string;
  readonly holder: LockHolder;
  readonly fencing: number;
  readonly takenAt: number;
  readonly expiresAt: number;
}

/** Locks that are held right now. */
export const heldLocks = (board: Board, goalId: GoalId): readonly LockView[] =>
  board.desk.locks(goalId).flatMap((lock) =>
    (lock.holder === null || whyGone(board, lock) !== undefined
      ? []
      : [{ path: lock.path, holder: lock.holder, fencing: lock.fencing, takenAt: lock.takenAt, expiresAt: lock.expiresAt }]));

/** Who did what to a shared file, when and for which task: read from the events of the goal. */
export const fileHistory = (events: readonly MusterEvent[], path: string): readonly JsonObject[] =>
  events.flatMap(({ type, at, memberId, taskId, details }) =>
    (type.startsWith('file.') && details?.['path'] === path && type !== 'file.lock_renewed'
      ? [{ at, what: type.slice('file.'.length), member: memberId, task_id: taskId, ...details }]
      : []));

function place(board: Board, goalId: GoalId, written: string): { readonly path: string } | Refusal {
  if (board.goal(goalId) === undefined) return refuse('goal.not_found', REFUSED_FILES.noOpenGoal(goalId), { id: goalId });
  const at = sharedPath(written);
  return at.ok ? { path: at.path } : at;
}

const isLocked = (lock: FileLock, holder: LockHolder): Refusal =>
  refuse(
    'file.locked',
    REFUSED_FILES.locked(lock.path, { holder: holder.memberId, task: holder.attempt?.taskId ?? null, until: timeOut(lock.expiresAt) }),
    { path: lock.path, holder: holder.memberId, task_id: holder.attempt?.taskId ?? null, until: lock.expiresAt },
  );

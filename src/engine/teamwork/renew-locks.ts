// A lock on a shared file is renewed while its holder is at work in this process; who hangs for ever is ended by the times of its
// attempt, and its lock with it.
import type { GoalId } from '../../core/ids.ts';
import { isAtWork } from '../../core/lifecycles.ts';
import type { LockHolder } from '../../core/team/file-lock.ts';
import { renewLocks } from '../../core/team/locks.ts';
import { commit } from '../commit.ts';
import type { Engine } from '../engine.ts';

export async function renewLocksHere(engine: Engine): Promise<void> {
  const now = engine.clock.now();
  const due = engine.store.look((board) => {
    const found: { readonly goalId: GoalId; readonly holder: LockHolder }[] = [];
    for (const goal of board.openGoals()) {
      if (goal.team !== engine.team) continue;
      for (const { holder, expiresAt, ttlMs } of board.desk.locks(goal.id)) {
        const attempt = holder?.attempt ?? null;
        const task = attempt === null ? undefined : board.task(attempt.taskId);
        const isHere = task !== undefined && holder !== null && task.starts === attempt?.token && isAtWork(task.state) && task.epoch === board.epoch;
        if (isHere && now > expiresAt - ttlMs / 2) found.push({ goalId: goal.id, holder });
      }
    }
    return found;
  });
  for (const { goalId, holder } of due) await commit(engine, [], (board) => renewLocks(board, { goalId, holder }));
}

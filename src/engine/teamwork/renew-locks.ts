// A lock on a shared file is renewed while its holder is at work in this process: for the attempt that it was taken for, or, without a
// task, as long as the member itself is there. Who hangs for ever is ended by the times of its attempt or turn, and its lock with it.
import type { Board } from '../../core/board/board.ts';
import type { GoalId } from '../../core/ids.ts';
import { isAtWork, type MemberState } from '../../core/lifecycles.ts';
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
        if (holder !== null && now > expiresAt - ttlMs / 2 && isHere(board, engine.team, holder)) found.push({ goalId: goal.id, holder });
      }
    }
    return found;
  });
  for (const { goalId, holder } of due) await commit(engine, [], (board) => renewLocks(board, { goalId, holder }));
}

function isHere(board: Board, team: string, { memberId, attempt }: LockHolder): boolean {
  if (attempt === null) {
    const life = board.desk.life(team, memberId);
    return life !== undefined && life.epoch === board.epoch && THERE.has(life.state);
  }
  const task = board.task(attempt.taskId);
  return task !== undefined && task.starts === attempt.token && isAtWork(task.state) && task.epoch === board.epoch;
}

const THERE: ReadonlySet<MemberState> = new Set(['ready', 'busy', 'shutdown_requested']);

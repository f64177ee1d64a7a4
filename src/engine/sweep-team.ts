// The safety net of a team whose members claim: what a process that ended left in its members' hands is free again, lives that are
// late move on, and mail that nobody reads is buried. Looked at first, so that a calm team costs no commit.
import type { Goal } from '../core/goal.ts';
import { freeOrphans, orphansOf } from '../core/team/claim.ts';
import { buryOldMail, endLateLives, lateLives, oldMail, stopMembers } from '../core/team/lives.ts';
import { commit } from './commit.ts';
import type { Engine } from './engine.ts';

export async function sweepTeam(engine: Engine, goal: Goal): Promise<void> {
  const { store } = engine;
  const now = engine.clock.now();
  const gone = (epoch: number): boolean => epoch !== 0 && epoch !== store.epoch && store.isDead(epoch, goal.policy.times.leaseMs);
  const found = store.look((board) => ({
    ghosts: board.desk.lives(goal.team).some(({ epoch }) => gone(epoch)),
    orphans: orphansOf(board, goal, gone).length > 0,
    late: lateLives(board, goal.team, now).length > 0,
    old: oldMail(board, goal.team, now).length > 0,
  }));
  if (found.ghosts) await commit(engine, [], (board) => stopMembers(board, { team: goal.team, gone, reason: 'process_ended' }));
  if (found.orphans) await commit(engine, [], (board) => freeOrphans(board, goal.id, gone));
  if (found.late) await commit(engine, [], (board) => endLateLives(board, goal.team));
  if (found.old) await commit(engine, [], (board) => buryOldMail(board, goal.team));
}

// Work that somebody took as it is: its branch is merged before the task is done. Ended anywhere it is begun again; what was merged is
// found merged, and what cannot be merged goes back to whoever decides, with the reason.
import type { TaskId } from '../../core/ids.ts';
import { waitsToBeTaken } from '../../core/moves/as-it-is.ts';
import { decideTaken } from '../../core/moves/merge.ts';
import { commit } from '../commit.ts';
import { drives, type Engine } from '../engine.ts';
import { mergeNow } from './merge-work.ts';
import { leaveEmptyTree } from './own-tree.ts';

export async function takeWork(engine: Engine, taskId: TaskId): Promise<void> {
  const found = engine.store.look((board) => {
    const task = board.task(taskId);
    const goal = task === undefined ? undefined : board.goal(task.goalId);
    return task !== undefined && waitsToBeTaken(task) && goal !== undefined && drives(engine, goal) ? { task, goal } : undefined;
  });
  if (found === undefined) return;
  const { task, goal } = found;
  // Each word has a time of its own, so a merge that was given up does not stand in the way of the next.
  const held = engine.inHand.begin('review', taskId, task.updatedAt);
  if (held === undefined) return;
  try {
    const end = await mergeNow(engine, { task, goal, signal: held.signal, isTaken: true });
    if (end === undefined) return;
    const outcome = await commit(engine, [taskId], (board) => decideTaken(board, { taskId, resultSeq: task.resultSeq }, end));
    if (outcome.ok && end.kind === 'merged') await leaveEmptyTree(engine, goal, task);
  } finally {
    held.end();
  }
}

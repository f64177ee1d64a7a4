// Looks back over a task that has started often, and raises the alert when it did so within a short time.
import type { TaskId } from '../core/ids.ts';
import { isRunaway, watchStarts } from '../core/moves/runaway.ts';
import { commit } from './commit.ts';
import type { Engine } from './engine.ts';
import { historyOf } from './reads/history-of.ts';

export async function watchTaskStarts(engine: Engine, taskId: TaskId): Promise<void> {
  const found = engine.store.look((board) => {
    const task = board.task(taskId);
    const goal = task === undefined ? undefined : board.goal(task.goalId);
    return task !== undefined && goal?.owner === engine.store.epoch ? { task, goal } : undefined;
  });
  if (found === undefined) return;
  const events = await historyOf(engine, found.task);
  if (isRunaway(found.goal.policy, events)) await commit(engine, [taskId], (board) => watchStarts(board, taskId, events));
}

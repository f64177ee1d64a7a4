// Looks back over a task that has started often, and raises the alert when it did so within a short time.
import type { MusterEvent } from '../core/change.ts';
import type { TaskId } from '../core/ids.ts';
import { isRunaway, watchStarts } from '../core/moves/runaway.ts';
import type { Task } from '../core/task.ts';
import { commit } from './commit.ts';
import type { Engine } from './engine.ts';

const PAGE = 1_000;

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

async function historyOf(engine: Engine, task: Task): Promise<readonly MusterEvent[]> {
  const history: MusterEvent[] = [];
  for (let afterSeq = task.firstSeq - 1; ; afterSeq = history.at(-1)?.seq ?? afterSeq) {
    const page = await engine.store.read.events({ afterSeq, taskId: task.id, limit: PAGE });
    history.push(...page);
    if (page.length < PAGE) return history;
  }
}

// Starting an attempt that the board says is ours and nobody has in hand yet.
import type { AttemptRef } from '../core/moves/attempt.ts';
import { Attempt } from './attempt.ts';
import type { Engine } from './engine.ts';

export function runTask(engine: Engine, { taskId, token }: AttemptRef): Promise<void> {
  return engine.store.look((board) => {
    const task = board.task(taskId);
    if (task?.state !== 'executing' || task.starts !== token || task.epoch !== engine.store.epoch) return NOTHING;
    const goal = board.goal(task.goalId);
    const held = goal === undefined ? undefined : engine.inHand.begin('run', taskId, token);
    return goal === undefined || held === undefined ? NOTHING : new Attempt(engine, task, goal, held).run();
  });
}

const NOTHING = Promise.resolve();

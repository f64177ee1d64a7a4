// A paused goal starts nothing new: the step that runs may end, the next one waits here until the goal goes on or the attempt ends.
import { nextEvent } from '../next-event.ts';
import type { AttemptGate } from './attempt-gate.ts';

/** Contract: throws `engine.interrupted` when the attempt ends before. */
export async function whilePaused(gate: AttemptGate): Promise<void> {
  const { engine, goal } = gate.parts;
  const isPaused = (): boolean => engine.store.look((board) => board.goal(goal.id)?.pausedAt ?? null) !== null;
  gate.mustBeOpen();
  while (isPaused()) {
    const change = nextEvent(engine, gate.signal, (event) => event.goalId === goal.id);
    try {
      if (isPaused()) await change.next;
    } finally {
      change.forget();
    }
    gate.mustBeOpen();
  }
}

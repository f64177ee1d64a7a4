// The slow safety net: everything the board says is late is moved on, and everything that waits for an effect is nudged again.
// Nothing depends on it in the good case; a test drops every wake-up and lets it do all the work.
import { dueReminders, endLateGoal, endLateness, isGoalLate, isLate, isSummaryLate, remind } from '../core/moves/overdue.ts';
import type { Goal } from '../core/goal.ts';
import { endTime, isOutOfTime } from '../core/moves/budget.ts';
import type { TaskId } from '../core/ids.ts';
import type { WakeUp } from '../ports/queue.ts';
import { commit } from './commit.ts';
import { drives, type Engine } from './engine.ts';
import { sweepTeam } from './sweep-team.ts';
import { renewLocksHere } from './teamwork/renew-locks.ts';
import { tendLives } from './teamwork/tend-lives.ts';
import { nudgeGoal, nudgeTask } from './wake-ups.ts';

export async function sweep(engine: Engine): Promise<void> {
  const mine = engine.store.look((board) => [...board.openGoals()].filter((goal) => drives(engine, goal) && goal.pausedAt === null));
  for (const goal of mine) await sweepGoal(engine, goal);
  if (engine.turns !== undefined) await renewLocksHere(engine);
  if (engine.turns !== undefined) await tendLives(engine, engine.turns);
}

async function sweepGoal(engine: Engine, goal: Goal): Promise<void> {
  const { late, nudges, isGoal, isSummary, isToRemind, outOfTime } = lookAt(engine, goal);
  for (let at = 0; at < late.length; ) at += await endSome(engine, late.slice(at));
  if (isGoal) await commit(engine, [], (board) => endLateGoal(board, goal.id));
  if (isToRemind) await commit(engine, [], (board) => remind(board, goal.id));
  if (outOfTime) await commit(engine, [], (board) => endTime(board, goal.id));
  if (isSummary) engine.inHand.abort('close', goal.id);
  if (goal.policy.dispatch === 'pull') await sweepTeam(engine, goal);
  for (const wakeUp of nudges) engine.queue.send(wakeUp);
}

/** The board's clock stands still between transactions, so lateness is judged with the time as it is now. */
function lookAt(engine: Engine, goal: Goal): { late: TaskId[]; nudges: WakeUp[]; isGoal: boolean; isSummary: boolean; isToRemind: boolean; outOfTime: boolean } {
  const now = engine.clock.now();
  return engine.store.look((board) => {
    const late: TaskId[] = [];
    const nudges: WakeUp[] = [];
    for (const task of board.openTasks(goal.id)) {
      if (isLate(board, goal, task, now)) late.push(task.id);
      else nudgeTask(engine, board, task, (wakeUp) => void nudges.push(wakeUp));
    }
    nudgeGoal(engine, board, goal, (wakeUp) => void nudges.push(wakeUp));
    return { late, nudges, isGoal: isGoalLate(board, goal, now), isSummary: isSummaryLate(board, goal, now), isToRemind: dueReminders(board, goal, now).length > 0, outOfTime: isOutOfTime(goal, now) };
  });
}

async function endSome(engine: Engine, ids: readonly TaskId[]): Promise<number> {
  const outcome = await commit(engine, [], (board) => endLateness(board, ids));
  return outcome.ok ? Math.max(1, outcome.value) : 1;
}


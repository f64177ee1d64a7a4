// From committed events to the next outside effect: one table, read after the commit is durable. A wake-up is only a nudge;
// whoever gets it looks at the board again, so a lost or doubled one does no harm.
import type { Board } from '../core/board/board.ts';
import type { MusterEvent } from '../core/change.ts';
import type { EventType } from '../core/events.ts';
import { isHalted, type Goal } from '../core/goal.ts';
import { goalMachine } from '../core/lifecycles.ts';
import { waitsToBeTaken } from '../core/moves/as-it-is.ts';
import { waitsForPerson } from '../core/moves/people.ts';
import type { Task } from '../core/task.ts';
import type { WakeUp } from '../ports/queue.ts';
import { closeGoalWithSummary } from './close-goal.ts';
import { drives, type Engine } from './engine.ts';
import { planGoals } from './plan-goals.ts';
import { replanTasks } from './replan-tasks.ts';
import { reviewTask } from './review-task.ts';
import { runTask } from './run-task.ts';
import { takeWork } from './trees/take-work.ts';
import { attendTeam, isLeadersFirst } from './teamwork/attend-team.ts';
import { watchTaskStarts } from './watch-starts.ts';

/** What each nudge does. */
export function answerWakeUp(engine: Engine, wakeUp: WakeUp): Promise<void> {
  switch (wakeUp.kind) {
    case 'run-task':
      return runTask(engine, wakeUp);
    case 'review-task':
      return reviewTask(engine, wakeUp.taskId);
    case 'take-work':
      return takeWork(engine, wakeUp.taskId);
    case 'replan-task':
      return replanTasks(engine, wakeUp.goalId);
    case 'plan-goal':
      return planGoals(engine);
    case 'close-goal':
      return closeGoalWithSummary(engine, wakeUp.goalId);
    case 'watch-starts':
      return watchTaskStarts(engine, wakeUp.taskId);
    case 'attend-team':
      return attendTeam(engine);
  }
}

/** Events after which a task may need an outside effect. */
const TASK_NUDGES: ReadonlySet<EventType> = new Set(['task.started', 'task.claimed', 'task.submitted', 'task.review_inconclusive', 'task.verdict_given', 'task.merge_asked', 'task.replan_asked']);
const GOAL_NUDGES: ReadonlySet<EventType> = new Set(['goal.opened', 'goal.plan_rejected_by_code', 'goal.plan_refused', 'goal.drained', 'question.answered']);

/** Events after which everything of the goal may. */
const ALL_NUDGES: ReadonlySet<EventType> = new Set(['goal.taken_over', 'goal.resumed', 'budget.raised', 'budget.stopped']);

export function wakeUpsAfter(engine: Engine, board: Board, events: readonly MusterEvent[], send: (wakeUp: WakeUp) => void): void {
  for (const event of events) {
    if (event.taskId !== null && TASK_NUDGES.has(event.type)) {
      const task = board.task(event.taskId);
      if (task === undefined) continue;
      nudgeTask(engine, board, task, send);
      if ((event.type === 'task.started' || event.type === 'task.claimed') && task.starts > 1) watch(board, task, send);
    } else if (event.goalId !== null && (GOAL_NUDGES.has(event.type) || ALL_NUDGES.has(event.type))) {
      const goal = board.goal(event.goalId);
      if (goal === undefined) continue;
      nudgeGoal(engine, board, goal, send);
      if (ALL_NUDGES.has(event.type)) for (const task of board.openTasks(goal.id)) nudgeTask(engine, board, task, send);
    }
  }
}

function watch(board: Board, task: Task, send: (wakeUp: WakeUp) => void): void {
  const goal = board.goal(task.goalId);
  if (goal?.owner === board.epoch && task.starts >= goal.policy.limits.runawayStarts) send({ kind: 'watch-starts', taskId: task.id });
}

/** The outside effect that a task waits for right now, if this process drives it. */
export function nudgeTask(engine: Engine, board: Board, task: Task, send: (wakeUp: WakeUp) => void): void {
  const goal = board.goal(task.goalId);
  if (goal === undefined || !drives(engine, goal) || goal.pausedAt !== null || isHalted(goal)) return;
  if (task.state === 'executing' && task.epoch === board.epoch) send({ kind: 'run-task', taskId: task.id, token: task.starts });
  else if (task.state === 'pending_review' && !waitsForPerson(task)) send({ kind: 'review-task', taskId: task.id });
  else if (waitsToBeTaken(task)) send({ kind: 'take-work', taskId: task.id });
  // Where members claim, the leader is told of what nobody took, and of plans, in a turn.
  else if (task.more?.waiting?.for === 'manager' && (goal.policy.dispatch === 'push' || task.state === 'blocked')) send({ kind: 'replan-task', goalId: task.goalId });
}

export function nudgeGoal(engine: Engine, board: Board, goal: Goal, send: (wakeUp: WakeUp) => void): void {
  if (!drives(engine, goal) || goal.pausedAt !== null || isHalted(goal) || goalMachine.isFinal(goal.state)) return;
  if (goal.state === 'planning' && !goal.openEnded && goal.policy.dispatch === 'push' && board.openQuestions(goal.id).length === 0) send({ kind: 'plan-goal', goalId: goal.id });
  else if (goal.state === 'closing' && !isLeadersFirst(engine, board, goal)) send({ kind: 'close-goal', goalId: goal.id });
}

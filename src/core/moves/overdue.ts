// The safety net, as pure as the rest: what on the board is late, and what waits for a nudge that may have been lost. The
// sweep asks for every open task of a goal; the decision looks again on the fresh row, so asking twice does nothing.
import { loseOn } from './attempt.ts';
import type { Board } from '../board/board.ts';
import { Draft, type Decision } from '../change.ts';
import { hasRoom } from '../board/crew.ts';
import { escalate, expire } from './escalation.ts';
import { elapsed, type Goal } from '../goal.ts';
import type { GoalId, TaskId } from '../ids.ts';
import { cancelForPrerequisite, isMoving } from '../next-moves.ts';
import { inconclusive } from './review.ts';
import type { Task } from '../task.ts';
import type { TimeName } from '../lifecycles.ts';

interface Lateness {
  readonly limit: TimeName;
  readonly applies?: (board: Board, goal: Goal, task: Task) => boolean;
  readonly move: (draft: Draft, goal: Goal, task: Task) => void;
}

/** Who was mute too long, and what follows. A state that is not here has no clock of its own. */
const LATENESS: Partial<Record<Task['state'], Lateness>> = {
  assigned: { limit: 'startMs', move: (draft, _goal, task) => loseOn(draft, task, 'start_late') },
  executing: { limit: 'attemptMs', move: (draft, _goal, task) => loseOn(draft, task, 'attempt_late') },
  pending_review: { limit: 'reviewMs', move: (draft, _goal, task) => inconclusive(draft, task, task.reviewerId ?? 'code', 'review_late') },
  rejected: { limit: 'startMs', applies: authorIsBusy, move: (draft, _goal, task) => void draft.moveTask(task, 'release', 'pending', { details: { reason: 'author_busy' } }) },
  unassigned: { limit: 'replanMs', applies: waitsForManager, move: (draft, _goal, task) => void escalate(draft, task, 'replan_late') },
  blocked: { limit: 'replanMs', applies: waitsForManager, move: (draft, _goal, task) => void cancelForPrerequisite(draft, task, firstOpen(draft.board, task.id)) },
  escalated: { limit: 'questionMs', move: (draft, goal, task) => void expire(draft, goal, task, 'unanswered') },
};

function authorIsBusy(board: Board, goal: Goal, task: Task): boolean {
  const seat = task.assigneeId === null ? undefined : board.crew(goal).seats.get(task.assigneeId);
  return seat === undefined || !hasRoom(seat);
}

function waitsForManager(_board: Board, _goal: Goal, task: Task): boolean {
  return task.more?.waiting?.for === 'manager';
}

const firstOpen = (board: Board, id: TaskId): TaskId => [...board.openPrerequisites(id)][0] ?? id;

export function isLate(board: Board, goal: Goal, task: Task, now: number = board.now): boolean {
  const late = LATENESS[task.state];
  return late !== undefined && isMoving(board, goal) && elapsed(goal, task.updatedAt, now) > goal.policy.times[late.limit] && (late.applies?.(board, goal, task) ?? true);
}

/** Moves every task of the list that is still late. */
export function endLateness(board: Board, ids: readonly TaskId[]): Decision<number> {
  const draft = new Draft(board);
  let moved = 0;
  for (const id of ids) {
    const task = board.task(id);
    const goal = task === undefined ? undefined : board.goal(task.goalId);
    if (task === undefined || goal === undefined || !isLate(board, goal, task)) continue;
    LATENESS[task.state]?.move(draft, goal, task);
    moved += 1;
    // One question a change: its number is taken from the board as it stands.
    if (draft.hasAsked()) break;
  }
  return draft.decision(moved);
}

/** Questions about the goal itself that nobody answered in time: the goal fails with what is known. */
export function lateGoalQuestions(board: Board, goal: Goal, now: number = board.now): boolean {
  return board.openQuestions(goal.id).some((question) => question.taskId === null && elapsed(goal, question.createdAt, now) > question.waitMs);
}

export function expireGoalQuestions(board: Board, id: GoalId): Decision<undefined> {
  const goal = board.goal(id);
  const draft = new Draft(board);
  if (goal === undefined || !lateGoalQuestions(board, goal)) return draft.decision(undefined);
  for (const question of board.openQuestions(id)) if (question.taskId === null) draft.moveQuestion(question, 'expire', 'expired');
  if (goal.state === 'planning') draft.moveGoal(goal, 'fail', 'failed', { details: { problems: goal.planProblems, reason: 'unanswered' } });
  return draft.decision(undefined);
}

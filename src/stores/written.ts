// What one transaction writes, gathered while its decisions are made.
import type { LiveBoard } from '../core/board/live-board.ts';
import type { Change, MusterEvent } from '../core/change.ts';
import type { Goal } from '../core/goal.ts';
import type { GoalId, QuestionId, TaskId } from '../core/ids.ts';
import type { Question } from '../core/question.ts';
import type { Task } from '../core/task.ts';

/** Each row once, as the last move of the group left it. */
export interface Written {
  readonly tasks: Map<TaskId, Row<Task>>;
  readonly goals: Map<GoalId, Row<Goal>>;
  readonly questions: Map<QuestionId, Question>;
  readonly changes: Change[];
  readonly events: MusterEvent[];
}

interface Row<T> {
  row: T;
  /** As it was before this transaction; undefined for a new row. */
  readonly before: T | undefined;
}

export const nothingWritten = (): Written => ({ tasks: new Map(), goals: new Map(), questions: new Map(), changes: [], events: [] });

export const rowsOf = (written: Written): number => written.tasks.size + written.goals.size + written.questions.size;

/** Contract: the change was decided on the board as it is now; it stands there from then on, and its events have their numbers and time. */
export function takeIn(written: Written, change: Change, board: LiveBoard): void {
  for (const row of change.tasks) {
    const known = written.tasks.get(row.id);
    if (known !== undefined) known.row = row;
    else written.tasks.set(row.id, { row, before: board.task(row.id) });
  }
  // Most changes move one task and hold nothing else.
  if (change.goals.length > 0) takeGoals(change.goals, written, board);
  if (change.questions.length > 0) for (const row of change.questions) written.questions.set(row.id, row);
  let seq = board.lastSeq;
  for (const event of change.events) {
    event.seq = ++seq;
    event.at = board.now;
    written.events.push(event);
  }
  written.changes.push(change);
  board.apply(change);
}

function takeGoals(goals: readonly Goal[], written: Written, board: LiveBoard): void {
  for (const row of goals) {
    const known = written.goals.get(row.id);
    if (known !== undefined) known.row = row;
    else written.goals.set(row.id, { row, before: board.goal(row.id) });
  }
}

// What the board is made of, read from the file: all open rows when it is built, the rows that others wrote when it is brought
// up to date, and ended rows that a decision names.
import type { DatabaseSync } from 'node:sqlite';
import type { LiveBoard, OpenRows } from '../core/board/live-board.ts';
import type { MusterEvent } from '../core/change.ts';
import { isGoalId, isQuestionId, isTaskId, keyOf, taskId, type QuestionId, type RowId } from '../core/ids.ts';
import type { Recent } from './recent.ts';
import { deskAfter, openDesk } from './sqlite-desk.ts';
import { edgeIn, eventIn, goalIn, memberIn, questionIn, taskIn, type Statements } from './sqlite-rows.ts';

export interface Snapshot {
  readonly version: number;
  readonly rows: OpenRows;
}

/** Reads that fit together, whether a transaction is on or not. */
export function atOneMoment<T>(db: DatabaseSync, statements: Statements, read: () => T): T {
  if (db.isTransaction) return read();
  statements.beginReading.run();
  try {
    return read();
  } finally {
    if (db.isTransaction) statements.rollback.run();
  }
}

/** The open rows as they are at one moment. */
export const snapshot = (db: DatabaseSync, statements: Statements): Snapshot =>
  atOneMoment(db, statements, () => ({ version: dataVersion(statements), rows: openRows(statements) }));

/** Changes when another connection has written. */
export const dataVersion = (statements: Statements): number => Number(statements.dataVersion.get()?.['data_version']);

/** Shows ended rows to the decisions of this transaction. */
export function lendRows(statements: Statements, board: LiveBoard, ids: readonly RowId[]): void {
  for (const id of ids) {
    if (isTaskId(id)) {
      const row = board.task(id) === undefined ? statements.task.get(keyOf(id)) : undefined;
      if (row !== undefined) board.lend({ task: taskIn(row) });
    } else if (isGoalId(id)) {
      const row = board.goal(id) === undefined ? statements.goal.get(keyOf(id)) : undefined;
      if (row !== undefined) board.lend({ goal: goalIn(row) });
    } else if (isQuestionId(id)) {
      const row = board.question(id) === undefined ? statements.question.get(keyOf(id)) : undefined;
      if (row !== undefined) board.lend({ question: questionIn(row) });
    }
  }
}

/** What others wrote since our last visit, row by row: every write leaves an event that names it. False when that was nothing. */
export function absorbEvents(statements: Statements, recent: Recent, board: LiveBoard): boolean {
  const since = board.lastSeq;
  const lastSeq = Number(statements.lastSeq.get()?.['seq'] ?? 0);
  if (lastSeq === since) return false;
  const events = statements.tellingSince.all(since).map(eventIn);
  const tasks = statements.tasksMovedSince.all(since).map(taskIn);
  for (const task of tasks) recent.forget(task.id);
  const desk = deskAfter(statements, events);
  board.absorb({
    ...(desk === undefined ? {} : { desk }),
    goals: statements.goalsMovedSince.all(since).map(goalIn),
    tasks,
    questions: questionsIn(events).flatMap((id) => statements.question.all(keyOf(id)).map(questionIn)),
    members: events.some(({ type }) => type === 'member.registered') ? statements.members.all().map(memberIn) : [],
    edgesOf: (id) => statements.edgesOf.all(keyOf(id)).map((row) => taskId(Number(row['needs']))),
    stateOf: (id) => {
      const row = statements.task.get(keyOf(id));
      return row === undefined ? undefined : taskIn(row).state;
    },
    lastSeq,
  });
  return true;
}

function questionsIn(events: readonly MusterEvent[]): readonly QuestionId[] {
  const named = new Set<QuestionId>();
  for (const { details } of events) {
    const id = details?.['question_id'];
    if (typeof id === 'string' && isQuestionId(id)) named.add(id);
  }
  return [...named];
}

function openRows(statements: Statements): OpenRows {
  return {
    goals: statements.openGoals.all().map(goalIn),
    tasks: statements.openTasks.all().map(taskIn),
    questions: statements.openQuestions.all().map(questionIn),
    members: statements.members.all().map(memberIn),
    openEdges: statements.openEdges.all().map(edgeIn),
    desk: openDesk(statements),
    ...lastKeys(statements),
  };
}

function lastKeys(statements: Statements) {
  const row = statements.lastKeys.get();
  const key = (name: string) => Number(row?.[name] ?? 0);
  return { lastSeq: key('seq'), next: { goal: key('goal') + 1, task: key('task') + 1, question: key('question') + 1 } };
}

// What the board is made of, read from the file: all open rows when it is built, the rows that others wrote when it is brought
// up to date, and ended rows that a decision names.
import type { DatabaseSync } from 'node:sqlite';
import type { LiveBoard, OpenRows } from '../core/board/live-board.ts';
import type { MusterEvent } from '../core/change.ts';
import { isGoalId, isQuestionId, isTaskId, keyOf, taskId, type GoalId, type QuestionId, type RowId, type TaskId } from '../core/ids.ts';
import type { Recent } from './recent.ts';
import { deskAfter, openDesk } from './sqlite-desk.ts';
import { edgeIn, eventIn, goalIn, memberIn, questionIn, taskIn, type Row, type Statements } from './sqlite-rows.ts';

export interface Snapshot {
  readonly version: number;
  readonly rows: OpenRows;
}

/** The open rows as they are at one moment, whether a transaction is on or not. */
export function snapshot(db: DatabaseSync, statements: Statements): Snapshot {
  const alone = !db.isTransaction;
  if (alone) db.exec('BEGIN');
  try {
    return { version: dataVersion(statements), rows: openRows(statements) };
  } finally {
    if (alone && db.isTransaction) statements.rollback.run();
  }
}

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

/** What others wrote since our last visit, row by row: every write leaves an event that names it. */
export function absorbEvents(statements: Statements, recent: Recent, board: LiveBoard): readonly MusterEvent[] {
  const events = statements.events.all(board.lastSeq, -1).map(eventIn);
  const tasks = new Set<TaskId>();
  const goals = new Set<GoalId>();
  const questions = new Set<QuestionId>();
  let members = false;
  for (const event of events) {
    if (event.taskId !== null) {
      tasks.add(event.taskId);
      recent.forget(event.taskId);
    }
    if (event.goalId !== null) goals.add(event.goalId);
    const question = event.details?.['question_id'];
    if (typeof question === 'string' && isQuestionId(question)) questions.add(question);
    members ||= event.type === 'member.registered';
  }
  if (events.length === 0) return events;
  const rows = <I extends RowId, T>(ids: ReadonlySet<I>, statement: keyof Statements & ('task' | 'goal' | 'question'), as: (row: Row) => T): T[] =>
    [...ids].flatMap((id) => {
      const row = statements[statement].get(keyOf(id));
      return row === undefined ? [] : [as(row)];
    });
  const desk = deskAfter(statements, events);
  board.absorb({
    ...(desk === undefined ? {} : { desk }),
    goals: rows(goals, 'goal', goalIn),
    tasks: rows(tasks, 'task', taskIn),
    questions: rows(questions, 'question', questionIn),
    members: members ? statements.members.all().map(memberIn) : [],
    edgesOf: (id) => statements.edgesOf.all(keyOf(id)).map((row) => taskId(Number(row['needs']))),
    stateOf: (id) => {
      const row = statements.task.get(keyOf(id));
      return row === undefined ? undefined : taskIn(row).state;
    },
    ...lastKeys(statements),
  });
  return events;
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

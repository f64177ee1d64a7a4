// The default store: one SQLite file in WAL mode, safe for several processes, group commit on top. Rows on disk are the
// truth; the board is a cache that is known to be current inside each transaction, because other writers leave events.
import type { DatabaseSync } from 'node:sqlite';
import { briefIn } from '../core/brief.ts';
import { LiveBoard, type OpenRows } from '../core/board/live-board.ts';
import { TeamError } from '../core/errors.ts';
import { isGoalId, isQuestionId, isTaskId, keyOf, taskId, type GoalId, type QuestionId, type RowId, type TaskId } from '../core/ids.ts';
import type { MusterEvent } from '../core/change.ts';
import type { Clock } from '../ports/clock.ts';
import type { Reads } from '../ports/reads.ts';
import type { Settle, Store } from '../ports/store.ts';
import { backUp } from './sqlite-backup.ts';
import { GroupCommit, type Ledger, type Written } from './group-commit.ts';
import { Recent } from './recent.ts';
import { resultIn } from './results.ts';
import { asTeamError, guarded, isBusy, openFile, type Durability } from './sqlite-file.ts';
import { beginStay, type Stay } from './sqlite-stay.ts';
import { edgeIn, eventIn, goalIn, goalValues, insertEvents, insertTask, memberIn, prepareAll, questionIn, taskIn, updateTask, type Row, type Statements } from './sqlite-rows.ts';

export interface SqliteOptions {
  readonly file: string;
  readonly clock: Clock;
  readonly settle: Settle;
  readonly durability?: Durability;
  /** A visitor reads and answers but drives no goal; it takes no epoch. */
  readonly visitor?: boolean;
}

export function sqliteStore({ file, clock, settle, durability = 'FULL', visitor = false }: SqliteOptions): Store {
  const db = openFile(file, durability);
  const statements = prepareAll(db);
  try {
    // Read before the first write: a file with a damaged row is refused as it is.
    const first = guarded(file, () => snapshot(db, statements));
    const stay = beginStay({ db, statements, file, visitor });
    const recent = new Recent();
    const ledger = sqliteLedger({ db, statements, file, recent, first });
    const board = new LiveBoard(stay.epoch);
    // Goals that nobody drives have the owner 0, and a visitor has the epoch 0: it must not take them for its own.
    const group = new GroupCommit({ ledger, board, settle: visitor ? () => undefined : settle, clock });
    return opened({ db, statements, file, recent }, stay, group);
  } catch (error) {
    db.close();
    throw error;
  }
}

function opened({ db, statements, file, recent }: Handle, stay: Stay, group: GroupCommit): Store {
  let closing: Promise<void> | undefined;
  const read = <T>(act: () => T): Promise<T> => {
    if (closing !== undefined) return Promise.reject(new TeamError('team.closed', 'The store has been closed. Open it again to read on.'));
    try {
      return Promise.resolve(act());
    } catch (error) {
      return Promise.reject(asTeamError(file, error));
    }
  };
  const close = async () => {
    await group.close();
    stay.end();
    db.close();
  };
  return {
    location: file,
    epoch: stay.epoch,
    commit: (ids, decide, options) => group.commit(ids, decide, options),
    onEvents: (listener) => group.onEvents(listener),
    refresh: () => group.refresh(),
    look: (act) => group.look(act),
    recall: (task) => recent.recall(task),
    recallResult: (id) => recent.resultOf(id),
    read: sqliteReads(statements, recent, read),
    isDead: stay.isDead,
    beat: stay.beat,
    backup: (target) => read(() => backUp(db, file, target)),
    close: () => (closing ??= close()),
  };
}

function sqliteReads(statements: Statements, recent: Recent, read: <T>(act: () => T) => Promise<T>): Reads {
  const one = <T>(row: Row | undefined, as: (row: Row) => T): T | undefined => (row === undefined ? undefined : as(row));
  return {
    goals: () => read(() => statements.goals.all().map(goalIn)),
    goal: (id) => read(() => one(statements.goal.get(keyOf(id)), goalIn)),
    task: (id) => read(() => recent.ended(id) ?? one(statements.task.get(keyOf(id)), taskIn)),
    tasksOf: (goal) => read(() => statements.tasksOfGoal.all(goal.firstTask, goal.key).map(taskIn)),
    brief: (id) =>
      read(() => {
        const at = recent.of(id)?.brief;
        const task = at === undefined ? statements.task.get(keyOf(id)) : undefined;
        return at ?? (task === undefined ? undefined : one(statements.event.get(Number(task['brief_seq'])), (row) => briefIn(eventIn(row).details)));
      }),
    prerequisites: (id) => read(() => recent.of(id)?.needs ?? statements.edgesOf.all(keyOf(id)).map((row) => taskId(Number(row['needs'])))),
    result: (seq) => read(() => recent.result(seq) ?? one(statements.event.get(seq), (row) => resultIn(eventIn(row)))),
    question: (id) => read(() => one(statements.question.get(keyOf(id)), questionIn)),
    questions: ({ goalId: of, openOnly }) =>
      read(() => (openOnly ? statements.openQuestions : statements.questions).all().map(questionIn).filter((question) => of === undefined || question.goalId === of)),
    events: ({ afterSeq, goalId: ofGoal, taskId: ofTask, limit: most }) =>
      read(() => {
        const limit = Number.isFinite(most) ? most : -1; // SQLite's word for all
        if (ofTask !== undefined) return statements.eventsOfTask.all(afterSeq, keyOf(ofTask), limit).map(eventIn);
        if (ofGoal !== undefined) return statements.eventsOfGoal.all(afterSeq, keyOf(ofGoal), limit).map(eventIn);
        return statements.events.all(afterSeq, limit).map(eventIn);
      }),
  };
}

interface Handle {
  readonly db: DatabaseSync;
  readonly statements: Statements;
  readonly file: string;
  readonly recent: Recent;
}

function sqliteLedger({ db, statements, file, recent, first }: Handle & { readonly first: Snapshot }): Ledger {
  let pending: Written | undefined;
  let seenVersion = -1;
  let atOpening: Snapshot | undefined = first;
  return {
    begin() {
      try {
        statements.begin.run();
        return true;
      } catch (error) {
        if (isBusy(error)) return false;
        throw asTeamError(file, error);
      }
    },
    catchUp(board) {
      const version = dataVersion(statements);
      if (version === seenVersion) return [];
      seenVersion = version;
      return guarded(file, () => absorbEvents(statements, recent, board));
    },
    lend: (board, ids) => guarded(file, () => lendRows(statements, board, ids)),
    write(written) {
      pending = written;
      // SQLite ends a transaction by itself after some faults; what came after would be written row by row.
      if (!db.isTransaction) throw new TeamError('store.unavailable', `The transaction on ${file} was ended by a fault of the disk. Nothing was written; try again.`);
      guarded(file, () => writeRows(statements, written));
    },
    commit() {
      guarded(file, () => void statements.commit.run());
      if (pending !== undefined) recent.take(pending.changes, pending.events);
      pending = undefined;
    },
    rollback: () => {
      pending = undefined;
      if (db.isTransaction) statements.rollback.run();
    },
    restore(board) {
      recent.clear();
      guarded(file, () => {
        const now = atOpening?.version === dataVersion(statements) ? atOpening : snapshot(db, statements);
        atOpening = undefined;
        seenVersion = now.version;
        board.restore(now.rows);
      });
    },
    isBehind: () => guarded(file, () => dataVersion(statements) !== seenVersion),
  };
}

interface Snapshot {
  readonly version: number;
  readonly rows: OpenRows;
}

/** The open rows as they are at one moment, whether a transaction is on or not. */
function snapshot(db: DatabaseSync, statements: Statements): Snapshot {
  const alone = !db.isTransaction;
  if (alone) db.exec('BEGIN');
  try {
    return { version: dataVersion(statements), rows: openRows(statements) };
  } finally {
    if (alone && db.isTransaction) statements.rollback.run();
  }
}

/** Changes when another connection has written. */
const dataVersion = (statements: Statements): number => Number(statements.dataVersion.get()?.['data_version']);

function writeRows(statements: Statements, written: Written): void {
  for (const { row, before } of written.goals.values()) {
    const values = goalValues(row);
    if (before === undefined) statements.addGoal.run(row.key, ...values);
    else if (statements.moveGoal.run(...values, row.key, before.version).changes !== 1) throw conflict(row.id);
  }
  for (const { row, before } of written.tasks.values()) {
    if (before === undefined) insertTask(statements, row);
    else if (!updateTask(statements, row, before)) throw conflict(row.id);
  }
  for (const row of written.questions.values()) statements.putQuestion.run(row.key, keyOf(row.goalId), row.taskId === null ? null : keyOf(row.taskId), row.state, JSON.stringify(row));
  for (const change of written.changes) {
    for (const { task, needs } of change.edges) statements.addEdge.run(keyOf(task), keyOf(needs));
    for (const { task, needs } of change.cutEdges) statements.cutEdge.run(keyOf(task), keyOf(needs));
    for (const { team, registration } of change.members) statements.putMember.run(team, registration.agentId, JSON.stringify(registration));
  }
  insertEvents(statements, written.events);
}

const conflict = (id: RowId): TeamError => new TeamError('store.conflict', `${id} was changed by someone else in the middle of this transaction. Nothing was written; read it again and repeat.`);

function lendRows(statements: Statements, board: LiveBoard, ids: readonly RowId[]): void {
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
function absorbEvents(statements: Statements, recent: Recent, board: LiveBoard): readonly MusterEvent[] {
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
  board.absorb({
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
    ...lastKeys(statements),
  };
}

function lastKeys(statements: Statements) {
  const row = statements.lastKeys.get();
  const key = (name: string) => Number(row?.[name] ?? 0);
  return { lastSeq: key('seq'), next: { goal: key('goal') + 1, task: key('task') + 1, question: key('question') + 1 } };
}

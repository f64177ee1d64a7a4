// The default store: one SQLite file in WAL mode, safe for several processes, group commit on top. Rows on disk are the
// truth; the board is a cache that is known to be current inside each transaction, because other writers leave events.
import type { DatabaseSync } from 'node:sqlite';
import { briefIn } from '../core/brief.ts';
import { LiveBoard } from '../core/board/live-board.ts';
import type { MemberRow } from '../core/change.ts';
import { TeamError } from '../core/errors.ts';
import { keyOf, taskId, type RowId } from '../core/ids.ts';
import { STORE_FAULTS } from '../core/refusals/store-faults.ts';
import type { Clock } from '../ports/clock.ts';
import type { Reads } from '../ports/reads.ts';
import type { Settle, Store } from '../ports/store.ts';
import { backUp } from './sqlite-backup.ts';
import { absorbEvents, atOneMoment, dataVersion, lendRows, snapshot, type Snapshot } from './sqlite-board.ts';
import { Forwarding } from './forwarding/forwarding.ts';
import { GroupCommit, type Ledger } from './group-commit.ts';
import { Recent } from './recent.ts';
import { resultIn } from './results.ts';
import { asTeamError, guarded, isBusy, markOf, openFile, placeOf, type Durability } from './sqlite-file.ts';
import { messageIn, writeDesk } from './sqlite-desk.ts';
import { keepLogSmall } from './sqlite-log.ts';
import { beginStay, type Stay } from './sqlite-stay.ts';
import { eventIn, goalIn, goalValues, insertEdges, insertEvents, insertTask, prepareAll, questionIn, taskIn, updateTask, type Row, type Statements } from './sqlite-rows.ts';
import type { Written } from './written.ts';

export interface SqliteOptions {
  readonly file: string;
  readonly clock: Clock;
  readonly settle: Settle;
  readonly durability?: Durability;
  /** A visitor reads and answers but drives no goal; it takes no epoch. */
  readonly visitor?: boolean;
}

export function sqliteStore({ file, clock, settle, durability, visitor = false }: SqliteOptions): Store {
  const db = openFile(file, durability);
  const statements = prepareAll(db);
  try {
    // Read before the first write: a file with a damaged row is refused as it is.
    const first = guarded(file, () => snapshot(db, statements));
    const mark = guarded(file, () => markOf(file));
    const stay = beginStay({ db, statements, file, visitor });
    const recent = new Recent();
    const refuseLoss = placeOf(file);
    const ledger = sqliteLedger({ db, statements, file, recent, first });
    const board = new LiveBoard(stay.epoch);
    // Goals that nobody drives have the owner 0, and a visitor has the epoch 0: it must not take them for its own.
    const forwarding = visitor ? undefined : new Forwarding({ epoch: stay.epoch, file: mark, socketPath: stay.socketPath, otherStays: stay.otherStays, enter: (asked) => group.enter(asked) });
    const group: GroupCommit = new GroupCommit({ location: file, ledger, board, settle: visitor ? () => undefined : settle, clock, forwarding });
    return opened({ db, statements, file, recent, refuseLoss }, stay, group);
  } catch (error) {
    db.close();
    throw error;
  }
}

function opened({ db, statements, file, recent, refuseLoss }: Opened, stay: Stay, group: GroupCommit): Store {
  let closing: Promise<void> | undefined;
  const read = <T>(act: () => T): Promise<T> => {
    if (closing !== undefined) return Promise.reject(new TeamError('team.closed', STORE_FAULTS.closed));
    try {
      return Promise.resolve(act());
    } catch (error) {
      return Promise.reject(asTeamError(file, error));
    }
  };
  const reads = sqliteReads(statements, recent, read);
  const close = async () => {
    await group.close();
    stay.end();
    db.close();
  };
  return {
    location: file,
    epoch: stay.epoch,
    commit: (ids, decide, options) => group.commit(ids, decide, options),
    perform: (command, options) => group.perform(command, options),
    onEvents: (listener) => group.onEvents(listener),
    onWait: (listener) => group.onWait(listener),
    refresh: () => group.refresh(),
    look: (act) => group.look(act),
    recall: (task) => recent.recall(task),
    recallResult: (id) => recent.resultOf(id),
    // Whoever asks how a goal stands is about to tell somebody: what would be lost with this process is no end.
    read: { ...reads, goal: (id) => read(refuseLoss).then(() => reads.goal(id)) },
    isDead: stay.isDead,
    beat: stay.beat,
    backup: (target) => read(() => backUp(db, target)),
    close: () => (closing ??= close()),
  };
}

/** What an open store is made of; `refuseLoss` throws once the file is no longer at its place. */
interface Opened extends Handle {
  readonly refuseLoss: () => void;
}

function sqliteReads(statements: Statements, recent: Recent, read: <T>(act: () => T) => Promise<T>): Reads {
  const one = <T>(row: Row | undefined, as: (row: Row) => T): T | undefined => (row === undefined ? undefined : as(row));
  return {
    goals: () => read(() => statements.goals.all().map(goalIn)),
    goal: (id) => read(() => one(statements.goal.get(keyOf(id)), goalIn)),
    task: (id) => read(() => recent.ended(id) ?? one(statements.task.get(keyOf(id)), taskIn)),
    tasksOf: (goal) => read(() => statements.tasksOfGoal.all(goal.firstTask, goal.key).map(taskIn)),
    brief: (id) => read(() => recent.of(id)?.brief ?? one(statements.briefOfTask.get(keyOf(id)), (row) => briefIn(eventIn(row).details))),
    prerequisites: (id) => read(() => recent.of(id)?.needs ?? statements.edgesOf.all(keyOf(id)).map((row) => taskId(Number(row['needs'])))),
    result: (seq) => read(() => recent.result(seq) ?? one(statements.event.get(seq), (row) => resultIn(eventIn(row)))),
    question: (id) => read(() => one(statements.question.get(keyOf(id)), questionIn)),
    questions: ({ goalId: of, openOnly }) =>
      read(() => (openOnly ? statements.openQuestions : statements.questions).all().map(questionIn).filter((question) => of === undefined || question.goalId === of)),
    messages: ({ team, of, unreadOnly = false }) =>
      read(() => (unreadOnly ? statements.unreadMessages.all() : statements.messagesOf.all(team)).map(messageIn).filter((message) =>
        message.team === team && (of === undefined || message.to === of || message.from === of))),
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
  const committed = guarded(file, () => keepLogSmall(db, file));
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
      if (version === seenVersion) return false;
      return guarded(file, () => atOneMoment(db, statements, () => {
        seenVersion = dataVersion(statements);
        return absorbEvents(statements, recent, board);
      }));
    },
    eventsBetween: (after, upTo) => guarded(file, () => statements.events.all(after, upTo - after).map(eventIn)),
    lend: (board, ids) => guarded(file, () => lendRows(statements, board, ids)),
    write(written) {
      pending = written;
      // SQLite ends a transaction by itself after some faults; what came after would be written row by row.
      if (!db.isTransaction) throw new TeamError('store.unavailable', STORE_FAULTS.diskFault(file));
      guarded(file, () => writeRows(statements, written));
    },
    commit() {
      guarded(file, () => void statements.commit.run());
      if (pending !== undefined) recent.take(pending.changes, pending.events);
      pending = undefined;
      committed();
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
    writtenFor: (request, afterSeq) => guarded(file, () => {
      const row = statements.eventFor.get(afterSeq, request);
      return row === undefined ? undefined : eventIn(row);
    }),
  };
}

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
  for (const { edges, cutEdges, members, desk } of written.changes) {
    if (desk !== undefined) writeDesk(statements, desk);
    if (edges.length + cutEdges.length + members.length === 0) continue;
    insertEdges(statements, edges);
    for (const { task, needs } of cutEdges) statements.cutEdge.run(keyOf(task), keyOf(needs));
    if (members.length > 0) putMembers(statements, members);
  }
  insertEvents(statements, written.events);
}

/** The order of registration goes on from the last one; who is there already keeps its place. Asked once, for it reads them all. */
function putMembers(statements: Statements, members: readonly MemberRow[]): void {
  let ord = Number(statements.lastMember.get()?.['ord']);
  for (const { team, registration } of members) statements.putMember.run(team, registration.agentId, ++ord, JSON.stringify(registration));
}

const conflict = (id: RowId): TeamError => new TeamError('store.conflict', STORE_FAULTS.changedMeanwhile(id));

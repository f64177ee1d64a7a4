// Rows as SQLite keeps them, and back. Every statement of the store stands here once; nothing is compiled on the hot path.
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { Edge, MemberRow, MusterEvent } from '../core/change.ts';
import { TeamError } from '../core/errors.ts';
import { isEventType } from '../core/events.ts';
import type { Goal } from '../core/goal.ts';
import { goalId, keyOf, taskId } from '../core/ids.ts';
import { isJsonObject } from '../core/json.ts';
import { goalMachine, taskMachine } from '../core/lifecycles.ts';
import type { Question } from '../core/question.ts';
import type { Registration } from '../core/members/registration.ts';
import type { ReviewNeed, Task, TaskMore } from '../core/task.ts';
import { STORE_FAULTS } from '../core/refusals/store-faults.ts';

const SQL = {
  begin: 'BEGIN IMMEDIATE',
  beginReading: 'BEGIN',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
  dataVersion: 'PRAGMA data_version',
  addTask: 'INSERT INTO task VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)',
  // Several updates, because a statement that names ended_at touches the partial index even when the value stays.
  moveTask: 'UPDATE task SET state=?, version=?, lane=?, review=?, attempts=?, losses=?, review_faults=?, starts=?, assignee=?, reviewer=?, epoch=?, result=?, brief_seq=?, updated_at=?, more=? WHERE key=? AND version=?',
  // Most moves change no more than this; what is not bound costs nothing.
  stepTask: 'UPDATE task SET state=?, version=?, starts=?, assignee=?, epoch=?, updated_at=?, more=? WHERE key=? AND version=?',
  endTask: 'UPDATE task SET state=?, version=?, lane=?, review=?, attempts=?, losses=?, review_faults=?, starts=?, assignee=?, reviewer=?, epoch=?, result=?, brief_seq=?, updated_at=?, more=?, ended_at=? WHERE key=? AND version=?',
  task: 'SELECT * FROM task WHERE key=?',
  openTasks: 'SELECT * FROM task WHERE ended_at IS NULL ORDER BY key',
  tasksOfGoal: 'SELECT * FROM task WHERE key>=? AND goal=? ORDER BY key',
  lastSeq: 'SELECT max(seq) AS seq FROM event',
  goalsMovedSince: 'SELECT * FROM goal WHERE key IN (SELECT goal FROM event WHERE seq>?)',
  // Of what happened to tasks the row tells all, but for the questions that it names.
  tellingSince: "SELECT * FROM event WHERE seq>? AND (substr(type,1,5)<>'task.' OR instr(details,'question_id')>0) ORDER BY seq",
  tasksMovedSince: 'SELECT * FROM task WHERE key IN (SELECT task FROM event WHERE seq>?)',
  cutEdge: 'DELETE FROM edge WHERE task=? AND needs=?',
  edgesOf: 'SELECT needs FROM edge WHERE task=? ORDER BY needs',
  // CROSS JOIN keeps the order: from the few open tasks to their edges, never through the whole past.
  openEdges: "SELECT e.task AS task, e.needs AS needs FROM task t CROSS JOIN edge e ON e.task=t.key CROSS JOIN task n ON n.key=e.needs WHERE t.ended_at IS NULL AND n.state NOT IN ('done','completed')",
  addGoal: 'INSERT INTO goal VALUES(?,?,?,?,?,?)',
  moveGoal: 'UPDATE goal SET state=?, version=?, owner=?, ended_at=?, doc=? WHERE key=? AND version=?',
  goal: 'SELECT * FROM goal WHERE key=?',
  goals: 'SELECT * FROM goal ORDER BY key',
  openGoals: 'SELECT * FROM goal WHERE ended_at IS NULL ORDER BY key',
  putQuestion: 'INSERT INTO question VALUES(?,?,?,?,?) ON CONFLICT(key) DO UPDATE SET state=excluded.state, doc=excluded.doc',
  question: 'SELECT doc FROM question WHERE key=?',
  questions: 'SELECT doc FROM question ORDER BY key',
  openQuestions: "SELECT doc FROM question WHERE state='open' ORDER BY key",
  lastMember: 'SELECT coalesce(max(ord),0) AS ord FROM member',
  putMember: 'INSERT INTO member VALUES(?,?,?,?) ON CONFLICT(team,agent) DO UPDATE SET doc=excluded.doc',
  members: 'SELECT team, doc FROM member ORDER BY ord',
  putMessage: 'INSERT INTO message VALUES(?,?,?,?,?) ON CONFLICT(key) DO UPDATE SET unread=excluded.unread, doc=excluded.doc',
  message: 'SELECT key, doc FROM message WHERE key=?',
  unreadMessages: 'SELECT key, doc FROM message WHERE unread=1 ORDER BY key',
  messagesOf: 'SELECT key, doc FROM message WHERE team=? ORDER BY key',
  hasDesk: 'SELECT EXISTS(SELECT 1 FROM message) OR EXISTS(SELECT 1 FROM life) OR EXISTS(SELECT 1 FROM file_lock) AS "any"',
  lastMessage: 'SELECT coalesce(max(key),0) AS key FROM message',
  putLife: 'INSERT INTO life VALUES(?,?,?) ON CONFLICT(id) DO UPDATE SET doc=excluded.doc',
  life: 'SELECT id, doc FROM life WHERE id=?',
  lives: 'SELECT id, doc FROM life ORDER BY id',
  putLock: 'INSERT INTO file_lock VALUES(?,?,?) ON CONFLICT(goal,path) DO UPDATE SET doc=excluded.doc',
  lock: 'SELECT path, doc FROM file_lock WHERE goal=? AND path=?',
  openLocks: 'SELECT l.path AS path, l.doc AS doc FROM goal g CROSS JOIN file_lock l ON l.goal=g.key WHERE g.ended_at IS NULL',
  events: 'SELECT * FROM event WHERE seq>? ORDER BY seq LIMIT ?',
  eventsOfGoal: 'SELECT * FROM event WHERE seq>? AND goal=? ORDER BY seq LIMIT ?',
  eventsOfTask: 'SELECT * FROM event WHERE seq>? AND task=? ORDER BY seq LIMIT ?',
  event: 'SELECT * FROM event WHERE seq=?',
  eventFor: "SELECT * FROM event WHERE seq>? AND details->>'$.request'=? ORDER BY seq LIMIT 1",
  briefOfTask: 'SELECT e.* FROM task t CROSS JOIN event e ON e.seq=t.brief_seq WHERE t.key=?',
  lastKeys: 'SELECT (SELECT coalesce(max(seq),0) FROM event) AS seq, (SELECT coalesce(max(key),0) FROM goal) AS goal, (SELECT coalesce(max(key),0) FROM task) AS task, (SELECT coalesce(max(key),0) FROM question) AS question',
  newStay: 'INSERT INTO stay SELECT coalesce(max(epoch),0)+1, ?, ?, ?, ?, NULL FROM stay RETURNING epoch',
  stay: 'SELECT * FROM stay WHERE epoch=?',
  otherStays: 'SELECT epoch FROM stay WHERE epoch<>? AND ended_at IS NULL AND host=? AND beat_at>? ORDER BY epoch LIMIT 8',
  beat: 'UPDATE stay SET beat_at=? WHERE epoch=? AND ended_at IS NULL',
  endStay: 'UPDATE stay SET ended_at=? WHERE epoch=?',
} as const;

export type Statements = { readonly [K in keyof typeof SQL]: StatementSync } & { addEvents(rows: number): StatementSync; addEdges(rows: number): StatementSync };

/** What comes in numbers comes as cells in the order of the columns: no names are made for every row. */
const AS_CELLS: ReadonlySet<string> = new Set([
  'task', 'openTasks', 'tasksOfGoal', 'tasksMovedSince', 'tellingSince', 'events', 'eventsOfGoal', 'eventsOfTask', 'event', 'eventFor', 'briefOfTask',
] satisfies (keyof typeof SQL)[]);

/** Events and edges go in blocks: one statement of sixteen rows costs a third less than sixteen of one. The small ones are what one move writes. */
const BLOCKS = [16, 4, 3, 2, 1] as const;
const places = (rows: number, columns: number): string => Array(rows).fill(`(${Array(columns).fill('?').join(',')})`).join(',');

/** Statements are prepared when they are first used, so that opening a file costs no more than what is read. */
export function prepareAll(db: DatabaseSync): Statements {
  const prepared: Record<string, unknown> = {};
  const lazily = (name: string, make: () => unknown) =>
    Object.defineProperty(prepared, name, {
      configurable: true,
      get: () => {
        const value = make();
        Object.defineProperty(prepared, name, { value });
        return value;
      },
    });
  for (const [name, text] of Object.entries(SQL)) {
    lazily(name, () => {
      const statement = db.prepare(text);
      if (AS_CELLS.has(name)) statement.setReturnArrays(true);
      return statement;
    });
  }
  for (const rows of BLOCKS) {
    lazily(`events of ${rows}`, () => db.prepare(`INSERT INTO event VALUES ${places(rows, EVENT_COLUMNS)}`));
    lazily(`edges of ${rows}`, () => db.prepare(`INSERT OR IGNORE INTO edge VALUES ${places(rows, 2)}`));
  }
  prepared['addEvents'] = (rows: number) => prepared[`events of ${rows}`];
  prepared['addEdges'] = (rows: number) => prepared[`edges of ${rows}`];
  return prepared as Statements;
}

export function insertEvents(statements: Statements, events: readonly MusterEvent[]): void {
  let at = 0;
  for (const rows of BLOCKS) {
    for (; events.length - at >= rows; at += rows) {
      const values: SQLInputValue[] = Array(rows * EVENT_COLUMNS);
      for (let row = 0; row < rows; row += 1) bindEvent(values, row * EVENT_COLUMNS, events[at + row]);
      statements.addEvents(rows).run(...values);
    }
  }
}

const EVENT_COLUMNS = 8;

function bindEvent(values: SQLInputValue[], at: number, event: MusterEvent | undefined): void {
  if (event === undefined) return;
  values[at] = event.seq;
  values[at + 1] = event.at;
  values[at + 2] = event.goalId === null ? null : keyOf(event.goalId);
  values[at + 3] = event.taskId === null ? null : keyOf(event.taskId);
  values[at + 4] = event.type;
  values[at + 5] = event.version;
  values[at + 6] = event.memberId;
  values[at + 7] = event.details === null ? null : JSON.stringify(event.details);
}

export function insertEdges(statements: Statements, edges: readonly Edge[]): void {
  let at = 0;
  for (const rows of BLOCKS) {
    for (; edges.length - at >= rows; at += rows) statements.addEdges(rows).run(...edges.slice(at, at + rows).flatMap(({ task, needs }) => [keyOf(task), keyOf(needs)]));
  }
}

export type Row = Record<string, SQLOutputValue>;

export const insertTask = (statements: Statements, task: Task): void =>
  void statements.addTask.run(
    task.key, keyOf(task.goalId), task.state, task.version, task.lane, task.review, task.attempts, task.losses, task.reviewFaults,
    task.starts, task.assigneeId, task.reviewerId, task.epoch, task.resultSeq, task.firstSeq, task.briefSeq, task.createdAt, task.updatedAt,
    task.endedAt, moreText(task),
  );

/** Gives false when the row is not at the version that the board believed. */
export function updateTask(statements: Statements, task: Task, before: Task): boolean {
  if (isStep(task, before)) {
    return statements.stepTask.run(task.state, task.version, task.starts, task.assigneeId, task.epoch, task.updatedAt, moreText(task), task.key, before.version).changes === 1;
  }
  // Written out: an array of arguments, made and spread for each of thousands of moves, is felt.
  const done = task.endedAt === before.endedAt
    ? statements.moveTask.run(
      task.state, task.version, task.lane, task.review, task.attempts, task.losses, task.reviewFaults, task.starts, task.assigneeId,
      task.reviewerId, task.epoch, task.resultSeq, task.briefSeq, task.updatedAt, moreText(task), task.key, before.version,
    )
    : statements.endTask.run(
      task.state, task.version, task.lane, task.review, task.attempts, task.losses, task.reviewFaults, task.starts, task.assigneeId,
      task.reviewerId, task.epoch, task.resultSeq, task.briefSeq, task.updatedAt, moreText(task), task.endedAt, task.key, before.version,
    );
  return done.changes === 1;
}

const isStep = (task: Task, before: Task): boolean =>
  task.endedAt === before.endedAt && task.attempts === before.attempts && task.resultSeq === before.resultSeq && task.reviewerId === before.reviewerId && task.losses === before.losses
    && task.reviewFaults === before.reviewFaults && task.briefSeq === before.briefSeq && task.lane === before.lane && task.review === before.review;

const moreText = (task: Task): string | null => (task.more === null ? null : JSON.stringify(task.more));

export function taskIn(cells: Row): Task {
  const {
    0: key, 1: goal, 2: state, 3: version, 4: lane, 5: review, 6: attempts, 7: losses, 8: reviewFaults, 9: starts, 10: assignee,
    11: reviewer, 12: epoch, 13: result, 14: firstSeq, 15: briefSeq, 16: createdAt, 17: updatedAt, 18: endedAt, 19: more,
  } = cells;
  if (!taskMachine.isState(state)) throw unreadable('task', key);
  return {
    id: taskId(number(key)), key: number(key), goalId: goalId(number(goal)), state, version: number(version), lane: text(lane), review: reviewIn(review),
    attempts: number(attempts),
    losses: number(losses),
    reviewFaults: number(reviewFaults),
    starts: number(starts),
    assigneeId: textOrNull(assignee),
    reviewerId: textOrNull(reviewer),
    epoch: number(epoch),
    resultSeq: number(result),
    firstSeq: number(firstSeq),
    briefSeq: number(briefSeq),
    more: more === null ? null : (documentIn('task', key, more) as TaskMore),
    createdAt: number(createdAt),
    updatedAt: number(updatedAt),
    endedAt: numberOrNull(endedAt),
  };
}

const reviewIn = (value: unknown): ReviewNeed => (value === 'none' || value === 'instant' || value === 'code' ? value : 'reviewer');

export const goalValues = (goal: Goal): readonly [string, number, number, number | null, string] => [
  goal.state,
  goal.version,
  goal.owner,
  goal.endedAt === null ? null : Math.round(goal.endedAt),
  JSON.stringify(goal),
];

export function goalIn(row: Row): Goal {
  const goal = documentIn('goal', row['key'], row['doc']) as unknown as Goal;
  if (!goalMachine.isState(goal.state) || goal.id !== goalId(number(row['key']))) throw unreadable('goal', row['key']);
  return goal;
}

export const questionIn = (row: Row): Question => documentIn('question', row['key'] ?? '', row['doc']) as unknown as Question;

export const memberIn = (row: Row): MemberRow => ({ team: text(row['team']), registration: documentIn('member', row['team'] ?? '', row['doc']) as unknown as Registration });

export const edgeIn = (row: Row): Edge => ({ task: taskId(number(row['task'])), needs: taskId(number(row['needs'])) });

export function eventIn(cells: Row): MusterEvent {
  const { 0: seq, 1: at, 2: goal, 3: task, 4: type, 5: version, 6: member, 7: details } = cells;
  if (typeof type !== 'string' || !isEventType(type)) throw unreadable('event', seq);
  return {
    seq: number(seq), at: number(at), type, goalId: goal === null ? null : goalId(number(goal)), taskId: task === null ? null : taskId(number(task)),
    version: number(version), memberId: textOrNull(member), details: details === null || details === undefined ? null : documentIn('event', seq, details),
  };
}

/** What we wrote ourselves as JSON comes back as it went in; anything else is a damaged file, never a default. */
function documentIn(table: string, key: unknown, value: SQLOutputValue | undefined) {
  try {
    const parsed: unknown = JSON.parse(String(value));
    if (isJsonObject(parsed)) return parsed;
  } catch (error) {
    throw unreadable(table, key, error);
  }
  throw unreadable(table, key);
}

export const unreadable = (table: string, key: unknown, cause?: unknown): TeamError =>
  new TeamError('store.damaged', STORE_FAULTS.unreadableRow(table, String(key)), { cause, details: { table, key: String(key) } });

const number = (value: SQLOutputValue | undefined): number => Number(value);
const text = (value: SQLOutputValue | undefined): string => String(value);
const numberOrNull = (value: SQLOutputValue | undefined): number | null => (value === null || value === undefined ? null : Number(value));
const textOrNull = (value: SQLOutputValue | undefined): string | null => (value === null || value === undefined ? null : String(value));


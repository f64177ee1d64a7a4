// A store that keeps everything in this process and nothing after it: for tests, and for runs that say so. What it keeps is
// the written form and no object of the caller, so that it means the same as a file.
import { LiveBoard } from '../core/board/live-board.ts';
import type { MemberRow, MusterEvent } from '../core/change.ts';
import type { Goal } from '../core/goal.ts';
import { isGoalId, isQuestionId, isTaskId, keyOf, type GoalId, type QuestionId, type TaskId } from '../core/ids.ts';
import { hasSucceeded } from '../core/lifecycles.ts';
import type { Question } from '../core/question.ts';
import type { Brief, Task } from '../core/task.ts';
import type { FileLock } from '../core/team/file-lock.ts';
import type { Life } from '../core/team/life.ts';
import { isUnread, type Message, type MessageId } from '../core/team/message.ts';
import { TeamError } from '../core/errors.ts';
import { STORE_FAULTS } from '../core/refusals/store-faults.ts';
import type { Clock } from '../ports/clock.ts';
import type { Reads } from '../ports/reads.ts';
import type { Recalled, Settle, Store } from '../ports/store.ts';
import { GroupCommit, type Ledger } from './group-commit.ts';
import { resultIn } from './results.ts';
import type { Written } from './written.ts';

export interface MemoryOptions {
  readonly clock: Clock;
  readonly settle: Settle;
}

export function memoryStore({ clock, settle }: MemoryOptions): Store {
  const location = 'memory only';
  const rows = memoryRows();
  const board = new LiveBoard(1);
  const group = new GroupCommit({ location, ledger: memoryLedger(rows), board, settle, clock });
  return {
    location,
    epoch: 1,
    commit: (ids, decide, options) => group.commit(ids, decide, options),
    perform: (command, options) => group.perform(command, options),
    onEvents: (listener) => group.onEvents(listener),
    onWait: (listener) => group.onWait(listener),
    refresh: () => group.refresh(),
    look: (read) => group.look(read),
    recall: (task) => recalled(rows, task),
    recallResult: (id) => resultOf(rows, rows.tasks.get(id)),
    read: memoryReads(rows),
    isDead: (epoch) => epoch !== 1,
    beat: async () => true,
    backup: async () => {
      throw new TeamError('input.invalid', STORE_FAULTS.noBackup);
    },
    close: () => group.close(),
  };
}

const memoryReads = (rows: MemoryRows): Reads => ({
  goals: async () => [...rows.goals.values()],
  goal: async (id) => rows.goals.get(id),
  task: async (id) => rows.tasks.get(id),
  tasksOf: async (goal) => [...rows.tasks.values()].filter((task) => task.goalId === goal.id),
  brief: async (id) => rows.briefs.get(id),
  prerequisites: async (id) => needsOf(rows, id),
  result: async (seq) => resultIn(rows.events[seq - 1]),
  questions: async ({ goalId, openOnly }) => [...rows.questions.values()].filter((question) => (goalId === undefined || question.goalId === goalId) && (!openOnly || question.state === 'open')),
  question: async (id) => rows.questions.get(id),
  messages: async ({ team, of, unreadOnly = false }) => [...rows.messages.values()].filter((message) =>
    message.team === team && (of === undefined || message.to === of || message.from === of) && (!unreadOnly || isUnread(message))),
  events: async ({ afterSeq, goalId, taskId, limit }) => {
    const found: MusterEvent[] = [];
    for (let at = afterSeq; at < rows.events.length && found.length < limit; at += 1) {
      const event = rows.events[at];
      if (event !== undefined && (goalId === undefined || event.goalId === goalId) && (taskId === undefined || event.taskId === taskId)) found.push(event);
    }
    return found;
  },
});

interface MemoryRows {
  readonly goals: Map<GoalId, Goal>;
  readonly tasks: Map<TaskId, Task>;
  readonly briefs: Map<TaskId, Brief>;
  readonly edges: Map<TaskId, Set<TaskId>>;
  readonly questions: Map<QuestionId, Question>;
  readonly members: Map<string, MemberRow>;
  readonly messages: Map<MessageId, Message>;
  readonly lives: Map<string, Life>;
  readonly locks: Map<string, FileLock>;
  readonly events: MusterEvent[];
}

const memoryRows = (): MemoryRows => ({
  goals: new Map(), tasks: new Map(), briefs: new Map(), edges: new Map(), questions: new Map(), members: new Map(), messages: new Map(),
  lives: new Map(), locks: new Map(), events: [],
});

function memoryLedger(rows: MemoryRows): Ledger {
  return {
    begin: () => true,
    catchUp: () => false,
    eventsBetween: () => [],
    isBehind: () => false,
    writtenFor: () => undefined,
    lend(board, ids) {
      for (const id of ids) {
        if (isTaskId(id)) lendRow(rows.tasks.get(id), (task) => board.task(id) === undefined && board.lend({ task }));
        else if (isGoalId(id)) lendRow(rows.goals.get(id), (goal) => board.goal(id) === undefined && board.lend({ goal }));
        else if (isQuestionId(id)) lendRow(rows.questions.get(id), (question) => board.question(id) === undefined && board.lend({ question }));
      }
    },
    write: (written) => writeRows(rows, written),
    commit: () => undefined,
    rollback: () => undefined,
    restore: (board) => board.restore(openRows(rows)),
  };
}

function recalled(rows: MemoryRows, task: Task): Recalled | undefined {
  const brief = rows.briefs.get(task.id);
  return brief === undefined ? undefined : { brief, needs: needsOf(rows, task.id), result: task.resultSeq === 0 ? undefined : resultIn(rows.events[task.resultSeq - 1]) };
}

const resultOf = (rows: MemoryRows, task: Task | undefined) => (task !== undefined && hasSucceeded(task.state) ? resultIn(rows.events[task.resultSeq - 1]) : undefined);

const needsOf = (rows: MemoryRows, id: TaskId): readonly TaskId[] => [...(rows.edges.get(id) ?? [])].sort((a, b) => keyOf(a) - keyOf(b));

const lendRow = <T>(row: T | undefined, lend: (row: T) => unknown): void => void (row !== undefined && lend(row));

function asWritten<T>(value: T): T {
  const written: T = JSON.parse(JSON.stringify(value));
  return written;
}

/** First everything takes its written form, which may fail; then it is kept, which cannot. */
function writeRows(rows: MemoryRows, written: Written): void {
  const events = written.events.map(asWritten);
  const goals = [...written.goals.values()].map(({ row }) => asWritten(row));
  const tasks = [...written.tasks.values()].map(({ row }) => asWritten(row));
  const questions = [...written.questions.values()].map(asWritten);
  const changes = written.changes.map(({ members, briefs, desk }) => asWritten(desk === undefined ? { members, briefs } : { members, briefs, desk }));
  for (const row of goals) rows.goals.set(row.id, row);
  for (const row of tasks) rows.tasks.set(row.id, row);
  for (const row of questions) rows.questions.set(row.id, row);
  for (const [at, { edges, cutEdges }] of written.changes.entries()) {
    for (const { taskId, brief } of changes[at]?.briefs ?? []) rows.briefs.set(taskId, brief);
    for (const member of changes[at]?.members ?? []) rows.members.set(JSON.stringify([member.team, member.registration.agentId]), member);
    for (const message of changes[at]?.desk?.messages ?? []) rows.messages.set(message.id, message);
    for (const life of changes[at]?.desk?.lives ?? []) rows.lives.set(life.id, life);
    for (const lock of changes[at]?.desk?.locks ?? []) rows.locks.set(lock.id, lock);
    for (const { task, needs } of edges) rows.edges.set(task, (rows.edges.get(task) ?? new Set()).add(needs));
    for (const { task, needs } of cutEdges) rows.edges.get(task)?.delete(needs);
  }
  for (const event of events) rows.events.push(event);
}

function openRows(rows: MemoryRows): Parameters<LiveBoard['restore']>[0] {
  const tasks = [...rows.tasks.values()].filter((task) => task.endedAt === null);
  const openEdges = tasks.flatMap((task) => [...(rows.edges.get(task.id) ?? [])].filter((needs) => !hasSucceeded(rows.tasks.get(needs)?.state ?? 'failed')).map((needs) => ({ task: task.id, needs })));
  const after = (keys: Iterable<{ readonly key: number }>) => [...keys].reduce((newest, row) => Math.max(newest, row.key + 1), 1);
  return {
    goals: [...rows.goals.values()].filter((goal) => goal.endedAt === null),
    tasks,
    questions: [...rows.questions.values()].filter((question) => question.state === 'open'),
    members: [...rows.members.values()],
    openEdges,
    desk: { messages: [...rows.messages.values()].filter(isUnread), lives: [...rows.lives.values()], locks: [...rows.locks.values()], nextMessage: rows.messages.size + 1 },
    lastSeq: rows.events.length,
    next: { goal: after(rows.goals.values()), task: after(rows.tasks.values()), question: after(rows.questions.values()) },
  };
}

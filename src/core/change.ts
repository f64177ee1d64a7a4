// A change is what a decision asks the store to write: rows and events, all or nothing. It is built on a `Draft`, whose
// moves are the only way to a new state: each looks the move up in the lifecycle tables, counts the version and writes the event.
import { briefOut } from './brief.ts';
import { refuse, type Refusal } from './errors.ts';
import type { Board } from './board/board.ts';
import type { EventType } from './events.ts';
import type { Goal } from './goal.ts';
import type { GoalId, TaskId } from './ids.ts';
import type { JsonObject } from './json.ts';
import {
  goalMachine, memberMachine, messageMachine, questionMachine, taskMachine, type GoalState, type GoalVerb, type MemberState, type MemberVerb, type MessageState, type MessageVerb, type QuestionState, type QuestionVerb,
  type TaskState, type TaskVerb,
} from './lifecycles.ts';
import type { Answer, Question } from './question.ts';
import type { Registration } from './members/registration.ts';
import type { Brief, Task } from './task.ts';
import type { DeskRows } from './team/desk.ts';
import type { FileLock } from './team/file-lock.ts';
import type { Life } from './team/life.ts';
import { messageId, type Message } from './team/message.ts';
import { REFUSED_MOVES } from './refusals/refused-moves.ts';

/** A fact. A store stamps its number and its time when it takes the change in. */
export interface MusterEvent {
  seq: number;
  at: number;
  readonly type: EventType;
  readonly goalId: GoalId | null;
  readonly taskId: TaskId | null;
  /** Version of the row after the move; 0 where the event is no move. */
  readonly version: number;
  readonly memberId: string | null;
  readonly details: JsonObject | null;
}

export interface Change {
  readonly goals: readonly Goal[];
  readonly tasks: readonly Task[];
  /** What tasks say after this change; it is written in the events that create or change them. */
  readonly briefs: readonly BriefRow[];
  readonly edges: readonly Edge[];
  readonly cutEdges: readonly Edge[];
  readonly questions: readonly Question[];
  readonly members: readonly MemberRow[];
  /** Mail, lives and locks; most changes have none. */
  readonly desk: DeskRows | undefined;
  readonly events: readonly MusterEvent[];
}

export interface BriefRow {
  readonly taskId: TaskId;
  readonly brief: Brief;
  /** The task is made by this change, so its edges stand here too. */
  readonly isNew: boolean;
}

/** `task` waits for `needs`. */
export interface Edge {
  readonly task: TaskId;
  readonly needs: TaskId;
}

export interface MemberRow {
  readonly team: string;
  readonly registration: Registration;
}

export type Decision<T> = { readonly ok: true; readonly value: T; readonly change?: Change } | Refusal;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type TaskFields = Partial<Mutable<Omit<Task, 'id' | 'key' | 'goalId' | 'state' | 'version'>>>;
type LifeFields = Partial<Mutable<Omit<Life, 'id' | 'team' | 'memberId' | 'state' | 'version'>>>;
export type NewMessage = Omit<Message, 'id' | 'key' | 'state' | 'turn' | 'sentAt' | 'closedAt'>;
type GoalFields = Partial<Mutable<Omit<Goal, 'id' | 'key' | 'state' | 'version'>>>;

/** Built by one decision and thrown away with it. A class, because a busy board makes thousands of them a second. */
export class Draft implements Change {
  /** The board that this change is decided on. */
  readonly board: Board;
  private illegal: Refusal | undefined;
  goals: Goal[] = NONE;
  tasks: Task[] = NONE;
  briefs: BriefRow[] = NONE;
  edges: Edge[] = NONE;
  cutEdges: Edge[] = NONE;
  questions: Question[] = NONE;
  members: MemberRow[] = NONE;
  desk: { messages: Message[]; lives: Life[]; locks: FileLock[] } | undefined = undefined;
  readonly events: MusterEvent[] = [];

  constructor(board: Board) {
    this.board = board;
  }

  /** `seq` that the next event of this change will get. */
  nextSeq(): number {
    return this.board.lastSeq + this.events.length + 1;
  }

  /** One move of a task along a row of the table; `brief` is what the task says from now on. */
  moveTask(task: Task, verb: TaskVerb, to: TaskState, how: { readonly fields?: TaskFields; readonly details?: JsonObject; readonly brief?: Brief } = NO_MORE): Task {
    if (how.brief !== undefined) return this.moveTask(task, verb, to, this.withBrief(task, how.brief, how));
    const emits = taskMachine.emits(verb, task.state, to);
    if (emits === undefined) return this.refuse(task, verb, to);
    const moved: Mutable<Task> = { ...task };
    if (how.fields !== undefined) Object.assign(moved, how.fields);
    moved.state = to;
    moved.version = task.version + 1;
    moved.updatedAt = this.board.now;
    moved.endedAt = taskMachine.isFinal(to) ? this.board.now : null;
    this.event(emits, moved.goalId, moved.id, moved.version, moved.assigneeId, how.details);
    this.tasks = put(this.tasks, moved);
    return moved;
  }

  moveGoal(goal: Goal, verb: GoalVerb, to: GoalState, how: { readonly fields?: GoalFields; readonly details?: JsonObject } = NO_MORE): Goal {
    const emits = goalMachine.emits(verb, goal.state, to);
    if (emits === undefined) return this.refuse(goal, verb, to);
    const moved: Goal = { ...goal, ...how.fields, updatedAt: this.board.now, state: to, version: goal.version + 1, endedAt: goalMachine.isFinal(to) ? this.board.now : null };
    this.event(emits, goal.id, null, moved.version, null, how.details);
    this.goals = put(this.goals, moved);
    return moved;
  }

  /** Closes a question; `answer` stays on the row and goes into the event. */
  moveQuestion(question: Question, verb: QuestionVerb, to: QuestionState, answer: Answer | null = null): Question {
    const emits = questionMachine.emits(verb, question.state, to);
    if (emits === undefined) return this.refuse(question, verb, to);
    const moved: Question = { ...question, answer, state: to, closedAt: this.board.now };
    const said = answer === null ? {} : { choice: answer.choice, note: answer.note, by: answer.by, extra: answer.extra };
    this.event(emits, question.goalId, question.taskId, 0, answer?.by ?? null, { question_id: question.id, ...said });
    this.questions = put(this.questions, moved);
    return moved;
  }

  createTask(task: Task, brief: Brief, needs: readonly TaskId[]): void {
    const says = briefOut(brief);
    this.event('task.created', task.goalId, task.id, task.version, null, needs.length === 0 ? says : { ...says, depends_on: needs });
    this.briefs = grown(this.briefs, { taskId: task.id, brief, isNew: true });
    for (const needed of needs) this.addEdge({ task: task.id, needs: needed });
    // A new row can replace nothing, so it is not looked for.
    this.tasks = grown(this.tasks, task);
  }

  openGoal(goal: Goal, details: JsonObject): void {
    this.event('goal.opened', goal.id, null, goal.version, null, details);
    this.goals = put(this.goals, goal);
  }

  ask(question: Question): void {
    this.event('question.asked', question.goalId, question.taskId, 0, null, {
      question_id: question.id,
      kind: question.kind,
      asked_by: question.askedBy,
      ...(question.askedOf === undefined ? {} : { asked_of: question.askedOf }),
      choices: question.choices,
    });
    this.questions = put(this.questions, question);
  }

  /** The member as this change leaves it; a life that begins here is unstarted. */
  moveLife(life: Life, verb: MemberVerb, to: MemberState, how: { readonly fields?: LifeFields; readonly details?: JsonObject } = NO_MORE): Life {
    const emits = memberMachine.emits(verb, life.version === 0 ? null : life.state, to);
    if (emits === undefined) return this.refuse(life, verb, to);
    const moved: Life = { ...life, ...how.fields, state: to, version: life.version + 1, updatedAt: this.board.now };
    this.event(emits, null, null, moved.version, life.memberId, { team: life.team, ...how.details });
    this.onDesk().lives = put(this.onDesk().lives, moved);
    return moved;
  }

  send(message: NewMessage): Message {
    const { messages } = this.onDesk();
    const key = this.board.desk.nextMessage + messages.filter((sent) => sent.key >= this.board.desk.nextMessage).length;
    const sent: Message = { ...message, id: messageId(key), key, state: 'sent', turn: 0, sentAt: this.board.now, closedAt: null };
    const { team, from, to, summary, isBroadcast, urgent, wakes, depth, replyTo, forwardedFrom } = sent;
    const more = { ...(replyTo === null ? {} : { reply_to: replyTo }), ...(forwardedFrom === null ? {} : { forwarded_from: forwardedFrom }) };
    this.event('message.sent', sent.goalId, null, 0, from, { message_id: sent.id, team, from, to, summary, is_broadcast: isBroadcast, urgent, wakes, depth, ...more });
    this.onDesk().messages = put(messages, sent);
    return sent;
  }

  moveMessage(message: Message, verb: MessageVerb, to: MessageState, how: { readonly turn?: number; readonly details?: JsonObject } = NO_MORE): Message {
    const emits = messageMachine.emits(verb, message.state, to);
    if (emits === undefined) return this.refuse(message, verb, to);
    const moved: Message = { ...message, turn: how.turn ?? message.turn, state: to, closedAt: messageMachine.isFinal(to) ? this.board.now : null };
    this.event(emits, message.goalId, null, 0, message.to, { message_id: message.id, team: message.team, ...(how.turn === undefined ? {} : { turn: how.turn }), ...how.details });
    this.onDesk().messages = put(this.onDesk().messages, moved);
    return moved;
  }

  /** A lock as it is from now on; pair it with a `note` of the kind `file.…`, which names its goal and path. */
  putLock(lock: FileLock): void {
    this.onDesk().locks = put(this.onDesk().locks, lock);
  }

  /** Questions that this change asks take their numbers one after another. */
  nextQuestion(): number {
    const { question } = this.board.next;
    return question + this.questions.filter((asked) => asked.key >= question).length;
  }

  /** A question was asked: its number is taken, so the next one needs the board after this change. */
  hasAsked(): boolean {
    return this.questions.some((question) => question.state === 'open');
  }

  /** Rewrites a row without a move (a flag, a note): its version stays. Pair it with a `note`, so that others read it again. */
  putTask(task: Task): void {
    this.tasks = put(this.tasks, task);
  }
  putGoal(goal: Goal): void {
    this.goals = put(this.goals, goal);
  }
  putQuestion(question: Question): void {
    this.questions = put(this.questions, question);
  }
  /** A new brief without a move; the event that tells of it holds the brief. */
  putBrief(task: Task, brief: Brief, { by, ...details }: JsonObject & { readonly by: string }): Task {
    const said = this.withBrief(task, brief, { details: { ...details, by } });
    const told: Task = { ...task, ...said.fields };
    this.event('task.note_added', task.goalId, task.id, 0, by, said.details);
    this.putTask(told);
    return told;
  }
  putMember(row: MemberRow): void {
    this.members = grown(this.members, row);
  }
  addEdge(edge: Edge): void {
    this.edges = grown(this.edges, edge);
  }
  cutEdge(edge: Edge): void {
    this.cutEdges = grown(this.cutEdges, edge);
  }

  /** A fact that is no move. */
  note(type: EventType, about: { readonly goalId?: GoalId; readonly taskId?: TaskId | null; readonly memberId?: string | null }, details?: JsonObject): void {
    this.event(type, about.goalId ?? null, about.taskId ?? null, 0, about.memberId ?? null, details);
  }

  /** The whole change, or the refusal of the first illegal move. */
  decision<T>(value: T): Decision<T> {
    return this.illegal ?? { ok: true, value, change: this };
  }

  private onDesk() {
    return (this.desk ??= { messages: [], lives: [], locks: [] });
  }

  private withBrief(task: Task, brief: Brief, how: { readonly fields?: TaskFields; readonly details?: JsonObject }) {
    this.briefs = grown(this.briefs, { taskId: task.id, brief, isNew: false });
    return { fields: { ...how.fields, briefSeq: this.nextSeq() }, details: { ...how.details, ...briefOut(brief) } };
  }

  private refuse<T extends { readonly id: string; readonly state: string }>(row: T, verb: string, to: string): T {
    this.illegal ??= refuse('lifecycle.illegal_move', REFUSED_MOVES.illegalMove({ id: row.id, verb, from: row.state, to }), { id: row.id, verb, from: row.state, to });
    return row;
  }

  // oxlint-disable-next-line max-params -- the one place that lays an event out; every caller is above
  private event(type: EventType, goalId: GoalId | null, taskId: TaskId | null, version: number, memberId: string | null, details: JsonObject | null = null): void {
    this.events.push({ seq: 0, at: 0, type, goalId, taskId, version, memberId, details });
  }
}

const NO_MORE = {};

/** Most changes use few of the lists; the shared empty one is never written to. */
const NONE: never[] = [];

function grown<T>(rows: T[], row: T): T[] {
  if (rows === NONE) return [row];
  rows.push(row);
  return rows;
}

/** Later rows replace earlier ones of the same id, so a walk of several moves is one written row. */
function put<T extends { readonly id: string }>(rows: T[], row: T): T[] {
  for (let at = 0; at < rows.length; at += 1) {
    if (rows[at]?.id !== row.id) continue;
    rows[at] = row;
    return rows;
  }
  return grown(rows, row);
}

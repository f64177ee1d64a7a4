// A board without a store, for tests of the pure decisions: it takes a decision's change in as a store does (numbers, rows,
// then all that follows at once), moves its clock only when told, and says what happened as lines: `task_1 started a`.
import type { Board } from '../src/core/board/board.ts';
import { LiveBoard, type OpenRows } from '../src/core/board/live-board.ts';
import { Draft, type Change, type Decision, type MemberRow, type MusterEvent } from '../src/core/change.ts';
import type { CriterionResult } from '../src/core/criteria.ts';
import type { Goal } from '../src/core/goal.ts';
import { isGoalId, isQuestionId, isTaskId, type GoalId, type QuestionId, type RowId, type TaskId } from '../src/core/ids.ts';
import type { Json, JsonObject } from '../src/core/json.ts';
import { hasSucceeded } from '../src/core/lifecycles.ts';
import type { Registration } from '../src/core/members/registration.ts';
import { answerQuestion, type Answering } from '../src/core/moves/answer.ts';
import { decline, lose, submit, type Submission, type Submitted } from '../src/core/moves/attempt.ts';
import { addTasks, closeGoal, openGoal } from '../src/core/moves/goal-moves.ts';
import { endLateness, endLateGoal, isGoalLate, isLate } from '../src/core/moves/overdue.ts';
import { decideReview, type Verdict } from '../src/core/moves/review.ts';
import { settle } from '../src/core/next-moves.ts';
import type { NewTask } from '../src/core/planning/new-tasks.ts';
import { policyOf, type PolicyChoices } from '../src/core/policy.ts';
import type { Question } from '../src/core/question.ts';
import { isReached } from '../src/core/summary.ts';
import type { Brief, Task } from '../src/core/task.ts';
import type { FileLock } from '../src/core/team/file-lock.ts';
import type { Life } from '../src/core/team/life.ts';
import { isUnread, type Message } from '../src/core/team/message.ts';

export type Sketch = Partial<NewTask>;

export const member = (agentId: string, sketch: Partial<Registration> = {}): Registration => ({
  agentId, name: agentId, kind: 'function', roles: ['worker'], skills: [], allowedTools: [], deniedTools: [], capacity: 1, ...sketch,
});
export const worker = (agentId: string, skills: readonly string[] = [], sketch: Partial<Registration> = {}): Registration => member(agentId, { skills, ...sketch });
export const reviewer = (agentId: string): Registration => member(agentId, { roles: ['reviewer'] });
export const manager = (agentId = 'boss'): Registration => member(agentId, { roles: ['manager'] });

export const sketched = (sketch: Sketch): NewTask => ({ title: sketch.name ?? 'task', content: '', skills: [], input: {}, criteria: [], dependsOn: [], ...sketch });

export interface BenchOptions {
  readonly policy?: PolicyChoices;
  readonly members?: readonly Registration[];
  /** The goal takes more tasks after its first ones have ended. */
  readonly openEnded?: boolean;
}

export interface HandIn extends Partial<Omit<Submission, 'taskId' | 'result'>> {
  readonly output?: Json;
  readonly summary?: string;
}

export interface Reply extends Partial<Omit<Answering, 'answer'>> {
  readonly note?: string;
  readonly extra?: JsonObject;
}

interface Rows {
  readonly goals: Map<GoalId, Goal>;
  readonly tasks: Map<TaskId, Task>;
  readonly briefs: Map<TaskId, Brief>;
  readonly edges: Map<TaskId, Set<TaskId>>;
  readonly questions: Map<QuestionId, Question>;
  readonly members: Map<string, MemberRow>;
  readonly messages: Map<string, Message>;
  readonly lives: Map<string, Life>;
  readonly locks: Map<string, FileLock>;
  readonly events: MusterEvent[];
}

export type Bench = ReturnType<typeof bench>;

/** More moves than this from one commit is a board that never comes to rest. */
const MOST_MOVES = 20_000;
const START = 1_000_000;

export function bench({ policy, members = [], openEnded = false }: BenchOptions = {}) {
  const rows: Rows = { goals: new Map(), tasks: new Map(), briefs: new Map(), edges: new Map(), questions: new Map(), members: new Map(), messages: new Map(), lives: new Map(), locks: new Map(), events: [] };
  let board = new LiveBoard(1);
  let now = START;
  let read = 0;

  const takeIn = (change: Change): void => {
    let seq = board.lastSeq;
    for (const event of change.events) Object.assign(event, { seq: ++seq, at: now });
    keep(rows, change);
    board.apply(change);
  };
  const follow = (): void => {
    let moves = 0;
    for (let change = settle(board); change !== undefined; change = settle(board)) {
      if (++moves > MOST_MOVES) throw new Error(`the board does not come to rest: ${change.events.map(inWords).join(', ')}`);
      takeIn(change);
    }
  };
  /** As a store does it: lend what is named, decide, take in, follow. */
  const commit = <T>(decide: (board: Board) => Decision<T>, ids: readonly RowId[] = []): Decision<T> => {
    board.now = now;
    for (const id of ids) lend(board, rows, id);
    const decision = decide(board);
    if (decision.ok && decision.change !== undefined) takeIn(decision.change);
    follow();
    board.unlend();
    return decision;
  };
  const expectOk = <T>(decision: Decision<T>): T => {
    if (!decision.ok) throw new Error(`refused: ${decision.code}: ${decision.because}`);
    return decision.value;
  };
  const open = (choices: PolicyChoices = {}, more: { readonly openEnded?: boolean; readonly team?: string } = {}): GoalId =>
    expectOk(commit((at) => openGoal(at, { text: 'the goal', team: 'team', source: null, locale: 'en', policy: policyOf(choices), openEnded: false, ...more })));
  const register = (...registrations: readonly Registration[]): void => {
    commit((at) => {
      const draft = new Draft(at);
      for (const registration of registrations) draft.putMember({ team: 'team', registration });
      draft.note('member.registered', {});
      return draft.decision(undefined);
    });
  };

  register(...members);
  const goalId = open(policy, { openEnded });

  const task = (id: TaskId): Task => {
    const row = rows.tasks.get(id);
    if (row === undefined) throw new Error(`there is no ${id}`);
    return row;
  };
  const goal = (id: GoalId = goalId): Goal => {
    const row = rows.goals.get(id);
    if (row === undefined) throw new Error(`there is no ${id}`);
    return row;
  };
  const openQuestions = (): readonly Question[] => [...rows.questions.values()].filter((question) => question.state === 'open');
  const attempt = (id: TaskId, token?: number) => ({ taskId: id, token: token ?? task(id).starts });
  const review = (id: TaskId, verdict: Verdict, resultSeq?: number): Decision<undefined> => commit((at) => decideReview(at, { taskId: id, resultSeq: resultSeq ?? task(id).resultSeq }, verdict), [id]);
  const tasksOf = (id: GoalId): readonly Task[] => [...rows.tasks.values()].filter((row) => row.goalId === id);

  return {
    rows, goalId, commit, open, register, task, goal, openQuestions, expectOk, tasksOf,
    get board() {
      return board;
    },
    get now() {
      return now;
    },
    state: (id: TaskId): string => task(id).state,
    states: (): Readonly<Record<string, string>> => Object.fromEntries([...rows.tasks.values()].map((row) => [row.id, row.state])),
    load: (agentId: string, of: GoalId = goalId): number => board.crew(goal(of)).seats.get(agentId)?.load ?? 0,
    add: (sketches: readonly Sketch[], to: GoalId = goalId): readonly TaskId[] => expectOk(commit((at) => addTasks(at, to, sketches.map(sketched)), [to, ...outside(sketches)])),
    tryAdd: (sketches: readonly Sketch[], to: GoalId = goalId): Decision<readonly TaskId[]> => commit((at) => addTasks(at, to, sketches.map(sketched)), [to, ...outside(sketches)]),
    submit: (id: TaskId, { output = 'a result', summary = '', checks = [], formFaults = [], token }: HandIn = {}): Decision<Submitted> =>
      commit((at) => submit(at, { ...attempt(id, token), result: { output, executionSummary: summary }, checks, formFaults }), [id]),
    decline: (id: TaskId, token?: number): Decision<undefined> => commit((at) => decline(at, attempt(id, token), 'not mine'), [id]),
    lose: (id: TaskId, reason = 'gone', token?: number): Decision<undefined> => commit((at) => lose(at, attempt(id, token), reason), [id]),
    review,
    approve: (id: TaskId, reviewerId = 'r', criteria: readonly JsonObject[] = []): Decision<undefined> => review(id, { kind: 'approve', reviewerId, comment: '', criteria }),
    reject: (id: TaskId, fixes: readonly string[] = ['mend it'], reviewerId = 'r', criteria: readonly JsonObject[] = []): Decision<undefined> => review(id, { kind: 'reject', reviewerId, comment: '', fixes, criteria }),
    unclear: (id: TaskId, reviewerId = 'r'): Decision<undefined> => review(id, { kind: 'inconclusive', reviewerId, because: 'unreadable' }),
    /** Answers the oldest open question, or the one that is named. */
    answer: (choice: string, { note, extra = {}, questionId, ...rest }: Reply = {}): Decision<Question> => {
      const id = questionId ?? openQuestions()[0]?.id ?? 'question_1';
      const about = rows.questions.get(id);
      const brief = about === undefined || about.taskId === null ? undefined : rows.briefs.get(about.taskId);
      const ids = [id, ...(about === undefined ? [] : [about.goalId, ...(about.taskId === null ? [] : [about.taskId])])];
      return commit((at) => answerQuestion(at, { questionId: id, answer: { choice, note: note ?? null, by: 'ann', extra }, ...(brief === undefined ? {} : { brief }), ...rest }), ids);
    },
    close: (id: GoalId = goalId): Decision<undefined> => commit((at) => closeGoal(at, id, { summary: 'the end', by: 'code', done: isReached(tasksOf(id)), version: goal(id).version }), [id]),
    /** Lets time pass, then sweeps as the engine does: everything late is moved on, until nothing is. */
    advance(ms: number): void {
      now += ms;
      board.now = now;
      for (let rounds = 0; sweepOnce(board, commit); rounds += 1) if (rounds > MOST_MOVES) throw new Error('the sweep does not come to an end');
    },
    /** A new process on the same rows. */
    restart(epoch: number): void {
      board = new LiveBoard(epoch);
      board.restore(openRows(rows));
      commit(() => ({ ok: true, value: undefined }));
    },
    restored(): LiveBoard {
      const fresh = new LiveBoard(board.epoch);
      fresh.now = now;
      fresh.restore(openRows(rows));
      return fresh;
    },
    /** All that happened, as lines. */
    get log(): readonly string[] {
      return rows.events.map(inWords);
    },
    /** What happened since the last look. */
    news(): readonly string[] {
      const from = read;
      read = rows.events.length;
      return rows.events.slice(from).map(inWords);
    },
  };
}

export const codeOf = (decision: Decision<unknown>): string => (decision.ok ? 'ok' : decision.code);
export const passed = (id: string, is: boolean | undefined): CriterionResult => (is === true ? { id, passed: true } : { id, passed: is, fix: { en: `mend ${id}`, zh: `请修改 ${id}` } });

const outside = (sketches: readonly Sketch[]): readonly TaskId[] => sketches.flatMap((sketch) => sketch.dependsOn ?? []).filter(isTaskId);

function lend(board: LiveBoard, rows: Rows, id: RowId): void {
  if (isTaskId(id)) {
    const task = rows.tasks.get(id);
    if (task !== undefined && board.task(id) === undefined) board.lend({ task });
  } else if (isGoalId(id)) {
    const goal = rows.goals.get(id);
    if (goal !== undefined && board.goal(id) === undefined) board.lend({ goal });
  } else if (isQuestionId(id)) {
    const question = rows.questions.get(id);
    if (question !== undefined && board.question(id) === undefined) board.lend({ question });
  }
}

function keep(rows: Rows, change: Change): void {
  for (const row of change.goals) rows.goals.set(row.id, row);
  for (const row of change.tasks) rows.tasks.set(row.id, row);
  for (const row of change.questions) rows.questions.set(row.id, row);
  for (const { taskId, brief } of change.briefs) rows.briefs.set(taskId, brief);
  for (const row of change.members) rows.members.set(`${row.team}|${row.registration.agentId}`, row);
  for (const { task, needs } of change.edges) rows.edges.set(task, (rows.edges.get(task) ?? new Set()).add(needs));
  for (const { task, needs } of change.cutEdges) rows.edges.get(task)?.delete(needs);
  for (const row of change.desk?.messages ?? []) rows.messages.set(row.id, row);
  for (const row of change.desk?.lives ?? []) rows.lives.set(row.id, row);
  for (const row of change.desk?.locks ?? []) rows.locks.set(row.id, row);
  rows.events.push(...change.events);
}

function openRows(rows: Rows): OpenRows {
  const tasks = [...rows.tasks.values()].filter((task) => task.endedAt === null);
  const after = (keyed: Iterable<{ readonly key: number }>): number => [...keyed].reduce((newest, row) => Math.max(newest, row.key + 1), 1);
  return {
    goals: [...rows.goals.values()].filter((goal) => goal.endedAt === null),
    tasks,
    questions: [...rows.questions.values()].filter((question) => question.state === 'open'),
    members: [...rows.members.values()],
    openEdges: tasks.flatMap((task) => [...(rows.edges.get(task.id) ?? [])].filter((needs) => !hasSucceeded(rows.tasks.get(needs)?.state ?? 'failed')).map((needs) => ({ task: task.id, needs }))),
    desk: { messages: [...rows.messages.values()].filter(isUnread), lives: [...rows.lives.values()], locks: [...rows.locks.values()], nextMessage: rows.messages.size + 1 },
    lastSeq: rows.events.length,
    next: { goal: after(rows.goals.values()), task: after(rows.tasks.values()), question: after(rows.questions.values()) },
  };
}

function sweepOnce(board: LiveBoard, commit: <T>(decide: (board: Board) => Decision<T>) => Decision<T>): boolean {
  for (const goal of board.openGoals()) {
    const late = [...board.openTasks(goal.id)].filter((task) => isLate(board, goal, task)).map((task) => task.id);
    if (late.length > 0) {
      commit((at) => endLateness(at, late));
      return true;
    }
    if (isGoalLate(board, goal)) {
      commit((at) => endLateGoal(at, goal.id));
      return true;
    }
  }
  return false;
}

/** `task_1 started a`, `task_2 cancelled (prerequisite_failed)`. */
function inWords(event: MusterEvent): string {
  const subject = event.type.startsWith('question.') ? event.details?.['question_id'] : (event.taskId ?? event.goalId ?? 'team');
  const who = WITH_MEMBER.has(event.type) && event.memberId !== null ? ` ${event.memberId}` : '';
  const reason = event.details?.['reason'];
  const why = typeof reason === 'string' && WITH_REASON.has(event.type) ? ` (${reason})` : '';
  return `${String(subject)} ${event.type.slice(event.type.indexOf('.') + 1)}${who}${why}`;
}

const WITH_MEMBER: ReadonlySet<string> = new Set(['task.claimed', 'task.assigned', 'task.started', 'task.reassigned', 'task.declined', 'task.lost', 'task.rework_requested']);
const WITH_REASON: ReadonlySet<string> = new Set(['task.escalated', 'task.cancelled', 'task.shelved', 'task.placed', 'task.released', 'task.failed', 'task.expired', 'task.lost', 'task.replan_asked']);

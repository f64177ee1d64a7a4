// The board that a store keeps: changed by each change, never scanned. What a change touches is put on the due list, and what
// is due is all that the next move can be about. It is a cache: `restore` builds it again from the rows at any time.
import type { Change, Edge, MemberRow } from '../change.ts';
import { isHalted, type Goal } from '../goal.ts';
import type { GoalId, QuestionId, RowId, TaskId } from '../ids.ts';
import { hasSucceeded, type TaskState } from '../lifecycles.ts';
import type { Question } from '../question.ts';
import type { Registration } from '../members/registration.ts';
import { isHeld, type Task } from '../task.ts';
import { EMPTY_DESK, LiveDesk, type DeskRows, type OpenDesk } from '../team/desk.ts';
import type { Board, Due, NextKeys } from './board.ts';
import { ClaimBook, type Claims } from './claim-book.ts';
import { CrewBook, type Crew, type Lane } from './crew.ts';
import { Edges } from './edges.ts';

export interface OpenRows {
  readonly goals: readonly Goal[];
  readonly tasks: readonly Task[];
  readonly questions: readonly Question[];
  readonly members: readonly MemberRow[];
  /** Edges of open tasks whose prerequisite has not succeeded. */
  readonly openEdges: readonly Edge[];
  /** Absent where there is none. */
  readonly desk?: OpenDesk;
  readonly lastSeq: number;
  readonly next: NextKeys;
}

/** Rows that other processes wrote since the last look, as they are now. */
export interface ForeignRows extends Omit<OpenRows, 'openEdges' | 'desk' | 'next'> {
  readonly desk?: DeskRows;
  edgesOf(id: TaskId): readonly TaskId[];
  stateOf(id: TaskId): TaskState | undefined;
}

interface Slot {
  goal: Goal;
  crew: Crew;
  readonly open: Set<TaskId>;
  readonly questions: Set<QuestionId>;
  /** Kept from when it is first asked for. */
  claims: ClaimBook | undefined;
}

const NOTHING: ReadonlySet<never> = new Set();
const NO_CLAIMS: Claims = new ClaimBook([]);

export class LiveBoard implements Board {
  readonly epoch: number;
  readonly desk = new LiveDesk();
  now = 0;
  lastSeq = 0;
  next: NextKeys = { goal: 1, task: 1, question: 1 };
  private readonly slots = new Map<GoalId, Slot>();
  private readonly tasks = new Map<TaskId, Task>();
  private readonly questions = new Map<QuestionId, Question>();
  private readonly edges = new Edges();
  private readonly crews = new CrewBook();
  private readonly dueTasks = new Set<TaskId>();
  private readonly dueGoals = new Set<GoalId>();
  private readonly lentTasks = new Map<TaskId, Task>();
  private readonly lentGoals = new Map<GoalId, Goal>();
  private readonly lentQuestions = new Map<QuestionId, Question>();

  private readonly places: readonly ReadonlyMap<RowId, unknown>[] = [this.tasks, this.slots, this.questions, this.lentTasks, this.lentGoals, this.lentQuestions];

  constructor(epoch: number) {
    this.epoch = epoch;
  }

  goal(id: GoalId): Goal | undefined {
    return this.slots.get(id)?.goal ?? this.lentGoals.get(id);
  }
  task(id: TaskId): Task | undefined {
    return this.tasks.get(id) ?? this.lentTasks.get(id);
  }
  question(id: QuestionId): Question | undefined {
    return this.questions.get(id) ?? this.lentQuestions.get(id);
  }
  /** The row is at hand: open, or lent to this transaction. */
  holds(id: RowId): boolean {
    return this.places.some((place) => place.has(id));
  }
  *openGoals(): Iterable<Goal> {
    for (const slot of this.slots.values()) if (slot.goal.endedAt === null) yield slot.goal;
  }
  *openTasks(id: GoalId): Iterable<Task> {
    for (const open of this.slots.get(id)?.open ?? NOTHING) {
      const task = this.tasks.get(open);
      if (task !== undefined) yield task;
    }
  }
  openTaskCount(id: GoalId): number {
    return this.slots.get(id)?.open.size ?? 0;
  }
  claims(id: GoalId): Claims {
    const slot = this.slots.get(id);
    return slot === undefined ? NO_CLAIMS : (slot.claims ??= new ClaimBook(this.openTasks(id)));
  }
  openQuestions(id: GoalId): readonly Question[] {
    return [...(this.slots.get(id)?.questions ?? NOTHING)].flatMap((open) => this.questions.get(open) ?? []);
  }
  openPrerequisites(id: TaskId): ReadonlySet<TaskId> {
    return this.edges.open(id);
  }
  dependants(id: TaskId): ReadonlySet<TaskId> {
    return this.edges.dependants(id);
  }
  members(team: string): readonly Registration[] {
    return this.crews.members(team);
  }
  crew(goal: Goal): Crew {
    return this.slots.get(goal.id)?.crew ?? this.crews.of(goal.owner, goal.team);
  }

  head(lane: Lane): Task | undefined {
    for (let ready = lane.ready.peek(); ready !== undefined; ready = lane.ready.peek()) {
      const task = this.tasks.get(ready.id);
      const slot = task?.state === 'pending' && task.lane === lane.key ? this.slots.get(task.goalId) : undefined;
      if (task !== undefined && slot !== undefined && slot.crew === lane.crew && this.moves(slot.goal)) return task;
      lane.ready.pop(); // stale: moved on, or its goal rests; a resumed goal brings its tasks back
    }
    return undefined;
  }

  /** Takes a change in. Contract: it was decided on this board as it is now. */
  apply(change: Change): void {
    // Most changes move one task and hold nothing else.
    if (change.goals.length > 0) for (const goal of change.goals) this.putGoal(goal);
    if (change.members.length > 0) this.putMembers(change.members);
    for (const task of change.tasks) this.putTask(task);
    if (change.edges.length > 0) for (const edge of change.edges) this.addEdge(edge);
    if (change.cutEdges.length > 0) for (const edge of change.cutEdges) this.cutEdge(edge);
    if (change.questions.length > 0) for (const question of change.questions) this.putQuestion(question);
    if (change.desk !== undefined) this.desk.take(change.desk);
    this.lastSeq += change.events.length;
  }

  /** The next thing that may have a move, taken off the list: tasks before lanes (oldest head first) before goals. */
  takeDue(): Due | undefined {
    const task = takeOne(this.dueTasks);
    if (task !== undefined) return { kind: 'task', id: task };
    const lane = this.crews.takeDueLane(this.headOf);
    if (lane !== undefined) return { kind: 'lane', lane };
    const goal = takeOne(this.dueGoals);
    return goal === undefined ? undefined : { kind: 'goal', id: goal };
  }

  /** Looks at a lane again that gave a move: it may give another. */
  again(lane: Lane): void {
    this.crews.again(lane);
  }

  /** Puts everything on the list again: the safety net. */
  markAllDue(): void {
    for (const slot of this.slots.values()) {
      this.dueGoals.add(slot.goal.id);
      for (const id of slot.open) this.markDue(slot, this.tasks.get(id));
    }
  }

  /** Ended rows, readable until `unlend`. */
  lend(rows: { readonly task?: Task; readonly goal?: Goal; readonly question?: Question }): void {
    if (rows.task !== undefined) this.lentTasks.set(rows.task.id, rows.task);
    if (rows.goal !== undefined) this.lentGoals.set(rows.goal.id, rows.goal);
    if (rows.question !== undefined) this.lentQuestions.set(rows.question.id, rows.question);
  }

  unlend(): void {
    if (this.lentTasks.size > 0) this.lentTasks.clear();
    if (this.lentGoals.size > 0) this.lentGoals.clear();
    if (this.lentQuestions.size > 0) this.lentQuestions.clear();
  }

  /** Starts again from the open rows of the store. */
  restore(rows: OpenRows): void {
    for (const kept of [this.slots, this.tasks, this.questions, this.edges, this.crews, this.dueTasks, this.dueGoals]) kept.clear();
    for (const { team, registration } of rows.members) this.crews.register(team, registration);
    for (const goal of rows.goals) this.putGoal(goal);
    for (const task of rows.tasks) this.putTask(task);
    // What has begun waits for nobody, also when a prerequisite was opened again behind it.
    for (const edge of rows.openEdges) if (this.tasks.get(edge.task)?.state === 'blocked') this.addEdge(edge);
    for (const question of rows.questions) this.putQuestion(question);
    this.desk.restore(rows.desk ?? EMPTY_DESK);
    this.lastSeq = rows.lastSeq;
    this.next = rows.next;
  }

  /** Takes in rows as another process left them. */
  absorb(rows: ForeignRows): void {
    this.putMembers(rows.members.filter(({ team, registration }) => this.crews.isNews(team, registration)));
    for (const goal of rows.goals) this.putGoal(goal);
    const open = rows.tasks.filter((task) => task.endedAt === null);
    for (const task of open) this.putTask(task);
    for (const task of open) if (task.state === 'blocked' || this.edges.has(task.id)) this.waitAgain(task.id, rows);
    // After the open ones, so that what waits for them is there to be told.
    for (const task of rows.tasks) if (task.endedAt !== null) this.putTask(task);
    for (const question of rows.questions) this.putQuestion(question);
    if (rows.desk !== undefined) this.desk.take(rows.desk);
    this.lastSeq = rows.lastSeq;
  }

  private readonly headOf = (lane: Lane): Task | undefined => this.head(lane);

  private moves(goal: Goal): boolean {
    // A visitor has epoch 0, and so has a goal that nobody drives: neither moves by itself.
    return this.epoch !== 0 && goal.owner === this.epoch && goal.state === 'running' && goal.pausedAt === null && !isHalted(goal);
  }

  private putGoal(goal: Goal): void {
    if (goal.key >= this.next.goal) this.next = { ...this.next, goal: goal.key + 1 };
    const slot = this.slots.get(goal.id);
    if (goal.endedAt !== null) {
      this.lentGoals.set(goal.id, goal);
      // Its last tasks may end in the same change: they give back their room first.
      if (slot !== undefined && slot.open.size > 0) slot.goal = goal;
      else this.slots.delete(goal.id);
      return;
    }
    this.dueGoals.add(goal.id);
    const crew = this.crews.of(goal.owner, goal.team);
    if (slot === undefined) {
      this.slots.set(goal.id, { goal, crew, open: new Set(), questions: new Set(), claims: undefined });
      return;
    }
    const rested = !this.moves(slot.goal);
    slot.goal = goal;
    if (slot.crew !== crew) this.moveCrew(slot, crew);
    else if (rested && this.moves(goal)) for (const id of slot.open) this.markDue(slot, this.tasks.get(id));
  }

  private moveCrew(slot: Slot, crew: Crew): void {
    for (const id of slot.open) this.leave(slot.crew, this.tasks.get(id));
    slot.crew = crew;
    for (const id of slot.open) {
      this.join(crew, this.tasks.get(id));
      this.markDue(slot, this.tasks.get(id));
    }
  }

  /** The task takes its place with its member: room that is taken, or a wait for room. */
  private join(crew: Crew, task: Task | undefined): void {
    if (task === undefined) return;
    this.hold(crew, task, 1);
    const seat = comesBack(task) ? crew.seats.get(task.assigneeId ?? '') : undefined;
    if (seat !== undefined) (seat.returning ??= new Set()).add(task.id);
  }

  private leave(crew: Crew, task: Task | undefined): void {
    if (task === undefined) return;
    if (comesBack(task)) crew.seats.get(task.assigneeId ?? '')?.returning?.delete(task.id);
    this.hold(crew, task, -1);
  }

  private markDue(slot: Slot, task: Task | undefined): void {
    if (task === undefined) return;
    // A goal that rests or is another's brings its tasks when it moves here.
    if (task.state === 'pending') { if (this.moves(slot.goal)) this.crews.ready(slot.crew, task); }
    else if (MAY_MOVE.has(task.state) || (task.state === 'pending_review' && (task.reviewerId === null || task.more?.verdicts !== undefined))) this.dueTasks.add(task.id);
  }

  private hold(crew: Crew, task: Task | undefined, by: 1 | -1): void {
    if (task === undefined || task.assigneeId === null || !isHeld(task)) return;
    const freed = this.crews.load(crew, task.assigneeId, by);
    if (freed !== undefined && freed.returning !== null) for (const id of freed.returning) this.dueTasks.add(id);
  }

  private putTask(task: Task): void {
    if (task.key >= this.next.task) this.next = { ...this.next, task: task.key + 1 };
    const slot = this.slots.get(task.goalId);
    if (slot === undefined) {
      if (task.endedAt !== null) this.forgetTask(task);
      return;
    }
    const before = this.tasks.get(task.id);
    if (before !== undefined) this.leave(slot.crew, before);
    slot.claims?.put(before, task.endedAt === null ? task : undefined);
    if (task.endedAt !== null) {
      slot.open.delete(task.id);
      this.forgetTask(task);
      if (slot.open.size > 0) return;
      if (slot.goal.endedAt === null) this.dueGoals.add(task.goalId);
      else this.slots.delete(task.goalId);
      return;
    }
    this.tasks.set(task.id, task);
    if (before === undefined) slot.open.add(task.id);
    this.join(slot.crew, task);
    this.markDue(slot, task);
  }

  private forgetTask(task: Task): void {
    this.tasks.delete(task.id);
    // Readable to the decisions of this transaction that follow from its end.
    this.lentTasks.set(task.id, task);
    this.edges.forget(task.id);
    const succeeded = hasSucceeded(task.state);
    // A success is news only to those that wait for nothing else: a task with a thousand prerequisites is looked at once.
    for (const id of this.edges.ended(task.id, succeeded)) if (!succeeded || this.edges.open(id).size === 0) this.dueTasks.add(id);
  }

  private addEdge({ task, needs }: Edge): void {
    const needed = this.task(needs);
    if (needed === undefined || !hasSucceeded(needed.state)) this.edges.add(task, needs);
  }

  private cutEdge({ task, needs }: Edge): void {
    this.edges.cut(task, needs);
    this.dueTasks.add(task);
  }

  private waitAgain(id: TaskId, rows: ForeignRows): void {
    this.edges.forget(id);
    for (const needs of rows.edgesOf(id)) {
      const state = this.task(needs)?.state ?? rows.stateOf(needs);
      if (state === undefined || !hasSucceeded(state)) this.edges.add(id, needs);
    }
    this.dueTasks.add(id);
  }

  private putQuestion(question: Question): void {
    if (question.key >= this.next.question) this.next = { ...this.next, question: question.key + 1 };
    const slot = this.slots.get(question.goalId);
    if (question.state !== 'open') {
      this.questions.delete(question.id);
      slot?.questions.delete(question.id);
      // As with tasks and goals: a second answer in this transaction must see the first.
      this.lentQuestions.set(question.id, question);
      return;
    }
    this.questions.set(question.id, question);
    slot?.questions.add(question.id);
    if (question.taskId !== null) this.dueTasks.add(question.taskId);
  }

  /** A new registration re-matches at once what nobody could take; a changed one may have room for what waits for it. */
  private putMembers(rows: readonly MemberRow[]): void {
    for (const { team, registration } of rows) this.crews.register(team, registration);
    // Once for all that came: fifty members at a start must not look at every open task fifty times.
    const news = new Map<string, Set<string>>();
    for (const { team, registration } of rows) news.set(team, (news.get(team) ?? new Set()).add(registration.agentId));
    for (const slot of this.slots.values()) {
      const joined = news.get(slot.goal.team);
      if (joined === undefined) continue;
      for (const id of slot.open) {
        const task = this.tasks.get(id);
        if (task?.state === 'unassigned' || task?.state === 'pending' || joined.has(task?.assigneeId ?? '')) this.markDue(slot, task);
      }
    }
  }
}

/** States in which the engine may have a next move; the others wait for somebody's report. */
const MAY_MOVE: ReadonlySet<TaskState> = new Set(['blocked', 'unassigned', 'assigned', 'rejected', 'escalated']);

function takeOne<T>(due: Set<T>): T | undefined {
  if (due.size === 0) return undefined;
  for (const first of due) {
    due.delete(first);
    return first;
  }
  return undefined;
}

/** Waits for room at one member: its author after a rejection, or the member a person named. */
const comesBack = (task: Task): boolean => (task.state === 'rejected' || task.state === 'assigned') && task.assigneeId !== null;

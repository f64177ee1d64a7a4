// A member does one step at a time: it gets an order, it gives a reply. Whatever kind it is (a function, a model, a person)
// it keeps no state that the board does not have, so an order may come twice and another member may get it next.
import type { Amounts } from '../core/budget.ts';
import type { Criterion } from '../core/criteria.ts';
import type { Goal } from '../core/goal.ts';
import type { AttemptId, TaskId } from '../core/ids.ts';
import type { Bilingual, Json, JsonObject, Locale } from '../core/json.ts';
import type { Registration } from '../core/members/registration.ts';
import type { CallAhead } from '../core/moves/budget.ts';
import type { Verdict } from '../core/moves/review.ts';
import type { ContextPiece, TaskResult } from '../core/task.ts';
import type { TurnFacts } from '../core/turns/turn-facts.ts';
import type { Exchange, ToolAnswer, ToolOffer, ToolRequest } from './model.ts';

/** What was said to a model and what it cost; kept as `turn.ended`. */
export interface TurnRecord {
  readonly purpose: 'plan' | 'work' | 'review' | 'summarise';
  readonly model: string;
  readonly prompt: string;
  readonly locale: Locale;
  readonly hash: string;
  readonly inputTokens?: number;
  readonly cachedInputTokens?: number;
  readonly outputTokens?: number;
  readonly ms: number;
  readonly error?: string;
  /** What was reserved for it, where the budget of the goal is limited. */
  readonly reserved?: Amounts;
}

/** Leave to make one call. */
export interface CallLeave {
  readonly reserved: Amounts;
  /** The most that the answer may take; undefined is not limited. */
  readonly answerTokens: number | undefined;
}

interface Order {
  readonly locale: Locale;
  readonly signal: AbortSignal;
  /** Every model call is reported here, failed ones too. */
  readonly record: (turn: TurnRecord) => void;
  /**
   * To be asked before each model call, where the budget is limited. Contract: resolves when there is room for it, throws
   * `budget.used_up` or `budget.no_price` when there is none. What it gives goes into the record of the call.
   */
  readonly reserve?: ((call: CallAhead) => Promise<CallLeave>) | undefined;
  /** Live signal; never stored. */
  readonly onText: (delta: string) => void;
  /** Live signal: the text shown so far is void. */
  readonly onRestart?: (() => void) | undefined;
}

export interface TaskView {
  readonly taskId: TaskId;
  readonly title: string;
  readonly content: string;
  readonly input: JsonObject;
  readonly criteria: readonly Criterion[];
}

/** The rounds of calls of an attempt: what its task may call, and the one way to call it. */
export interface ToolRounds {
  /** Under the names and with the descriptions that a model is given; empty where the task may call nothing. */
  readonly offers: readonly ToolOffer[];
  /** The rounds of an earlier attempt that was lost, with an answer for every call; a new attempt goes on from them. */
  history(): Promise<readonly Exchange[]>;
  /**
   * Answers every call, in order. What is refused, unknown or failed is an answer too, in words for the model.
   * Contract: throws only what ends the attempt: `engine.interrupted`, a breaker's stop, a store that cannot be written.
   */
  answer(text: string, calls: readonly ToolRequest[]): Promise<readonly ToolAnswer[]>;
}

export type CallTool = (name: string, args?: JsonObject, options?: { readonly purpose?: string }) => Promise<Json>;

export interface WorkOrder extends Order {
  readonly task: TaskView;
  /** The task's. */
  readonly input: JsonObject;
  readonly attemptId: AttemptId;
  /** Which try at the task this is, counted from 1 by results handed in. */
  readonly attempt: number;
  readonly context: readonly ContextPiece[];
  /**
   * The same outputs as data, whole: by the name that a task was given, else by its id. Read when it is called. The type is
   * the caller's word, for a goal keeps outputs as JSON.
   */
  readonly results: <Results extends object = Readonly<Record<string, Json>>>() => Promise<Results>;
  /** What the last review asked for, with the result it was about. */
  readonly rework: { readonly previousOutput: Json; readonly fixes: readonly string[] } | null;
  readonly note: string | null;
  /** Absolute path of the folder to work in: the task's own working tree where the team has them. */
  readonly folder: string;
  /** The gate for a model; absent where the task may call nothing. */
  readonly tools?: ToolRounds | undefined;
  /**
   * The gate for a function. Resolves with the outcome as data; throws TeamError `tool.*` where the call was refused, failed or
   * took too long, and whatever ends the attempt.
   */
  readonly callTool: CallTool;
}

export type WorkReply = TaskResult | { readonly declined: string };

export interface ReviewOrder extends Order {
  readonly task: TaskView;
  readonly context: readonly ContextPiece[];
  /** What this review is about: the criteria that code cannot check, or the four general points. */
  readonly points: readonly { readonly id: string; readonly text: Bilingual }[];
  /** The result, as handed in. */
  readonly output: Json;
  readonly executionSummary: string;
}

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type ReviewReply = Without<Verdict, 'reviewerId'>;

export interface PlanOrder extends Order {
  readonly goals: readonly Goal[];
  readonly roster: readonly Registration[];
  readonly loadOf: (agentId: string) => number;
  readonly maxTasks: number;
}

/** A task that the manager is asked to place, and why. */
export interface StuckTask extends TaskView {
  readonly reason: string;
  readonly skills: readonly string[];
  readonly missingSkills: readonly string[];
  /** Prerequisites that gave a result; what takes its place may build on them. */
  readonly dependsOn: readonly TaskId[];
  /** Prerequisites that ended without success. */
  readonly failedPrerequisites: readonly TaskId[];
}

export interface ReplanOrder extends Order {
  readonly goal: Goal;
  readonly roster: readonly Registration[];
  readonly stuck: StuckTask;
}

export interface FinishedTask {
  readonly taskId: TaskId;
  readonly title: string;
  readonly status: string;
  readonly assigneeId: string | null;
  readonly output: Json;
  readonly executionSummary: string;
  readonly belowStandard: boolean;
}

export type SummaryOrder = Order & ({ readonly goal: Goal; readonly tasks: readonly FinishedTask[] } | { readonly text: string; readonly maxChars: number });

/** The rounds of calls of one turn of a member that claims. */
export interface TurnRounds {
  /** What it may call now; a claim and a decision about its plan change that. */
  offers(): readonly ToolOffer[];
  /** The rounds of its earlier turns, then those of a turn that was cut off, with an answer for every call. */
  history(): Promise<readonly Exchange[]>;
  /** Answers every call, one after another; mail that cannot wait comes with the last answer. Contract: as `ToolRounds.answer`. */
  answer(text: string, calls: readonly ToolRequest[]): Promise<readonly ToolAnswer[]>;
  /** The turn has had all the rounds that it may have, or was ended. */
  isOver(): boolean;
}

/** What a member sees at the beginning of a turn, read anew from the board each time. `context` is what may give way in a long prompt. */
export type TurnSight =
  | { readonly role: 'leader'; readonly seen: () => TurnFacts<'leader-turn'> }
  | { readonly role: 'member'; readonly context: readonly ContextPiece[]; readonly seen: (context?: readonly ContextPiece[]) => TurnFacts<'teammate-turn'> };

export interface TurnOrder extends Order {
  readonly sight: TurnSight;
  readonly rounds: TurnRounds;
}

/** What it said when it had nothing more to call; nobody on the team sees it. */
export interface TurnReply {
  readonly text: string;
}

/**
 * Contract: each step resolves with a reply or throws TeamError; `retry: 'never'` in the row of its code means that the same
 * order cannot succeed. Ends soon after `signal` is aborted. Steps a member cannot do are absent.
 */
export interface Member {
  readonly registration: Registration;
  work?(order: WorkOrder): Promise<WorkReply>;
  /** One turn where members claim: with its mail and what is due, as many rounds of calls as it needs. */
  turn?(order: TurnOrder): Promise<TurnReply>;
  review?(order: ReviewOrder): Promise<ReviewReply>;
  /** One raw plan for each goal, in the order of the goals; code converts and checks them. */
  plan?(order: PlanOrder): Promise<readonly unknown[]>;
  /** A small plan that takes the place of the stuck task; an empty one gives it up. */
  replan?(order: ReplanOrder): Promise<unknown>;
  summarise?(order: SummaryOrder): Promise<string>;
}

// What a program says of its team, and what it gets: the options, the team, a goal, a task. Only names and their meaning; what is done
// with them is in `create-team.ts`.
import type { ModelNamed, ProviderLimits } from './compose.ts';
import type { Budget } from './core/budget.ts';
import type { MusterEvent } from './core/change.ts';
import type { GoalId, TaskId } from './core/ids.ts';
import type { Locale } from './core/json.ts';
import type { PolicyChoices, Style, TEAMMATE_MODES } from './core/policy.ts';
import type { Question } from './core/question.ts';
import type { SentMail } from './core/team/mail.ts';
import type { Message } from './core/team/message.ts';
import type { NoteInput } from './engine/people/add-note.ts';
import type { TaskChange } from './engine/people/change-task.ts';
import type { AnswerInput } from './engine/answer-question.ts';
import type { InboxItem } from './engine/people/inbox.ts';
import type { TaskOutcome, TaskReport } from './goal-reads.ts';
import type { Predicates } from './members/checks.ts';
import type { MemberSpec } from './member-specs.ts';
import type { Clock } from './ports/clock.ts';
import type { Feed } from './ports/feed.ts';
import type { ModelPurpose } from './ports/model.ts';
import type { Queue } from './ports/queue.ts';
import type { Store } from './ports/store.ts';
import type { Tool, ToolSource } from './ports/tool.ts';
import type { Finished, Workspaces } from './ports/workspaces.ts';
import type { Durability } from './stores/sqlite-file.ts';
import type { TaskInput } from './task-input.ts';

export interface TeamOptions {
  readonly members: readonly MemberSpec[];
  readonly name?: string;
  /** `provider/model`, several of them, `rehearsal`, or a model of one's own. Absent: `MUSTER_MODEL`, else `rehearsal`. */
  readonly model?: ModelNamed;
  /** Where planning, work, reviews or summaries have a model of their own. A member's own model goes before both. */
  readonly models?: Readonly<Partial<Record<ModelPurpose, ModelNamed>>>;
  /** Most calls at once (8 unless said), requests and tokens a minute of each provider: `{ anthropic: { concurrency: 4, requestsPerMinute: 50 } }`. */
  readonly providers?: ProviderLimits;
  /** A file path, `memory`, or a store of one's own. Absent: `.muster/muster.db`. */
  readonly store?: string | Store;
  readonly durability?: Durability;
  /** `agency`, when absent: work is given out and reviewed. `team`: members claim, plan and talk. */
  readonly style?: Style;
  /** Of a team: members begin at once (`build_mode`, when absent), or after their plan is approved. */
  readonly teammateMode?: keyof typeof TEAMMATE_MODES;
  /** What differs from the rules of the style. */
  readonly policy?: PolicyChoices;
  /** Tools that members may be allowed: in TypeScript, built in, or from a source such as an MCP server. */
  readonly tools?: readonly (Tool | ToolSource)[];
  /** The folder that tools work in; the current one when absent. */
  readonly workspace?: string;
  /** Each task is done in a working tree of its own on the git repository of `workspace`; approved work is merged into a branch of the goal. */
  readonly worktrees?: boolean | Workspaces;
  /** Criteria in TypeScript, by the name that tasks use. */
  readonly predicates?: Predicates;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where the team came from, for `muster resume`. */
  readonly source?: string;
  readonly clock?: Clock;
  readonly queue?: Queue;
  readonly feed?: Feed;
  readonly rehearsalPaceMs?: number;
}

export interface GoalResult {
  readonly id: GoalId;
  readonly status: 'done' | 'failed' | 'cancelled' | 'waiting';
  readonly summary: string | null;
  /** Questions that wait for a person; empty when the goal has ended. */
  readonly waiting: readonly Question[];
  /** The branch that holds the merged work, with the commands that take it over; absent without working trees, and while the goal is open. */
  readonly branch?: Finished;
}

export interface GoalHandle {
  readonly id: GoalId;
  /** Adds tasks in one commit; resolves with a handle for each once they are durable. */
  add(tasks: readonly TaskInput[]): Promise<readonly TaskHandle[]>;
  /** That was all: resolves when the goal has ended or waits for a person. */
  ended(): Promise<GoalResult>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  cancel(): Promise<void>;
}

export interface TaskHandle {
  readonly id: TaskId;
  /** Resolves when the task has ended, after that is durable. */
  ended(): Promise<TaskOutcome>;
}

export interface OpenOptions {
  readonly locale?: Locale;
  /** Limits of this goal; what it says goes before the team's. */
  readonly budget?: Budget;
}

export interface Team extends AsyncDisposable {
  /** Opens a goal, lets the manager plan it, and resolves when it has ended or waits for a person. */
  run(text: string, options?: OpenOptions): Promise<GoalResult>;
  /** Opens a goal whose tasks the program adds itself. */
  open(text: string, options?: OpenOptions): Promise<GoalHandle>;
  /** Opens a goal for the manager without waiting for its end. */
  start(text: string, options?: OpenOptions): Promise<GoalHandle>;
  /** Takes up a goal that another process left. `openEnded`: this program goes on adding tasks to it. */
  resume(id: string, options?: { readonly openEnded?: boolean }): Promise<GoalHandle>;
  /** Takes a member on while the team works; what nobody could do before is matched at once. One with the same id is replaced. */
  register(member: MemberSpec): Promise<void>;
  /** The questions that wait for people, each with what is needed to decide. Of one goal, or for one person, when said. */
  inbox(filter?: { readonly goal?: string; readonly person?: string }): Promise<readonly InboxItem[]>;
  /** Exactly one answer to a question counts, from whichever process it comes; what waits for one person takes that person's, with `by`. */
  answer(questionId: string, input: AnswerInput): Promise<Question>;
  /** Unread mail of the goal's owner and of persons on the team, or of one of them. */
  mail(filter?: { readonly person?: string }): Promise<readonly Message[]>;
  /** Writes to members as the goal's owner, or as a person on the team; a busy member has it at its next step. */
  write(letter: { readonly to: string | readonly string[]; readonly content: string; readonly from?: string; readonly goal?: string }): Promise<SentMail>;
  /** Adds a note or files to an open task; its next attempt and its reviewer are told. */
  note(taskId: string, input: Omit<NoteInput, 'by'> & { readonly by?: string }): Promise<void>;
  /** Edits a task, gives it to another member, frees it, calls it off, opens it again, or lets it wait for others; whoever holds it is told. */
  change(taskId: string, change: TaskChange & { readonly by?: string; readonly note?: string }): Promise<void>;
  /** Called with events once they are durable. */
  onEvents(listener: (events: readonly MusterEvent[]) => void): () => void;
  /** The tasks of a goal, with what came of each. */
  tasks(goalId: string): Promise<readonly TaskReport[]>;
  /** Everything that happened to a goal, in order. */
  events(goalId: string): Promise<readonly MusterEvent[]>;
  /** The store, for reading. */
  store(): Promise<Store>;
  /** Where the data lives. */
  readonly location: string;
  readonly modelName: string;
  close(): Promise<void>;
}

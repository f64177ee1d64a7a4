// A task on the board, in two parts. The row is thin, because every move writes it; the brief is what the task says and
// is written once. What most tasks never need (fixes, waits, notes) stands in `more`, which is null until it is used.
import type { Criterion } from './criteria.ts';
import type { Effect } from './gate/effects.ts';
import type { GoalId, QuestionId, TaskId } from './ids.ts';
import type { Json, JsonObject } from './json.ts';
import { hasHolder, type TaskState } from './lifecycles.ts';

/** What stands between a result and its acceptance. */
export type ReviewNeed =
  /** nothing: a result completes the task */
  | 'none'
  /** only checks that are total and without effect: the verdict shares the commit of the result */
  | 'instant'
  /** only checks by code, some of which take time or touch the world */
  | 'code'
  /** a reviewer, after the checks by code */
  | 'reviewer';

export interface Task {
  readonly id: TaskId;
  readonly key: number;
  readonly goalId: GoalId;
  readonly state: TaskState;
  /** Counts moves. */
  readonly version: number;
  /** Who can take it: a skill key, or `@member` for one named member. */
  readonly lane: string;
  readonly review: ReviewNeed;
  /** Results handed in. */
  readonly attempts: number;
  readonly losses: number;
  readonly reviewFaults: number;
  /** Attempts begun; the number of the current one is its token. */
  readonly starts: number;
  readonly assigneeId: string | null;
  readonly reviewerId: string | null;
  /** Boot epoch of the process that runs the current attempt; 0 is none. */
  readonly epoch: number;
  /** `seq` of the event that holds the newest result; 0 is none. */
  readonly resultSeq: number;
  /** `seq` of the event that created it: its history is read from here. */
  readonly firstSeq: number;
  /** `seq` of the event that holds what it says. */
  readonly briefSeq: number;
  readonly more: TaskMore | null;
  readonly createdAt: number;
  /** When it last moved; deadlines run from here. */
  readonly updatedAt: number;
  readonly endedAt: number | null;
}

export interface TaskMore {
  readonly missingSkills?: readonly string[];
  readonly reviewComment?: string;
  /** What the next attempt must mend, from the last verdict. */
  readonly fixes?: readonly string[];
  /** A person's or manager's note that the next attempt must see. */
  readonly note?: string;
  readonly comment?: string;
  readonly waiting?: Waiting;
  readonly replacedBy?: readonly TaskId[];
  readonly belowStandard?: true;
  readonly inputStale?: true;
  readonly parentTaskId?: TaskId;
  /** Members that held an earlier attempt; with the assignee they are the authors. */
  readonly earlierAuthors?: readonly string[];
  readonly declinedBy?: readonly string[];
  readonly verdicts?: readonly Vote[];
  /** Reviewers that were asked about this result and said that they cannot judge it. */
  readonly cannotJudge?: readonly string[];
  readonly best?: { readonly seq: number; readonly passed: number };
  readonly replans?: number;
  /** Edits, reassignments and releases by the manager. */
  readonly interventions?: number;
  /** Nobody took it when it was free: it was offered again, or lies with the manager for that. */
  readonly offered?: 'again' | 'in vain';
  /** Plan gate: the newest plan of the holder; what was decided about it stands when that member takes the task up again. */
  readonly plan?: MemberPlan;
  /** The working tree that its holder, or its author, works in. */
  readonly tree?: TaskTree;
  /** The branch of its author that nobody merges, for a person supplied the result instead. */
  readonly leftBranch?: string;
  /** It is taken as it is once its work is merged. */
  readonly accepting?: Accepting;
  /** Merges that met a conflict since a person last granted more; they do not use up attempts. */
  readonly mergeConflicts?: number;
  /** Plans that were sent back since a person last granted more. */
  readonly planRefusals?: number;
  readonly extraAttempts?: number;
  /** The task whose failure ended this one. */
  readonly rootCause?: TaskId;
  readonly runaway?: true;
  /** What was done to the world on the way to its result, by it and by what it builds on. */
  readonly effects?: readonly Effect[];
  /** How often in a row a result was handed in again as it was sent back. */
  readonly unchanged?: number;
  /** A person called it off: the goal does not fail for it. */
  readonly calledOff?: true;
}

/** Where the files of a task stand until they are merged. Of the member that entered it: whoever takes the task over begins another. */
export interface TaskTree {
  readonly memberId: string;
  readonly path: string;
  readonly branch: string;
  /** Where to work: the same place inside the tree as the team's folder inside the repository. */
  readonly folder: string;
}

export interface Accepting {
  readonly verb: 'accept' | 'expire';
  /** Who or what said so, for the event. */
  readonly details: JsonObject;
  /** What the task says of itself afterwards. */
  readonly comment?: string;
  /** What follows when its work cannot be merged. */
  readonly otherwise: 'ask' | 'fail' | 'cancel';
}

export interface MemberPlan {
  readonly revision: number;
  /** `seq` of the event that holds its text. */
  readonly seq: number;
  readonly state: 'submitted' | 'accepted' | 'refused';
  /** At hand for whoever decides, until it is decided. */
  readonly text?: string;
  /** Who decided about it. */
  readonly by?: string;
  /** What was said with the decision; the holder is told by mail too. */
  readonly feedback?: string;
}

export interface Waiting {
  readonly for: 'prerequisites' | 'manager' | 'member' | 'reviewer' | 'person';
  readonly reason: string;
  readonly until: number | null;
  readonly questionId: QuestionId | null;
}

export interface Vote {
  readonly reviewerId: string;
  readonly kind: 'approve' | 'reject';
  readonly fixes: readonly string[];
  readonly comment?: string;
}

/** What the task says. Written at creation and by `edit`; never touched by a move. */
export interface Brief {
  readonly title: string;
  readonly content: string;
  readonly skills: readonly string[];
  readonly input: JsonObject;
  readonly criteria: readonly Criterion[];
  readonly context: readonly ContextPiece[];
  /** The prerequisites whose outputs it is told; null is all of them. */
  readonly contextFrom: readonly TaskId[] | null;
  /** The tools of its member that it may use; absent is all of them. */
  readonly tools?: readonly string[];
  /** The name the planner or caller gave it, unique in the goal; other tasks may refer to it. */
  readonly name: string | null;
}

/** `source` is a task id, `goal`, `person` or `memory`. */
export interface ContextPiece {
  readonly source: string;
  readonly text: string;
}

export interface TaskResult {
  readonly output: Json;
  readonly executionSummary: string;
}

/** A member's room is taken. */
export const isHeld = (task: Task): boolean => task.assigneeId !== null && hasHolder(task.state);

export const authorsOf = (task: Task): readonly string[] => {
  const earlier = task.more?.earlierAuthors ?? [];
  return task.assigneeId === null || earlier.includes(task.assigneeId) ? earlier : [...earlier, task.assigneeId];
};

/** How many results may be handed in: a conflict says nothing against the work, and has a counter of its own. */
export const mostAttempts = ({ more }: Task, maxAttempts: number): number => maxAttempts + (more?.extraAttempts ?? 0) + (more?.mergeConflicts ?? 0);

/** The tree whose work its result stands for; one that a member before left is not merged. */
export const treeOf = (task: Task): TaskTree | undefined => (task.more?.tree?.memberId === task.assigneeId ? task.more?.tree : undefined);

/** A field given as undefined goes. */
export type MoreChange = { readonly [K in keyof TaskMore]?: TaskMore[K] | undefined };

/** `more` with some fields changed; an empty rest is null. */
export const withMore = (task: Task, change: MoreChange): TaskMore | null => {
  // Most tasks have none of it, and nothing to lose.
  if (task.more === null && Object.values(change).every((value) => value === undefined)) return null;
  const entries = Object.entries({ ...task.more, ...change }).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? null : (Object.fromEntries(entries) as TaskMore);
};

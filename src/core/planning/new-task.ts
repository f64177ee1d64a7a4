// A task that is yet to be made, as a planner, a program or a person asked for it and code has read it. Plain data: a plan that
// waits for a person's word is kept as these.
import type { Effect } from '../gate/effects.ts';
import type { Criterion } from '../criteria.ts';
import type { TaskId } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import type { ContextPiece } from '../task.ts';

export interface NewTask {
  /** How other tasks of the same graph refer to it. */
  readonly name?: string;
  readonly title: string;
  readonly content: string;
  readonly skills: readonly string[];
  readonly input: JsonObject;
  readonly criteria: readonly Criterion[];
  readonly context?: readonly ContextPiece[];
  /** Names of this graph, or ids of tasks on the board. */
  readonly dependsOn: readonly string[];
  /** The part of `dependsOn` whose outputs it is told; absent is all. */
  readonly needsContext?: readonly string[];
  /** One named member, whatever the skills. */
  readonly assigneeId?: string;
  /** The tools of its member that it may use; absent is all of them. */
  readonly tools?: readonly string[];
  readonly parentTaskId?: TaskId;
  readonly replans?: number;
  /** What was done to the world before it, in the task that it is part of. */
  readonly effects?: readonly Effect[];
}

export interface TaskPlan {
  readonly tasks: readonly NewTask[];
  /** What code changed in the plan on the way. */
  readonly notes: readonly JsonObject[];
}

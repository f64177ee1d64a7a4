// Putting tasks on the board: a whole graph in one change, forward references allowed. Names within the graph and ids of
// tasks that are already there are resolved here; what cannot be resolved refuses the whole graph.
import type { Draft } from '../change.ts';
import type { Criterion } from '../criteria.ts';
import { needsOf } from '../criteria.ts';
import { refuse, type Refusal } from '../errors.ts';
import type { Goal } from '../goal.ts';
import { isTaskId, taskId, type TaskId } from '../ids.ts';
import { hasSucceeded } from '../lifecycles.ts';
import type { Policy } from '../policy.ts';
import { skillKey } from '../members/skills.ts';
import { REFUSED_MOVES } from '../refusals/refused-moves.ts';
import { checkGraph } from './task-graph.ts';
import type { NewTask } from './new-task.ts';
import type { ReviewNeed, Task, TaskMore } from '../task.ts';

export type { NewTask } from './new-task.ts';

export interface Created {
  readonly ok: true;
  readonly ids: readonly TaskId[];
}

/** The ids of tasks already on the board that the graph waits on; a commit must name them, for they may have ended. */
export const prerequisitesOutside = (tasks: readonly NewTask[]): readonly TaskId[] => {
  if (tasks.length === 1 && tasks[0]?.dependsOn.length === 0) return NO_IDS;
  const outside = new Set<TaskId>();
  for (const task of tasks) for (const needed of task.dependsOn) if (isTaskId(needed)) outside.add(needed);
  return [...outside];
};

export function createTasks(draft: Draft, goal: Goal, tasks: readonly NewTask[]): Created | Refusal {
  const { board } = draft;
  const first = board.next.task;
  const single = tasks.length === 1 && tasks[0]?.dependsOn.length === 0;
  if (!single) {
    const outside = prerequisitesOutside(tasks);
    const stranger = outside.find((id) => board.task(id)?.goalId !== goal.id);
    if (stranger !== undefined) return refuse('plan.unknown_dependency', REFUSED_MOVES.stranger(stranger, goal.id), { id: stranger });
    const checked = checkGraph(tasks.map((task, index) => ({ id: nameOf(task, index), dependsOn: task.dependsOn })), new Set<string>(outside));
    if (!checked.ok) return checked;
  }
  const idOf = new Map(single ? [] : tasks.map((task, index) => [nameOf(task, index), taskId(first + index)]));
  const ids = tasks.map((task, index) => {
    const needs = idsOf(task.dependsOn, idOf);
    const contextFrom = task.needsContext === undefined ? null : idsOf(task.needsContext, idOf);
    return create(draft, goal, { task, key: first + index, needs, contextFrom, isNew: (id) => idOf.size > 0 && board.task(id) === undefined });
  });
  return { ok: true, ids };
}

/** Each once: a plan may name one prerequisite twice, by its name and by its id. */
function idsOf(names: readonly string[], idOf: ReadonlyMap<string, TaskId>): readonly TaskId[] {
  if (names.length === 0) return NO_IDS;
  return [...new Set(names.flatMap((needed) => idOf.get(needed) ?? (isTaskId(needed) ? needed : [])))];
}

const NO_IDS: readonly TaskId[] = [];

const nameOf = (task: NewTask, index: number): string => task.name ?? `#${index + 1}`;

interface Placed {
  readonly task: NewTask;
  readonly key: number;
  readonly needs: readonly TaskId[];
  readonly contextFrom: readonly TaskId[] | null;
  readonly isNew: (id: TaskId) => boolean;
}

function create(draft: Draft, goal: Goal, { task, key, needs, contextFrom, isNew }: Placed): TaskId {
  const { board } = draft;
  const seq = draft.nextSeq();
  const waits = needs.some((id) => isNew(id) || !hasSucceeded(board.task(id)?.state ?? 'blocked'));
  const row: Task = {
    id: taskId(key), key, goalId: goal.id, state: waits ? 'blocked' : 'pending', version: 1,
    lane: laneOf(task),
    review: reviewNeed(goal.policy, task.criteria),
    attempts: 0, losses: 0, reviewFaults: 0, starts: 0, assigneeId: null, reviewerId: null, epoch: 0, resultSeq: 0, firstSeq: seq, briefSeq: seq,
    more: moreOf(task), createdAt: board.now, updatedAt: board.now, endedAt: null,
  };
  const brief = {
    title: task.title,
    content: task.content,
    skills: task.skills,
    input: task.input,
    criteria: task.criteria,
    context: task.context ?? [],
    contextFrom,
    ...(task.tools === undefined ? {} : { tools: task.tools }),
    name: task.name ?? null,
  };
  draft.createTask(row, brief, needs);
  return row.id;
}

export const laneOf = (task: Pick<NewTask, 'assigneeId' | 'skills'>): string => (task.assigneeId === undefined ? skillKey(task.skills) : `@${task.assigneeId}`);

function moreOf({ parentTaskId, replans, effects }: NewTask): TaskMore | null {
  if (parentTaskId === undefined && replans === undefined && effects === undefined) return null;
  return { ...(parentTaskId === undefined ? {} : { parentTaskId }), ...(replans === undefined ? {} : { replans }), ...(effects === undefined ? {} : { effects }) };
}

/** What stands between a result and its acceptance: code first, a reviewer only for what code cannot check. */
export function reviewNeed(policy: Policy, criteria: readonly Criterion[]): ReviewNeed {
  if (criteria.length === 0) return policy.review === 'none' ? 'none' : 'reviewer';
  const needs = needsOf(criteria);
  if (needs.reviewer.length > 0 && policy.review !== 'none') return 'reviewer';
  return needs.time.length + needs.world.length === 0 ? 'instant' : 'code';
}

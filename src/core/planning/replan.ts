// What the manager may do with a task that stands still: say it anew, replace it by several, or give it up. Once a task;
// afterwards a person decides. What the manager answers is a small plan, read and checked like any plan.
import type { Board } from '../board/board.ts';
import { Draft, type Decision } from '../change.ts';
import type { Goal } from '../goal.ts';
import type { TaskId } from '../ids.ts';
import { escalate } from '../moves/escalation.ts';
import { cancelForPrerequisite, failedPrerequisites, whyUnassigned } from '../next-moves.ts';
import { withMore, type Brief, type Task } from '../task.ts';
import { createTasks, laneOf, reviewNeed, type NewTask } from './new-tasks.ts';
import { splitTask } from './split.ts';

export interface Replanned {
  readonly taskId: TaskId;
  readonly brief: Brief;
  /** Its prerequisites. */
  readonly needs: readonly TaskId[];
  /** Those of them that had failed when the manager was asked. */
  readonly failed: readonly TaskId[];
  /** What the manager puts in its place; none means giving up. */
  readonly parts: readonly NewTask[];
}

export function applyReplan(board: Board, { taskId, brief, needs, failed, parts }: Replanned): Decision<undefined> {
  const task = board.task(taskId);
  const goal = task === undefined ? undefined : board.goal(task.goalId);
  const draft = new Draft(board);
  if (task === undefined || goal === undefined || task.more?.waiting?.for !== 'manager') return draft.decision(undefined);
  const freed = { ...task, more: withMore(task, { waiting: undefined }) };
  const [only] = parts;
  if (only === undefined) giveUp(draft, freed);
  else if (task.state === 'blocked') return rewire(draft, goal, freed, { failed, parts });
  else if (parts.length === 1) place(draft, goal, freed, { brief: { ...brief, ...briefOf(only) }, lane: laneOf(only) });
  else {
    const split = splitTask(draft, { goal, task: freed, brief, needs, into: parts });
    if (!split.ok) return split;
  }
  return draft.decision(undefined);
}

const briefOf = (part: NewTask): Partial<Brief> => ({ title: part.title, content: part.content, skills: part.skills, input: part.input, criteria: part.criteria });

function place(draft: Draft, goal: Goal, task: Task, { brief, lane }: { brief: Brief; lane: string }): void {
  const more = withMore(task, { missingSkills: undefined, comment: undefined, declinedBy: undefined });
  draft.moveTask(task, 'place', 'pending', { fields: { lane, review: reviewNeed(goal.policy, brief.criteria), more }, details: { reason: 'manager' }, brief });
}

/** The failed prerequisites are replaced; what has not failed is still waited for. */
function rewire(draft: Draft, goal: Goal, task: Task, { failed, parts }: Pick<Replanned, 'failed' | 'parts'>): Decision<undefined> {
  // What has failed since the manager was asked has no replacement, and the manager is asked once.
  if (failedPrerequisites(draft.board, task.id).some((id) => !failed.includes(id))) {
    giveUp(draft, task);
    return draft.decision(undefined);
  }
  const created = createTasks(draft, goal, parts);
  if (!created.ok) return created;
  for (const needs of failed) draft.cutEdge({ task: task.id, needs });
  for (const needs of created.ids) draft.addEdge({ task: task.id, needs });
  draft.moveTask(task, 'rewire', 'blocked', { fields: { more: withMore(task, { rootCause: undefined }) }, details: { dropped: failed, replaced_by: created.ids } });
  return draft.decision(undefined);
}

function giveUp(draft: Draft, task: Task): void {
  if (task.state === 'blocked') cancelForPrerequisite(draft, task);
  else escalate(draft, task, whyUnassigned(task));
}

// What the manager may do with a task that stands still: say it anew, replace it by several, or give it up. Once a task;
// afterwards a person decides. What the manager answers is a small plan, read and checked like any plan.
import type { Board } from '../board/board.ts';
import { Draft, type Decision } from '../change.ts';
import type { Goal } from '../goal.ts';
import type { TaskId } from '../ids.ts';
import { escalate } from '../moves/escalation.ts';
import { cancelForPrerequisite, failedPrerequisites, whyUnassigned } from '../next-moves.ts';
import { skillKey } from '../members/skills.ts';
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
  else if (task.state === 'blocked') return rewire(draft, { goal, task: freed, brief }, { failed, parts });
  else if (parts.length === 1) place(draft, { goal, task: freed, brief }, only);
  else {
    const split = splitTask(draft, { goal, task: freed, brief, needs, into: parts });
    if (!split.ok) return split;
  }
  return draft.decision(undefined);
}

interface Stuck {
  readonly goal: Goal;
  readonly task: Task;
  readonly brief: Brief;
}

function place(draft: Draft, { goal, task, brief }: Stuck, { title, content, skills, input, criteria, ...only }: NewTask): void {
  const now: Brief = { ...brief, title, content, skills, input, criteria };
  // Said in the same words it is the same work, and whoever declined it would only decline it again.
  const declined = asked(now) === asked(brief) ? {} : { declinedBy: undefined };
  const more = withMore(task, { missingSkills: undefined, comment: undefined, ...declined });
  draft.moveTask(task, 'place', 'pending', { fields: { lane: laneOf({ skills, ...only }), review: reviewNeed(goal.policy, criteria), more }, details: { reason: 'manager' }, brief: now });
}

const asked = ({ title, content, skills, input }: Brief): string => JSON.stringify([title, content, skillKey(skills), input]);

/** The failed prerequisites are replaced, in what it is told too; what has not failed is still waited for. */
function rewire(draft: Draft, { goal, task, brief }: Stuck, { failed, parts }: Pick<Replanned, 'failed' | 'parts'>): Decision<undefined> {
  // What has failed since the manager was asked has no replacement, and the manager is asked once.
  if (failedPrerequisites(draft.board, task.id).some((id) => !failed.includes(id))) {
    giveUp(draft, task);
    return draft.decision(undefined);
  }
  const created = createTasks(draft, goal, parts);
  if (!created.ok) return created;
  for (const needs of failed) draft.cutEdge({ task: task.id, needs });
  for (const needs of created.ids) draft.addEdge({ task: task.id, needs });
  const told = brief.contextFrom;
  const retold = told === null || !told.some((id) => failed.includes(id)) ? {} : { brief: { ...brief, contextFrom: [...told.filter((id) => !failed.includes(id)), ...created.ids] } };
  draft.moveTask(task, 'rewire', 'blocked', { fields: { more: withMore(task, { rootCause: undefined }) }, details: { dropped: failed, replaced_by: created.ids }, ...retold });
  return draft.decision(undefined);
}

function giveUp(draft: Draft, task: Task): void {
  if (task.state === 'blocked') cancelForPrerequisite(draft, task);
  else escalate(draft, task, whyUnassigned(task));
}

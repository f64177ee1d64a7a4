// What the manager may do with a task that stands still: give it other skills or words, split it, drop a failed prerequisite,
// call it off, or give it up. Once a task; afterwards a person decides. The manager's answer is read like any model's answer.
import type { Board } from './board/board.ts';
import { Draft, type Decision } from './change.ts';
import { escalate } from './escalation.ts';
import { isTaskId, type TaskId } from './ids.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { cancelForPrerequisite } from './next-moves.ts';
import { reviewNeed, type NewTask } from './new-tasks.ts';
import { readCriteria } from './criteria.ts';
import { skillKey } from './skills.ts';
import { splitTask } from './split.ts';
import { withMore, type Brief, type Task } from './task.ts';

export type Replan =
  | { readonly kind: 'place'; readonly edits: Partial<Brief> }
  | { readonly kind: 'split'; readonly raw: readonly unknown[] }
  | { readonly kind: 'drop'; readonly prerequisites: readonly TaskId[] }
  | { readonly kind: 'cancel'; readonly reason: string }
  | { readonly kind: 'give_up'; readonly reason: string };

/** JSON Schema of the manager's answer: one entry for each stuck task. */
export const replanSchema: JsonObject = {
  type: 'object',
  properties: {
    tasks: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          task_id: { type: 'string' },
          action: { enum: ['place', 'split', 'drop', 'cancel', 'give_up'] },
          title: { type: 'string' },
          content: { type: 'string' },
          skills: { type: 'array', items: { type: 'string' } },
          input: { type: 'object' },
          criteria: { type: 'array' },
          tasks: { type: 'array' },
          prerequisites: { type: 'array', items: { type: 'string' } },
          reason: { type: 'string' },
        },
        required: ['task_id', 'action'],
      },
    },
  },
  required: ['tasks'],
};

/** An entry that is missing or cannot be used means giving up: the next owner of the task is asked, nothing is guessed. */
export function readReplan(raw: unknown, id: TaskId): Replan {
  const list = isJsonObject(raw) && Array.isArray(raw['tasks']) ? raw['tasks'] : [];
  const entry: unknown = list.find((item: unknown) => isJsonObject(item) && item['task_id'] === id);
  if (!isJsonObject(entry)) return { kind: 'give_up', reason: 'no_answer' };
  const reason = typeof entry['reason'] === 'string' ? entry['reason'] : '';
  switch (entry['action']) {
    case 'place':
      return { kind: 'place', edits: readEdits(entry) };
    case 'split':
      return Array.isArray(entry['tasks']) && entry['tasks'].length > 0 ? { kind: 'split', raw: entry['tasks'] } : { kind: 'give_up', reason };
    case 'drop':
      return { kind: 'drop', prerequisites: (Array.isArray(entry['prerequisites']) ? entry['prerequisites'] : []).filter((one: unknown): one is TaskId => typeof one === 'string' && isTaskId(one)) };
    case 'cancel':
      return { kind: 'cancel', reason };
    default:
      return { kind: 'give_up', reason };
  }
}

/** Fields of a brief as somebody wrote them; what does not fit is left as it was. */
export function readEdits(entry: JsonObject): Partial<Brief> {
  const { title, content, skills, input, criteria } = entry;
  const read = criteria === undefined ? undefined : readCriteria(criteria);
  return {
    ...(typeof title === 'string' && title.trim() !== '' ? { title } : {}),
    ...(typeof content === 'string' ? { content } : {}),
    ...(Array.isArray(skills) && skills.every((skill) => typeof skill === 'string') ? { skills } : {}),
    ...(isJsonObject(input) ? { input } : {}),
    ...(read?.ok === true ? { criteria: read.criteria } : {}),
  };
}

export interface Replanned {
  readonly taskId: TaskId;
  readonly replan: Replan;
  readonly brief: Brief;
  /** The parts of a split, converted and checked. */
  readonly parts: readonly NewTask[];
}

export function applyReplan(board: Board, { taskId, replan, brief, parts }: Replanned): Decision<undefined> {
  const task = board.task(taskId);
  const goal = task === undefined ? undefined : board.goal(task.goalId);
  const draft = new Draft(board);
  if (task === undefined || goal === undefined || task.more?.waiting?.for !== 'manager') return draft.decision(undefined);
  if (replan.kind === 'cancel') draft.moveTask(task, 'cancel', 'cancelled', { fields: { more: withMore(task, { waiting: undefined }) }, details: { reason: replan.reason, by: 'manager' } });
  else if (task.state === 'blocked' && replan.kind === 'drop' && canDrop(board, task, replan.prerequisites)) {
    for (const needs of replan.prerequisites) draft.cutEdge({ task: task.id, needs });
    draft.moveTask(task, 'rewire', 'blocked', { fields: { more: withMore(task, { waiting: undefined }) }, details: { dropped: replan.prerequisites } });
  } else if (task.state === 'unassigned' && replan.kind === 'place') {
    const edited: Brief = { ...brief, ...replan.edits };
    draft.putBrief(task.id, edited);
    const more = withMore(task, { waiting: undefined, missingSkills: undefined, comment: undefined });
    draft.moveTask(task, 'place', 'pending', { fields: { lane: replan.edits.skills === undefined ? task.lane : skillKey(edited.skills), review: reviewNeed(goal.policy, edited.criteria), more }, details: { reason: 'manager', fields: Object.keys(replan.edits) } });
  } else if (task.state === 'unassigned' && replan.kind === 'split' && parts.length > 0) {
    const split = splitTask(board, draft, { goal, task, into: parts });
    if (!split.ok) return split;
  } else giveUp(board, task);
  return draft.decision(undefined);

  function giveUp(at: Board, stuck: Task): void {
    const freed = { ...stuck, more: withMore(stuck, { waiting: undefined }) };
    if (stuck.state === 'blocked') cancelForPrerequisite(at, draft, freed, [...at.openPrerequisites(stuck.id)][0] ?? stuck.id);
    else escalate(at, draft, freed, stuck.more?.declinedBy === undefined ? 'no_member_has_the_skills' : 'declined');
  }
}

const canDrop = (board: Board, task: Task, prerequisites: readonly TaskId[]): boolean => prerequisites.length > 0 && prerequisites.every((id) => board.openPrerequisites(task.id).has(id));

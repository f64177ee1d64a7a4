// A task is replaced by smaller ones: new tasks and moved edges in one change. The original ends with `replaced_by`,
// nothing cascades: what it waited for its parts wait for, and what waited for it waits for all of them.
import type { Draft } from '../change.ts';
import type { Refusal } from '../errors.ts';
import { narrowTools } from '../gate/grant.ts';
import type { Goal } from '../goal.ts';
import type { TaskId } from '../ids.ts';
import { createTasks, type NewTask } from './new-tasks.ts';
import { withMore, type Brief, type Task } from '../task.ts';

export interface Split {
  readonly goal: Goal;
  readonly task: Task;
  readonly brief: Brief;
  /** Prerequisites of the task, which have all succeeded; a commit must name them. */
  readonly needs: readonly TaskId[];
  readonly into: readonly NewTask[];
}

export function splitTask(draft: Draft, { goal, task, brief, needs, into }: Split): { readonly ok: true; readonly ids: readonly TaskId[] } | Refusal {
  const told = brief.contextFrom ?? needs;
  // Whoever made the parts was told what the whole had found.
  const effects = task.more?.effects;
  const created = createTasks(draft, goal, into.map((part) => ({ ...inherit(part, brief, needs, told), ...(effects === undefined ? {} : { effects }) })));
  if (!created.ok) return created;
  for (const dependant of draft.board.dependants(task.id)) {
    draft.cutEdge({ task: dependant, needs: task.id });
    for (const part of created.ids) draft.addEdge({ task: dependant, needs: part });
    // Named in an event, so that other processes read its edges again.
    draft.note('task.dependency_moved', { goalId: goal.id, taskId: dependant }, { from: task.id, to: created.ids });
  }
  draft.moveTask(task, 'split', 'cancelled', { fields: { more: withMore(task, { replacedBy: created.ids, waiting: undefined }) }, details: { replaced_by: created.ids } });
  return created;
}

/** A part is told what the whole was told, and may use no tool that the whole could not. */
function inherit(part: NewTask, brief: Brief, needs: readonly TaskId[], told: readonly TaskId[]): NewTask {
  const tools = narrowTools(brief.tools, part.tools);
  return {
    ...part,
    ...(tools === undefined ? {} : { tools }),
    context: [...brief.context, ...(part.context ?? [])],
    dependsOn: [...new Set([...part.dependsOn, ...needs])],
    needsContext: [...new Set([...(part.needsContext ?? part.dependsOn), ...told])],
  };
}

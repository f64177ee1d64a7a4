// A task is replaced by smaller ones: new tasks and moved edges in one change. The original ends with `replaced_by`,
// nothing cascades, and whatever waited for it now waits for all that stand in its place.
import type { Draft } from '../change.ts';
import type { Refusal } from '../errors.ts';
import type { Goal } from '../goal.ts';
import type { TaskId } from '../ids.ts';
import { createTasks, type NewTask } from './new-tasks.ts';
import { withMore, type Task } from '../task.ts';

export function splitTask(draft: Draft, { goal, task, into }: { goal: Goal; task: Task; into: readonly NewTask[] }): { readonly ok: true; readonly ids: readonly TaskId[] } | Refusal {
  const { board } = draft;
  const waits = [...board.openPrerequisites(task.id)];
  const created = createTasks(draft, goal, into.map((part) => (waits.length === 0 ? part : { ...part, dependsOn: [...part.dependsOn, ...waits] })));
  if (!created.ok) return created;
  for (const dependant of board.dependants(task.id)) {
    draft.cutEdge({ task: dependant, needs: task.id });
    for (const needs of created.ids) draft.addEdge({ task: dependant, needs });
    // Named in an event, so that other processes read its edges again.
    draft.note('task.dependency_moved', { goalId: goal.id, taskId: dependant }, { from: task.id, to: created.ids });
  }
  draft.moveTask(task, 'split', 'cancelled', { fields: { more: withMore(task, { replacedBy: created.ids, waiting: undefined }) }, details: { replaced_by: created.ids } });
  return created;
}

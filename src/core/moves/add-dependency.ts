// A prerequisite is added to a task that has not begun. Whether it would close a ring is looked at in the commit, on the edges as
// they are there, so two additions at once cannot make one together; the refusal draws the way around.
import type { Board } from '../board/board.ts';
import type { Decision } from '../change.ts';
import { refuse } from '../errors.ts';
import { isTaskId, type TaskId } from '../ids.ts';
import { hasSucceeded, taskMachine } from '../lifecycles.ts';
import { refuseCycle, wouldCycle } from '../planning/task-graph.ts';
import { withMore, type Task } from '../task.ts';
import { REFUSED_MOVES } from '../refusals/refused-moves.ts';
import { closeQuestions } from './ask-question.ts';
import { inSteps, type Intervening, type Step } from './intervene.ts';

export interface AddingDependency extends Omit<Intervening, 'note'> {
  readonly needs: readonly TaskId[];
  /** Prerequisites as they stand on disk, satisfied ones too, of the tasks behind `needs`; those that are open are read from the board. */
  readonly known?: ReadonlyMap<TaskId, readonly TaskId[]>;
}

/** A commit must name `needs`, for they may have ended. */
export const addDependency = (board: Board, adding: AddingDependency): Decision<Task> => inSteps(board, adding.taskId, [dependencyStep(adding)]);

export const dependencyStep = ({ taskId, needs, by, as, known }: AddingDependency): Step => (draft, task) => {
  const { board } = draft;
  if (task.endedAt !== null) return refuse('task.not_found', REFUSED_MOVES.noOpenTask(taskId), { id: taskId });
  const stranger = needs.find((id) => board.task(id)?.goalId !== task.goalId);
  if (stranger !== undefined) return refuse('plan.unknown_dependency', REFUSED_MOVES.strangerTo(stranger, { task: taskId, goal: task.goalId }), { id: stranger });
  const isStarted = task.state !== 'blocked' && !taskMachine.allows('add_dependency', task.state, 'blocked', as);
  if (isStarted) return refuse('lifecycle.illegal_move', REFUSED_MOVES.hasBegun(taskId, task.state), { id: taskId, state: task.state });
  const behind = (id: string): readonly TaskId[] => (isTaskId(id) ? [...new Set([...board.openPrerequisites(id), ...(known?.get(id) ?? [])])] : []);
  for (const id of needs) {
    const ring = id === taskId ? [taskId, taskId] : wouldCycle(behind, taskId, id);
    if (ring !== undefined) return refuseCycle(ring);
  }
  const open = needs.filter((id) => !hasSucceeded(board.task(id)?.state ?? 'blocked'));
  const dead = open.find((id) => board.task(id)?.endedAt !== null);
  if (dead !== undefined) return refuse('plan.unknown_dependency', REFUSED_MOVES.deadPrerequisite(dead, board.task(dead)?.state ?? '', { task: taskId }), { id: dead });
  for (const id of needs) draft.addEdge({ task: taskId, needs: id });
  const details = { needs, by };
  if (open.length > 0 && task.state !== 'blocked') {
    closeQuestions(draft, task, 'withdraw');
    return draft.moveTask(task, 'add_dependency', 'blocked', { fields: { more: withMore(task, { waiting: undefined, offered: undefined }) }, details });
  }
  // It waits already, or has nothing to wait for: an edge more, and no move.
  draft.note('task.dependency_added', { goalId: task.goalId, taskId }, details);
  return task;
};

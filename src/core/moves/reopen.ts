// A person opens an ended task again. What used its old result stays and is marked; what has not begun waits for the new one; what
// was called off because this task had failed waits again. All of it is one change, with the goal when that had ended too.
import type { Board } from '../board/board.ts';
import { Draft, type Decision } from '../change.ts';
import { refuse, type Refusal } from '../errors.ts';
import type { Goal } from '../goal.ts';
import type { TaskId } from '../ids.ts';
import { goalMachine, hasSucceeded, taskMachine } from '../lifecycles.ts';
import { withAuthor } from '../next-moves.ts';
import { withMore, type Task } from '../task.ts';
import { REFUSED_MOVES } from '../refusals/refused-moves.ts';
import { closeQuestions } from './ask-question.ts';
import { granted, GRANTED } from './intervene.ts';

export interface Reopening {
  readonly taskId: TaskId;
  readonly by: string;
  readonly note?: string | null;
  /** Who needs what among all tasks of the goal, as it stands on disk; a commit must name them all, for most have ended. */
  readonly edges: ReadonlyMap<TaskId, readonly TaskId[]>;
  /** Key of the next task when that was read: one that came since is not in `edges`. */
  readonly nextTask: number;
}

export interface Reopened {
  readonly task: Task;
  /** Used the old result. */
  readonly stale: readonly TaskId[];
  /** Wait for the new one. */
  readonly waiting: readonly TaskId[];
}

export function reopenTask(board: Board, reopening: Reopening): Decision<Reopened> {
  const { taskId, edges, nextTask } = reopening;
  const task = board.task(taskId);
  const goal = task === undefined ? undefined : board.goal(task.goalId);
  if (task === undefined || goal === undefined) return refuse('task.not_found', REFUSED_MOVES.noTask(taskId), { id: taskId });
  const wrong = refuseReopening(board, goal, { task, needs: edges.get(taskId) ?? [] });
  if (wrong !== undefined) return wrong;
  if (nextTask !== board.next.task) return refuse('store.conflict', REFUSED_MOVES.tasksAdded(goal.id));
  const draft = new Draft(board);
  openGoalAgain(draft, goal, reopening.by);
  const reopened = again(draft, goal, { task, reopening, rootCause: null });
  // Behind it, nearest first: those that were called off may be what others wait for.
  const waiting: TaskId[] = [];
  const stale: TaskId[] = [];
  const dependants = [...edges].flatMap(([id, needs]) => (needs.includes(taskId) ? (board.task(id) ?? []) : []));
  for (const { id } of cancelledFor(board, taskId, edges)) {
    const lost = board.task(id);
    if (lost === undefined) continue;
    again(draft, goal, { task: lost, reopening, rootCause: taskId });
    waiting.push(id);
  }
  for (const dependant of dependants) {
    if (waiting.includes(dependant.id)) continue;
    if (waitFor(draft, dependant, reopening)) waiting.push(dependant.id);
    else if (usedIt(dependant)) {
      draft.putTask({ ...dependant, more: withMore(dependant, { inputStale: true }) });
      draft.note('task.input_stale', { goalId: goal.id, taskId: dependant.id }, { reopened: taskId });
      stale.push(dependant.id);
    }
  }
  return draft.decision({ task: reopened, stale, waiting });
}

function refuseReopening(board: Board, goal: Goal, { task, needs }: { readonly task: Task; readonly needs: readonly TaskId[] }): Refusal | undefined {
  if (!taskMachine.allows('reopen', task.state, 'pending', 'person')) return refuse('lifecycle.illegal_move', REFUSED_MOVES.notEnded(task.id, task.state), { id: task.id, state: task.state });
  const replaced = task.more?.replacedBy;
  if (replaced !== undefined) return refuse('lifecycle.illegal_move', REFUSED_MOVES.replaced(task.id, replaced), { id: task.id, replaced_by: replaced });
  if (goalMachine.isFinal(goal.state) && !goalMachine.allows('reopen', goal.state, 'running', 'person')) return refuse('goal.ended', REFUSED_MOVES.goalCalledOff(goal.id), { state: goal.state });
  const dead = needs.find((id) => {
    const needed = board.task(id);
    return needed !== undefined && needed.endedAt !== null && !hasSucceeded(needed.state) && needed.more?.replacedBy === undefined;
  });
  return dead === undefined ? undefined : refuse('lifecycle.illegal_move', REFUSED_MOVES.needsDead(task.id, dead, board.task(dead)?.state ?? ''), { id: task.id, needs: dead });
}

/** Whoever commits drives it from now on; a visitor leaves it for \`resume\`. */
function openGoalAgain(draft: Draft, goal: Goal, by: string): void {
  if (goal.state === 'closing') draft.moveGoal(goal, 'extend', 'running', { details: { tasks: 1 } });
  else if (goalMachine.isFinal(goal.state)) draft.moveGoal(goal, 'reopen', 'running', { fields: { owner: draft.board.epoch, summary: null }, details: { by } });
}

function again(draft: Draft, goal: Goal, { task, reopening, rootCause }: { readonly task: Task; readonly reopening: Reopening; readonly rootCause: TaskId | null }): Task {
  const { by, note = null, edges, taskId } = reopening;
  const needs = edges.get(task.id) ?? [];
  const waits = rootCause !== null || needs.some((id) => id === taskId || !hasSucceeded(draft.board.task(id)?.state ?? 'done'));
  const more = withMore({ ...task, more: withAuthor(task) }, {
    ...granted(task, goal.policy.limits.maxAttempts),
    rootCause: undefined,
    calledOff: undefined,
    belowStandard: undefined,
    leftBranch: undefined,
    inputStale: undefined,
    waiting: undefined,
    comment: undefined,
    offered: undefined,
    plan: undefined,
    ...(note === null || rootCause !== null ? {} : { note }),
  });
  for (const id of needs) draft.addEdge({ task: task.id, needs: id });
  return draft.moveTask(task, 'reopen', waits ? 'blocked' : 'pending', { fields: { ...GRANTED, epoch: 0, more }, details: { by, note, ...(rootCause === null ? {} : { root_cause: rootCause }) } });
}

/** Called off by the engine because this task had ended badly, directly or through others. */
function cancelledFor(board: Board, root: TaskId, edges: Reopening['edges']): readonly Task[] {
  return [...edges.keys()].flatMap((id) => board.task(id) ?? []).filter((task) => task.state === 'cancelled' && task.more?.rootCause === root && task.more.replacedBy === undefined);
}

/** What has not begun waits for the new result, and no longer takes the old one. */
function waitFor(draft: Draft, task: Task, { taskId, by }: Reopening): boolean {
  const details = { needs: [taskId], by };
  if (task.state === 'blocked') draft.note('task.dependency_added', { goalId: task.goalId, taskId: task.id }, details);
  else if (taskMachine.allows('add_dependency', task.state, 'blocked', 'person')) {
    closeQuestions(draft, task, 'withdraw');
    draft.moveTask(task, 'add_dependency', 'blocked', { fields: { more: withMore(task, { waiting: undefined, offered: undefined }) }, details });
  } else return false;
  draft.addEdge({ task: task.id, needs: taskId });
  return true;
}

/** Everything that has begun, and what has ended with a result. */
const usedIt = (task: Task): boolean => task.endedAt === null || hasSucceeded(task.state);

// What a program reads of a goal that ran: its tasks with what came of them, and everything that happened, in order.
import type { MusterEvent } from './core/change.ts';
import { TeamError } from './core/errors.ts';
import type { Goal } from './core/goal.ts';
import { isGoalId, isQuestionId, isTaskId, type GoalId, type QuestionId, type TaskId } from './core/ids.ts';
import type { Json } from './core/json.ts';
import type { TaskState } from './core/lifecycles.ts';
import { REFUSED_INPUT } from './core/refusals/refused-input.ts';
import { REFUSED_MOVES } from './core/refusals/refused-moves.ts';
import type { Store } from './ports/store.ts';

export interface TaskOutcome {
  readonly id: TaskId;
  readonly state: TaskState;
  readonly output: Json | null;
}

/** A task of a goal, with what came of it. */
export interface TaskReport extends TaskOutcome {
  /** The name the caller or the planner gave it. */
  readonly name: string | null;
  readonly title: string;
  readonly assigneeId: string | null;
  readonly dependsOn: readonly TaskId[];
  /** Results handed in. */
  readonly attempts: number;
  readonly executionSummary: string;
}

export async function tasksOfGoal(store: Store, id: string): Promise<readonly TaskReport[]> {
  const tasks = await store.read.tasksOf(await goalOf(store, id));
  return Promise.all(tasks.map(async ({ id: taskId, state, assigneeId, attempts, resultSeq }) => {
    const [brief, dependsOn, result] = await Promise.all([store.read.brief(taskId), store.read.prerequisites(taskId), resultSeq === 0 ? undefined : store.read.result(resultSeq)]);
    return {
      id: taskId,
      name: brief?.name ?? null,
      title: brief?.title ?? '',
      state,
      assigneeId,
      dependsOn,
      attempts,
      output: result?.output ?? null,
      executionSummary: result?.executionSummary ?? '',
    };
  }));
}

export async function outcomeOfTask(store: Store, id: TaskId): Promise<TaskOutcome> {
  const task = await store.read.task(id);
  if (task === undefined) throw new TeamError('task.not_found', REFUSED_MOVES.noTask(id));
  const result = task.resultSeq === 0 ? undefined : await store.read.result(task.resultSeq);
  return { id, state: task.state, output: result?.output ?? null };
}

const EVENTS_AT_ONCE = 10_000;

export async function eventsOfGoal(store: Store, id: string): Promise<readonly MusterEvent[]> {
  const goal = await goalOf(store, id);
  const events: MusterEvent[] = [];
  for (let afterSeq = goal.firstSeq - 1; ; afterSeq = events.at(-1)?.seq ?? 0) {
    const page = await store.read.events({ afterSeq, goalId: goal.id, limit: EVENTS_AT_ONCE });
    for (const event of page) events.push(event);
    if (page.length < EVENTS_AT_ONCE) return events;
  }
}

async function goalOf(store: Store, id: string): Promise<Goal> {
  const goal = await store.read.goal(asGoalId(id));
  if (goal === undefined) throw new TeamError('goal.not_found', REFUSED_MOVES.noGoal(id));
  return goal;
}

export function asGoalId(id: string): GoalId {
  if (isGoalId(id)) return id;
  throw new TeamError('goal.not_found', REFUSED_INPUT.notAGoalId(id));
}

export function asTaskId(id: string): TaskId {
  if (isTaskId(id)) return id;
  throw new TeamError('task.not_found', REFUSED_INPUT.notATaskId(id));
}

export function asQuestionId(id: string): QuestionId {
  if (isQuestionId(id)) return id;
  throw new TeamError('question.not_found', REFUSED_INPUT.notAQuestionId(id));
}

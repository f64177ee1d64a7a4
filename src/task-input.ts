// Tasks as a program writes them, read into what the board takes. A program says its criteria itself: limits that stand in the
// input become criteria only where a manager planned the task.
import { readCriteria } from './core/criteria.ts';
import { TeamError } from './core/errors.ts';
import type { Json, JsonObject } from './core/json.ts';
import type { NewTask } from './core/planning/new-tasks.ts';

export interface TaskInput {
  readonly title: string;
  readonly content?: string;
  /** How other tasks of the same call refer to it in `dependsOn`. */
  readonly name?: string;
  readonly skills?: readonly string[];
  readonly input?: JsonObject;
  /** Rules as objects, or sentences for the reviewer. */
  readonly criteria?: readonly Json[];
  /** Names of tasks of this call, or ids of tasks of the goal. */
  readonly dependsOn?: readonly string[];
  /** One named member, whatever the skills. */
  readonly assignee?: string;
}

/** `predicates`: the names that are registered on the team; a criterion that names another is a slip, and is refused here. */
export const readTasks = (tasks: readonly TaskInput[], predicates: readonly string[]): readonly NewTask[] => tasks.map((task, index) => readTask(task, index, predicates));

const NO_INPUT: JsonObject = {};

function readTask(task: TaskInput, index: number, predicates: readonly string[]): NewTask {
  if (typeof task.title !== 'string' || task.title.trim() === '') throw new TeamError('input.invalid', `Task ${index + 1} has no title. Give it a short one that says what is to be made.`, { details: { index } });
  return {
    title: task.title,
    content: task.content ?? '',
    ...(task.name === undefined ? {} : { name: task.name }),
    skills: task.skills ?? [],
    input: task.input ?? NO_INPUT,
    criteria: criteriaOf(task, predicates),
    dependsOn: task.dependsOn ?? [],
    ...(task.assignee === undefined ? {} : { assigneeId: task.assignee }),
  };
}

const NO_CRITERIA: NewTask['criteria'] = [];

function criteriaOf(task: TaskInput, predicates: readonly string[]): NewTask['criteria'] {
  if (task.criteria === undefined) return NO_CRITERIA;
  const read = readCriteria(task.criteria, { predicates });
  if (!read.ok) throw new TeamError(read.code, `Task "${task.title}": ${read.because}`, { details: { ...read.details } });
  return read.criteria;
}

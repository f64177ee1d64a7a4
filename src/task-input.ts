// Tasks as a program writes them, read into what the board takes: criteria are checked, limits that stand in the input
// become criteria, and everything that is wrong is said at once.
import { criteriaFromInput, mergeCriteria, readCriteria } from './core/criteria.ts';
import { TeamError } from './core/errors.ts';
import type { Json, JsonObject, Locale } from './core/json.ts';
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

export const readTasks = (tasks: readonly TaskInput[], locale: Locale): readonly NewTask[] => tasks.map((task, index) => readTask(task, index, locale));

const NO_INPUT: JsonObject = {};

function readTask(task: TaskInput, index: number, locale: Locale): NewTask {
  if (typeof task.title !== 'string' || task.title.trim() === '') throw new TeamError('input.invalid', `Task ${index + 1} has no title. Give it a short one that says what is to be made.`, { details: { index } });
  const input = task.input ?? NO_INPUT;
  return {
    title: task.title,
    content: task.content ?? '',
    ...(task.name === undefined ? {} : { name: task.name }),
    skills: task.skills ?? [],
    input,
    criteria: criteriaOf(task, input, locale),
    dependsOn: task.dependsOn ?? [],
    ...(task.assignee === undefined ? {} : { assigneeId: task.assignee }),
  };
}

function criteriaOf(task: TaskInput, input: JsonObject, locale: Locale): NewTask['criteria'] {
  const derived = criteriaFromInput(input, locale);
  if (task.criteria === undefined) return derived;
  const own = readCriteria(task.criteria);
  if (!own.ok) throw new TeamError(own.code, `Task "${task.title}": ${own.because}`, { details: { ...own.details } });
  return mergeCriteria(own.criteria, derived);
}

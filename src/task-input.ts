// Tasks as a program writes them, read into what the board takes. A program says its criteria itself: limits that stand in the
// input become criteria only where a manager planned the task.
import { readCriteria } from './core/criteria.ts';
import { TeamError } from './core/errors.ts';
import { isJsonObject, type Bilingual, type Json, type JsonObject } from './core/json.ts';
import { plainCopy } from './core/members/plain-json.ts';
import type { NewTask } from './core/planning/new-tasks.ts';
import { namesIn, nearestName } from './core/outside/check-names.ts';
import { shownName } from './core/outside/shown-value.ts';
import { REFUSED_INPUT } from './core/refusals/refused-input.ts';

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
  /** The tools of its member that it may use; absent is all of them. */
  readonly tools?: readonly string[];
}

/** `predicates`: the names that are registered on the team; a criterion that names another is a slip, and is refused here. */
export function readTasks(tasks: readonly TaskInput[], predicates: readonly string[]): readonly NewTask[] {
  if (!Array.isArray(tasks)) throw new TeamError('input.invalid', REFUSED_INPUT.noTasks);
  return tasks.map((task: TaskInput, index) => readTask(task, index, predicates));
}

const NO_INPUT: JsonObject = {};
const NONE: readonly string[] = [];

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function readTask(task: TaskInput, index: number, predicates: readonly string[]): NewTask {
  refuseMisfit(task, index);
  const { title, content = '', skills = NONE, dependsOn = NONE } = task;
  const input = task.input === undefined ? NO_INPUT : inputOf(task.input, index);
  const read: Mutable<NewTask> = { title, content, skills, input, criteria: criteriaOf(task, predicates), dependsOn };
  if (task.name !== undefined) read.name = task.name;
  if (task.tools !== undefined) read.tools = task.tools;
  if (task.assignee !== undefined) read.assigneeId = task.assignee;
  return read;
}

const TEXT_FIELDS = ['content', 'name', 'assignee'] as const;
const LIST_FIELDS = ['skills', 'dependsOn', 'tools'] as const;
const FIELDS = namesIn<TaskInput>({ title: 1, content: 1, name: 1, skills: 1, input: 1, criteria: 1, dependsOn: 1, assignee: 1, tools: 1 });

/** Programs without types write anything: it is told here, before it becomes a row. */
function refuseMisfit(task: unknown, index: number): void {
  if (typeof task !== 'object' || task === null) return refuseTask(index, REFUSED_INPUT.noObject);
  const unknown = Object.keys(task).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) refuseTask(index, REFUSED_INPUT.noField(shownName(unknown), { near: nearestName(unknown, FIELDS), known: FIELDS }));
  const given: Partial<Record<keyof TaskInput, unknown>> = task;
  const { title, criteria } = given;
  if (typeof title !== 'string' || title.trim() === '') refuseTask(index, REFUSED_INPUT.noTitle);
  for (const field of TEXT_FIELDS) if (given[field] !== undefined && typeof given[field] !== 'string') refuseTask(index, REFUSED_INPUT.noText(field));
  for (const field of LIST_FIELDS) if (given[field] !== undefined && !isTextList(given[field])) refuseTask(index, REFUSED_INPUT.noTexts(field));
  if (criteria !== undefined && !Array.isArray(criteria)) refuseTask(index, REFUSED_INPUT.noCriteria);
}

/** A copy: programs fill one object again and again. */
function inputOf(input: unknown, index: number): JsonObject {
  const copy = plainCopy(input);
  return isJsonObject(copy) ? copy : refuseTask(index, REFUSED_INPUT.noInput);
}

function refuseTask(index: number, what: Bilingual): never {
  throw new TeamError('input.invalid', REFUSED_INPUT.task(index + 1, what), { details: { index } });
}

const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');

const NO_CRITERIA: NewTask['criteria'] = [];

function criteriaOf(task: TaskInput, predicates: readonly string[]): NewTask['criteria'] {
  if (task.criteria === undefined) return NO_CRITERIA;
  const read = readCriteria(task.criteria, { predicates });
  if (!read.ok) {
    const { en, zh } = read.says;
    throw new TeamError(read.code, { en: `Task "${task.title}": ${en}`, zh: `任务“${task.title}”：${zh}` }, { details: { ...read.details } });
  }
  return read.criteria;
}

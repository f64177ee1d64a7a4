// From a converted plan to tasks for the board: criteria are read, limits that stand in the input become criteria by code,
// and what was changed on the way is noted, so that the plan on record and the tasks can be compared.
import { criteriaFromInput, mergeCriteria, readCriteria, type ReadCriteriaOptions } from '../criteria.ts';
import { compileSchema } from '../schema/json-schema.ts';
import type { Bilingual, JsonObject, Locale } from '../json.ts';
import type { NewTask } from './new-tasks.ts';
import { convertPlan, type ExistingTask, type PlannedTask, type RosterMember } from './plan.ts';

export interface PlanReading {
  readonly raw: unknown;
  readonly roster: readonly RosterMember[];
  readonly maxTasks: number;
  readonly locale: Locale;
  readonly existing?: readonly ExistingTask[];
  /** The programs that criteria may run; absent is any, for a plan that a person wrote. */
  readonly programs?: readonly string[];
  readonly judgeCommand?: ReadCriteriaOptions['judgeCommand'];
}

export type ReadPlan =
  | { readonly ok: true; readonly tasks: readonly NewTask[]; readonly notes: readonly JsonObject[] }
  | { readonly ok: false; readonly problems: readonly Bilingual[] };

export function readManagersPlan({ raw, roster, maxTasks, locale, existing = [], programs, judgeCommand }: PlanReading): ReadPlan {
  const options = programs === undefined ? {} : { programs, judgeCommand };
  const checks = {
    readCriteria: (input: unknown) => readCriteria(input, options),
    validateInput: (schema: JsonObject, value: JsonObject[string]) => {
      const compiled = compileSchema(schema);
      return compiled.ok ? compiled.validate(value).map((problem) => problem.message) : [];
    },
  };
  const plan = convertPlan({ raw, roster, checks, limits: { maxTasks }, existing });
  if (!plan.ok) return { ok: false, problems: plan.problems };
  const notes = plan.notes.map((note) => ({ kind: note.kind, item: note.item, note: note[locale] }));
  return { ok: true, tasks: plan.tasks.map((task) => newTaskOf(task, locale)), notes };
}

function newTaskOf(task: PlannedTask, locale: Locale): NewTask {
  const own = readCriteria(task.criteria);
  // An item that wanted somebody who is not there, and says no skill, is for nobody: choosing would be a guess.
  const named = task.match.ok ? (task.match.because === 'named' ? task.match.agentId : undefined) : task.skills.length === 0 ? NOBODY : undefined;
  return {
    name: task.localId,
    title: task.title,
    content: task.content,
    skills: task.skills,
    input: task.input,
    criteria: mergeCriteria(own.ok ? own.criteria : [], criteriaFromInput(task.input, locale)),
    dependsOn: task.dependsOn,
    needsContext: task.needsContext,
    ...(named === undefined ? {} : { assigneeId: named }),
  };
}

const NOBODY = '';

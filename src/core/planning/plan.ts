// The manager's plan becomes tasks here, by code: a model is good at naming work and bad at keeping fields, ids and edges straight.
// Either every item is a task that can be done in some order, or the plan goes back with every problem named and its mend.
// The words of a goal or a title choose nobody; tags and names do.
import type { ErrorCode, Refusal } from '../errors.ts';
import type { Bilingual, Json, JsonObject } from '../json.ts';
import type { Match, NoMatch } from '../members/matching.ts';
import { isClosingStep } from './closing-steps.ts';
import { fillDefaults, missingFields, withoutRequired } from './plan-input.ts';
import { linkItems, type ExistingTask, type ItemLinks, type PlanLinks } from './plan-links.ts';
import { NOTES, PROBLEMS, type Note, type PlanProblem } from './plan-problems.ts';
import { readPlan, type PlanItem } from './plan-reading.ts';
import { DEFAULT_MAX_TASKS } from './plan-schema.ts';
import { staffer, type RosterMember, type Staffer, type Staffing } from './plan-staffing.ts';

export { planFeedback, type Note, type NoteKind, type PlanProblem } from './plan-problems.ts';
export { planSchema } from './plan-schema.ts';
export type { ExistingTask } from './plan-links.ts';
export type { RosterMember } from './plan-staffing.ts';

/** What other parts of core know about a task's fields. */
export interface PlanChecks {
  readonly readCriteria: (input: unknown) => { readonly ok: true } | Refusal;
  /** The complaints about a value, none when it fits; in both languages where it can. Must not throw. */
  readonly validateInput: (schema: JsonObject, value: Json) => readonly (string | Bilingual)[];
}

export interface PlanRequest {
  /** The plan as the model wrote it. */
  readonly raw: unknown;
  /** In the order of registration. */
  readonly roster: readonly RosterMember[];
  readonly checks: PlanChecks;
  readonly limits?: { readonly maxTasks?: number };
  /** Tasks on the board that the plan may wait on: the rest of the goal at a second plan. */
  readonly existing?: readonly ExistingTask[];
}

export interface PlannedTask {
  /** Its name within the plan, and in other tasks' `dependsOn`. */
  readonly localId: string;
  readonly title: string;
  readonly content: string;
  readonly skills: readonly string[];
  /** With the defaults of the member's input_schema. */
  readonly input: JsonObject;
  /** As written; `readCriteria` accepts them. */
  readonly criteria: readonly Json[];
  /** Local ids, or ids of existing tasks. */
  readonly dependsOn: readonly string[];
  /** The part of `dependsOn` whose outputs the task is told. A plan that does not say means all of them. */
  readonly needsContext: readonly string[];
  /** Who takes it as things stand; only `match.because: 'named'` binds it to this member. Absent: `unassigned`. */
  readonly assignee?: string;
  readonly match: Match | NoMatch;
}

export type PlanOutcome =
  /** Prerequisites before what waits on them. */
  | { readonly ok: true; readonly tasks: readonly PlannedTask[]; readonly notes: readonly Note[] }
  /** `code` is that of the first problem. */
  | { readonly ok: false; readonly code: ErrorCode; readonly problems: readonly PlanProblem[] };

/**
 * Closing steps ("summarise", "汇报") are left out when nobody covers their skills and they name no input, criteria or output;
 * what waited on them inherits their prerequisites. A `needs_context` that is no declared prerequisite becomes one.
 */
export const convertPlan = ({ raw, roster, checks, limits = {}, existing = [] }: PlanRequest): PlanOutcome => {
  const taken = new Set(existing.map((task) => task.taskId));
  const { items, problems: unread } = readPlan(raw, limits.maxTasks ?? DEFAULT_MAX_TASKS, taken);
  const linked = linkItems(items, existing);
  const staff = staffer(roster);
  const closing = new Set(items.filter((item) => isLeftOut(item, staff)));
  const kept = items.filter((item) => !closing.has(item));
  const fitted = new Map(kept.map((item) => [item.localId, fitItem(item, staff, checks)]));
  const problems = [...unread, ...linked.problems, ...[...fitted.values()].flatMap((fit) => fit.problems)];
  if (problems.length === 0 && kept.length === 0) problems.push(PROBLEMS.onlyClosingSteps([...closing]));
  const [first] = problems;
  if (first !== undefined) return { ok: false, code: first.code, problems };
  const links = withoutItems(linked, new Set([...closing].map((item) => item.localId)));
  const tasks = linked.order.flatMap((id) => {
    const fit = fitted.get(id);
    return fit === undefined ? [] : [plannedTask(fit, links.get(id) ?? NO_LINKS)];
  });
  const notes = [...[...closing].map(NOTES.dropped), ...linked.notes, ...[...fitted.values()].flatMap((fit) => fit.notes)];
  return { ok: true, tasks, notes };
};

const NO_LINKS: ItemLinks = { dependsOn: [], needsContext: [] };

const isLeftOut = (item: PlanItem, staff: Staffer): boolean =>
  Object.keys(item.input).length === 0 && item.criteria.length === 0 && !item.namesOutput && isClosingStep(item.title) && !staff.isCovered(item);

interface FittedItem {
  readonly item: PlanItem;
  readonly input: JsonObject;
  readonly match: Staffing['match'];
  readonly problems: readonly PlanProblem[];
  readonly notes: readonly Note[];
}

const fitItem = (item: PlanItem, staff: Staffer, checks: PlanChecks): FittedItem => {
  const { match, member, notes } = staff.staff(item);
  const problems: PlanProblem[] = [];
  const criteria = item.criteria.length === 0 ? undefined : checks.readCriteria(item.criteria);
  if (criteria?.ok === false) problems.push(PROBLEMS.badCriteria(item, criteria.says));
  const schema = member?.inputSchema;
  if (member === undefined || schema === undefined) return { item, input: item.input, match, problems, notes };
  const { input, filled } = fillDefaults(schema, item.input);
  const missing = missingFields(schema, input);
  if (missing.length > 0) problems.push(PROBLEMS.missingInput(item, member.agentId, missing));
  const faults = checks.validateInput(withoutRequired(schema, missing), input);
  if (faults.length > 0) problems.push(PROBLEMS.unfitInput(item, member.agentId, faults));
  return { item, input, match, problems, notes: filled.length === 0 ? notes : [...notes, NOTES.defaultsFilled(item, filled)] };
};

/** The links without the left-out items: each of them stands for its own prerequisites, and those again for theirs. */
const withoutItems = ({ links, order }: PlanLinks, leftOut: ReadonlySet<string>): ReadonlyMap<string, ItemLinks> => {
  const standsFor = new Map<string, readonly string[]>();
  const replace = (ids: readonly string[]): readonly string[] => [...new Set(ids.flatMap((id) => standsFor.get(id) ?? [id]))];
  const result = new Map<string, ItemLinks>();
  // Prerequisites come first, so what a left-out item stands for is complete before anybody asks.
  for (const id of order) {
    const { dependsOn, needsContext } = links.get(id) ?? NO_LINKS;
    if (leftOut.has(id)) standsFor.set(id, replace(dependsOn));
    else result.set(id, { dependsOn: replace(dependsOn), needsContext: replace(needsContext) });
  }
  return result;
};

const plannedTask = ({ item, input, match }: FittedItem, links: ItemLinks): PlannedTask => {
  const { localId, title, content, skills, criteria } = item;
  const task = { localId, title, content, skills, input, criteria, ...links, match };
  return match.ok ? { ...task, assignee: match.agentId } : task;
};

// Acceptance criteria: the door through which the rest of Muster reads, checks and says them.
// Models propose criteria, code reads them (or refuses with every problem named) and checks all that can be checked.
// Invariant: checking never throws, never changes anything, and answers in the order of the criteria.
import type { Bilingual, Json } from './json.ts';
import type { Criterion, Needs } from './criteria/criterion-rules.ts';
import { rowOf } from './criteria/criterion-rules.ts';
import { notJudged } from './criteria/criterion-sentences.ts';
import { isBoundedSchema } from './schema/json-schema.ts';
import type { OutputReader } from './criteria/output-text.ts';
import { readOutput } from './criteria/output-text.ts';

export { CRITERIA, isRule } from './criteria/criterion-rules.ts';
export type { Criterion, CriterionOf, Needs, Rule } from './criteria/criterion-rules.ts';
export { isCriterion, readCriteria } from './criteria/read-criteria.ts';
export type { ReadCriteriaOptions } from './criteria/read-criteria.ts';
export { TONE_RULES, criteriaFromInput, mergeCriteria } from './criteria/input-criteria.ts';
export { criteriaVocabulary, criterionSchemaOf, plannersRules } from './criteria/criteria-vocabulary.ts';
export { outputText } from './criteria/output-text.ts';

export interface CriterionResult {
  readonly id: string;
  /** `undefined`: could not be judged. */
  readonly passed: boolean | undefined;
  /** What to mend, with the measured figure; only when not passed. */
  readonly fix?: Bilingual;
}

/** What a criterion asks, for the worker and the screens: “At most 200 characters in `draft`.” */
export const describeCriterion = (criterion: Criterion): Bilingual => rowOf(criterion.rule).describe(criterion);

/** What one criterion needs to be judged; a schema that may run for ever needs time like a regular expression. */
const needsOfCriterion = (criterion: Criterion): Needs =>
  criterion.rule === 'json_schema' && !isBoundedSchema(criterion.schema) ? 'time' : rowOf(criterion.rule).needs;

/** The criteria of a task, sorted by what they need. */
export interface CriteriaNeeds {
  /** Every criterion can be judged at once; true of no criteria at all. */
  readonly total: boolean;
  readonly nothing: readonly Criterion[];
  readonly time: readonly Criterion[];
  readonly world: readonly Criterion[];
  readonly reviewer: readonly Criterion[];
}

const known = new WeakMap<readonly Criterion[], CriteriaNeeds>();

/** Sorted once per list of criteria; later calls are a look-up. */
export function needsOf(criteria: readonly Criterion[]): CriteriaNeeds {
  const before = known.get(criteria);
  if (before !== undefined) return before;
  const sorted: Record<Needs, Criterion[]> = { nothing: [], time: [], world: [], reviewer: [] };
  for (const criterion of criteria) sorted[needsOfCriterion(criterion)].push(criterion);
  const needs = { total: sorted.nothing.length === criteria.length, ...sorted };
  known.set(criteria, needs);
  return needs;
}

/** Judges every criterion that needs nothing; the others are left out. */
export function checkTotal(criteria: readonly Criterion[], output: Json): readonly CriterionResult[] {
  const { nothing } = needsOf(criteria);
  if (nothing.length === 0) return [];
  const reader = readOutput(output);
  return nothing.map((criterion) => check(criterion, reader));
}

/**
 * Judges one criterion that needs nothing or time. Contract: one that needs time may never return, so call it where a clock
 * can end it (a worker thread); one that needs the world or a reviewer cannot be judged here.
 */
export const checkCriterion = (criterion: Criterion, output: Json): CriterionResult => check(criterion, readOutput(output));

function check(criterion: Criterion, output: OutputReader): CriterionResult {
  const row = rowOf(criterion.rule);
  if (row.check === undefined) return { id: criterion.id, passed: undefined, fix: notJudged };
  try {
    const fix = row.check(criterion, output);
    return fix === undefined ? { id: criterion.id, passed: true } : { id: criterion.id, passed: false, fix };
  } catch {
    // A text longer than the runtime can fold, or a row read from an older store: no verdict is better than a false one.
    return { id: criterion.id, passed: undefined, fix: notJudged };
  }
}

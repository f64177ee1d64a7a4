// Criteria that need more than a pure look: a regular expression that may run for ever, a command, a predicate in TypeScript.
import type { Criterion, CriterionResult } from '../core/criteria.ts';
import type { Json, JsonObject } from '../core/json.ts';

export interface Checks {
  /**
   * Contract: never throws and ends within its time limit; what cannot be judged (an unknown predicate, time used up, a program
   * that is not there) comes back as `passed: undefined`.
   */
  check(criterion: Criterion, about: { readonly output: Json; readonly input: JsonObject; readonly signal: AbortSignal; /** Where commands run; the team's folder when absent. */ readonly folder?: string }): Promise<CriterionResult>;
}

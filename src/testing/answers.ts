// The answers that the steps of a model member expect, in few words: values to be put into a script. What a form asks for
// beyond what the test is about is filled in.
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import type { ModelRequest } from '../ports/model.ts';

/** A worker hands in a result. */
export const done = (output: Json, executionSummary = 'as asked'): JsonObject => ({ output, execution_summary: executionSummary });

/** A worker refuses the work. */
export const declined = (reason: string): JsonObject => ({ declined: reason });

/** A manager's plan. A task needs a title; its id is `t1`, `t2`, … when it has none. */
export const planned = (...tasks: readonly ({ readonly title: string } & JsonObject)[]): JsonObject => ({
  tasks: tasks.map((task, index) => ({ id: `t${index + 1}`, content: '', skills: [], input: {}, criteria: [], depends_on: [], needs_context: [], ...task })),
});

/** A reviewer finds every criterion met. */
export const approved = (comment = '') => (request: ModelRequest): Json => verdict(request, { isApproved: true, comment, fixes: [] });

/** A reviewer sends the result back: the first criteria are not met, and the fixes say what to mend in each. */
export const rejected = (...fixes: readonly [string, ...string[]]) => (request: ModelRequest): Json => verdict(request, { isApproved: false, comment: fixes.join('\n'), fixes });

interface Said {
  readonly isApproved: boolean;
  readonly comment: string;
  readonly fixes: readonly string[];
}

function verdict({ facts, schema }: ModelRequest, { isApproved, comment, fixes }: Said): Json {
  const asked = Array.isArray(facts['criteria']) ? facts['criteria'].filter(isJsonObject) : [];
  const criteria = asked.map(({ id }, index): JsonObject => ({ id: id ?? '', passed: fixes[index] === undefined, fix: fixes[index] ?? '' }));
  const scores = Object.fromEntries(scoreNames(schema).map((name) => [name, isApproved ? 5 : 2]));
  return { approved: isApproved, comment, criteria, ...(Object.keys(scores).length === 0 ? {} : { scores }) };
}

function scoreNames(schema: JsonObject | undefined): readonly string[] {
  const properties = schema?.['properties'];
  const scores = isJsonObject(properties) ? properties['scores'] : undefined;
  const named = isJsonObject(scores) ? scores['properties'] : undefined;
  return isJsonObject(named) ? Object.keys(named) : [];
}

// What code says about a result at once: its form against the member's output schema, and every criterion whose check is
// total. What takes time or touches the world is checked after the result is durable, by the review.
import { checkTotal, type Criterion, type CriterionResult } from '../core/criteria.ts';
import { compileSchema } from '../core/schema/json-schema.ts';
import type { Bilingual, Json } from '../core/json.ts';
import type { Registration } from '../core/members/registration.ts';

export interface Checked {
  readonly checks: readonly CriterionResult[];
  readonly formFaults: readonly Bilingual[];
}

const NOTHING_WRONG: readonly never[] = [];

export function checkResult(criteria: readonly Criterion[], registration: Pick<Registration, 'outputSchema'>, output: Json): Checked {
  return {
    checks: criteria.length === 0 ? NOTHING_WRONG : checkTotal(criteria, output),
    formFaults: registration.outputSchema === undefined ? NOTHING_WRONG : formFaultsOf(registration.outputSchema, output),
  };
}

function formFaultsOf(schema: Parameters<typeof compileSchema>[0], output: Json): readonly Bilingual[] {
  const compiled = compileSchema(schema);
  return compiled.ok ? compiled.validate(output).map((problem) => problem.message) : NOTHING_WRONG;
}

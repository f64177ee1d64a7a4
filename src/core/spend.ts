// Who spent what, read from the events of a goal: each model call is one `turn.ended`, so nothing is counted twice and nothing
// is kept beside the log. What nobody told stays unknown and is counted as such.
import { addTurn, inFlightOf, NOTHING_SETTLED, type Settled, type Spend } from './budget.ts';
import type { MusterEvent } from './change.ts';
import type { Json, JsonObject } from './json.ts';

export interface SpendRow extends Settled {
  /** Milliseconds in which a model was at work. */
  readonly ms: number;
}

/** Each list is in the order of the first call. */
export interface SpendReport {
  readonly total: SpendRow;
  readonly byMember: ReadonlyMap<string, SpendRow>;
  /** plan, work, review, summarise */
  readonly byStep: ReadonlyMap<string, SpendRow>;
  readonly byModel: ReadonlyMap<string, SpendRow>;
  /** Task id, or `goal` for what serves the goal as a whole. */
  readonly byTask: ReadonlyMap<string, SpendRow>;
}

export function spendOf(events: Iterable<MusterEvent>): SpendReport {
  let total = NOTHING;
  const byMember = new Map<string, SpendRow>();
  const byStep = new Map<string, SpendRow>();
  const byModel = new Map<string, SpendRow>();
  const byTask = new Map<string, SpendRow>();
  for (const { type, details, memberId, taskId } of events) {
    if (type !== 'turn.ended' || details === null) continue;
    total = plus(total, details);
    const places = [[byMember, memberId ?? 'unknown'], [byStep, String(details['purpose'])], [byModel, String(details['model'])], [byTask, taskId ?? 'goal']] as const;
    for (const [rows, name] of places) rows.set(name, plus(rows.get(name) ?? NOTHING, details));
  }
  return { total, byMember, byStep, byModel, byTask };
}

const NOTHING: SpendRow = { ...NOTHING_SETTLED, ms: 0 };

const plus = (row: SpendRow, details: JsonObject): SpendRow => ({ ...addTurn(row, details), ms: row.ms + (typeof details['ms'] === 'number' ? details['ms'] : 0) });

/** As the outside sees it. Null is unknown: no call has told it. */
export const spendOut = ({ total, byMember, byStep, byModel, byTask }: SpendReport): JsonObject => ({
  total: rowOut(total), by_member: rowsOut(byMember), by_step: rowsOut(byStep), by_model: rowsOut(byModel), by_task: rowsOut(byTask),
});

const rowsOut = (rows: ReadonlyMap<string, SpendRow>): Json => Object.fromEntries([...rows].map(([name, row]) => [name, rowOut(row)]));

const rowOut = (row: SpendRow): JsonObject => ({ ...settledOut(row), model_ms: row.ms });

function settledOut(row: Settled): JsonObject {
  const told = row.turns > row.unknownTokens;
  const priced = row.turns > row.unknownMoney;
  return {
    turns: row.turns,
    input_tokens: told ? row.inputTokens : null,
    cached_input_tokens: row.cachedInputTokens,
    output_tokens: told ? row.outputTokens : null,
    cost_micros: priced ? row.micros : null,
    turns_with_unknown_tokens: row.unknownTokens,
    turns_with_unknown_cost: row.unknownMoney,
  };
}

/** The ledger of a goal; null before its first model call. `limits` are those of a raise, null while the policy's hold. */
export function ledgerOut(spend: Spend | undefined): JsonObject | null {
  if (spend === undefined) return null;
  const { tokens, micros, turns } = inFlightOf(spend);
  return {
    ...settledOut(spend.settled), charged_tokens: spend.settled.tokens, charged_micros: spend.settled.micros,
    reserved: { tokens, micros, turns }, limits: spend.limits === null ? null : { ...spend.limits }, halted: spend.halt?.kind ?? null,
  };
}

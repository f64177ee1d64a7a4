// What a goal may spend and what it has spent. A call is charged three times over: looked at before it is made, reserved while
// it is in flight, settled when it has ended. What is settled is the sum of the `turn.ended` events and can be rebuilt from them.
import { refuse, type Refusal } from './errors.ts';
import type { QuestionId } from './ids.ts';
import { isJsonObject, type JsonObject } from './json.ts';

/** Absent is unlimited. */
export interface Budget {
  /** Input and output together; input from a cache counts too. */
  readonly tokens?: number;
  /** US cents. */
  readonly cents?: number;
  /** Model calls. */
  readonly turns?: number;
  /** Wall minutes since the goal was opened; pauses and the wait for an answer about the budget do not count. */
  readonly minutes?: number;
}

export const BUDGET_UNITS = ['tokens', 'cents', 'turns', 'minutes'] as const satisfies readonly (keyof Budget)[];
export type BudgetUnit = (typeof BUDGET_UNITS)[number];

/** What one call takes, or several. Money in micro-dollars. */
export interface Amounts {
  readonly tokens: number;
  readonly micros: number;
  readonly turns: number;
}

/** Calls that have ended, as their events say. */
export interface Settled extends Amounts {
  readonly inputTokens: number;
  /** Null while no call has told. */
  readonly cachedInputTokens: number | null;
  readonly outputTokens: number;
  /** Calls whose tokens nobody told, and calls without a price. Their share of the sums is what was reserved for them, or nothing. */
  readonly unknownTokens: number;
  readonly unknownMoney: number;
}

/** Calls in flight, by the stay of the process that makes them. */
export interface Reserved extends Amounts {
  readonly epoch: number;
}

export interface Spend {
  readonly settled: Settled;
  readonly reserved: readonly Reserved[];
  /** The limits after a raise; null: those of the policy. */
  readonly limits: Budget | null;
  readonly halt: Halt | null;
}

export type Halt =
  /** the budget is used up and a person is asked: no new work, no new call */
  | { readonly kind: 'asked'; readonly since: number; readonly questionId: QuestionId }
  /** the goal ends with what is there; `by` is the person who said so, null where nobody was there to ask */
  | { readonly kind: 'ending'; readonly by: string | null };

export const NOTHING_SETTLED: Settled = { tokens: 0, micros: 0, turns: 0, inputTokens: 0, cachedInputTokens: null, outputTokens: 0, unknownTokens: 0, unknownMoney: 0 };
export const NOTHING_SPENT: Spend = { settled: NOTHING_SETTLED, reserved: [], limits: null, halt: null };

export const hasLimits = (budget: Budget | undefined): boolean => budget !== undefined && BUDGET_UNITS.some((unit) => budget[unit] !== undefined);

export const add = (a: Amounts, b: Amounts): Amounts => ({ tokens: a.tokens + b.tokens, micros: a.micros + b.micros, turns: a.turns + b.turns });

/** One more ended call, read from the details of its event. */
export function addTurn(settled: Settled, details: JsonObject): Settled {
  const count = (field: string): number | undefined => (typeof details[field] === 'number' ? details[field] : undefined);
  const input = count('input_tokens');
  const output = count('output_tokens');
  const told = input !== undefined && output !== undefined;
  const cost = count('cost_micros');
  const cached = count('cached_input_tokens');
  return {
    turns: settled.turns + 1,
    tokens: settled.tokens + (count('charged_tokens') ?? (input ?? 0) + (output ?? 0)),
    micros: settled.micros + (cost ?? count('charged_micros') ?? 0),
    inputTokens: settled.inputTokens + (input ?? 0),
    cachedInputTokens: cached === undefined ? settled.cachedInputTokens : (settled.cachedInputTokens ?? 0) + cached,
    outputTokens: settled.outputTokens + (output ?? 0),
    unknownTokens: settled.unknownTokens + (told ? 0 : 1),
    unknownMoney: settled.unknownMoney + (cost === undefined ? 1 : 0),
  };
}

/** A call of this process has ended: what was reserved for it is given back, what it took is charged. */
export function settleTurn(spend: Spend, details: JsonObject, call: { readonly epoch: number; readonly reserved?: Amounts | undefined }): Spend {
  const reserved = call.reserved === undefined ? spend.reserved : withReserved(spend.reserved, call.epoch, negative(call.reserved));
  return { ...spend, settled: addTurn(spend.settled, details), reserved };
}

export const reserve = (spend: Spend, epoch: number, need: Amounts): Spend => ({ ...spend, reserved: withReserved(spend.reserved, epoch, need) });

/** A process that is gone makes no calls. `keep`: the stay whose calls are still in flight. */
export function releaseReserved(spend: Spend | undefined, keep: number | null): { readonly spend?: Spend } {
  return spend === undefined ? {} : { spend: { ...spend, reserved: spend.reserved.filter(({ epoch }) => epoch === keep) } };
}

/** Never below zero: a reservation that was given back with its process may still be settled by it. */
function withReserved(reserved: readonly Reserved[], epoch: number, change: Amounts): readonly Reserved[] {
  const before = reserved.find((entry) => entry.epoch === epoch) ?? { epoch, tokens: 0, micros: 0, turns: 0 };
  const sum = add(before, change);
  const others = reserved.filter((entry) => entry.epoch !== epoch);
  return sum.turns <= 0 ? others : [...others, { epoch, tokens: Math.max(0, sum.tokens), micros: Math.max(0, sum.micros), turns: sum.turns }];
}

const negative = ({ tokens, micros, turns }: Amounts): Amounts => ({ tokens: -tokens, micros: -micros, turns: -turns });

export type Room =
  | { readonly kind: 'room' }
  /** it may fit once the calls in flight have turned out smaller than was reserved for them */
  | { readonly kind: 'wait' }
  | { readonly kind: 'used_up'; readonly unit: BudgetUnit };

/** Where a goal stands: what it may spend, what it has spent, and for how many minutes it has run. */
export interface Standing {
  readonly limits: Budget;
  readonly spend: Spend;
  readonly minutes: number;
}

/** Whether one more call fits. */
export function roomFor(standing: Standing, need: Amounts): Room {
  const { limits } = standing;
  const used = usedOf(standing);
  const wanted = inUnits(need);
  const exceeds = (unit: BudgetUnit, amount: number): boolean => amount > (limits[unit] ?? Infinity);
  // Minutes are not taken by a call; they have passed or they have not.
  const usedUp = BUDGET_UNITS.find((unit) => (unit === 'minutes' ? used.minutes >= (limits.minutes ?? Infinity) : exceeds(unit, used[unit] + wanted[unit])));
  if (usedUp !== undefined) return { kind: 'used_up', unit: usedUp };
  const inFlight = inUnits(inFlightOf(standing.spend));
  return BUDGET_UNITS.some((unit) => exceeds(unit, used[unit] + inFlight[unit] + wanted[unit])) ? { kind: 'wait' } : { kind: 'room' };
}

export const inFlightOf = (spend: Spend): Amounts => spend.reserved.reduce(add, { tokens: 0, micros: 0, turns: 0 });

/** What is settled, in the units of the limits. */
export const usedOf = ({ spend, minutes }: Standing): Required<Budget> => ({ ...inUnits(spend.settled), minutes });

export const inUnits = ({ tokens, micros, turns }: Amounts): Required<Budget> => ({ tokens, cents: micros / MICROS_PER_CENT, turns, minutes: 0 });

const MICROS_PER_CENT = 10_000;

/** The limits after a raise: that much is left from now on, whatever was spent before. */
export function raised(standing: Standing, by: Budget): Budget {
  const used = usedOf(standing);
  const entries = BUDGET_UNITS.flatMap((unit) => {
    const limit = standing.limits[unit];
    if (limit === undefined) return [];
    const more = by[unit];
    return [[unit, more === undefined ? limit : Math.ceil(Math.max(limit, used[unit]) + more)] as const];
  });
  return Object.fromEntries(entries);
}

/** Limits as somebody wrote them. */
export function readBudget(raw: unknown): { readonly ok: true; readonly budget: Budget } | Refusal {
  if (!isJsonObject(raw)) {
    return refuse('input.invalid', {
      en: `A budget is an object such as { "cents": 200 }, with ${BUDGET_UNITS.join(', ')}.`,
      zh: `预算请写成对象，例如 { "cents": 200 }，可用的键有 ${BUDGET_UNITS.join('、')}。`,
    });
  }
  const bad = Object.entries(raw).filter(([unit, value]) => !isUnit(unit) || typeof value !== 'number' || !Number.isFinite(value) || value <= 0);
  if (bad.length > 0) {
    const written = bad.map(([unit, value]) => `${unit}: ${JSON.stringify(value)}`);
    const says = { en: `A budget cannot say ${written.join(', ')}. Give numbers above 0 for ${BUDGET_UNITS.join(', ')}.`, zh: `预算不能写 ${written.join('、')}。请为 ${BUDGET_UNITS.join('、')} 写大于 0 的数。` };
    return refuse('input.invalid', says, { fields: bad.map(([unit]) => unit) });
  }
  return { ok: true, budget: raw };
}

const isUnit = (text: string): text is BudgetUnit => (BUDGET_UNITS as readonly string[]).includes(text);

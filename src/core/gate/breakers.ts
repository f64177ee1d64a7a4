// Breakers look at progress, not at time: a call that tells nothing new, the same fault again and again, tokens spent with nothing
// handed in. Each has three steps: the member is warned, a person is asked, the attempt is stopped. Pure: history in, step out.
import type { Bilingual } from '../json.ts';

export type Trip = 'same_outcome' | 'same_error' | 'forbidden' | 'no_progress' | 'unchanged_result' | 'runaway';

export type BreakerStep = 'go' | 'warn' | 'pause' | 'stop';

export interface BreakerLimits {
  /** Calls in a row that told nothing new before the member is warned; half as many more and a person is asked, as many more and it is stopped. */
  readonly sameOutcomes: number;
  /** Calls in a row that failed in the same way. */
  readonly sameErrors: number;
  /** Calls of one attempt that the lists or a guard refused before a person is asked; twice as many and it is stopped. */
  readonly forbiddenCalls: number;
  /** Thousands of tokens of one attempt without a result. */
  readonly idleKiloTokens: number;
  /** Minutes of one attempt without a result, with the same steps. */
  readonly idleMinutes: number;
}

/** What the breakers know of one attempt. */
export interface BreakerState {
  /** Every call with its outcome that was seen, as short keys. */
  readonly seen: ReadonlySet<string>;
  /** Calls since the last one that told something new. */
  readonly fruitless: number;
  readonly errorClass: string | null;
  readonly sameErrors: number;
  readonly forbidden: number;
  /** Tokens of the attempt when a person last said that it may go on. */
  readonly tokensAllowed: number;
  /** And its minutes then. */
  readonly minutesAllowed: number;
  /** How far each breaker has gone. */
  readonly reached: Readonly<Partial<Record<Trip, BreakerStep>>>;
}

export const CALM: BreakerState = { seen: new Set(), fruitless: 0, errorClass: null, sameErrors: 0, forbidden: 0, tokensAllowed: 0, minutesAllowed: 0, reached: {} };

export interface CallOutcome {
  /** Tool, arguments and outcome in one key; equal keys tell nothing new. */
  readonly key: string;
  /** Tool and code of the fault; null where the call went well. The wording does not matter. */
  readonly errorClass: string | null;
  /** The lists or a guard refused it. */
  readonly isForbidden: boolean;
  /** A declared wait or poll: the same outcome again is what it is for. */
  readonly isWait: boolean;
}

export interface Judged {
  readonly state: BreakerState;
  readonly step: BreakerStep;
  readonly trip: Trip | null;
}

/** Outcomes that are remembered, the latest: a loop is shorter than this. */
const MOST_SEEN = 256;

export function judgeCall(state: BreakerState, call: CallOutcome, limits: BreakerLimits): Judged {
  const isNew = !state.seen.has(call.key);
  const seen = isNew ? withKey(state.seen, call.key) : state.seen;
  const fruitless = isNew ? 0 : call.isWait ? state.fruitless : state.fruitless + 1;
  const sameErrors = call.errorClass === null ? 0 : call.errorClass === state.errorClass ? state.sameErrors + 1 : 1;
  // What the calls did wrong is over once one of them brings something new.
  const reached = { ...state.reached, ...(fruitless === 0 ? { same_outcome: 'go' as const } : {}), ...(sameErrors <= 1 ? { same_error: 'go' as const } : {}) };
  const next: BreakerState = { ...state, seen, fruitless, errorClass: call.errorClass, sameErrors, forbidden: state.forbidden + (call.isForbidden ? 1 : 0), reached };
  const byGuard = climb(next, 'forbidden', next.forbidden >= limits.forbiddenCalls * 2 ? 'stop' : next.forbidden >= limits.forbiddenCalls ? 'pause' : 'go');
  if (byGuard.step !== 'go') return byGuard;
  const byError = climb(next, 'same_error', stepFor(sameErrors, limits.sameErrors));
  if (byError.step !== 'go') return byError;
  return climb(next, 'same_outcome', stepFor(fruitless, limits.sameOutcomes));
}

/** What an attempt has taken so far. */
export interface Taken {
  readonly tokens: number;
  readonly minutes: number;
}

export function judgeProgress(state: BreakerState, { tokens, minutes }: Taken, limits: BreakerLimits): Judged {
  const byTokens = stepFor((tokens - state.tokensAllowed) / 1000, limits.idleKiloTokens);
  const byTime = stepFor(minutes - state.minutesAllowed, limits.idleMinutes);
  return climb(state, 'no_progress', ORDER.indexOf(byTime) > ORDER.indexOf(byTokens) ? byTime : byTokens);
}

/** A person said that it may go on: the counts begin anew, and the next time is the last. */
export function goOn(state: BreakerState, { tokens, minutes }: Taken): BreakerState {
  return { ...CALM, seen: state.seen, tokensAllowed: tokens, minutesAllowed: minutes };
}

function withKey(seen: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const grown = new Set(seen);
  const [oldest] = seen;
  if (seen.size >= MOST_SEEN && oldest !== undefined) grown.delete(oldest);
  grown.add(key);
  return grown;
}

/** N: warn; one and a half N: pause; twice N: stop. */
function stepFor(count: number, limit: number): BreakerStep {
  if (count >= limit * 2) return 'stop';
  if (count >= Math.ceil(limit * 1.5)) return 'pause';
  return count >= limit ? 'warn' : 'go';
}

const ORDER: readonly BreakerStep[] = ['go', 'warn', 'pause', 'stop'];

/** Each step is taken once. */
function climb(state: BreakerState, trip: Trip, step: BreakerStep): Judged {
  const before = state.reached[trip] ?? 'go';
  if (ORDER.indexOf(step) <= ORDER.indexOf(before)) return { state, step: 'go', trip: null };
  return { state: { ...state, reached: { ...state.reached, [trip]: step } }, step, trip };
}

/** What tripped, as a person and a member read it. */
export const TRIPS: Readonly<Record<Trip, Bilingual>> = {
  same_outcome: { en: 'The same calls give the same outcomes; nothing new is learned.', zh: '反复进行相同的调用，结果相同，没有任何新进展。' },
  same_error: { en: 'Call after call fails in the same way.', zh: '接连多次调用以同样的方式失败。' },
  forbidden: { en: 'Calls are made again and again that the gate refuses.', zh: '一再进行被关卡拒绝的调用。' },
  no_progress: { en: 'Much was spent, in tokens or in time, and nothing was handed in.', zh: '已花费大量 token 或时间，却没有提交任何成果。' },
  unchanged_result: { en: 'A result that was sent back was handed in again unchanged.', zh: '被退回的成果未作修改又再次提交。' },
  runaway: { en: 'The task starts again and again.', zh: '任务反复重新开始。' },
};

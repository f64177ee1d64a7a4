// One run of a tool, within its time. When time is up or the attempt ends, the tool is told and the wait is over at once; that its work
// ends too is the tool's own contract.
import { isTeamError, saidIn, TeamError } from '../../core/errors.ts';
import { GATE_SAYS } from '../../core/gate/sentences.ts';
import type { CallEnd } from '../../core/gate/tool-history.ts';
import { isPlainJson } from '../../core/members/plain-json.ts';
import type { Bilingual, Json, Locale } from '../../core/json.ts';
import { INTERRUPTED } from '../../core/refusals/interrupted.ts';
import { OUTCOME_FAULTS } from '../../core/refusals/outcome-faults.ts';
import type { Tool, ToolCall } from '../../ports/tool.ts';
import type { Clock } from '../../ports/clock.ts';

export interface Ran {
  readonly end: Exclude<CallEnd, 'unknown'>;
  /** The outcome; null where there is none. */
  readonly value: Json;
  /** What the member is told where the call did not go well. */
  readonly says: string | null;
  readonly rule: string | null;
  /** Why it was refused while it ran; null where it was not. */
  readonly forbids: Bilingual | null;
}

/** Contract: throws only when `call.signal` is aborted, with `engine.interrupted`. */
export async function runTool(clock: Clock, tool: Tool, call: ToolCall, limitMs: number): Promise<Ran> {
  const own = new AbortController();
  const stop = () => own.abort(new TeamError('engine.interrupted', INTERRUPTED.duringTool(tool.name)));
  if (call.signal.aborted) throw new TeamError('engine.interrupted', INTERRUPTED.beforeTool(tool.name));
  call.signal.addEventListener('abort', stop, { once: true });
  const timer = new AbortController();
  try {
    const run = tool.run({ ...call, signal: own.signal });
    const value = await (Number.isFinite(limitMs) ? Promise.race([run, endOf(clock, limitMs, { timer, own, tool }), aborted(own.signal)]) : Promise.race([run, aborted(own.signal)]));
    return { end: 'ok', value: outcomeOf(tool, value), says: null, rule: null, forbids: null };
  } catch (error) {
    if (call.signal.aborted) throw new TeamError('engine.interrupted', INTERRUPTED.duringTool(tool.name), { cause: error });
    return readable(error, { tool, limitMs, locale: call.caller.locale });
  } finally {
    timer.abort(OVER);
    call.signal.removeEventListener('abort', stop);
  }
}

/** Nothing said is nothing found. What is no JSON cannot be told, kept or compared: that is the tool's fault, not the attempt's. */
function outcomeOf({ name }: Tool, value: unknown): Json {
  const plain = value === undefined ? null : value;
  if (!isPlainJson(plain)) throw new TeamError('tool.failed', OUTCOME_FAULTS.notPlainOutcome(name));
  return plain;
}

/** One for all calls: a reason that is made anew each time costs as much as the rest of the gate. */
const OVER = new Error('The call has ended.');

interface Timed {
  readonly timer: AbortController;
  readonly own: AbortController;
  readonly tool: Tool;
}

async function endOf(clock: Clock, ms: number, { timer, own, tool }: Timed): Promise<never> {
  try {
    await clock.sleep(ms, timer.signal);
  } catch {
    // The call has ended before; nobody waits here any more.
    return new Promise<never>(() => undefined);
  }
  const late = new TeamError('tool.timed_out', OUTCOME_FAULTS.timedOut(tool.name, ms));
  own.abort(late);
  throw late;
}

/** A tool that does not listen must not keep the member waiting. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });

/** A tool may throw anything, also what cannot even be looked at. */
function readable(error: unknown, about: FaultOf): Ran {
  try {
    return faultOf(error, about);
  } catch {
    return { end: 'failed', value: null, says: GATE_SAYS.failed(about.tool.name, saidIn(error, about.locale))[about.locale], rule: 'tool.failed', forbids: null };
  }
}

interface FaultOf {
  readonly tool: Tool;
  readonly limitMs: number;
  readonly locale: Locale;
}

function faultOf(error: unknown, { tool, limitMs, locale }: FaultOf): Ran {
  if (isTeamError(error, 'tool.timed_out')) return { end: 'timed_out', value: null, says: GATE_SAYS.timedOut(tool.name, limitMs / 1000)[locale], rule: error.code, forbids: null };
  if (isTeamError(error, 'tool.refused')) {
    const forbids = GATE_SAYS.guarded(error.says);
    return { end: 'refused', value: null, says: forbids[locale], rule: ruleIn(error), forbids };
  }
  return { end: 'failed', value: null, says: GATE_SAYS.failed(tool.name, saidIn(error, locale))[locale], rule: isTeamError(error) ? ruleIn(error) : 'tool.failed', forbids: null };
}

/** What refused or failed, as narrowly as the tool says it. */
const ruleIn = ({ code, details: { rule } }: TeamError): string => (typeof rule === 'string' ? rule : code);

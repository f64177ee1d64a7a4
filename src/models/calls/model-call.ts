// One try: a single HTTP request within the limits of its provider, watched from the first byte to the last.
// Also the state that the tries of one `generate` share; its counts only grow.
import type { JsonObject } from '../../core/json.ts';
import type { Exchange, ModelRequest, ToolOffer } from '../../ports/model.ts';
import type { Counts } from './call-errors.ts';
import type { ModelPlace, SchemaWay } from '../catalog.ts';
import type { LimitClock, Limiter } from '../limits.ts';
import type { CallResult } from './outcome.ts';
import type { Mask } from '../../core/gate/secrets.ts';
import { TELLS } from './sentences.ts';
import type { AnswerReader } from './strict-read.ts';
import { addUsage, estimateTokens } from './usage.ts';
import { validHistory } from '../conversation/valid-history.ts';
import { watchCall } from './watch.ts';

/** One call as the SDK makes it. */
export interface Call {
  readonly system: string;
  readonly prompt: string;
  /** A valid history: see `validHistory`. */
  readonly exchanges: readonly Exchange[];
  /** What was said after that: an answer that could not be used, and why. */
  readonly turns: readonly Turn[];
  /** Empty: none. */
  readonly tools: readonly ToolOffer[];
  readonly schema?: JsonObject;
  readonly schemaWay: SchemaWay;
  readonly maxOutputTokens?: number;
  readonly signal: AbortSignal;
  readonly onText?: (delta: string) => void;
  /** To be called for every piece that arrives. */
  readonly heard: () => void;
}
interface Turn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** Opens the way to one model. Contract of the call: one HTTP request, no retry; throws what the SDK throws. */
export type OpenCall = (place: ModelPlace) => Promise<(call: Call) => Promise<CallResult>>;

/** An opened model with all that its calls need. */
export interface OpenModel {
  readonly place: ModelPlace;
  readonly call: (call: Call) => Promise<CallResult>;
  readonly read: AnswerReader;
  readonly mask: Mask;
  readonly clock: LimitClock;
  readonly limiter: Limiter;
  readonly random: () => number;
  /** The longest silence of a call, and the longest time for all its tries. */
  readonly timeoutMs: number;
  readonly totalMs: number;
  /** Schemas that this provider turned out not to bind. */
  readonly unbound: WeakSet<JsonObject>;
}

/** One `generate` on its way. */
export interface Run extends Counts {
  readonly request: ModelRequest;
  readonly startedAt: number;
  /** What the model is told after the prompt and the rounds: an unreadable answer of its own, with the reason. */
  readonly turns: Turn[];
  /** Text of the present try has been shown. */
  shown: boolean;
  /** What the last failed call threw, safe to keep. */
  cause?: Error;
}

export async function callOnce(model: OpenModel, run: Run, way: SchemaWay): Promise<CallResult> {
  const { signal } = run.request;
  const { system, prompt, exchanges = [], tools = [], maxOutputTokens } = run.request;
  const estimate = estimateTokens([system, prompt, JSON.stringify([exchanges, tools]), ...run.turns.map(({ text }) => text)], maxOutputTokens);
  const ticket = await model.limiter.enter(estimate, signal);
  const left = model.totalMs - (model.clock.now() - run.startedAt);
  const watch = watchCall(signal, { silenceMs: model.timeoutMs, wholeMs: Math.max(left, 1) });
  let result: CallResult | undefined;
  try {
    run.calls += 1;
    const call = model.call({ ...content(run, way), signal: watch.signal, heard: watch.heard, ...liveText(run, watch.signal) });
    // When the watch ends the race, nobody waits for the call's own end any more.
    call.catch(() => undefined);
    result = await Promise.race([call, watch.over]);
    run.usage = addUsage(run.usage, result.usage);
    return result;
  } finally {
    watch.end();
    const { inputTokens, outputTokens } = result?.usage ?? {};
    ticket.leave(inputTokens === undefined || outputTokens === undefined ? undefined : inputTokens + outputTokens);
  }
}

function content({ request, turns }: Run, schemaWay: SchemaWay): Omit<Call, 'signal' | 'onText' | 'heard'> {
  const { system, prompt, schema, maxOutputTokens, locale, exchanges = [], tools = [] } = request;
  return {
    system: schema !== undefined && schemaWay !== 'bound' ? system + TELLS.form(schema, tools.length > 0)[locale] : system,
    prompt,
    exchanges: validHistory(exchanges, locale),
    turns,
    tools,
    schemaWay,
    ...(schema === undefined ? {} : { schema }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  };
}

/** Passes live text on, but not of a try that is over. A listener that throws loses its text, not the call. */
function liveText(run: Run, signal: AbortSignal): Pick<Call, 'onText'> {
  const { onText } = run.request;
  if (onText === undefined) return {};
  return {
    onText: (delta) => {
      if (signal.aborted || delta === '') return;
      run.shown = true;
      try {
        onText(delta);
      } catch {
        // Live text is a courtesy: nothing may depend on it.
      }
    },
  };
}

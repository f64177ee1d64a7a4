// A model behind a provider: asks, judges what came back, and asks again where that can help.
// The one layer that owns retries; the SDK below makes one request for each call and the engine above repeats nothing at once.
import { setTimeout as sleepFor } from 'node:timers/promises';
import { isTeamError, TeamError } from '../../core/errors.ts';
import { sameInBoth } from '../../core/json.ts';
import type { Model, ModelReply, ModelRequest } from '../../ports/model.ts';
import { interrupted, placeFault } from './call-errors.ts';
import { findPlace, type Environment, type PlaceSettings, type SchemaWay } from '../catalog.ts';
import { createLimiter, DEFAULT_CONCURRENCY, type LimitClock, type Limiter, type LimitRules } from '../limits.ts';
import { callOnce, type OpenCall, type OpenModel, type Run } from './model-call.ts';
import { prepareNext, type Judged, type TryRules } from './next-try.ts';
import { judgeFault, judgeResult } from './outcome.ts';
import { callsIn, textOf, type SaidPart } from '../conversation/said-parts.ts';
import { isUnreadableCall, readFault, safeCause } from './read-fault.ts';
import { RETRY_RULES } from './retry.ts';
import { wayFor } from './schema-ways.ts';
import { maskFor } from '../../core/gate/secrets.ts';
import { SAYS } from './sentences.ts';
import { strictRead, type AnswerReader } from './strict-read.ts';

/** `retries` counts after the first try; `reAsks` counts after an answer that cannot be read. */
export interface ModelSettings extends PlaceSettings, Partial<TryRules>, Partial<LimitRules> {
  /** The longest silence: without streaming the whole call, with streaming the gap between two pieces. */
  readonly timeoutMs?: number;
}

export interface ModelOptions {
  /** Where keys and addresses come from; nothing else is looked at. */
  readonly env: Environment;
  readonly settings?: ModelSettings;
  /** Settings for one provider, by its name in the table; they win over `settings`. */
  readonly perProvider?: Readonly<Record<string, ModelSettings>>;
  /** Reads an answer by its schema; the default takes JSON that fits and nothing else. */
  readonly read?: AnswerReader;
  /** Contract: after `sleep(ms)` the clock has moved on by `ms`; it rejects when the signal is aborted. */
  readonly clock?: LimitClock;
  readonly random?: () => number;
}

/** Models by name; those of one provider share its limits. */
export function providerModels(options: ModelOptions, open: OpenCall): (name: string) => Model {
  const limiters = new Map<string, Limiter>();
  const clock = options.clock ?? SYSTEM_CLOCK;
  return (name) => {
    const provider = name.split('/', 1)[0] ?? name;
    const settings: ModelSettings = { ...options.settings, ...options.perProvider?.[provider] };
    const limiter = limiters.get(provider) ?? createLimiter({ ...settings, concurrency: settings.concurrency ?? DEFAULT_CONCURRENCY }, clock);
    limiters.set(provider, limiter);
    const rules: TryRules = { ...RETRY_RULES, reAsks: DEFAULT_RE_ASKS, ...settings };
    let opened: Promise<OpenModel> | undefined;
    return {
      name,
      generate: async (request) => {
        const found = findPlace(name, options.env, settings);
        if (!found.ok) throw placeFault(found, request.locale);
        const { place } = found;
        opened ??= Promise.all([open(place), options.read ?? strictRead]).then(([call, read]) => ({
          place, call, read, clock, limiter,
          mask: maskFor(options.env, place.key === undefined ? [] : [place.key]),
          random: options.random ?? Math.random,
          timeoutMs: settings.timeoutMs ?? DEFAULT_TIMEOUT_MS,
          totalMs: rules.totalMs,
          unbound: new WeakSet(),
        }));
        return generate(await opened, rules, request);
      },
    };
  };
}

const SYSTEM_CLOCK: LimitClock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleepFor(ms, undefined, { signal }),
};
const DEFAULT_TIMEOUT_MS = 300_000;
const DEFAULT_RE_ASKS = 2;

async function generate(model: OpenModel, rules: TryRules, request: ModelRequest): Promise<ModelReply> {
  const run: Run = {
    request, turns: [], startedAt: model.clock.now(), shown: false,
    calls: 0, failures: 0, empties: 0, reAsks: 0, usage: undefined,
  };
  for (;;) {
    const judged = await tryOnce(model, run);
    if (judged.kind === 'read') return judged.reply;
    await prepareNext(model, { run, rules }, judged);
    if (PAID_FOR.has(judged.kind)) await leaveForNext(run);
    if (run.shown) request.onRestart?.();
    run.shown = false;
  }
}

/** The provider has answered, though not with what was asked for. */
const PAID_FOR: ReadonlySet<Judged['kind']> = new Set(['empty', 'tool_call', 'cut_call', 'bad_call', 'unreadable']);

/** A refusal carries what the calls so far have taken, so that it is not lost. */
async function leaveForNext({ request, usage = {} }: Run): Promise<void> {
  try {
    await request.beforeNextCall?.();
  } catch (error) {
    throw isTeamError(error) ? new TeamError(error.code, error.says, { locale: request.locale, cause: error, details: { ...error.details, usage } }) : error;
  }
}

async function tryOnce(model: OpenModel, run: Run): Promise<Judged> {
  const way = schemaWay(model, run.request);
  const outcome = await judgeCall(model, run, way);
  if (outcome.kind === 'calls') return { kind: 'read', reply: replyWith(model, run, outcome.parts) };
  return outcome.kind === 'answer' ? readAnswer(model, run, outcome.text) : outcome;
}

const replyWith = ({ place }: OpenModel, { request, usage = {} }: Run, parts: readonly SaidPart[]): ModelReply => ({
  text: textOf(parts), calls: callsIn(parts, { model: place.name, exchanges: request.exchanges ?? [] }), model: place.name, usage,
});

const hasTools = ({ tools = [] }: ModelRequest): boolean => tools.length > 0;

/** Beside tools words ask for the form: bound, a model could give no answer but the last one. */
function schemaWay({ place, unbound }: OpenModel, request: ModelRequest): SchemaWay {
  const { schema } = request;
  return schema === undefined || unbound.has(schema) || hasTools(request) ? 'words' : wayFor(place.schemaWay, schema);
}

async function judgeCall(model: OpenModel, run: Run, way: SchemaWay): Promise<ReturnType<typeof judgeResult>> {
  try {
    return judgeResult(await callOnce(model, run, way), hasTools(run.request));
  } catch (thrown) {
    if (run.request.signal.aborted) throw interrupted(model.place, run.request.locale, run);
    run.cause = safeCause(thrown, model.mask);
    if (thrown instanceof DOMException && thrown.name === 'TimeoutError') return { kind: 'again', why: 'timeout', said: '' };
    if (hasTools(run.request) && isUnreadableCall(thrown)) return { kind: 'bad_call', text: '' };
    return judgeFault(readFault(thrown, { mask: model.mask, now: model.clock.now() }), way === 'bound');
  }
}

function readAnswer({ place, read }: OpenModel, { request, usage = {} }: Run, text: string): Judged {
  const reply = { text, model: place.name, usage };
  if (request.schema === undefined) return { kind: 'read', reply };
  try {
    const answer = read(text, request.schema, request.purpose);
    if (answer.ok) return { kind: 'read', reply: { ...reply, value: answer.value } };
    const { because } = answer;
    return { kind: 'unreadable', text, because: typeof because === 'string' ? sameInBoth(because) : because };
  } catch (error) {
    // A reader that throws has met a schema it cannot use: no other answer would help.
    throw new TeamError('engine.defect', SAYS.unusableSchema({ name: place.name, said: String(error) }), { locale: request.locale, cause: error, details: { usage } });
  }
}

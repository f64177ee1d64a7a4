// The rehearsal model: plays manager, workers and reviewers, or leader and teammates, without any service, so that the whole system
// can be seen and tested offline. The same request always gives the same answer; every text it writes is labelled as a rehearsal.
// It plays from the facts of a request and the answers to its calls, never from the prompt, so nothing that stands in a text can steer it.
import { setTimeout as waitFor } from 'node:timers/promises';
import { TeamError } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import { estimateTokens } from '../core/text/estimate-tokens.ts';
import { INTERRUPTED } from '../core/refusals/interrupted.ts';
import type { Model, ModelReply, ModelRequest } from '../ports/model.ts';
import { doTask } from './rehearsal/do-task.ts';
import { joinTeam } from './rehearsal/join-team.ts';
import { leadTeam } from './rehearsal/lead-team.ts';
import { requestsFor, type TeamMove } from './rehearsal/team-steps.ts';
import { objectOf } from './samples/facts.ts';
import { fitToSchema } from './samples/fit-to-schema.ts';
import { graphemesOf } from './samples/measure-text.ts';
import { planGoal } from './rehearsal/plan-goal.ts';
import { reviewTask } from './rehearsal/review-task.ts';
import { sampleFromSchema } from './samples/sample-from-schema.ts';
import { summarise } from './rehearsal/summarise.ts';

export { REHEARSAL_LABEL } from './rehearsal/sentences.ts';

export interface RehearsalOptions {
  /** How long one answer takes, so that a live view has something to show. 0, the default, answers at once. */
  readonly paceMs?: number;
  /** Waits; rejects when the signal is aborted. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export function rehearsalModel({ paceMs = 0, sleep = sleepUntilAborted }: RehearsalOptions = {}): Model {
  return {
    name: 'rehearsal',
    async generate(request) {
      stopIfAborted(request.signal);
      const reply = answer(request);
      await speak(reply.text, request, { paceMs, sleep });
      return reply;
    },
  };
}

function answer(request: ModelRequest): ModelReply {
  const role = objectOf(request.facts['turn'])['role'];
  return role === 'leader' || role === 'member' ? turn(request, role === 'leader' ? leadTeam(request) : joinTeam(request)) : single(request);
}

/** One round of a member's turn where members claim. */
function turn(request: ModelRequest, { text, calls }: TeamMove): ModelReply {
  const requests = requestsFor(calls, request.exchanges);
  const said = JSON.stringify(requests.map(({ name, args }) => ({ name, args })));
  const heard = [request.system, request.prompt, JSON.stringify(request.exchanges ?? [])].reduce((sum, part) => sum + estimateTokens(part), 0);
  return {
    text,
    ...(requests.length === 0 ? {} : { calls: requests }),
    model: 'rehearsal',
    usage: { inputTokens: heard, outputTokens: estimateTokens(text) + (requests.length === 0 ? 0 : estimateTokens(said)) },
  };
}

function single(request: ModelRequest): ModelReply {
  const played = play(request);
  const value = request.schema === undefined ? undefined : fitToSchema(inForm(played, request), request.schema, request.locale);
  const text = typeof (value ?? played) === 'string' ? String(value ?? played) : JSON.stringify(value ?? played);
  // An estimate, as nobody counts here: see estimateTokens. Nothing is cached, so that number stays unknown.
  const usage = { inputTokens: estimateTokens(request.system) + estimateTokens(request.prompt), outputTokens: estimateTokens(text) };
  return { text, ...(value === undefined ? {} : { value }), model: 'rehearsal', usage };
}

function play(request: ModelRequest): Json {
  const { purpose, facts, locale } = request;
  switch (purpose) {
    case 'plan': return planGoal(facts, locale);
    case 'work': return doTask(facts, locale, request.schema);
    case 'review': return reviewTask(facts, locale);
    case 'summarise': return summarise(facts, locale);
  }
}

/** A plain text that was asked for in a form is put into its text fields. */
const inForm = (played: Json, { schema, locale }: ModelRequest): Json =>
  typeof played === 'string' && schema !== undefined ? sampleFromSchema(schema, played, locale) : played;

const CHUNKS = 8;

/** Hands the text out as a live model would, in pieces spread over the pace. */
async function speak(text: string, { signal, onText }: ModelRequest, { paceMs, sleep }: Required<RehearsalOptions>): Promise<void> {
  if (paceMs <= 0) return onText?.(text);
  const graphemes = graphemesOf(text);
  const size = Math.max(Math.ceil(graphemes.length / CHUNKS), 1);
  const pieces = Array.from({ length: Math.ceil(graphemes.length / size) }, (_, index) => graphemes.slice(index * size, (index + 1) * size).join(''));
  for (const piece of pieces) {
    try {
      await sleep(paceMs / pieces.length, signal);
    } catch (cause) {
      if (signal.aborted) throw interrupted(cause);
      throw cause;
    }
    stopIfAborted(signal);
    onText?.(piece);
  }
}

const sleepUntilAborted = (ms: number, signal: AbortSignal): Promise<unknown> => waitFor(ms, undefined, { signal });

function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw interrupted(signal.reason);
}

const interrupted = (cause: unknown): TeamError => new TeamError('engine.interrupted', INTERRUPTED.rehearsal, { cause });

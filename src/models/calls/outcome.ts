// What became of one call: an answer, another try, or the end, with the reason.
// Pure tables and functions that read the SDK's finish reasons and errors; only known good ends are success.
import type { ErrorCode } from '../../core/errors.ts';
import type { ModelUsage } from '../../ports/model.ts';
import { textOf, type SaidPart } from '../conversation/said-parts.ts';
import type { WhyAgain } from './sentences.ts';

/** One finished call, whatever provider it went to. */
export interface CallResult {
  readonly parts: readonly SaidPart[];
  /** A call of a tool was begun, though it may not have come to its end. */
  readonly callBegan: boolean;
  /** The end in the SDK's words, and in the provider's own. */
  readonly finish: 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'interrupted' | 'other';
  readonly rawFinish: string | undefined;
  readonly usage: ModelUsage;
}

/** Why a call ended for good; each is also a sentence. */
export type WhyStop = 'keyRefused' | 'modelUnknown' | 'quota' | 'context' | 'badRequest' | 'refusal' | 'filter' | 'length';

export type Outcome =
  | { readonly kind: 'answer'; readonly text: string }
  /** Calls of tools that were offered. */
  | { readonly kind: 'calls'; readonly parts: readonly SaidPart[] }
  | { readonly kind: 'empty' }
  /** A call although no tool was offered; one that was cut at the length limit; one that its provider could not read. */
  | { readonly kind: 'tool_call' | 'cut_call' | 'bad_call'; readonly text: string }
  | { readonly kind: 'again'; readonly why: WhyAgain; readonly said: string; readonly retryAfterMs?: number }
  | { readonly kind: 'stop'; readonly why: WhyStop; readonly said: string }
  /** The provider cannot bind this schema: worth one try in which words ask for it. */
  | { readonly kind: 'schema_refused'; readonly said: string };

export const STOP_CODES = {
  keyRefused: 'model.no_key',
  modelUnknown: 'model.unknown',
  // "Overloaded" pauses like an overload does: with credit added, the same call works.
  quota: 'model.overloaded',
  context: 'model.bad_request',
  badRequest: 'model.bad_request',
  refusal: 'model.refused',
  filter: 'model.refused',
  length: 'model.too_long',
} as const satisfies Record<WhyStop, ErrorCode>;

/** Judges a call that came to its end. Calls count only when the whole answer is there: half a round may mean something else. */
export function judgeResult({ parts, callBegan, finish, rawFinish }: CallResult, hasTools: boolean): Outcome {
  const text = textOf(parts);
  const calls = hasTools && parts.some(({ kind }) => kind === 'call');
  const ended: Outcome = calls ? { kind: 'calls', parts } : text.trim() === '' ? { kind: 'empty' } : { kind: 'answer', text };
  if (BAD_CALLS.has(rawFinish)) return hasTools ? { kind: 'bad_call', text } : { kind: 'tool_call', text };
  switch (CALL_ENDS.has(rawFinish?.toLowerCase()) ? 'tool-calls' : finish) {
    case 'stop':
      return ended;
    case 'length':
      return hasTools && callBegan ? { kind: 'cut_call', text } : { kind: 'stop', why: 'length', said: '' };
    case 'content-filter':
      return REFUSALS.has(rawFinish) ? { kind: 'stop', why: 'refusal', said: excerpt(text) } : { kind: 'stop', why: 'filter', said: '' };
    case 'tool-calls':
      // Its provider says that it called, and nothing of that can be seen: it shall know, or it calls in the same way again.
      if (hasTools) return ended.kind === 'empty' ? { kind: 'bad_call', text } : ended;
      return { kind: 'tool_call', text };
    case 'error':
    case 'interrupted':
      return { kind: 'again', why: 'cut', said: rawFinish ?? '' };
    case 'other':
      return judgeOtherEnd(rawFinish, ended);
  }
}

// Some servers speak of calls in words that the SDK does not know as such.
const CALL_ENDS: ReadonlySet<string | undefined> = new Set(['function_call', 'tool_calls', 'tool_call', 'tool_use']);

// Google's words for a call that the model wrote wrongly. It would write it in the same way again if it were not told.
const BAD_CALLS: ReadonlySet<string | undefined> = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL']);

// The model itself said no. `stop` and no reason at all: OpenAI reports a refusal as a completed answer.
const REFUSALS: ReadonlySet<string | undefined> = new Set(['refusal', 'stop', undefined]);

/** Ends that the SDK has no word for. An unknown one may hide half an answer, so it counts as broken off. */
function judgeOtherEnd(rawFinish: string | undefined, ended: Outcome): Outcome {
  const raw = rawFinish?.toLowerCase() ?? '';
  if (['eos', 'eos_token', 'end_turn', 'end', 'complete', 'completed', 'stop_sequence', 'done'].includes(raw)) return ended;
  if (['sensitive', 'safety', 'content_filtered'].includes(raw)) return { kind: 'stop', why: 'filter', said: '' };
  return { kind: 'again', why: 'cut', said: rawFinish ?? '' };
}

/** What can be read from a thrown error or an error event of a stream, whoever made it. */
export interface CallFault {
  readonly status: number | undefined;
  /** `error.code`, `error.type` and `error.status` of the body, in small letters. */
  readonly codes: readonly string[];
  /** The provider's own sentence, masked. */
  readonly said: string;
  readonly retryAfterMs?: number;
  /** The connection failed or broke, or what came was not in the provider's format. */
  readonly transport?: 'connection' | 'cut' | 'garbled';
}

/** Judges a call that failed. `bound`: the schema was given to the provider to enforce. */
export function judgeFault(fault: CallFault, bound: boolean): Outcome {
  const known = KNOWN_CODES.find(({ codes }) => fault.codes.some((code) => codes.includes(code)));
  const spoken = isClientFault(fault.status) ? KNOWN_WORDS.find(({ words }) => words.test(fault.said)) : undefined;
  const verdict = known?.verdict ?? spoken?.verdict ?? byStatus(fault);
  if (verdict === 'badRequest' && bound && SCHEMA_WORDS.test(fault.said)) return { kind: 'schema_refused', said: fault.said };
  return isWhyStop(verdict)
    ? { kind: 'stop', why: verdict, said: fault.said }
    : { kind: 'again', why: verdict, said: fault.said, ...(fault.retryAfterMs === undefined ? {} : { retryAfterMs: fault.retryAfterMs }) };
}

type Verdict = WhyStop | WhyAgain;

const isWhyStop = (verdict: Verdict): verdict is WhyStop => Object.hasOwn(STOP_CODES, verdict);

const isClientFault = (status: number | undefined): boolean => status !== undefined && status >= 400 && status < 500;

// Proxies put these under other statuses than the provider would, so the code in the body comes first.
const KNOWN_CODES: readonly { codes: readonly string[]; verdict: Verdict }[] = [
  { codes: ['insufficient_quota', 'billing_error', 'insufficient_balance', 'billing_hard_limit_reached', 'billing_not_active'], verdict: 'quota' },
  { codes: ['context_length_exceeded', 'request_too_large'], verdict: 'context' },
  { codes: ['content_filter', 'content_policy_violation', 'responsibleaipolicyviolation', 'data_inspection_failed'], verdict: 'filter' },
  { codes: ['rate_limit_exceeded', 'rate_limit_error', 'throttlingexception', 'resource_exhausted', 'too_many_requests'], verdict: 'rate' },
  { codes: ['overloaded_error', 'overloaded', 'unavailable'], verdict: 'overload' },
  { codes: ['server_error', 'api_error', 'internal_error', 'internal'], verdict: 'server' },
  { codes: ['invalid_api_key', 'authentication_error', 'permission_error', 'unauthenticated', 'permission_denied'], verdict: 'keyRefused' },
  { codes: ['model_not_found', 'not_found_error'], verdict: 'modelUnknown' },
];

const KNOWN_WORDS: readonly { words: RegExp; verdict: Verdict }[] = [
  { words: /credit balance is too low|insufficient (balance|credits|quota)|exceeded your current quota/i, verdict: 'quota' },
  { words: /api key (is )?(not valid|invalid|expired)|(incorrect|invalid) api key/i, verdict: 'keyRefused' },
  { words: /maximum context length|prompt is too long|context (window|length)|input token count .* exceeds/i, verdict: 'context' },
];

const SCHEMA_WORDS = /schema|response_?format|response_?mime|structured output|output_config|text\.format/i;

function byStatus({ status, transport, codes }: CallFault): Verdict {
  if (transport !== undefined) return transport;
  // No status: an error event inside a stream that had begun well.
  if (status === undefined) return codes.some((code) => /invalid|bad_request/.test(code)) ? 'badRequest' : 'server';
  if (status === 401 || status === 403) return 'keyRefused';
  if (status === 402) return 'quota';
  if (status === 404) return 'modelUnknown';
  if (status === 408) return 'timeout';
  if (status === 409 || status === 425) return 'server';
  if (status === 413) return 'context';
  if (status === 429) return 'rate';
  if (status === 503 || status === 529) return 'overload';
  return isClientFault(status) ? 'badRequest' : 'server';
}

const excerpt = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text.trim());

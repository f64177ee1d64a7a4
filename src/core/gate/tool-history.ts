// What the log knows of the tool calls of one task: each call with its outcome, and the rounds that a new attempt goes on from
// when the one before was lost. The log is the truth: a call with a beginning and no end may have happened.
import type { MusterEvent } from '../change.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { EFFECTS, type Effect } from './effects.ts';

export type CallEnd = 'ok' | 'refused' | 'failed' | 'timed_out' | 'unknown';

/** One call as the log has it. `end` is null while it runs, waits, or was cut off. */
export interface CallRecord {
  readonly attemptId: string;
  readonly callKey: string;
  readonly callId: string | null;
  readonly name: string;
  readonly args: Json;
  readonly purpose: string | null;
  readonly isStarted: boolean;
  readonly end: CallEnd | null;
  readonly rule: string | null;
  readonly text: string;
  readonly isJson: boolean;
  /** Only the beginning is in `text`; the rest was kept. */
  readonly isCut: boolean;
  readonly bytes: number;
  readonly ms: number;
  readonly effects: readonly Effect[];
  readonly by: string | null;
  readonly at: number;
  /** The newest event about it. */
  readonly seq: number;
  readonly seqAt: number;
}

/** A round that a model asked for, with what is known of each of its calls. */
export interface CallRound {
  readonly text: string;
  readonly calls: readonly (CallRecord & { readonly meta: JsonObject | undefined })[];
}

/** Every call of the events, in the order in which they were asked for. */
export function callsIn(events: Iterable<MusterEvent>): readonly CallRecord[] {
  const calls = new Map<string, CallRecord>();
  for (const event of events) {
    for (const asked of askedIn(event)) calls.set(asked.callKey, asked);
    if (event.type === 'tool.started' || event.type === 'tool.ended') take(calls, event);
  }
  return [...calls.values()];
}

function take(calls: Map<string, CallRecord>, { type, details, at, seq }: MusterEvent): void {
  const callKey = textIn(details, 'call_key');
  if (details === null || callKey === null) return;
  const before = calls.get(callKey) ?? { ...NEW, callKey, attemptId: textIn(details, 'attempt_id') ?? '', name: textIn(details, 'name') ?? '', args: details['args'] ?? {}, at };
  const latest = { seq, seqAt: at };
  if (type === 'tool.started') calls.set(callKey, { ...before, ...latest, isStarted: true, end: null, effects: effectsOf(details) }); // made again, it is open again
  else calls.set(callKey, { ...before, ...latest, ...endIn(details), callId: before.callId ?? textIn(details, 'call_id') });
}

const NEW = { callId: null, purpose: null, isStarted: false, end: null, rule: null, text: '', isJson: false, isCut: false, bytes: 0, ms: 0, effects: [], by: null } as const;

const ENDS: readonly CallEnd[] = ['ok', 'refused', 'failed', 'timed_out', 'unknown'];

function endIn(details: JsonObject): Pick<CallRecord, 'end' | 'rule' | 'text' | 'isJson' | 'isCut' | 'bytes' | 'ms' | 'effects' | 'purpose' | 'by'> {
  const outcome = ENDS.find((end) => end === details['outcome']) ?? 'unknown';
  return {
    end: outcome,
    rule: textIn(details, 'rule'),
    text: textIn(details, 'text') ?? '',
    isJson: details['is_json'] === true,
    isCut: details['is_cut'] === true,
    bytes: numberIn(details, 'bytes'),
    ms: numberIn(details, 'ms'),
    effects: effectsOf(details), purpose: textIn(details, 'purpose'), by: textIn(details, 'by'),
  };
}

function effectsOf(details: JsonObject): readonly Effect[] {
  const effects = details['effects'];
  return Array.isArray(effects) ? EFFECTS.filter((effect) => effects.includes(effect)) : [];
}

function askedIn({ type, details, at, seq }: MusterEvent): readonly (CallRecord & { readonly meta: JsonObject | undefined })[] {
  const asked = type === 'tool.requested' ? details?.['calls'] : undefined;
  if (!Array.isArray(asked)) return [];
  return asked.filter(isJsonObject).map((call) => {
    const meta = call['meta'];
    return {
      ...NEW,
      at,
      seq,
      seqAt: at,
      attemptId: textIn(details, 'attempt_id') ?? '',
      callKey: textIn(call, 'call_key') ?? '',
      callId: textIn(call, 'call_id'),
      name: textIn(call, 'name') ?? '',
      args: call['args'] ?? {},
      meta: isJsonObject(meta) ? meta : undefined,
    };
  });
}

/** After these the next attempt begins anew; a lost one is gone on from. */
const CONTINUED = 'task.lost';

/** The rounds that the newest attempt goes on from: those of the attempts before it that were lost one after another, by the same member. */
export function roundsToGoOn(events: readonly MusterEvent[]): readonly CallRound[] {
  const known = new Map(callsIn(events).map((call) => [call.callKey, call]));
  return newestEffort(events).filter(({ type }) => type === 'tool.requested')
    .map((event) => ({ text: textIn(event.details, 'text') ?? '', calls: askedIn(event).map((asked) => ({ ...asked, ...known.get(asked.callKey), meta: asked.meta })) }));
}

/** The events since the newest attempt, or the first of those that it goes on from, was started. */
export function newestEffort(events: readonly MusterEvent[]): readonly MusterEvent[] {
  let first = 0;
  let member: string | null = null;
  let lastEnd: string = CONTINUED;
  for (const [at, event] of events.entries()) {
    if (event.type === 'task.started') {
      if (lastEnd !== CONTINUED || (member !== null && member !== event.memberId)) first = at;
      member = event.memberId;
    } else if (event.type.startsWith('task.') && event.version > 0 && !BETWEEN.has(event.type)) lastEnd = event.type;
  }
  return events.slice(first);
}

/** Moves between the end of one attempt and the start of the next say nothing about the conversation. */
const BETWEEN: ReadonlySet<string> = new Set(['task.assigned', 'task.created', 'task.unblocked', 'task.offered', 'task.claimed']);

/** The calls that a person was told of: their alert was written right behind their end. */
export function alertedIn(events: readonly MusterEvent[]): ReadonlySet<string> {
  return new Set(events.flatMap(({ type }, at) => (type === 'alert.raised' ? [textIn(events[at - 1]?.details ?? null, 'call_key')] : [])).filter((key) => key !== null));
}

/** What was done to the world so far, also by calls that were cut off. */
export function effectsIn(calls: readonly CallRecord[]): ReadonlySet<Effect> {
  return new Set(calls.filter(({ end, isStarted }) => isStarted || (end !== null && end !== 'refused')).flatMap(({ effects }) => effects));
}

const textIn = (details: JsonObject | null, field: string): string | null => {
  const value = details?.[field];
  return typeof value === 'string' ? value : null;
};
const numberIn = (details: JsonObject, field: string): number => {
  const value = details[field];
  return typeof value === 'number' ? value : 0;
};

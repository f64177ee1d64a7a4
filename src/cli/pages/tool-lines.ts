// The tool calls of a task as lines: when, which tool, what came of it, how long and how much, and why it was made; and what led to an
// alert or a question.
import { EVENTS, isEventType } from '../../core/events.ts';
import type { CallEnd, CallRecord } from '../../core/gate/tool-history.ts';
import { isJsonObject, type Bilingual, type Json, type JsonObject, type Locale } from '../../core/json.ts';
import { reasonWords } from '../state-words.ts';
import { indent, oneLine } from '../terminal/screen.ts';
import { COLON } from '../texts.ts';

export const END_WORDS: Readonly<Record<CallEnd | 'open', Bilingual>> = {
  ok: { en: 'done', zh: '完成' },
  refused: { en: 'refused', zh: '被拒绝' },
  failed: { en: 'failed', zh: '失败' },
  timed_out: { en: 'ended for taking too long', zh: '超时终止' },
  unknown: { en: 'cut off; whether it took effect is not known', zh: '中断，是否生效不明' },
  open: { en: 'not ended', zh: '尚未结束' },
};

const SAYS = {
  none: { en: 'No tool was called.', zh: '没有调用过工具。' },
  purpose: { en: 'purpose', zh: '目的' },
  args: { en: 'arguments', zh: '参数' },
  outcome: { en: 'outcome', zh: '结果' },
  effects: { en: 'may', zh: '可能的影响' },
  by: { en: 'approved by', zh: '批准人' },
  mail: (from: string, id: string): Bilingual => ({ en: `mail of ${from} (${id})`, zh: `${from} 的消息（${id}）` }),
};

export function toolLines(calls: readonly CallRecord[], locale: Locale): string {
  if (calls.length === 0) return SAYS.none[locale];
  return calls.map((call) => [headOf(call, locale), ...factsOf(call, locale).map((line) => indent(line, 4))].join('\n')).join('\n');
}

const headOf = ({ at, name, end, rule, ms, bytes, attemptId }: CallRecord, locale: Locale): string =>
  [new Date(at).toISOString().slice(11, 19), oneLine(name), `${END_WORDS[end ?? 'open'][locale]}${rule === null ? '' : ` (${rule})`}`, `${ms} ms`, `${bytes} B`, attemptId].join('  ');

function factsOf({ purpose, args, text, effects, by }: CallRecord, locale: Locale): readonly string[] {
  const rows: readonly (readonly ['purpose' | 'args' | 'outcome' | 'effects' | 'by', string])[] = [
    ['purpose', purpose ?? ''],
    ['args', JSON.stringify(args)],
    ['outcome', text],
    ['effects', effects.join(', ')],
    ['by', by ?? ''],
  ];
  return rows.filter(([, value]) => value !== '' && value !== '{}').map(([label, value]) => `${SAYS[label][locale]}${COLON[locale]}${oneLine(value.slice(0, 400))}`);
}

/** What led to an alert, or to a question about calls, one line each: tasks that are built on, mail that was shown, calls; or attempts. */
export function historyLines(history: Json | undefined, locale: Locale): readonly string[] {
  if (!Array.isArray(history)) return [];
  return history.map((step: Json) => {
    if (!isJsonObject(step)) return oneLine(String(step).slice(0, 300));
    if (typeof step['task_id'] === 'string') return withEffects(step['task_id'], step, locale);
    if (typeof step['attempt_id'] === 'string') return attemptLine(step, locale);
    if (typeof step['message_id'] === 'string') return withEffects(SAYS.mail(String(step['from']), step['message_id'])[locale], step, locale);
    return callLine(step, locale);
  });
}

const withEffects = (what: string, { effects }: JsonObject, locale: Locale): string =>
  `${what}  ${SAYS.effects[locale]}${COLON[locale]}${Array.isArray(effects) ? effects.join(', ') : ''}`;

function attemptLine({ attempt_id: id, agent_id: member, outcome, execution_summary: summary }: JsonObject, locale: Locale): string {
  const left = oneLine(reasonWords(String(summary ?? ''), locale).slice(0, 100));
  return [String(id), String(member ?? ''), attemptEnd(outcome, locale), left].filter((part) => part !== '').join('  ');
}

/** How an attempt ended, in the words of its event. */
function attemptEnd(outcome: Json | undefined, locale: Locale): string {
  const type = outcome === 'set_aside' ? 'task.result_set_aside' : `task.${String(outcome)}`;
  return isEventType(type) ? EVENTS[type].says[locale] : String(outcome);
}

function callLine({ name, outcome, rule, text }: JsonObject, locale: Locale): string {
  const end = typeof outcome === 'string' && isEnd(outcome) ? END_WORDS[outcome][locale] : String(outcome);
  return `${String(name)}  ${end}${typeof rule === 'string' ? ` (${rule})` : ''}  ${oneLine(String(text).slice(0, 100))}`;
}

export const isEnd = (outcome: string): outcome is keyof typeof END_WORDS => Object.hasOwn(END_WORDS, outcome);

/** As the outside sees a call. */
export const callOut = (call: CallRecord): JsonObject => ({
  call_key: call.callKey, attempt_id: call.attemptId, name: call.name, args: call.args, purpose: call.purpose, outcome: call.end, rule: call.rule,
  text: call.text, bytes: call.bytes, ms: call.ms, effects: call.effects, approved_by: call.by, at: new Date(call.at).toISOString(),
});

// The rounds of a conversation as every provider takes them: each call has exactly one answer, in the order of the calls, ids
// are unique and in letters that all allow, nothing is empty, no text is torn. Pure, and twice is as good as once: also what was
// rebuilt from a store after a crash, or written by another provider's model, becomes a history that nobody refuses.
import { isJsonObject, type Bilingual, type Json, type JsonObject, type Locale } from '../../core/json.ts';
import type { Exchange, ToolAnswer, ToolRequest } from '../../ports/model.ts';

export function validHistory(exchanges: readonly Exchange[], locale: Locale): readonly Exchange[] {
  const takeId = uniqueIds(exchanges);
  const valid: Exchange[] = [];
  let said = '';
  for (const { text, calls, answers } of exchanges) {
    // A round without calls has nothing to answer, so it cannot stand alone between two turns of the model.
    said = [said, text.toWellFormed()].filter((part) => part.trim() !== '').join('\n');
    if (calls.length === 0) continue;
    const paired = pair(calls, answers).map(([call, answer]) => {
      const callId = takeId(call.callId);
      return [asCalled(call, callId), asAnswered(answer, callId, locale)] as const;
    });
    valid.push({ text: said, calls: paired.map(([call]) => call), answers: paired.map(([, answer]) => answer) });
    said = '';
  }
  return valid;
}

/** Takes ids one after another: one that comes twice, or in letters that a provider refuses, becomes another; what is right stays. */
export function uniqueIds(exchanges: readonly Exchange[]): (wanted: string) => string {
  const taken = new Set<string>();
  // Ids that stand anywhere in the conversation are not made a second time.
  const standing = new Set(exchanges.flatMap(({ calls }) => calls.map(({ callId }) => callId)));
  return (wanted) => {
    const isFree = VALID_ID.test(wanted) && !taken.has(wanted);
    const callId = isFree ? wanted : madeId(taken.size + 1, (made) => taken.has(made) || standing.has(made));
    taken.add(callId);
    return callId;
  };
}

/** 9 letters and digits: the one form that all providers take. */
function madeId(from: number, isTaken: (made: string) => boolean): string {
  const made = `call${String(from).padStart(5, '0')}`;
  return isTaken(made) ? madeId(from + 1, isTaken) : made;
}

const VALID_ID = /^[a-zA-Z0-9_-]{1,40}$/;

/** The n-th answer to an id belongs to the n-th call with it. What answers no call goes. */
function pair(calls: readonly ToolRequest[], answers: readonly ToolAnswer[]): readonly (readonly [ToolRequest, ToolAnswer | undefined])[] {
  const byId = new Map<string, ToolAnswer[]>();
  for (const answer of answers) byId.set(answer.callId, [...(byId.get(answer.callId) ?? []), answer]);
  return calls.map((call) => [call, byId.get(call.callId)?.shift()]);
}

function asCalled(call: ToolRequest, callId: string): ToolRequest {
  const args = wellFormed(call.args);
  return { ...call, callId, name: nameOf(call.name), args: isJsonObject(args) ? args : { [NOT_AN_OBJECT]: args } };
}

/** Providers take an object only. The model sees here what it wrote, and in the answer what is wrong with it. */
const NOT_AN_OBJECT = 'not_an_object';

/** A name that nobody offers is told back in the answer; in the history it only has to be a name. */
function nameOf(name: string): string {
  const allowed = name.replaceAll(/[^a-zA-Z0-9_-]/gu, '_').slice(0, 64);
  return allowed === '' ? 'no_name' : allowed;
}

function asAnswered(answer: ToolAnswer | undefined, callId: string, locale: Locale): ToolAnswer {
  if (answer === undefined) return { callId, text: NO_ANSWER[locale], isError: true };
  const text = answer.text.toWellFormed();
  return { callId, text: text.trim() === '' ? EMPTY[locale] : text, isError: answer.isError };
}

const NO_ANSWER: Bilingual = {
  en: 'No answer to this call is on record. It may or may not have been carried out; look before you call again.',
  zh: '没有这次调用的结果记录。它可能已经执行，也可能没有；再次调用之前请先查看。',
};
const EMPTY: Bilingual = { en: '(no output)', zh: '（没有输出）' };

/** Half a character is no text for a provider, and it refuses the whole request. */
function wellFormed(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part: Json) => wellFormed(part));
  const copy: JsonObject = Object.fromEntries(Object.entries(value).map(([key, part]) => [key.toWellFormed(), wellFormed(part)]));
  return copy;
}

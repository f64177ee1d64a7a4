// How a tool says no: before the call as a verdict, during the call as a fault with the same rule and the same words.
// Invariant: the text of the fault is in the language of the caller, and the rule is in its details.
import { TeamError } from '../core/errors.ts';
import type { Bilingual, Locale } from '../core/json.ts';
import type { GuardRefusal } from '../ports/tool.ts';

export const refuseCall = (rule: GuardRefusal['rule'], because: Bilingual): GuardRefusal => ({ ok: false, rule, because });

/** What `run` throws where a guard can only judge while it runs. */
export const refusedFault = ({ rule, because }: GuardRefusal, locale: Locale): TeamError =>
  new TeamError('tool.refused', because, { locale, details: { rule } });

/** A fault that the model should read and can cure. `rule` tells programs which one it was. */
export const failedFault = (because: Bilingual, { locale, rule, cause }: { readonly locale: Locale; readonly rule?: string; readonly cause?: unknown }): TeamError =>
  new TeamError('tool.failed', because, { locale, details: rule === undefined ? {} : { rule }, ...(cause === undefined ? {} : { cause }) });

/** Arguments that fit their schema and still make no sense together. */
export const argumentFault = (because: Bilingual, locale: Locale): TeamError =>
  new TeamError('tool.bad_arguments', because, { locale });

/** Foreign text inside a sentence of ours: quoted, on one line, not long. */
export const quoted = (text: string): string => {
  const shown = JSON.stringify(text.toWellFormed().slice(0, 120)).replace(
    /[\u007f-\u009f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return text.length > 120 ? `${shown.slice(0, -1)}…"` : shown;
};

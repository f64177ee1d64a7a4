// The TeamErrors of the model layer, in the language of the request, with the counts a program may want and no secret.
import { TeamError } from '../../core/errors.ts';
import type { Bilingual, Locale } from '../../core/json.ts';
import type { ModelUsage } from '../../ports/model.ts';
import type { ModelPlace, PlaceFound } from '../catalog.ts';
import { STOP_CODES, type Outcome } from './outcome.ts';
import type { Mask } from '../../core/gate/secrets.ts';
import { SAYS, WHY_AGAIN } from './sentences.ts';

/** What one `generate` has done so far. */
export interface Counts {
  calls: number;
  failures: number;
  empties: number;
  reAsks: number;
  /** Tokens of all its calls that were answered. */
  usage: ModelUsage | undefined;
}

interface Failing {
  readonly place: ModelPlace;
  readonly locale: Locale;
  readonly counts: Counts;
  readonly mask: Mask;
  readonly cause?: Error;
}

type LastOutcome = Extract<Outcome, { kind: 'stop' | 'again' | 'empty' }> | { readonly kind: 'unreadable'; readonly because: Bilingual };

/** The error for a call that ended without an answer. `details.kind` tells apart what shares a code. */
export function callFault({ place, locale, counts, mask, cause }: Failing, outcome: LastOutcome): TeamError {
  const { name, keyVariable: variable } = place;
  const { calls } = counts;
  const facts = { model: name, provider: place.provider, calls, usage: counts.usage ?? {} };
  const make = (code: TeamError['code'], says: Bilingual, more: Record<string, unknown>): TeamError =>
    new TeamError(code, { en: mask(says.en), zh: mask(says.zh) }, { locale, details: { ...facts, ...more }, ...(cause === undefined ? {} : { cause }) });
  switch (outcome.kind) {
    case 'empty':
      return make('model.empty', SAYS.empty({ name, calls: counts.empties }), { kind: 'empty' });
    case 'unreadable':
      return make('model.unreadable', SAYS.unreadable({ name, calls: counts.reAsks, because: outcome.because }), { kind: 'unreadable' });
    case 'stop':
      return make(STOP_CODES[outcome.why], SAYS[outcome.why]({ name, variable, said: outcome.said }), { kind: outcome.why });
    case 'again': {
      const { why, said, retryAfterMs } = outcome;
      return make('model.overloaded', SAYS.overloaded({ name, said, calls, why: WHY_AGAIN[why] }), { kind: why, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
    }
  }
}

export const placeFault = ({ code, says }: Extract<PlaceFound, { ok: false }>, locale: Locale): TeamError => new TeamError(code, says, { locale });

export const interrupted = ({ name }: ModelPlace, locale: Locale, { usage = {} }: Pick<Counts, 'usage'>): TeamError =>
  new TeamError('engine.interrupted', SAYS.interrupted({ name }), { locale, details: { model: name, usage } });

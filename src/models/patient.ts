// A model that is waited for. While its provider is overloaded or out of reach the call is made again after growing waits, so
// that an outage of some minutes costs no attempt of the work. Comes above the list of models that stand in for one another:
// the next of them is asked first. What no wait can mend (a key, a quota, a refusal) is told at once.
import { isTeamError, TeamError } from '../core/errors.ts';
import type { Model, ModelReply, ModelRequest } from '../ports/model.ts';
import type { LimitClock } from './limits.ts';

/** Five minutes in all, beside what the tries themselves take. */
export const WAITS_MS: readonly number[] = [10_000, 20_000, 30_000, 60_000, 60_000, 60_000, 60_000];

export function patientModel(model: Model, clock: LimitClock): Model {
  return { ...model, generate: (request) => generatePatiently(model, clock, request) };
}

async function generatePatiently(model: Model, clock: LimitClock, request: ModelRequest): Promise<ModelReply> {
  const until = clock.now() + WAITS_MS.reduce((sum, wait) => sum + wait, 0);
  const live = watchText(request);
  for (const wait of WAITS_MS) {
    try {
      return await model.generate(live.request);
    } catch (error) {
      const asked = waitAskedFor(error);
      if (asked === undefined || clock.now() + asked > until) throw error;
      await clock.sleep(Math.max(wait, asked), request.signal).catch(() => undefined);
      if (request.signal.aborted) throw new TeamError('engine.interrupted', STOPPED, { locale: request.locale, cause: error });
      live.restart();
    }
  }
  return model.generate(live.request);
}

/** The least to wait; undefined where no wait helps. */
function waitAskedFor(error: unknown): number | undefined {
  if (!isTeamError(error, 'model.overloaded') || error.details['kind'] === 'quota') return undefined;
  const asked = error.details['retryAfterMs'];
  return typeof asked === 'number' ? asked : 0;
}

/** What a model showed before it failed is no part of the next try's answer. */
export function watchText(request: ModelRequest): { readonly request: ModelRequest; readonly restart: () => void } {
  let shown = false;
  const { onText, onRestart } = request;
  if (onText === undefined) return { request, restart: () => undefined };
  return {
    restart() {
      if (shown) onRestart?.();
      shown = false;
    },
    request: {
      ...request,
      onText: (delta) => ((shown = true), onText(delta)),
      onRestart: () => ((shown = false), onRestart?.()),
    },
  };
}

const STOPPED = { en: 'The wait for the provider was stopped. Resume the goal to go on.', zh: '等待服务商的过程被中止。继续目标即可接着进行。' } as const;

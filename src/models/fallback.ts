// Several models as one: when a provider is overloaded, has no key or does not know the model, the next is asked.
// Never after a refusal, a filter or an unreadable answer: those belong to the request, not to the provider.
import { isTeamError, type ErrorCode, type TeamError } from '../core/errors.ts';
import type { Model, ModelReply, ModelRequest } from '../ports/model.ts';
import { watchText } from './patient.ts';

/** Carries the name of the first model; the reply names the one that answered. */
export function fallbackModel([first, ...others]: readonly [Model, ...Model[]]): Model {
  return { name: first.name, others: others.map(({ name }) => name), generate: (request) => generateFrom([first, ...others], request) };
}

const NEXT_AFTER: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['model.overloaded', 'model.no_key', 'model.unknown']);

async function generateFrom(models: readonly Model[], request: ModelRequest): Promise<ModelReply> {
  const failures: TeamError[] = [];
  for (const model of models) {
    const live = watchText(request);
    try {
      return await model.generate(live.request);
    } catch (error) {
      if (!isTeamError(error) || !NEXT_AFTER.has(error.code)) throw error;
      failures.push(error);
      live.restart();
    }
  }
  // An overload may pass, a missing key will not: where one of them may pass, the call is worth repeating later.
  throw failures.find(({ code }) => code === 'model.overloaded') ?? failures[0];
}

// One call to a model: the prompt of the step is filled, the answer comes back in the step's form, and what was said and what
// it cost is recorded, also when the call fails. Room in the budget is reserved first; a prompt that is too long is shortened.
import { add, type Amounts } from '../core/budget.ts';
import { isTeamError } from '../core/errors.ts';
import { maskJson, type Mask } from '../core/gate/secrets.ts';
import { isJsonObject, type JsonObject, type Locale } from '../core/json.ts';
import { fillPrompt, type PromptFacts, type PromptName, type PromptSet } from '../core/prompts.ts';
import type { ContextPiece } from '../core/task.ts';
import type { Clock } from '../ports/clock.ts';
import type { CallLeave, TurnRecord, WorkOrder } from '../ports/member.ts';
import type { Model, ModelPurpose, ModelReply, ModelRequest, ModelUsage } from '../ports/model.ts';
import { fitToWindow, halveMaterial, roomOf, tokensOf, type Filling, type Fitted } from './fit-prompt.ts';

export interface ModelMemberParts {
  /** The model of a step. */
  readonly model: (purpose: ModelPurpose) => Promise<Model>;
  readonly prompts: () => PromptSet;
  readonly clock: Clock;
  /** Takes known secrets out of what a model is told and of what it says. */
  readonly mask?: Mask;
}

/** One call of one step. */
export interface Turn<Name extends PromptName> extends Filled<Name> {
  readonly purpose: ModelPurpose;
  readonly prompt: Name;
  /** What may be shortened when the model cannot read so much: never the task, its criteria or the rework. */
  readonly material?: { readonly pieces: readonly ContextPiece[]; readonly fill: (pieces: readonly ContextPiece[]) => Filled<Name> };
  readonly tools?: Filling['tools'];
  readonly schema?: JsonObject;
  readonly order: {
    readonly locale: Locale;
    readonly signal: AbortSignal;
    readonly record: (turn: TurnRecord) => void;
    readonly onText: (delta: string) => void;
    readonly onRestart?: (() => void) | undefined;
    readonly reserve?: WorkOrder['reserve'];
  };
}

interface Filled<Name extends PromptName> {
  readonly texts: PromptFacts<Name>;
  readonly facts: ModelRequest['facts'];
}

export type Ask = <Name extends PromptName>(turn: Turn<Name>) => Promise<ModelReply>;

export function asking({ model, prompts, clock, mask = UNMASKED }: ModelMemberParts): Ask {
  // What a provider once found too long is not sent at that length before each round of a conversation.
  const refused = new Map<string, number>();
  return async (turn) => {
    const { purpose, prompt, order, schema, material, tools } = turn;
    const { text, hash } = prompts()[order.locale][prompt];
    const opened = await model(purpose);
    const call = { model: masked(opened, mask), clock, order, schema, about: { purpose, prompt, locale: order.locale, hash } };
    const filling: Filling = {
      pieces: material?.pieces ?? [],
      fill: (pieces) => {
        const { texts, facts } = material === undefined || pieces === material.pieces ? turn : material.fill(pieces);
        return { ...fillPrompt(prompt, text, texts), facts };
      },
      tools,
      schema,
      locale: order.locale,
    };
    const known = (tools?.exchanges.length ?? 0) > 0 ? refused.get(opened.name) : undefined;
    const fitted = fitToWindow(filling, Math.min(roomOf(opened.name), known ?? Infinity));
    try {
      return await callModel(call, fitted.request);
    } catch (error) {
      // The provider counts otherwise, or reads less than is known of it: once more with half the material, then it is a fault.
      const shorter = isTooLong(error) ? halveMaterial(filling, fitted) : undefined;
      if (shorter === undefined) throw error;
      refused.set(opened.name, Math.floor(tokensOf(fitted.request, schema) * LESS_THAN_REFUSED));
      return callModel(call, shorter.request);
    }
  };
}

const LESS_THAN_REFUSED = 0.75;

const UNMASKED: Mask = (text) => text;

/** A model is told no secrets, and one that it has learned elsewhere goes no further. */
function masked(model: Model, mask: Mask): Model {
  if (mask === UNMASKED) return model;
  return {
    ...model,
    async generate(request) {
      const { system, prompt, facts, exchanges } = request;
      const told = exchanges === undefined ? {} : { exchanges: exchanges.map((exchange) => ({ ...exchange, answers: exchange.answers.map((answer) => ({ ...answer, text: mask(answer.text) })) })) };
      const reply = await model.generate({ ...request, ...told, system: mask(system), prompt: mask(prompt), facts: maskFields(facts, mask) });
      return { ...reply, text: mask(reply.text), ...(reply.value === undefined ? {} : { value: maskJson(reply.value, mask) }) };
    },
  };
}

const maskFields = (facts: ModelRequest['facts'], mask: Mask): ModelRequest['facts'] => Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, maskJson(value, mask)]));

const isTooLong = (error: unknown): boolean => isTeamError(error, 'model.bad_request') && error.details['kind'] === 'context';

interface Call {
  readonly model: Model;
  readonly clock: Clock;
  readonly order: Turn<PromptName>['order'];
  readonly schema: JsonObject | undefined;
  readonly about: Pick<TurnRecord, 'purpose' | 'prompt' | 'locale' | 'hash'>;
}

async function callModel({ model, clock, order, schema, about }: Call, filled: Fitted['request']): Promise<ModelReply> {
  const ahead = { models: [model.name, ...(model.others ?? [])], inputTokens: tokensOf(filled, schema) };
  const leave = await order.reserve?.(ahead);
  const reserving = reservingMore(leave, async () => order.reserve?.(ahead));
  const began = clock.now();
  const ended = (): Pick<TurnRecord, 'ms' | 'reserved'> => ({ ms: Math.round(clock.now() - began), ...(reserving.sum === undefined ? {} : { reserved: reserving.sum }) });
  try {
    const reply = await model.generate({
      ...filled, purpose: about.purpose, locale: about.locale, signal: order.signal, onText: (delta) => order.onText(delta), onRestart: () => order.onRestart?.(),
      ...(schema === undefined ? {} : { schema }),
      ...(leave?.answerTokens === undefined ? {} : { maxOutputTokens: leave.answerTokens }),
      ...(leave === undefined ? {} : { beforeNextCall: reserving.more }),
    });
    order.record({ ...about, ...ended(), model: reply.model, ...reply.usage });
    return reply;
  } catch (error) {
    order.record({ ...about, ...ended(), model: model.name, error: isTeamError(error) ? error.code : 'engine.defect', ...usageIn(error) });
    throw error;
  }
}

function reservingMore(first: CallLeave | undefined, reserve: () => Promise<CallLeave | undefined>): { sum: Amounts | undefined; readonly more: () => Promise<void> } {
  const reserving = {
    sum: first?.reserved,
    more: async () => {
      const next = await reserve();
      // Still one turn: the calls of one request are recorded together.
      if (next !== undefined && reserving.sum !== undefined) reserving.sum = add(reserving.sum, next.reserved);
    },
  };
  return reserving;
}

/** A call that failed after it was answered has been paid for. */
function usageIn(error: unknown): ModelUsage {
  const usage = isTeamError(error) ? error.details['usage'] : undefined;
  if (!isJsonObject(usage)) return {};
  const counts = (['inputTokens', 'cachedInputTokens', 'outputTokens'] as const).flatMap((field) => (typeof usage[field] === 'number' ? [[field, usage[field]] as const] : []));
  return Object.fromEntries(counts);
}

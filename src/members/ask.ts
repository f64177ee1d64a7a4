// One call to a model: the prompt of the step is filled, the answer comes back in the step's form, and what was said and what
// it cost is recorded, also when the call fails.
import { isTeamError } from '../core/errors.ts';
import type { JsonObject, Locale } from '../core/json.ts';
import { fillPrompt, type PromptFacts, type PromptName, type PromptSet } from '../core/prompts.ts';
import type { Clock } from '../ports/clock.ts';
import type { TurnRecord } from '../ports/member.ts';
import type { Model, ModelPurpose, ModelReply, ModelRequest } from '../ports/model.ts';

export interface ModelMemberParts {
  readonly model: () => Promise<Model>;
  readonly prompts: () => PromptSet;
  readonly clock: Clock;
}

/** One call of one step. */
export interface Turn<Name extends PromptName> {
  readonly purpose: ModelPurpose;
  readonly prompt: Name;
  readonly texts: PromptFacts<Name>;
  readonly facts: ModelRequest['facts'];
  readonly schema?: JsonObject;
  readonly order: { readonly locale: Locale; readonly signal: AbortSignal; readonly record: (turn: TurnRecord) => void; readonly onText: (delta: string) => void };
}

export type Ask = <Name extends PromptName>(turn: Turn<Name>) => Promise<ModelReply>;

export function asking({ model, prompts, clock }: ModelMemberParts): Ask {
  return async ({ purpose, prompt, texts, facts, schema, order }) => {
    const { text, hash } = prompts()[order.locale][prompt];
    const filled = fillPrompt(prompt, text, texts);
    const opened = await model();
    const began = clock.now();
    const about = { purpose, prompt, locale: order.locale, hash };
    try {
      const reply = await opened.generate({ purpose, locale: order.locale, ...filled, facts, signal: order.signal, onText: (delta) => order.onText(delta), ...(schema === undefined ? {} : { schema }) });
      order.record({ ...about, model: reply.model, ms: Math.round(clock.now() - began), ...reply.usage });
      return reply;
    } catch (error) {
      order.record({ ...about, model: opened.name, ms: Math.round(clock.now() - began), error: isTeamError(error) ? error.code : 'engine.defect' });
      throw error;
    }
  };
}

// A turn of a model that claims: it is asked with what it sees now, it calls, every call is answered, and it is asked again with all
// of that, until it says something without a call. Leader and teammate differ in their prompt alone.
import type { TurnOrder, TurnReply } from '../ports/member.ts';
import type { Exchange, ModelReply } from '../ports/model.ts';
import type { Ask } from './ask.ts';

export const turnStep = (ask: Ask) => async (order: TurnOrder): Promise<TurnReply> => {
  let exchanges = await order.rounds.history();
  for (;;) {
    const { text, calls = [] } = await asked(ask, order, exchanges);
    if (calls.length === 0) return { text };
    exchanges = [...exchanges, { text, calls, answers: await order.rounds.answer(text, calls) }];
    if (order.rounds.isOver()) return { text };
  }
};

/** The same question in each round; only the rounds grow, and the tools change with what it holds. */
function asked(ask: Ask, order: TurnOrder, exchanges: readonly Exchange[]): Promise<ModelReply> {
  const { sight, rounds } = order;
  const tools = { offers: rounds.offers(), exchanges };
  if (sight.role === 'leader') return ask({ purpose: 'plan', prompt: 'leader-turn', ...sight.seen(), order, tools });
  return ask({ purpose: 'work', prompt: 'teammate-turn', ...sight.seen(), material: { pieces: sight.context, fill: (pieces) => sight.seen(pieces) }, order, tools });
}

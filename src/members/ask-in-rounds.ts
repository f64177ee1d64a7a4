// A model with tools: it is asked, it calls, every call is answered, and it is asked again with all of that, until it gives its
// result. The rounds of an earlier attempt that was lost come first, so nothing is called twice because a process ended.
import { TeamError } from '../core/errors.ts';
import type { Bilingual, Json, Locale } from '../core/json.ts';
import type { ToolRounds, WorkOrder } from '../ports/member.ts';
import type { Exchange } from '../ports/model.ts';
import type { Ask, Turn } from './ask.ts';

/** Rounds of one conversation, those of lost attempts counted too. The breakers of the gate usually come first. */
export const MAX_ROUNDS = 200;

type WorkTurn = Turn<'do-task'>;

/** `turnWith` makes the question from the context that it shall show. */
export async function askInRounds(ask: Ask, order: WorkOrder, turnWith: (context: WorkOrder['context']) => WorkTurn): Promise<Json | undefined> {
  const { tools: rounds } = order;
  if (rounds === undefined) return (await ask(turnWith(order.context))).value;
  const before = await rounds.history();
  if (rounds.offers.length > 0) return askOn(ask, { rounds, exchanges: before, turn: turnWith(order.context), order });
  // Providers take no calls in a conversation without tools: what was done with tools that are gone is told as material.
  return (await ask(turnWith([...order.context, ...before.map((exchange) => asContext(exchange, order.locale))]))).value;
}

interface Asking {
  readonly rounds: ToolRounds;
  readonly exchanges: readonly Exchange[];
  readonly turn: WorkTurn;
  readonly order: WorkOrder;
}

async function askOn(ask: Ask, { rounds, exchanges: before, turn, order }: Asking): Promise<Json | undefined> {
  let exchanges = before;
  while (exchanges.length < MAX_ROUNDS) {
    const { text, calls = [], value } = await ask({ ...turn, tools: { offers: rounds.offers, exchanges } });
    if (calls.length === 0) return value;
    exchanges = [...exchanges, { text, calls, answers: await rounds.answer(text, calls) }];
  }
  throw new TeamError('model.no_end', NO_END, { locale: order.locale, details: { rounds: exchanges.length } });
}

const NO_END: Bilingual = {
  en: `The model called tools in ${MAX_ROUNDS} rounds and gave no result. Split the task, or say more closely when it is done.`,
  zh: `模型连续 ${MAX_ROUNDS} 轮调用工具，仍没有给出结果。请拆分任务，或把完成的条件写得更明确。`,
};

const EARLIER_CALLS: Bilingual = { en: 'earlier tool calls', zh: '此前的工具调用' };

const asContext = ({ text, calls, answers }: Exchange, locale: Locale): WorkOrder['context'][number] => ({
  source: EARLIER_CALLS[locale],
  text: JSON.stringify({ said: text, calls: calls.map(({ name, args }, index) => ({ name, args, answer: answers[index]?.text ?? '' })) }),
});

// The rounds of calls that a model is told, made shorter: the oldest give way first, their answers cut before a round goes. A
// call and its answer stay together or go together, so what is left is a conversation that a provider takes. The newest stays whole.
import type { Bilingual, Locale } from '../core/json.ts';
import { estimateTokens } from '../core/text/estimate-tokens.ts';
import { CUT_MARK, shortenParts } from '../core/text/shorten-parts.ts';
import type { Exchange } from '../ports/model.ts';

export interface Shortened {
  readonly exchanges: readonly Exchange[];
  /** Rounds that are gone, from the oldest on. */
  readonly leftOut: number;
}

/** What takes more than `tokens` even with the newest round alone comes back with that round. */
export function shortenExchanges(exchanges: readonly Exchange[], { tokens, locale }: { readonly tokens: number; readonly locale: Locale }): Shortened {
  const older = Math.max(0, exchanges.length - 1);
  let shorter = exchanges;
  for (let cut = 0; sizeOfAll(shorter) > tokens && cut < older; ) {
    const next = Math.min(cut + STEP, older);
    shorter = shorter.map((exchange, index) => (index >= cut && index < next ? cutAnswers(exchange, { tokens: CUT_TOKENS, locale }) : exchange));
    cut = next;
  }
  let leftOut = 0;
  while (sizeOfAll(shorter.slice(leftOut)) > tokens && leftOut < older) leftOut = Math.min(leftOut + STEP, older);
  return { exchanges: leftOut === 0 ? shorter : shorter.slice(leftOut), leftOut };
}

/** Several rounds at once, so that the beginning of a conversation stays the same for a while: providers keep it for less money. */
const STEP = 4;
/** What is left of an answer that was cut. */
const CUT_TOKENS = 100;

/** The longest answers of a round give way until all of them have at most `tokens`. */
export function cutAnswers(exchange: Exchange, { tokens, locale }: { readonly tokens: number; readonly locale: Locale }): Exchange {
  if (exchange.answers.every(({ text }) => text.length <= tokens)) return exchange;
  const kept = new Map(shortenParts(exchange.answers, { tokens, locale }).map((answer) => [answer.callId, answer.text]));
  return { ...exchange, answers: exchange.answers.map((answer) => ({ ...answer, text: kept.get(answer.callId) ?? CUT_MARK[locale] })) };
}

export const sizeOfAll = (exchanges: readonly Exchange[]): number => exchanges.reduce((sum, exchange) => sum + sizeOf(exchange), 0);

// A conversation is counted anew before each of its rounds, and its rounds do not change.
const sizes = new WeakMap<Exchange, number>();

function sizeOf(exchange: Exchange): number {
  const known = sizes.get(exchange);
  if (known !== undefined) return known;
  const size = estimateTokens(JSON.stringify(exchange.calls)) + estimateTokens(exchange.text) + exchange.answers.reduce((sum, { text }) => sum + estimateTokens(text), 0);
  sizes.set(exchange, size);
  return size;
}

/** Stands where rounds are gone. */
export const leftOutMark = (rounds: number): Bilingual => ({
  en: `[${rounds === 1 ? 'The first round' : `The first ${rounds} rounds`} of your tool calls and their results ${rounds === 1 ? 'was' : 'were'} left out for lack of room.]`,
  zh: `［因篇幅所限，你最早的 ${rounds} 轮工具调用及其结果已略去。］`,
});

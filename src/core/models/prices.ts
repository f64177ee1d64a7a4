// What a model costs, as one dated table. A price that is not known is unknown, never 0: then no sum of money is claimed, and a
// limit in money is refused until the price is said. Team files and policies may lay their own prices over the table.

/** Micro-dollars per million tokens: 3 dollars per million tokens is 3,000,000. */
export interface Price {
  readonly input: number;
  /** Input that the provider found in its cache; absent: it is charged like other input. */
  readonly cachedInput?: number;
  readonly output: number;
  /** Prices of a whole request whose input is longer than `over` tokens. */
  readonly long?: Omit<Price, 'long'> & { readonly over: number };
}

/** By `provider/model`. */
export type Prices = Readonly<Record<string, Price>>;

/**
 * The table is of 2026-11-30, partly from the price pages of Anthropic, OpenAI and Google and partly from other sources: standard tier, in US dollars, without
 * taxes, regional surcharges and discounts that end. Models of the past year are in it, later ones are unknown until a row or a price of one's own is added. Writing to a cache costs a quarter more than plain input at some providers;
 * what they bill for that is not told apart in an answer and not counted here.
 */
export function priceOf(model: string, own: Prices = {}): Price | undefined {
  const names = [model, withoutDate(model), sameAs(model), sameAs(withoutDate(model))];
  for (const prices of [own, PRICES]) for (const name of names) if (Object.hasOwn(prices, name)) return prices[name];
  return undefined;
}

export interface TokensTaken {
  readonly inputTokens?: number;
  readonly cachedInputTokens?: number;
  readonly outputTokens?: number;
}

/** In micro-dollars, rounded up; undefined when a count is missing. */
export function costOf(price: Price, { inputTokens, cachedInputTokens = 0, outputTokens }: TokensTaken): number | undefined {
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const { input, cachedInput = input, output } = price.long !== undefined && inputTokens > price.long.over ? price.long : price;
  const cached = Math.min(cachedInputTokens, inputTokens);
  return Math.ceil(((inputTokens - cached) * input + cached * cachedInput + outputTokens * output) / MILLION);
}

/** A snapshot costs what its model costs: `gpt-5-2025-08-07`, `claude-haiku-4-5-20251001`. */
const withoutDate = (model: string): string => model.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/u, '');

/** The same models under another wire format. */
const sameAs = (model: string): string => model.replace(/^openai-chat\//u, 'openai/');

const MILLION = 1_000_000;

/** Prices as the pages say them, in dollars per million tokens. */
const dollars = (input: number, cachedInput: number | undefined, output: number, long?: Price['long']): Price => ({
  input: input * MILLION,
  ...(cachedInput === undefined ? {} : { cachedInput: cachedInput * MILLION }),
  output: output * MILLION,
  ...(long === undefined ? {} : { long }),
});
const over = (tokens: number, { input, cachedInput, output }: Price): Price['long'] => ({ over: tokens, input, output, ...(cachedInput === undefined ? {} : { cachedInput }) });

const PRICES: Prices = {
  // Plays offline.
  rehearsal: dollars(0, 0, 0),

  'anthropic/claude-fable-5-1': dollars(10, 0.25, 50),
  'anthropic/claude-fable-5': dollars(10, 1, 50),
  'anthropic/claude-opus-5-5': dollars(4, 0.2, 20),
  'anthropic/claude-opus-5': dollars(5, 0.5, 25),
  'anthropic/claude-opus-4-8': dollars(5, 0.5, 25),
  'anthropic/claude-opus-4-7': dollars(5, 0.5, 25),
  'anthropic/claude-opus-4-6': dollars(5, 0.5, 25),
  'anthropic/claude-opus-4-5': dollars(5, 0.5, 25),
  'anthropic/claude-opus-4-1': dollars(15, 1.5, 75),
  'anthropic/claude-sonnet-5-5': dollars(2, 0.1, 10),
  'anthropic/claude-sonnet-5': dollars(2, 0.2, 10),
  'anthropic/claude-sonnet-4-6': dollars(3, 0.3, 15),
  'anthropic/claude-sonnet-4-5': dollars(3, 0.3, 15, over(200_000, dollars(6, 0.6, 22.5))),
  'anthropic/claude-haiku-5-5': dollars(0.1, 0.01, 0.5, over(100_000, dollars(0.5, 0.05, 2.5))),
  'anthropic/claude-haiku-4-5': dollars(1, 0.1, 5),
  'anthropic/claude-3-5-haiku': dollars(0.8, 0.08, 4),

  'openai/gpt-6.2-sol': dollars(2, 0.1, 10, over(272_000, dollars(4, 0.2, 15))),
  'openai/gpt-6.1-sol': dollars(2, 0.1, 10, over(272_000, dollars(4, 0.2, 15))),
  'openai/gpt-6.1-terra': dollars(1, 0.05, 5, over(272_000, dollars(2, 0.1, 7.5))),
  'openai/gpt-6-sol': dollars(2, 0.2, 10, over(272_000, dollars(4, 0.4, 15))),
  // Longer prompts cost more here too, but `windowOf` sends none to a gpt-5.
  'openai/gpt-5.6-sol': dollars(4, 0.4, 20),
  'openai/gpt-5.6-terra': dollars(2, 0.2, 12),
  'openai/gpt-5.6-luna': dollars(0.2, 0.02, 1.2),
  'openai/gpt-5.5': dollars(5, 0.5, 30),
  'openai/gpt-5.4': dollars(2.5, 0.25, 15),
  'openai/gpt-5.4-mini': dollars(0.75, 0.075, 4.5),
  'openai/gpt-5.4-nano': dollars(0.2, 0.02, 1.25),
  'openai/gpt-5.2': dollars(1.75, 0.175, 14),
  'openai/gpt-5.1': dollars(1.25, 0.125, 10),
  'openai/gpt-5': dollars(1.25, 0.125, 10),
  'openai/gpt-5-mini': dollars(0.25, 0.025, 2),
  'openai/gpt-5-nano': dollars(0.05, 0.005, 0.4),
  'openai/gpt-4.1': dollars(2, 0.5, 8),
  'openai/gpt-4.1-mini': dollars(0.4, 0.1, 1.6),
  'openai/gpt-4.1-nano': dollars(0.1, 0.025, 0.4),
  'openai/gpt-4o': dollars(2.5, 1.25, 10),
  'openai/gpt-4o-mini': dollars(0.15, 0.075, 0.6),
  'openai/o3': dollars(2, 0.5, 8),
  'openai/o4-mini': dollars(1.1, 0.275, 4.4),

  // Half of this until the end of 2026.
  'google/gemini-3.8-flash': dollars(1.5, undefined, 7.5),
  'google/gemini-3.5-flash': dollars(1.5, undefined, 9),
  'google/gemini-3.5-flash-lite': dollars(0.3, undefined, 2.5),
  'google/gemini-3.1-pro-preview': dollars(2, undefined, 12, over(200_000, dollars(4, undefined, 18))),
  'google/gemini-3.1-flash-lite': dollars(0.25, undefined, 1.5),
  'google/gemini-3-flash-preview': dollars(0.5, undefined, 3),
  'google/gemini-2.5-pro': dollars(1.25, undefined, 10, over(200_000, dollars(2.5, undefined, 15))),
  'google/gemini-2.5-flash': dollars(0.3, undefined, 2.5),
  'google/gemini-2.5-flash-lite': dollars(0.1, undefined, 0.4),
};

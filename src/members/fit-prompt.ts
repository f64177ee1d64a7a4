// Whether a model can read a request, and the same request with less material when it cannot. First the older rounds of calls
// give way, then context and the text of others; the newest round only when nothing else is left. The task never does.
import type { JsonObject, Locale } from '../core/json.ts';
import { windowOf } from '../core/models/model-windows.ts';
import type { ContextPiece } from '../core/task.ts';
import { estimateTokens } from '../core/text/estimate-tokens.ts';
import { shortenParts } from '../core/text/shorten-parts.ts';
import type { Exchange, ModelRequest } from '../ports/model.ts';
import { cutAnswers, leftOutMark, shortenExchanges, sizeOfAll } from './shorten-exchanges.ts';

type Filled = Pick<ModelRequest, 'system' | 'prompt' | 'facts'>;
type Request = Filled & Pick<ModelRequest, 'tools' | 'exchanges'>;

export interface Filling {
  /** From the oldest to the newest. */
  readonly pieces: readonly ContextPiece[];
  readonly fill: (pieces: readonly ContextPiece[]) => Filled;
  /** What the model may call, and the rounds so far; absent where it gets no tools. */
  readonly tools?: { readonly offers: NonNullable<ModelRequest['tools']>; readonly exchanges: readonly Exchange[] } | undefined;
  readonly schema: JsonObject | undefined;
  readonly locale: Locale;
}

export interface Fitted extends Material {
  readonly request: Request;
}

interface Material {
  readonly pieces: readonly ContextPiece[];
  readonly exchanges: readonly Exchange[];
  readonly leftOut: number;
}

/** Room that is left for the answer. */
const ANSWER_TOKENS = 16_000;

export const roomOf = (model: string): number => windowOf(model) - ANSWER_TOKENS;

/** The request with at most `limit` tokens by our count, as far as its material allows. */
export function fitToWindow(filling: Filling, limit: number): Fitted {
  const { locale } = filling;
  const overBy = ({ request }: Fitted): number => Math.max(0, tokensOf(request, filling.schema) - limit);
  let fitted = fittedWith(filling, { pieces: filling.pieces, exchanges: filling.tools?.exchanges ?? [], leftOut: 0 });
  if (overBy(fitted) > 0 && fitted.exchanges.length > 1) {
    fitted = fittedWith(filling, { ...fitted, ...shortenExchanges(fitted.exchanges, { tokens: sizeOfAll(fitted.exchanges) - overBy(fitted) - MARK_TOKENS, locale }) });
  }
  for (let step = 0, over = overBy(fitted); step < STEPS && over > 0 && fitted.pieces.length > 0; step += 1) {
    fitted = fittedWith(filling, { ...fitted, pieces: shortenParts(fitted.pieces, { tokens: Math.max(0, sizeOf(fitted.pieces) - over), locale }) });
    over = overBy(fitted);
  }
  const newest = fitted.exchanges.at(-1);
  if (overBy(fitted) === 0 || newest === undefined) return fitted;
  // Nothing else is left: with the whole of it the call would surely fail, and fail in the same way each time.
  return fittedWith(filling, { ...fitted, exchanges: withNewest(fitted.exchanges, cutAnswers(newest, { tokens: Math.max(0, answerTokens(newest) - overBy(fitted)), locale })) });
}

/** In the prompt a text takes more than by itself (quotes, line breaks), so one step may not be enough. */
const STEPS = 4;
/** Room for the sentence that stands where rounds were left out. */
const MARK_TOKENS = 50;

/** Undefined when there is nothing left to take away. */
export function halveMaterial(filling: Filling, { pieces, exchanges, leftOut }: Fitted): Fitted | undefined {
  const { locale } = filling;
  const tokens = sizeOf(pieces);
  const newest = exchanges.at(-1);
  if (exchanges.length > 1) {
    const shorter = shortenExchanges(exchanges, { tokens: Math.floor(sizeOfAll(exchanges.slice(0, -1)) / 2) + sizeOfAll(exchanges.slice(-1)), locale });
    return fittedWith(filling, { pieces: shortenParts(pieces, { tokens: Math.floor(tokens / 2), locale }), exchanges: shorter.exchanges, leftOut: leftOut + shorter.leftOut });
  }
  if (tokens > 0) return fittedWith(filling, { pieces: shortenParts(pieces, { tokens: Math.floor(tokens / 2), locale }), exchanges, leftOut });
  if (newest === undefined) return undefined;
  return fittedWith(filling, { pieces, exchanges: [cutAnswers(newest, { tokens: Math.floor(answerTokens(newest) / 2), locale })], leftOut });
}

function fittedWith({ fill, tools, locale }: Filling, { pieces, exchanges, leftOut }: Material): Fitted {
  const filled = fill(pieces);
  const prompt = leftOut === 0 ? filled.prompt : `${filled.prompt}\n\n${leftOutMark(leftOut)[locale]}`;
  return { pieces, exchanges, leftOut, request: { ...filled, prompt, ...(tools === undefined ? {} : { tools: tools.offers, exchanges }) } };
}

/** Rather too many than too few: a provider may be told the form of the answer in words. */
export const tokensOf = ({ system, prompt, tools, exchanges = [] }: Request, schema: JsonObject | undefined): number =>
  estimateTokens(system) + estimateTokens(prompt) + sizeOfAll(exchanges) + (schema === undefined ? 0 : estimateTokens(JSON.stringify(schema))) + (tools === undefined ? 0 : estimateTokens(JSON.stringify(tools)));

const withNewest = (exchanges: readonly Exchange[], newest: Exchange): readonly Exchange[] => [...exchanges.slice(0, -1), newest];

const answerTokens = ({ answers }: Exchange): number => sizeOf(answers);

const sizeOf = (parts: readonly { readonly text: string }[]): number => parts.reduce((sum, { text }) => sum + estimateTokens(text), 0);

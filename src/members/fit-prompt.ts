// Whether a model can read a prompt, and the same prompt with less material when it cannot. Only context and the text of others
// give way. A request has no tool conversation yet: pairs of call and result, which `shortenParts` keeps whole, do not occur.
import type { JsonObject, Locale } from '../core/json.ts';
import { windowOf } from '../core/models/model-windows.ts';
import type { ContextPiece } from '../core/task.ts';
import { estimateTokens } from '../core/text/estimate-tokens.ts';
import { shortenParts } from '../core/text/shorten-parts.ts';
import type { ModelRequest } from '../ports/model.ts';

type Request = Pick<ModelRequest, 'system' | 'prompt' | 'facts'>;

export interface Filling {
  /** From the oldest to the newest. */
  readonly pieces: readonly ContextPiece[];
  readonly fill: (pieces: readonly ContextPiece[]) => Request;
  readonly schema: JsonObject | undefined;
  readonly locale: Locale;
}

export interface Fitted {
  readonly pieces: readonly ContextPiece[];
  readonly request: Request;
}

/** Room that is left for the answer. */
const ANSWER_TOKENS = 16_000;

export function fitToWindow(filling: Filling, model: string): Fitted {
  const request = filling.fill(filling.pieces);
  const limit = windowOf(model) - ANSWER_TOKENS;
  let fitted: Fitted = { pieces: filling.pieces, request };
  for (let step = 0, over = excessOf(filling, request, limit); step < STEPS && over > 0 && fitted.pieces.length > 0; step += 1) {
    const shorter = shortenParts(fitted.pieces, { tokens: Math.max(0, sizeOf(fitted.pieces) - over), locale: filling.locale });
    fitted = { pieces: shorter, request: filling.fill(shorter) };
    over = excessOf(filling, fitted.request, limit);
  }
  return fitted;
}

/** In the prompt a text takes more than by itself (quotes, line breaks), so one step may not be enough. */
const STEPS = 4;

/** Undefined when there is nothing left to take away. */
export function halveMaterial(filling: Filling, { pieces }: Fitted): Fitted | undefined {
  const tokens = sizeOf(pieces);
  if (tokens === 0) return undefined;
  const shorter = shortenParts(pieces, { tokens: Math.floor(tokens / 2), locale: filling.locale });
  return { pieces: shorter, request: filling.fill(shorter) };
}

/** Rather too many than too few: a provider may be told the form of the answer in words. */
export const tokensOf = ({ system, prompt }: Request, schema: JsonObject | undefined): number =>
  estimateTokens(system) + estimateTokens(prompt) + (schema === undefined ? 0 : estimateTokens(JSON.stringify(schema)));

const excessOf = ({ schema }: Filling, request: Request, limit: number): number => Math.max(0, tokensOf(request, schema) - limit);

const sizeOf = (pieces: readonly ContextPiece[]): number => pieces.reduce((sum, { text }) => sum + estimateTokens(text), 0);

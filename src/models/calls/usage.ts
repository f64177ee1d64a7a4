// Counting tokens: what several calls took together, and what one call may take before it is made.
import type { ModelUsage } from '../../ports/model.ts';

/** The sum of two calls. What one of them does not tell stays unknown: a part is not the whole. */
export function addUsage(before: ModelUsage | undefined, next: ModelUsage): ModelUsage {
  if (before === undefined) return next;
  const sum = (name: keyof ModelUsage): ModelUsage => {
    const [a, b] = [before[name], next[name]];
    return a === undefined || b === undefined ? {} : { [name]: a + b };
  };
  return { ...sum('inputTokens'), ...sum('cachedInputTokens'), ...sum('outputTokens') };
}

/** A rough count for the limit of tokens a minute: a token for each wide character, one for four others, and the answer. */
export function estimateTokens(texts: readonly string[], maxOutputTokens = USUAL_ANSWER): number {
  const input = texts.reduce((sum, text) => {
    const wide = text.match(/[\u2E80-\uFFFF]/g)?.length ?? 0;
    return sum + wide + (text.length - wide) / 4;
  }, 0);
  return Math.ceil(input) + maxOutputTokens;
}

const USUAL_ANSWER = 1_000;

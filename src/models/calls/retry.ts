// When to try again: the only place that knows waiting times between tries of one model call.
// Pure: numbers and header values in, milliseconds out. A wait is never shorter than the provider asked for.

export interface RetryRules {
  /** Tries after the first one, counted over the whole call. */
  readonly retries: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** From the first try to the end of the last, waiting included. */
  readonly totalMs: number;
}

export const RETRY_RULES: RetryRules = { retries: 3, firstWaitMs: 1_000, longestWaitMs: 60_000, totalMs: 15 * 60_000 };

/** Where a call stands when a try has failed. */
export interface Failure {
  /** Failed tries so far, this one included. */
  readonly failures: number;
  readonly elapsedMs: number;
  /** What the provider asked for, if it did. */
  readonly retryAfterMs?: number;
  /** From 0 to just under 1. */
  readonly random: number;
}

/** How long to wait before the next try, or undefined when there shall be none. */
export function waitBeforeRetry(rules: RetryRules, { failures, elapsedMs, retryAfterMs, random }: Failure): number | undefined {
  if (failures > rules.retries) return undefined;
  const grown = Math.min(rules.firstWaitMs * 2 ** (failures - 1), rules.longestWaitMs / 2);
  // Half fixed, half by chance: calls that failed together do not come back together.
  const own = grown / 2 + (grown / 2) * random;
  // A provider that asks for more than we may wait is left alone at once: an early try would only be refused again.
  if (retryAfterMs !== undefined && retryAfterMs > rules.longestWaitMs) return undefined;
  const wait = Math.round(retryAfterMs === undefined ? own : retryAfterMs + Math.min(own, 1_000) * random);
  return elapsedMs + wait >= rules.totalMs ? undefined : wait;
}

/** Reads `retry-after-ms`, and `retry-after` as seconds or as a date. */
export function readRetryAfter(headers: Readonly<Record<string, string | undefined>>, now: number): number | undefined {
  const exact = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Number.parseFloat(value) * 1_000;
  // Date.parse takes almost anything for a date; those of HTTP begin with the day of the week.
  const date = /^[A-Z][a-z]{2}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

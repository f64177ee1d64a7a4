// Waiting times between tries, as numbers.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRetryAfter, RETRY_RULES, waitBeforeRetry } from './retry.ts';

const now = Date.parse('2026-05-01T08:00:00Z');

describe('waitBeforeRetry', () => {
  test('3 retries: 0.5 to 1 s, 1 to 2 s, 2 to 4 s, then none', () => {
    const range = (failures: number): (number | undefined)[] => [0, 0.999].map((random) => waitBeforeRetry(RETRY_RULES, { failures, elapsedMs: 0, random }));
    expect([1, 2, 3, 4].map(range)).toEqual([[500, 1_000], [1_000, 1_999], [2_000, 3_998], [undefined, undefined]]);
  });
  test('no retry starts after the total time', () => {
    expect(waitBeforeRetry(RETRY_RULES, { failures: 1, elapsedMs: RETRY_RULES.totalMs - 100, random: 0 })).toBeUndefined();
  });
  test('whatever the numbers: never shorter than asked for, never longer than allowed with a second of chance, never beyond the total', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(1_000_000), fc.option(fc.nat(200_000), { nil: undefined }), fc.double({ min: 0, max: 0.999, noNaN: true }), (failures, elapsedMs, retryAfterMs, random) => {
        const wait = waitBeforeRetry({ ...RETRY_RULES, retries: 20 }, { failures: failures + 1, elapsedMs, random, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
        if (wait === undefined) return;
        expect(wait).toBeGreaterThanOrEqual(retryAfterMs ?? 0);
        expect(wait).toBeLessThanOrEqual(RETRY_RULES.longestWaitMs + 1_000);
        expect(elapsedMs + wait).toBeLessThan(RETRY_RULES.totalMs);
      }),
    );
  });
});

describe('readRetryAfter', () => {
  test.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': ' 0.5 ' }, 500],
    [{ 'retry-after': 'Fri, 01 May 2026 08:01:00 GMT' }, 60_000],
    [{ 'retry-after': 'Fri, 01 May 2026 07:00:00 GMT' }, 0],
    [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-5' }, undefined],
    [{}, undefined],
  ])('%j is %s ms', (headers, wait) => {
    expect(readRetryAfter(headers, now)).toBe(wait);
  });
});

// Whatever comes in whatever order: no 60 seconds hold more than the limits allow, nobody overtakes, nobody waits for ever.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { steppedClock } from '../../test/stepped-clock.ts';
import { createLimiter } from './limits.ts';

const calls = fc.array(fc.record({ gapMs: fc.integer({ min: 0, max: 30_000 }), tokens: fc.integer({ min: 0, max: 150 }), lastsMs: fc.integer({ min: 0, max: 20_000 }) }), { minLength: 1, maxLength: 12 });

test('any 60 seconds hold at most 3 requests and 100 tokens (or 1 larger one), at most 2 run at once, all enter in order', async () => {
  await fc.assert(
    fc.asyncProperty(calls, async (plan) => {
      const clock = steppedClock();
      const limiter = createLimiter({ concurrency: 2, requestsPerMinute: 3, tokensPerMinute: 100 }, clock);
      const entries: { index: number; at: number; tokens: number; end: number }[] = [];
      const signal = new AbortController().signal;
      const done = plan.map(async ({ tokens, lastsMs }, index) => {
        await clock.sleep(plan.slice(0, index + 1).reduce((sum, { gapMs }) => sum + gapMs, 0), signal);
        const ticket = await limiter.enter(tokens, signal);
        entries.push({ index, at: clock.now(), tokens, end: clock.now() + lastsMs });
        await clock.sleep(lastsMs, signal);
        ticket.leave();
      });
      await clock.advance(plan.length * 120_000);
      await Promise.all(done);
      expect(entries.map(({ index }) => index)).toEqual(plan.map((_, index) => index));
      for (const { at, tokens, index } of entries) {
        const minute = entries.filter((entry) => entry.at > at - 60_000 && entry.at <= at && entry.index <= index);
        expect(minute.length).toBeLessThanOrEqual(3);
        const sum = minute.reduce((total, entry) => total + entry.tokens, 0);
        expect(sum <= 100 || sum === tokens).toBe(true);
        expect(entries.filter((entry) => entry.index < index && entry.at <= at && entry.end > at).length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 60 },
  );
});

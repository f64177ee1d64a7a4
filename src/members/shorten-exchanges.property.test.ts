// Any conversation, made shorter: whole rounds only, the oldest first, the newest untouched, never longer than before.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifies } from '../../test/verifies.ts';
import { CUT_MARK } from '../core/text/shorten-parts.ts';
import type { Exchange } from '../ports/model.ts';
import { shortenExchanges, sizeOfAll } from './shorten-exchanges.ts';

const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.constantFrom('长'.repeat(400), 'word '.repeat(300)));
const exchanges = fc.array(fc.array(fc.record({ args: text, answer: text }), { minLength: 1, maxLength: 3 }), { maxLength: 14 }).map((rounds) => rounds.map((calls, at): Exchange => ({
  text: `round ${at}`,
  calls: calls.map(({ args }, index) => ({ callId: `${at}-${index}`, name: 'read', args: { args } })),
  answers: calls.map(({ answer }, index) => ({ callId: `${at}-${index}`, text: answer, isError: false })),
})));

test('any 300 conversations: the last rounds in order, calls as they were, answers as they were or cut with the mark, the newest whole, within the limit unless only the newest is left', () => {
  verifies('models.context_shortened');
  fc.assert(fc.property(exchanges, fc.integer({ min: 0, max: 4_000 }), fc.constantFrom('en' as const, 'zh' as const), (given, tokens, locale) => {
    const { exchanges: kept, leftOut } = shortenExchanges(given, { tokens, locale });
    expect(kept).toHaveLength(given.length - leftOut);
    expect(kept.at(-1)).toBe(given.at(-1));
    expect(sizeOfAll(kept)).toBeLessThanOrEqual(kept.length > 1 ? tokens : Math.max(tokens, sizeOfAll(given.slice(-1))));
    if (sizeOfAll(given) <= tokens) expect(kept).toBe(given);
    for (const [index, exchange] of kept.entries()) {
      const before = given[index + leftOut];
      expect([exchange.text, exchange.calls]).toEqual([before?.text, before?.calls]);
      expect(exchange.answers.map(({ callId }) => callId)).toEqual(exchange.calls.map(({ callId }) => callId));
      for (const [at, answer] of exchange.answers.entries()) {
        const whole = before?.answers[at]?.text;
        if (answer.text !== whole) expect(answer.text.endsWith(CUT_MARK[locale])).toBe(true);
      }
    }
    // The oldest give way first, a few rounds at a time.
    const lastCut = kept.findLastIndex((exchange, index) => exchange !== given[index + leftOut]);
    for (const { answers } of kept.slice(0, Math.max(0, lastCut - 3))) expect(answers.map((answer) => answer.text)).not.toContain('长'.repeat(400));
  }), { numRuns: 300 });
});

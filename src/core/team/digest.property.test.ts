// Whatever mail there is: none of it disappears, nothing is put into it, and it keeps to its limit as far as sender and summary allow.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { CUT_MARK } from '../text/shorten-parts.ts';
import { mailDigest } from './digest.ts';
import { messageId, type Message } from './message.ts';

const content = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), fc.constantFrom('长'.repeat(2_000), 'a "quoted" word\n'.repeat(200), '👩‍👩‍👧‍👦'.repeat(60), '\u2028'.repeat(50)));
const mail = fc.array(fc.record({ content, from: fc.constantFrom('ann', 'bo', 'user'), isBroadcast: fc.boolean() }), { maxLength: 15 }).map((drawn) => drawn.map(({ content: said, from, isBroadcast }, at): Message => ({
  id: messageId(at + 1), key: at + 1, team: 'team', goalId: null, from, to: 'cy', content: said, summary: [...said].slice(0, 60).join(''), isBroadcast, urgent: false, wakes: true, depth: 0, replyTo: null, forwardedFrom: null, state: 'delivered', turn: 1, sentAt: at, closedAt: null,
})));
const sizeOf = (rows: readonly unknown[]): number => rows.reduce((sum: number, row) => sum + estimateTokens(JSON.stringify(row)), 0);

test('any 500 boxes of mail at any limit: every message in its order, its beginning or all of it, and the limit where envelopes leave room', () => {
  fc.assert(fc.property(mail, fc.integer({ min: 0, max: 4_000 }), fc.constantFrom('en' as const, 'zh' as const), (messages, tokens, locale) => {
    const rows = mailDigest(messages, { locale, tokens });
    expect(rows.map(({ message_id: id, from_member_name: from }) => [id, from])).toEqual(messages.map(({ id, from }) => [id, from]));
    for (const [at, row] of rows.entries()) {
      const { content: whole = '', summary = '' } = messages[at] ?? {};
      const shown = String(row['content']);
      if (shown === whole) continue;
      expect(row).toMatchObject({ summary, whole_characters: whole.length });
      expect(shown.endsWith(CUT_MARK[locale])).toBe(true);
      expect(whole.startsWith(shown.slice(0, -CUT_MARK[locale].length).trimEnd())).toBe(true);
    }
    const envelopes = sizeOf(messages.map((message, at) => ({ ...rows[at], summary: message.summary, content: CUT_MARK[locale], whole_characters: message.content.length })));
    expect(sizeOf(rows)).toBeLessThanOrEqual(Math.max(tokens, envelopes));
  }), { numRuns: 500 });
});

// What a member reads after it has written to several: whole sentences, also where one of them was not reached.
import { expect, test } from 'vitest';
import { refuse } from '../../core/errors.ts';
import { REFUSED_MAIL } from '../../core/refusals/refused-mail.ts';
import { WORDS } from './turn-words.ts';

test('mail to three of whom one is unknown: two are named as reached, and the third with the reason', () => {
  const refused = refuse('member.not_found', REFUSED_MAIL.unknown('cy', ['ada', 'bo']));
  expect(WORDS.mailSent([{ to: 'ada', messageId: 'message_1' }, { to: 'cy', refused }, { to: 'bo', messageId: 'message_2' }])).toEqual({
    en: 'Sent: ada (message_1), bo (message_2). An answer comes to you by itself; do not wait for it. To cy: Nobody is called "cy". Nothing was sent. Write the id of one of: ada, bo.',
    zh: '已发送：ada（message_1）、bo（message_2）。对方的答复会自动送达，无需等待。发给 cy：没有名为“cy”的成员，消息没有发出。请写以下成员之一的编号：ada、bo。',
  });
});

test('mail that reached nobody names no answer that could come', () => {
  const refused = refuse('input.invalid', REFUSED_MAIL.toItself);
  expect(WORDS.mailSent([{ to: 'ada', refused }])).toEqual({ en: 'To ada: This is your own address. Write to somebody else.', zh: '发给 ada：这是你自己的地址。请发给别人。' });
});

// A refusal is said in both languages; as a fault it keeps them, and whoever reads one sentence gets that of its language.
import { expect, test } from 'vitest';
import { faultOf, refuse, saidIn, TeamError } from './errors.ts';

const SAYS = { en: 'Say why.', zh: '请写明原因。' };

test('said in both languages it has both, and `because` is the English one', () => {
  expect(refuse('question.bad_answer', SAYS, { id: 'question_1' })).toEqual({ ok: false, code: 'question.bad_answer', because: 'Say why.', says: SAYS, details: { id: 'question_1' } });
});

test('as a fault it keeps code, languages and details; its message is English, or in the language of a reader that is known', () => {
  const fault = faultOf(refuse('question.bad_answer', SAYS, { id: 'question_1' }));
  expect(fault).toBeInstanceOf(TeamError);
  expect({ code: fault.code, message: fault.message, says: fault.says, details: fault.details }).toEqual({ code: 'question.bad_answer', message: 'Say why.', says: SAYS, details: { id: 'question_1' } });
  expect(new TeamError('question.bad_answer', SAYS, { locale: 'zh' }).message).toBe('请写明原因。');
});

test.each([
  [new TeamError('question.bad_answer', SAYS), '请写明原因。'],
  [new Error('ENOENT'), 'ENOENT'],
  ['thrown', 'thrown'],
])('what went wrong is said in the language of the reader, and the words of others as they are', (error, zh) => {
  expect(saidIn(error, 'zh')).toBe(zh);
});

// A refusal may be said in both languages; as a fault it keeps them, and whoever reads one sentence only gets the English one.
import { expect, test } from 'vitest';
import { faultOf, refuse, TeamError } from './errors.ts';

const SAYS = { en: 'Say why.', zh: '请写明原因。' };

test('said in both languages it has both, and `because` is the English one', () => {
  expect(refuse('question.bad_answer', SAYS, { id: 'question_1' })).toEqual({ ok: false, code: 'question.bad_answer', because: 'Say why.', says: SAYS, details: { id: 'question_1' } });
});

test('said in one language it has that one and no `says`', () => {
  expect(refuse('question.bad_answer', 'Say why.')).toEqual({ ok: false, code: 'question.bad_answer', because: 'Say why.' });
});

test.each([
  [refuse('question.bad_answer', SAYS, { id: 'question_1' }), SAYS, { id: 'question_1' }],
  [refuse('question.bad_answer', 'Say why.'), undefined, {}],
])('as a fault it keeps code, sentence, languages and details', (refusal, says, details) => {
  const fault = faultOf(refusal);
  expect(fault).toBeInstanceOf(TeamError);
  expect({ code: fault.code, message: fault.message, says: fault.says, details: fault.details }).toEqual({ code: 'question.bad_answer', message: 'Say why.', says, details });
});

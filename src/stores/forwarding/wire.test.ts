import { expect, test } from 'vitest';
import { refuse } from '../../core/errors.ts';
import { sameInBoth } from '../../core/json.ts';
import { answerOf, asLine, lineReader, outcomeIn, readAnswers, readAsks, type Answer, type Asks } from './wire.ts';

test('what is asked and answered comes as it went', () => {
  const asks: Asks = { epoch: 3, until: 12.5, asks: [[1, 'claim_next', { goalId: 'goal_1', memberId: 'a', onlyCovered: true }], [2, 'other', {}]] };
  expect(readAsks(asLine(asks).trim())).toEqual(asks);
  const refusal = refuse('member.busy', sameInBoth('full'), { holds: ['task_1'] });
  for (const outcome of [undefined, { ok: true, value: undefined }, { ok: true, value: { taskId: 'task_1', token: 2 } }, refusal] as const) {
    const [answer] = readAnswers(asLine([answerOf(7, outcome)]).trim()) ?? [];
    expect(answer?.[0]).toBe(7);
    expect(outcomeIn(answer ?? [0])).toEqual(outcome);
  }
});

test.each(['', 'GET / HTTP/1.1', '5', 'null', '[]', '{}', '{"epoch":1,"until":2}', '{"epoch":1,"until":2,"asks":[{}]}', '{"epoch":1,"until":2,"asks":[[1,2,{}]]}', '{"epoch":"1","until":2,"asks":[]}', '{"epoch":1.5,"until":2,"asks":[]}', '{"epoch":0,"until":2,"asks":[]}', '{"epoch":1,"until":2,"asks":[[1,"a",[]]]}'])('%j asks nothing', (line) => {
  expect(readAsks(line)).toBeUndefined();
});

test.each(['', '{}', '5', '[5]', '[["1"]]', '[[1,null,"no"]]', '[[1,null,{}]]', '[[1,null,{"ok":false,"code":"later.word","says":{"en":"a","zh":"b"},"because":"a"}]]', '[[1,null,{"ok":false,"code":"goal.ended","says":"a","because":"a"}]]'])('%j answers nothing', (line) => {
  expect(readAnswers(line)).toBeUndefined();
});

test('nothing in a list is said to ask elsewhere', () => {
  expect(readAnswers('[]')).toEqual([] satisfies Answer[]);
});

test('lines come whole, however they are cut, and one without an end is not kept for ever', () => {
  const lines: string[] = [];
  const read = lineReader((line) => lines.push(line));
  for (const piece of ['one\ntw', 'o', '\n\nthr', 'ee\nfour']) expect(read(piece)).toBe(true);
  expect(lines).toEqual(['one', 'two', '', 'three']);
  expect(read('x'.repeat(4_000_001))).toBe(false);
});

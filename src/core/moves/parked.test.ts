// An attempt that waits for a person's word: its room stays taken, its clock stands still, and it goes on with the last answer.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, manager, worker, type Bench } from '../../../test/bench-board.ts';
import { verifies } from '../../../test/verifies.ts';
import { AGENCY } from '../policy.ts';
import type { PolicyChoices } from '../policy.ts';
import { callKeyOf, isParked, park, type ParkingKind } from './parked.ts';

const HOUR = 3_600_000;

const atWork = (policy: PolicyChoices = {}): Bench => {
  const b = bench({ policy: { review: 'none', ...policy }, members: [worker('ann', [], { capacity: 1 }), manager()] });
  b.add([{}, {}]);
  b.news();
  return b;
};
const parkOn = (b: Bench, callKey: string, { kind = 'tool_approval', token = 1 }: { readonly kind?: ParkingKind; readonly token?: number } = {}) =>
  b.commit((at) => park(at, { taskId: 'task_1', token, kind, text: { en: 'May I?', zh: '可以吗？' }, material: { call_key: callKey, name: 'mail.send' } }), ['task_1']);
const waiting = (b: Bench) => b.task('task_1').more?.waiting?.questionId;

describe('parking', () => {
  test('asks, keeps the state and the room, and says until when', () => {
    const b = atWork();
    expect(parkOn(b, 'a')).toMatchObject({ ok: true, value: { kind: 'asked', id: 'question_1' } });
    expect(b.news()).toEqual(['question_1 asked']);
    expect(b.task('task_1')).toMatchObject({ state: 'executing', more: { waiting: { for: 'person', reason: 'tool_approval', questionId: 'question_1', until: b.now + AGENCY.times.questionMs } } });
    expect([isParked(b.task('task_1')), b.load('ann'), b.state('task_2')]).toEqual([true, 1, 'pending']);
  });

  test('twice for one call is one question; a new attempt finds it again and says so', () => {
    const b = atWork();
    parkOn(b, 'a');
    expect(parkOn(b, 'a')).toMatchObject({ value: { id: 'question_1' } });
    b.lose('task_1');
    const { starts } = b.task('task_1');
    b.news();
    expect(parkOn(b, 'a', { token: starts })).toMatchObject({ value: { id: 'question_1' } });
    expect(b.news()).toEqual(['task_1 parked']);
    expect(b.openQuestions()).toHaveLength(1);
  });

  test('is refused to an attempt that is over, and asks nobody where nobody is there', () => {
    const b = atWork();
    expect(codeOf(parkOn(b, 'a', { token: 2 }))).toBe('attempt.stale');
    const alone = atWork({ unattended: true });
    expect(parkOn(alone, 'a')).toMatchObject({ ok: true, value: { kind: 'nobody_there' } });
    expect([alone.openQuestions(), isParked(alone.task('task_1'))]).toEqual([[], false]);
  });

  test('stops the clock of the attempt: it is not late while the question is open', () => {
    const b = atWork();
    parkOn(b, 'a');
    b.advance(AGENCY.times.questionMs - HOUR);
    expect(b.task('task_1')).toMatchObject({ state: 'executing', starts: 1 });
  });
});

describe('the answer', () => {
  test('lets the attempt go on, of three questions only with the last', () => {
    verifies('gate.approval_once');
    const b = atWork();
    for (const key of ['a', 'b', 'c']) parkOn(b, key);
    b.answer('approve', { questionId: 'question_2' });
    b.answer('refuse', { questionId: 'question_3' });
    expect([isParked(b.task('task_1')), waiting(b)]).toEqual([true, 'question_1']);
    b.answer('approve', { questionId: 'question_1' });
    expect([isParked(b.task('task_1')), b.state('task_1')]).toEqual([false, 'executing']);
    expect(codeOf(b.answer('approve', { questionId: 'question_1' }))).not.toBe('ok');
  });

  test('"always" allows the tool for the rest of the goal, once', () => {
    const b = atWork();
    parkOn(b, 'a');
    parkOn(b, 'b');
    b.answer('approve_always', { questionId: 'question_1' });
    b.answer('approve_always', { questionId: 'question_2' });
    expect(b.goal().allowedTools).toEqual(['mail.send']);
    expect(b.log.filter((line) => line.includes('allowed'))).toHaveLength(1);
  });

  test('to a member\'s own question needs words', () => {
    const b = atWork();
    parkOn(b, 'a', { kind: 'member_question' });
    expect(codeOf(b.answer('answer'))).toBe('question.bad_answer');
    expect(codeOf(b.answer('answer', { note: 'red' }))).toBe('ok');
  });

  test('after the attempt was lost stands for the next one, and is not asked again', () => {
    const b = atWork();
    parkOn(b, 'a');
    b.lose('task_1');
    expect(codeOf(b.answer('approve'))).toBe('ok');
    expect([...b.rows.questions.values()].map((question) => [question.state, question.answer?.choice, callKeyOf(question)])).toEqual([['answered', 'approve', 'a']]);
  });
});

describe('an attempt that a breaker holds', () => {
  const held = (): Bench => {
    const b = atWork();
    parkOn(b, 'breaker', { kind: 'breaker' });
    parkOn(b, 'other call');
    b.news();
    return b;
  };

  test('goes on, starts over with the note, or is called off; what else it asked is withdrawn with it', () => {
    verifies('gate.breakers');
    const on = held();
    on.answer('go_on', { questionId: 'question_1' });
    expect([on.state('task_1'), on.task('task_1').starts, on.openQuestions().length]).toEqual(['executing', 1, 1]);
    const over = held();
    over.answer('start_over', { questionId: 'question_1', note: 'look at the date' });
    expect([over.openQuestions(), over.task('task_1').more?.note]).toEqual([[], 'look at the date']);
    const off = held();
    off.answer('cancel', { questionId: 'question_1' });
    expect([off.state('task_1'), off.openQuestions()]).toEqual(['cancelled', []]);
  });

  test('and gets no word in time is stopped and told upwards; a call without a word is only not made', () => {
    const b = held();
    b.advance(AGENCY.times.questionMs + HOUR);
    expect(b.news().slice(0, 3)).toEqual(['question_1 expired', 'question_2 expired', 'task_1 escalated (breaker_stop)']);
    const call = atWork();
    parkOn(call, 'a');
    call.advance(AGENCY.times.questionMs + 1);
    expect([call.state('task_1'), isParked(call.task('task_1')), [...call.rows.questions.values()].map(({ state }) => state)]).toEqual(['executing', false, ['expired']]);
  });
});

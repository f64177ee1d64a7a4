// The budget of a goal on the board: room, no room, the answer of a person, and the end with what is there.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, member, worker, type Bench } from '../../../test/bench-board.ts';
import { verifies } from '../../../test/verifies.ts';
import type { PolicyChoices } from '../policy.ts';
import { endReview, endTime, isOutOfTime, putBack, reserveCall } from './budget.ts';
import { letGo, takeOver } from './goal-moves.ts';

const model = (agentId: string) => worker(agentId, ['x'], { kind: 'model', capacity: 9 });
const CALL = { models: ['rehearsal'], inputTokens: 100 };

const limited = (policy: PolicyChoices = {}) => bench({ members: [model('a'), member('r', { roles: ['reviewer'], kind: 'model' })], policy: { answerTokens: 100, review: 'members', budget: { tokens: 500 }, ...policy }, openEnded: true });
const call = (on: Bench, ahead = CALL) => on.expectOk(on.commit((board) => reserveCall(board, on.goalId, ahead)));

test('with room for 500 tokens two calls of 200 go, the third waits for them, and each may answer with 100', () => {
  const on = limited();
  on.add([{ skills: ['x'] }]);
  expect([call(on), call(on), call(on)]).toMatchObject([{ kind: 'go', answerTokens: 100, reserved: { tokens: 200, turns: 1 } }, { kind: 'go' }, { kind: 'wait' }]);
  expect(on.goal().spend?.reserved).toEqual([{ epoch: 1, tokens: 400, micros: 0, turns: 2 }]);
});

test('a call of 600 of 500 tokens is not made: one change halts the goal and asks, no new work begins, later calls ask nothing more', () => {
  verifies('budget.asks_a_person');
  const on = limited();
  const [held] = on.add([{ skills: ['x'] }]);
  if (held === undefined) throw new Error('no task');
  on.news();
  expect(call(on, { ...CALL, inputTokens: 500 })).toEqual({ kind: 'used_up' });
  expect(on.news()).toEqual(['goal_1 used_up', 'question_1 asked']);
  expect(on.openQuestions()).toMatchObject([{ kind: 'budget', choices: ['raise', 'accept_as_is', 'cancel'], material: { unit: 'tokens', limits: { tokens: 500 }, next_call: { tokens: 600 }, raise_by_default: { tokens: 500 } } }]);
  on.add([{ skills: ['x'] }]);
  expect(call(on)).toEqual({ kind: 'used_up' });
  on.commit((board) => putBack(board, { taskId: held, token: 1 }));
  expect(on.news().filter((line) => /assigned|asked|started/u.test(line))).toEqual([]);
  expect(on.task(held)).toMatchObject({ state: 'pending', losses: 0, attempts: 0 });
});

test('a person raises by 300: 300 are left from then on, the work begins again, and the wait moved no clock of the goal', () => {
  const on = limited();
  const [task] = on.add([{ skills: ['x'] }]);
  if (task === undefined) throw new Error('no task');
  call(on, { ...CALL, inputTokens: 500 });
  on.commit((board) => putBack(board, { taskId: task, token: 1 }));
  on.advance(3_600_000);
  expect(codeOf(on.answer('raise', { extra: { raise: { tokens: 300 } } }))).toBe('ok');
  expect(on.goal()).toMatchObject({ spend: { halt: null, limits: { tokens: 800 } }, pauses: [[1_000_000, 4_600_000]] });
  expect(on.state(task)).toBe('executing');
  expect(call(on, { ...CALL, inputTokens: 700 })).toMatchObject({ kind: 'go' });
});

test.each([
  [{ raise: { cents: 5 } }, 'no limit of cents'], [{ raise: { tokens: -5 } }, 'above 0'], [{ raise: 'much' }, 'is an object'], [{ raise: {} }, 'Say by how many tokens'],
])('a raise of %j is refused and the question stays open', (extra, why) => {
  const on = limited();
  on.add([{ skills: ['x'] }]);
  call(on, { ...CALL, inputTokens: 500 });
  expect(on.answer('raise', { extra })).toMatchObject({ ok: false, code: 'question.bad_answer', because: expect.stringContaining(why) });
  expect(on.openQuestions()).toHaveLength(1);
});

test('without a word of how much, it is raised by as much as it had', () => {
  const on = limited();
  on.add([{ skills: ['x'] }]);
  call(on, { ...CALL, inputTokens: 500 });
  on.answer('raise');
  expect(on.goal().spend?.limits).toEqual({ tokens: 1_000 });
});

/** Six tasks in as many situations when the money is gone. */
function inTheMiddle(policy: PolicyChoices = {}) {
  const on = limited({ limits: { maxAttempts: 1 }, ...policy });
  const [running, reviewed, rejected, blocked, nobody] = on.add([{ name: 'running', skills: ['x'] }, { name: 'reviewed', skills: ['x'] }, { name: 'rejected', skills: ['x'] }, { name: 'blocked', dependsOn: ['running'] }, { name: 'nobody', skills: ['zzz'] }]);
  if (running === undefined || reviewed === undefined || rejected === undefined || blocked === undefined || nobody === undefined) throw new Error('no tasks');
  on.submit(reviewed);
  on.submit(rejected);
  on.reject(rejected);
  call(on, { ...CALL, inputTokens: 500 });
  return { on, running, reviewed, rejected, blocked, nobody };
}

describe('accept_as_is', () => {
  test('what rests ends now: a rejected result is taken below standard, the rest is called off; work and reviews in flight come in', () => {
    verifies('budget.asks_a_person');
    const { on, running, reviewed, rejected, blocked, nobody } = inTheMiddle();
    expect(on.state(rejected)).toBe('escalated');
    expect(codeOf(on.answer('accept_as_is', { questionId: on.openQuestions().find(({ kind }) => kind === 'budget')?.id ?? 'question_1' }))).toBe('ok');
    expect([running, reviewed, rejected, blocked, nobody].map((id) => on.state(id))).toEqual(['executing', 'pending_review', 'done', 'cancelled', 'cancelled']);
    expect([on.task(rejected).more?.belowStandard, on.task(blocked).more?.calledOff]).toEqual([true, true]);
    expect(on.openQuestions()).toEqual([]);
    // The review in flight is decided like every other; one that finds no money takes the result as it is.
    on.submit(running);
    on.commit((board) => endReview(board, reviewed));
    on.approve(running);
    expect([on.state(running), on.state(reviewed), on.task(reviewed).more?.belowStandard]).toEqual(['done', 'done', true]);
  });

  test('an attempt that finds no money ends without a result, a rejection takes the result, and the goal closes as reached', () => {
    const { on, running, reviewed } = inTheMiddle();
    on.answer('accept_as_is', { questionId: on.openQuestions().find(({ kind }) => kind === 'budget')?.id ?? 'question_1' });
    on.commit((board) => putBack(board, { taskId: running, token: 1 }));
    on.reject(reviewed);
    expect([on.state(running), on.state(reviewed)]).toEqual(['cancelled', 'done']);
    const [late] = on.add([{ skills: ['x'] }]);
    expect(late === undefined ? '' : on.state(late)).toBe('cancelled');
  });
});

test('cancel ends the goal at once', () => {
  const { on, running } = inTheMiddle();
  on.answer('cancel', { questionId: on.openQuestions().find(({ kind }) => kind === 'budget')?.id ?? 'question_1' });
  expect([on.goal().state, on.state(running)]).toEqual(['cancelled', 'cancelled']);
});

test('unanswered for 72 hours, the goal stops and ends with what is there; nobody called anything off', () => {
  const on = limited();
  const [task] = on.add([{ skills: ['x'] }]);
  if (task === undefined) throw new Error('no task');
  call(on, { ...CALL, inputTokens: 500 });
  on.commit((board) => putBack(board, { taskId: task, token: 1 }));
  on.advance(72 * 3_600_000 + 1);
  expect(on.news()).toEqual(expect.arrayContaining(['question_1 expired', 'goal_1 stopped', `${task} cancelled (budget_used_up)`]));
  expect(on.task(task).more?.calledOff).toBeUndefined();
});

test('unattended, nobody is asked: the goal stops in the same change, and keeps a rejected result only where the policy says so', () => {
  verifies('budget.unattended_ends');
  for (const [unanswered, state] of [['fail', 'cancelled'], ['accept_best', 'done']] as const) {
    const on = limited({ unattended: true, unanswered, afterCap: 'ask' });
    const [held, second] = on.add([{ skills: ['x'] }, { skills: ['x'] }]);
    if (held === undefined || second === undefined) throw new Error('no tasks');
    call(on, { ...CALL, inputTokens: 500 });
    on.submit(second);
    on.reject(second);
    expect(on.rows.questions.size).toBe(0);
    expect([on.state(held), on.state(second)]).toEqual(['executing', state]);
  }
});

test('money is counted at the dearest model that may answer; one without a price is named, and the call is not made', () => {
  verifies('budget.unknown_is_unknown');
  const on = limited({ budget: { cents: 100 }, answerTokens: 1_000 });
  on.add([{ skills: ['x'] }]);
  const ahead = { models: ['anthropic/claude-haiku-4-5', 'anthropic/claude-opus-5-5'], inputTokens: 1_000 };
  expect(call(on, ahead)).toMatchObject({ kind: 'go', reserved: { micros: 24_000 } });
  expect(call(on, { ...ahead, models: ['ollama/llama3'] })).toEqual({ kind: 'no_price', model: 'ollama/llama3' });
});

test('60 minutes of wall time stop a goal that makes no call at all', () => {
  const on = limited({ budget: { minutes: 60 } });
  on.add([{ skills: ['x'] }]);
  expect(isOutOfTime(on.goal(), on.now + 3_599_999)).toBe(false);
  on.advance(3_600_000);
  on.commit((board) => endTime(board, on.goalId));
  expect(on.openQuestions()).toMatchObject([{ kind: 'budget', material: { unit: 'minutes' } }]);
  on.advance(600_000);
  on.answer('raise', { extra: { raise: { minutes: 10 } } });
  expect([isOutOfTime(on.goal(), on.now + 599_999), isOutOfTime(on.goal(), on.now + 600_001)]).toEqual([false, true]);
});

test('what a process had reserved is given back when it lets go and when another takes over', () => {
  verifies('budget.ledger_is_the_events');
  const killed = limited();
  killed.add([{ skills: ['x'] }]);
  call(killed);
  killed.restart(2);
  killed.commit((board) => takeOver(board, killed.goalId, { isDead: () => true, openEnded: true }), [killed.goalId]);
  expect(killed.goal().spend?.reserved).toEqual([]);
  const stopped = limited();
  call(stopped);
  stopped.commit((board) => letGo(board, stopped.goalId));
  expect(stopped.goal().spend?.reserved).toEqual([]);
});

// A team that is idle as a whole although work is open: who is woken for what, and that it ends in a question when nobody can be.
import { expect, test } from 'vitest';
import { bench, codeOf, manager, worker, type Bench, type BenchOptions } from '../../../test/bench-board.ts';
import { pauseGoal } from '../moves/goal-moves.ts';
import { assignTask, cancelTask } from '../moves/intervene.ts';
import { claimTask } from './claim.ts';
import { idleOf, raiseStall } from './idle.ts';
import { comeUp, enrolTeam, failMember, restartMember, startMembers } from './lives.ts';
import { sendMail } from './mail.ts';
import { submitPlan } from './member-plan.ts';
import { beginTurn } from './turn.ts';
import { verifies } from '../../../test/verifies.ts';

const team = (options: BenchOptions = {}): Bench => {
  const b = bench({ members: [manager(), worker('ann'), worker('bo')], openEnded: true, ...options, policy: { style: 'team', ...options.policy } });
  b.commit((board) => enrolTeam(board, 'team'));
  b.commit((board) => startMembers(board, { team: 'team' }));
  for (const life of b.board.desk.lives('team')) b.commit((board) => comeUp(board, life));
  return b;
};
const idle = (b: Bench) => {
  const found = idleOf(b.board, b.goal());
  return found.kind === 'wake' ? found.wakes.map(({ memberId, reason, taskIds }) => `${memberId} ${reason} ${taskIds.join(' ')}`.trim()) : found.kind;
};
const claim = (b: Bench, taskId: 'task_1' | 'task_2', memberId: string) => b.expectOk(b.commit((board) => claimTask(board, { taskId, memberId })));

test('with free work those are woken who may claim it; with work in hand its holder; with mail whoever has not read it', () => {
  const b = team();
  b.add([{}, {}]);
  expect(idle(b)).toEqual(['ann can_claim task_1 task_2', 'bo can_claim task_1 task_2']);
  claim(b, 'task_1', 'ann');
  expect(idle(b)).toEqual(['ann holds_a_task task_1', 'bo can_claim task_2']);
  b.expectOk(b.commit((board) => assignTask(board, { taskId: 'task_2', to: 'bo', by: 'boss', as: 'manager' })));
  expect(idle(b)).toEqual(['ann holds_a_task task_1', 'bo given_a_task task_2']);
  b.commit((board) => sendMail(board, { team: 'team', goalId: b.goalId, from: 'ann', to: 'boss', content: 'Which branch?' }));
  expect(idle(b)).toEqual(['boss mail', 'ann holds_a_task task_1', 'bo given_a_task task_2']);
});

test('while one is in a turn, or the goal is paused, or everything has ended, nobody is woken', () => {
  const b = team();
  expect(idle(b)).toBe('moving');
  b.add([{}]);
  b.commit((board) => beginTurn(board, { team: 'team', memberId: 'ann' }));
  expect(idle(b)).toBe('moving');
  const paused = team();
  paused.add([{}]);
  paused.commit((board) => pauseGoal(board, paused.goalId, 'pat'));
  expect(idle(paused)).toBe('moving');
});

test('the approver is woken for a plan and not its author; the manager for what nobody took', () => {
  const b = team({ members: [manager(), worker('ann')], policy: { planGate: true } });
  b.add([{}]);
  b.expectOk(b.commit((board) => submitPlan(board, { taskId: 'task_1', memberId: 'ann', plan: 'so' })));
  expect(idle(b)).toEqual(['boss decide_plan task_1']);
  b.advance(600_001);
  expect([idle(b), b.openQuestions().map(({ kind }) => kind)]).toEqual(['moving', ['member_plan']]);
  const left = team({ members: [manager(), worker('ann')] });
  left.add([{}]);
  left.advance(120_001);
  left.advance(480_001);
  expect(idle(left)).toEqual(['boss nobody_took_it task_1']);
});

test('with nobody left to wake a person is asked, once; the advice reaches the manager, who broke starts anew for it, and "cancel" ends the goal', () => {
  verifies('team.unclaimed_never_lost');
  const b = team({ members: [manager(), worker('ann')] });
  b.add([{}]);
  const allBreak = (): void => ['ann', 'boss'].forEach((memberId) => void b.commit((board) => failMember(board, { team: 'team', memberId }, 'broke')));
  allBreak();
  expect(idle(b)).toBe('stuck');
  const raise = () => b.expectOk(b.commit((board) => raiseStall(board, b.goalId, [])));
  expect([raise(), raise(), b.openQuestions().map(({ kind }) => kind), idle(b)]).toEqual(['asked', 'moving', ['stall'], 'moving']);
  expect(codeOf(b.answer('go_on'))).toBe('question.bad_answer');
  b.expectOk(b.answer('go_on', { note: 'ask bo' }));
  expect(b.board.desk.mailOf('team', 'boss').map(({ content }) => content)).toEqual(['ask bo']);
  // Whoever is to follow the advice is started for it.
  expect(b.board.desk.lives('team').map(({ state }) => state)).toEqual(['starting', 'starting']);
  allBreak();
  raise();
  b.expectOk(b.answer('cancel'));
  expect(b.goal().state).toBe('cancelled');
});

test('an unanswered stall that the team has left behind by itself calls nothing off: who has taken work up since goes on', () => {
  const b = team({ members: [worker('ann')], openEnded: false, policy: { times: { leaseMs: 1e12, attemptMs: 1e12, unassignedMs: 1e12, offerMs: 1e12 } } });
  b.add([{}]);
  b.commit((board) => failMember(board, { team: 'team', memberId: 'ann' }, 'broke'));
  b.expectOk(b.commit((board) => raiseStall(board, b.goalId, [])));
  b.advance(1);
  b.commit((board) => restartMember(board, { team: 'team', memberId: 'ann' }, 'user'));
  b.commit((board) => comeUp(board, { team: 'team', memberId: 'ann' }));
  b.expectOk(b.commit((board) => claimTask(board, { taskId: 'task_1', memberId: 'ann' })));
  b.advance(72 * 3_600_000 + 1);
  expect([b.state('task_1'), b.goal().state, b.rows.questions.get('question_1')?.state]).toEqual(['claimed', 'running', 'expired']);
});

test('an unanswered stall, and one where nobody is there to ask, call the rest off; the goal closes with what is done', () => {
  for (const unattended of [false, true]) {
    const b = team({ members: [worker('ann')], openEnded: false, policy: { unattended } });
    b.add([{ name: 'a' }, { dependsOn: ['a'] }]);
    b.commit((board) => failMember(board, { team: 'team', memberId: 'ann' }, 'broke'));
    b.expectOk(b.commit((board) => raiseStall(board, b.goalId, ['ann can_claim'])));
    if (!unattended) b.rows.questions.forEach((question) => expect(question.material).toMatchObject({ tried: ['ann can_claim'] }));
    b.advance(unattended ? 0 : 72 * 3_600_000 + 1);
    expect([Object.values(b.states()), b.goal().state]).toEqual([['cancelled', 'cancelled'], 'closing']);
  }
});

test('a stall that is still open when the last task ends is withdrawn: nobody is asked about work that is done', () => {
  const b = team({ members: [worker('ann')], openEnded: false });
  b.add([{}]);
  b.commit((board) => failMember(board, { team: 'team', memberId: 'ann' }, 'broke'));
  b.expectOk(b.commit((board) => raiseStall(board, b.goalId, [])));
  b.expectOk(b.commit((board) => cancelTask(board, { taskId: 'task_1', by: 'root', as: 'person', note: null })));
  expect([b.goal().state, b.rows.questions.get('question_1')?.state]).toEqual(['closing', 'withdrawn']);
  expect(codeOf(b.answer('go_on', { note: 'ask ann' }))).toBe('question.closed');
});

// Who is woken for what: the best fit first, one at a time, nobody twice; the leader only for what nobody else can move.
import { expect, test } from 'vitest';
import { bench, manager, worker, type Bench, type BenchOptions } from '../../../test/bench-board.ts';
import { claimTask } from './claim.ts';
import { concernsOf, type Attendance } from './concerns.ts';
import { comeUp, enrolTeam, startMembers } from './lives.ts';
import { sendMail } from './mail.ts';
import { submitPlan } from './member-plan.ts';
import { beginTurn } from './turn.ts';

const team = (options: BenchOptions = {}): Bench => {
  const b = bench({ members: [manager(), worker('ann', ['text']), worker('bo', ['art']), worker('cy', ['text'])], openEnded: true, ...options, policy: { style: 'team', ...options.policy } });
  b.commit((board) => enrolTeam(board, 'team'));
  b.commit((board) => startMembers(board, { team: 'team' }));
  for (const life of b.board.desk.lives('team')) b.commit((board) => comeUp(board, life));
  return b;
};

interface Told {
  readonly told?: ReadonlySet<string>;
  readonly busy?: readonly string[];
  readonly owed?: readonly string[];
}

function look(b: Bench, { told = new Set(), busy = [], owed = [] }: Told = {}) {
  const attendance: Attendance = { team: 'team', isFree: (id) => !busy.includes(id), wasTold: (id, key) => told.has(`${id} ${key}`), isDriven: () => true, isOwed: (id) => owed.includes(id) };
  return concernsOf(b.board, attendance);
}
const words = (b: Bench, told: Told = {}) => look(b, told).map(({ memberId, news }) => `${memberId}: ${news.map(({ kind, taskId }) => (taskId === null ? kind : `${kind} ${taskId}`)).join(', ')}`);
const keys = (b: Bench, told: Told = {}) => new Set([...(told.told ?? []), ...look(b, told).flatMap(({ memberId, news }) => news.map(({ key }) => `${memberId} ${key}`))]);

test('three free tasks go to the members who cover them, one each; the second task of a field waits while its first candidate thinks', () => {
  const b = team();
  b.add([{ skills: ['text'] }, { skills: ['art'] }, { skills: ['art'] }]);
  expect(words(b)).toEqual(['ann: offered task_1', 'bo: offered task_2']);
  const told = keys(b);
  // Both are in their turns; cy covers text, but ann is considering it.
  expect(words(b, { told, busy: ['ann', 'bo'] })).toEqual([]);
  // ann let it be: the next in her field is asked, and bo is asked about the other.
  expect(words(b, { told })).toEqual(['cy: offered task_1', 'bo: offered task_3']);
  const all = keys(b, { told });
  expect(words(b, { told: all })).toEqual([]);
});

test('what is offered again is news to everybody, one after another', () => {
  const b = team();
  b.add([{ skills: ['text'] }]);
  let told = keys(b);
  told = keys(b, { told });
  expect(words(b, { told })).toEqual([]);
  b.advance(120_001);
  expect(words(b, { told })).toEqual(['ann: offered task_1']);
  const asked: string[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    asked.push(...look(b, { told }).map(({ memberId }) => memberId));
    told = keys(b, { told });
  }
  expect(asked).toEqual(['ann', 'cy', 'bo']);
});

test('whoever holds a task is offered nothing more; waking mail comes with what else is new, courtesy wakes nobody', () => {
  const b = team();
  b.add([{ skills: ['art'] }, { skills: ['art'] }]);
  b.expectOk(b.commit((board) => claimTask(board, { taskId: 'task_1', memberId: 'bo' })));
  expect(words(b)).toEqual([]);
  b.commit((board) => sendMail(board, { team: 'team', goalId: b.goalId, from: 'bo', to: 'ann', content: 'Which colour?' }));
  expect(words(b)).toEqual(['ann: mail']);
  b.commit((board) => beginTurn(board, { team: 'team', memberId: 'ann' }));
  b.commit((board) => sendMail(board, { team: 'team', goalId: b.goalId, from: 'ann', to: 'boss', content: 'We need a colour. Which one?' }));
  expect(words(b, { busy: ['ann'] })).toEqual(['boss: mail']);
});

test('the leader is woken for a plan, once for each revision, and not for a claim', () => {
  const b = team({ policy: { planGate: true } });
  b.add([{ skills: ['art'] }]);
  b.expectOk(b.commit((board) => claimTask(board, { taskId: 'task_1', memberId: 'bo' })));
  expect(words(b)).toEqual([]);
  b.expectOk(b.commit((board) => submitPlan(board, { taskId: 'task_1', memberId: 'bo', plan: 'so' })));
  expect(words(b)).toEqual(['boss: plan_to_decide task_1']);
  const told = keys(b);
  expect(words(b, { told })).toEqual([]);
  b.expectOk(b.commit((board) => submitPlan(board, { taskId: 'task_1', memberId: 'bo', plan: 'otherwise' })));
  expect(words(b, { told })).toEqual(['boss: plan_to_decide task_1']);
});

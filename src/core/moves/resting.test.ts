// When a goal rests on people, and on which of their answers.
import { expect, test } from 'vitest';
import { bench, manager, member, worker, type Bench } from '../../../test/bench-board.ts';
import { verifies } from '../../../test/verifies.ts';
import type { Registration } from '../members/registration.ts';
import { pauseGoal } from './goal-moves.ts';
import { adoptPlan } from './goal-plan.ts';
import { restsOn } from './resting.ts';

const person = (agentId: string, sketch: Partial<Registration> = {}): Registration => member(agentId, { kind: 'human', ...sketch });
const waiting = (b: Bench, id = b.goalId) => restsOn(b.board, b.goal(id))?.map((question) => question.id);

test('while a function works it does not rest, although a person was asked; then it does', () => {
  verifies('people.goal_rests');
  const b = bench({ policy: { review: 'none' }, members: [person('ana', { skills: ['law'] }), worker('bob', ['code'])] });
  b.add([{ skills: ['law'] }, { skills: ['code'] }]);
  expect(waiting(b)).toBeUndefined();
  b.submit('task_2');
  expect(waiting(b)).toEqual(['question_1']);
});

test('tasks that only a busy person could take, and what waits for them, rest too', () => {
  verifies('people.goal_rests');
  const b = bench({ policy: { review: 'none' }, members: [person('ana'), person('cy', { skills: ['x'] })] });
  b.add([{ name: 'p' }, { name: 'q' }, { name: 'r' }, { name: 's', dependsOn: ['r'] }]);
  expect(b.states()).toEqual({ task_1: 'assigned', task_2: 'assigned', task_3: 'pending', task_4: 'blocked' });
  expect(waiting(b)).toEqual(['question_1', 'question_2']);
});

test('a ready task that a busy function could take does not rest', () => {
  const b = bench({ policy: { review: 'none' }, members: [person('ana'), worker('bob')] });
  const other = b.open({ review: 'none' });
  b.add([{}, {}], other);
  b.add([{}]);
  expect(b.state('task_3')).toBe('pending');
  expect(waiting(b)).toBeUndefined();
});

test('kept waiting by another goal it tells that goal\'s question', () => {
  const b = bench({ policy: { review: 'none' }, members: [person('ana')] });
  const other = b.open({ review: 'none' });
  b.add([{}], other);
  b.add([{}]);
  expect(b.state('task_2')).toBe('pending');
  expect(waiting(b)).toEqual(['question_1']);
});

test('a plan that waits for a word rests; a paused goal and one that plans do not', () => {
  const b = bench({ policy: { approveGoalPlan: 'person' }, members: [manager(), worker('a')] });
  expect(waiting(b)).toBeUndefined();
  b.commit((board) => adoptPlan(board, b.goalId, { tries: 0, tasks: [{ title: 'x', content: '', skills: [], input: {}, criteria: [], dependsOn: [] }], notes: [] }), [b.goalId]);
  expect(waiting(b)).toEqual(['question_1']);
  b.commit((board) => pauseGoal(board, b.goalId, 'ann'), [b.goalId]);
  expect(waiting(b)).toBeUndefined();
});

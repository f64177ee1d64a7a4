// The thin row: what stands in `more` only when it is used, who counts as author, who takes up room.
import { expect, test } from 'vitest';
import { bench, worker } from '../../test/bench-board.ts';
import { taskMachine } from './lifecycles.ts';
import { authorsOf, isHeld, withMore, type Task } from './task.ts';

const task = (change: Partial<Task> = {}): Task => {
  const b = bench({ members: [worker('a')] });
  b.add([{}]);
  return { ...b.task('task_1'), ...change };
};

test('a field given as undefined goes, the others stay, and an empty rest is null', () => {
  const row = task({ more: { note: 'n', fixes: ['f'] } });
  expect(withMore(row, { fixes: undefined, comment: 'c' })).toEqual({ note: 'n', comment: 'c' });
  expect(withMore(row, { fixes: undefined, note: undefined })).toBeNull();
  expect(withMore(task(), {})).toBeNull();
  expect(row.more).toEqual({ note: 'n', fixes: ['f'] });
});

test('the authors are the assignee and all before, each once', () => {
  expect(authorsOf(task())).toEqual(['a']);
  expect(authorsOf(task({ more: { earlierAuthors: ['b', 'a'] } }))).toEqual(['b', 'a']);
  expect(authorsOf(task({ assigneeId: null, more: { earlierAuthors: ['b'] } }))).toEqual(['b']);
  expect(authorsOf(task({ assigneeId: null }))).toEqual([]);
});

test('room is taken in exactly the four states with a holder, and only by somebody', () => {
  expect(taskMachine.states.filter((state) => isHeld(task({ state }))).toSorted()).toEqual(['assigned', 'claimed', 'executing', 'plan_approved']);
  expect(isHeld(task({ assigneeId: null }))).toBe(false);
});

// The board as a cache of rows: what a change marks as due, what it lends, and that it can be built again at any time.
import { describe, expect, test } from 'vitest';
import { bench, manager, reviewer, worker } from '../../../test/bench-board.ts';
import { verifies } from '../../../test/verifies.ts';
import { pauseGoal, resumeGoal, takeOver } from '../moves/goal-moves.ts';
import { submit } from '../moves/attempt.ts';
import { settle } from '../next-moves.ts';
import type { LiveBoard } from './live-board.ts';

const dueOf = (board: LiveBoard): string[] => {
  const found: string[] = [];
  for (let due = board.takeDue(); due !== undefined; due = board.takeDue()) found.push(due.kind === 'lane' ? `lane ${due.lane.key}` : due.id);
  return found;
};

describe('what is due', () => {
  test('after a success: its dependant and the lanes of the freed member, not the 200 other tasks', () => {
    verifies('loop.incremental');
    const b = bench({ policy: { review: 'none' }, members: [worker('a', ['x']), worker('b', ['y'])] });
    b.add([{ name: 'first', skills: ['x'] }, { dependsOn: ['first'], skills: ['y'] }, ...Array.from({ length: 100 }, () => ({ skills: ['x'] })), ...Array.from({ length: 100 }, () => ({ skills: ['y'] }))]);
    b.board.now = b.now;
    const decision = submit(b.board, { taskId: 'task_1', token: 1, result: { output: 1, executionSummary: '' }, checks: [], formFaults: [] });
    if (!decision.ok || decision.change === undefined) throw new Error('refused');
    b.board.apply(decision.change);
    expect(dueOf(b.board)).toEqual(['task_2', 'lane x']);
  });

  test('a dependant of two: nothing after the first success, itself after the second', () => {
    const b = bench({ policy: { review: 'none' }, members: [worker('a', ['x']), worker('b', ['y'])] });
    b.add([{ name: 'one', skills: ['x'] }, { name: 'other', skills: ['y'] }, { dependsOn: ['one', 'other'] }]);
    b.board.now = b.now;
    const due = (id: 'task_1' | 'task_2'): string[] => {
      const decision = submit(b.board, { taskId: id, token: 1, result: { output: 1, executionSummary: '' }, checks: [], formFaults: [] });
      if (!decision.ok || decision.change === undefined) throw new Error('refused');
      b.board.apply(decision.change);
      return dueOf(b.board);
    };
    expect(due('task_1')).toEqual([]);
    expect(due('task_2')).toEqual(['task_3']);
  });

  test('nothing, once all has been looked at', () => {
    const b = bench({ members: [worker('a'), reviewer('r')] });
    b.add([{}, {}]);
    expect(dueOf(b.board)).toEqual([]);
    expect(settle(b.board)).toBeUndefined();
  });

  test('while everybody is busy a new ready task marks nothing', () => {
    const b = bench({ members: [worker('a')] });
    b.add([{}]);
    b.add([{}]);
    expect(dueOf(b.board)).toEqual([]);
  });
});

describe('room', () => {
  test('is taken while a member holds a task, and free in review, after the end, a loss and a decline', () => {
    const b = bench({ members: [worker('a'), reviewer('r'), manager()] });
    const load = (): number => b.load('a');
    b.add([{}]);
    expect(load()).toBe(1);
    b.submit('task_1');
    expect(load()).toBe(0);
    b.reject('task_1');
    expect(load()).toBe(1);
    b.decline('task_1');
    expect(load()).toBe(0);
  });

  test('moves with the goal to the crew of the process that takes it over', () => {
    const b = bench({ members: [worker('a', [], { capacity: 5 })] });
    b.add([{}, {}]);
    b.restart(2);
    expect(b.load('a')).toBe(2);
    const before = b.board.crew(b.goal());
    b.commit((at) => takeOver(at, b.goalId, { isDead: () => true, openEnded: false }));
    expect(b.board.crew(b.goal())).not.toBe(before);
    expect([before.seats.get('a')?.load, b.load('a')]).toEqual([0, 2]);
  });
});

describe('rows that are not open', () => {
  test('an ended task can be read until the transaction is over, and then no more', () => {
    const b = bench({ policy: { review: 'none' }, members: [worker('a')], openEnded: true });
    b.add([{}]);
    b.submit('task_1');
    expect(b.board.task('task_1')).toBeUndefined();
    b.commit((at) => {
      expect(at.task('task_1')).toMatchObject({ state: 'completed' });
      return { ok: true, value: undefined };
    }, ['task_1']);
    expect(b.board.task('task_1')).toBeUndefined();
  });

  test('the open tasks, questions and goals are counted without the ended ones', () => {
    const b = bench({ policy: { review: 'none' }, members: [worker('a', ['x'])], openEnded: true });
    b.add([{ skills: ['x'] }, { skills: ['z'] }]);
    b.submit('task_1');
    expect([b.board.openTaskCount(b.goalId), [...b.board.openTasks(b.goalId)].map((task) => task.id), b.board.openQuestions(b.goalId).map((question) => question.id)]).toEqual([1, ['task_2'], ['question_1']]);
    b.answer('fail');
    expect([b.board.openTaskCount(b.goalId), b.board.openQuestions(b.goalId)]).toEqual([0, []]);
  });
});

describe('built again from the rows', () => {
  test('a goal that rested and goes on brings back its ready tasks, oldest first', () => {
    const b = bench({ policy: { review: 'none' }, members: [worker('a')] });
    b.add([{}, {}, {}]);
    b.commit((at) => pauseGoal(at, b.goalId, 'ann'));
    b.submit('task_1');
    b.restart(1);
    b.commit((at) => resumeGoal(at, b.goalId, 'ann'));
    expect(b.states()).toEqual({ task_1: 'completed', task_2: 'executing', task_3: 'pending' });
  });

  test('numbers go on from the last row, ended ones included', () => {
    const b = bench({ policy: { review: 'none' }, members: [worker('a', ['x'])], openEnded: true });
    b.add([{ skills: ['x'] }, { skills: ['z'] }]);
    b.submit('task_1');
    b.answer('fail');
    const again = b.restored();
    expect([again.next, again.lastSeq]).toEqual([{ goal: 2, task: 3, question: 2 }, b.rows.events.length]);
    expect(again.next).toEqual(b.board.next);
  });
});

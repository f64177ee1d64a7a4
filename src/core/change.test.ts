// A draft is the only way to a new state: a move that is no row of the tables makes the whole change a refusal.
import { describe, expect, test } from 'vitest';
import { bench, worker } from '../../test/bench-board.ts';
import { verifies } from '../../test/verifies.ts';
import { Draft } from './change.ts';
import { GOAL_TABLE, goalMachine, QUESTION_TABLE, questionMachine, TASK_TABLE, taskMachine } from './lifecycles.ts';

const setUp = () => {
  const b = bench({ members: [worker('a')] });
  b.add([{ skills: ['z'] }]);
  return { b, task: b.task('task_1'), goal: b.goal(), question: b.openQuestions()[0]! };
};

describe('a move', () => {
  test('of a task is made exactly when the table has it, for every verb, state and target', () => {
    verifies('lifecycle.no_other_move');
    const { b, task } = setUp();
    for (const verb of new Set(TASK_TABLE.map((row) => row.verb))) for (const from of taskMachine.states) for (const to of taskMachine.states) {
      const draft = new Draft(b.board);
      draft.moveTask({ ...task, state: from }, verb, to);
      expect(draft.decision(undefined).ok, `${from} ${verb} ${to}`).toBe(taskMachine.allows(verb, from, to));
    }
  });

  test('of a goal and of a question likewise', () => {
    verifies('lifecycle.no_other_move');
    const { b, goal, question } = setUp();
    for (const verb of new Set(GOAL_TABLE.map((row) => row.verb))) for (const from of goalMachine.states) for (const to of goalMachine.states) {
      const draft = new Draft(b.board);
      draft.moveGoal({ ...goal, state: from }, verb, to);
      expect(draft.decision(undefined).ok).toBe(goalMachine.allows(verb, from, to));
    }
    for (const verb of new Set(QUESTION_TABLE.map((row) => row.verb))) for (const from of questionMachine.states) for (const to of questionMachine.states) {
      const draft = new Draft(b.board);
      draft.moveQuestion({ ...question, state: from }, verb, to);
      expect(draft.decision(undefined).ok).toBe(questionMachine.allows(verb, from, to));
    }
  });

  test('that is refused says from where, to where, by what, and takes the legal moves beside it with it', () => {
    const { b, task, goal } = setUp();
    const before = b.rows.events.length;
    const refused = b.commit((at) => {
      const draft = new Draft(at);
      draft.moveGoal(goal, 'drain', 'closing');
      draft.moveTask(task, 'submit', 'completed');
      draft.moveTask(task, 'unblock', 'pending');
      return draft.decision(undefined);
    });
    expect(refused).toMatchObject({ ok: false, code: 'lifecycle.illegal_move', details: { id: 'task_1', verb: 'submit', from: 'escalated', to: 'completed' } });
    expect([b.rows.events.length, b.goal().state]).toEqual([before, 'running']);
  });
});

describe('a walk of several moves', () => {
  test('is one row with the last state, one event each, and versions that count on', () => {
    const { b, task } = setUp();
    const draft = new Draft(b.board);
    const retried = draft.moveTask(task, 'retry', 'pending');
    draft.moveTask(retried, 'assign', 'assigned', { fields: { assigneeId: 'a' } });
    expect(draft.tasks).toHaveLength(1);
    expect(draft.tasks[0]).toMatchObject({ state: 'assigned', version: task.version + 2, endedAt: null });
    expect(draft.events.map(({ type, version, memberId }) => [type, version, memberId])).toEqual([['task.retried', task.version + 1, null], ['task.assigned', task.version + 2, 'a']]);
  });

  test('to a final state notes when; the row given in is left as it was', () => {
    const { b, task } = setUp();
    const ended = new Draft(b.board).moveTask(task, 'fail', 'failed');
    expect([ended.endedAt, task.endedAt, task.state]).toEqual([b.now, null, 'escalated']);
  });

  test('nextSeq names the event that comes next', () => {
    const { b, task } = setUp();
    const draft = new Draft(b.board);
    expect(draft.nextSeq()).toBe(b.rows.events.length + 1);
    draft.note('task.note_added', { taskId: task.id }, { note: 'n', by: 'ann' });
    expect(draft.nextSeq()).toBe(b.rows.events.length + 2);
  });
});

// A plan is taken once, whole or not at all; where the policy says so a person has the word before anything starts.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, manager, sketched, worker, type Bench } from '../../../test/bench-board.ts';
import { verifies } from '../../../test/verifies.ts';
import type { Decision } from '../change.ts';
import type { PolicyChoices } from '../policy.ts';
import { pauseGoal } from './goal-moves.ts';
import { adoptPlan, planUnusable } from './goal-plan.ts';

const on = <T>(b: Bench, decide: (board: Bench['board'], id: Bench['goalId']) => Decision<T>): Decision<T> => b.commit(() => decide(b.board, b.goalId), [b.goalId]);

describe('adopting a plan', () => {
  const plan = (tries: number) => ({ tries, tasks: [sketched({}), sketched({})], notes: [] });

  test('makes its tasks and starts them in one commit', () => {
    verifies('plan.one_commit');
    const b = bench({ members: [worker('a')] });
    b.news();
    on(b, (board, id) => adoptPlan(board, id, plan(0)));
    expect(b.news()).toEqual(['goal_1 plan_adopted', 'task_1 created', 'task_2 created', 'task_1 assigned a', 'task_1 started a']);
    expect(b.rows.events.find((event) => event.type === 'goal.plan_adopted')?.details).toEqual({ tasks: 2 });
  });

  test('a second plan for the same goal, or one of an earlier try, is refused: the tasks are not made twice', () => {
    const b = bench({ members: [worker('a')] });
    on(b, (board, id) => adoptPlan(board, id, plan(0)));
    expect(codeOf(on(b, (board, id) => adoptPlan(board, id, plan(0))))).toBe('attempt.stale');
    expect(b.rows.tasks.size).toBe(2);
    const late = bench();
    on(late, (board, id) => planUnusable(board, id, { tries: 0, problems: ['late'] }));
    expect(codeOf(on(late, (board, id) => adoptPlan(board, id, plan(0))))).toBe('attempt.stale');
    expect(codeOf(on(late, (board, id) => planUnusable(board, id, { tries: 0, problems: ['late'] })))).toBe('attempt.stale');
    expect(codeOf(on(late, (board, id) => adoptPlan(board, id, plan(1))))).toBe('ok');
  });

  test('a plan with a ring is refused whole: no task, and the goal still plans', () => {
    verifies('plan.one_commit');
    const b = bench();
    const ring = [sketched({ name: 'p', dependsOn: ['q'] }), sketched({ name: 'q', dependsOn: ['p'] })];
    expect(codeOf(on(b, (board, id) => adoptPlan(board, id, { tries: 0, tasks: ring, notes: [] })))).toBe('plan.has_cycle');
    expect(b.rows.tasks.size).toBe(0);
    expect(b.goal()).toMatchObject({ state: 'planning', version: 1 });
  });

  test('what code changed in the plan is on record with it', () => {
    const b = bench();
    on(b, (board, id) => adoptPlan(board, id, { ...plan(0), notes: [{ kind: 'dropped', note: 'report back' }] }));
    expect(b.rows.events.find((event) => event.type === 'goal.plan_adopted')?.details).toEqual({ tasks: 2, notes: [{ kind: 'dropped', note: 'report back' }] });
  });

  test('1 and 2 unusable plans ask the manager again, the 3rd a person', () => {
    const b = bench({ members: [manager()] });
    const values = [0, 1, 2].map((tries) => b.expectOk(on(b, (board, id) => planUnusable(board, id, { tries, problems: [`try ${tries}`] }))));
    expect(values).toEqual(['again', 'again', 'asked']);
    expect(b.goal()).toMatchObject({ planTries: 3, planProblems: ['try 2'] });
  });
});

describe('a plan that waits for a person', () => {
  const proposed = (policy: PolicyChoices = {}): Bench => {
    const b = bench({ policy: { approveGoalPlan: 'person', ...policy }, members: [worker('a'), manager()] });
    propose(b);
    return b;
  };
  const propose = (b: Bench) => on(b, (board, id) => adoptPlan(board, id, { tries: b.goal().planTries, tasks: [sketched({ name: 'p', content: 'write' }), sketched({ name: 'q', dependsOn: ['p'] })], notes: [{ note: 'one dropped' }] }));

  test('starts nothing: the question shows every task and what code changed', () => {
    const b = proposed();
    expect([b.goal().state, b.rows.tasks.size]).toEqual(['plan_review', 0]);
    expect(b.openQuestions()).toEqual([expect.objectContaining({
      kind: 'goal_plan', taskId: null, choices: ['approve', 'refuse', 'cancel'], waitMs: 259_200_000,
      material: { plan: [{ title: 'p', content: 'write', input: {}, name: 'p' }, { title: 'q', input: {}, name: 'q', depends_on: ['p'] }], notes: [{ note: 'one dropped' }] },
    })]);
  });

  test('approved it becomes tasks, and the first starts in that commit', () => {
    const b = proposed();
    b.news();
    b.answer('approve');
    expect(b.news()).toEqual(['question_1 answered', 'goal_1 plan_adopted', 'task_1 created', 'task_2 created', 'task_1 assigned a', 'task_1 started a']);
    expect(b.goal()).toMatchObject({ state: 'running', proposal: null });
    expect(codeOf(b.answer('approve', { questionId: 'question_1' }))).toBe('question.closed');
    expect(b.rows.tasks.size).toBe(2);
  });

  test('refused with a note it goes back to the manager, who is told; without a note the refusal is not taken', () => {
    const b = proposed();
    expect(codeOf(b.answer('refuse'))).toBe('question.bad_answer');
    expect(b.goal().state).toBe('plan_review');
    b.answer('refuse', { note: 'cheaper' });
    expect(b.goal()).toMatchObject({ state: 'planning', proposal: null, planRefusals: 1, planTries: 0, planProblems: ['cheaper'] });
    expect(b.rows.tasks.size).toBe(0);
  });

  test('can be sent back 3 times; then it is taken or called off', () => {
    const b = proposed();
    for (let round = 1; round <= 3; round += 1) {
      expect(b.openQuestions()[0]?.choices).toContain('refuse');
      b.answer('refuse', { note: 'again' });
      propose(b);
    }
    expect(b.openQuestions()[0]?.choices).toEqual(['approve', 'cancel']);
    expect(codeOf(b.answer('refuse', { note: 'again' }))).toBe('question.bad_answer');
    b.answer('cancel');
    expect(b.goal().state).toBe('cancelled');
  });

  test('not looked at for 72 hours it is taken as it stands', () => {
    const b = proposed();
    b.advance(259_200_000);
    expect(b.goal().state).toBe('plan_review');
    b.advance(1);
    expect(b.goal().state).toBe('running');
    expect(b.rows.questions.get('question_1')?.state).toBe('expired');
    expect(b.state('task_1')).toBe('executing');
  });

  test('when nobody is there to ask it is taken at once', () => {
    const b = proposed({ unattended: true });
    expect(b.goal().state).toBe('running');
    expect(b.rows.questions.size).toBe(0);
  });

  test('approved while the goal is paused it makes its tasks; they start when it goes on', () => {
    const b = proposed();
    on(b, (board, id) => pauseGoal(board, id, 'ann'));
    b.answer('approve');
    expect(b.state('task_1')).toBe('pending');
  });

  test('is withdrawn when a program adds tasks of its own meanwhile', () => {
    const b = proposed();
    b.add([{}]);
    expect([b.goal().state, b.rows.questions.get('question_1')?.state, b.rows.tasks.size]).toEqual(['running', 'withdrawn', 1]);
  });

  test('a second plan for the goal is refused while the first waits', () => {
    expect(codeOf(propose(proposed()))).toBe('attempt.stale');
  });
});

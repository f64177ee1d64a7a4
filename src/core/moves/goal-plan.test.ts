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

  test('while a person is asked how to go on, neither a plan nor the lack of one counts: one question stays', () => {
    const b = bench({ members: [manager()] });
    for (const tries of [0, 1, 2]) on(b, (board, id) => planUnusable(board, id, { tries, problems: ['empty'] }));
    expect(codeOf(on(b, (board, id) => planUnusable(board, id, { tries: 3, problems: ['empty'] })))).toBe('attempt.stale');
    expect(codeOf(on(b, (board, id) => adoptPlan(board, id, plan(3))))).toBe('attempt.stale');
    expect(b.openQuestions().map((question) => question.kind)).toEqual(['plan_failed']);
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

  test('starts nothing: the question shows every task as a planner writes it, and what code changed', () => {
    verifies('people.plan_accepted_first');
    const b = proposed();
    expect([b.goal().state, b.rows.tasks.size]).toEqual(['plan_review', 0]);
    expect(b.news().slice(-2)).toEqual(['goal_1 plan_proposed', 'question_1 asked']);
    expect(b.openQuestions()).toEqual([expect.objectContaining({
      kind: 'goal_plan', taskId: null, askedBy: 'manager', choices: ['accept', 'edit', 'refuse', 'cancel'], waitMs: 259_200_000,
      material: {
        plan: [
          { id: 'p', title: 'p', content: 'write', skills: [], input: {}, criteria: [], depends_on: [] },
          { id: 'q', title: 'q', content: '', skills: [], input: {}, criteria: [], depends_on: ['p'] },
        ],
        notes: [{ note: 'one dropped' }],
      },
    })]);
  });

  test('accepted it becomes tasks, and the first starts in that commit; the event says who accepted it', () => {
    verifies('people.plan_accepted_first');
    const b = proposed();
    b.news();
    b.answer('accept');
    expect(b.news()).toEqual(['question_1 answered', 'goal_1 plan_adopted', 'task_1 created', 'task_2 created', 'task_1 assigned a', 'task_1 started a']);
    expect(b.goal()).toMatchObject({ state: 'running', proposal: null });
    expect(b.rows.events.find((event) => event.type === 'goal.plan_adopted')?.details).toEqual({ tasks: 2, notes: [{ note: 'one dropped' }], by: 'ann' });
    expect(codeOf(b.answer('accept', { questionId: 'question_1' }))).toBe('question.closed');
    expect(b.rows.tasks.size).toBe(2);
  });

  test('edited, the plan that the person gives is carried out instead; without one the question stays open', () => {
    const b = proposed();
    expect(codeOf(b.answer('edit'))).toBe('question.bad_answer');
    expect(b.openQuestions()).toHaveLength(1);
    b.answer('edit', { parts: [sketched({ name: 'only' })], notes: [{ note: 'one default' }] });
    expect(b.rows.events.find((event) => event.type === 'goal.plan_adopted')?.details).toEqual({ tasks: 1, notes: [{ note: 'one default' }], by: 'ann', edited: true });
    expect([...b.rows.briefs.values()].map((brief) => brief.title)).toEqual(['only']);
  });

  test('edited into a ring it is refused, and the question stays open', () => {
    const b = proposed();
    const ring = [sketched({ name: 'p', dependsOn: ['q'] }), sketched({ name: 'q', dependsOn: ['p'] })];
    expect(codeOf(b.answer('edit', { parts: ring }))).toBe('plan.has_cycle');
    expect([b.goal().state, b.openQuestions().length, b.rows.tasks.size]).toEqual(['plan_review', 1, 0]);
  });

  test('refused with a reason it goes back to the manager, who is told; without a reason the refusal is not taken', () => {
    const b = proposed();
    expect(codeOf(b.answer('refuse', { note: '  ' }))).toBe('question.bad_answer');
    expect(b.goal().state).toBe('plan_review');
    b.answer('refuse', { note: 'cheaper' });
    expect(b.goal()).toMatchObject({ state: 'planning', proposal: null, planRefusals: 1, planTries: 0, planFeedback: ['A person sent back the plan with the tasks "p", "q": cheaper'] });
    expect(b.rows.tasks.size).toBe(0);
  });

  test('what the person said is not lost when the next plan cannot be used', () => {
    const b = proposed();
    b.answer('refuse', { note: 'cheaper' });
    on(b, (board, id) => planUnusable(board, id, { tries: 0, problems: ['empty'] }));
    expect(b.goal()).toMatchObject({ planProblems: ['empty'], planFeedback: [expect.stringContaining('cheaper')] });
  });

  test('the 3rd refusal asks how to go on at all, and a retry gives the manager 3 more', () => {
    const b = proposed();
    for (const reason of ['one', 'two', 'three']) {
      expect(b.openQuestions()[0]?.kind).toBe('goal_plan');
      b.answer('refuse', { note: reason });
      if (reason !== 'three') propose(b);
    }
    expect(b.goal().state).toBe('planning');
    expect(b.openQuestions()).toEqual([expect.objectContaining({ kind: 'plan_failed', choices: ['retry', 'fail', 'cancel'], material: { problems: [expect.stringContaining('one'), expect.stringContaining('two'), expect.stringContaining('three')], refusals: 3 } })]);
    b.answer('retry', { note: 'half as many tasks' });
    expect(b.goal()).toMatchObject({ planRefusals: 0, planFeedback: expect.arrayContaining(['half as many tasks']) });
    propose(b);
    b.answer('refuse', { note: 'four' });
    expect(b.openQuestions()).toEqual([]);
  });

  test('called off it ends the goal', () => {
    const b = proposed();
    b.answer('cancel');
    expect([b.goal().state, b.rows.tasks.size]).toEqual(['cancelled', 0]);
  });

  test('not looked at for 72 hours the goal fails and says so; nothing of the plan was started', () => {
    verifies('people.plan_accepted_first');
    const b = proposed();
    b.advance(259_200_000);
    expect(b.goal().state).toBe('plan_review');
    b.news();
    b.advance(1);
    expect(b.news()).toEqual(['question_1 expired', 'goal_1 failed']);
    expect(b.goal()).toMatchObject({ state: 'failed', comment: 'Nobody accepted the plan in time, so nothing of it was started.' });
    expect(b.rows.tasks.size).toBe(0);
  });

  test('when nobody is there to ask the goal fails at once; such a team is not made in the first place', () => {
    const b = proposed({ unattended: true });
    expect(b.goal().state).toBe('failed');
    expect([b.rows.questions.size, b.rows.tasks.size]).toEqual([0, 0]);
  });

  test('accepted while the goal is paused it makes its tasks; they start when it goes on', () => {
    const b = proposed();
    on(b, (board, id) => pauseGoal(board, id, 'ann'));
    b.answer('accept');
    expect(b.state('task_1')).toBe('pending');
  });

  test('lets no program add tasks past it', () => {
    const b = proposed();
    expect(codeOf(b.tryAdd([{}]))).toBe('lifecycle.illegal_move');
    expect([b.goal().state, b.openQuestions().length, b.rows.tasks.size]).toEqual(['plan_review', 1, 0]);
  });

  test('a second plan for the goal is refused while the first waits', () => {
    expect(codeOf(propose(proposed()))).toBe('attempt.stale');
  });
});

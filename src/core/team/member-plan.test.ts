// Plan mode: nothing before the word, only the newest plan is decided about, what was said arrives, and a mute approver is not the end.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, manager, worker, type Bench, type BenchOptions } from '../../../test/bench-board.ts';
import type { TaskId } from '../ids.ts';
import { assignTask } from '../moves/intervene.ts';
import { claimTask, freeOrphans } from './claim.ts';
import { decidePlan, submitPlan, type PlanDecision } from './member-plan.ts';
import { verifies } from '../../../test/verifies.ts';

const MINUTE = 60_000;
const planned = (options: BenchOptions = {}): Bench => bench({ members: [manager(), worker('amy'), worker('bo')], ...options, policy: { style: 'team', planGate: true, ...options.policy } });
const plan = (b: Bench, taskId: TaskId, memberId = 'amy', text = 'first this, then that') => b.commit((board) => submitPlan(board, { taskId, memberId, plan: text }), [taskId]);
const decide = (b: Bench, taskId: TaskId, approved: boolean, more: Partial<PlanDecision> = {}) => b.commit((board) => decidePlan(board, { taskId, approved, by: 'boss', ...more }), [taskId]);
const claim = (b: Bench, taskId: TaskId, memberId = 'amy') => b.commit((board) => claimTask(board, { taskId, memberId }));
const mailOf = (b: Bench, to: string): readonly string[] => b.board.desk.mailOf('team', to).map((mail) => mail.content);

test('a plan for a free task claims it in the same commit, and the task can be completed only after the word', () => {
  verifies('team.plan_gate');
  const b = planned();
  const [one = 'task_0'] = b.add([{}]);
  b.news();
  expect(b.expectOk(plan(b, one))).toEqual({ revision: 1, token: 1 });
  expect(b.news()).toEqual(['task_1 claimed amy', 'task_1 plan_submitted']);
  expect(codeOf(b.submit(one))).toBe('lifecycle.illegal_move');
  expect(b.expectOk(decide(b, one, true, { feedback: 'mind the tests' }))).toBe('approved');
  expect(mailOf(b, 'amy')).toEqual(['Your plan for task_1 was approved. Go ahead.\nmind the tests']);
  expect([b.state(one), codeOf(b.submit(one)), b.state(one)]).toEqual(['plan_approved', 'ok', 'completed']);
});

test('a plan of another member’s task, an empty one, and one where nobody waits for plans are refused', () => {
  const b = planned();
  const [one = 'task_0', two = 'task_0'] = b.add([{}, {}]);
  plan(b, one);
  expect([codeOf(plan(b, one, 'bo')), codeOf(plan(b, two, 'amy')), codeOf(plan(b, two, 'bo', '  '))]).toEqual(['task.taken', 'member.busy', 'input.invalid']);
  const build = planned({ policy: { planGate: false } });
  const [other = 'task_0'] = build.add([{}]);
  expect(codeOf(plan(build, other))).toBe('lifecycle.illegal_move');
  expect(build.state(other)).toBe('pending');
});

describe('a decision', () => {
  test('is about the newest revision, once, and never by its author', () => {
    const b = planned();
    const [one = 'task_0'] = b.add([{}]);
    plan(b, one);
    plan(b, one, 'amy', 'better');
    expect(codeOf(decide(b, one, true, { revision: 1 }))).toBe('store.conflict');
    expect(codeOf(decide(b, one, true, { by: 'amy' }))).toBe('lifecycle.illegal_move');
    expect(codeOf(decide(b, one, true, { revision: 2 }))).toBe('ok');
    expect(codeOf(decide(b, one, false, { feedback: 'too late' }))).toBe('lifecycle.illegal_move');
    expect(b.state(one)).toBe('plan_approved');
    const kept = b.rows.events.filter((event) => event.type === 'task.plan_submitted').map((event) => [event.details?.['revision'], event.details?.['plan']]);
    expect(kept).toEqual([[1, 'first this, then that'], [2, 'better']]);
  });

  test('against it needs a reason, which arrives; the task stays claimed, and the third one brings it to a person', () => {
    const b = planned();
    const [one = 'task_0'] = b.add([{}]);
    plan(b, one);
    expect(codeOf(decide(b, one, false))).toBe('input.invalid');
    expect(b.expectOk(decide(b, one, false, { feedback: 'why so long' }))).toBe('refused');
    expect([b.state(one), mailOf(b, 'amy').at(-1)]).toEqual(['claimed', 'Your plan for task_1 was sent back. Revise it and submit it again.\nwhy so long']);
    plan(b, one);
    decide(b, one, false, { feedback: 'again' });
    plan(b, one);
    expect(b.expectOk(decide(b, one, false, { feedback: 'no' }))).toBe('escalated');
    expect(b.task(one)).toMatchObject({ state: 'escalated', more: { planRefusals: 3 } });
    expect(mailOf(b, 'amy')).toHaveLength(3);
    b.answer('retry');
    expect(b.task(one)).toMatchObject({ state: 'pending' });
    expect(b.task(one).more?.planRefusals).toBeUndefined();
  });
});

describe('nobody decides', () => {
  test('after 10 minutes a person is asked, whose refusal with a note sends it back', () => {
    const b = planned();
    const [one = 'task_0'] = b.add([{}]);
    plan(b, one);
    b.advance(10 * MINUTE + 1);
    expect(b.openQuestions()).toMatchObject([{ kind: 'member_plan', taskId: one, choices: ['approve', 'refuse'], material: { plan: ['first this, then that'], revision: 1 } }]);
    expect(b.answer('refuse', { note: ' ' })).toMatchObject({ code: 'question.bad_answer', says: { en: 'Say what has to change in the plan: --note TEXT. Without it the next one would be the same.', zh: '请写明方案需要修改什么：--note 文字。否则下一份方案还会一样。' } });
    b.expectOk(b.answer('refuse', { note: 'test first' }));
    expect([b.state(one), b.openQuestions()]).toEqual(['claimed', []]);
    expect(mailOf(b, 'amy').at(-1)).toContain('test first');
  });

  test('the manager may still decide while the person is asked, which withdraws the question', () => {
    const b = planned();
    const [one = 'task_0'] = b.add([{}]);
    plan(b, one);
    b.advance(10 * MINUTE + 1);
    decide(b, one, true);
    expect([b.state(one), b.rows.questions.get('question_1')?.state]).toEqual(['plan_approved', 'withdrawn']);
  });

  test('after 10 more minutes the task itself is a person’s; unattended it fails, and without a manager a person is asked at once', () => {
    const b = planned();
    const [one = 'task_0'] = b.add([{}]);
    plan(b, one);
    b.advance(10 * MINUTE + 1);
    b.advance(10 * MINUTE + 1);
    expect([b.state(one), b.openQuestions().map(({ kind }) => kind)]).toEqual(['escalated', ['escalation']]);
    const alone = planned({ policy: { unattended: true } });
    const [two = 'task_0'] = alone.add([{}]);
    plan(alone, two);
    alone.advance(10 * MINUTE + 1);
    expect(alone.state(two)).toBe('failed');
    const leaderless = planned({ members: [worker('amy')] });
    const [three = 'task_0'] = leaderless.add([{}]);
    plan(leaderless, three);
    expect(leaderless.openQuestions()).toMatchObject([{ kind: 'member_plan' }]);
  });
});

test('an accepted plan stands for the rework of its author, and not for another member', () => {
  const b = planned({ members: [manager(), worker('amy'), worker('bo'), worker('r', [], { roles: ['reviewer'] })], policy: { review: 'members' } });
  const [one = 'task_0'] = b.add([{}]);
  plan(b, one);
  decide(b, one, true);
  b.submit(one);
  b.reject(one);
  claim(b, one);
  expect(b.state(one)).toBe('plan_approved');
  b.lose(one);
  claim(b, one, 'bo');
  expect(b.task(one)).toMatchObject({ state: 'claimed', assigneeId: 'bo' });
  expect(b.task(one).more?.plan).toBeUndefined();
});

describe('a task whose plan was accepted and that was lost once too often', () => {
  function escalated(): Bench {
    const b = planned({ policy: { limits: { losses: 1 } } });
    b.add([{}]);
    plan(b, 'task_1');
    decide(b, 'task_1', true);
    b.lose('task_1');
    return b;
  }

  test('is given to another member without the plan: nobody begins on what somebody else was allowed', () => {
    const b = escalated();
    b.expectOk(b.answer('reassign', { extra: { to: 'bo' } }));
    claim(b, 'task_1', 'bo');
    expect([b.state('task_1'), b.task('task_1').more?.plan]).toEqual(['claimed', undefined]);
  });

  test('is given back to its author with it', () => {
    const b = escalated();
    b.expectOk(b.answer('reassign', { extra: { to: 'amy' } }));
    claim(b, 'task_1');
    expect(b.state('task_1')).toBe('plan_approved');
  });

  test('asks for a new one where a person says it anew: the old one was made for other words', () => {
    const b = escalated();
    b.expectOk(b.answer('edit', { edits: { title: 'something else' } }));
    claim(b, 'task_1');
    expect([b.state('task_1'), b.task('task_1').more?.plan]).toEqual(['claimed', undefined]);
  });
});

describe('what was handed in and decided outlives the process of its author', () => {
  const processEnds = (b: Bench) => b.commit((board) => freeOrphans(board, b.goalId, () => true));

  test('an accepted plan is gone on from when its author takes the task up again: it was accepted once, and nobody decides anew', () => {
    verifies('team.plan_gate');
    const b = planned();
    const [one = 'task_0'] = b.add([{}]);
    plan(b, one);
    decide(b, one, true, { feedback: 'mind the tests' });
    processEnds(b);
    expect([b.state(one), b.task(one).more?.plan?.state]).toEqual(['pending', 'accepted']);
    b.news();
    b.expectOk(claim(b, one));
    expect(b.news()).toEqual(['task_1 assigned amy', 'task_1 started amy']);
    expect(b.task(one)).toMatchObject({ state: 'plan_approved', assigneeId: 'amy', starts: 2, losses: 0, more: { plan: { revision: 1, state: 'accepted', by: 'boss' } } });
    const given = b.rows.events.filter(({ type }) => type === 'task.assigned' || type === 'task.plan_approved').map(({ type, details }) => [type, details?.['by']]);
    expect(given).toEqual([['task.plan_approved', 'boss'], ['task.assigned', 'boss']]);
    expect([codeOf(plan(b, one)), codeOf(b.submit(one)), b.state(one)]).toEqual(['lifecycle.illegal_move', 'ok', 'completed']);
  });

  test('also when the manager names its author for it; another member begins with a plan of its own', () => {
    const b = planned();
    const [one = 'task_0', two = 'task_0'] = b.add([{}, {}]);
    plan(b, one);
    decide(b, one, true);
    processEnds(b);
    b.commit((board) => assignTask(board, { taskId: one, to: 'amy', by: 'boss', as: 'manager' }));
    claim(b, one);
    expect(b.state(one)).toBe('plan_approved');
    plan(b, two, 'bo');
    decide(b, two, true);
    processEnds(b);
    claim(b, two);
    expect(b.task(two)).toMatchObject({ state: 'claimed', assigneeId: 'amy' });
    expect(b.task(two).more?.plan).toBeUndefined();
  });

  test('an undecided plan waits for its decision again as soon as its author is back, under the same number, and a new one has the next', () => {
    const b = planned();
    const [one = 'task_0'] = b.add([{}]);
    plan(b, one);
    processEnds(b);
    expect(b.task(one).more?.waiting).toBeUndefined();
    expect(codeOf(decide(b, one, true))).toBe('lifecycle.illegal_move');
    claim(b, one);
    expect(b.task(one)).toMatchObject({ state: 'claimed', more: { plan: { revision: 1, state: 'submitted', text: 'first this, then that' }, waiting: { for: 'manager', reason: 'plan' } } });
    expect(b.expectOk(decide(b, one, true))).toBe('approved');
    expect(b.rows.events.filter(({ type }) => type === 'task.plan_submitted')).toHaveLength(1);
    const other = planned();
    const [two = 'task_0'] = other.add([{}]);
    plan(other, two);
    processEnds(other);
    expect(other.expectOk(plan(other, two, 'amy', 'better'))).toMatchObject({ revision: 2 });
  });

  test('a person is asked about it anew where there is no manager, and a plan that was sent back keeps what was said', () => {
    const b = planned({ members: [worker('amy')] });
    const [one = 'task_0'] = b.add([{}]);
    plan(b, one);
    processEnds(b);
    expect(b.openQuestions()).toEqual([]);
    claim(b, one);
    expect(b.openQuestions()).toMatchObject([{ kind: 'member_plan', taskId: one, material: { revision: 1 } }]);
    b.expectOk(b.answer('refuse', { note: 'test first' }));
    processEnds(b);
    claim(b, one);
    expect(b.task(one)).toMatchObject({ state: 'claimed', more: { plan: { revision: 1, state: 'refused', feedback: 'test first' } } });
    expect(b.openQuestions()).toEqual([]);
  });
});

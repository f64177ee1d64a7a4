// A person in plan mode: a plan is the person's to give or not. One that was given is decided before the result counts, by the same
// approver as a member's, and the person is asked again with what was said.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, manager, member, worker, type Bench, type BenchOptions } from '../../../test/bench-board.ts';
import { verifies } from '../../../test/verifies.ts';
import type { QuestionId, TaskId } from '../ids.ts';
import { endForBudget } from '../moves/budget.ts';
import { Draft } from '../change.ts';
import { assignTask, cancelTask, releaseTask } from '../moves/intervene.ts';
import { restsOn } from '../moves/resting.ts';
import type { HandedIn } from '../moves/people.ts';
import { idleOf } from './idle.ts';
import { decidePlan } from './member-plan.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const KIM = member('kim', { kind: 'human' });

const planned = (options: BenchOptions = {}): Bench => bench({ members: [manager(), KIM, worker('bo')], ...options, policy: { style: 'team', planGate: true, ...options.policy } });
const give = (b: Bench, taskId: TaskId, to = 'kim') => b.expectOk(b.commit((board) => assignTask(board, { taskId, to, by: 'boss', as: 'manager' })));
/** A task in the hands of kim, who was asked for it. */
function given(options: BenchOptions = {}): Bench {
  const b = planned(options);
  b.add([{}]);
  give(b, 'task_1');
  b.news();
  return b;
}
const open = (b: Bench, kind: string) => b.openQuestions().filter((question) => question.kind === kind);
const workQuestion = (b: Bench): QuestionId => open(b, 'work')[0]?.id ?? 'question_0';
const plan = (b: Bench, text = 'first this, then that') => b.answer('plan', { questionId: workQuestion(b), plan: text });
const handIn = (b: Bench) => b.answer('hand_in', { questionId: workQuestion(b), handedIn: RESULT });
const decide = (b: Bench, approved: boolean, feedback: string | null = null, by = 'boss') => b.commit((board) => decidePlan(board, { taskId: 'task_1', approved, by, feedback }));
const mailOf = (b: Bench): readonly string[] => b.board.desk.mailOf('team', 'kim').map((mail) => mail.content);
const RESULT: HandedIn = { result: { output: 'by hand', executionSummary: '' }, checks: [], formFaults: [] };

describe('a plan of a person', () => {
  test('is one of the ways to answer in plan mode, and nowhere else; handing in without one stays open', () => {
    expect(open(given(), 'work')[0]?.choices).toEqual(['hand_in', 'plan', 'decline', 'split']);
    expect(open(given({ policy: { planGate: false } }), 'work')[0]?.choices).toEqual(['hand_in', 'decline', 'split']);
    const b = given();
    b.expectOk(handIn(b));
    expect(b.news()).toEqual(['question_1 answered', 'task_1 started kim', 'task_1 completed', 'goal_1 drained']);
  });

  test('is the same move as a member’s: started, handed in under a number, and the leader’s to decide', () => {
    verifies('team.plan_gate', 'team.people');
    const b = given();
    b.expectOk(plan(b));
    expect(b.news()).toEqual(['question_1 answered', 'task_1 started kim', 'task_1 plan_submitted']);
    expect(b.task('task_1')).toMatchObject({ state: 'claimed', starts: 1, epoch: 0, more: { plan: { revision: 1, state: 'submitted', text: 'first this, then that' }, waiting: { for: 'manager', reason: 'plan' } } });
    expect(b.rows.events.at(-1)).toMatchObject({ type: 'task.plan_submitted', memberId: 'kim', details: { attempt_id: 'attempt_1_1', plan: 'first this, then that', revision: 1 } });
    expect(b.openQuestions()).toEqual([]);
  });

  test('that says nothing, or more than 50,000 characters, is told so and nothing changes', () => {
    const b = given();
    expect([codeOf(b.answer('plan')), codeOf(plan(b, ' ')), codeOf(plan(b, 'x'.repeat(50_001)))]).toEqual(['question.bad_answer', 'question.bad_answer', 'input.too_large']);
    expect([b.news(), b.state('task_1')]).toEqual([[], 'assigned']);
  });

  test('approved: the person is asked for the result, with what was said; handed in it counts', () => {
    const b = given();
    plan(b);
    b.news();
    expect(b.expectOk(decide(b, true, 'mind the price'))).toBe('approved');
    expect(b.news()).toEqual(['goal_1 sent', 'task_1 plan_approved', 'question_2 asked']);
    expect(open(b, 'work')).toEqual([expect.objectContaining({
      askedOf: 'kim', choices: ['hand_in', 'decline', 'split'], waitMs: 72 * HOUR,
      material: { attempt: 1, fixes: [], note: null, plan_decision: { revision: 1, status: 'accepted', by: 'boss', feedback: 'mind the price' } },
    })]);
    expect(mailOf(b)).toEqual(['Your plan for task_1 was approved. Go ahead.\nmind the price']);
    b.news();
    b.expectOk(handIn(b));
    expect(b.news()).toEqual(['question_2 answered', 'task_1 completed', 'goal_1 drained']);
    expect(b.task('task_1')).toMatchObject({ attempts: 1, starts: 1 });
  });

  test('sent back: the result is not taken before a mended one is approved; the next revision has the next number', () => {
    verifies('team.plan_gate');
    const b = given();
    plan(b);
    expect(b.expectOk(decide(b, false, 'say how it is checked'))).toBe('refused');
    expect(open(b, 'work')).toEqual([expect.objectContaining({
      choices: ['plan', 'decline', 'split'], text: expect.objectContaining({ en: expect.stringContaining('was sent back') }),
      material: { attempt: 1, fixes: [], note: null, plan_decision: { revision: 1, status: 'refused', by: 'boss', feedback: 'say how it is checked' } },
    })]);
    expect(codeOf(handIn(b))).toBe('question.bad_answer');
    b.news();
    b.expectOk(plan(b, 'this, then a second pair of eyes'));
    expect(b.news()).toEqual(['question_2 answered', 'task_1 plan_submitted']);
    expect(b.task('task_1')).toMatchObject({ starts: 1, more: { plan: { revision: 2 } } });
    decide(b, true);
    b.expectOk(handIn(b));
    expect(b.state('task_1')).toBe('completed');
  });

  test('sent back 3 times brings the task to whoever owns the goal, as a member’s does; sent back once she may still decline', () => {
    const b = given();
    for (const feedback of ['one', 'two', 'three']) {
      plan(b);
      decide(b, false, feedback);
    }
    expect([b.state('task_1'), b.openQuestions().map(({ kind }) => kind)]).toEqual(['escalated', ['escalation']]);
    const other = given();
    plan(other);
    decide(other, false, 'no');
    other.expectOk(other.answer('decline', { questionId: workQuestion(other), note: 'then not' }));
    expect(other.news()).toContain('task_1 declined kim');
  });
});

describe('who decides', () => {
  test('without a leader another person does, and never its author', () => {
    const b = planned({ members: [KIM] });
    b.add([{}]);
    give(b, 'task_1');
    plan(b);
    expect(open(b, 'member_plan')).toEqual([expect.objectContaining({ askedBy: 'kim', material: { plan: ['first this, then that'], plan_seq: expect.any(Number), revision: 1 } })]);
    const byKim = { questionId: open(b, 'member_plan')[0]?.id ?? 'question_0' } as const;
    expect(codeOf(decide(b, true, null, 'kim'))).toBe('lifecycle.illegal_move');
    b.expectOk(b.answer('approve', byKim));
    expect([b.state('task_1'), open(b, 'work')[0]?.askedOf]).toEqual(['plan_approved', 'kim']);
  });

  test('nobody does: after 10 minutes a person is asked, after 10 more the task is that person’s; taken up again the plan waits again', () => {
    verifies('team.people');
    const b = given();
    plan(b);
    b.advance(10 * MINUTE + 1);
    expect(open(b, 'member_plan')).toHaveLength(1);
    b.advance(10 * MINUTE + 1);
    expect([b.state('task_1'), b.openQuestions().map(({ kind }) => kind)]).toEqual(['escalated', ['escalation']]);
    b.expectOk(b.answer('retry'));
    b.news();
    give(b, 'task_1');
    expect(b.news()).toEqual(['task_1 assigned kim', 'task_1 started kim']);
    expect(b.task('task_1')).toMatchObject({ state: 'claimed', more: { plan: { revision: 1, state: 'submitted' }, waiting: { for: 'manager', reason: 'plan' } } });
    b.expectOk(decide(b, true));
    expect(open(b, 'work')).toHaveLength(1);
  });
});

describe('the goal waits', () => {
  test('for the person without a turn: it is not idle, not late before 72 hours, and rests on the question', () => {
    const b = given();
    plan(b);
    decide(b, true);
    expect(idleOf(b.board, b.goal()).kind).toBe('moving');
    expect(restsOn(b.board, b.goal())?.map(({ kind, askedOf }) => `${kind} ${askedOf}`)).toEqual(['work kim']);
    b.advance(72 * HOUR);
    expect(b.task('task_1')).toMatchObject({ state: 'plan_approved', losses: 0 });
    b.news();
    b.advance(1);
    expect(b.news()).toEqual(['question_2 expired', 'task_1 escalated (person_late)', 'question_3 asked']);
  });

  test('also after a plan that was sent back, and after the process has ended', () => {
    const b = given();
    plan(b);
    decide(b, false, 'no');
    b.restart(1);
    expect(restsOn(b.board, b.goal())?.map(({ kind }) => kind)).toEqual(['work']);
    b.advance(72 * HOUR + 1);
    expect([b.state('task_1'), open(b, 'escalation').length]).toEqual(['escalated', 1]);
  });

  test('what is in her hands with a plan takes her room: the next task is asked for when it is done', () => {
    const b = given();
    b.add([{}]);
    plan(b);
    give(b, 'task_2');
    expect(b.openQuestions()).toEqual([]);
    decide(b, true);
    expect(open(b, 'work').map(({ taskId }) => taskId)).toEqual(['task_1']);
    handIn(b);
    expect(open(b, 'work').map(({ taskId }) => taskId)).toEqual(['task_2']);
  });
});

describe('taken out of her hands', () => {
  test('released or given to another, her question goes and her plan with it', () => {
    const b = given();
    plan(b);
    decide(b, true);
    b.expectOk(b.commit((board) => releaseTask(board, { taskId: 'task_1', by: 'boss', as: 'manager' })));
    expect([b.state('task_1'), b.openQuestions(), b.task('task_1').more?.plan]).toEqual(['pending', [], undefined]);
  });

  test('the leader that wants to call it off asks her, also while she works by an approved plan', () => {
    const b = given();
    plan(b);
    decide(b, true);
    expect(b.expectOk(b.commit((board) => cancelTask(board, { taskId: 'task_1', by: 'boss', as: 'manager' })))).toBe('asked');
    expect(b.openQuestions().map(({ kind }) => kind)).toEqual(['work', 'cancel_task']);
    b.expectOk(b.answer('keep', { questionId: open(b, 'cancel_task')[0]?.id ?? 'question_0' }));
    expect(b.state('task_1')).toBe('plan_approved');
  });

  test('at the end of the budget nobody waits for her: the task is called off as one that she has not begun', () => {
    const b = given();
    plan(b);
    decide(b, true);
    b.commit((board) => {
      const draft = new Draft(board);
      endForBudget(draft, b.goal(), null);
      return draft.decision(undefined);
    });
    expect([b.state('task_1'), b.openQuestions()]).toEqual(['cancelled', []]);
  });
});

// People as members: asked in the commit that gives them the task, held to the same rules, reminded and relieved when late.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, manager, member, passed, reviewer, worker, type Bench } from '../../../test/bench-board.ts';
import { verifies } from '../../../test/verifies.ts';
import type { Decision } from '../change.ts';
import type { TaskId } from '../ids.ts';
import type { Json } from '../json.ts';
import type { Registration } from '../members/registration.ts';
import { pauseGoal, resumeGoal } from './goal-moves.ts';
import { dueReminders, remind } from './overdue.ts';
import { askReviewer, type HandedIn } from './people.ts';

const HOUR = 3_600_000;
const DUE = 72 * HOUR;

const person = (agentId: string, sketch: Partial<Registration> = {}): Registration => member(agentId, { kind: 'human', ...sketch });
const judge = (agentId: string, sketch: Partial<Registration> = {}): Registration => person(agentId, { roles: ['reviewer'], ...sketch });

const result = (output: Json, rest: Partial<HandedIn> = {}): { readonly handedIn: HandedIn } => ({ handedIn: { result: { output, executionSummary: '' }, checks: [], formFaults: [], ...rest } });

/** The engine's step for a result that a person is to review. */
const askFor = (b: Bench, id: TaskId): Decision<undefined> => {
  const { reviewerId, resultSeq } = b.task(id);
  return b.commit((board) => askReviewer(board, { taskId: id, resultSeq, reviewerId: reviewerId ?? 'nobody', points: [{ id: 'p1', text: { en: 'It is true.', zh: '内容属实。' } }], checks: [] }), [id]);
};

describe('a person who works', () => {
  test('is given the task by skills and asked in the same commit; nothing starts', () => {
    verifies('people.own_tasks');
    const b = bench({ members: [worker('bob', ['code']), person('ana', { skills: ['law'] })] });
    b.news();
    b.add([{ skills: ['law'] }]);
    expect(b.news()).toEqual(['goal_1 plan_adopted', 'task_1 created', 'task_1 assigned ana', 'question_1 asked']);
    expect(b.task('task_1')).toMatchObject({ state: 'assigned', assigneeId: 'ana', starts: 0, more: { waiting: { for: 'person', reason: 'work', questionId: 'question_1', until: b.now + DUE } } });
    expect(b.openQuestions()).toEqual([expect.objectContaining({ kind: 'work', taskId: 'task_1', askedOf: 'ana', choices: ['hand_in', 'decline', 'split'], waitMs: DUE, material: { attempt: 1, fixes: [], note: null } })]);
  });

  test('hands in: start, result and what follows are one commit', () => {
    verifies('people.own_tasks');
    const b = bench({ policy: { review: 'none' }, members: [person('ana')] });
    b.add([{ name: 'p' }, { name: 'q', dependsOn: ['p'] }]);
    b.news();
    b.answer('hand_in', result('done by hand'));
    expect(b.news()).toEqual(['question_1 answered', 'task_1 started ana', 'task_1 completed', 'task_2 unblocked', 'task_2 assigned ana', 'question_2 asked']);
    expect(b.task('task_1')).toMatchObject({ state: 'completed', attempts: 1, starts: 1, epoch: 0, more: null });
    expect(b.rows.events.find((event) => event.type === 'task.completed')?.details).toMatchObject({ attempt_id: 'attempt_1_1', output: 'done by hand' });
  });

  test('without a result, or with one that does not fit the form, is told so and nothing changes', () => {
    const b = bench({ members: [person('ana'), reviewer('r')] });
    b.add([{}]);
    const before = b.log.length;
    expect(codeOf(b.answer('hand_in'))).toBe('question.bad_answer');
    const misfit = b.answer('hand_in', result({ draft: 1 }, { formFaults: [{ en: '`draft` must be a text', zh: '`draft` 必须是文字' }] }));
    expect(misfit).toMatchObject({ ok: false, code: 'task.unfit_output', because: expect.stringContaining('`draft` must be a text') });
    expect(b.log).toHaveLength(before);
    expect([b.state('task_1'), b.openQuestions().length]).toEqual(['assigned', 1]);
  });

  test('is held to the checks by code like everybody: 3 rejected results go to a person, each question shows the fixes', () => {
    verifies('people.own_tasks');
    const b = bench({ members: [person('ana')], policy: { review: 'none' } });
    b.add([{ criteria: [{ id: 'c1', rule: 'max_chars', value: 5 }] }]);
    b.news();
    b.answer('hand_in', result('too long', { checks: [passed('c1', false)] }));
    expect(b.news()).toEqual(['question_1 answered', 'task_1 started ana', 'task_1 submitted', 'task_1 rejected', 'task_1 rework_requested ana', 'question_2 asked']);
    expect(b.openQuestions()[0]).toMatchObject({ kind: 'work', material: { attempt: 2, fixes: ['mend c1'] } });
    b.answer('hand_in', result('too long', { checks: [passed('c1', false)] }));
    b.answer('hand_in', result('too long', { checks: [passed('c1', false)] }));
    expect(b.openQuestions()).toEqual([expect.objectContaining({ kind: 'escalation', material: expect.objectContaining({ reason: 'attempts_used_up', attempts: 3 }) })]);
  });

  test('declines with a reason: it is not offered to this person again', () => {
    const b = bench({ members: [person('ana', { skills: ['law'] }), worker('bob', ['law'])] });
    b.add([{ skills: ['law'] }]);
    expect(codeOf(b.answer('decline', { note: ' ' }))).toBe('question.bad_answer');
    b.news();
    b.answer('decline', { note: 'not my field' });
    expect(b.news()).toEqual(['question_1 answered', 'task_1 declined ana', 'task_1 placed (a_member_can_do_it_now)', 'task_1 assigned bob', 'task_1 started bob']);
    expect(b.openQuestions()).toEqual([]);
  });

  test('has room for as many as her capacity; the next is asked for when one is handed in', () => {
    const b = bench({ policy: { review: 'none' }, members: [person('ana', { capacity: 2 })] });
    b.add([{}, {}, {}]);
    expect(b.states()).toEqual({ task_1: 'assigned', task_2: 'assigned', task_3: 'pending' });
    expect(b.openQuestions()).toHaveLength(2);
    b.answer('hand_in', { questionId: 'question_2', ...result('x') });
    expect(b.states()).toEqual({ task_1: 'assigned', task_2: 'completed', task_3: 'assigned' });
    expect(b.openQuestions().map((question) => question.taskId)).toEqual(['task_1', 'task_3']);
  });

  test('two tasks that are reassigned to one person with room for 1: one is asked for now, one when the first is done', () => {
    const b = bench({ policy: { review: 'none', limits: { losses: 1 } }, members: [worker('bob', ['code'], { capacity: 2 }), person('ana')] });
    b.add([{ skills: ['code'] }, { skills: ['code'] }]);
    b.lose('task_1');
    b.lose('task_2');
    for (const questionId of ['question_1', 'question_2'] as const) b.answer('reassign', { questionId, extra: { to: 'ana' } });
    expect(b.states()).toEqual({ task_1: 'assigned', task_2: 'assigned' });
    expect(b.openQuestions().map(({ kind, taskId }) => [kind, taskId])).toEqual([['work', 'task_1']]);
    b.advance(DUE - HOUR);
    b.answer('hand_in', result('x'));
    expect(b.openQuestions().map(({ kind, taskId }) => [kind, taskId])).toEqual([['work', 'task_2']]);
    // Its time began when it was asked for.
    b.advance(DUE - HOUR);
    expect(b.state('task_2')).toBe('assigned');
  });

  test('past 72 hours it goes to whoever owns the goal; the question expires in that commit and answers come too late', () => {
    verifies('people.own_tasks');
    const b = bench({ members: [person('ana')] });
    b.add([{}]);
    b.advance(DUE);
    expect(b.state('task_1')).toBe('assigned');
    b.news();
    b.advance(1);
    expect(b.news()).toEqual(['question_1 expired', 'task_1 escalated (person_late)', 'question_2 asked']);
    expect(b.openQuestions()).toEqual([expect.objectContaining({ kind: 'escalation', askedBy: 'ana', text: { en: 'The person it was given to did not hand it in in time.', zh: '承担该任务的人没有在期限内交付。' } })]);
    expect(codeOf(b.answer('hand_in', { questionId: 'question_1', ...result('x') }))).toBe('question.closed');
    expect(b.task('task_1')).toMatchObject({ losses: 0, starts: 0 });
  });

  test('a restart changes nothing for her: no lease, no loss, and the question is the same', () => {
    const b = bench({ members: [person('ana'), reviewer('r')] });
    b.add([{}]);
    b.news();
    b.restart(1);
    expect(b.news()).toEqual([]);
    b.answer('hand_in', result('x'));
    expect(b.state('task_1')).toBe('pending_review');
  });

  test('when the member becomes a function the question is withdrawn and the function starts', () => {
    const b = bench({ members: [person('ana')] });
    b.add([{}]);
    b.news();
    b.register(worker('ana'));
    expect(b.news()).toEqual(['team registered', 'question_1 withdrawn', 'task_1 started ana']);
  });

  test('in an unattended goal nobody is asked: the default is taken at once', () => {
    const b = bench({ policy: { unattended: true }, members: [person('ana')] });
    b.add([{}]);
    expect(b.state('task_1')).toBe('failed');
    expect(b.rows.questions.size).toBe(0);
  });
});

describe('a person who reviews', () => {
  const submitted = (members: readonly Registration[], policy = {}): Bench => {
    const b = bench({ members, policy });
    b.add([{}]);
    b.submit('task_1', { output: 'the work' });
    return b;
  };

  test('is asked with the points, once however often the step runs; the review deadline is 72 hours, not 10 minutes', () => {
    verifies('people.review');
    const b = submitted([worker('bob'), judge('ana')]);
    askFor(b, 'task_1');
    askFor(b, 'task_1');
    expect(b.openQuestions()).toEqual([expect.objectContaining({
      kind: 'review', askedBy: 'bob', askedOf: 'ana', waitMs: DUE, choices: ['approve', 'reject', 'edit_result', 'split', 'cannot_judge'],
      material: { result_seq: b.task('task_1').resultSeq, points: [{ id: 'p1', text: { en: 'It is true.', zh: '内容属实。' } }], checks: [] },
    })]);
    b.advance(DUE);
    expect(b.task('task_1')).toMatchObject({ state: 'pending_review', reviewFaults: 0 });
  });

  test('approves: the work is accepted in that commit, with every point met on record', () => {
    verifies('people.review');
    const b = submitted([worker('bob'), judge('ana')]);
    askFor(b, 'task_1');
    b.news();
    b.answer('approve', { note: 'fine' });
    expect(b.news()).toEqual(['question_1 answered', 'task_1 approved', 'task_1 accepted', 'goal_1 drained']);
    expect(b.rows.events.find((event) => event.type === 'task.approved')?.details).toEqual({ reviewer: 'ana', comment: 'fine', criteria: [{ id: 'p1', passed: true }] });
  });

  test('rejects with fixes: the author gets them at once; without a word the rejection is not taken', () => {
    verifies('people.review');
    const b = submitted([worker('bob'), judge('ana')]);
    askFor(b, 'task_1');
    expect(codeOf(b.answer('reject'))).toBe('question.bad_answer');
    b.news();
    b.answer('reject', { extra: { fixes: ['name the price', 'shorter'] } });
    expect(b.news()).toEqual(['question_1 answered', 'task_1 rejected', 'task_1 rework_requested bob', 'task_1 started bob']);
    expect(b.task('task_1').more).toMatchObject({ fixes: ['name the price', 'shorter'] });
    expect(b.task('task_1').more?.waiting).toBeUndefined();
  });

  test('who cannot judge is not asked again: the next reviewer is, and when nobody is left the owner of the goal', () => {
    verifies('people.review');
    const b = submitted([worker('bob'), judge('ana'), judge('cy')]);
    askFor(b, 'task_1');
    b.answer('cannot_judge', { note: 'not my field' });
    expect(b.task('task_1')).toMatchObject({ state: 'pending_review', reviewFaults: 1, more: { cannotJudge: ['ana'] } });
    b.commit((board) => askReviewer(board, { taskId: 'task_1', resultSeq: b.task('task_1').resultSeq, reviewerId: 'cy', points: [], checks: [] }), ['task_1']);
    b.answer('cannot_judge');
    expect(b.openQuestions()).toEqual([expect.objectContaining({ kind: 'escalation', material: expect.objectContaining({ reason: 'reviewer_cannot_judge', reviewer: 'cy' }) })]);
  });

  test('mute for 72 hours gives no verdict and never a pass; the 3rd time the task is escalated', () => {
    const b = submitted([worker('bob'), judge('ana')]);
    for (const faults of [1, 2]) {
      askFor(b, 'task_1');
      b.news();
      b.advance(DUE + 1);
      expect(b.news()).toEqual([`question_${faults} expired`, 'task_1 review_inconclusive']);
      expect(b.task('task_1')).toMatchObject({ state: 'pending_review', reviewFaults: faults });
    }
    askFor(b, 'task_1');
    b.advance(DUE + 1);
    expect(b.openQuestions()).toEqual([expect.objectContaining({ kind: 'escalation', material: expect.objectContaining({ reason: 'review_faults_used_up' }) })]);
  });

  test('never reviews her own work, neither as member nor by answering for another', () => {
    verifies('people.review');
    const both = bench({ members: [person('ana', { roles: ['worker', 'reviewer'] })] });
    both.add([{}]);
    both.answer('hand_in', result('mine'));
    expect(both.openQuestions()).toEqual([expect.objectContaining({ kind: 'escalation', material: expect.objectContaining({ reason: 'nobody_may_review' }) })]);

    const b = bench({ members: [person('ann'), judge('cy')] });
    b.add([{}]);
    b.answer('hand_in', result('mine'));
    expect(codeOf(b.commit((board) => askReviewer(board, { taskId: 'task_1', resultSeq: b.task('task_1').resultSeq, reviewerId: 'ann', points: [], checks: [] }), ['task_1']))).toBe('lifecycle.illegal_move');
    askFor(b, 'task_1');
    // The bench answers in the name of ann, who did the work.
    expect(codeOf(b.answer('approve'))).toBe('question.bad_answer');
    expect(b.state('task_1')).toBe('pending_review');
  });

  test('of 2 that must approve, a model and a person, the model goes first although the person registered first', () => {
    verifies('people.review');
    const b = submitted([worker('bob'), judge('ana'), reviewer('r')], { reviewers: 2 });
    expect(b.task('task_1').reviewerId).toBe('r');
    b.reject('task_1');
    expect(b.rows.questions.size).toBe(0);
    b.submit('task_1');
    b.approve('task_1');
    expect(b.state('task_1')).toBe('pending_review');
    b.commit((board) => askReviewer(board, { taskId: 'task_1', resultSeq: b.task('task_1').resultSeq, reviewerId: 'ana', points: [], checks: [] }), ['task_1']);
    b.answer('approve');
    expect(b.state('task_1')).toBe('done');
  });

  test('of 1 that must approve the one that registered first is asked, a person or not', () => {
    expect(submitted([worker('bob'), judge('ana'), reviewer('r')]).task('task_1').reviewerId).toBe('ana');
    expect(submitted([worker('bob'), reviewer('r'), judge('ana')]).task('task_1').reviewerId).toBe('r');
  });

  test('a verdict on a result that has moved on is refused and changes nothing', () => {
    const b = submitted([worker('bob'), judge('ana')]);
    askFor(b, 'task_1');
    b.reject('task_1', ['faster'], 'r');
    expect(codeOf(b.answer('approve'))).toBe('question.closed');
    expect(b.state('task_1')).toBe('executing');
  });
});

describe('reminders', () => {
  const waiting = () => {
    const b = bench({ members: [person('ana'), manager()] });
    b.add([{}]);
    b.news();
    const sweep = (): readonly string[] => {
      b.commit((board) => (dueReminders(board, b.goal()).length > 0 ? remind(board, b.goalId) : { ok: true, value: 0 }));
      return b.news();
    };
    return { b, sweep };
  };

  test('come each 24 hours until the question is due, each once', () => {
    verifies('people.own_tasks');
    const { b, sweep } = waiting();
    b.advance(24 * HOUR - 1);
    expect(sweep()).toEqual([]);
    b.advance(1);
    expect(sweep()).toEqual(['question_1 reminded']);
    expect(sweep()).toEqual([]);
    b.advance(24 * HOUR);
    expect(sweep()).toEqual(['question_1 reminded']);
    expect(b.rows.events.at(-1)).toMatchObject({ type: 'question.reminded', memberId: 'ana', taskId: 'task_1', details: { question_id: 'question_1', kind: 'work', reminder: 2 } });
  });

  test('missed ones are one', () => {
    const { b, sweep } = waiting();
    b.advance(50 * HOUR);
    expect(sweep()).toEqual(['question_1 reminded']);
    expect(sweep()).toEqual([]);
  });

  test('wait while the goal is paused, as every clock does', () => {
    const { b, sweep } = waiting();
    b.advance(12 * HOUR);
    b.commit((board) => pauseGoal(board, b.goalId, 'ann'), [b.goalId]);
    b.advance(48 * HOUR);
    b.news();
    expect(sweep()).toEqual([]);
    b.commit((board) => resumeGoal(board, b.goalId, 'ann'), [b.goalId]);
    b.advance(11 * HOUR);
    b.news();
    expect(sweep()).toEqual([]);
    b.advance(HOUR);
    expect(sweep()).toEqual(['question_1 reminded']);
  });
});

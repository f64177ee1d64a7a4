// A person's ways out of a question, what each needs, and the answers that are refused with a text that says why.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, manager, reviewer, sketched, worker, type Bench } from '../../../test/bench-board.ts';
import { verifies } from '../../../test/verifies.ts';
import { cancelGoal, pauseGoal, resumeGoal } from './goal-moves.ts';
import { planUnusable } from './goal-plan.ts';

/** task_1 was rejected three times and waits for a person. */
const escalated = (members = [worker('a'), reviewer('r')]): Bench => {
  const b = bench({ members });
  b.add([{ name: 'ad', content: 'write an ad', input: { product: 'tea' } }]);
  for (let round = 1; round <= 3; round += 1) {
    b.submit('task_1', { output: { draft: `try ${round}` } });
    b.reject('task_1');
  }
  expect(b.state('task_1')).toBe('escalated');
  b.news();
  return b;
};
/** task_1 was lost three times; it has no result. */
const lost = (): Bench => {
  const b = bench({ members: [worker('a'), reviewer('r')] });
  b.add([{}]);
  for (let round = 1; round <= 3; round += 1) b.lose('task_1');
  b.news();
  return b;
};

describe('the question', () => {
  test('says why, what was tried and every way out; it asks in the name of the member and waits 72 hours', () => {
    const b = escalated();
    expect(b.openQuestions()).toEqual([expect.objectContaining({
      id: 'question_1', kind: 'escalation', taskId: 'task_1', askedBy: 'a', waitMs: 259_200_000,
      choices: ['retry', 'reassign', 'accept', 'edit_result', 'edit', 'split', 'cancel', 'fail'],
      material: { reason: 'attempts_used_up', attempts: 3, fixes: ['mend it'], missing_skills: [] },
      text: { en: 'Its attempts are used up and the last result did not meet its criteria.', zh: '尝试次数已用完，最后一次成果仍未达到验收标准。' },
    })]);
    expect(b.task('task_1').more?.waiting).toEqual({ for: 'person', reason: 'attempts_used_up', until: b.now + 259_200_000, questionId: 'question_1' });
  });

  test('without a result offers to supply one, not to accept one', () => {
    expect(lost().openQuestions()[0]?.choices).toEqual(['retry', 'reassign', 'edit_result', 'edit', 'split', 'cancel', 'fail']);
  });
});

describe('retry', () => {
  test('grants 1 more attempt with a note, sets the other counters to 0, and the answer and its moves are one commit', () => {
    const b = escalated();
    b.answer('retry', { note: 'name the price' });
    expect(b.news()).toEqual(['question_1 answered', 'task_1 retried', 'task_1 assigned a', 'task_1 started a']);
    expect(b.task('task_1')).toMatchObject({ state: 'executing', attempts: 3, losses: 0, reviewFaults: 0, more: { extraAttempts: 1, note: 'name the price', fixes: ['mend it'] } });
    expect(b.task('task_1').more?.waiting).toBeUndefined();
    b.submit('task_1');
    b.reject('task_1');
    expect(b.task('task_1')).toMatchObject({ state: 'escalated', attempts: 4 });
  });

  test('gives 3 new losses, not 1', () => {
    const b = lost();
    b.answer('retry');
    b.lose('task_1');
    b.lose('task_1');
    expect(b.task('task_1')).toMatchObject({ state: 'executing', losses: 2 });
    b.lose('task_1');
    expect(b.state('task_1')).toBe('escalated');
  });

  test('lets those be asked again that declined, and the manager once more', () => {
    const b = bench({ members: [worker('a')] });
    b.add([{}]);
    b.decline('task_1');
    expect(b.state('task_1')).toBe('escalated');
    b.answer('retry', { note: 'it is yours after all' });
    expect(b.task('task_1')).toMatchObject({ state: 'executing', assigneeId: 'a' });
  });
});

describe('reassign', () => {
  test('gives it to the named member, whatever the skills, and the one before is kept as an author', () => {
    const b = escalated([worker('a', ['x']), worker('b'), reviewer('r')]);
    b.answer('reassign', { extra: { to: 'b' } });
    expect(b.news()).toEqual(['question_1 answered', 'task_1 reassigned b', 'task_1 started b']);
    expect(b.task('task_1')).toMatchObject({ assigneeId: 'b', lane: '@b', more: { earlierAuthors: ['a'] } });
  });

  test.each([['a name nobody has', { to: 'zed' }], ['a reviewer', { to: 'r' }], ['no name', {}], ['a number', { to: 3 }]])('to %s is refused with the names there are', (_who, extra) => {
    const b = escalated();
    const refused = b.answer('reassign', { extra });
    expect(refused).toMatchObject({ ok: false, code: 'question.bad_answer', because: 'Say to whom: --to NAME, one of a.' });
    expect(b.news()).toEqual([]);
    expect(b.openQuestions()).toHaveLength(1);
  });

  test('to a busy member: it waits, without a loss, until the member has room, and goes before new work', () => {
    const b = escalated([worker('a'), worker('b', ['x']), reviewer('r')]);
    b.add([{ skills: ['x'] }, { skills: ['x'] }]);
    b.answer('reassign', { extra: { to: 'b' } });
    expect(b.state('task_1')).toBe('assigned');
    b.advance(100_000);
    expect(b.task('task_1')).toMatchObject({ state: 'assigned', losses: 0 });
    b.submit('task_2');
    expect(b.states()).toMatchObject({ task_1: 'executing', task_3: 'pending' });
  });

  test('three tasks given to one busy member of capacity 1 all come to their turn', () => {
    const b = bench({ members: [worker('busy', ['x']), worker('a', ['y'], { capacity: 3 })], policy: { review: 'none' } });
    b.add([{ skills: ['x'] }, { skills: ['y'] }, { skills: ['y'] }, { skills: ['y'] }]);
    const given = ['task_2', 'task_3', 'task_4'] as const;
    for (const id of given) for (let round = 1; round <= 3; round += 1) b.lose(id);
    for (const question of b.openQuestions()) b.answer('reassign', { questionId: question.id, extra: { to: 'busy' } });
    expect(given.map((id) => b.state(id))).toEqual(['assigned', 'assigned', 'assigned']);
    for (const id of ['task_1', ...given] as const) {
      expect(b.state(id)).toBe('executing');
      b.submit(id);
    }
    expect(b.load('busy')).toBe(0);
  });
});

describe('accept and edit_result', () => {
  test('accept takes the best result there is and marks it below standard', () => {
    const b = escalated();
    b.answer('accept', { note: 'good enough' });
    expect(b.news()).toEqual(['question_1 answered', 'task_1 accepted', 'goal_1 drained']);
    expect(b.task('task_1')).toMatchObject({ state: 'done', more: { belowStandard: true } });
  });

  test('accept without a result is refused', () => {
    expect(lost().answer('accept')).toMatchObject({ ok: false, code: 'question.bad_answer' });
  });

  test('edit_result makes the person’s output the result, named by its event', () => {
    const b = lost();
    b.answer('edit_result', { extra: { output: { draft: 'mine' } } });
    const task = b.task('task_1');
    expect(task).toMatchObject({ state: 'done', attempts: 0 });
    expect(b.rows.events[task.resultSeq - 1]).toMatchObject({ type: 'task.result_edited', details: { output: { draft: 'mine' }, execution_summary: 'supplied by ann', by: 'ann' } });
  });

  test('edit_result may adopt a late result that was set aside', () => {
    const b = lost();
    b.submit('task_1', { token: 1, output: 'late but right' });
    b.answer('edit_result', { extra: { output: b.rows.events.at(-1)?.details?.['output'] ?? null } });
    expect(b.rows.events[b.task('task_1').resultSeq - 1]?.details).toMatchObject({ output: 'late but right' });
  });

  test('edit_result without an output, or with one that does not fit the member’s form, is refused', () => {
    verifies('question.refuses_clearly');
    const b = escalated([worker('a', [], { outputSchema: { type: 'object', required: ['draft'], properties: { draft: { type: 'string' } } } }), reviewer('r')]);
    expect(b.answer('edit_result')).toMatchObject({ code: 'question.bad_answer' });
    const misfit = b.answer('edit_result', { extra: { output: { draft: 7 } } });
    expect(misfit).toMatchObject({ code: 'task.unfit_output' });
    expect(b.state('task_1')).toBe('escalated');
    expect(codeOf(b.answer('edit_result', { extra: { output: { draft: 'seven' } } }))).toBe('ok');
  });
});

describe('edit, split, cancel, fail', () => {
  test('edit changes what the task says and starts it anew, with the rules that follow from the new text', () => {
    const b = escalated([worker('a'), worker('b', ['zh']), reviewer('r')]);
    b.answer('edit', { edits: { skills: ['zh'], criteria: [{ id: 'c1', rule: 'max_chars', value: 5 }] } });
    expect(b.task('task_1')).toMatchObject({ state: 'executing', assigneeId: 'b', lane: 'zh', review: 'instant', more: { extraAttempts: 1 } });
    expect(b.rows.briefs.get('task_1')).toMatchObject({ title: 'ad', content: 'write an ad', skills: ['zh'] });
  });

  test.each([['nothing', undefined], ['an empty set', {}]])('edit with %s is refused', (_what, edits) => {
    const b = escalated();
    expect(codeOf(b.answer('edit', edits === undefined ? {} : { edits }))).toBe('question.bad_answer');
    expect(b.state('task_1')).toBe('escalated');
  });

  test('split puts new tasks in its place; without parts, or with a ring of them, it is refused', () => {
    const b = escalated();
    expect(codeOf(b.answer('split'))).toBe('question.bad_answer');
    expect(codeOf(b.answer('split', { parts: [] }))).toBe('question.bad_answer');
    const ring = b.answer('split', { parts: [sketched({ name: 'p', dependsOn: ['q'] }), sketched({ name: 'q', dependsOn: ['p'] })] });
    expect(ring).toMatchObject({ code: 'plan.has_cycle', details: { path: ['p', 'q', 'p'] } });
    expect(b.news()).toEqual([]);
    b.answer('split', { parts: [sketched({ name: 'p' }), sketched({ name: 'q', dependsOn: ['p'] })] });
    expect(b.states()).toEqual({ task_1: 'cancelled', task_2: 'executing', task_3: 'blocked' });
    expect(b.task('task_1').more).toMatchObject({ replacedBy: ['task_2', 'task_3'] });
  });

  test('cancel calls it off, and the goal can still be reached', () => {
    const b = escalated();
    b.answer('cancel');
    expect(b.task('task_1')).toMatchObject({ state: 'cancelled', more: { calledOff: true } });
    b.close();
    expect(b.goal().state).toBe('done');
  });

  test('fail ends it, and the goal with it', () => {
    const b = escalated();
    b.answer('fail', { note: 'not worth it' });
    expect(b.log).toContain('task_1 failed (not worth it)');
    b.close();
    expect(b.goal().state).toBe('failed');
  });
});

describe('an answer that cannot be taken', () => {
  test('twice: the second says who answered what, and changes nothing', () => {
    verifies('question.refuses_clearly');
    const b = escalated();
    b.answer('retry');
    b.news();
    const again = b.answer('fail', { questionId: 'question_1' });
    expect(again).toMatchObject({ ok: false, code: 'question.closed', details: { state: 'answered', answer: { choice: 'retry', by: 'ann' } } });
    expect(again.ok ? '' : again.because).toContain('was answered already (retry by ann); nothing was changed');
    expect(b.news()).toEqual([]);
  });

  test('late: after the deadline the default was taken, and the refusal says so', () => {
    verifies('question.refuses_clearly');
    const b = escalated();
    b.advance(259_200_001);
    const late = b.answer('retry', { questionId: 'question_1' });
    expect(late).toMatchObject({ code: 'question.closed', details: { state: 'expired' } });
    expect(late.ok ? '' : late.because).toContain('has expired');
  });

  test('after the goal was cancelled: the question was withdrawn', () => {
    verifies('question.refuses_clearly');
    const b = escalated();
    b.commit((at) => cancelGoal(at, b.goalId, 'ann'));
    const after = b.answer('retry', { questionId: 'question_1' });
    expect(after).toMatchObject({ code: 'question.closed', details: { state: 'withdrawn' } });
    expect(after.ok ? '' : after.because).toContain('was withdrawn');
  });

  test('with a choice that the question does not have, or to a question that does not exist', () => {
    const b = escalated();
    expect(b.answer('approve')).toMatchObject({ code: 'question.bad_answer', details: { choices: b.openQuestions()[0]?.choices } });
    expect(b.answer('retry', { questionId: 'question_9' })).toMatchObject({ code: 'question.not_found' });
    expect(b.answer('toString')).toMatchObject({ code: 'question.bad_answer' });
  });

  test('one of three open questions answered leaves the other two as they are, in any order', () => {
    const b = bench({ members: [worker('a')] });
    b.add([{ skills: ['p'] }, { skills: ['q'] }, { skills: ['r'] }]);
    expect(b.openQuestions().map((question) => question.id)).toEqual(['question_1', 'question_2', 'question_3']);
    b.answer('fail', { questionId: 'question_2' });
    expect(b.openQuestions().map((question) => question.id)).toEqual(['question_1', 'question_3']);
    expect(b.states()).toEqual({ task_1: 'escalated', task_2: 'failed', task_3: 'escalated' });
  });
});

describe('while the goal is paused', () => {
  test('an answer is taken; what it brings about starts when the goal goes on', () => {
    const b = escalated();
    b.commit((at) => pauseGoal(at, b.goalId, 'ann'));
    b.answer('retry');
    expect(b.state('task_1')).toBe('pending');
    b.commit((at) => resumeGoal(at, b.goalId, 'ann'));
    expect(b.state('task_1')).toBe('executing');
  });
});

describe('the question about a plan that cannot be used', () => {
  const planless = (): Bench => {
    const b = bench({ members: [manager()] });
    for (let tries = 0; tries < 3; tries += 1) b.commit((at) => planUnusable(at, b.goalId, { tries, problems: ['it was empty'] }));
    b.news();
    return b;
  };

  test('comes after the 3rd try, with the problems', () => {
    const b = planless();
    expect(b.log.filter((line) => line.includes('plan_rejected_by_code'))).toHaveLength(3);
    expect(b.openQuestions()[0]).toMatchObject({ kind: 'plan_failed', taskId: null, choices: ['retry', 'fail', 'cancel'], material: { problems: ['it was empty'] } });
  });

  test('retry gives 3 new tries, and the note is among what the manager is told', () => {
    const b = planless();
    b.advance(36_000_000);
    b.answer('retry', { note: 'three tasks are enough' });
    b.advance(1_800_000);
    expect(b.goal()).toMatchObject({ state: 'planning', planTries: 0, planProblems: ['it was empty'], planFeedback: ['three tasks are enough'] });
  });

  test('fail ends the goal', () => {
    const b = planless();
    b.answer('fail', { note: 'give up' });
    expect(b.goal()).toMatchObject({ state: 'failed', comment: 'give up', endedAt: b.now });
  });

  test('cancel calls the goal off; its own question counts as answered, not as withdrawn', () => {
    const b = planless();
    b.answer('cancel');
    expect(b.news()).toEqual(['question_1 answered', 'goal_1 cancelled']);
    expect(b.rows.questions.get('question_1')?.state).toBe('answered');
  });

  test('is withdrawn when tasks are added meanwhile', () => {
    const b = planless();
    b.add([{}]);
    expect(b.rows.questions.get('question_1')?.state).toBe('withdrawn');
    expect(codeOf(b.answer('fail', { questionId: 'question_1' }))).toBe('question.closed');
    expect(b.goal().state).toBe('running');
  });
});

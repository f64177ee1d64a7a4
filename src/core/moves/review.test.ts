// From verdicts to decisions: who may review, how many must, what an unclear verdict counts as, rework and the cap.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, manager, passed, reviewer, worker, type Bench } from '../../../test/bench-board.ts';
import { verifies } from '../../../test/verifies.ts';
import type { Criterion } from '../criteria.ts';
import type { PolicyChoices } from '../policy.ts';
import { reviewersOf } from './review.ts';

const handedIn = (policy: PolicyChoices = {}, members = [worker('a'), reviewer('r')]): Bench => {
  const b = bench({ policy, members });
  b.add([{}]);
  b.submit('task_1', { output: 'first' });
  b.news();
  return b;
};
const both = (agentId: string) => worker(agentId, [], { roles: ['worker', 'reviewer'] });

describe('a verdict', () => {
  test('approve: approved and accepted in the manager’s name in one commit', () => {
    const b = handedIn();
    b.approve('task_1');
    expect(b.news()).toEqual(['task_1 approved', 'task_1 accepted', 'goal_1 drained']);
    expect(b.rows.events.find((event) => event.type === 'task.accepted')?.details).toEqual({ by: 'manager' });
  });

  test('reject: the fix list reaches the next attempt of the same author', () => {
    const b = handedIn();
    b.reject('task_1', ['shorter', 'warmer']);
    expect(b.news()).toEqual(['task_1 rejected', 'task_1 rework_requested a', 'task_1 started a']);
    expect(b.task('task_1')).toMatchObject({ state: 'executing', assigneeId: 'a', starts: 2, attempts: 1, more: { fixes: ['shorter', 'warmer'] } });
  });

  test('what a later approval leaves behind is its comment, not the mended fixes', () => {
    const b = handedIn();
    b.reject('task_1');
    b.submit('task_1');
    b.review('task_1', { kind: 'approve', reviewerId: 'r', comment: 'well mended', criteria: [] });
    expect(b.task('task_1').more).toEqual({ reviewComment: 'well mended', best: { seq: b.task('task_1').resultSeq, passed: 0 } });
  });

  test('on an older result is refused and changes nothing', () => {
    const b = handedIn();
    const old = b.task('task_1').resultSeq;
    b.reject('task_1');
    b.submit('task_1');
    expect(codeOf(b.review('task_1', { kind: 'approve', reviewerId: 'r', comment: '', criteria: [] }, old))).toBe('attempt.stale');
    expect(b.state('task_1')).toBe('pending_review');
  });

  test('on a task at work is refused', () => {
    const b = bench({ members: [worker('a'), reviewer('r')] });
    b.add([{}]);
    expect(codeOf(b.approve('task_1'))).toBe('attempt.stale');
  });

  test('that approves although a criterion was not met is inconclusive, not a pass', () => {
    verifies('review.unreadable_is_inconclusive');
    const b = handedIn();
    b.approve('task_1', 'r', [{ id: 'c1', passed: true }, { id: 'c2', passed: false }]);
    expect(b.task('task_1')).toMatchObject({ state: 'pending_review', reviewFaults: 1 });
    b.approve('task_1', 'r', [{ id: 'c1', passed: null }]);
    expect(b.task('task_1').reviewFaults).toBe(2);
  });
});

describe('inconclusive', () => {
  test('2 of 3 ask again, the 3rd goes to a person; the attempts stay 1', () => {
    verifies('review.unreadable_is_inconclusive');
    const b = handedIn();
    b.unclear('task_1');
    b.unclear('task_1');
    expect(b.task('task_1')).toMatchObject({ state: 'pending_review', reviewFaults: 2, attempts: 1 });
    b.unclear('task_1');
    expect(b.task('task_1')).toMatchObject({ state: 'escalated', reviewFaults: 3, attempts: 1 });
    expect(codeOf(b.unclear('task_1'))).toBe('attempt.stale');
  });

  test.each([[1], [2], [5]])('with a limit of %i exactly that many calls are made', (reviewFaults) => {
    const b = handedIn({ limits: { reviewFaults } });
    let calls = 0;
    for (; b.state('task_1') === 'pending_review'; calls += 1) b.unclear('task_1');
    expect(calls).toBe(reviewFaults);
  });
});

describe('who reviews', () => {
  test('never the author, not even when it is the only reviewer: a person is asked', () => {
    verifies('review.never_author');
    const b = handedIn({}, [both('a')]);
    expect(b.task('task_1')).toMatchObject({ state: 'escalated', reviewerId: null });
    expect(b.news()).toEqual([]);
    expect(b.openQuestions()[0]?.text.en).toMatch(/^No member is left that may review it/);
  });

  test('never an earlier author: a lost attempt makes its member one', () => {
    verifies('review.never_author');
    const b = bench({ members: [worker('a', [], { roles: ['worker', 'reviewer'], capacity: 2 }), both('b'), reviewer('r')] });
    b.add([{}]);
    expect(b.task('task_1').assigneeId).toBe('a');
    b.add([{ assigneeId: 'a' }]);
    b.lose('task_1');
    expect(b.task('task_1').assigneeId).toBe('b');
    expect(b.task('task_1').more?.earlierAuthors).toEqual(['a']);
    b.submit('task_1');
    expect(b.task('task_1').reviewerId).toBe('r');
    for (const author of ['a', 'b']) expect(codeOf(b.approve('task_1', author))).toBe('lifecycle.illegal_move');
    expect(b.state('task_1')).toBe('pending_review');
  });

  test('the manager, where the policy says so, and then no other', () => {
    const b = handedIn({ review: 'manager' }, [worker('a'), reviewer('r'), manager('m')]);
    expect(b.task('task_1').reviewerId).toBe('m');
  });

  test('in the order of registration', () => {
    const b = handedIn({}, [worker('a'), reviewer('r2'), reviewer('r1')]);
    expect(reviewersOf(b.board, b.task('task_1'))).toEqual(['r2', 'r1']);
  });
});

describe('what stands between a result and its acceptance', () => {
  const instant: Criterion = { id: 'c1', rule: 'max_chars', value: 5 };
  const slow: Criterion = { id: 'c2', rule: 'regex', pattern: 'a', flags: '' };
  const world: Criterion = { id: 'c3', rule: 'command', command: ['true'] };
  const sentence: Criterion = { id: 'c4', rule: 'sentence', text: 'friendly' };

  test.each([
    ['none', [], 'none'],
    ['members', [], 'reviewer'],
    ['manager', [], 'reviewer'],
    ['none', [instant], 'instant'],
    ['members', [instant], 'instant'],
    ['none', [instant, slow], 'code'],
    ['members', [slow], 'code'],
    ['members', [world], 'code'],
    ['members', [instant, sentence], 'reviewer'],
    ['manager', [slow, sentence], 'reviewer'],
    ['none', [slow, sentence], 'code'],
  ] as const)('policy %s with criteria %j: %s', (review, criteria, need) => {
    const b = bench({ policy: { review } });
    b.add([{ criteria }]);
    expect(b.task('task_1').review).toBe(need);
  });
});

describe('with 2 reviewers', () => {
  const two = () => handedIn({ reviewers: 2 }, [worker('a'), reviewer('r1'), reviewer('r2')]);

  test('one approval is kept, both make it done', () => {
    const b = two();
    b.approve('task_1', 'r1');
    expect(b.task('task_1')).toMatchObject({ state: 'pending_review', more: { verdicts: [{ reviewerId: 'r1', kind: 'approve', fixes: [] }] } });
    expect(b.news()).toEqual(['task_1 verdict_given']);
    b.approve('task_1', 'r2');
    expect(b.task('task_1')).toMatchObject({ state: 'done', more: null });
  });

  test('one rejection decides, and the approval before it does not count for the next result', () => {
    const b = two();
    b.approve('task_1', 'r1');
    b.reject('task_1', ['no'], 'r2');
    b.submit('task_1');
    b.approve('task_1', 'r2');
    expect(b.state('task_1')).toBe('pending_review');
    b.approve('task_1', 'r1');
    expect(b.state('task_1')).toBe('done');
  });

  test('one member that approves twice is one approval', () => {
    const b = two();
    b.approve('task_1', 'r1');
    expect(codeOf(b.approve('task_1', 'r1'))).toBe('attempt.stale');
    expect(b.state('task_1')).toBe('pending_review');
  });

  test('an inconclusive one leaves the other’s approval standing', () => {
    const b = two();
    b.approve('task_1', 'r1');
    b.unclear('task_1', 'r2');
    b.approve('task_1', 'r2');
    expect(b.task('task_1')).toMatchObject({ state: 'done', reviewFaults: 1 });
  });

  test('an approval from before the task went to a person does not count for the result after the retry', () => {
    const b = two();
    b.approve('task_1', 'r1');
    for (let faults = 0; faults < 3; faults += 1) b.unclear('task_1', 'r2');
    expect(b.state('task_1')).toBe('escalated');
    b.answer('retry');
    b.submit('task_1', { output: 'another' });
    b.approve('task_1', 'r2');
    expect(b.state('task_1')).toBe('pending_review');
  });

  test('of which only 1 may review, a person is asked as soon as that one has', () => {
    const b = handedIn({ reviewers: 2 }, [worker('a'), reviewer('r1')]);
    b.approve('task_1', 'r1');
    expect(b.task('task_1')).toMatchObject({ state: 'escalated', reviewFaults: 0, more: { waiting: { reason: 'nobody_may_review' } } });
  });
});

describe('rework', () => {
  test('waits for its author while that is busy, and starts in the commit in which the author is free, before new work', () => {
    const b = bench({ members: [worker('a'), worker('b', ['x']), reviewer('r')] });
    b.add([{}, { assigneeId: 'a' }, { assigneeId: 'a' }]);
    b.submit('task_1');
    b.reject('task_1');
    expect(b.states()).toEqual({ task_1: 'rejected', task_2: 'executing', task_3: 'pending' });
    b.submit('task_2');
    expect(b.task('task_1')).toMatchObject({ state: 'executing', assigneeId: 'a' });
    expect(b.state('task_3')).toBe('pending');
  });

  test('is released to others when its author is busy for more than the start limit of 60 s', () => {
    const b = bench({ members: [worker('a'), reviewer('r')] });
    b.add([{}, {}]);
    b.submit('task_1');
    b.reject('task_1');
    b.register(worker('b'));
    b.advance(60_000);
    expect(b.state('task_1')).toBe('rejected');
    b.advance(1);
    expect(b.task('task_1')).toMatchObject({ state: 'executing', assigneeId: 'b', more: { earlierAuthors: ['a'], fixes: ['mend it'] } });
    expect(b.log).toContain('task_1 released (author_busy)');
  });

  test('waits again for its author after another process has taken over the goal', async () => {
    const { takeOver } = await import('./goal-moves.ts');
    const b = bench({ members: [worker('a', [], { capacity: 2 }), reviewer('r')] });
    b.add([{}, {}, {}, {}]);
    b.submit('task_1');
    b.restart(2);
    b.register(worker('a'));
    b.commit((at) => takeOver(at, b.goalId, { isDead: () => true, openEnded: false }));
    expect(b.load('a')).toBe(1);
    b.reject('task_1');
    expect(b.state('task_1')).toBe('rejected');
    const running = b.tasksOf(b.goalId).find((task) => task.state === 'executing');
    b.submit(running?.id ?? 'task_9');
    expect(b.state('task_1')).toBe('executing');
  });
});

describe('after the cap of 3 attempts', () => {
  const capped = (policy: PolicyChoices = {}) => {
    const b = bench({ policy, members: [worker('a'), reviewer('r')] });
    b.add([{}]);
    return b;
  };
  const rounds = (b: Bench, passing: readonly number[]) => {
    for (const count of passing) {
      b.submit('task_1', { output: `${count} passed` });
      b.reject('task_1', ['more'], 'r', Array.from({ length: 3 }, (_, at) => ({ id: `c${at}`, passed: at < count })));
    }
  };
  const outputOf = (b: Bench) => b.rows.events[b.task('task_1').resultSeq - 1]?.details?.['output'];

  test('the 2nd rejection reworks, the 3rd asks a person', () => {
    verifies('review.after_the_cap');
    const b = capped();
    rounds(b, [0, 0]);
    expect(b.task('task_1')).toMatchObject({ state: 'executing', attempts: 2 });
    rounds(b, [0]);
    expect(b.task('task_1')).toMatchObject({ state: 'escalated', attempts: 3 });
    expect(b.openQuestions()[0]?.choices).toEqual(['retry', 'reassign', 'accept', 'edit_result', 'edit', 'split', 'cancel', 'fail']);
  });

  test.each([[1], [2], [5]])('with a cap of %i exactly that many results are taken', (maxAttempts) => {
    const b = capped({ limits: { maxAttempts }, afterCap: 'fail' });
    let results = 0;
    for (; b.state('task_1') === 'executing'; results += 1) rounds(b, [0]);
    expect(results).toBe(maxAttempts);
    expect(b.state('task_1')).toBe('failed');
  });

  test.each([
    ['the one with most criteria passed', [1, 2, 0], '2 passed'],
    ['the latest of equals', [2, 1, 2], '2 passed'],
    ['the last, when none passed any', [0, 0, 0], '0 passed'],
  ])('accept_best takes %s of %j', (_which, passing, output) => {
    verifies('review.after_the_cap');
    const b = capped({ afterCap: 'accept_best' });
    const seqs: number[] = [];
    for (const count of passing) {
      b.submit('task_1', { output: `${count} passed` });
      seqs.push(b.task('task_1').resultSeq);
      b.reject('task_1', ['more'], 'r', Array.from({ length: 3 }, (_, at) => ({ id: `c${at}`, passed: at < count })));
    }
    expect(b.task('task_1')).toMatchObject({ state: 'done', more: { belowStandard: true } });
    expect(outputOf(b)).toBe(output);
    expect(b.task('task_1').resultSeq).toBe(seqs[passing.lastIndexOf(Math.max(...passing))]);
  });

  test('accept_best counts what code checked as well', () => {
    const b = bench({ policy: { afterCap: 'accept_best', limits: { maxAttempts: 2 } }, members: [worker('a')] });
    b.add([{ criteria: [{ id: 'c1', rule: 'max_chars', value: 5 }, { id: 'c2', rule: 'min_chars', value: 1 }] }]);
    b.submit('task_1', { output: 'one met', checks: [passed('c1', true), passed('c2', false)] });
    b.submit('task_1', { output: 'none met', checks: [passed('c1', false), passed('c2', false)] });
    expect(outputOf(b)).toBe('one met');
  });

  test('fail ends it', () => {
    const b = capped({ afterCap: 'fail' });
    rounds(b, [0, 0, 0]);
    expect(b.log.slice(-2)).toEqual(['task_1 failed (attempts_used_up)', 'goal_1 drained']);
  });
});

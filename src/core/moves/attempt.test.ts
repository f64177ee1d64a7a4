// What a holder may report, and what it leads to: results, late results, losses, the fused verdict of instant checks.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, passed, reviewer, worker } from '../../../test/bench-board.ts';
import { verifies } from '../../../test/verifies.ts';
import type { Criterion } from '../criteria.ts';
import { giveUp } from './attempt.ts';

const short: Criterion = { id: 'c1', rule: 'max_chars', value: 5 };
const pattern: Criterion = { id: 'c2', rule: 'regex', pattern: '^a', flags: '' };
const tone: Criterion = { id: 'c3', rule: 'sentence', text: 'It is friendly.' };

describe('submit', () => {
  test('without criteria and review the task is completed; the result stands in the event that the row names', () => {
    const b = bench({ policy: { review: 'none' }, members: [worker('a')] });
    b.add([{}]);
    expect(b.submit('task_1', { output: 'hello', summary: 'thought a bit' })).toMatchObject({ ok: true, value: 'applied' });
    const task = b.task('task_1');
    expect(task).toMatchObject({ state: 'completed', attempts: 1, epoch: 0, endedAt: b.now });
    expect(b.rows.events[task.resultSeq - 1]).toMatchObject({ type: 'task.completed', seq: task.resultSeq, details: { attempt_id: 'attempt_1_1', output: 'hello', execution_summary: 'thought a bit' } });
  });

  test('with a reviewer the task waits for the review, and the member has room again', () => {
    const b = bench({ members: [worker('a'), reviewer('r')] });
    b.add([{}]);
    b.submit('task_1');
    expect(b.task('task_1')).toMatchObject({ state: 'pending_review', reviewerId: 'r', attempts: 1 });
    expect(b.load('a')).toBe(0);
  });

  test('an output that does not fit its form is rejected by code, even where no review is asked for', () => {
    const b = bench({ policy: { review: 'none' }, members: [worker('a')] });
    b.add([{}]);
    b.news();
    b.submit('task_1', { formFaults: [{ en: 'draft is missing', zh: '缺少 draft' }] });
    expect(b.news()).toEqual(['task_1 submitted', 'task_1 rejected', 'task_1 rework_requested a', 'task_1 started a']);
    expect(b.task('task_1').more?.fixes).toEqual(['draft is missing']);
    b.submit('task_1');
    expect(b.state('task_1')).toBe('completed');
  });

  test('of a task that is not there is refused', () => {
    const b = bench({ members: [worker('a')] });
    expect(codeOf(b.commit((at) => giveUp(at, { taskId: 'task_9', token: 1 }, 'cannot_succeed', {})))).toBe('attempt.stale');
  });
});

describe('the verdict of instant checks', () => {
  const setUp = (criteria: readonly Criterion[], policy = {}) => {
    const b = bench({ policy, members: [worker('a'), reviewer('r')] });
    b.add([{ criteria }, { criteria }]);
    b.news();
    return b;
  };

  test('shares the commit of the result when all criteria are total: accepted, and the next task started', () => {
    const b = setUp([short]);
    b.submit('task_1', { checks: [passed('c1', true)] });
    expect(b.news()).toEqual(['task_1 submitted', 'task_1 approved', 'task_1 accepted', 'task_2 assigned a', 'task_2 started a']);
    expect(b.task('task_1')).toMatchObject({ state: 'done', more: null, reviewerId: null });
  });

  test('rejects in the same commit with what to mend, and the author goes on at once', () => {
    const b = setUp([short]);
    b.submit('task_1', { checks: [passed('c1', false)] });
    expect(b.news()).toEqual(['task_1 submitted', 'task_1 rejected', 'task_1 rework_requested a', 'task_1 started a']);
    expect(b.task('task_1')).toMatchObject({ state: 'executing', starts: 2, attempts: 1, more: { fixes: ['mend c1'] } });
  });

  test('a failed instant check rejects also where a reviewer would follow: the reviewer is not asked', () => {
    const b = setUp([short, tone]);
    b.submit('task_1', { checks: [passed('c1', false)] });
    expect(b.state('task_1')).toBe('executing');
  });

  test.each([
    ['a reviewer is needed for one of them', [short, tone], [passed('c1', true)]],
    ['one of them takes time', [short, pattern], [passed('c1', true)]],
    ['one could not be judged', [short], [passed('c1', undefined)]],
    ['none was checked', [short, tone], []],
  ])('does not pass a result when %s', (_why, criteria, checks) => {
    const b = setUp(criteria);
    b.submit('task_1', { checks });
    expect(b.state('task_1')).toBe('pending_review');
  });
});

describe('a late result', () => {
  test('of an attempt that was lost is set aside: kept with its text, and nothing moves', () => {
    verifies('recovery.late_set_aside');
    const b = bench({ members: [worker('a'), reviewer('r')] });
    b.add([{}]);
    b.lose('task_1');
    const before = b.task('task_1');
    expect(before.starts).toBe(2);
    expect(b.submit('task_1', { token: 1, output: 'too late' })).toMatchObject({ ok: true, value: 'set_aside' });
    expect(b.task('task_1')).toEqual(before);
    expect(b.rows.events.at(-1)).toMatchObject({ type: 'task.result_set_aside', version: 0, details: { attempt_id: 'attempt_1_1', output: 'too late', reason: 'attempt_not_current' } });
  });

  test.each([
    ['handed in twice', (b: ReturnType<typeof bench>) => void b.submit('task_1')],
    ['after its task was accepted', (b: ReturnType<typeof bench>) => void (b.submit('task_1'), b.approve('task_1'))],
    ['under a number that is yet to come', () => undefined],
  ])('%s is set aside too', (_when, before) => {
    verifies('recovery.late_set_aside');
    const b = bench({ members: [worker('a'), reviewer('r')] });
    b.add([{}]);
    before(b);
    const row = b.task('task_1');
    expect(b.submit('task_1', { token: row.state === 'executing' ? 2 : 1 })).toMatchObject({ value: 'set_aside' });
    expect(b.task('task_1')).toEqual(row);
  });

  test('for a member that was only given the task, and has not started, is set aside', () => {
    const b = bench({ members: [worker('a', [], { kind: 'http' })] });
    b.add([{}]);
    expect(b.submit('task_1', { token: 0 })).toMatchObject({ value: 'set_aside' });
    expect(b.state('task_1')).toBe('assigned');
  });
});

describe('losses', () => {
  test('2 of 3 start the task again under a new token, the 3rd brings it to a person; no attempt is counted', () => {
    const b = bench({ members: [worker('a')] });
    b.add([{}]);
    b.lose('task_1');
    expect(b.task('task_1')).toMatchObject({ state: 'executing', losses: 1, starts: 2 });
    b.lose('task_1');
    expect(b.task('task_1')).toMatchObject({ state: 'executing', losses: 2, starts: 3 });
    b.lose('task_1', 'the line broke');
    expect(b.task('task_1')).toMatchObject({ state: 'escalated', losses: 3, attempts: 0 });
    expect(b.openQuestions()[0]).toMatchObject({ text: { en: 'Its attempts were lost too often before a result came.' }, material: { reason: 'losses_used_up', fault: 'the line broke' } });
    expect(codeOf(b.lose('task_1'))).toBe('attempt.stale');
  });

  test('of an old attempt is refused', () => {
    const b = bench({ members: [worker('a')] });
    b.add([{}]);
    b.lose('task_1');
    expect(codeOf(b.lose('task_1', 'gone', 1))).toBe('attempt.stale');
    expect(b.task('task_1').losses).toBe(1);
  });

  test('each counter stands for itself: 2 losses, 2 review faults and 2 rejections together escalate nothing', () => {
    const b = bench({ members: [worker('a'), reviewer('r')] });
    b.add([{}]);
    for (const round of [1, 2]) {
      b.lose('task_1');
      b.submit('task_1');
      b.unclear('task_1');
      expect(b.task('task_1')).toMatchObject({ state: 'pending_review', losses: round, reviewFaults: round, attempts: round });
      b.reject('task_1');
    }
    expect(b.state('task_1')).toBe('executing');
    b.submit('task_1');
    b.approve('task_1');
    expect(b.task('task_1')).toMatchObject({ state: 'done', losses: 2, reviewFaults: 2, attempts: 3 });
  });

  test('a fault that no retry can mend goes to a person at once, with what it was', () => {
    const b = bench({ members: [worker('a')] });
    b.add([{}]);
    b.commit((at) => giveUp(at, { taskId: 'task_1', token: 1 }, 'cannot_succeed', { fault: 'no such model', code: 'model.unknown' }));
    expect(b.task('task_1')).toMatchObject({ state: 'escalated', losses: 0, epoch: 0 });
    expect(b.openQuestions()[0]?.material).toMatchObject({ fault: 'no such model' });
    expect(b.load('a')).toBe(0);
  });
});

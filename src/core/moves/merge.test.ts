// Work in a tree: it is merged before it is approved, a conflict has a counter of its own, and what is decided about an older result
// or by an older attempt changes nothing.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, passed, reviewer, worker, type Bench } from '../../../test/bench-board.ts';
import { Draft } from '../change.ts';
import type { TaskId } from '../ids.ts';
import type { PolicyChoices } from '../policy.ts';
import { attemptsOut } from '../outside.ts';
import { claimTask } from '../team/claim.ts';
import { endForBudget } from './budget.ts';
import { editTask } from './intervene.ts';
import { isLate } from './overdue.ts';
import { restsOn } from './resting.ts';
import { approvalOf, decideMerge, decideTaken, noteTree, noteTreeLeft, type MergeEnd } from './merge.ts';
import { waitsForMerge } from './review.ts';

const TREE = { path: '/trees/a--1', branch: 'muster/goal_1--task_1--a', folder: '/trees/a--1', base: 'abc', notices: [] };
const CONFLICT: MergeEnd = { kind: 'conflict', files: ['x.txt'], fixes: ['x.txt: keep both'] };
const MINUTE = 60_000;

const pull = (policy: PolicyChoices = {}): Bench => bench({ members: [worker('a'), worker('b'), reviewer('r'), reviewer('s')], policy: { style: 'team', ...policy } });

function enters(b: Bench, id: TaskId, memberId = 'a'): void {
  b.expectOk(b.commit((board) => claimTask(board, { taskId: id, memberId }), [id]));
  b.expectOk(b.commit((board) => noteTree(board, { taskId: id, token: b.task(id).starts }, TREE), [id]));
}

const merge = (b: Bench, id: TaskId, end: MergeEnd) => b.commit((board) => decideMerge(board, { taskId: id, resultSeq: b.task(id).resultSeq }, approvalOf(b.task(id)), end), [id]);

describe('work in a tree', () => {
  test('is not completed by handing it in, also where nobody reviews: the merge completes it, and the attempt shows its folder and branch', () => {
    const b = pull();
    const [one = 'task_0', plain = 'task_0'] = b.add([{}, {}]);
    enters(b, one);
    b.submit(one, { output: 'x' });
    b.expectOk(b.commit((board) => claimTask(board, { taskId: plain, memberId: 'b' }), [plain]));
    b.submit(plain, { output: 'y' });
    expect([b.state(one), b.state(plain)]).toEqual(['pending_review', 'completed']);
    b.expectOk(merge(b, one, { kind: 'merged', commit: 'c1' }));
    expect(b.state(one)).toBe('done');
    expect(b.rows.events.find(({ type }) => type === 'task.approved')?.details).toMatchObject({ reviewer: 'code', merge_commit: 'c1', criteria: [{ id: 'merge', passed: true }] });
    expect(attemptsOut(one, b.rows.events.filter(({ taskId }) => taskId === one))).toMatchObject([{ worktree_path: TREE.path, worktree_branch: TREE.branch, ended_by: 'submitted' }]);
  });

  test('that another member takes over begins anew: its old tree stands for nothing', () => {
    const b = pull();
    const [one = 'task_0'] = b.add([{}]);
    enters(b, one);
    b.lose(one);
    b.expectOk(b.commit((board) => claimTask(board, { taskId: one, memberId: 'b' }), [one]));
    b.submit(one, { output: 'x' });
    expect(b.state(one)).toBe('completed');
  });

  test('2 conflicts go back to the author and leave its attempts as they are, the third goes to a person with the branch', () => {
    const b = pull({ limits: { maxAttempts: 1 } });
    const [one = 'task_0'] = b.add([{}]);
    enters(b, one);
    for (const round of [1, 2]) {
      b.submit(one, { output: `x${round}` });
      b.expectOk(merge(b, one, CONFLICT));
      expect(b.task(one)).toMatchObject({ state: 'assigned', assigneeId: 'a', attempts: round, more: { mergeConflicts: round, fixes: ['x.txt: keep both'] } });
      b.expectOk(b.commit((board) => claimTask(board, { taskId: one, memberId: 'a' }), [one]));
    }
    b.submit(one, { output: 'x3' });
    b.expectOk(merge(b, one, CONFLICT));
    expect(b.state(one)).toBe('escalated');
    expect(b.openQuestions()[0]?.material).toMatchObject({ reason: 'merge_conflicts_used_up', conflicts: ['x.txt'], worktree_branch: TREE.branch, fixes: ['x.txt: keep both'] });
  });

  test('whose checks fail after the merge is rejected like any other, and its attempts count', () => {
    const b = pull({ limits: { maxAttempts: 1 }, afterCap: 'fail' });
    const [one = 'task_0'] = b.add([{}]);
    enters(b, one);
    b.submit(one, { output: 'x' });
    b.expectOk(merge(b, one, { kind: 'failed', fixes: ['npm test ended with 1'] }));
    expect(b.state(one)).toBe('failed');
  });

  test('is merged after the last of 2 reviewers, whose words are kept; an approval alone ends nothing', () => {
    const b = pull({ review: 'members', reviewers: 2 });
    const [one = 'task_0'] = b.add([{}]);
    enters(b, one);
    b.submit(one, { output: 'x' });
    const word = (reviewerId: string) => b.expectOk(b.review(one, { kind: 'approve', reviewerId, comment: `fine by ${reviewerId}`, criteria: [] }));
    word('r');
    expect(waitsForMerge(b.board, b.task(one))).toBe(false);
    word('s');
    expect([b.state(one), waitsForMerge(b.board, b.task(one)), approvalOf(b.task(one))]).toMatchObject(['pending_review', true, { reviewerId: 's', comment: 'fine by r\nfine by s' }]);
    b.expectOk(merge(b, one, { kind: 'merged', commit: null }));
    expect(b.state(one)).toBe('done');
  });

  test('is not late while other branches are merged: where 2 wait, after 3 times the time of a review', () => {
    const b = pull();
    const ids = b.add([{}, {}]);
    const [one = 'task_0', two = 'task_0'] = ids;
    enters(b, one);
    enters(b, two, 'b');
    for (const id of ids) b.submit(id, { output: 'x' });
    const now = b.now;
    expect([30 * MINUTE, 30 * MINUTE + 1].map((ms) => isLate(b.board, b.goal(), b.task(one), now + ms))).toEqual([false, true]);
  });
});

describe('work in a tree that is taken as it is', () => {
  const take = (b: Bench, id: TaskId, end: MergeEnd) => b.commit((board) => decideTaken(board, { taskId: id, resultSeq: b.task(id).resultSeq }, end), [id]);
  /** Handed in twice and sent back twice, the first time with more criteria met; another task builds on it. */
  function belowStandard(policy: PolicyChoices) {
    const b = pull({ limits: { maxAttempts: 2 }, ...policy });
    const [one = 'task_0', next = 'task_0'] = b.add([{ name: 'one' }, { name: 'next', dependsOn: ['one'] }]);
    enters(b, one);
    b.submit(one, { output: 'x1', checks: [passed('c1', true), passed('c2', false)] });
    b.expectOk(b.commit((board) => claimTask(board, { taskId: one, memberId: 'a' }), [one]));
    b.submit(one, { output: 'x2', checks: [passed('c1', false), passed('c2', false)] });
    return { b, one, next, last: b.task(one).resultSeq };
  }

  test('by a person is merged before it is done, and only then is what builds on it free; what was handed in last is taken, for that stands in the tree', () => {
    const { b, one, next, last } = belowStandard({});
    b.expectOk(b.answer('accept', { note: 'good enough' }));
    expect([b.state(one), b.state(next), b.openQuestions(), b.task(one).more?.accepting?.details]).toEqual(['escalated', 'blocked', [], { by: 'ann', note: 'good enough' }]);
    expect(restsOn(b.board, b.goal())).toBeUndefined();
    b.expectOk(take(b, one, { kind: 'merged', commit: 'c1' }));
    expect(b.task(one)).toMatchObject({ state: 'done', resultSeq: last, more: { belowStandard: true } });
    expect([b.state(next), b.task(one).more?.accepting]).toEqual(['pending', undefined]);
    expect(b.rows.events.findLast(({ type }) => type === 'task.accepted')?.details).toEqual({ by: 'ann', note: 'good enough', below_standard: true, merge_commit: 'c1' });
    expect(codeOf(take(b, one, { kind: 'merged', commit: 'c1' }))).toBe('attempt.stale');
  });

  test('by a person, with a conflict: the person is asked anew and shown it, and whoever tries again is told of both sides', () => {
    const { b, one, next } = belowStandard({});
    b.expectOk(b.answer('accept'));
    b.expectOk(take(b, one, CONFLICT));
    expect([b.state(one), b.state(next)]).toEqual(['escalated', 'blocked']);
    expect(b.openQuestions()).toMatchObject([{ id: 'question_2', kind: 'escalation', taskId: one, material: { reason: 'not_merged', conflicts: ['x.txt'], worktree_branch: TREE.branch, fixes: ['x.txt: keep both'] } }]);
    expect(restsOn(b.board, b.goal())).toHaveLength(1);
    b.expectOk(b.answer('retry'));
    expect(b.task(one)).toMatchObject({ state: 'pending', more: { fixes: ['x.txt: keep both'] } });
  });

  test('after the cap, in the manager’s name; with a conflict a person is asked, and unattended it fails', () => {
    const merged = belowStandard({ afterCap: 'accept_best' });
    expect([merged.b.state(merged.one), merged.b.state(merged.next)]).toEqual(['rejected', 'blocked']);
    merged.b.expectOk(take(merged.b, merged.one, { kind: 'merged', commit: null }));
    expect([merged.b.state(merged.one), merged.b.state(merged.next)]).toEqual(['done', 'pending']);
    const torn = belowStandard({ afterCap: 'accept_best' });
    torn.b.expectOk(take(torn.b, torn.one, CONFLICT));
    expect([torn.b.state(torn.one), torn.b.openQuestions()[0]?.material]).toMatchObject(['escalated', { reason: 'not_merged', conflicts: ['x.txt'] }]);
    const alone = belowStandard({ afterCap: 'accept_best', unattended: true, unanswered: 'accept_best' });
    alone.b.expectOk(take(alone.b, alone.one, CONFLICT));
    expect([alone.b.state(alone.one), alone.b.task(alone.one).more?.accepting?.otherwise]).toEqual(['escalated', 'fail']);
    alone.b.expectOk(take(alone.b, alone.one, CONFLICT));
    expect(alone.b.state(alone.one)).toBe('failed');
  });

  test('because nobody answered, and because the money is gone', () => {
    const late = belowStandard({ unanswered: 'accept_best' });
    late.b.advance(73 * 60 * MINUTE);
    expect([late.b.state(late.one), late.b.openQuestions()]).toEqual(['escalated', []]);
    late.b.expectOk(take(late.b, late.one, { kind: 'merged', commit: 'c1' }));
    expect(late.b.rows.events.findLast(({ type }) => type === 'task.expired')?.details).toMatchObject({ reason: 'unanswered', below_standard: true, merge_commit: 'c1' });
    for (const [end, state] of [[{ kind: 'merged', commit: 'c1' }, 'done'], [CONFLICT, 'cancelled']] as const) {
      const poor = belowStandard({});
      poor.b.commit((board) => {
        const draft = new Draft(board);
        endForBudget(draft, poor.b.goal(), 'ann');
        return draft.decision(undefined);
      });
      expect(poor.b.state(poor.one)).toBe('escalated');
      poor.b.expectOk(take(poor.b, poor.one, end));
      expect([poor.b.state(poor.one), poor.b.task(poor.one).more?.comment]).toEqual([state, state === 'done' ? 'budget_used_up' : 'attempts_used_up']);
    }
  });

  test('whose merge does not end in time is a person’s again, and an edit takes the word back', () => {
    const { b, one } = belowStandard({});
    b.expectOk(b.answer('accept'));
    b.advance(21 * MINUTE);
    expect(b.openQuestions()).toMatchObject([{ kind: 'escalation', material: { reason: 'not_merged' } }]);
    b.expectOk(b.answer('accept'));
    const brief = b.rows.briefs.get(one);
    if (brief === undefined) throw new Error('no brief');
    b.expectOk(b.commit((board) => editTask(board, { taskId: one, by: 'ann', as: 'person', brief, briefSeq: b.task(one).briefSeq, edits: { title: 'Anew' } }), [one]));
    expect([b.state(one), b.task(one).more?.accepting]).toEqual(['pending', undefined]);
  });
});

test('a merge of an older result, a tree of an older attempt, and leaving one that is gone: nothing is changed', () => {
  const b = pull();
  const [one = 'task_0'] = b.add([{}]);
  enters(b, one);
  b.submit(one, { output: 'x' });
  const events = b.rows.events.length;
  expect(codeOf(b.commit((board) => decideMerge(board, { taskId: one, resultSeq: 1 }, approvalOf(b.task(one)), CONFLICT), [one]))).toBe('attempt.stale');
  expect(codeOf(b.commit((board) => noteTree(board, { taskId: one, token: 9 }, TREE), [one]))).toBe('attempt.stale');
  b.expectOk(b.commit((board) => noteTreeLeft(board, { taskId: one, token: 9 }, { outcome: 'removed', parked: null }), [one]));
  expect(b.rows.events).toHaveLength(events);
});

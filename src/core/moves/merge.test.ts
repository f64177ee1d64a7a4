// Work in a tree: it is merged before it is approved, a conflict has a counter of its own, and what is decided about an older result
// or by an older attempt changes nothing.
import { describe, expect, test } from 'vitest';
import { bench, codeOf, reviewer, worker, type Bench } from '../../../test/bench-board.ts';
import type { TaskId } from '../ids.ts';
import type { PolicyChoices } from '../policy.ts';
import { attemptsOut } from '../outside.ts';
import { claimTask } from '../team/claim.ts';
import { isLate } from './overdue.ts';
import { approvalOf, decideMerge, noteTree, noteTreeLeft, type MergeEnd } from './merge.ts';
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

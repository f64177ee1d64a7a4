// The branch of a task and the way of its work into that of the goal: which tree an attempt works in, and what a merge came to.
// The merge is the last criterion. A conflict says nothing against the work: it goes back to its author with both sides as fix list,
// on a counter of its own, and what every reviewer approved is looked at again with the next result.
import type { Board } from '../board/board.ts';
import { Draft, type Decision } from '../change.ts';
import { refuse } from '../errors.ts';
import { attemptId } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import { isAtWork } from '../lifecycles.ts';
import { treeOf, withMore, type Task, type TaskTree, type Accepting } from '../task.ts';
import { REFUSED_MOVES } from '../refusals/refused-moves.ts';
import { staleAttempt, type AttemptRef } from './attempt.ts';
import { takeAsIs } from './as-it-is.ts';
import { askAnew, escalate } from './escalation.ts';
import { applyVerdict, inconclusive, type ReviewRef, type Verdict } from './review.ts';

export interface EnteredTree extends Omit<TaskTree, 'memberId'> {
  readonly base: string;
  readonly notices: readonly string[];
}

/** On record before the work in it begins; from now on the result stands for what is in the tree. */
export function noteTree(board: Board, attempt: AttemptRef, { path, branch, folder, base, notices }: EnteredTree): Decision<undefined> {
  const task = board.task(attempt.taskId);
  if (task === undefined || task.assigneeId === null || task.starts !== attempt.token || !isAtWork(task.state)) return staleAttempt(attempt);
  const draft = new Draft(board);
  draft.putTask({ ...task, more: withMore(task, { tree: { memberId: task.assigneeId, path, branch, folder } }) });
  draft.note('task.tree_entered', { goalId: task.goalId, taskId: task.id, memberId: task.assigneeId }, {
    attempt_id: attemptId(task.id, attempt.token),
    worktree_path: path,
    worktree_branch: branch,
    base,
    notices,
  });
  return draft.decision(undefined);
}

/** It is gone, so the result does not stand for it any more; a kept one stays the task's. */
export function noteTreeLeft(board: Board, attempt: AttemptRef, left: { readonly outcome: 'kept' | 'removed'; readonly parked: string | null }): Decision<undefined> {
  const task = board.task(attempt.taskId);
  const tree = task === undefined ? undefined : treeOf(task);
  const draft = new Draft(board);
  if (task === undefined || tree === undefined || task.starts !== attempt.token) return draft.decision(undefined);
  if (left.outcome === 'removed') draft.putTask({ ...task, more: withMore(task, { tree: undefined, leftBranch: undefined }) });
  draft.note('task.tree_left', { goalId: task.goalId, taskId: task.id, memberId: tree.memberId }, {
    worktree_path: tree.path,
    worktree_branch: tree.branch,
    outcome: left.outcome,
    ...(left.parked === null ? {} : { parked: left.parked }),
  });
  return draft.decision(undefined);
}

export type MergeEnd =
  /** `commit` is null where there was nothing to merge. */
  | { readonly kind: 'merged'; readonly commit: string | null }
  | { readonly kind: 'conflict'; readonly files: readonly string[]; readonly fixes: readonly string[] }
  /** The criteria do not hold for the merged state. */
  | { readonly kind: 'failed'; readonly fixes: readonly string[] }
  | { readonly kind: 'inconclusive'; readonly because: string };

/** Who approved it, before the merge. */
export type Approval = Extract<Verdict, { kind: 'approve' }>;

/** The approval that the votes on record add up to. */
export function approvalOf(task: Task): Approval {
  const votes = task.more?.verdicts ?? [];
  return { kind: 'approve', reviewerId: votes.at(-1)?.reviewerId ?? 'code', comment: votes.map(({ comment = '' }) => comment).filter((text) => text !== '').join('\n'), criteria: [] };
}

/** On the result that was merged, and on no other. */
export function decideMerge(board: Board, review: ReviewRef, approval: Approval, end: MergeEnd): Decision<undefined> {
  const task = board.task(review.taskId);
  if (task === undefined || task.state !== 'pending_review' || task.resultSeq !== review.resultSeq) {
    return refuse('attempt.stale', REFUSED_MOVES.staleMerge(review.taskId));
  }
  const draft = new Draft(board);
  endMerge(draft, task, approval, end);
  return draft.decision(undefined);
}

function endMerge(draft: Draft, task: Task, approval: Approval, end: MergeEnd): void {
  const criteria = (passed: boolean): readonly JsonObject[] => [...approval.criteria, { id: 'merge', passed }];
  switch (end.kind) {
    case 'merged':
      applyVerdict(draft, task, { ...approval, ...(end.commit === null ? {} : { criteria: criteria(true), mergeCommit: end.commit }) });
      return;
    case 'conflict':
      conflictOn(draft, task, end, criteria(false));
      return;
    case 'failed':
      applyVerdict(draft, task, { kind: 'reject', reviewerId: 'code', comment: end.fixes.join('\n'), fixes: end.fixes, criteria: criteria(false) });
      return;
    case 'inconclusive':
      inconclusive(draft, task, 'code', end.because);
  }
}

/** What the merge of work that is taken as it is came to: it is done now, or whoever said so learns why not. */
export function decideTaken(board: Board, { taskId, resultSeq }: ReviewRef, end: MergeEnd): Decision<undefined> {
  const task = board.task(taskId);
  const word = task?.more?.accepting;
  if (task === undefined || word === undefined || task.resultSeq !== resultSeq) return refuse('attempt.stale', REFUSED_MOVES.staleMerge(taskId));
  const draft = new Draft(board);
  if (end.kind === 'merged') takeAsIs(draft, task, word, end.commit);
  else notTaken(draft, task, word, end);
  return draft.decision(undefined);
}

export function notTaken(draft: Draft, task: Task, { otherwise, details }: Accepting, end: Exclude<MergeEnd, { kind: 'merged' }>): void {
  const fault = end.kind === 'inconclusive' ? end.because : end.fixes.join('\n');
  const why = { fault, ...(end.kind === 'conflict' ? { conflicts: end.files, worktree_branch: treeOf(task)?.branch ?? null } : {}) };
  // Both sides stand in the author's tree now: whoever takes it up again is told of them.
  const still: Task = { ...task, more: withMore(task, { accepting: undefined, waiting: undefined, ...(end.kind === 'inconclusive' ? {} : { fixes: end.fixes }) }) };
  draft.note('task.not_merged', { goalId: task.goalId, taskId: task.id, memberId: task.assigneeId }, why);
  if (otherwise === 'fail') draft.moveTask(still, 'expire', 'failed', { details: { ...details, because: 'not_merged' } });
  else if (otherwise === 'cancel') draft.moveTask({ ...still, more: withMore(still, { calledOff: true }) }, 'cancel', 'cancelled', { details: { ...details, reason: 'not_merged' } });
  else if (task.state === 'escalated') askAnew(draft, still, 'not_merged', why);
  else escalate(draft, still, 'not_merged', why);
}

function conflictOn(draft: Draft, task: Task, { files, fixes }: Extract<MergeEnd, { kind: 'conflict' }>, criteria: readonly JsonObject[]): void {
  const mergeConflicts = (task.more?.mergeConflicts ?? 0) + 1;
  const counted = { ...task, more: withMore(task, { mergeConflicts, fixes, unchanged: undefined }) };
  if (mergeConflicts >= (draft.board.goal(task.goalId)?.policy.limits.mergeConflicts ?? 0)) {
    escalate(draft, counted, 'merge_conflicts_used_up', { conflicts: files, worktree_branch: treeOf(task)?.branch ?? null });
  } else applyVerdict(draft, counted, { kind: 'reject', reviewerId: 'code', comment: fixes.join('\n'), fixes, criteria, conflicts: files });
}

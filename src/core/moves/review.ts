// From verdicts to a decision. Approved work is accepted in the same change; one rejection decides; what could not be read
// is inconclusive, is counted apart from attempts, and never passes.
import { Draft, type Decision } from '../change.ts';
import type { Board } from '../board/board.ts';
import { refuse } from '../errors.ts';
import { REFUSED_MOVES } from '../refusals/refused-moves.ts';
import { closeQuestions } from './ask-question.ts';
import { escalate } from './escalation.ts';
import type { TaskId } from '../ids.ts';
import type { Bilingual, JsonObject } from '../json.ts';
import { treeOf, withMore, type Task, type TaskMore, type Vote } from '../task.ts';

interface Judged {
  readonly reviewerId: string;
  readonly comment: string;
  /** Result of each criterion, as it is kept. */
  readonly criteria: readonly JsonObject[];
  readonly scores?: JsonObject;
  /** The commit that brought its work into the branch of the goal. */
  readonly mergeCommit?: string;
}

export type Verdict =
  | (Judged & { readonly kind: 'approve' })
  | (Judged & { readonly kind: 'reject'; readonly fixes: readonly string[]; /** Files of a merge that met a conflict. */ readonly conflicts?: readonly string[] })
  /** Hopeless: asked again, this reviewer would fail in the same way. */
  | { readonly kind: 'inconclusive'; readonly reviewerId: string; readonly because: string; readonly isHopeless?: boolean };

/** Which result the verdict is about; a verdict on an older result changes nothing. */
export interface ReviewRef {
  readonly taskId: TaskId;
  readonly resultSeq: number;
}

export function decideReview(board: Board, review: ReviewRef, verdict: Verdict): Decision<undefined> {
  const task = board.task(review.taskId);
  if (task === undefined || task.state !== 'pending_review' || task.resultSeq !== review.resultSeq) {
    return refuse('attempt.stale', REFUSED_MOVES.staleReview(review.taskId));
  }
  if (hasVoted(task, verdict.reviewerId)) return refuse('attempt.stale', REFUSED_MOVES.hasJudged(verdict.reviewerId, task.id));
  const draft = new Draft(board);
  if (verdict.kind === 'inconclusive' && verdict.isHopeless === true) passOn(draft, task, { reviewerId: verdict.reviewerId, fault: verdict.because });
  else if (verdict.kind === 'inconclusive') inconclusive(draft, task, verdict.reviewerId, verdict.because);
  else if (isAuthor(task, verdict.reviewerId)) return refuse('lifecycle.illegal_move', REFUSED_MOVES.isAuthor(verdict.reviewerId, task.id), { id: task.id, reviewer: verdict.reviewerId });
  else if (verdict.kind === 'approve' && verdict.criteria.some((criterion) => criterion['passed'] !== true)) {
    inconclusive(draft, task, verdict.reviewerId, APPROVED_UNMET[board.goal(task.goalId)?.locale ?? 'en']);
  } else vote(draft, task, verdict);
  return draft.decision(undefined);
}

const APPROVED_UNMET: Bilingual = { en: 'approved although a criterion was not met', zh: '有标准未满足却给出了通过' };

export const isAuthor = (task: Task, memberId: string): boolean => memberId === task.assigneeId || task.more?.earlierAuthors?.includes(memberId) === true;
const hasVoted = (task: Task, memberId: string): boolean => task.more?.verdicts?.some((vote) => vote.reviewerId === memberId) === true;

/** Who may review the task: reviewers (or the manager, by policy) that never held an attempt of it, in order of registration. */
export function reviewersOf(board: Board, task: Task): readonly string[] {
  const goal = board.goal(task.goalId);
  if (goal === undefined) return [];
  const able: string[] = [];
  for (const { registration } of board.crew(goal).byRole[goal.policy.review === 'manager' ? 'manager' : 'reviewer']) {
    if (!isAuthor(task, registration.agentId)) able.push(registration.agentId);
  }
  return able;
}

/**
 * Who is asked next: in order of registration, of those that neither voted on this result nor said that they cannot judge it.
 * Where several must approve, the ones that a rejection would spare a person's time go before the person.
 */
export function nextReviewer(board: Board, task: Task): string | undefined {
  const able = reviewersOf(board, task);
  const goal = board.goal(task.goalId);
  const needed = goal?.policy.reviewers ?? 1;
  if (goal === undefined || (needed <= 1 && task.more === null)) return able[0];
  const open = able.filter((memberId) => !hasVoted(task, memberId) && task.more?.cannotJudge?.includes(memberId) !== true);
  const panel = open.slice(0, Math.max(1, needed - (task.more?.verdicts?.length ?? 0)));
  return panel.find((memberId) => board.crew(goal).seats.get(memberId)?.registration.kind !== 'human') ?? panel[0];
}

const votesNeeded = (board: Board, task: Task): number => (task.review === 'reviewer' ? (board.goal(task.goalId)?.policy.reviewers ?? 1) : 1);

/** Everybody who must approve has; what is left is the merge of its branch. */
export const waitsForMerge = (board: Board, task: Task): boolean =>
  task.state === 'pending_review'
    && treeOf(task) !== undefined
    && (task.more?.verdicts?.some(({ reviewerId }) => reviewerId === 'code') === true
      || (task.more?.verdicts?.length ?? 0) >= votesNeeded(board, task));

/** Some have approved or cannot judge, more must approve, and nobody is left to ask. */
export const isReviewStuck = (board: Board, task: Task): boolean =>
  !waitsForMerge(board, task)
    && (task.more?.verdicts !== undefined || task.more?.cannotJudge !== undefined)
    && nextReviewer(board, task) === undefined;

/**
 * One rejection decides; with several reviewers all must approve, and an approval that is not the last is kept. So is the last one
 * of a task with a branch: the merge comes after it, and what was paid for is not asked again when that is cut off.
 */
export function vote(draft: Draft, task: Task, verdict: Exclude<Verdict, { kind: 'inconclusive' }>): void {
  const { board } = draft;
  const votes = task.more?.verdicts ?? [];
  const isLast = verdict.reviewerId === 'code' || votes.length + 1 >= votesNeeded(board, task);
  if (verdict.kind === 'reject' || (isLast && (treeOf(task) === undefined || verdict.mergeCommit !== undefined))) {
    applyVerdict(draft, task, verdict);
    return;
  }
  const given: Vote = { reviewerId: verdict.reviewerId, kind: 'approve', fixes: [], ...(verdict.comment === '' ? {} : { comment: verdict.comment }) };
  draft.putTask({ ...task, more: withMore(task, { verdicts: [...votes, given] }) });
  draft.note('task.verdict_given', { goalId: task.goalId, taskId: task.id, memberId: verdict.reviewerId }, {
    reviewer: verdict.reviewerId,
    kind: verdict.kind,
    fixes: [],
    comment: verdict.comment,
    criteria: verdict.criteria,
  });
}

export function applyVerdict(draft: Draft, task: Task, verdict: Exclude<Verdict, { kind: 'inconclusive' }>): Task {
  const details: JsonObject = {
    reviewer: verdict.reviewerId,
    comment: verdict.comment,
    criteria: verdict.criteria,
    ...(verdict.scores === undefined ? {} : { scores: verdict.scores }),
    ...(verdict.mergeCommit === undefined ? {} : { merge_commit: verdict.mergeCommit }),
  };
  const reviewerId = verdict.reviewerId === 'code' ? task.reviewerId : verdict.reviewerId;
  // A person that was asked meanwhile need not answer any more.
  if (task.more?.waiting !== undefined) closeQuestions(draft, task, 'withdraw');
  if (verdict.kind === 'reject') {
    const more = withMore(task, { fixes: verdict.fixes, reviewComment: verdict.comment, verdicts: undefined, cannotJudge: undefined, waiting: undefined, best: bestOf(task, verdict.criteria) });
    return draft.moveTask(task, 'reject', 'rejected', {
      fields: { reviewerId, more },
      details: { ...details, fixes: verdict.fixes, ...(verdict.conflicts === undefined ? {} : { conflicts: verdict.conflicts }) },
    });
  }
  // What the last rejection asked for is mended; what is kept is the comment.
  const more = task.more === null && verdict.comment === ''
    ? null
    : withMore(task, {
      fixes: undefined,
      verdicts: undefined,
      cannotJudge: undefined,
      waiting: undefined,
      mergeConflicts: undefined,
      reviewComment: verdict.comment === '' ? undefined : verdict.comment,
    });
  const approved = draft.moveTask(task, 'approve', 'approved', { fields: { reviewerId, more }, details });
  return draft.moveTask(approved, 'accept', 'done', { details: { by: 'manager' } });
}

/** Most criteria passed, then the latest: what `accept_best` and a person's `accept` take. */
function bestOf(task: Task, criteria: readonly JsonObject[]): TaskMore['best'] {
  const passed = criteria.filter((criterion) => criterion['passed'] === true).length;
  const best = task.more?.best;
  return best === undefined || passed >= best.passed ? { seq: task.resultSeq, passed } : best;
}

/** Who cannot judge it is not asked again: somebody else is, and when nobody is left, whoever owns the goal. */
export function passOn(draft: Draft, task: Task, { reviewerId, fault }: { readonly reviewerId: string; readonly fault: string }): void {
  const passed = { ...task, more: withMore(task, { cannotJudge: [...(task.more?.cannotJudge ?? []), reviewerId] }) };
  if (nextReviewer(draft.board, passed) === undefined) escalate(draft, passed, 'reviewer_cannot_judge', { reviewer: reviewerId, fault });
  else inconclusive(draft, passed, reviewerId, fault);
}

export function inconclusive(draft: Draft, task: Task, reviewerId: string, because: string): void {
  const { board } = draft;
  const limit = board.goal(task.goalId)?.policy.limits.reviewFaults ?? 0;
  const reviewFaults = task.reviewFaults + 1;
  if (reviewFaults < limit) draft.moveTask(task, 'inconclusive', 'pending_review', { fields: { reviewFaults }, details: { reviewer: reviewerId, reason: because } });
  else escalate(draft, { ...task, reviewFaults }, 'review_faults_used_up', { reviewer: reviewerId, fault: because });
}

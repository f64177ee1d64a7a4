// What the holder of an attempt may report: a result, a refusal of the work, or that the attempt came to nothing. Each is
// decided on the fresh row: only the current token counts, and a late result is kept aside, never applied.
import { Draft, type Decision } from '../change.ts';
import type { Board } from '../board/board.ts';
import type { CriterionResult } from '../criteria.ts';
import { refuse, type Refusal } from '../errors.ts';
import { REFUSED_CLAIMS } from '../refusals/refused-claims.ts';
import { REFUSED_MOVES } from '../refusals/refused-moves.ts';
import { closeQuestions } from './ask-question.ts';
import type { Effect } from '../gate/effects.ts';
import { escalate, type Reason } from './escalation.ts';
import { attemptId, type TaskId } from '../ids.ts';
import type { Bilingual, JsonObject, Locale } from '../json.ts';
import { hasHolder } from '../lifecycles.ts';
import { applyVerdict, nextReviewer } from './review.ts';
import { treeOf, withMore, type Task, type TaskResult } from '../task.ts';

export interface AttemptRef {
  readonly taskId: TaskId;
  /** The number of the start; any other than the task's own is late. */
  readonly token: number;
}

export interface Submission extends AttemptRef {
  readonly result: TaskResult;
  /** What the checks by code found, and what is wrong with the form of the output. */
  readonly checks: readonly CriterionResult[];
  readonly formFaults: readonly Bilingual[];
  /** What was done to the world on the way, by it and by what it builds on. */
  readonly effects?: readonly Effect[];
  /** It is the very result that was sent back. */
  readonly isUnchanged?: boolean;
}

export type Submitted = 'applied' | 'set_aside';

/** Hands in a result. Where only instant checks review it, the verdict is part of the same change. */
export function submit(board: Board, submission: Submission): Decision<Submitted> {
  const task = board.task(submission.taskId);
  if (task === undefined) return refuse('task.not_found', REFUSED_MOVES.noTask(submission.taskId));
  if (!isCurrent(task, submission.token)) return setAside(board, task, submission);
  if (task.state === 'claimed' && board.goal(task.goalId)?.policy.planGate === true) {
    return refuse('lifecycle.illegal_move', REFUSED_CLAIMS.planNotApproved(task.id), { id: task.id, plan: task.more?.plan?.state ?? null });
  }
  const draft = new Draft(board);
  submitOn(draft, task, submission);
  return draft.decision('applied');
}

/** The same as part of a larger change; the caller has made sure that the attempt is the current one. */
export function submitOn(draft: Draft, task: Task, submission: Submission): void {
  const { board } = draft;
  // What it still asked about, also in an attempt that was lost, has lost its ground.
  closeQuestions(draft, task, 'withdraw');
  const details = resultDetails(submission);
  const fields = { attempts: task.attempts + 1, resultSeq: draft.nextSeq(), epoch: 0 };
  const after = withMarks(task, submission);
  const tree = treeOf(task);
  if (task.review === 'none' && tree === undefined && submission.formFaults.length === 0) {
    draft.moveTask(after, 'submit', 'completed', { fields, details });
    return;
  }
  const handedIn = draft.moveTask(after, 'submit', 'pending_review', { fields: { ...fields, reviewerId: reviewerFor(board, task), more: withChecks(after, submission, fields.resultSeq) }, details });
  const locale = board.goal(task.goalId)?.locale ?? 'en';
  const fixes = submission.checks.length + submission.formFaults.length === 0 ? NOTHING_TO_MEND : fixesOf(submission, locale);
  if (fixes.length > 0) applyVerdict(draft, handedIn, { kind: 'reject', reviewerId: 'code', comment: fixes.join('\n'), fixes, criteria: submission.checks.map((check) => checkOut(check, locale)) });
  else if (task.review === 'instant' && tree === undefined && submission.checks.every((check) => check.passed === true)) {
    applyVerdict(draft, handedIn, {
      kind: 'approve',
      reviewerId: 'code',
      comment: '',
      criteria: submission.checks.map((check) => checkOut(check, locale)),
    });
  }
}

/** What the way to the result left on the task: what was done to the world, and whether anything was mended. */
function withMarks(task: Task, { effects, isUnchanged = false }: Submission): Task {
  const before = task.more?.unchanged ?? 0;
  const unchanged = isUnchanged ? before + 1 : 0;
  if (effects === undefined && unchanged === before && task.more?.waiting === undefined) return task;
  return {
    ...task,
    more: withMore(task, {
      waiting: undefined,
      unchanged: unchanged === 0 ? undefined : unchanged,
      ...(effects === undefined ? {} : { effects: [...new Set([...(task.more?.effects ?? []), ...effects])] }),
    }),
  };
}

const NOTHING_TO_MEND: readonly string[] = [];

const isCurrent = (task: Task, token: number): boolean => task.starts === token && hasHolder(task.state) && task.state !== 'assigned';

function resultDetails(submission: Submission): JsonObject {
  const details = { attempt_id: attemptId(submission.taskId, submission.token), output: submission.result.output, execution_summary: submission.result.executionSummary };
  return submission.checks.length === 0 ? details : { ...details, checks: submission.checks.map((check) => ({ id: check.id, passed: check.passed ?? null })) };
}

/** The first to be asked; null when nobody may review it. */
function reviewerFor(board: Board, task: Task): string | null {
  return task.review === 'reviewer' ? (nextReviewer(board, task) ?? null) : null;
}

/** A result after a rejected one is the best so far when its checks alone say so; the first one is until it is rejected. */
function withChecks(task: Task, submission: Submission, seq: number): Task['more'] {
  const best = task.more?.best;
  if (best === undefined) return task.more;
  const passed = submission.checks.filter((check) => check.passed === true).length;
  return passed >= best.passed ? withMore(task, { best: { seq, passed } }) : task.more;
}

function fixesOf(submission: Submission, locale: Locale): readonly string[] {
  const form = submission.formFaults.map((fault) => fault[locale]);
  const failed = submission.checks.filter((check) => check.passed === false);
  return [...form, ...failed.map((check) => check.fix?.[locale] ?? check.id)];
}

export const checkOut = (check: CriterionResult, locale: Locale): JsonObject => ({ id: check.id, passed: check.passed ?? null, ...(check.fix === undefined ? {} : { fix: check.fix[locale] }) });

function setAside(board: Board, task: Task, submission: Submission): Decision<Submitted> {
  const draft = new Draft(board);
  draft.note('task.result_set_aside', { goalId: task.goalId, taskId: task.id, memberId: task.assigneeId }, { ...resultDetails(submission), reason: 'attempt_not_current', state: task.state });
  return draft.decision('set_aside');
}

/** The answer to an attempt that is over. */
export const staleAttempt = ({ taskId, token }: AttemptRef): Refusal => refuse('attempt.stale', REFUSED_MOVES.staleAttempt(taskId, token));

/** The member says the task is outside its boundaries: it goes back to the manager, and is not offered to this member again. */
export function decline(board: Board, attempt: AttemptRef, reason: string): Decision<undefined> {
  const task = board.task(attempt.taskId);
  if (task === undefined || !isCurrent(task, attempt.token)) return staleAttempt(attempt);
  const draft = new Draft(board);
  declineOn(draft, task, reason);
  return draft.decision(undefined);
}

export function declineOn(draft: Draft, task: Task, reason: string): void {
  closeQuestions(draft, task, 'withdraw');
  const declinedBy = [...(task.more?.declinedBy ?? []), ...(task.assigneeId === null ? [] : [task.assigneeId])];
  draft.moveTask(task, 'decline', 'unassigned', { fields: { epoch: 0, more: withMore(task, { declinedBy, comment: reason, waiting: undefined }) }, details: { reason } });
}

/** The attempt came to nothing for a reason that says nothing about the work: lost while losses are left, then a person's. */
export function lose(board: Board, attempt: AttemptRef, reason: string): Decision<undefined> {
  const task = board.task(attempt.taskId);
  if (task === undefined || task.starts !== attempt.token || !hasHolder(task.state)) return staleAttempt(attempt);
  const draft = new Draft(board);
  loseOn(draft, task, reason);
  return draft.decision(undefined);
}

export function loseOn(draft: Draft, task: Task, reason: string): void {
  const { board } = draft;
  const limit = board.goal(task.goalId)?.policy.limits.losses ?? 0;
  const losses = task.losses + 1;
  const attempt = attemptId(task.id, task.starts);
  if (losses < limit) freeOn(draft, { ...task, losses }, { reason, attempt_id: attempt });
  else escalate(draft, { ...task, losses }, 'losses_used_up', { fault: reason, attempt_id: attempt });
}

/** Free again without being counted: what happened says nothing about the work. A plan goes with its author; other questions wait for the next attempt. */
export function freeOn(draft: Draft, task: Task, details: JsonObject): Task {
  const waits = task.more?.waiting !== undefined;
  if (task.more?.waiting?.reason === 'plan' || task.state === 'assigned') closeQuestions(draft, task, 'withdraw');
  return draft.moveTask(task, 'lose', 'pending', { fields: { losses: task.losses, epoch: 0, ...(waits ? { more: withMore(task, { waiting: undefined }) } : {}) }, details });
}

/** A fault that no retry can mend ends the attempt at once. */
export function giveUp(board: Board, attempt: AttemptRef, reason: Reason, details: JsonObject & { readonly reason?: never }): Decision<undefined> {
  const task = board.task(attempt.taskId);
  if (task === undefined || !isCurrent(task, attempt.token)) return staleAttempt(attempt);
  const draft = new Draft(board);
  escalate(draft, task, reason, details);
  return draft.decision(undefined);
}

// A result that is taken below standard: by a person, after the last attempt, unanswered, or because the money is gone. Where it stands
// in a working tree it is merged first, so that whoever builds on it finds it merged; until then the task stays where it is, and the
// word about it is on its row. Invariant: no such task is done before its branch is in that of the goal.
import type { Draft } from '../change.ts';
import { treeOf, withMore, type Accepting, type Task } from '../task.ts';

export function acceptAsIs(draft: Draft, task: Task, word: Accepting): Task {
  if (treeOf(task) === undefined) return takeAsIs(draft, task, word);
  const { now } = draft.board;
  const waits: Task = { ...task, updatedAt: now, more: withMore(task, { accepting: word, waiting: { for: 'reviewer', reason: 'merge', until: null, questionId: null } }) };
  draft.putTask(waits);
  draft.note('task.merge_asked', { goalId: task.goalId, taskId: task.id, memberId: task.assigneeId }, word.details);
  return waits;
}

/** The move itself. In a tree stands what was handed in last, so that is taken; elsewhere the best. `commit`: of the merge. */
export function takeAsIs(draft: Draft, task: Task, { verb, details, comment }: Accepting, commit: string | null = null): Task {
  const resultSeq = treeOf(task) === undefined ? (task.more?.best?.seq ?? task.resultSeq) : task.resultSeq;
  const more = withMore(task, { accepting: undefined, waiting: undefined, belowStandard: true, ...(comment === undefined ? {} : { comment }) });
  return draft.moveTask(task, verb, 'done', { fields: { resultSeq, more }, details: { ...details, below_standard: true, ...(commit === null ? {} : { merge_commit: commit }) } });
}

/** It is accepted and the engine merges it; nobody else has the next move. */
export const waitsToBeTaken = (task: Task): boolean => task.more?.accepting !== undefined;

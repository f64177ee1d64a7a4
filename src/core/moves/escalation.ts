// When machines cannot go on: the task goes to a person as a question with every way out, and the question has a deadline
// with a default. Escalating and asking are one commit; so are answering and the move that the answer asks for.
import type { Draft } from '../change.ts';
import type { Goal } from '../goal.ts';
import { questionId } from '../ids.ts';
import type { Bilingual, JsonObject, Locale } from '../json.ts';
import type { Question } from '../question.ts';
import { withMore, type Task } from '../task.ts';
import { acceptAsIs } from './as-it-is.ts';
import { closeQuestions } from './ask-question.ts';

/** Why a task needs a person, as the sentence that the person reads. */
export const REASONS = {
  no_member_has_the_skills: { en: 'No member has the skills it needs.', zh: '没有成员具备所需的技能。' },
  declined: { en: 'A member declined it as outside its boundaries, and the manager found no other place for it.', zh: '成员认为超出职责范围而婉拒，主管也没有找到其他合适的安排。' },
  member_not_there: { en: 'The member it was given to is not registered.', zh: '被指派的成员没有登记。' },
  nobody_may_review: { en: 'No member is left that may review it: an author never reviews, and nobody reviews twice.', zh: '没有其他成员可以审阅：作者不能审阅自己的成果，同一成员也不重复审阅。' },
  attempts_used_up: { en: 'Its attempts are used up and the last result did not meet its criteria.', zh: '尝试次数已用完，最后一次成果仍未达到验收标准。' },
  losses_used_up: { en: 'Its attempts were lost too often before a result came.', zh: '多次尝试都在产出成果之前中断。' },
  review_faults_used_up: { en: 'Its review gave no usable verdict too often.', zh: '审阅多次未得出有效结论。' },
  cannot_succeed: { en: 'The attempt ended with a fault that no retry can mend.', zh: '本次尝试出现了重试也无法解决的故障。' },
  person_decides: { en: 'The person who was asked decides about it.', zh: '由被询问的人直接决定。' },
  person_late: { en: 'The person it was given to did not hand it in in time.', zh: '承担该任务的人没有在期限内交付。' },
  reviewer_cannot_judge: { en: 'The reviewer cannot judge it, and there is no other.', zh: '审阅者表示无法判断，也没有其他人可以审阅。' },
  nobody_there: { en: 'It needs a person, and nobody is there to ask.', zh: '需要由人来处理，但目前无人值守。' },
  not_merged: { en: 'Its result was accepted as it is, and could not be merged.', zh: '成果已按现状验收，但其改动无法合并。' },
  merge_conflicts_used_up: { en: 'Its work met a conflict with what was merged before too often.', zh: '其改动与已合并的内容多次发生冲突。' },
  nobody_took_it: { en: 'No member took it although it was offered twice.', zh: '任务两次开放领取，仍无人领取。' },
  plans_refused: { en: 'Its plans were sent back too often.', zh: '提交的方案多次被退回。' },
  plan_undecided: { en: 'Nobody decided about its plan in time.', zh: '方案未在限期内得到决定。' },
  replan_late: { en: 'The manager did not place it in time.', zh: '主管没有在限期内重新安排。' },
  unchanged_result: { en: 'The result was sent back and handed in again unchanged, more than once.', zh: '成果被退回后未作修改又再次提交，且不止一次。' },
  breaker_stop: { en: 'A breaker stopped it: it spent without coming nearer.', zh: '断路器已将其停止：持续消耗却没有进展。' },
  interrupted: { en: 'It was interrupted.', zh: '任务被中断。' },
} as const satisfies Record<string, Bilingual>;
export type Reason = keyof typeof REASONS;

type Details = JsonObject & { readonly reason?: never };

const WAYS_OUT = ['retry', 'reassign', 'edit_result', 'edit', 'split', 'cancel', 'fail'] as const;
const WAYS_OUT_WITH_RESULT = ['retry', 'reassign', 'accept', 'edit_result', 'edit', 'split', 'cancel', 'fail'] as const;

/** `details`: what is to be told beside the reason; `fault` is the last thing that went wrong, in its own words. */
export function escalate(draft: Draft, task: Task, reason: Reason, details: Details = {}): Task {
  const { board } = draft;
  const goal = board.goal(task.goalId);
  const key = draft.nextQuestion();
  const id = questionId(key);
  const waitMs = goal?.policy.times.questionMs ?? 0;
  const asks = goal !== undefined && !goal.policy.unattended;
  const waiting = { for: 'person' as const, reason, until: board.now + waitMs, questionId: asks ? id : null };
  closeQuestions(draft, task, 'withdraw');
  const escalated = draft.moveTask(task, 'escalate', 'escalated', {
    fields: { epoch: 0, more: withMore(task, { waiting, comment: commentOf(reason, details), verdicts: undefined, cannotJudge: undefined }) },
    details: { ...details, reason, ...(asks ? { question_id: id } : {}) },
  });
  if (asks) draft.ask({ ...questionOf(draft, goal, escalated, { ...details, reason }), id, key });
  return escalated;
}

/** A person has decided about it and that could not be done: the same person's task with a new question, which says why. */
export function askAnew(draft: Draft, task: Task, reason: Reason, details: Details = {}): void {
  const { board } = draft;
  const goal = board.goal(task.goalId);
  if (goal === undefined) return;
  const key = draft.nextQuestion();
  const id = questionId(key);
  const waiting = { for: 'person' as const, reason, until: board.now + goal.policy.times.questionMs, questionId: id };
  const asked = { ...task, updatedAt: board.now, more: withMore(task, { waiting, comment: commentOf(reason, details) }) };
  draft.putTask(asked);
  draft.ask({ ...questionOf(draft, goal, asked, { ...details, reason }), id, key });
}

/** The fault in its own words says more than its kind. */
const commentOf = (reason: Reason, { fault }: JsonObject): string => (typeof fault === 'string' ? fault : reason);

/** The comment of a task that a person had to decide about, as a sentence. */
export const inSentence = (comment: string, locale: Locale): string => (isReason(comment) ? REASONS[comment][locale] : comment);

const isReason = (text: string): text is Reason => Object.hasOwn(REASONS, text);

function questionOf({ board }: Draft, goal: Goal, task: Task, material: JsonObject & { readonly reason: Reason }): Omit<Question, 'id' | 'key'> {
  return {
    goalId: goal.id,
    taskId: task.id,
    kind: 'escalation',
    state: 'open',
    askedBy: task.assigneeId ?? 'engine',
    text: REASONS[material.reason],
    choices: task.resultSeq > 0 ? WAYS_OUT_WITH_RESULT : WAYS_OUT,
    material: { attempts: task.attempts, fixes: task.more?.fixes ?? [], missing_skills: task.more?.missingSkills ?? [], ...material },
    createdAt: board.now,
    waitMs: goal.policy.times.questionMs,
    answer: null,
    closedAt: null,
  };
}

/** Nobody answers: the default of the policy is taken and recorded. */
export function expire(draft: Draft, goal: Goal, task: Task, reason: 'unattended' | 'unanswered'): Task {
  for (const question of draft.board.openQuestions(goal.id)) if (question.taskId === task.id) draft.moveQuestion(question, 'expire', 'expired');
  const keep = goal.policy.unanswered === 'accept_best' && task.resultSeq > 0;
  const details = { reason, because: task.more?.waiting?.reason ?? '' };
  if (!keep) return draft.moveTask(task, 'expire', 'failed', { fields: { more: withMore(task, { waiting: undefined }) }, details });
  return acceptAsIs(draft, task, { verb: 'expire', details, otherwise: 'fail' });
}

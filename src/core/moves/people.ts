// People as members: what a model or a function does at once, a person is asked for. The question holds the place of the attempt
// or of the review; the answer is the hand-in, the refusal or the verdict, under the same rules as everybody's.
import type { Board } from '../board/board.ts';
import type { Seat } from '../board/crew.ts';
import { Draft, type Decision } from '../change.ts';
import { refuse, type Refusal } from '../errors.ts';
import type { Goal } from '../goal.ts';
import { attemptId } from '../ids.ts';
import { isJsonObject, type Bilingual, type Json, type JsonObject } from '../json.ts';
import { isAtWork } from '../lifecycles.ts';
import type { Answer, Question } from '../question.ts';
import { authorsOf, withMore, type MemberPlan, type Task } from '../task.ts';
import { waitAgain } from '../team/plan-waits.ts';
import { REFUSED_ANSWERS } from '../refusals/refused-answers.ts';
import { REFUSED_MOVES } from '../refusals/refused-moves.ts';
import { ask, closeQuestions, type Asking } from './ask-question.ts';
import { declineOn, submitOn, type Submission } from './attempt.ts';
import { escalate } from './escalation.ts';
import { inconclusive, isAuthor, passOn, vote, type ReviewRef } from './review.ts';

/** A person has the task and was asked, for work or for a review: it moves when the person says so, or is late. */
export const waitsForPerson = (task: Task): boolean => task.more?.waiting?.for === 'person' && (task.state === 'assigned' || task.state === 'pending_review' || isWithPerson(task));

/** A person has handed in a plan for it, and was asked again when that was decided. */
export const isWithPerson = (task: Task): boolean => task.more?.waiting?.reason === 'work' && isAtWork(task.state);

/**
 * The assignee is a person with room: the question goes out in the commit that gave it the task, or that decided about its plan. A
 * plan of its own that nobody has decided about waits first.
 */
export function askHolder(draft: Draft, goal: Goal, task: Task, seat: Seat): void {
  const { board } = draft;
  const { agentId } = seat.registration;
  if (goal.policy.unattended) {
    escalate(draft, task, 'nobody_there', { member: agentId });
    return;
  }
  const plan = takesPlans(goal) ? task.more?.plan : undefined;
  if (task.state === 'assigned' && plan?.state === 'submitted') {
    waitAgain(draft, goal, takeUp(draft, task, 'claimed'));
    return;
  }
  const waitMs = goal.policy.times.personDueMs;
  const material = { attempt: task.attempts + 1, fixes: task.more?.fixes ?? [], note: task.more?.note ?? null, ...saidOf(task, plan) };
  const question = ask(draft, goal, { kind: 'work', task, askedBy: 'engine', askedOf: agentId, material, waitMs, ...waysFor(goal, task, plan) });
  // Its clock begins now, not when the task came to a person whose hands were full.
  draft.putTask({ ...task, updatedAt: board.now, more: withMore(task, { waiting: { for: 'person', reason: 'work', until: board.now + waitMs, questionId: question.id } }) });
}

/** Where members claim and nobody begins before its plan is approved. */
const takesPlans = ({ policy }: Goal): boolean => policy.planGate && policy.dispatch === 'pull';

/** A plan is the person's choice. Once there is one, it is decided before the result counts. */
function waysFor(goal: Goal, { state }: Task, plan: MemberPlan | undefined): Pick<Asking, 'text' | 'without'> {
  if (!takesPlans(goal)) return { without: ['plan'] };
  if (plan?.state === 'refused') return { text: ASKS.plan_refused, without: ['hand_in'] };
  if (plan?.state === 'accepted') return { ...(state === 'plan_approved' ? { text: ASKS.plan_approved } : {}), without: ['plan'] };
  return { text: ASKS.plan_welcome };
}

const ASKS = {
  plan_welcome: {
    en: 'This task is yours. Hand in the result, or first a plan for approval. You may also split the task, or decline it.',
    zh: '这项任务由你完成。请提交成果，也可以先提交方案等待裁决；或将它拆分，或说明理由婉拒。',
  },
  plan_approved: { en: 'Your plan for this task was approved. Hand in the result, split the task, or decline it.', zh: '你为这项任务提交的方案已通过。请提交成果，或将任务拆分，或说明理由婉拒。' },
  plan_refused: {
    en: 'Your plan for this task was sent back. Hand in a mended one; the result is taken once a plan is approved. You may also split the task, or decline it.',
    zh: '你为这项任务提交的方案被退回。请修改后重新提交，方案通过后才能提交成果；也可以将任务拆分，或说明理由婉拒。',
  },
} as const satisfies Record<string, Bilingual>;

/** What was decided about its plan, until the first result. */
function saidOf({ state }: Task, plan: MemberPlan | undefined): JsonObject {
  if (plan === undefined || (plan.state === 'accepted' && state !== 'plan_approved')) return {};
  const { revision, state: status, by = null, feedback = null } = plan;
  return { plan_decision: { revision, status, by, feedback } };
}

/** The person begins, in no process: nothing of it is lost when one ends. */
export function takeUp(draft: Draft, task: Task, to: 'claimed' | 'plan_approved' | 'executing'): Task {
  const token = task.starts + 1;
  return draft.moveTask(task, 'start', to, { fields: { starts: token, epoch: 0, more: withMore(task, { waiting: undefined }) }, details: { attempt_id: attemptId(task.id, token), epoch: 0 } });
}

/** Of the tasks that a person was given, those that it was asked for. */
export function askedOf(board: Board, seat: Seat): number {
  let asked = 0;
  for (const id of seat.returning ?? []) {
    const task = board.task(id);
    if (task?.state === 'assigned' && waitsForPerson(task)) asked += 1;
  }
  return asked;
}

export interface ReviewQuestion extends ReviewRef {
  readonly reviewerId: string;
  /** What code could not check. */
  readonly points: readonly { readonly id: string; readonly text: Bilingual }[];
  /** What code found. */
  readonly checks: readonly JsonObject[];
}

/** A person is to review: the result waits with a question instead of a call. Asking twice asks once. */
export function askReviewer(board: Board, { taskId, resultSeq, reviewerId, points, checks }: ReviewQuestion): Decision<undefined> {
  const task = board.task(taskId);
  const goal = task === undefined ? undefined : board.goal(task.goalId);
  const draft = new Draft(board);
  if (task === undefined || goal === undefined || task.state !== 'pending_review' || task.resultSeq !== resultSeq || waitsForPerson(task)) return draft.decision(undefined);
  if (isAuthor(task, reviewerId)) return refuse('lifecycle.illegal_move', REFUSED_MOVES.isAuthor(reviewerId, task.id), { id: task.id, reviewer: reviewerId });
  if (goal.policy.unattended) {
    escalate(draft, task, 'nobody_there', { member: reviewerId });
    return draft.decision(undefined);
  }
  const waitMs = goal.policy.times.personDueMs;
  const material: JsonObject = { result_seq: resultSeq, points: points.map(({ id, text }) => ({ id, text: { en: text.en, zh: text.zh } })), checks };
  const question = ask(draft, goal, { kind: 'review', task, askedBy: task.assigneeId ?? 'engine', askedOf: reviewerId, material, waitMs, ...(goal.policy.reviewers > 1 ? ONE_OF_SEVERAL : {}) });
  draft.putTask({ ...task, reviewerId, updatedAt: board.now, more: withMore(task, { waiting: { for: 'person', reason: 'review', until: board.now + waitMs, questionId: question.id } }) });
  return draft.decision(undefined);
}

/** Where others must approve too, one alone does not decide about the task. */
const ONE_OF_SEVERAL = { without: ['edit_result', 'split'] };

/** What a person hands in, checked by code already. */
export type HandedIn = Omit<Submission, 'taskId' | 'token'>;

export interface PersonsWord {
  readonly goal: Goal;
  readonly task: Task;
  readonly question: Question;
  readonly answer: Answer;
  /** For `hand_in`. */
  readonly handedIn?: HandedIn;
}

export function answerWork(draft: Draft, word: PersonsWord): Refusal | undefined {
  const { task, question, answer } = word;
  if (task.more?.waiting?.questionId !== question.id) return movedOn(question, task);
  if (answer.choice === 'hand_in') return handIn(draft, word);
  const reason = answer.note?.trim() ?? '';
  if (reason === '') return refuse('question.bad_answer', REFUSED_ANSWERS.sayWhy);
  declineOn(draft, task, reason);
  return undefined;
}

/** The form is told at once, for a slip of the pen is no attempt; everything else goes the way of every result. */
function handIn(draft: Draft, { goal, task, handedIn }: PersonsWord): Refusal | undefined {
  if (handedIn === undefined) return refuse('question.bad_answer', REFUSED_ANSWERS.sayOutput);
  const [misfit] = handedIn.formFaults;
  if (misfit !== undefined) return refuse('task.unfit_output', REFUSED_ANSWERS.misfit(task.assigneeId, misfit), { faults: handedIn.formFaults });
  // Where members claim, a person that hands in without a plan has taken the task up, and how is its own business.
  const { dispatch, planGate } = goal.policy;
  const started = task.state === 'assigned' ? takeUp(draft, task, dispatch === 'push' ? 'executing' : planGate ? 'plan_approved' : 'claimed') : task;
  submitOn(draft, started, { ...handedIn, taskId: task.id, token: started.starts });
  return undefined;
}

const CANNOT_JUDGE: Bilingual = { en: 'cannot judge it', zh: '无法判断' };

export function answerReview(draft: Draft, word: PersonsWord): Refusal | undefined {
  const { task, question, answer } = word;
  if (task.more?.waiting?.questionId !== question.id) return movedOn(question, task);
  const reviewerId = question.askedOf ?? answer.by;
  const own = refuseOwnWork(task, answer);
  if (own !== undefined) return own;
  const judged = { ...task, more: withMore(task, { waiting: undefined }) };
  if (answer.choice === 'cannot_judge') {
    passOn(draft, judged, { reviewerId, fault: answer.note ?? CANNOT_JUDGE[draft.board.goal(task.goalId)?.locale ?? 'en'] });
    return undefined;
  }
  const comment = answer.note ?? '';
  if (answer.choice === 'approve') {
    vote(draft, judged, { kind: 'approve', reviewerId, comment, criteria: criteriaOf(question.material) });
    return undefined;
  }
  const fixes = fixesOf(answer);
  if (fixes.length === 0) return refuse('question.bad_answer', REFUSED_ANSWERS.sayFixes);
  vote(draft, judged, { kind: 'reject', reviewerId, comment: comment === '' ? fixes.join('\n') : comment, fixes, criteria: checksOf(question.material) });
  return undefined;
}

export function refuseOwnWork(task: Task, { by }: Answer): Refusal | undefined {
  const authors = authorsOf(task);
  return authors.includes(by) ? refuse('question.bad_answer', REFUSED_ANSWERS.ownWork(by), { authors }) : undefined;
}

/** The holder let its due time pass. */
export function holderLate(draft: Draft, task: Task): void {
  closeQuestions(draft, task, 'expire');
  escalate(draft, task, 'person_late', { member: task.assigneeId });
}

/** The reviewer let its due time pass: no verdict, and the next round asks anew. */
export function reviewerLate(draft: Draft, task: Task): void {
  closeQuestions(draft, task, 'expire');
  inconclusive(draft, { ...task, more: withMore(task, { waiting: undefined }) }, task.reviewerId ?? 'code', 'review_late');
}

export const movedOn = (question: Question, task: Task): Refusal => refuse('question.closed', REFUSED_ANSWERS.movedOn(question.id, { task: task.id, state: task.state }), { state: task.state });

/** What was to mend: as a list, or all of it in the note. */
function fixesOf(answer: Answer): readonly string[] {
  const given = answer.extra['fixes'];
  const listed = Array.isArray(given) ? given.filter((fix): fix is string => typeof fix === 'string' && fix.trim() !== '') : [];
  return listed.length > 0 ? listed : answer.note === null || answer.note.trim() === '' ? [] : [answer.note];
}

const checksOf = (material: Json): readonly JsonObject[] => listIn(material, 'checks');
const criteriaOf = (material: Json): readonly JsonObject[] => [...checksOf(material), ...listIn(material, 'points').map((point) => ({ id: point['id'] ?? '', passed: true }))];

function listIn(material: Json, field: string): readonly JsonObject[] {
  const list = isJsonObject(material) ? material[field] : undefined;
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

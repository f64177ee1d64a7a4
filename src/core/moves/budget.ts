// The budget of a goal at work: a call is let through, has to wait, or finds nothing left. Then a person is asked in the same
// change and nothing new begins; where nobody can be asked, the goal ends with what is there.
import { attemptId, questionId, type GoalId, type TaskId } from '../ids.ts';
import type { Board } from '../board/board.ts';
import { BUDGET_UNITS, inFlightOf, inUnits, NOTHING_SPENT, raised, readBudget, reserve, roomFor, usedOf, type Amounts, type Budget, type BudgetUnit } from '../budget.ts';
import { Draft, type Decision } from '../change.ts';
import { refuse, type Refusal } from '../errors.ts';
import { isEnding, isHalted, standingOf, type Goal } from '../goal.ts';
import type { Bilingual, JsonObject } from '../json.ts';
import { costOf, priceOf } from '../models/prices.ts';
import type { Answer, Question } from '../question.ts';
import { withMore, type Task } from '../task.ts';
import { REFUSED_ANSWERS } from '../refusals/refused-answers.ts';
import { REFUSED_MOVES } from '../refusals/refused-moves.ts';
import { acceptAsIs, waitsToBeTaken } from './as-it-is.ts';
import { ask, closeQuestions } from './ask-question.ts';
import { staleAttempt, type AttemptRef } from './attempt.ts';
import { noGoal } from './goal-moves.ts';
import { isWithPerson } from './people.ts';

/** A call that is about to be made. */
export interface CallAhead {
  /** Whoever may answer it: the model and those asked instead. */
  readonly models: readonly string[];
  /** Rather too many than too few. */
  readonly inputTokens: number;
}

export type Leave =
  /** `answerTokens`: the most that the answer may take, where that is limited */
  | { readonly kind: 'go'; readonly reserved: Amounts; readonly answerTokens: number | undefined }
  | { readonly kind: 'wait' }
  | { readonly kind: 'used_up' }
  | { readonly kind: 'no_price'; readonly model: string };

export function reserveCall(board: Board, id: GoalId, call: CallAhead): Decision<Leave> {
  const goal = board.goal(id);
  if (goal === undefined) return noGoal(id);
  if (goal.endedAt !== null) return refuse('goal.ended', REFUSED_MOVES.goalEndedNoCalls(id, goal.state));
  if (goal.owner !== board.epoch) return refuse('goal.owned', REFUSED_MOVES.goalDrivenElsewhere(id));
  if (isHalted(goal) || isEnding(goal)) return { ok: true, value: { kind: 'used_up' } };
  const need = needOf(goal, call);
  if (typeof need === 'string') return { ok: true, value: { kind: 'no_price', model: need } };
  const room = roomFor(standingOf(goal, board.now), need);
  if (room.kind === 'wait') return { ok: true, value: room };
  const draft = new Draft(board);
  if (room.kind === 'used_up') {
    useUp(draft, goal, room.unit, need);
    return draft.decision({ kind: 'used_up' });
  }
  draft.putGoal({ ...goal, spend: reserve(goal.spend ?? NOTHING_SPENT, board.epoch, need) });
  draft.note('budget.reserved', { goalId: id }, { tokens: need.tokens, micros: need.micros });
  const { tokens, cents } = standingOf(goal, board.now).limits;
  return draft.decision({ kind: 'go', reserved: need, answerTokens: tokens === undefined && cents === undefined ? undefined : goal.policy.answerTokens });
}

/** The most that the call can take, or the model that has no price although money is limited. */
function needOf(goal: Goal, { models, inputTokens }: CallAhead): Amounts | string {
  const outputTokens = goal.policy.answerTokens;
  const need = { tokens: inputTokens + outputTokens, micros: 0, turns: 1 };
  for (const model of models) {
    const price = priceOf(model, goal.policy.prices);
    if (price === undefined && standingOf(goal, 0).limits.cents !== undefined) return model;
    if (price !== undefined) need.micros = Math.max(need.micros, costOf(price, { inputTokens, outputTokens }) ?? 0);
  }
  return need;
}

/** Wall time passes without a call too. */
export const isOutOfTime = (goal: Goal, now: number): boolean => {
  const { limits, minutes } = standingOf(goal, now);
  return limits.minutes !== undefined && minutes >= limits.minutes && !isHalted(goal) && !isEnding(goal) && goal.state === 'running';
};

export function endTime(board: Board, id: GoalId): Decision<undefined> {
  const goal = board.goal(id);
  const draft = new Draft(board);
  if (goal !== undefined && isOutOfTime(goal, board.now)) useUp(draft, goal, 'minutes', { tokens: 0, micros: 0, turns: 0 });
  return draft.decision(undefined);
}

function useUp(draft: Draft, goal: Goal, unit: BudgetUnit, need: Amounts): void {
  const { board } = draft;
  const standing = standingOf(goal, board.now);
  const figures: JsonObject = { unit, limits: { ...standing.limits }, spent: { ...usedOf(standing) }, reserved: { ...inUnits(inFlightOf(standing.spend)) }, next_call: { ...inUnits(need) } };
  if (goal.policy.unattended) {
    draft.note('budget.used_up', { goalId: goal.id }, figures);
    endForBudget(draft, goal, null);
    return;
  }
  const id = questionId(board.next.question);
  draft.putGoal({ ...goal, spend: { ...standing.spend, halt: { kind: 'asked', since: board.now, questionId: id } } });
  draft.note('budget.used_up', { goalId: goal.id }, { ...figures, question_id: id });
  const text = usedUpText(unit, usedOf(standing)[unit], standing.limits[unit] ?? 0);
  ask(draft, goal, { kind: 'budget', askedBy: 'engine', text, material: { ...figures, raise_by_default: { ...usualRaise(goal, unit) } }, waitMs: goal.policy.times.questionMs });
}

function usedUpText(unit: BudgetUnit, used: number, limit: number): Bilingual {
  const [en, zh] = WORDS[unit];
  const spent = Math.round(used * 100) / 100;
  return {
    en: `The budget has no room for the next model call: ${spent} of ${limit} ${en} are used. Raise it, accept what is there, or cancel the goal.`,
    zh: `预算已不足以进行下一次模型调用：上限 ${limit} ${zh}，已用 ${spent} ${zh}。可以追加预算、按现状收尾，或取消目标。`,
  };
}

const WORDS: Readonly<Record<BudgetUnit, readonly [en: string, zh: string]>> = { tokens: ['tokens', '个 token'], cents: ['cents', '美分'], turns: ['model calls', '次调用'], minutes: ['minutes', '分钟'] };

/** As much again as was given at the start. */
const usualRaise = (goal: Goal, unit: BudgetUnit): Budget => ({ [unit]: goal.policy.budget[unit] ?? 0 });

/** A person says how it goes on; cancelling is the caller's. */
export function answerBudget(draft: Draft, goal: Goal, { question, answer }: { readonly question: Question; readonly answer: Answer }): Refusal | undefined {
  if (answer.choice === 'accept_as_is') {
    endForBudget(draft, goal, answer.by);
    return undefined;
  }
  const by = raiseOf(goal, question, answer);
  if (!by.ok) return by;
  const { board } = draft;
  const standing = standingOf(goal, board.now);
  const limits = raised(standing, by.budget);
  draft.putGoal({ ...goal, pauses: pausesWith(goal, question.createdAt, board.now), spend: { ...standing.spend, limits, halt: null } });
  draft.note('budget.raised', { goalId: goal.id }, { by: answer.by, raise: { ...by.budget }, limits: { ...limits } });
  return undefined;
}

function raiseOf(goal: Goal, question: Question, { extra }: Answer): ReturnType<typeof readBudget> {
  const unit = unitOf(question);
  const by = extra['raise'] === undefined && unit !== undefined ? { ok: true as const, budget: usualRaise(goal, unit) } : readBudget(extra['raise']);
  if (!by.ok) return { ...by, code: 'question.bad_answer' };
  const { limits } = standingOf(goal, 0);
  const unlimited = BUDGET_UNITS.filter((each) => by.budget[each] !== undefined && limits[each] === undefined);
  if (unlimited.length > 0) {
    return refuse(
      'question.bad_answer',
      REFUSED_ANSWERS.notLimited(goal.id, { units: unlimited, limited: BUDGET_UNITS.filter((each) => limits[each] !== undefined) }),
      { limits: { ...limits } },
    );
  }
  if (unit !== undefined && by.budget[unit] === undefined) return refuse('question.bad_answer', REFUSED_ANSWERS.raiseWhatIsUsedUp(unit), { unit });
  return by;
}

function unitOf({ material }: Question): BudgetUnit | undefined {
  return BUDGET_UNITS.find((unit) => typeof material === 'object' && material !== null && 'unit' in material && material['unit'] === unit);
}

/** The wait for the answer stops the clocks of the goal, like a pause; what was a pause meanwhile is not taken off twice. */
function pausesWith(goal: Goal, since: number, now: number): Goal['pauses'] {
  const before = goal.pauses.filter(([from]) => from < since);
  const start = before.reduce((latest, [, to]) => Math.max(latest, to), since);
  const end = Math.min(now, goal.pausedAt ?? now);
  return end > start ? [...before, [start, end]] : before;
}

/** Ends what is not at work now; what is in flight was paid for and is taken in when it comes. `by`: null is nobody. */
export function endForBudget(draft: Draft, goal: Goal, by: string | null): void {
  const ending: Goal = { ...goal, spend: { ...(goal.spend ?? NOTHING_SPENT), halt: { kind: 'ending', by } } };
  draft.note('budget.stopped', { goalId: goal.id }, { by: by ?? 'engine' });
  if (goal.state === 'planning') {
    draft.moveGoal(ending, 'fail', 'failed', { details: { problems: ['budget_used_up'] } });
    return;
  }
  draft.putGoal(ending);
  for (const task of draft.board.openTasks(goal.id)) endTask(draft, ending, task);
}

/** The end of one task of a goal that starts nothing more: its result as it is, or no result. Work in flight and reviews stay. */
export function endTask(draft: Draft, goal: Goal, task: Task): void {
  if ((IN_FLIGHT.has(task.state) && !isWithPerson(task)) || waitsToBeTaken(task)) return;
  closeQuestions(draft, task, 'withdraw');
  const by = goal.spend?.halt?.kind === 'ending' ? goal.spend.halt.by : null;
  const keep = task.resultSeq > 0 && KEEPS_RESULT.has(task.state) && (by !== null || goal.policy.unanswered === 'accept_best');
  if (!keep) {
    const more = withMore(task, { waiting: undefined, comment: 'budget_used_up', ...(by === null ? {} : { calledOff: true as const }) });
    draft.moveTask(task, 'cancel', 'cancelled', { fields: { epoch: 0, more }, details: { reason: 'budget_used_up', by: by ?? 'engine' } });
    return;
  }
  const open = task.state === 'escalated' ? task : draft.moveTask(task, 'escalate', 'escalated', { fields: { epoch: 0 }, details: { reason: 'budget_used_up' } });
  acceptAsIs(draft, open, { verb: 'accept', details: { by: by ?? 'engine' }, comment: 'budget_used_up', otherwise: 'cancel' });
}

const IN_FLIGHT: ReadonlySet<Task['state']> = new Set(['executing', 'claimed', 'plan_approved', 'pending_review', 'approved']);
const KEEPS_RESULT: ReadonlySet<Task['state']> = new Set(['rejected', 'escalated']);

/** The attempt found no money for its call. That says nothing about the work: it is not counted. */
export function putBack(board: Board, attempt: AttemptRef): Decision<undefined> {
  const task = board.task(attempt.taskId);
  if (task?.state !== 'executing' || task.starts !== attempt.token) return staleAttempt(attempt);
  const draft = new Draft(board);
  draft.moveTask(task, 'lose', 'pending', { fields: { epoch: 0 }, details: { reason: 'budget_used_up', attempt_id: attemptId(task.id, task.starts) } });
  return draft.decision(undefined);
}

/** The review found no money for its call: it waits for the answer, or the result is taken as it is. */
export function endReview(board: Board, id: TaskId): Decision<undefined> {
  const task = board.task(id);
  const goal = task === undefined ? undefined : board.goal(task.goalId);
  const draft = new Draft(board);
  if (task?.state === 'pending_review' && goal !== undefined && isEnding(goal)) {
    endTask(draft, goal, draft.moveTask(task, 'escalate', 'escalated', { details: { reason: 'budget_used_up' } }));
  }
  return draft.decision(undefined);
}

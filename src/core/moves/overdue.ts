// The safety net, as pure as the rest: what on the board is late, and what waits for a nudge that may have been lost. The
// sweep asks for every open task of a goal; the decision looks again on the fresh row, so asking twice does nothing.
import { loseOn } from './attempt.ts';
import type { Board } from '../board/board.ts';
import { Draft, type Decision } from '../change.ts';
import { hasRoom } from '../board/crew.ts';
import { waitsToBeTaken } from './as-it-is.ts';
import { endForBudget } from './budget.ts';
import { escalate, expire } from './escalation.ts';
import { elapsed, type Goal } from '../goal.ts';
import type { GoalId, TaskId } from '../ids.ts';
import { attemptsOf, cancelForPrerequisite, isMoving, startsAtOnce } from '../next-moves.ts';
import { notTaken } from './merge.ts';
import { isParked, parkedLate, parkedWaitMs, tellAsker } from './parked.ts';
import { holderLate, isWithPerson, reviewerLate, waitsForPerson } from './people.ts';
import type { Bilingual } from '../json.ts';
import { failUnaccepted, planUnusable } from './goal-plan.ts';
import type { Question } from '../question.ts';
import { treeOf, withMore, type Task } from '../task.ts';
import { cancelRest, hasGoneOn } from '../team/idle.ts';
import { planLate, waitsForPlan } from '../team/plan-waits.ts';
import type { TimeName } from '../lifecycles.ts';

interface Lateness {
  readonly limit: TimeName;
  readonly applies?: (board: Board, goal: Goal, task: Task) => boolean;
  readonly move: (draft: Draft, goal: Goal, task: Task) => void;
}

/** Who was mute too long, and what follows. A state that is not here has no clock of its own. */
export const LATENESS: Partial<Record<Task['state'], Lateness>> = {
  pending: { limit: 'offerMs', move: unclaimed },
  claimed: { limit: 'attemptMs', move: (draft, goal, task) => (waitsForPlan(task) ? planLate(draft, goal, task) : attemptLate(draft, task)) },
  plan_approved: { limit: 'attemptMs', move: (draft, _goal, task) => attemptLate(draft, task) },
  assigned: { limit: 'startMs', applies: mayStart, move: (draft, _goal, task) => (waitsForPerson(task) ? holderLate(draft, task) : loseOn(draft, task, 'start_late')) },
  executing: { limit: 'attemptMs', move: (draft, _goal, task) => attemptLate(draft, task) },
  pending_review: { limit: 'reviewMs', move: (draft, _goal, task) => reviewerLate(draft, task) },
  rejected: { limit: 'startMs', applies: authorIsBusy, move: (draft, _goal, task) => void draft.moveTask(task, 'release', 'pending', { details: { reason: 'author_busy' } }) },
  unassigned: { limit: 'unassignedMs', applies: waitsForManager, move: (draft, _goal, task) => void escalate(draft, task, 'replan_late') },
  blocked: { limit: 'replanMs', applies: waitsForManager, move: (draft, _goal, task) => void cancelForPrerequisite(draft, task) },
  escalated: { limit: 'questionMs', move: (draft, goal, task) => void expire(draft, goal, task, 'unanswered') },
};

const attemptLate = (draft: Draft, task: Task): void => (isWithPerson(task) ? holderLate : isParked(task) ? parkedLate : lostLate)(draft, task);
const lostLate = (draft: Draft, task: Task): void => loseOn(draft, task, 'attempt_late');

/** Nobody claimed it: it is offered once more, then it lies with the manager. */
function unclaimed(draft: Draft, _goal: Goal, task: Task): void {
  if (task.more?.offered === undefined) draft.moveTask(task, 'offer', 'pending', { fields: { more: withMore(task, { offered: 'again' }) } });
  else draft.moveTask(task, 'shelve', 'unassigned', { fields: { more: withMore(task, { offered: 'in vain', comment: 'nobody_took_it' }) }, details: { missing_skills: [], reason: 'nobody_took_it' } });
}

/** What the state alone does not say: a person has longer, a plan waits for its approver, and both offers together last `unclaimedMs`. */
function limitMs(board: Board, { policy: { times } }: Goal, task: Task, { limit }: Lateness): number {
  if (isParked(task)) return parkedWaitMs(board, task);
  if (waitsForPerson(task)) return times.personDueMs;
  if (waitsForPlan(task)) return times.planDecisionMs;
  if (task.state === 'pending_review' && treeOf(task) !== undefined) return times.reviewMs * (1 + mergesAhead(board, task));
  return task.state === 'pending' && task.more?.offered !== undefined ? Math.max(0, times.unclaimedMs - times.offerMs) : times[limit];
}

/** Branches of a goal are merged one at a time: whoever waits behind others is not mute. */
function mergesAhead(board: Board, { goalId }: Task): number {
  let waiting = 0;
  for (const other of board.openTasks(goalId)) if ((other.state === 'pending_review' || waitsToBeTaken(other)) && treeOf(other) !== undefined) waiting += 1;
  return waiting;
}

function authorIsBusy(board: Board, goal: Goal, task: Task): boolean {
  const seat = task.assigneeId === null ? undefined : board.crew(goal).seats.get(task.assigneeId);
  return seat === undefined || !hasRoom(seat);
}

/** Who has its hands full is not mute: it starts, or is asked, when it has room, and its attempts have limits of their own. */
function mayStart(board: Board, goal: Goal, task: Task): boolean {
  const seat = task.assigneeId === null ? undefined : board.crew(goal).seats.get(task.assigneeId);
  if (seat?.registration.kind === 'human') return waitsForPerson(task);
  // In the middle of a turn it has not been told yet.
  if (goal.policy.dispatch === 'pull' && task.assigneeId !== null && board.desk.life(goal.team, task.assigneeId)?.state === 'busy') return false;
  return seat === undefined || !startsAtOnce(seat) || attemptsOf(board, seat) < seat.registration.capacity;
}

function waitsForManager(_board: Board, _goal: Goal, task: Task): boolean {
  return task.more?.waiting?.for === 'manager';
}

export function isLate(board: Board, goal: Goal, task: Task, now: number = board.now): boolean {
  // Where code gives tasks out, what is free waits for whoever gets room; there may be many of them.
  if (task.state === 'pending' && goal.policy.dispatch === 'push') return false;
  if (waitsToBeTaken(task)) return isMoving(board, goal) && elapsed(goal, task.updatedAt, now) > goal.policy.times.reviewMs * (1 + mergesAhead(board, task));
  const late = LATENESS[task.state];
  return late !== undefined && isMoving(board, goal) && elapsed(goal, task.updatedAt, now) > limitMs(board, goal, task, late) && (late.applies?.(board, goal, task) ?? true);
}

/** Moves every task of the list that is still late. */
export function endLateness(board: Board, ids: readonly TaskId[]): Decision<number> {
  const draft = new Draft(board);
  let moved = 0;
  for (const id of ids) {
    const task = board.task(id);
    const goal = task === undefined ? undefined : board.goal(task.goalId);
    if (task === undefined || goal === undefined || !isLate(board, goal, task)) continue;
    if (task.more?.accepting === undefined) LATENESS[task.state]?.move(draft, goal, task);
    else notTaken(draft, task, task.more.accepting, { kind: 'inconclusive', because: MERGE_LATE[goal.locale] });
    moved += 1;
    // One question a change: its number is taken from the board as it stands.
    if (draft.hasAsked()) break;
  }
  return draft.decision(moved);
}

const MERGE_LATE: Bilingual = { en: 'The merge did not end in time.', zh: '合并未能按时完成。' };

/** Who was mute about the goal itself: a person that was asked, or the manager that was to plan it. */
export function isGoalLate(board: Board, goal: Goal, now: number = board.now): boolean {
  if (goal.owner !== board.epoch || goal.endedAt !== null || goal.pausedAt !== null) return false;
  const asked = board.openQuestions(goal.id).filter((question) => question.taskId === null);
  if (asked.length > 0) return asked.some((question) => isUnanswered(goal, question, now));
  return goal.state === 'planning' && !goal.openEnded && elapsed(goal, goal.updatedAt, now) > goal.policy.times.attemptMs;
}

const isUnanswered = (goal: Goal, question: Question, now: number): boolean => elapsed(goal, question.createdAt, now) > question.waitMs;

/** The summary is not written in time; the goal closes with the one by code. */
export const isSummaryLate = (board: Board, goal: Goal, now: number): boolean =>
  goal.state === 'closing' && goal.owner === board.epoch && elapsed(goal, goal.updatedAt, now) > goal.policy.times.attemptMs;

/** A late plan counts as one that cannot be used; without a plan, or a person's word on it, the goal fails. */
export function endLateGoal(board: Board, id: GoalId): Decision<unknown> {
  const goal = board.goal(id);
  const draft = new Draft(board);
  if (goal === undefined || !isGoalLate(board, goal)) return draft.decision(undefined);
  const asked = board.openQuestions(id).filter((question) => question.taskId === null);
  if (asked.length === 0) return planUnusable(board, id, { tries: goal.planTries, problems: [PLAN_LATE[goal.locale]] });
  for (const question of asked) {
    draft.moveQuestion(question, 'expire', 'expired');
    if (question.kind === 'member_question') tellAsker(draft, goal, question, null);
  }
  if (asked.every(({ kind }) => kind === 'member_question')) return draft.decision(undefined);
  if (goal.state === 'plan_review') failUnaccepted(draft, goal, 'unanswered');
  if (asked.some((question) => question.kind === 'budget')) endForBudget(draft, goal, null);
  else if (asked.some((question) => question.kind === 'stall' && !hasGoneOn(board, goal, question))) cancelRest(draft, goal);
  else if (goal.state === 'planning') draft.moveGoal(goal, 'fail', 'failed', { fields: { comment: goal.planProblems.join('\n') }, details: { problems: goal.planProblems, reason: 'unanswered' } });
  return draft.decision(undefined);
}

const PLAN_LATE: Bilingual = { en: 'The manager gave no plan in time.', zh: '主管没有在限期内给出计划。' };

/** Open questions that have waited for another `reminderMs` since somebody was last reminded. Several missed ones are one. */
export const dueReminders = (board: Board, goal: Goal, now: number = board.now): readonly Question[] =>
  goal.owner !== board.epoch || goal.pausedAt !== null ? [] : board.openQuestions(goal.id).filter((question) => remindersBy(goal, question, now) > (question.reminders ?? 0));

function remindersBy(goal: Goal, question: Question, now: number): number {
  const waited = elapsed(goal, question.createdAt, now);
  return waited < question.waitMs ? Math.floor(waited / Math.max(1, goal.policy.times.reminderMs)) : 0;
}

export function remind(board: Board, id: GoalId): Decision<number> {
  const goal = board.goal(id);
  const draft = new Draft(board);
  const due = goal === undefined || goal.endedAt !== null ? [] : dueReminders(board, goal);
  for (const question of due) {
    const reminders = goal === undefined ? 0 : remindersBy(goal, question, board.now);
    draft.putQuestion({ ...question, reminders });
    draft.note('question.reminded', { goalId: id, taskId: question.taskId, memberId: question.askedOf ?? null }, { question_id: question.id, kind: question.kind, reminder: reminders });
  }
  return draft.decision(due.length);
}

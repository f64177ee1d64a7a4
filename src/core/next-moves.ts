// The heart: the board goes in, the next move comes out. One due thing is looked at, and the answer is a change or nothing.
// Whatever the engine does by itself is decided here; all else only reports what members, models and people did.
import { Draft, type Change } from './change.ts';
import { hasManager, type Board, type Due } from './board/board.ts';
import type { LiveBoard } from './board/live-board.ts';
import { hasRoom, requiredBy, seatsFor, type Lane, type Seat } from './board/crew.ts';
import { TRIPS } from './gate/breakers.ts';
import { isEnding, isHalted, type Goal } from './goal.ts';
import { acceptAsIs, waitsToBeTaken } from './moves/as-it-is.ts';
import { closeQuestions } from './moves/ask-question.ts';
import { endTask } from './moves/budget.ts';
import { escalate, expire } from './moves/escalation.ts';
import { attemptId, type TaskId } from './ids.ts';
import { hasSucceeded } from './lifecycles.ts';
import { askedOf, askHolder, waitsForPerson } from './moves/people.ts';
import { isReviewStuck } from './moves/review.ts';
import { mostAttempts, withMore, type Task } from './task.ts';

/** Takes due things off the list until one gives a move; undefined when nothing is due any more. */
export function settle(board: LiveBoard): Change | undefined {
  for (let due = board.takeDue(); due !== undefined; due = board.takeDue()) {
    const change = nextMove(board, due);
    if (change === undefined) continue;
    // A lane may have more to give; whatever else is due again, the change itself marks.
    if (due.kind === 'lane') board.again(due.lane);
    return change;
  }
  return undefined;
}

function nextMove(board: Board, due: Due): Change | undefined {
  switch (due.kind) {
    case 'task': {
      const task = board.task(due.id);
      const goal = task === undefined ? undefined : board.goal(task.goalId);
      return task !== undefined && goal !== undefined && isMoving(board, goal) ? nextOfTask(board, goal, task) : undefined;
    }
    case 'lane':
      return nextOfLane(board, due.lane);
    case 'goal': {
      const goal = board.goal(due.id);
      return goal !== undefined && isMoving(board, goal) ? nextOfGoal(board, goal) : undefined;
    }
  }
}

/** The engine moves a goal that runs, is not paused, does not wait for money and is driven by this process. */
export const isMoving = (board: Board, goal: Goal): boolean => board.epoch !== 0 && goal.owner === board.epoch && goal.state === 'running' && goal.pausedAt === null && !isHalted(goal);

function nextOfTask(board: Board, goal: Goal, task: Task): Change | undefined {
  if (waitsToBeTaken(task)) return undefined;
  if (isEnding(goal)) return endedForBudget(board, goal, task);
  switch (task.state) {
    case 'blocked':
      return nextOfBlocked(board, goal, task);
    case 'unassigned':
      return nextOfUnassigned(board, goal, task);
    case 'rejected':
      return afterRejection(board, goal, task);
    case 'assigned':
      return startHere(board, goal, task);
    case 'pending_review':
      return task.review === 'reviewer' && (task.reviewerId === null || isReviewStuck(board, task)) ? changeOf(board, (draft) => escalate(draft, task, 'nobody_may_review')) : undefined;
    case 'escalated':
      return goal.policy.unattended ? changeOf(board, (draft) => expire(draft, goal, task, 'unattended')) : undefined;
    default:
      return undefined;
  }
}

function nextOfBlocked(board: Board, goal: Goal, task: Task): Change | undefined {
  if (board.openPrerequisites(task.id).size === 0) {
    return changeOf(board, (draft) => draft.moveTask(task, 'unblock', 'pending', {
      fields: { more: task.more === null ? null : withMore(task, { waiting: undefined }) },
    }));
  }
  if (task.more?.waiting?.for === 'manager') return undefined;
  const [ended] = failedPrerequisites(board, task.id);
  if (ended === undefined) return undefined;
  const managed = goal.policy.onPrerequisiteFailure === 'replan' && hasManager(board, goal);
  if (!managed || (task.more?.replans ?? 0) >= goal.policy.limits.replans) return changeOf(board, (draft) => cancelForPrerequisite(draft, task));
  // Now the failed one can be asked for its own cause; when the manager answers it may be off the board.
  return askManager(board, goal, { ...task, more: withMore(task, { rootCause: rootCauseOf(board, ended) }) }, 'prerequisite_failed');
}

/** An open edge to a task that is off the board, or on it in a final state, will never be satisfied by itself. */
export const failedPrerequisites = (board: Board, id: TaskId): readonly TaskId[] =>
  [...board.openPrerequisites(id)].filter((needs) => {
    const needed = board.task(needs);
    return needed === undefined || (needed.endedAt !== null && !hasSucceeded(needed.state));
  });

const rootCauseOf = (board: Board, ended: TaskId): TaskId => board.task(ended)?.more?.rootCause ?? ended;

export function cancelForPrerequisite(draft: Draft, task: Task): Task {
  const { board } = draft;
  const [ended = task.id] = failedPrerequisites(board, task.id);
  const rootCause = task.more?.rootCause ?? rootCauseOf(board, ended);
  return draft.moveTask(task, 'cancel', 'cancelled', { fields: { more: withMore(task, { rootCause, waiting: undefined }) }, details: { reason: 'prerequisite_failed', root_cause: rootCause } });
}

function nextOfUnassigned(board: Board, goal: Goal, task: Task): Change | undefined {
  const askable = hasManager(board, goal) && (task.more?.replans ?? 0) < goal.policy.limits.replans;
  const waits = task.more?.waiting !== undefined;
  // What a member declined is the manager's first; only when it cannot be asked another member is. What nobody wanted is not offered a third time.
  const free = task.more?.offered === undefined && (task.more?.declinedBy === undefined || (!askable && !waits));
  if (free && eligibleSeats(board, goal, task).length > 0) {
    return changeOf(board, (draft) => draft.moveTask(task, 'place', 'pending', {
      fields: { more: withMore(task, { missingSkills: undefined, waiting: undefined, comment: undefined }) },
      details: { reason: 'a_member_can_do_it_now' },
    }));
  }
  if (waits) return undefined;
  const reason = whyUnassigned(task);
  return askable ? askManager(board, goal, task, reason) : changeOf(board, (draft) => escalate(draft, task, reason));
}

/** Why nobody has it, as the reason that a manager or a person is told. */
export const whyUnassigned = (task: Task): 'declined' | 'member_not_there' | 'no_member_has_the_skills' | 'nobody_took_it' =>
  task.more?.offered !== undefined ? 'nobody_took_it' : task.more?.declinedBy !== undefined ? 'declined' : task.lane.startsWith('@') ? 'member_not_there' : 'no_member_has_the_skills';

function askManager(board: Board, goal: Goal, task: Task, reason: string): Change | undefined {
  return changeOf(board, (draft) => {
    const until = board.now + goal.policy.times[task.state === 'blocked' ? 'replanMs' : 'unassignedMs'];
    draft.putTask({ ...task, updatedAt: board.now, more: withMore(task, { replans: (task.more?.replans ?? 0) + 1, waiting: { for: 'manager', reason, until, questionId: null } }) });
    draft.note('task.replan_asked', { goalId: goal.id, taskId: task.id }, { reason, missing_skills: task.more?.missingSkills ?? [] });
  });
}

function afterRejection(board: Board, goal: Goal, task: Task): Change | undefined {
  const cap = mostAttempts(task, goal.policy.limits.maxAttempts);
  if (task.attempts >= cap) return changeOf(board, (draft) => afterCap(draft, goal, task));
  if ((task.more?.unchanged ?? 0) >= goal.policy.limits.unchangedResults) return changeOf(board, (draft) => stopUnchanged(draft, task));
  const author = task.assigneeId === null ? undefined : board.crew(goal).seats.get(task.assigneeId);
  // Who has left the team keeps a seat without a role.
  if (author === undefined || author.registration.roles.length === 0) {
    return changeOf(board, (draft) => draft.moveTask(task, 'release', 'pending', {
      fields: { assigneeId: null, more: withAuthor(task) },
      details: { reason: 'author_gone' },
    }));
  }
  if (!hasRoom(author)) return undefined; // it comes back when the author has room, or is released when that takes too long
  return changeOf(board, (draft) => {
    const given = draft.moveTask(task, 'rework', 'assigned', { details: { fixes: task.more?.fixes ?? [] } });
    // Where members claim, the author takes it up itself.
    if (goal.policy.dispatch === 'push') startOn(draft, given, author);
  });
}

/** Sent back and handed in again as it was, once more: another round would say the same. */
function stopUnchanged(draft: Draft, task: Task): void {
  const { en, zh } = TRIPS.unchanged_result;
  draft.note('alert.raised', { goalId: task.goalId, taskId: task.id, memberId: task.assigneeId }, { kind: 'unchanged_result', step: 'stop', says: { en, zh }, history: task.more?.fixes ?? [] });
  escalate(draft, { ...task, more: withMore(task, { unchanged: undefined }) }, 'unchanged_result');
}

function afterCap(draft: Draft, goal: Goal, task: Task): void {
  switch (goal.policy.afterCap) {
    case 'ask':
      escalate(draft, task, 'attempts_used_up');
      return;
    case 'accept_best':
      acceptAsIs(draft, task, { verb: 'accept', details: { by: 'manager' }, otherwise: 'ask' });
      return;
    case 'fail':
      draft.moveTask(task, 'fail', 'failed', { details: { reason: 'attempts_used_up' } });
  }
}

/** Push: the oldest ready task of the lane goes to the member with the lowest load. */
function nextOfLane(board: Board, lane: Lane): Change | undefined {
  const task = board.head(lane);
  const goal = task === undefined ? undefined : board.goal(task.goalId);
  if (task === undefined || goal === undefined) return undefined;
  if (isEnding(goal)) return endedForBudget(board, goal, task);
  if (goal.policy.dispatch !== 'push') return undefined;
  const seats = eligibleSeats(board, goal, task);
  if (seats.length === 0) return changeOf(board, (draft) => shelve(draft, goal, task));
  const seat = freest(seats);
  if (seat === undefined) return undefined;
  return changeOf(board, (draft) => {
    const details = { covered: requiredBy(lane.key).length, load: seat.load, candidates: seats.length };
    startOn(draft, draft.moveTask(task, 'assign', 'assigned', { fields: { assigneeId: seat.registration.agentId, more: withAuthor(task) }, details }), seat);
  });
}

/** Keeps the earlier author on record before another member takes the task. */
export const withAuthor = (task: Task): Task['more'] => {
  if (task.assigneeId === null || task.starts === 0) return task.more;
  const earlier = task.more?.earlierAuthors ?? [];
  return earlier.includes(task.assigneeId) ? task.more : withMore(task, { earlierAuthors: [...earlier, task.assigneeId] });
};

/** Members that cover the skills and have not declined the task. */
export function eligibleSeats(board: Board, goal: Goal, task: Task): readonly Seat[] {
  const crew = board.crew(goal);
  const declined = task.more?.declinedBy;
  const seats = crew.lanes.get(task.lane)?.seats ?? seatsFor(crew, task.lane);
  return declined === undefined ? seats : seats.filter((seat) => !declined.includes(seat.registration.agentId));
}

/** Lowest share of room taken; among equals the one that registered first. Undefined when nobody has room. */
function freest(seats: readonly Seat[]): Seat | undefined {
  let best: Seat | undefined;
  let lowest = 1;
  for (const seat of seats) {
    const taken = seat.load / seat.registration.capacity;
    if (taken >= lowest) continue;
    if (taken === 0) return seat;
    best = seat;
    lowest = taken;
  }
  return best;
}

function shelve(draft: Draft, goal: Goal, task: Task): void {
  const { board } = draft;
  const required = requiredBy(task.lane);
  const seats = board.crew(goal).byRole.worker;
  const missingOf = (seat: Seat) => required.filter((skill) => !seat.skills.has(skill));
  const missing = seats.map(missingOf).toSorted((a, b) => a.length - b.length)[0] ?? required;
  const reason = whyUnassigned(task);
  draft.moveTask(task, 'shelve', 'unassigned', { fields: { more: withMore(task, { missingSkills: missing, comment: reason }) }, details: { missing_skills: missing, reason } });
}

/** Members inside this process start in the commit that assigns; others start when they say so. */
export const startsAtOnce = (seat: Seat): boolean => seat.registration.kind === 'function' || seat.registration.kind === 'model';

function startOn(draft: Draft, task: Task, seat: Seat): void {
  const { board } = draft;
  if (!startsAtOnce(seat)) return;
  const token = task.starts + 1;
  const more = task.more?.waiting === undefined ? task.more : withMore(task, { waiting: undefined });
  draft.moveTask(task, 'start', 'executing', { fields: { starts: token, epoch: board.epoch, more }, details: { attempt_id: attemptId(task.id, token), epoch: board.epoch } });
}

/** Given to a member that has not begun: it starts, or a person is asked for it, as soon as that member has room. */
function startHere(board: Board, goal: Goal, task: Task): Change | undefined {
  const seat = task.assigneeId === null ? undefined : board.crew(goal).seats.get(task.assigneeId);
  if (seat?.registration.kind === 'human') {
    return waitsForPerson(task) || askedOf(board, seat) + attemptsOf(board, seat) >= seat.registration.capacity
      ? undefined
      : changeOf(board, (draft) => askHolder(draft, goal, task, seat));
  }
  if (seat === undefined || goal.policy.dispatch === 'pull' || !startsAtOnce(seat) || attemptsOf(board, seat) >= seat.registration.capacity) return undefined;
  return changeOf(board, (draft) => {
    // The member was a person when it was given the task.
    if (waitsForPerson(task)) closeQuestions(draft, task, 'withdraw');
    startOn(draft, task, seat);
  });
}

/** Attempts that have begun: of the room that is taken, what was only given to the member waits for its start. */
export function attemptsOf(board: Board, seat: Seat): number {
  if (seat.returning === null) return seat.load;
  let begun = seat.load;
  for (const id of seat.returning) if (board.task(id)?.state === 'assigned') begun -= 1;
  return begun;
}

function endedForBudget(board: Board, goal: Goal, task: Task): Change | undefined {
  const change = changeOf(board, (draft) => endTask(draft, goal, task));
  return change === undefined || change.events.length === 0 ? undefined : change;
}

function nextOfGoal(board: Board, goal: Goal): Change | undefined {
  if (goal.openEnded || board.openTaskCount(goal.id) > 0) return undefined;
  return changeOf(board, (draft) => {
    // A person may have moved on by other ways what the team stood still at.
    for (const question of board.openQuestions(goal.id)) if (question.kind === 'stall') draft.moveQuestion(question, 'withdraw', 'withdrawn');
    draft.moveGoal(goal, 'drain', 'closing');
  });
}

function changeOf(board: Board, fill: (draft: Draft) => unknown): Change | undefined {
  const draft = new Draft(board);
  fill(draft);
  const decision = draft.decision(undefined);
  return decision.ok ? decision.change : undefined;
}

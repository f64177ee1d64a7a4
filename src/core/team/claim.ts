// Pull: a member takes a task by itself. Whether it is free and whether the claimer has room is looked at on the rows inside the
// commit, so of any number of claims at once one wins, and every other is told who holds the task.
import type { Board } from '../board/board.ts';
import { requiredBy, type Seat } from '../board/crew.ts';
import { Draft, type Decision } from '../change.ts';
import type { Sender } from '../commands/command.ts';
import { refuse, type Refusal } from '../errors.ts';
import { isEnding, isHalted, type Goal } from '../goal.ts';
import { attemptId, type AttemptId, type GoalId, type TaskId } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import { hasDeparted, hasHolder, isAtWork, type MemberState } from '../lifecycles.ts';
import { freeOn } from '../moves/attempt.ts';
import { attemptsOf, withAuthor } from '../next-moves.ts';
import { withMore, type Task, type MemberPlan } from '../task.ts';
import { REFUSED_CLAIMS } from '../refusals/refused-claims.ts';
import { planOf, waitAgain } from './plan-waits.ts';

export interface Claiming {
  readonly taskId: TaskId;
  readonly memberId: string;
}

/** The attempt that the claim began, or that the member had begun before. */
export interface Claimed {
  readonly task: Task;
  /** What every later report about this attempt must name. */
  readonly token: number;
  readonly attemptId: AttemptId;
  /** It was this member's already; nothing was changed. */
  readonly already: boolean;
}

/** Claims a free task, or starts one that was given to this member. Asking again is fine. */
export function claimTask(board: Board, claiming: Claiming): Decision<Claimed> {
  const found = claimable(board, claiming);
  if (!found.ok) return found;
  const { task } = found;
  if (isAtWork(task.state) && task.assigneeId === claiming.memberId) return { ok: true, value: claimedOf(task, true) };
  const draft = new Draft(board);
  return draft.decision(claimedOf(claimFound(draft, found), false));
}

function claimFound(draft: Draft, found: Claimable, sender?: Sender): Task {
  const claimed = claimOn(draft, found, sender);
  return found.goal.policy.planGate && claimed.more?.plan?.state === 'submitted' ? waitAgain(draft, found.goal, claimed) : claimed;
}

/** What `claimNext` began. */
export interface Taken {
  readonly taskId: TaskId;
  /** What every later report about this attempt must name. */
  readonly token: number;
}

/**
 * Takes whatever fits this member best, chosen and claimed in one decision, so nobody comes too late: for members that are
 * functions. Undefined when there is nothing for it.
 * `sender`: the process that the member lives in, where it is another one than that which decides.
 */
export function claimNext(board: Board, { goalId, memberId, onlyCovered = false }: Choosing, sender?: Sender): Decision<Taken | undefined> {
  const goal = board.goal(goalId);
  if (goal === undefined) return refuse('goal.not_found', REFUSED_CLAIMS.noOpenGoal(goalId), { id: goalId });
  const best = bestFor(board, goal, memberId, onlyCovered);
  if (best === undefined) return { ok: true, value: undefined };
  const found = claimable(board, { taskId: best.id, memberId });
  if (!found.ok) return found;
  const draft = new Draft(board);
  const task = claimFound(draft, found, sender);
  return draft.decision({ taskId: task.id, token: task.starts });
}

interface Choosing {
  readonly goalId: GoalId;
  readonly memberId: string;
  /** Nothing that asks for skills it lacks, unless it was given to it: a function cannot grow into a task. */
  readonly onlyCovered?: boolean;
}

/** The first of `offersFor`, from the heads of the lanes: many members ask again and again. */
function bestFor(board: Board, goal: Goal, memberId: string, onlyCovered: boolean): Task | undefined {
  const seat = board.crew(goal).seats.get(memberId);
  if (seat === undefined) return undefined;
  const fits = (task: Task): boolean => isOffered(task, memberId);
  const claims = board.claims(goal.id);
  let best: Candidate | undefined;
  for (const lane of claims.free()) {
    const own = lane.key === `@${memberId}`;
    if (reservedFor(board, goal, lane.key, memberId) !== undefined) continue;
    const missing = missingOf(seat, lane.key);
    if (onlyCovered && !own && missing > 0) continue;
    const task = lane.first(fits);
    if (task !== undefined) best = better(best, { task, own, missing });
  }
  for (const task of claims.givenTo(memberId)) if (fits(task)) best = better(best, { task, own: true, missing: missingOf(seat, task.lane) });
  return best?.task;
}

interface Candidate {
  readonly task: Task;
  /** Given to this member by name. */
  readonly own: boolean;
  /** How many of its skills the member lacks. */
  readonly missing: number;
}

const better = (best: Candidate | undefined, next: Candidate): Candidate => (best === undefined || inOrder(next, best) < 0 ? next : best);

/** What is meant for the member first, then the best fit, then the oldest. */
const inOrder = (a: Candidate, b: Candidate): number => Number(b.own) - Number(a.own) || a.missing - b.missing || a.task.key - b.task.key;

export interface Claimable {
  readonly ok: true;
  readonly goal: Goal;
  readonly task: Task;
  readonly seat: Seat;
}

/** Everything that a claim asks for, in the order in which a member is best told. */
export function claimable(board: Board, { taskId, memberId }: Claiming): Claimable | Refusal {
  const task = board.task(taskId);
  const goal = task === undefined ? undefined : board.goal(task.goalId);
  if (task === undefined || goal === undefined) return refuse('task.not_found', REFUSED_CLAIMS.noTask(taskId), { id: taskId });
  const seat = board.crew(goal).seats.get(memberId);
  if (seat === undefined || !seat.registration.roles.includes('worker')) return refuse('member.not_found', REFUSED_CLAIMS.noWorker(memberId, goal.team), { member: memberId });
  return refuseRest(goal) ?? refuseLeft(board, goal, memberId) ?? refuseState(board, goal, { task, memberId }) ?? refuseFull(board, { goal, task, seat }) ?? { ok: true, goal, task, seat };
}

function refuseRest(goal: Goal): Refusal | undefined {
  if (goal.policy.dispatch !== 'pull') return refuse('lifecycle.illegal_move', REFUSED_CLAIMS.givenOut(goal.id));
  if (goal.endedAt !== null) return refuse('goal.ended', REFUSED_CLAIMS.goalEnded(goal.id, goal.state), { state: goal.state });
  if (goal.pausedAt !== null) return refuse('lifecycle.illegal_move', REFUSED_CLAIMS.paused(goal.id));
  return isHalted(goal) || isEnding(goal) ? refuse('budget.used_up', REFUSED_CLAIMS.usedUp(goal.id)) : undefined;
}

/** Nobody whom the team has given up takes anything on, whatever its process still says. */
function refuseLeft(board: Board, goal: Goal, memberId: string): Refusal | undefined {
  const life = board.desk.life(goal.team, memberId);
  if (life === undefined) return undefined;
  if (hasDeparted(life.state)) return refuse('member.gone', REFUSED_CLAIMS.leaving(memberId));
  return TAKES_NOTHING.has(life.state) ? refuse('lifecycle.illegal_move', REFUSED_CLAIMS.away(memberId, life.state), { state: life.state }) : undefined;
}

const TAKES_NOTHING: ReadonlySet<MemberState> = new Set(['paused', 'stopped', 'error']);

function refuseState(board: Board, goal: Goal, { task, memberId }: { readonly task: Task; readonly memberId: string }): Refusal | undefined {
  const reserved = reservedFor(board, goal, task.lane, memberId);
  if (task.state === 'pending' && reserved === undefined) return undefined;
  if (hasHolder(task.state) && task.assigneeId === memberId) return undefined;
  const holder = hasHolder(task.state) ? task.assigneeId : reserved;
  if (holder !== null && holder !== undefined && (task.state === 'pending' || hasHolder(task.state))) {
    return refuse(
      'task.taken',
      REFUSED_CLAIMS[task.state === 'pending' || task.state === 'assigned' ? 'meantFor' : 'heldBy'](task.id, holder),
      { id: task.id, holder, state: task.state },
    );
  }
  return refuse('lifecycle.illegal_move', REFUSED_CLAIMS.notClaimable(task.id, task.state), { id: task.id, state: task.state });
}

/** The other member that a lane is kept for; what was meant for somebody who has left is anybody's. */
function reservedFor(board: Board, goal: Goal, lane: string, memberId: string): string | undefined {
  if (!lane.startsWith('@') || lane === `@${memberId}`) return undefined;
  const meant = lane.slice(1);
  return hasDeparted(board.desk.life(goal.team, meant)?.state ?? 'ready') ? undefined : meant;
}

/** Parked attempts count; what was given to the member and has not begun does not. */
function refuseFull(board: Board, { goal, task, seat }: Omit<Claimable, 'ok'>): Refusal | undefined {
  const { agentId, capacity } = seat.registration;
  if (isAtWork(task.state) || attemptsOf(board, seat) < capacity) return undefined;
  const holds = [...board.claims(goal.id).of(agentId)].filter((held) => isAtWork(held.state)).toSorted((a, b) => a.key - b.key).map(({ id }) => id);
  return refuse('member.busy', REFUSED_CLAIMS.full(holds, capacity), { holds, capacity });
}

/** The moves alone, as part of a larger change; the caller has asked `claimable`. */
export function claimOn(draft: Draft, { goal, task: free, seat }: Omit<Claimable, 'ok'>, sender?: Sender): Task {
  const { agentId } = seat.registration;
  const plan = planOf(free, agentId);
  const task = free.state === 'pending' && goal.policy.planGate && plan?.state === 'accepted' ? giveBack(draft, free, plan) : free;
  const token = task.starts + 1;
  const said = withAuthor(task);
  // Most tasks have nothing to say when they are claimed first.
  const more = said === null && plan === undefined ? null : withMore({ ...task, more: said }, { waiting: undefined, offered: undefined, comment: undefined, plan });
  const epoch = sender?.epoch ?? draft.board.epoch;
  const fields = { assigneeId: agentId, starts: token, epoch, more };
  const begun = attemptId(task.id, token);
  // No spread: it costs where code is cold, and this is done for every claim.
  const details = sender === undefined ? { attempt_id: begun, epoch } : { attempt_id: begun, epoch, request: sender.request };
  if (task.state === 'assigned') return draft.moveTask(task, 'start', goal.policy.planGate && plan?.state === 'accepted' ? 'plan_approved' : 'claimed', { fields, details });
  return draft.moveTask(task, 'claim', 'claimed', { fields, details: { ...details, ...fitOut(skillFit(seat, task.lane)) } });
}

/** Who accepted its plan has given the task to the author of it: that word outlives an attempt that was lost. */
const giveBack = (draft: Draft, task: Task, { by = 'manager', revision }: MemberPlan): Task => draft.moveTask(task, 'assign', 'assigned', { details: { by, reason: 'plan_stands', revision } });

/** Claimed in a process that has ended: its lease is over, and nobody will hand these in. */
export const orphansOf = (board: Board, goal: Goal, gone: (epoch: number) => boolean): readonly Task[] =>
  [...board.openTasks(goal.id)].filter((task) => isAtWork(task.state) && task.epoch !== 0 && gone(task.epoch));

/** They are free again, and nothing is counted: the end of a process says nothing about the work. */
export function freeOrphans(board: Board, goalId: GoalId, gone: (epoch: number) => boolean): Decision<readonly TaskId[]> {
  const goal = board.goal(goalId);
  const draft = new Draft(board);
  const orphans = goal === undefined ? [] : orphansOf(board, goal, gone);
  for (const task of orphans) freeOn(draft, task, { reason: 'process_ended', from_epoch: task.epoch });
  return draft.decision(orphans.map(({ id }) => id));
}

export interface SkillFit {
  readonly covered: readonly string[];
  readonly missing: readonly string[];
}

const missingOf = (seat: Seat, lane: string): number => skillFit(seat, lane).missing.length;

/** Shown to whoever chooses, and on record with the claim; it does not bind, for a member knows what it can do. */
export function skillFit(seat: Seat, lane: string): SkillFit {
  const required = requiredBy(lane);
  if (required.length === 0) return ASKS_NOTHING;
  return { covered: required.filter((skill) => seat.skills.has(skill)), missing: required.filter((skill) => !seat.skills.has(skill)) };
}

const ASKS_NOTHING: SkillFit = { covered: [], missing: [] };

const fitOut = ({ covered, missing }: SkillFit): JsonObject => (missing.length === 0 ? { covered: covered.length } : { covered: covered.length, missing_skills: missing });

const claimedOf = (task: Task, already: boolean): Claimed => ({ task, token: task.starts, attemptId: attemptId(task.id, task.starts), already });

export interface Offer extends SkillFit {
  readonly task: Task;
  /** Milliseconds since it became free. */
  readonly ageMs: number;
  /** Given to this member by name. */
  readonly own: boolean;
}

/** What a member declined is not put before it again. */
const isOffered = ({ state, more }: Task, memberId: string): boolean => (state === 'pending' || state === 'assigned') && more?.declinedBy?.includes(memberId) !== true;
const isMeantFor = (task: Task, memberId: string): boolean => task.lane === `@${memberId}` || task.state === 'assigned';

/** What this member may claim right now: what is meant for it first, then the best fit, then the oldest. */
export function offersFor(board: Board, goal: Goal, memberId: string, now: number = board.now): readonly Offer[] {
  const seat = board.crew(goal).seats.get(memberId);
  if (seat === undefined) return [];
  const claims = board.claims(goal.id);
  const free = [...claims.free()].filter((lane) => reservedFor(board, goal, lane.key, memberId) === undefined).flatMap((lane) => lane.all());
  return [...free, ...claims.givenTo(memberId)]
    .filter((task) => isOffered(task, memberId))
    .map((task): Offer => ({ task, ...skillFit(seat, task.lane), ageMs: Math.max(0, now - task.updatedAt), own: isMeantFor(task, memberId) }))
    .toSorted((a, b) => inOrder({ ...a, missing: a.missing.length }, { ...b, missing: b.missing.length }));
}

// Who is to be woken, and for what: a pure look at the board. What a member was told once is not told again, so nobody has a turn
// without news; a free task is offered to one member after another, the best fit first, and never to everybody at once.
import type { Board } from '../board/board.ts';
import type { Seat } from '../board/crew.ts';
import { isEnding, isHalted, type Goal } from '../goal.ts';
import type { GoalId } from '../ids.ts';
import { attemptsOf } from '../next-moves.ts';
import type { Task } from '../task.ts';
import type { TurnNews } from '../turns/due.ts';
import { claimable, skillFit } from './claim.ts';
import { waitsForPlan } from './plan-waits.ts';

/** Why a member is woken. */
export interface News extends TurnNews {
  /** The same fact has the same key, so that it is told once. Empty for mail, which is told by being delivered. */
  readonly key: string;
}

export interface Concern {
  readonly memberId: string;
  readonly goalId: GoalId;
  readonly news: readonly News[];
}

export interface Attendance {
  readonly team: string;
  /** May begin a turn now. */
  readonly isFree: (memberId: string) => boolean;
  /** Is in a turn that was told this, or was told before. */
  readonly wasTold: (memberId: string, key: string) => boolean;
  /** Some process that lives drives the goal; else its members rest. */
  readonly isDriven: (goal: Goal) => boolean;
  /** A turn of it was cut off or came to nothing, and is to be taken again. */
  readonly isOwed: (memberId: string) => boolean;
}

/** One concern a member: turns are about one goal, the oldest first. */
export function concernsOf(board: Board, attendance: Attendance): readonly Concern[] {
  const found = new Map<string, Concern>();
  const goals = [...board.openGoals()].filter((goal) => goal.team === attendance.team && isAwake(goal) && attendance.isDriven(goal));
  for (const goal of goals) {
    for (const concern of [...ofLeader(board, goal, attendance), ...ofMembers(board, goal, attendance)]) if (!found.has(concern.memberId)) found.set(concern.memberId, concern);
  }
  const [goal] = goals;
  if (goal !== undefined) for (const concern of byMail(board, goal, attendance)) found.set(concern.memberId, joined(found.get(concern.memberId), concern));
  return [...found.values()];
}

/** Members of this goal may begin something. */
export const isAwake = (goal: Goal): boolean => goal.policy.dispatch === 'pull' && goal.endedAt === null && goal.pausedAt === null && !isHalted(goal) && !isEnding(goal);

export const leaderOf = (board: Board, team: string): string | undefined => board.members(team).find(({ roles, kind }) => roles.includes('manager') && kind !== 'human')?.agentId;

function joined(before: Concern | undefined, mail: Concern): Concern {
  return before === undefined ? mail : { ...before, news: [...mail.news, ...before.news] };
}

/** Mail that wakes; what only answers politely waits for the next turn that something else begins. */
function byMail(board: Board, goal: Goal, { team, isFree, isOwed, isDriven }: Attendance): readonly Concern[] {
  const leader = leaderOf(board, team);
  return board.members(team).flatMap(({ agentId, kind }) => {
    if (kind === 'human' || !isFree(agentId)) return [];
    const waking = board.desk.mailOf(team, agentId).filter((mail) => mail.wakes);
    const about = waking.map((mail) => (mail.goalId === null ? undefined : board.goal(mail.goalId))).find((found) => found !== undefined && found.endedAt === null && isDriven(found));
    const concerned = about ?? goal;
    return waking.length === 0 || (agentId === leader && isFinishing(board, concerned, agentId, isOwed)) ? [] : [{ memberId: agentId, goalId: concerned.id, news: [MAIL] }];
  });
}

const MAIL: News = { kind: 'mail', taskId: null, key: '' };

/** Never for each small event: only what nobody else can move. */
function ofLeader(board: Board, goal: Goal, { team, isFree, wasTold, isOwed }: Attendance): readonly Concern[] {
  const memberId = leaderOf(board, team);
  if (memberId === undefined || !isFree(memberId)) return [];
  const news: News[] = [];
  if (goal.state === 'planning' && !goal.openEnded && board.openQuestions(goal.id).length === 0) {
    news.push({ kind: 'goal_opened', taskId: null, key: `${goal.id}.planning.${goal.planTries}.${goal.planRefusals}` });
  }
  if (goal.state === 'closing' && !isFinishing(board, goal, memberId, isOwed)) news.push({ kind: 'tasks_ended', taskId: null, key: closingKey(goal) });
  for (const task of board.openTasks(goal.id)) {
    if (waitsForPlan(task) && task.more?.waiting?.for === 'manager') news.push({ kind: 'plan_to_decide', taskId: task.id, key: `${task.id}.plan.${task.starts}.${task.more.plan?.revision ?? 0}` });
    else if (task.state === 'unassigned') news.push({ kind: 'nobody_took_it', taskId: task.id, key: `${task.id}.unassigned.${task.version}` });
    else if (task.state === 'escalated' && !goal.policy.unattended) news.push({ kind: 'escalated', taskId: task.id, key: `${task.id}.escalated.${task.version}` });
  }
  for (const question of board.openQuestions(goal.id)) if (question.kind === 'tool_approval') news.push({ kind: 'call_to_decide', taskId: question.taskId, key: question.id });
  const fresh = news.filter(({ key }) => !wasTold(memberId, key));
  return fresh.length === 0 ? [] : [{ memberId, goalId: goal.id, news: fresh }];
}

function ofMembers(board: Board, goal: Goal, attendance: Attendance): readonly Concern[] {
  if (goal.state !== 'running') return [];
  const seats = seatsThatClaim(board, goal);
  const free = new Map(seats.filter((seat) => isOpenTo(board, seat, attendance)).map((seat) => [seat.registration.agentId, seat]));
  if (free.size === 0) return [];
  const concerns: Concern[] = [];
  const take = (seat: Seat, news: News) => {
    free.delete(seat.registration.agentId);
    concerns.push({ memberId: seat.registration.agentId, goalId: goal.id, news: [news] });
  };
  for (const task of board.openTasks(goal.id)) {
    if (free.size === 0) return concerns;
    if (task.state !== 'pending' && task.state !== 'assigned') continue;
    const seat = nextFor(board, { task, free, seats, attendance });
    if (seat !== undefined) take(seat, { kind: task.state === 'assigned' || task.lane.startsWith('@') ? 'given' : 'offered', taskId: task.id, key: offerKey(task) });
  }
  return concerns;
}

/** Every task has ended, and somebody is still in its turn: it may have a report to send, and all reports are one turn of the leader. */
const isFinishing = (board: Board, goal: Goal, leader: string, isOwed: Attendance['isOwed']): boolean =>
  goal.state === 'closing'
    && board.desk.lives(goal.team).some((life) => life.memberId !== leader && (life.state === 'busy' || isOwed(life.memberId)));

export const closingKey = (goal: Goal): string => `${goal.id}.closing.${goal.version}`;

/** A task that comes back, or is offered again, is news again. */
const offerKey = (task: Task): string => `${task.id}.${task.state}.${task.version}`;

const seatsThatClaim = (board: Board, goal: Goal): readonly Seat[] =>
  [...board.crew(goal).seats.values()].filter(({ registration: { roles, kind } }) => kind !== 'human' && roles.includes('worker') && !roles.includes('manager'));

/** Whoever holds as much as it may has other things to do. */
const isOpenTo = (board: Board, seat: Seat, { isFree }: Attendance): boolean => isFree(seat.registration.agentId) && attemptsOf(board, seat) < seat.registration.capacity;

interface Offering {
  readonly task: Task;
  readonly free: ReadonlyMap<string, Seat>;
  readonly seats: readonly Seat[];
  readonly attendance: Attendance;
}

/** One at a time: while somebody who was told of it is in its turn, nobody else is. */
function nextFor(board: Board, { task, free, seats, attendance }: Offering): Seat | undefined {
  const key = offerKey(task);
  if (task.state === 'assigned') {
    const own = free.get(task.assigneeId ?? '');
    return own === undefined || attendance.wasTold(own.registration.agentId, key) ? undefined : own;
  }
  const isConsidered = seats.some((seat) => attendance.wasTold(seat.registration.agentId, key) && !attendance.isFree(seat.registration.agentId));
  if (isConsidered) return undefined;
  const wanted = suited(task, seats).filter((seat) =>
    free.has(seat.registration.agentId)
      && !attendance.wasTold(seat.registration.agentId, key)
      && claimable(board, { taskId: task.id, memberId: seat.registration.agentId }).ok);
  // Whoever had it before knows it already, unless it was lost in its hands.
  const had = (seat: Seat): boolean => seat.registration.agentId === task.assigneeId;
  return wanted.find((seat) => had(seat) === (task.losses === 0)) ?? wanted[0];
}

/** The first time those who cover its skills, else those who cover most of them; when it is offered again, everybody. */
function suited(task: Task, seats: readonly Seat[]): readonly Seat[] {
  const declined = task.more?.declinedBy ?? [];
  const ranked = seats
    .filter((seat) => !declined.includes(seat.registration.agentId))
    .map((seat) => ({ seat, missing: skillFit(seat, task.lane).missing.length }))
    .toSorted((a, b) => a.missing - b.missing || a.seat.load - b.seat.load);
  const least = ranked[0]?.missing ?? 0;
  return ranked.filter(({ missing }) => task.more?.offered !== undefined || missing === least).map(({ seat }) => seat);
}

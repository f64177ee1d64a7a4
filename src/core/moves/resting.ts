// When a goal rests on people: nothing of it is at work and nothing can be, until somebody answers. Then a program need not wait
// and nothing is spent. What is asked is told, also where it is another goal's question that keeps a person from this one.
import type { Board } from '../board/board.ts';
import type { Seat } from '../board/crew.ts';
import { isHalted, type Goal } from '../goal.ts';
import { eligibleSeats } from '../next-moves.ts';
import { hasDeparted } from '../lifecycles.ts';
import type { Question } from '../question.ts';
import type { Task } from '../task.ts';
import { waitsForPlan } from '../team/plan-waits.ts';
import { waitsToBeTaken } from './as-it-is.ts';
import { isParked } from './parked.ts';
import { waitsForPerson } from './people.ts';

/** The questions that the goal waits for; undefined while it can move without an answer. */
export function restsOn(board: Board, goal: Goal): readonly Question[] | undefined {
  if (goal.pausedAt !== null) return undefined;
  const own = board.openQuestions(goal.id);
  // What is at work is paid for and still comes in; all else waits for the answer about the budget.
  if (isHalted(goal)) return [...board.openTasks(goal.id)].some((task) => task.state === 'executing' && !isParked(task)) ? undefined : own;
  if (goal.state === 'planning' || goal.state === 'plan_review') return own.length > 0 ? own : undefined;
  // Asked after each batch of events: without a question or a person on the team there is nothing to look through.
  if (own.length === 0 && !hasPeople(board, goal)) return undefined;
  // Asked only when nobody can go on by itself.
  if (own.some(({ kind }) => kind === 'stall')) return own;
  if (own.some((question) => isLeadersFirst(board, goal, question))) return undefined;
  const busy = new Set<Seat>();
  for (const task of board.openTasks(goal.id)) if (!isResting(board, goal, task, busy)) return undefined;
  const all = [...own, ...questionsOf(board, busy).filter((question) => question.goalId !== goal.id)];
  return all.length > 0 ? all : undefined;
}

/** Where members claim, the leader is asked for its word on a call too; only when it had a turn and gave none it is a person's alone. */
function isLeadersFirst(board: Board, goal: Goal, { kind, createdAt }: Question): boolean {
  if (goal.policy.dispatch === 'push' || kind !== 'tool_approval') return false;
  const leader = board.members(goal.team).find(({ roles, kind: made }) => roles.includes('manager') && made !== 'human');
  const life = leader === undefined ? undefined : board.desk.life(goal.team, leader.agentId);
  if (life === undefined || hasDeparted(life.state) || life.state === 'error' || life.state === 'paused') return false;
  return life.state !== 'ready' || life.updatedAt <= createdAt;
}

function hasPeople(board: Board, goal: Goal): boolean {
  for (const seat of board.crew(goal).seats.values()) if (seat.registration.kind === 'human') return true;
  return false;
}

function isResting(board: Board, goal: Goal, task: Task, busy: Set<Seat>): boolean {
  switch (task.state) {
    case 'escalated':
      return !waitsToBeTaken(task);
    case 'blocked':
      return task.more?.waiting === undefined;
    case 'claimed':
    case 'plan_approved':
    case 'executing':
      return isParked(task) || waitsForPerson(task) || (waitsForPlan(task) && task.more?.waiting?.for === 'person');
    case 'pending_review':
      return waitsForPerson(task);
    case 'assigned':
      return waitsForPerson(task) || isPersonsTask(board, goal, task, busy);
    case 'pending':
      return waitsInLane(board, goal, task, busy);
    default:
      return false;
  }
}

/** Given to a person whose hands are full. */
function isPersonsTask(board: Board, goal: Goal, task: Task, busy: Set<Seat>): boolean {
  const seat = task.assigneeId === null ? undefined : board.crew(goal).seats.get(task.assigneeId);
  if (seat?.registration.kind !== 'human') return false;
  busy.add(seat);
  return true;
}

/** Only people could take it, and all of them have their hands full. */
function waitsInLane(board: Board, goal: Goal, task: Task, busy: Set<Seat>): boolean {
  const seats = eligibleSeats(board, goal, task);
  if (seats.length === 0 || seats.some((seat) => seat.registration.kind !== 'human')) return false;
  for (const seat of seats) busy.add(seat);
  return true;
}

function questionsOf(board: Board, seats: ReadonlySet<Seat>): readonly Question[] {
  if (seats.size === 0) return [];
  const people = new Set([...seats].map((seat) => seat.registration.agentId));
  return [...board.openGoals()].flatMap((goal) => board.openQuestions(goal.id)).filter(({ kind, askedOf }) => kind === 'work' && askedOf !== undefined && people.has(askedOf));
}

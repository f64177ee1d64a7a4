// Whoever of the team has news gets a turn, and nobody else: looked up on the board after each batch of events, and by the sweep. A
// member that has not come up yet is started for it, and comes up in this process.
import type { MusterEvent } from '../../core/change.ts';
import type { MemberState } from '../../core/lifecycles.ts';
import { assignTask } from '../../core/moves/intervene.ts';
import { closingKey, concernsOf, isAwake, leaderOf, type Attendance, type Concern } from '../../core/team/concerns.ts';
import { comeUp, startMembers } from '../../core/team/lives.ts';
import { skillFit } from '../../core/team/claim.ts';
import type { Board } from '../../core/board/board.ts';
import type { Registration } from '../../core/members/registration.ts';
import { commit } from '../commit.ts';
import type { Goal } from '../../core/goal.ts';
import { drives, type Engine } from '../engine.ts';
import { runFunction } from './function-turn.ts';
import { takeTurn } from './take-turn.ts';
import type { TurnsHere } from './turns-here.ts';

export async function attendTeam(engine: Engine): Promise<void> {
  const { turns } = engine;
  if (turns === undefined) return;
  // One look at a time; what comes in meanwhile is looked at afterwards.
  if (turns.isAttending) return void (turns.isNewsDue = true);
  turns.isAttending = true;
  try {
    do {
      turns.isNewsDue = false;
      await look(engine, turns);
    } while (turns.isNewsDue && !engine.signal.aborted);
  } finally {
    turns.isAttending = false;
  }
}

async function look(engine: Engine, turns: TurnsHere): Promise<void> {
  await giveToPeople(engine);
  const due = engine.store.look((board) => dueNow(engine, turns, board));
  engine.store.look((board) => closeGoals(engine, board));
  // Side by side: those who come up for the first time share their commits.
  const there = await Promise.all(due.map(({ memberId }) => isThere(engine, memberId)));
  for (const [at, concern] of due.entries()) if (there[at] === true) begin(engine, turns, concern);
}

/** Whom something concerns, and whose last turn came to nothing. */
function dueNow(engine: Engine, turns: TurnsHere, board: Board): readonly Concern[] {
  const attendance = attendanceOf(engine, turns, board);
  const concerns = concernsOf(board, attendance);
  const isConcerned = (memberId: string): boolean => concerns.some((concern) => concern.memberId === memberId);
  const owed = [...turns.owed.values()].filter(({ memberId, goalId }) => {
    const goal = board.goal(goalId);
    return goal !== undefined && isAwake(goal) && isDriven(engine, goal) && attendance.isFree(memberId) && !isConcerned(memberId);
  });
  return [...concerns, ...owed];
}

/** Goals at which nobody looks any more before they close. */
function closeGoals(engine: Engine, board: Board): void {
  for (const goal of board.openGoals()) {
    if (goal.state !== 'closing' || !drives(engine, goal) || !isAwake(goal) || isLeadersFirst(engine, board, goal)) continue;
    engine.queue.send({ kind: 'close-goal', goalId: goal.id });
  }
}

export function begin(engine: Engine, turns: TurnsHere, concern: Concern): void {
  const member = engine.members.find(engine.team, concern.memberId);
  const isFunction = member?.turn === undefined;
  // Where nobody writes a summary, nobody looks at the end either.
  if (member?.summarise === undefined && concern.news.length > 0 && concern.news.every(({ kind }) => kind === 'tasks_ended')) return;
  if (isFunction) turns.tell(concern.memberId, concern.news.map(({ key }) => key));
  void (isFunction ? runFunction(engine, concern) : takeTurn(engine, turns, concern)).catch((fault: unknown) => engine.failed?.(fault));
}

export function attendanceOf(engine: Engine, turns: TurnsHere, board: Board): Attendance {
  const now = engine.clock.now();
  return {
    team: engine.team,
    isFree(memberId) {
      const member = engine.members.find(engine.team, memberId);
      const life = board.desk.life(engine.team, memberId);
      if (member === undefined || (member.turn ?? member.work) === undefined || life === undefined || turns.isRunning(memberId) || turns.isResting(memberId, now)) return false;
      return life.state === 'unstarted' || ((life.state === 'starting' || life.state === 'ready') && life.epoch === board.epoch);
    },
    wasTold: (memberId, key) => turns.wasTold(memberId, key),
    isDriven: (goal) => isDriven(engine, goal),
    // Who broke or left takes no turn again; nobody waits for it.
    isOwed: (memberId) => turns.owed.has(memberId) && COMES_BACK.has(board.desk.life(engine.team, memberId)?.state ?? 'shut_down'),
  };
}

const COMES_BACK: ReadonlySet<MemberState> = new Set(['ready', 'starting', 'stopped']);

const isDriven = ({ store }: Engine, { owner, policy }: Goal): boolean => owner !== 0 && (owner === store.epoch || !store.isDead(owner, policy.times.leaseMs));

/** Brings a member up that is wanted for the first time. */
async function isThere(engine: Engine, memberId: string): Promise<boolean> {
  const { team } = engine;
  const state = () => engine.store.look((board) => board.desk.life(team, memberId)?.state);
  if (state() === 'unstarted') await commit(engine, [], (board) => startMembers(board, { team, only: [memberId] }));
  if (state() === 'starting') await commit(engine, [], (board) => comeUp(board, { team, memberId }));
  return state() === 'ready';
}

/** People claim nothing by themselves: what only a person can do, or is meant for one, is given to that person and stands in its inbox. */
async function giveToPeople(engine: Engine): Promise<void> {
  const given = engine.store.look((board) => {
    const people = board.members(engine.team).filter(({ kind, roles }) => kind === 'human' && roles.includes('worker'));
    const goals = people.length === 0 ? [] : [...board.openGoals()].filter((goal) => goal.team === engine.team && goal.owner === board.epoch && goal.state === 'running' && isAwake(goal));
    return goals.flatMap((goal) => [...board.claims(goal.id).free()].flatMap((lane) => {
      const to = personFor(board, { goal, lane: lane.key, people });
      return to === undefined ? [] : lane.all().map((task) => ({ task, to }));
    }));
  });
  for (const { task, to } of given.toSorted((a, b) => a.task.key - b.task.key)) {
    await commit(engine, [task.id], (board) => assignTask(board, { taskId: task.id, to, by: leaderOf(board, engine.team) ?? 'manager', as: 'manager' }));
  }
}

interface ForPeople {
  readonly goal: Goal;
  readonly lane: string;
  readonly people: readonly Registration[];
}

function personFor(board: Board, { goal, lane, people }: ForPeople): string | undefined {
  const named = people.find(({ agentId }) => lane === `@${agentId}`);
  if (named !== undefined) return named.agentId;
  if (lane === '' || lane.startsWith('@')) return undefined;
  const covers = [...board.crew(goal).seats.values()].filter((seat) => seat.registration.roles.includes('worker') && skillFit(seat, lane).missing.length === 0);
  const first = covers[0];
  return first !== undefined && covers.every((seat) => seat.registration.kind === 'human') ? first.registration.agentId : undefined;
}

/** Before the summary is written the leader looks at what there is, and may add what is missing. */
export function isLeadersFirst(engine: Engine, board: Board, goal: Goal): boolean {
  const { turns } = engine;
  const leader = turns === undefined || !isAwake(goal) ? undefined : leaderOf(board, goal.team);
  const member = leader === undefined ? undefined : engine.members.find(goal.team, leader);
  if (turns === undefined || leader === undefined || member?.turn === undefined || member.summarise === undefined) return false;
  const state = board.desk.life(goal.team, leader)?.state;
  if (state === undefined || state === 'shut_down' || state === 'shutdown_requested' || state === 'error' || state === 'paused') return false;
  return turns.isRunning(leader) || !turns.wasTold(leader, closingKey(goal));
}

/** Kinds of events after which somebody may have news. What is said about calls and mail on its way is none. */
const SILENT = /^(tool\.|turn\.|message\.(delivered|read)|member\.(turn_began|said)|budget\.reserved|file\.|alert\.)/;

/** Turns that are no longer the current ones are stopped, and whoever is concerned by what happened is looked for. */
export function noticeEvents(engine: Engine, turns: TurnsHere, events: readonly MusterEvent[]): void {
  for (const { type, memberId } of events) {
    if (memberId === null || !ENDS_A_TURN.has(type)) continue;
    const running = turns.numberOf(memberId);
    if (running === undefined || running === 0) continue;
    const isCurrent = engine.store.look((board) => {
      const life = board.desk.life(engine.team, memberId);
      return life !== undefined && life.turn === running && life.epoch === board.epoch && (life.state === 'busy' || life.state === 'shutdown_requested');
    });
    if (!isCurrent) turns.stop(memberId);
  }
  if (events.some(({ type }) => !SILENT.test(type))) engine.queue.send({ kind: 'attend-team' });
}

const ENDS_A_TURN: ReadonlySet<string> = new Set(['member.failed', 'member.stopped', 'member.paused', 'member.shut_down', 'member.restarted']);

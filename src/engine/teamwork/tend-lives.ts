// The lives of the members as this process keeps them: enrolled at the start, stopped with their process, restarted a few times; and
// the look at a team that is idle as a whole. What is late is moved on by the sweep of every team.
import { raiseStall, idleOf } from '../../core/team/idle.ts';
import type { Goal } from '../../core/goal.ts';
import type { Board } from '../../core/board/board.ts';
import { callBack, comeUp, enrolTeam, restartMember, stopMembers, teamTime } from '../../core/team/lives.ts';
import { isAwake, type News } from '../../core/team/concerns.ts';
import { commit } from '../commit.ts';
import type { Engine } from '../engine.ts';
import { attendTeam, attendanceOf, begin } from './attend-team.ts';
import { turnLogOf } from './turn-log.ts';
import type { TurnsHere } from './turns-here.ts';

/** When a goal is opened or taken over: everybody has a life, and those of processes that have ended are free. */
export async function gatherTeam(engine: Engine): Promise<void> {
  await enrol(engine);
  await stopGhosts(engine);
  await bringBack(engine);
}

/** Before a new goal is opened: whoever left or broke for another one, or with the end of the team, is asked to come again. */
export async function gatherAgain(engine: Engine, named: readonly string[]): Promise<void> {
  const { store, team } = engine;
  const isAway = store.look((board) => board.desk.lives(team).some(({ state }) => state === 'shut_down' || state === 'error' || state === 'stopped'));
  if (isAway) await commit(engine, [], (board) => callBack(board, { team, named, by: 'person' }));
}

async function enrol(engine: Engine): Promise<void> {
  const { team } = engine;
  const isMissing = engine.store.look((board) => board.members(team).some(({ agentId, kind }) => kind !== 'human' && board.desk.life(team, agentId) === undefined));
  if (isMissing) await commit(engine, [], (board) => enrolTeam(board, team));
}

/** Members of processes that have ended. */
async function stopGhosts(engine: Engine): Promise<void> {
  const { store, team } = engine;
  const leaseMs = store.look((board) => teamTime(board, team, 'leaseMs'));
  const gone = (epoch: number): boolean => epoch !== store.epoch && store.isDead(epoch, leaseMs);
  const isAny = store.look((board) => board.desk.lives(team).some(({ epoch, state }) => epoch !== 0 && state !== 'shut_down' && gone(epoch)));
  if (isAny) await commit(engine, [], (board) => stopMembers(board, { team, gone, reason: 'process_ended' }));
}

/** What stopped or broke is started again here, as often as the engine may; what is left is for the leader or a person. */
async function bringBack(engine: Engine): Promise<void> {
  const { store, team } = engine;
  const isNeeded = store.look((board) => [...board.openGoals()].some((goal) => goal.team === team && isAwake(goal)));
  if (!isNeeded) return;
  const isHere = (memberId: string): boolean => engine.members.find(team, memberId) !== undefined;
  const down = store.look((board) => board.desk.lives(team).filter(({ state, memberId }) => (state === 'stopped' || state === 'error') && isHere(memberId)));
  if (engine.turns !== undefined) await oweCutOff(engine, engine.turns, down.map(({ memberId }) => memberId));
  for (const { memberId } of down) await commit(engine, [], (board) => restartMember(board, { team, memberId }, 'engine'));
  const coming = store.look((board) => board.desk.lives(team).filter(({ state, epoch, memberId }) => state === 'starting' && epoch === board.epoch && isHere(memberId)));
  for (const { memberId } of coming) await commit(engine, [], (board) => comeUp(board, { team, memberId }));
}

/** A turn that ended with its process is gone on from, also where nothing else is new. */
async function oweCutOff(engine: Engine, turns: TurnsHere, members: readonly string[]): Promise<void> {
  const goals = engine.store.look((board) => [...board.openGoals()].filter((goal) => goal.team === engine.team && isAwake(goal)));
  for (const memberId of members) for (const goal of goals) {
    const { cutOff } = await turnLogOf(engine, { turns, goal, memberId });
    if (cutOff.length > 0) turns.owed.set(memberId, { memberId, goalId: goal.id, news: [] });
  }
}

/** All members of this process let go, so that the next one has them at once. */
export async function leaveTeam({ store, team }: Pick<Engine, 'store' | 'team'>): Promise<void> {
  await store.commit([], (board) => stopMembers(board, { team, gone: (epoch) => epoch === store.epoch, reason: 'process_ended' }));
}

/** For the sweep. */
export async function tendLives(engine: Engine, turns: TurnsHere): Promise<void> {
  const { store, team } = engine;
  await gatherTeam(engine);
  turns.forget((id) => store.look((board) => board.goal(id) === undefined));
  await attendTeam(engine);
  for (const goal of store.look((board) => [...board.openGoals()].filter((each) => each.team === team && each.owner === store.epoch && isAwake(each)))) await stirIdle(engine, turns, goal);
}

/** Nobody works although work is open: each that could go on is told so once. When that moved nothing, a person is asked. */
async function stirIdle(engine: Engine, turns: TurnsHere, goal: Goal): Promise<void> {
  if (turns.count() > 0 || turns.owed.size > 0 || engine.inHand.count() > 0) return;
  const idle = engine.store.look((board) => idleOf(board, board.goal(goal.id) ?? goal));
  if (idle.kind === 'moving') return void turns.idleAt.delete(goal.id);
  // What is only free has a clock of its own: it is offered again, then the leader's, then a person's.
  const wakes = idle.kind === 'wake' ? idle.wakes.filter(({ reason }) => reason !== 'can_claim') : [];
  if (idle.kind === 'wake' && wakes.length === 0) return;
  const stands = engine.store.look((board) => standingOf(board, goal));
  const isFree = engine.store.look((board) => attendanceOf(engine, turns, board).isFree);
  if (wakes.length > 0 && turns.idleAt.get(goal.id) !== stands) {
    turns.idleAt.set(goal.id, stands);
    for (const { memberId, taskIds } of wakes) {
      const news: News[] = taskIds.map((taskId) => ({ kind: 'idle', taskId, key: '' }));
      if (isFree(memberId)) begin(engine, turns, { memberId, goalId: goal.id, news: news.length === 0 ? [{ kind: 'mail', taskId: null, key: '' }] : news });
    }
    return;
  }
  await commit(engine, [goal.id], (board) => raiseStall(board, goal.id, wakes.map(({ memberId }) => memberId)));
}

/** Changes with every move of a task, and with nothing that is only said. */
const standingOf = (board: Board, goal: Goal): string => [...board.openTasks(goal.id)].map(({ id, version, more }) => `${id}.${version}.${more?.plan?.revision ?? 0}`).join(' ');

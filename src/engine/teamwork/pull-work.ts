// Members that are functions take work by themselves: whenever something on the board may have become free, each that has room
// claims what fits it best and does it, without a model and without a turn. Also in processes that do not drive the goal: a claim
// is decided in its commit, so it does not matter who asks.
import type { Board } from '../../core/board/board.ts';
import { isEnding, isHalted, type Goal } from '../../core/goal.ts';
import type { GoalId } from '../../core/ids.ts';
import { attemptsOf } from '../../core/next-moves.ts';
import { claimNext } from '../../core/team/claim.ts';
import { commit } from '../commit.ts';
import type { Engine } from '../engine.ts';

export async function pullWork(engine: Engine, goalId: GoalId): Promise<void> {
  const members = engine.store.look((board) => {
    const goal = board.goal(goalId);
    return goal !== undefined && pulls(engine, board, goal) && hasFreeTask(board, goal) ? withRoom(engine, board, goal) : [];
  });
  await Promise.all(members.map((memberId) => claimWhatFits(engine, goalId, memberId)));
}

/** Until its hands are full, or nothing is left for it. */
async function claimWhatFits(engine: Engine, goalId: GoalId, memberId: string): Promise<void> {
  while (!engine.signal.aborted) {
    const claimed = await commit(engine, [], (board) => claimNext(board, { goalId, memberId, onlyCovered: true }));
    if (!claimed.ok || claimed.value === undefined || claimed.value.already) return;
    if (!engine.store.look((board) => hasRoomHere(board, goalId, memberId))) return;
  }
}

/** Some function of this process may claim in this goal. A plan has to be thought of, so in plan mode no function claims. */
export const pulls = (engine: Engine, board: Board, goal: Goal): boolean =>
  goal.team === engine.team && goal.owner !== 0 && goal.state === 'running' && goal.policy.dispatch === 'pull' && !goal.policy.planGate &&
  goal.pausedAt === null && !isHalted(goal) && !isEnding(goal) && functionsHere(engine, board, goal.team).length > 0;

const functionsHere = (engine: Engine, board: Board, team: string): readonly string[] =>
  board.members(team).filter(({ agentId, kind, roles }) => kind === 'function' && roles.includes('worker') && engine.members.find(team, agentId)?.work !== undefined).map(({ agentId }) => agentId);

function hasFreeTask(board: Board, goal: Goal): boolean {
  for (const { state } of board.openTasks(goal.id)) if (state === 'pending' || state === 'assigned') return true;
  return false;
}

const withRoom = (engine: Engine, board: Board, goal: Goal): readonly string[] => functionsHere(engine, board, goal.team).filter((memberId) => hasRoomHere(board, goal.id, memberId));

function hasRoomHere(board: Board, goalId: GoalId, memberId: string): boolean {
  const goal = board.goal(goalId);
  const seat = goal === undefined ? undefined : board.crew(goal).seats.get(memberId);
  return seat !== undefined && attemptsOf(board, seat) < seat.registration.capacity;
}

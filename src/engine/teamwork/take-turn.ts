// How a turn begins and ends: begun with the mail that waits, worked through in rounds of calls, ended with what came of it in one
// commit. A turn that breaks was none: its mail and its news come again, and what it did on the way stays done.
import type { Board } from '../../core/board/board.ts';
import type { Decision } from '../../core/change.ts';
import { isHopeless, isTeamError, saidIn } from '../../core/errors.ts';
import { isAtWork } from '../../core/lifecycles.ts';
import { escalate } from '../../core/moves/escalation.ts';
import { planUnusable } from '../../core/moves/goal-plan.ts';
import { claimTask } from '../../core/team/claim.ts';
import type { Concern } from '../../core/team/concerns.ts';
import { failMember, heldBy } from '../../core/team/lives.ts';
import { beginTurn, endTurn } from '../../core/team/turn.ts';
import type { TurnReply } from '../../ports/member.ts';
import { commit } from '../commit.ts';
import type { Engine } from '../engine.ts';
import { commitSpent } from '../commit-spent.ts';
import { openHeldGate } from './held-gate.ts';
import { MemberTurn } from './member-turn.ts';
import { turnRounds } from './turn-rounds.ts';
import { turnLogOf } from './turn-log.ts';
import { seesNow } from './turn-sight.ts';
import { WORDS } from './turn-words.ts';
import type { TurnsHere } from './turns-here.ts';

/** Faults of its model in a row after which a member counts as broken. */
const MOST_FAULTS = 3;
/** After a fault it is left alone for so long, after the next for twice as long. */
const REST_MS = 30_000;

/** Contract: never throws; what went wrong is on record. */
export async function takeTurn(engine: Engine, turns: TurnsHere, concern: Concern): Promise<void> {
  const member = engine.members.find(engine.team, concern.memberId);
  const running = member?.turn === undefined ? undefined : turns.begin(concern.memberId);
  if (member === undefined || running === undefined) return;
  const keys = concern.news.map(({ key }) => key);
  try {
    const goal = engine.store.look((board) => board.goal(concern.goalId));
    if (goal === undefined) return;
    // Before the turn begins: what cannot be read must not leave a member busy.
    const log = await turnLogOf(engine, { turns, goal, memberId: concern.memberId });
    const begun = await commit(engine, [], (board) => beginTurn(board, { team: engine.team, memberId: concern.memberId, goalId: goal.id }));
    if (!begun.ok) return;
    running.number = begun.value.turn;
    turns.tell(concern.memberId, keys);
    turns.owed.delete(concern.memberId);
    await run(new MemberTurn({ engine, turns, member, goal, running, log, news: concern.news, mail: begun.value.mail }, turnRounds));
  } finally {
    running.end();
    // What came in while it was busy woke nobody.
    if (!engine.signal.aborted) engine.queue.send({ kind: 'attend-team' });
  }
}

async function run(turn: MemberTurn): Promise<void> {
  const { engine, member } = turn.parts;
  try {
    await regain(turn);
    await openHeldGate(turn);
    turn.see(await seesNow(turn));
    await end(turn, (await member.turn?.(turn)) ?? { text: '' });
  } catch (error) {
    if (!engine.signal.aborted) await broke(turn, error);
  }
}

/** A turn that was cut off lost its tasks with its process; whatever is still free is its own again. */
async function regain(turn: MemberTurn): Promise<void> {
  const { engine, goal, log } = turn.parts;
  if (log.cutOff.length === 0) return;
  const lost = engine.store.look((board) => [...board.claims(goal.id).of(turn.memberId)].filter((task) => task.state === 'pending' && task.starts > 0));
  for (const { id } of lost) await commit(engine, [id], (board) => claimTask(board, { taskId: id, memberId: turn.memberId }));
}

async function end(turn: MemberTurn, { text }: TurnReply): Promise<void> {
  const { engine, goal, news, log, turns } = turn.parts;
  const about = turn.about;
  const told = [...(log.cutOff.length > 0 ? ['cut_off'] : []), ...news.map(({ kind, taskId }) => (taskId === null ? kind : `${kind} ${taskId}`))];
  const said = engine.tools?.mask(text) ?? text;
  const decide = (board: Board): Decision<unknown> => endTurn(board, turn.ref, (draft) => {
    draft.note('member.said', { goalId: goal.id, taskId: about.id, memberId: turn.memberId }, { turn: turn.ref.turn, text: said, news: told, rounds: turn.roundCount });
    return undefined;
  });
  const outcome = await commitSpent(engine, [goal.id], { decide, about, turns: turn.takeRecords() });
  turns.wake(turn.memberId);
  if (outcome.ok && turn.isLeader) await withoutTasks(turn);
}

/** A leader that was woken for a goal and put no task on the board has made no plan, unless it waits for somebody's word. */
async function withoutTasks(turn: MemberTurn): Promise<void> {
  const { engine, goal } = turn.parts;
  const waits = engine.store.look((board) => {
    const now = board.goal(goal.id);
    const others = board.members(engine.team).filter(({ agentId }) => agentId !== turn.memberId);
    const talks = others.some(({ agentId, kind }) =>
      kind !== 'human'
        && (board.desk.life(engine.team, agentId)?.state === 'busy' || board.desk.mailOf(engine.team, agentId).some(({ wakes }) => wakes)));
    return now?.state !== 'planning' || now.openEnded || talks || board.openQuestions(goal.id).length > 0 || board.desk.mailOf(engine.team, turn.memberId).some(({ wakes }) => wakes);
  });
  if (waits) return;
  await commit(engine, [goal.id], (board) => planUnusable(board, goal.id, { tries: board.goal(goal.id)?.planTries ?? 0, problems: [WORDS.noTasks[turn.locale]] }));
}

/** Void: what it was told is news again, at once where it was only stopped, after a rest where its model failed. */
async function broke(turn: MemberTurn, error: unknown): Promise<void> {
  const { engine, turns, news, goal } = turn.parts;
  const records = turn.takeRecords();
  turns.untell(turn.memberId, news.map(({ key }) => key));
  const isFault = !turn.signal.aborted && !isTeamError(error, 'budget.used_up');
  const hopeless = isFault && (isHopeless(error) || isTeamError(error, 'tool.stopped'));
  const faults = isFault ? turns.rest(turn.memberId, (inARow) => engine.clock.now() + REST_MS * inARow) : 0;
  const reason = isTeamError(error) ? `${error.code}: ${saidIn(error, turn.locale)}` : saidIn(error, turn.locale);
  const decide = (board: Board): Decision<unknown> => {
    if (hopeless) return stopHopeless(board, turn.ref, { error, reason });
    return faults >= MOST_FAULTS ? failMember(board, turn.ref, reason) : endTurn(board, { ...turn.ref, void: true });
  };
  if (isFault && !hopeless && faults < MOST_FAULTS) turns.owed.set(turn.memberId, { memberId: turn.memberId, goalId: goal.id, news });
  await commitSpent(engine, [goal.id], { decide, about: turn.about, turns: records });
  if (hopeless) await commit(engine, [], (board) => failMember(board, turn.ref, reason));
  if (hopeless && turn.isLeader) await commit(engine, [goal.id], (board) => planUnusable(board, goal.id, { tries: board.goal(goal.id)?.planTries ?? 0, problems: [reason], isHopeless: true }));
}

/** Nothing that is asked again would go better: what it holds goes to a person, and it is not asked before it is started anew. */
function stopHopeless(board: Board, ref: MemberTurn['ref'], { error, reason }: { readonly error: unknown; readonly reason: string }): Decision<unknown> {
  const held = heldBy(board, ref).filter((task) => isAtWork(task.state));
  return endTurn(board, { ...ref, void: true }, (draft) => {
    const isBreaker = isTeamError(error, 'tool.stopped');
    for (const task of held) escalate(draft, task, isBreaker ? 'breaker_stop' : 'cannot_succeed', { fault: reason, code: isTeamError(error) ? error.code : 'engine.defect' });
    return undefined;
  });
}

// Nobody works although work is open: who must be woken for what, as a pure look at the board. Idle members are normal; a team that
// is idle as a whole is not, and ends in progress or in a question to a person, never in silence.
import type { Board } from '../board/board.ts';
import { Draft, type Decision } from '../change.ts';
import { refuse, type Refusal } from '../errors.ts';
import { isEnding, isHalted, type Goal } from '../goal.ts';
import type { GoalId, TaskId } from '../ids.ts';
import { isAtWork } from '../lifecycles.ts';
import { waitsToBeTaken } from '../moves/as-it-is.ts';
import { ask } from '../moves/ask-question.ts';
import { cancelOpenWork } from '../moves/goal-moves.ts';
import { isParked } from '../moves/parked.ts';
import { waitsForPerson } from '../moves/people.ts';
import type { Answer, Question } from '../question.ts';
import type { Task } from '../task.ts';
import { attemptsOf } from '../next-moves.ts';
import { REFUSED_ANSWERS } from '../refusals/refused-answers.ts';
import { offersFor } from './claim.ts';
import { startAnew } from './lives.ts';
import { notify } from './mail.ts';
import { waitsForPlan } from './plan-waits.ts';

export interface Wake {
  readonly memberId: string;
  readonly reason: 'mail' | 'holds_a_task' | 'given_a_task' | 'can_claim' | 'decide_plan' | 'nobody_took_it';
  /** What it is about; empty for mail. */
  readonly taskIds: readonly TaskId[];
}

export type Idle =
  /** Somebody is in a turn, an effect of the engine is due, or a person was asked. */
  | { readonly kind: 'moving' }
  | { readonly kind: 'wake'; readonly wakes: readonly Wake[] }
  /** Work is open and nobody is left who could be woken: a person must be asked. */
  | { readonly kind: 'stuck'; readonly taskIds: readonly TaskId[] };

const MOVING: Idle = { kind: 'moving' };

/** Of a goal where members claim. One wake a member, for the first reason that holds. */
export function idleOf(board: Board, goal: Goal): Idle {
  if (goal.policy.dispatch !== 'pull' || goal.state !== 'running' || goal.pausedAt !== null || isHalted(goal) || isEnding(goal)) return MOVING;
  const lives = board.desk.lives(goal.team);
  if (lives.some(({ state }) => state === 'busy' || state === 'starting' || state === 'shutdown_requested')) return MOVING;
  const open = [...board.openTasks(goal.id)];
  if (open.length === 0 || open.some(isEngines)) return MOVING;
  const ready = lives.filter(({ state }) => state === 'ready' || state === 'unstarted').map(({ memberId }) => memberId);
  const wakes = ready.flatMap((memberId) => wakeOf(board, goal, { memberId, open }) ?? []);
  if (wakes.length > 0) return { kind: 'wake', wakes };
  const rests = board.openQuestions(goal.id).length > 0 || open.some(waitsForPerson) || open.some(isParked);
  return rests ? MOVING : { kind: 'stuck', taskIds: open.map(({ id }) => id) };
}

/** The engine, or a reviewer that it asks, has the next move. */
const isEngines = (task: Task): boolean =>
  (task.state === 'pending_review' && !waitsForPerson(task))
    || waitsToBeTaken(task)
    || task.state === 'rejected'
    || task.state === 'approved'
    || task.state === 'executing';

function wakeOf(board: Board, goal: Goal, { memberId, open }: { readonly memberId: string; readonly open: readonly Task[] }): Wake | undefined {
  const seat = board.crew(goal).seats.get(memberId);
  const wake = (reason: Wake['reason'], tasks: readonly Task[]): Wake | undefined => (tasks.length === 0 ? undefined : { memberId, reason, taskIds: tasks.map(({ id }) => id) });
  if (board.desk.mailOf(goal.team, memberId).some((mail) => mail.wakes)) return { memberId, reason: 'mail', taskIds: [] };
  const own = open.filter((task) => task.assigneeId === memberId);
  const manages = seat?.registration.roles.includes('manager') === true;
  const begun = wake('holds_a_task', own.filter((task) => isAtWork(task.state) && !waitsForPlan(task) && !isParked(task)));
  if (begun !== undefined) return begun;
  if (manages) {
    return wake('decide_plan', open.filter((task) => waitsForPlan(task) && task.more?.waiting?.for === 'manager'))
      ?? wake('nobody_took_it', open.filter((task) => task.state === 'unassigned'));
  }
  if (seat === undefined || attemptsOf(board, seat) >= seat.registration.capacity) return undefined;
  return wake('given_a_task', own.filter((task) => task.state === 'assigned')) ?? wake('can_claim', offersFor(board, goal, memberId).map(({ task }) => task));
}

/** The waking changed nothing, or nobody is there to wake: a person decides. Asking twice asks once. */
export function raiseStall(board: Board, goalId: GoalId, tried: readonly string[]): Decision<'asked' | 'already' | 'moving'> {
  const goal = board.goal(goalId);
  if (goal === undefined || idleOf(board, goal).kind === 'moving') return { ok: true, value: 'moving' };
  if (board.openQuestions(goalId).some(({ kind }) => kind === 'stall')) return { ok: true, value: 'already' };
  const draft = new Draft(board);
  const open = [...board.openTasks(goalId)].map(({ id, state }) => ({ id, state }));
  if (goal.policy.unattended) cancelRest(draft, goal);
  else ask(draft, goal, { kind: 'stall', askedBy: 'engine', material: { tasks: open, tried }, waitMs: goal.policy.times.questionMs });
  return draft.decision('asked');
}

/** Nobody answers, or nobody is there: what is open is called off in the manager's name, and the goal closes with what is done. */
export function cancelRest(draft: Draft, goal: Goal): void {
  for (const task of draft.board.openTasks(goal.id)) {
    if (task.state === 'escalated' || task.state === 'approved') continue;
    draft.moveTask(task, 'cancel', 'cancelled', { fields: { epoch: 0 }, details: { reason: 'stalled', by: 'manager' } });
  }
}

/** The team has left the stall behind by itself: somebody is in a turn, or has work in its hands that it took up since. */
export const hasGoneOn = (board: Board, goal: Goal, { createdAt }: Question): boolean =>
  board.desk.lives(goal.team).some(({ state }) => state === 'busy')
    || [...board.openTasks(goal.id)].some((task) => isAtWork(task.state) && task.updatedAt > createdAt);

export function answerStall(draft: Draft, goal: Goal, { question, answer }: { readonly question: Question; readonly answer: Answer }): Refusal | undefined {
  if (answer.choice === 'cancel') {
    cancelOpenWork(draft, goal, { by: answer.by, except: question.id });
    return undefined;
  }
  const manager = draft.board.members(goal.team).find(({ roles }) => roles.includes('manager'));
  const advice = answer.note?.trim() ?? '';
  if (advice === '') return refuse('question.bad_answer', REFUSED_ANSWERS.sayAdvice);
  startAnew(draft, goal.team, answer.by);
  for (const to of manager === undefined ? draft.board.members(goal.team) : [manager]) notify(draft, { team: goal.team, goalId: goal.id, from: answer.by, to: to.agentId, content: advice });
  return undefined;
}

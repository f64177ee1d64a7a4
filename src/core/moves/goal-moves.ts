// What may be done to a goal as a whole. Each function decides on fresh rows and gives a change or a refusal.
import { releaseReserved } from '../budget.ts';
import { Draft, type Decision } from '../change.ts';
import type { Board } from '../board/board.ts';
import { refuse, type Refusal } from '../errors.ts';
import type { Goal } from '../goal.ts';
import { goalId, type GoalId, type QuestionId, type TaskId } from '../ids.ts';
import type { JsonObject, Locale } from '../json.ts';
import { goalMachine, hasHolder } from '../lifecycles.ts';
import type { NewTask, TaskPlan } from '../planning/new-task.ts';
import { createTasks, type Created } from '../planning/new-tasks.ts';
import type { Policy } from '../policy.ts';
import { withMore, type Task } from '../task.ts';
import { REFUSED_MOVES } from '../refusals/refused-moves.ts';
import { freeOn } from './attempt.ts';

export interface Opening {
  readonly text: string;
  readonly team: string;
  readonly source: string | null;
  readonly model?: string;
  readonly locale: Locale;
  readonly policy: Policy;
  /** The program that opens it adds the tasks itself, until it says that was all. */
  readonly openEnded: boolean;
}

export function openGoal(board: Board, opening: Opening): Decision<GoalId> {
  const key = board.next.goal;
  const draft = new Draft(board);
  draft.openGoal({
    id: goalId(key), key, ...opening, state: 'planning', version: 1, owner: board.epoch, pausedAt: null, pauses: [], planTries: 0, planProblems: [], proposal: null, planRefusals: 0,
    summary: null, comment: null, firstSeq: board.lastSeq + 1, firstTask: board.next.task, createdAt: board.now, updatedAt: board.now, endedAt: null,
  }, { text: opening.text, team: opening.team, locale: opening.locale });
  return draft.decision(goalId(key));
}

/** New tasks in one change: adopts a plan, adds to a running goal, or opens a closing one again. */
export function addTasks(board: Board, id: GoalId, tasks: readonly NewTask[], notes: readonly JsonObject[] = []): Decision<readonly TaskId[]> {
  const goal = board.goal(id);
  if (goal === undefined) return noGoal(id);
  if (goalMachine.isFinal(goal.state)) return ended(goal);
  const draft = new Draft(board);
  const created = startTasks(draft, goal, { tasks, notes, except: null });
  return created.ok ? draft.decision(created.ids) : created;
}

/** `except`: the question whose answer adopts the plan; others about the goal have lost their ground. */
export function startTasks(draft: Draft, goal: Goal, { tasks, notes, except, details = {} }: Starting): Created | Refusal {
  if (goal.state === 'plan_review' && except === null) return refuse('lifecycle.illegal_move', REFUSED_MOVES.planWaits(goal.id), { state: goal.state });
  const all = { tasks: tasks.length, ...(notes.length === 0 ? {} : { notes }), ...details };
  return createTasks(draft, openForTasks(draft, goal, all, except), tasks);
}

interface Starting extends TaskPlan {
  readonly except: QuestionId | null;
  readonly details?: JsonObject;
}

function openForTasks(draft: Draft, goal: Goal, details: JsonObject, except: QuestionId | null): Goal {
  if (goal.state === 'running') return goal;
  if (goal.state === 'closing') return draft.moveGoal(goal, 'extend', 'running', { details });
  for (const question of draft.board.openQuestions(goal.id)) if (question.id !== except) draft.moveQuestion(question, 'withdraw', 'withdrawn');
  return draft.moveGoal(goal, 'adopt', 'running', { fields: { planProblems: [], proposal: null }, details });
}

/** No more tasks will come from the program: the goal may close when its tasks have ended. */
export function sealGoal(board: Board, id: GoalId): Decision<undefined> {
  const goal = board.goal(id);
  if (goal === undefined) return noGoal(id);
  if (!goal.openEnded || goal.endedAt !== null) return { ok: true, value: undefined };
  const draft = new Draft(board);
  const sealed: Goal = { ...goal, openEnded: false };
  // A goal that was never given a task has nothing to plan for: it closes empty.
  if (goal.state === 'planning') draft.moveGoal(sealed, 'adopt', 'running', { details: { tasks: 0 } });
  else draft.putGoal(sealed);
  draft.note('goal.sealed', { goalId: id });
  return draft.decision(undefined);
}

export function pauseGoal(board: Board, id: GoalId, by: string): Decision<'paused' | 'already'> {
  const goal = board.goal(id);
  if (goal === undefined) return noGoal(id);
  if (goal.endedAt !== null) return ended(goal);
  if (goal.pausedAt !== null) return { ok: true, value: 'already' };
  const draft = new Draft(board);
  draft.putGoal({ ...goal, pausedAt: board.now });
  draft.note('goal.paused', { goalId: id }, { by });
  return draft.decision('paused');
}

/** Clocks go on from where they stood. */
export function resumeGoal(board: Board, id: GoalId, by: string): Decision<'resumed' | 'already'> {
  const goal = board.goal(id);
  if (goal === undefined) return noGoal(id);
  if (goal.endedAt !== null) return ended(goal);
  if (goal.pausedAt === null) return { ok: true, value: 'already' };
  const draft = new Draft(board);
  draft.putGoal({ ...goal, pausedAt: null, pauses: [...goal.pauses, [goal.pausedAt, board.now]] });
  draft.note('goal.resumed', { goalId: id }, { by });
  return draft.decision('resumed');
}

/** Everything open ends in this one change; asking again is fine. */
export function cancelGoal(board: Board, id: GoalId, by: string): Decision<'cancelled' | 'already'> {
  const goal = board.goal(id);
  if (goal === undefined) return noGoal(id);
  if (goal.state === 'cancelled') return { ok: true, value: 'already' };
  if (goal.endedAt !== null) return ended(goal);
  const draft = new Draft(board);
  cancelOpenWork(draft, goal, { by, except: null });
  return draft.decision('cancelled');
}

/** `except`: the question whose answer calls the goal off. */
export function cancelOpenWork(draft: Draft, goal: Goal, { by, except }: { by: string; except: QuestionId | null }): void {
  const { board } = draft;
  const open = [...board.openTasks(goal.id)];
  for (const task of open) draft.moveTask(task, 'cancel', 'cancelled', { fields: { epoch: 0, more: withMore(task, { waiting: undefined }) }, details: { reason: 'goal_cancelled' } });
  for (const question of board.openQuestions(goal.id)) if (question.id !== except) draft.moveQuestion(question, 'withdraw', 'withdrawn');
  draft.moveGoal(goal, 'cancel', 'cancelled', { details: { by, tasks: open.length } });
}

/**
 * This process drives the goal from now on. Attempts of the process that drove it before are orphans and are lost at once,
 * without being counted: its death says nothing about the work. `openEnded`: the program that takes it over adds tasks itself.
 */
export function takeOver(board: Board, id: GoalId, { isDead, openEnded }: { readonly isDead: (epoch: number) => boolean; readonly openEnded: boolean }): Decision<Goal> {
  const goal = board.goal(id);
  if (goal === undefined) return noGoal(id);
  if (goal.endedAt !== null) return ended(goal);
  const isMine = goal.owner === board.epoch;
  if (isMine && (goal.openEnded || !openEnded)) return { ok: true, value: goal };
  if (!isMine && goal.owner !== 0 && !isDead(goal.owner)) {
    return refuse('goal.owned', REFUSED_MOVES.goalElsewhere(id), { owner: goal.owner });
  }
  const draft = new Draft(board);
  const tasks = [...board.openTasks(id)];
  // Calls of a process that has ended will never be settled.
  const taken: Goal = { ...goal, owner: board.epoch, openEnded, pauses: isMine ? goal.pauses : withGap(goal, tasks, board.now), ...releaseReserved(goal.spend, board.epoch) };
  if (goal.openEnded && !openEnded && goal.state === 'planning') draft.moveGoal(taken, 'adopt', 'running', { details: { tasks: 0 } });
  else draft.putGoal(taken);
  draft.note('goal.taken_over', { goalId: id }, { epoch: board.epoch, from: goal.owner });
  for (const task of tasks) {
    if (!hasHolder(task.state) || task.epoch === 0 || task.epoch === board.epoch) continue;
    // A question of the lost attempt stays open: the next one finds it again and waits for the same word.
    freeOn(draft, task, { reason: 'process_ended', from_epoch: task.epoch });
  }
  return draft.decision(taken);
}

/** While nobody drove the goal its clocks stood still, else the sweep would blame those who were never asked. It is known to have lived at its last move. */
function withGap(goal: Goal, tasks: readonly Task[], now: number): Goal['pauses'] {
  if (goal.pausedAt !== null) return goal.pauses;
  const resumed = goal.pauses.at(-1)?.[1] ?? 0;
  const lastLife = tasks.reduce((latest, task) => Math.max(latest, task.updatedAt), Math.max(goal.updatedAt, resumed));
  return lastLife < now ? [...goal.pauses, [lastLife, now]] : goal.pauses;
}

/** Lets go of a goal without changing what it is: `resume` takes it up again. */
export function letGo(board: Board, id: GoalId): Decision<undefined> {
  const goal = board.goal(id);
  if (goal === undefined || goal.endedAt !== null || goal.owner !== board.epoch) return { ok: true, value: undefined };
  const draft = new Draft(board);
  draft.putGoal({ ...goal, owner: 0, updatedAt: board.now, ...releaseReserved(goal.spend, null) });
  draft.note('goal.released', { goalId: id }, { epoch: board.epoch });
  return draft.decision(undefined);
}

export interface Closing {
  readonly summary: string;
  /** The model, or `code`. */
  readonly by: string;
  readonly done: boolean;
  /** Version of the goal when its tasks were read; tasks that were added since are not in the summary. */
  readonly version: number;
}

export function closeGoal(board: Board, id: GoalId, closing: Closing): Decision<undefined> {
  const goal = board.goal(id);
  if (goal === undefined) return noGoal(id);
  if (goal.version !== closing.version) return refuse('store.conflict', REFUSED_MOVES.summaryLate(id), { version: goal.version });
  const draft = new Draft(board);
  draft.moveGoal(goal, 'close', closing.done ? 'done' : 'failed', { fields: { summary: closing.summary }, details: { summary: closing.summary, summarised_by: closing.by } });
  return draft.decision(undefined);
}

export const noGoal = (id: GoalId): Refusal => refuse('goal.not_found', REFUSED_MOVES.noGoal(id), { id });
const ended = (goal: Goal): Refusal => refuse('goal.ended', REFUSED_MOVES.goalEnded(goal.id, goal.state), { state: goal.state });


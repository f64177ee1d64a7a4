// When every task has ended the manager writes the summary from outputs and execution summaries; code adds the fate of each
// task. A model that does not answer holds nothing up: the goal closes with the summary by code.
import type { Board } from '../core/board/board.ts';
import { closeGoal } from '../core/moves/goal-moves.ts';
import { isTeamError, TeamError } from '../core/errors.ts';
import { isHalted, type Goal } from '../core/goal.ts';
import type { GoalId } from '../core/ids.ts';
import { fateList, isReached, WITHOUT_MODEL } from '../core/summary.ts';
import type { Task } from '../core/task.ts';
import { INTERRUPTED } from '../core/refusals/interrupted.ts';
import type { FinishedTask, TurnRecord } from '../ports/member.ts';
import { liveText, type Engine, type Held } from './engine.ts';
import { commitSpent, reserving } from './commit-spent.ts';
import { leaveEmptyTree } from './trees/own-tree.ts';

export async function closeGoalWithSummary(engine: Engine, goalId: GoalId): Promise<void> {
  const goal = engine.store.look((board) => board.goal(goalId));
  if (goal?.state !== 'closing' || goal.owner !== engine.store.epoch || isHalted(goal)) return;
  const held = engine.inHand.begin('close', goalId, goal.version);
  if (held === undefined) return;
  const turns: TurnRecord[] = [];
  try {
    const tasks = await tasksAtEnd(engine, goal);
    const finished = await Promise.all(tasks.map((task) => finishedTask(engine, task)));
    const written = await writtenSummary(engine, goal, { finished, held, turns });
    if (engine.signal.aborted || written === 'asked') return;
    const list = fateList(tasks.map((task, index) => ({ task, title: finished[index]?.title ?? task.id })), goal.locale);
    const summary = `${written?.text ?? WITHOUT_MODEL[goal.locale]}\n\n${list}`;
    const about = { id: null, goalId, assigneeId: written?.by ?? null };
    const decide = (board: Board) => closeGoal(board, goalId, { summary, by: written?.by ?? 'code', done: isReached(tasks), version: goal.version });
    await commitSpent(engine, [goalId], { decide, about, turns });
  } finally {
    held.end();
  }
}

/** A branch that a person's own result has left may hold nothing: then its tree goes, and the summary does not speak of it. */
async function tasksAtEnd(engine: Engine, goal: Goal): Promise<readonly Task[]> {
  const tasks = await engine.store.read.tasksOf(goal);
  const left = tasks.filter(({ more }) => more?.leftBranch !== undefined);
  for (const task of left) await leaveEmptyTree(engine, goal, task);
  return left.length === 0 ? tasks : engine.store.read.tasksOf(goal);
}

async function finishedTask(engine: Engine, task: Task): Promise<FinishedTask> {
  const [brief, result] = await Promise.all([engine.store.read.brief(task.id), task.resultSeq === 0 ? undefined : engine.store.read.result(task.resultSeq)]);
  return {
    taskId: task.id, title: brief?.title ?? task.id, status: task.state, assigneeId: task.assigneeId,
    output: result?.output ?? null, executionSummary: result?.executionSummary ?? '', belowStandard: task.more?.belowStandard === true,
  };
}

interface Summarising {
  readonly finished: readonly FinishedTask[];
  readonly held: Held;
  readonly turns: TurnRecord[];
}

async function writtenSummary(engine: Engine, goal: Goal, { finished, held, turns }: Summarising): Promise<{ text: string; by: string } | 'asked' | undefined> {
  const manager = engine.members.manager(goal.team, 'summarise');
  if (manager?.summarise === undefined || finished.length === 0) return undefined;
  try {
    const text = await untilAborted(held.signal, manager.summarise({
      goal, tasks: finished, locale: goal.locale, signal: held.signal, record: (turn) => void turns.push(turn), reserve: reserving(engine, goal, () => held.signal),
      ...liveText(engine, { goalId: goal.id, taskId: null, memberId: manager.registration.agentId }),
    }));
    return text.trim() === '' ? undefined : { text: text.trim(), by: manager.registration.agentId };
  } catch (error) {
    // A person may raise the budget; where none is asked any more, the summary by code will do. The turn record tells all else.
    const asked = isTeamError(error, 'budget.used_up') && engine.store.look((board) => haltedNow(board.goal(goal.id)));
    return asked ? 'asked' : undefined;
  }
}

/** A summary that takes too long, or whose goal goes on, is ended; a model that does not hear it is left to itself. */
const untilAborted = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const stopped = () => reject(new TeamError('engine.interrupted', INTERRUPTED.summary));
    if (signal.aborted) stopped();
    signal.addEventListener('abort', stopped, { once: true });
    work.then(resolve, reject);
  });

const haltedNow = (goal: Goal | undefined): boolean => goal !== undefined && isHalted(goal);

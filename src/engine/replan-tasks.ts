// Work that found no member, or lost a prerequisite, goes back to the manager once, one task a call, so that the answer can
// only be about it. What the manager cannot place goes to a person.
import type { Board } from '../core/board/board.ts';
import { readManagersPlan } from '../core/planning/adopt-plan.ts';
import { isTeamError } from '../core/errors.ts';
import { isHalted, type Goal } from '../core/goal.ts';
import type { GoalId, TaskId } from '../core/ids.ts';
import { prerequisitesOutside, type NewTask } from '../core/planning/new-tasks.ts';
import type { ExistingTask } from '../core/planning/plan.ts';
import { failedPrerequisites } from '../core/next-moves.ts';
import { applyReplan } from '../core/planning/replan.ts';
import type { Brief, Task } from '../core/task.ts';
import type { StuckTask, TurnRecord } from '../ports/member.ts';
import { liveText, type Engine } from './engine.ts';
import { rosterOf } from './plan-goals.ts';
import { standingFor } from './context-of.ts';
import { commitSpent, NOTHING_DECIDED, reserving } from './commit-spent.ts';

export async function replanTasks(engine: Engine, goalId: GoalId): Promise<void> {
  const goal = engine.store.look((board) => board.goal(goalId));
  if (goal === undefined || goal.owner !== engine.store.epoch || isHalted(goal)) return;
  const held = engine.inHand.begin('replan', goalId, 1);
  if (held === undefined) return;
  try {
    const tasks = engine.store.look((board) => [...board.openTasks(goalId)].filter((task) => isForReplan(goal, task)));
    for (const task of tasks) await replan(engine, goal, task, held.signal);
  } finally {
    held.end();
  }
  // What got stuck while the manager was busy with the others.
  const left = engine.store.look((board) => !haltedNow(board, goalId) && [...board.openTasks(goalId)].some((task) => isForReplan(goal, task)));
  if (left) engine.queue.send({ kind: 'replan-task', goalId });
}

/** Where members claim, plans and what nobody took are the leader's in its turn. */
const isForReplan = (goal: Goal, task: Task): boolean => task.more?.waiting?.for === 'manager' && (goal.policy.dispatch === 'push' || task.state === 'blocked');

const haltedNow = (board: Board, goalId: GoalId): boolean => {
  const goal = board.goal(goalId);
  return goal === undefined || isHalted(goal);
};

/** Between two tries while the provider is away. */
const ASK_AGAIN_MS = 30_000;

async function replan(engine: Engine, goal: Goal, task: Task, signal: AbortSignal): Promise<void> {
  const turns: TurnRecord[] = [];
  const manager = engine.members.manager(goal.team, 'replan');
  const about = { id: task.id, goalId: goal.id, assigneeId: manager?.registration.agentId ?? null };
  const { view, brief, needs, standing } = await stuckTask(engine, task);
  let raw: unknown;
  try {
    raw = await manager?.replan?.({
      goal, stuck: view, roster: rosterOf(engine, goal).map((member) => member.registration), locale: goal.locale, signal,
      record: (turn) => void turns.push(turn),
      reserve: reserving(engine, goal, () => signal),
      ...liveText(engine, { goalId: goal.id, taskId: task.id, memberId: manager?.registration.agentId ?? 'manager' }),
    });
  } catch (error) {
    if (engine.signal.aborted) return;
    // Otherwise the turn record says what went wrong, and the task goes to its next owner.
    const passing = task.state === 'blocked' && isTeamError(error, 'model.overloaded');
    if (signal.aborted || passing || isTeamError(error, 'budget.used_up')) await commitSpent(engine, [], { decide: () => NOTHING_DECIDED, about, turns });
    if (signal.aborted || isTeamError(error, 'budget.used_up')) return;
    // Giving up would call the task off. A provider that is away is no reason for that: the sweep asks again until it is late.
    if (passing) return engine.clock.sleep(ASK_AGAIN_MS, signal).catch(() => undefined);
  }
  const parts = partsOf(engine, goal, { raw, standing });
  await commitSpent(engine, [task.id, ...needs, ...prerequisitesOutside(parts)], {
    decide: (board) => applyReplan(board, { taskId: task.id, brief, needs, failed: view.failedPrerequisites, parts }),
    about,
    turns,
  });
}

interface Stuck {
  readonly view: StuckTask;
  readonly brief: Brief;
  readonly needs: readonly TaskId[];
  /** Those whose results it may build on; so may what takes its place. */
  readonly standing: readonly ExistingTask[];
}

async function stuckTask(engine: Engine, task: Task): Promise<Stuck> {
  const [brief = EMPTY, needs] = await Promise.all([engine.store.read.brief(task.id), engine.store.read.prerequisites(task.id)]);
  const dependsOn = await standingFor(engine, needs);
  const view = {
    taskId: task.id, title: brief.title, content: brief.content, input: brief.input, criteria: brief.criteria, skills: brief.skills,
    reason: task.more?.waiting?.reason ?? '', missingSkills: task.more?.missingSkills ?? [], dependsOn, failedPrerequisites: engine.store.look((board) => failedPrerequisites(board, task.id)),
  };
  return { view, brief, needs, standing: await asExisting(engine, dependsOn) };
}

/** Tasks on the board as something that a plan may wait on, by id or by title. */
export const asExisting = ({ store }: Pick<Engine, 'store'>, ids: readonly TaskId[]): Promise<readonly ExistingTask[]> =>
  Promise.all(ids.map(async (taskId) => ({ taskId, title: (await store.read.brief(taskId))?.title ?? '' })));

const EMPTY: Brief = { title: '', content: '', skills: [], input: {}, criteria: [], context: [], contextFrom: null, name: null };

/** A plan that cannot be used counts as none. Its parts were asked for once; they do not go back to the manager again. */
function partsOf(engine: Engine, goal: Goal, { raw, standing }: { readonly raw: unknown; readonly standing: readonly ExistingTask[] }): readonly NewTask[] {
  if (raw === undefined) return [];
  const plan = readManagersPlan({
    raw,
    roster: rosterOf(engine, goal),
    maxTasks: goal.policy.maxTasks,
    programs: goal.policy.programs,
    judgeCommand: engine.judgeCommand,
    locale: goal.locale,
    existing: standing,
  });
  return plan.ok ? plan.tasks.map((task) => ({ ...task, replans: goal.policy.limits.replans })) : [];
}

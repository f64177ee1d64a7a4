// Work that found no member, or lost a prerequisite, goes back to the manager once. All stuck tasks of a goal are asked about
// in one call; what the manager does not answer goes to a person.
import { readManagersPlan } from '../core/adopt-plan.ts';
import type { Goal } from '../core/goal.ts';
import type { GoalId, TaskId } from '../core/ids.ts';
import type { NewTask } from '../core/new-tasks.ts';
import { applyReplan, readReplan, type Replan } from '../core/replan.ts';
import type { Brief, Task } from '../core/task.ts';
import type { StuckTask, TurnRecord } from '../ports/member.ts';
import { commit } from './commit.ts';
import type { Engine } from './engine.ts';
import { rosterOf } from './plan-goals.ts';
import { noteTurns } from './turns.ts';

export async function replanTasks(engine: Engine, goalId: GoalId): Promise<void> {
  const goal = engine.store.look((board) => board.goal(goalId));
  if (goal === undefined || goal.owner !== engine.store.epoch) return;
  const held = engine.inHand.begin('replan', goalId, 1);
  if (held === undefined) return;
  try {
    const tasks = engine.store.look((board) => [...board.openTasks(goalId)].filter((task) => task.more?.waiting?.for === 'manager'));
    if (tasks.length > 0) await replan(engine, goal, tasks, held.signal);
  } finally {
    held.end();
  }
  // What got stuck while the manager was busy with the others.
  const left = engine.store.look((board) => [...board.openTasks(goalId)].some((task) => task.more?.waiting?.for === 'manager'));
  if (left) engine.queue.send({ kind: 'replan-task', goalId });
}

async function replan(engine: Engine, goal: Goal, tasks: readonly Task[], signal: AbortSignal): Promise<void> {
  const turns: TurnRecord[] = [];
  const manager = engine.members.manager(goal.team, 'replan');
  const stuck = await Promise.all(tasks.map((task) => stuckTask(engine, task)));
  let raw: unknown;
  try {
    raw = await manager?.replan?.({
      goal, stuck: stuck.map(({ view }) => view), roster: rosterOf(engine, goal).map((member) => member.registration), locale: goal.locale, signal,
      record: (turn) => void turns.push(turn),
      onText: (delta) => engine.feed.publish({ kind: 'turn.text', goalId: goal.id, taskId: null, memberId: manager?.registration.agentId ?? 'manager', delta }),
    });
  } catch {
    if (engine.signal.aborted || signal.aborted) return; // the turn record says what went wrong; the tasks go to their next owner
  }
  for (const [index, { view, brief }] of stuck.entries()) {
    const answer = readReplan(raw, view.taskId);
    const parts = answer.kind === 'split' ? partsOf(engine, goal, answer) : [];
    const about = { id: view.taskId, goalId: goal.id, assigneeId: manager?.registration.agentId ?? null };
    await commit(engine, [view.taskId], (board) => noteTurns(board, applyReplan(board, { taskId: view.taskId, replan: answer, brief, parts }), about, index === 0 ? turns : []));
  }
}

async function stuckTask(engine: Engine, task: Task): Promise<{ view: StuckTask; brief: Brief }> {
  const brief = (await engine.store.brief(task.id)) ?? EMPTY;
  const failedPrerequisites = engine.store.look((board) => [...board.openPrerequisites(task.id)].filter((id: TaskId) => board.task(id) === undefined));
  const view = {
    taskId: task.id, title: brief.title, content: brief.content, input: brief.input, criteria: brief.criteria, skills: brief.skills,
    reason: task.more?.waiting?.reason ?? '', missingSkills: task.more?.missingSkills ?? [], failedPrerequisites,
  };
  return { view, brief };
}

const EMPTY: Brief = { title: '', content: '', skills: [], input: {}, criteria: [], context: [], contextFrom: null, name: null };

function partsOf(engine: Engine, goal: Goal, answer: Extract<Replan, { kind: 'split' }>): readonly NewTask[] {
  const plan = readManagersPlan({ raw: { tasks: answer.raw }, roster: rosterOf(engine, goal), maxTasks: goal.policy.maxTasks, locale: goal.locale });
  // A part was asked for once; it is not sent back to the manager a second time.
  return plan.ok ? plan.tasks.map((task) => ({ ...task, replans: goal.policy.limits.replans })) : [];
}

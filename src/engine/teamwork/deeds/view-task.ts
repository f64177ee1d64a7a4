// Looking at the board. A task in full, a list, or what this very member may claim; nothing is changed and nothing is remembered.
import { claimableOut, statusAsked, taskListOut, taskViewOut } from '../../../core/outside/team-out.ts';
import { hasSucceeded } from '../../../core/lifecycles.ts';
import { leaderOf } from '../../../core/team/concerns.ts';
import { lookFor, planText } from '../turn-sight.ts';
import { looked, noTask, taskIn, type Answered, type Deed, type DeedCall } from './deed.ts';

export const viewTask: Deed = (deed) => {
  const { action = deed.args['task_id'] === undefined ? 'list' : 'get' } = deed.args;
  if (action === 'get') return one(deed);
  return action === 'claimable' ? claimableNow(deed) : list(deed);
};

async function one(deed: DeedCall): Promise<Answered> {
  const { turn } = deed;
  const { engine, goal } = turn.parts;
  const { read } = engine.store;
  const id = taskIn(deed);
  const task = id === undefined ? undefined : await read.task(id);
  const brief = task === undefined ? undefined : await read.brief(task.id);
  if (task === undefined || brief === undefined || task.goalId !== goal.id) return noTask(deed);
  const [dependsOn, result, plan] = await Promise.all([read.prerequisites(task.id), task.resultSeq === 0 ? undefined : read.result(task.resultSeq), planText(engine, task)]);
  const states = await Promise.all(dependsOn.map(async (needs) => ({ needs, state: (await read.task(needs))?.state })));
  const waitsFor = states.flatMap(({ needs, state }) => (state !== undefined && hasSucceeded(state) ? [] : [needs]));
  const managerId = engine.store.look((board) => leaderOf(board, engine.team)) ?? null;
  return looked({
    ...taskViewOut({ goal, task, brief, dependsOn, waitsFor, result, managerId }),
    ...(plan === '' ? {} : { plan: { revision: task.more?.plan?.revision ?? 0, status: task.more?.plan?.state ?? '', text: plan } }),
  });
}

async function list({ turn, args }: DeedCall): Promise<Answered> {
  const { board, goal, papers, ended } = await lookFor(turn);
  const { status } = args;
  return looked(taskListOut(
    [...board.openTasks(goal.id), ...ended].toSorted((a, b) => a.key - b.key),
    papers,
    turn.parts.engine.clock.now(),
    typeof status === 'string' ? statusAsked(status) : undefined,
  ));
}

async function claimableNow({ turn }: DeedCall): Promise<Answered> {
  const { board, goal, papers } = await lookFor(turn);
  return looked(claimableOut(board, { goal, memberId: turn.memberId }, papers));
}

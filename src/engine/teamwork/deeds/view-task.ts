// Looking at the board. A task in full, a list, or what this very member may claim; nothing is changed and nothing is remembered.
import { claimable as mayClaim, offersFor } from '../../../core/team/claim.ts';
import type { TaskId } from '../../../core/ids.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { Task } from '../../../core/task.ts';
import type { MemberTurn } from '../member-turn.ts';
import { ownTask, planText } from '../turn-sight.ts';
import { noTask, taskIn, type Answered, type Deed, type DeedCall } from './deed.ts';

export const viewTask: Deed = (deed) => {
  const { action = deed.args['task_id'] === undefined ? 'list' : 'get', status } = deed.args;
  if (action === 'get') return one(deed);
  if (action === 'claimable' || status === 'claimable') return claimableNow(deed);
  return list(deed, typeof status === 'string' ? status : undefined);
};

const looked = (value: Json): Answered => ({ kind: 'looked', text: JSON.stringify(value), isJson: true });

async function one(deed: DeedCall): Promise<Answered> {
  const { turn } = deed;
  const id = taskIn(deed);
  const task = id === undefined ? undefined : await turn.parts.engine.store.read.task(id);
  if (task === undefined || task.goalId !== turn.parts.goal.id) return noTask(deed);
  const { read } = turn.parts.engine.store;
  const [own, dependsOn, result, plan] = await Promise.all([ownTask(turn, task), read.prerequisites(task.id), task.resultSeq === 0 ? undefined : read.result(task.resultSeq), planText(turn.parts.engine, task)]);
  const may = turn.parts.engine.store.look((board) => mayClaim(board, { taskId: task.id, memberId: turn.memberId }).ok);
  return looked({
    task_id: task.id, title: own.title, content: own.content, status: task.state, assignee: task.assigneeId, dependencies: dependsOn, input: own.input, criteria: own.criteria.map((criterion) => ({ ...criterion })),
    ...(own.note === null ? {} : { note: own.note }), ...(own.rework === null ? {} : { fixes: own.rework.fixes }), ...(plan === '' ? {} : { plan, plan_state: task.more?.plan?.state ?? null }),
    ...(result === undefined ? {} : { output: result.output, execution_summary: result.executionSummary }), ...(turn.isLeader ? {} : { claimable: may }),
  });
}

async function list({ turn }: DeedCall, status: string | undefined): Promise<Answered> {
  const { engine, goal } = turn.parts;
  const tasks = (await engine.store.read.tasksOf(goal)).filter((task) => status === undefined || task.state === status);
  return looked({ tasks: await Promise.all(tasks.map((task) => lineOf(turn, task))) });
}

async function lineOf({ parts: { engine } }: MemberTurn, task: Task): Promise<JsonObject> {
  const [brief, dependsOn] = await Promise.all([engine.store.read.brief(task.id), engine.store.read.prerequisites(task.id)]);
  return { task_id: task.id, title: brief?.title ?? '', status: task.state, assignee: task.assigneeId, skills: brief?.skills ?? [], dependencies: dependsOn };
}

async function claimableNow({ turn }: DeedCall): Promise<Answered> {
  const { engine, goal } = turn.parts;
  const now = engine.clock.now();
  const offers = engine.store.look((board) => offersFor(board, board.goal(goal.id) ?? goal, turn.memberId, now));
  const titles = new Map<TaskId, string>(await Promise.all(offers.map(async ({ task }) => [task.id, (await engine.store.read.brief(task.id))?.title ?? ''] as const)));
  return looked({ claimable: offers.map(({ task, covered, missing, ageMs, own }) => ({ task_id: task.id, title: titles.get(task.id) ?? '', skills_covered: covered, skills_missing: missing, waits_seconds: Math.round(ageMs / 1000), meant_for_you: own })) });
}

// What a member sees when its turn begins, read anew from the board: so a conversation that was shortened, or that ended with its
// process, never loses the team. Facts only; the words are the prompt's.
import type { Board } from '../../core/board/board.ts';
import type { JsonObject } from '../../core/json.ts';
import { hasHolder } from '../../core/lifecycles.ts';
import { leaderOf } from '../../core/team/concerns.ts';
import { claimable } from '../../core/team/claim.ts';
import { waitsForPlan } from '../../core/team/member-plan.ts';
import { settingOf } from '../../core/team/team-tools.ts';
import type { TeamSetting } from '../../core/turns/tool-row.ts';
import type { Brief, Task } from '../../core/task.ts';
import type { SeenMember, SeenOwn, SeenTask, TurnSight } from '../../ports/member.ts';
import { contextOf, readPaper } from '../context-of.ts';
import type { Engine } from '../engine.ts';
import type { MemberTurn } from './member-turn.ts';

/** Tasks that a turn is shown; the rest is found with view_task. */
const MOST_TASKS = 100;

export function settingFor(turn: MemberTurn): TeamSetting {
  const { engine, goal } = turn.parts;
  const tools = engine.tools?.names().flatMap((name) => engine.tools?.find(name) ?? []) ?? [];
  return settingOf(goal.policy, { role: turn.isLeader ? 'leader' : 'member', approvals: tools.some(({ needsApproval }) => needsApproval === true), sharedFolder: tools.some(({ name }) => name === 'file.write') });
}

export async function seesNow(turn: MemberTurn): Promise<TurnSight> {
  const { engine, goal, news, mail, log } = turn.parts;
  const tasks = await engine.store.read.tasksOf(goal);
  const shown = tasks.slice(-MOST_TASKS);
  const board = await Promise.all(shown.map((task) => seenTask(turn, task)));
  const titles = new Map(board.map(({ taskId, title }) => [taskId, title]));
  const own = tasks.filter((task) => task.assigneeId === turn.memberId && hasHolder(task.state));
  const now = engine.store.look((look) => look.goal(goal.id)) ?? goal;
  return {
    setting: settingFor(turn),
    due: news.map(({ kind, taskId }) => ({ kind, taskId, title: taskId === null ? '' : (titles.get(taskId) ?? '') })),
    goal: { id: goal.id, text: goal.text, state: now.state, feedback: [...now.planProblems, ...(now.planFeedback ?? [])] },
    team: log.team ?? { name: engine.team, description: '' },
    roster: engine.store.look((look) => rosterSeen(look, engine, goal.id)),
    board, mail,
    decisions: turn.isLeader ? await decisionsFor(turn, tasks) : [],
    own: await Promise.all(own.map((task) => ownTask(turn, task))),
  };
}

async function seenTask({ memberId, parts: { engine } }: MemberTurn, task: Task): Promise<SeenTask> {
  const [brief, dependsOn] = await Promise.all([engine.store.read.brief(task.id), engine.store.read.prerequisites(task.id)]);
  const canClaim = task.endedAt === null && (task.state === 'pending' || task.state === 'assigned') && engine.store.look((board) => claimable(board, { taskId: task.id, memberId }).ok);
  return { taskId: task.id, title: brief?.title ?? task.id, status: task.state, assignee: task.assigneeId, skills: brief?.skills ?? [], dependsOn, claimable: canClaim };
}

export function rosterSeen(board: Board, { team }: Pick<Engine, 'team'>, goalId: Task['goalId']): readonly SeenMember[] {
  const goal = board.goal(goalId);
  const leader = leaderOf(board, team);
  return board.members(team).map(({ agentId, name, roles, skills, description = '' }) => ({
    memberId: agentId, name, role: agentId === leader ? 'leader' : roles.includes('worker') ? 'member' : (roles[0] ?? ''), skills, description,
    state: board.desk.life(team, agentId)?.state ?? 'ready',
    load: goal === undefined ? 0 : [...board.openTasks(goal.id)].filter((task) => task.assigneeId === agentId && hasHolder(task.state)).length,
    unread: board.desk.mailOf(team, agentId).length,
  }));
}

/** Plans, with what they say, and calls of members. */
async function decisionsFor({ parts: { engine, goal } }: MemberTurn, tasks: readonly Task[]): Promise<readonly JsonObject[]> {
  const plans = await Promise.all(tasks.filter((task) => waitsForPlan(task)).map(async (task): Promise<JsonObject> => ({ kind: 'plan', task_id: task.id, member_name: task.assigneeId, revision: task.more?.plan?.revision ?? 0, plan: await planText(engine, task) })));
  const calls = engine.store.look((board) => board.openQuestions(goal.id).filter(({ kind }) => kind === 'tool_approval').map(({ taskId, askedBy, material }): JsonObject => ({ kind: 'call', task_id: taskId, member_name: askedBy, request: material })));
  return [...plans, ...calls];
}

export async function planText({ store }: Pick<Engine, 'store'>, task: Task): Promise<string> {
  const seq = task.more?.plan?.seq ?? 0;
  const [event] = seq === 0 ? [] : await store.read.events({ afterSeq: seq - 1, taskId: task.id, limit: 1 });
  const plan = event?.details?.['plan'];
  return typeof plan === 'string' ? plan : '';
}

/** A task in full, as whoever does it has to know it. */
export async function ownTask({ parts: { engine, goal, member } }: Pick<MemberTurn, 'parts'>, task: Task): Promise<SeenOwn> {
  const paper = await readPaper(engine, task);
  const { title, content, input, criteria } = paper?.brief ?? NO_BRIEF;
  const fixes = task.more?.fixes;
  const plan = task.more?.plan;
  return {
    taskId: task.id, title, content, input, criteria, status: task.state,
    context: paper === undefined ? [] : await contextOf(engine, { goal, reader: member }, paper),
    rework: fixes === undefined || paper?.result === undefined ? null : { previousOutput: paper.result.output, fixes },
    note: task.more?.note ?? null,
    plan: plan === undefined ? null : { revision: plan.revision, state: plan.state, feedback: plan.feedback ?? '' },
  };
}

const NO_BRIEF: Pick<Brief, 'title' | 'content' | 'input' | 'criteria'> = { title: '', content: '', input: {}, criteria: [] };


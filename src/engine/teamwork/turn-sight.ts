// What a member sees when its turn begins, read anew from the board: so a conversation that was shortened, or that ended with its
// process, never loses the team. Only reading is done here; the facts and their words are made by core.
import type { TaskId } from '../../core/ids.ts';
import { isJsonObject } from '../../core/json.ts';
import { hasHolder } from '../../core/lifecycles.ts';
import { callKeyOf } from '../../core/moves/parked.ts';
import type { Paper, Papers } from '../../core/outside/team-out.ts';
import type { Task } from '../../core/task.ts';
import type { Message } from '../../core/team/message.ts';
import type { TeamLook } from '../../core/team/digest.ts';
import { waitsForPlan } from '../../core/team/plan-waits.ts';
import { settingOf } from '../../core/team/team-tools.ts';
import type { TeamSetting } from '../../core/turns/tool-row.ts';
import { contextPieces, leaderFacts, memberFacts, type CallToDecide, type OwnTask, type PlanToDecide } from '../../core/turns/turn-facts.ts';
import type { TurnSight } from '../../ports/member.ts';
import { contextOf, readPaper } from '../context-of.ts';
import type { Engine } from '../engine.ts';
import type { MemberTurn } from './member-turn.ts';

export function settingFor(turn: MemberTurn): TeamSetting {
  const { engine, goal } = turn.parts;
  const tools = engine.tools?.names().flatMap((name) => engine.tools?.find(name) ?? []) ?? [];
  return settingOf(goal.policy, {
    role: turn.isLeader ? 'leader' : 'member',
    approvals: tools.some(({ needsApproval }) => needsApproval === true),
    worktrees: engine.workspaces !== undefined,
    sharedFolder: tools.some(({ name }) => name === 'file.write'),
  });
}

/** Tasks whose words are read for the digests; of more than that the newest. */
const MOST_PAPERS = 200;

export async function lookFor(turn: Pick<MemberTurn, 'parts' | 'memberId'>): Promise<TeamLook> {
  const { engine, goal } = turn.parts;
  const tasks = await engine.store.read.tasksOf(goal);
  const papers: Papers = new Map(await Promise.all(tasks.slice(-MOST_PAPERS).map(async ({ id }): Promise<[TaskId, Paper]> => {
    const [brief, needs] = await Promise.all([engine.store.read.brief(id), engine.store.read.prerequisites(id)]);
    return [id, { brief: brief ?? NO_WORDS, needs }];
  })));
  return engine.store.look((board) => ({ board, goal: board.goal(goal.id) ?? goal, memberId: turn.memberId, papers, ended: tasks.filter((task) => task.endedAt !== null) }));
}

const NO_WORDS: Paper['brief'] = { title: '', skills: [] };

export async function seesNow(turn: MemberTurn): Promise<TurnSight> {
  const { engine, member: { registration: member }, news, mail, log } = turn.parts;
  const [look, mailBefore] = await Promise.all([lookFor(turn), readBefore(turn)]);
  const parts = {
    look,
    setting: settingFor(turn),
    member,
    news,
    mail,
    mailBefore,
    team: log.team === undefined ? {} : { displayName: log.team.name, desc: log.team.description },
    callsBefore: log.before.reduce((sum, { calls }) => sum + calls.length, 0),
  };
  const open = engine.store.look((board) => [...board.openTasks(look.goal.id)]);
  if (turn.isLeader) {
    const plans = await Promise.all(open.filter((task) => waitsForPlan(task)).map(async (task): Promise<PlanToDecide> => ({
      task,
      title: look.papers.get(task.id)?.brief.title ?? '',
      planText: await planText(engine, task),
    })));
    const facts = leaderFacts({ ...parts, plans, calls: callsOf(engine, look) });
    return { role: 'leader', seen: () => facts };
  }
  const held = open.filter((task) => task.assigneeId === turn.memberId && hasHolder(task.state));
  const own = (await Promise.all(held.map((task) => ownTask(turn, task)))).flatMap((task) => task ?? []);
  const whole = { ...parts, own };
  const context = contextPieces(whole);
  // The same in each round of the turn, though the board goes on: what changes comes with the answers.
  const facts = memberFacts(whole);
  return { role: 'member', context, seen: (pieces = context) => (pieces === context ? facts : { ...facts, texts: { ...facts.texts, task: memberFacts(whole, pieces).texts.task } }) };
}

async function readBefore({ parts: { engine, goal }, memberId }: MemberTurn): Promise<readonly Message[]> {
  const all = await engine.store.read.messages({ team: engine.team, of: memberId });
  return all.filter(({ to, state, goalId }) => to === memberId && state === 'read' && goalId === goal.id);
}

/**
 * After it took a task up in this turn: the task stands in the prompt from now on, for the answer to its claim goes with the oldest
 * rounds when the conversation gets too long. All else stays as it was when the turn began.
 */
export async function seesTaken(turn: MemberTurn): Promise<TurnSight> {
  const { sight } = turn;
  const now = await seesNow(turn);
  if (sight.role === 'leader' || now.role === 'leader') return sight;
  const before = sight.seen();
  return { ...now, seen: (pieces) => ({ ...before, texts: { ...before.texts, task: now.seen(pieces).texts.task } }) };
}

const callsOf = ({ store }: Engine, { goal }: TeamLook): readonly CallToDecide[] => store.look((board) => board.openQuestions(goal.id).filter(({ kind }) => kind === 'tool_approval').map((question) => {
  const { askedBy, material } = question;
  const asked = isJsonObject(material) ? material : {};
  return {
    memberName: askedBy,
    toolCallId: callKeyOf(question) ?? question.id,
    tool: String(asked['name'] ?? ''),
    args: asked['args'] ?? {},
    purpose: typeof asked['purpose'] === 'string' ? asked['purpose'] : null,
  };
}));

export async function planText({ store }: Pick<Engine, 'store'>, task: Task): Promise<string> {
  const seq = task.more?.plan?.seq ?? 0;
  const [event] = seq === 0 ? [] : await store.read.events({ afterSeq: seq - 1, taskId: task.id, limit: 1 });
  const plan = event?.details?.['plan'];
  return typeof plan === 'string' ? plan : '';
}

/** A task in full, as whoever does it has to know it. */
export async function ownTask({ parts: { engine, goal, member } }: Pick<MemberTurn, 'parts'>, task: Task): Promise<OwnTask | undefined> {
  const [paper, text] = await Promise.all([readPaper(engine, task), planText(engine, task)]);
  if (paper === undefined) return undefined;
  const context = await contextOf(engine, { goal, reader: member }, paper);
  return { task, brief: paper.brief, context, ...(paper.result === undefined ? {} : { previousOutput: paper.result.output }), ...(text === '' ? {} : { planText: text }) };
}

// Plays the leader of a team: it names the team, puts 3 to 6 tasks with their dependencies on the board, decides what waits for it, and
// gives what nobody took to the least busy member. It does nothing itself and ends each turn when nothing is due.
import type { JsonObject } from '../../core/json.ts';
import { shorten } from '../../core/text/fold-text.ts';
import type { ModelRequest } from '../../ports/model.ts';
import { numberOf, objectOf, objectsOf, textOf, textsOf } from '../samples/facts.ts';
import { planGoal } from './plan-goal.ts';
import { answerToMail, calls, dueTasks, ends, isTeammate, nameOf, says, stageOf, type Call, type Stage, type TeamMove } from './team-steps.ts';

export function leadTeam(request: ModelRequest): TeamMove {
  const stage = stageOf(request);
  return begin(stage, request) ?? decide(stage, objectsOf(request.facts['decisions'])) ?? place(stage) ?? answerToMail(stage) ?? rest(stage);
}

/** Only where the board is bare. What was refused is tried once more, smaller; then a person is better asked than a third plan made. */
function begin(stage: Stage, { facts }: ModelRequest): TeamMove | undefined {
  if (Object.keys(objectOf(stage.board['counts'])).length > 0 || hasDone(stage, 'create_task')) return undefined;
  if (stage.offered.has('build_team') && !stage.done.some(({ name }) => name === 'build_team') && objectOf(facts['team'])['display_name'] === undefined) return build(stage);
  const members = stage.roster.filter(isTeammate);
  if (members.length === 0) return recruit(stage);
  const tries = stage.done.filter(({ name }) => name === 'create_task').length;
  if (tries >= TRIES || !stage.offered.has('create_task')) return undefined;
  const rows = stage.roster.map((member) => ({ ...member, agent_id: nameOf(member), name: textOf(member['display_name']), role: isTeammate(member) ? 'worker' : 'manager' }));
  // A plan that came back is made smaller by the planner itself.
  const feedback = [...textsOf(facts['feedback']), ...stage.done.filter(({ name }) => name === 'create_task').map(({ answer }) => answer)];
  const plan = planGoal({ goal: stage.goal, members: rows, limits: { max_tasks: Math.min(LARGEST, numberOf(facts['max_tasks']) ?? LARGEST) }, feedback }, stage.locale);
  // The vague item is made for planners whose plan is converted; on a board nobody would drop it.
  const tasks = objectsOf(plan['tasks']).filter(({ id }) => id !== 'summary').map(taskArgs);
  return calls(says(stage, `I put ${tasks.length} tasks on the board. Who does what is up to the members.`, `我把 ${tasks.length} 项任务放上看板，由成员自行领取。`), { name: 'create_task', args: { tasks } });
}

const TRIES = 2;
const LARGEST = 6;
const hasDone = (stage: Stage, wanted: string): boolean => stage.done.some(({ name, isOk }) => name === wanted && isOk);

function build(stage: Stage): TeamMove {
  const aim = shorten(stage.goal.trim().split('\n')[0] ?? '', 60);
  return calls(says(stage, 'First the team.', '先把团队定下来。'), {
    name: 'build_team', args: { display_name: says(stage, 'Rehearsal team', '排演团队'), team_desc: says(stage, `Works towards the goal "${aim}".`, `为目标“${aim}”而工作。`) },
  });
}

const taskArgs = ({ id, title, content, skills, input, criteria, depends_on: dependsOn }: JsonObject): JsonObject =>
  ({ task_id: textOf(id), title: textOf(title), content: textOf(content), skills: textsOf(skills), input: objectOf(input), criteria: objectsOf(criteria), depends_on: textsOf(dependsOn) });

/** Three fields of work that nearly every goal has. */
const RECRUITS = [
  { member_name: 'researcher', en: ['Researcher', 'research'], zh: ['调研员', '调研'] },
  { member_name: 'writer', en: ['Writer', 'copywriting'], zh: ['撰稿人', '文案'] },
  { member_name: 'checker', en: ['Checker', 'testing'], zh: ['校验员', '校对'] },
] as const;

function recruit(stage: Stage): TeamMove | undefined {
  const asked = new Set(stage.done.filter(({ name }) => name === 'spawn_member').map(({ args }) => textOf(args['member_name'])));
  const wanted = RECRUITS.filter(({ member_name: name }) => !asked.has(name));
  if (!stage.offered.has('spawn_member')) return undefined;
  // The roster of the facts is that of the beginning of the turn: whoever was added in it is planned for in the next.
  if (wanted.length === 0) return recruited(stage);
  const made = wanted.map((row): Call => {
    const [name, skill] = row[stage.locale];
    return { name: 'spawn_member', args: { member_name: row.member_name, display_name: name, desc: says(stage, `Covers ${skill}.`, `负责${skill}。`), skills: [skill] } };
  });
  return calls(says(stage, 'The team needs members first.', '团队先要有成员。'), ...made);
}

function recruited(stage: Stage): TeamMove | undefined {
  if (stage.done.filter(({ name }) => name === 'create_task').length >= TRIES) return undefined;
  const members = RECRUITS.map((row) => ({ agent_id: row.member_name, name: row[stage.locale][0], role: 'worker', skills: [row[stage.locale][1]], load: 0 }));
  const tasks = objectsOf(planGoal({ goal: stage.goal, members, limits: { max_tasks: LARGEST }, feedback: [] }, stage.locale)['tasks']).filter(({ id }) => id !== 'summary').map(taskArgs);
  return calls(says(stage, `I put ${tasks.length} tasks on the board.`, `我把 ${tasks.length} 项任务放上看板。`), { name: 'create_task', args: { tasks } });
}

/** The very first plan is sent back once, so that a rehearsal shows a revision. */
function decide(stage: Stage, decisions: readonly JsonObject[]): TeamMove | undefined {
  const plans = decisions.filter(({ kind }) => kind === 'plan').filter((plan) => madeAbout(stage, 'approve_plan', plan) < (numberOf(plan['revision']) ?? 1)).map((plan, at) => planCall(stage, plan, at === 0));
  const toolCalls = decisions.filter(({ kind, tool_call_id: id }) => kind === 'tool_call' && !stage.done.some(({ name, args }) => name === 'approve_tool' && args['tool_call_id'] === id));
  const made = [...(stage.offered.has('approve_plan') ? plans : []), ...(stage.offered.has('approve_tool') ? toolCalls.map((call) => toolCall(stage, call)) : [])];
  return made.length === 0 ? undefined : calls(says(stage, 'I decide what waits for me.', '我来裁决等待中的事项。'), ...made);
}

const madeAbout = (stage: Stage, tool: string, { task_id: id }: JsonObject): number => stage.done.filter(({ name, args }) => name === tool && args['task_id'] === id).length;

function planCall(stage: Stage, plan: JsonObject, isFirst: boolean): Call {
  const isSentBack = isFirst && (numberOf(plan['refused_before']) ?? 0) === 0 && !stage.done.some(({ name }) => name === 'approve_plan');
  const feedback = isSentBack ? says(stage, 'Say for each criterion how you will check it.', '请逐条说明你打算怎样检验每一条验收标准。') : says(stage, 'The plan reaches the aim. Go ahead.', '方案能够达成目标，请开始执行。');
  return { name: 'approve_plan', args: { task_id: textOf(plan['task_id']), approved: !isSentBack, feedback } };
}

const toolCall = (stage: Stage, call: JsonObject): Call => ({
  name: 'approve_tool', args: { member_name: textOf(call['member_name']), tool_call_id: textOf(call['tool_call_id']), approved: true, feedback: says(stage, 'The task needs it.', '任务确实需要。') },
});

/** What nobody took goes to the least busy member, once. */
function place(stage: Stage): TeamMove | undefined {
  const [task] = dueTasks(stage, 'nobody_took_it', 'idle').filter((id) => !stage.done.some(({ name, args }) => name === 'update_task' && args['task_id'] === id));
  const members = stage.roster.filter((member) => isTeammate(member) && member['kind'] !== 'human');
  const [to] = members.toSorted((a, b) => (numberOf(a['load']) ?? 0) - (numberOf(b['load']) ?? 0));
  if (task === undefined || to === undefined || !stage.offered.has('update_task')) return undefined;
  return calls(says(stage, `I give ${task} to ${nameOf(to)}.`, `我把 ${task} 交给 ${nameOf(to)}。`), { name: 'update_task', args: { task_id: task, assignee: nameOf(to) } });
}

const rest = (stage: Stage): TeamMove =>
  stage.due.some(({ kind }) => kind === 'tasks_ended') ? ends(stage, 'Every task has ended and nothing is missing.', '所有任务都已结束，没有遗漏。') : ends(stage, 'Nothing else is due. I wait until I am woken.', '眼下没有别的事，等待唤醒。');

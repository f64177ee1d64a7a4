// Plays a teammate: it claims what fits it, hands in a plan where plans are wanted, tells a peer what it will get, works in its own copy
// where there is one, hands in and reports once. Then it looks for the next task once, and rests.
import type { Json, JsonObject } from '../../core/json.ts';
import { shorten, tidyText } from '../../core/text/fold-text.ts';
import type { ModelRequest } from '../../ports/model.ts';
import { listOf, numberOf, objectOf, objectsOf, textOf, textsOf, textsWithin } from '../samples/facts.ts';
import { doTask } from './do-task.ts';
import { REHEARSAL_LABEL } from './sentences.ts';
import { answerToMail, calls, dataIn, dueTasks, ends, isLeader, isTeammate, nameOf, says, stageOf, type Done, type Stage, type TeamMove } from './team-steps.ts';

export function joinTeam(request: ModelRequest): TeamMove {
  const stage = stageOf(request);
  const scene = { stage, facts: request.facts };
  return progress(scene) ?? takeUp(scene) ?? answerToMail(stage) ?? lookOn(scene) ?? ends(stage, 'Nothing is left for me. I wait until I am woken.', '我这边没有别的事了，等待唤醒。');
}

interface Scene {
  readonly stage: Stage;
  readonly facts: ModelRequest['facts'];
}

/** A task in hand, and what was called since it was taken up. */
interface Held {
  readonly task: JsonObject;
  readonly id: string;
  readonly context: readonly Json[];
  readonly since: readonly Done[];
}

/** What it held when the turn began, then what it has claimed in it. */
function heldBy({ stage, facts }: Scene): readonly Held[] {
  const before = objectsOf(facts['tasks']).filter(({ status }) => status === 'claimed' || status === 'plan_approved').map((task) => ({ task, context: listOf(facts['context']) }));
  const taken = thisTurn({ stage, facts }).filter(isTaken).map(({ answer, args }) => {
    const data = dataIn(answer, 'task');
    return { task: { ...objectOf(data['task']), task_id: textOf(args['task_id']) }, context: listOf(data['context']) };
  });
  // A claim of this turn is newer than the facts.
  const byId = new Map([...before, ...taken].map((held) => [textOf(held.task['task_id']), held]));
  return [...byId].map(([id, held]) => ({ ...held, id, since: sinceTaken(stage, id) }));
}

const isTaken = ({ name, args, isOk }: Done): boolean => name === 'claim_task' && args['status'] === 'claimed' && isOk;
const isHandIn = ({ name, args, isOk }: Done, id: string): boolean => name === 'claim_task' && args['status'] === 'completed' && args['task_id'] === id && isOk;

function sinceTaken({ done }: Stage, id: string): readonly Done[] {
  const at = done.findLastIndex((each) => isTaken(each) && each.args['task_id'] === id);
  return done.slice(at + 1);
}

/** The next step of the first task that has one. */
function progress(scene: Scene): TeamMove | undefined {
  for (const held of heldBy(scene)) {
    const at = held.since.findLastIndex((done) => isHandIn(done, held.id));
    const move = at === -1 ? work(scene, held) : afterHandIn(scene.stage, held, at);
    if (move !== undefined) return move;
  }
  return undefined;
}

function work(scene: Scene, held: Held): TeamMove | undefined {
  const { stage } = scene;
  if (needsPlan(stage, held)) return plan(stage, held);
  return tellPeer(stage, held) ?? openCopy(stage, held) ?? writeDown(stage, held) ?? handIn(scene, held);
}

/** In plan mode nothing is done before the word; a plan that waits leaves nothing to do. */
const needsPlan = (stage: Stage, { task }: Held): boolean => stage.offered.has('submit_plan') && task['status'] !== 'plan_approved';

function plan(stage: Stage, { task, id, since }: Held): TeamMove | undefined {
  const { status, feedback, revision } = objectOf(task['plan']);
  // The facts say how many were handed in before this turn.
  const handedIn = since.filter(({ name, args }) => name === 'submit_plan' && args['task_id'] === id).length;
  if (status === 'submitted' || handedIn > (numberOf(revision) ?? 0)) return undefined;
  const criteria = listOf(task['criteria']).length;
  const heeded = textOf(feedback);
  const steps = says(stage,
    `1) Read "${textOf(task['title'])}" and what it builds on. 2) Write the result. 3) Check it against each of ${criteria} criteria by counting where they count, by reading where they do not. Nothing else is touched.${heeded === '' ? '' : ` Changed for the feedback: ${shorten(heeded, 120)}`}`,
    `一、阅读“${textOf(task['title'])}”及其依据；二、写出成果；三、逐条核对 ${criteria} 条验收标准，能数的数，不能数的读。不改动其他内容。${heeded === '' ? '' : `已按意见修改：${shorten(heeded, 120)}`}`);
  return calls(says(stage, `I hand in a plan for ${id}.`, `我提交 ${id} 的执行方案。`), { name: 'submit_plan', args: { task_id: id, plan: steps } });
}

/** Whoever will build on the result hears what to expect, once, also when it comes back; where nobody does, nobody is written to. */
function tellPeer(stage: Stage, { id, task }: Held): TeamMove | undefined {
  const summary = says(stage, `${id} is under way`, `${id} 正在进行`);
  if (!stage.offered.has('send_message') || stage.done.some(({ name, args }) => name === 'send_message' && args['summary'] === summary)) return undefined;
  const waiting = objectsOf(stage.board['others']).find(({ dependencies }) => textsOf(dependencies).includes(id));
  const peer = waiting === undefined ? undefined : peerFor(stage, waiting);
  if (peer === undefined) return undefined;
  const title = textOf(task['title']);
  const content = says(stage, `I am at ${id}, "${title}", on which ${textOf(waiting?.['task_id'])} builds. You will find the main points at its beginning.`, `我正在做 ${id}“${title}”，${textOf(waiting?.['task_id'])} 要用到它。要点会放在成果的开头。`);
  return calls(says(stage, `I tell ${nameOf(peer)} what to expect.`, `我告诉 ${nameOf(peer)} 会得到什么。`), { name: 'send_message', args: { to: nameOf(peer), content, summary } });
}

function peerFor(stage: Stage, waiting: JsonObject): JsonObject | undefined {
  const peers = stage.roster.filter((member) => isTeammate(member) && nameOf(member) !== stage.self);
  const skills = textsOf(waiting['skills']);
  return peers.find((member) => nameOf(member) === textOf(waiting['assignee'])) ?? peers.find((member) => textsOf(member['skills']).some((skill) => skills.includes(skill)));
}

function openCopy(stage: Stage, { id, since }: Held): TeamMove | undefined {
  if (!stage.offered.has('enter_worktree') || since.some(({ name }) => name === 'enter_worktree')) return undefined;
  return calls(says(stage, 'I work in my own copy.', '我在自己的副本里工作。'), { name: 'enter_worktree', args: { task_id: id } });
}

function writeDown(stage: Stage, { id, task, since }: Held): TeamMove | undefined {
  const isInCopy = since.some(({ name, isOk }) => name === 'enter_worktree' && isOk);
  if (!isInCopy || !stage.offered.has('file__write') || since.some(({ name }) => name === 'file__write')) return undefined;
  const content = `${says(stage, `Notes on ${id}: ${textOf(task['title'])}`, `${id} 的记录：${textOf(task['title'])}`)}\n`;
  return calls(says(stage, 'I write down what I do.', '我把所做的记录下来。'), { name: 'file__write', args: { path: `notes/${id}.md`, content } });
}

function handIn({ stage, facts }: Scene, { id, task, context, since }: Held): TeamMove | undefined {
  // Refused once for its form, it would be refused again: whoever looks at the board sees it open.
  if (since.some(({ name, args }) => name === 'claim_task' && args['status'] === 'completed' && args['task_id'] === id)) return undefined;
  const { output, execution_summary: summary } = resultOf({ stage, facts }, task, context);
  return calls(says(stage, `I hand in ${id}.`, `我提交 ${id}。`), { name: 'claim_task', args: { task_id: id, status: 'completed', output: output ?? '', execution_summary: textOf(summary) } });
}

function resultOf({ stage, facts }: Scene, task: JsonObject, context: readonly Json[]): JsonObject {
  const fixes = listOf(task['fixes']);
  const rework = fixes.length === 0 ? null : { fixes, previous_output: task['previous_output'] ?? null };
  const output = objectOf(task['output_schema']);
  const schema: JsonObject = { type: 'object', properties: { output: Object.keys(output).length === 0 ? { type: 'string', minLength: 1 } : output, execution_summary: { type: 'string' } }, required: ['output', 'execution_summary'] };
  return objectOf(doTask({ member: objectOf(facts['member']), task, context, rework, attempt: numberOf(task['attempt']) ?? 1 }, stage.locale, schema));
}

/** What came back is taken up again; what was taken in is reported, once the copy is left. */
function afterHandIn(stage: Stage, held: Held, at: number): TeamMove | undefined {
  const status = textOf(dataIn(held.since[at]?.answer ?? '', 'status')['status']);
  const after = held.since.slice(at + 1);
  if (SENT_BACK.has(status)) return after.some(({ name }) => name === 'claim_task') ? undefined : calls(says(stage, `${held.id} came back; I mend it.`, `${held.id} 被退回，我来修改。`), { name: 'claim_task', args: { task_id: held.id, status: 'claimed' } });
  return TAKEN_IN.has(status) ? leaveCopy(stage, held, after) ?? report(stage, held, { at, after }) : undefined;
}

const SENT_BACK: ReadonlySet<string> = new Set(['rejected', 'assigned']);
/** The empty one: an answer that does not say. */
const TAKEN_IN: ReadonlySet<string> = new Set(['pending_review', 'approved', 'done', 'completed', '']);

function leaveCopy(stage: Stage, { since }: Held, after: readonly Done[]): TeamMove | undefined {
  const isInCopy = since.some(({ name, isOk }) => name === 'enter_worktree' && isOk) && !after.some(({ name }) => name === 'exit_worktree');
  return isInCopy && stage.offered.has('exit_worktree') ? calls(says(stage, 'I leave my copy.', '我离开自己的副本。'), { name: 'exit_worktree', args: { action: 'keep' } }) : undefined;
}

function report(stage: Stage, { id, task, since }: Held, { at, after }: { readonly at: number; readonly after: readonly Done[] }): TeamMove | undefined {
  const leader = stage.roster.find(isLeader);
  if (leader === undefined || nameOf(leader) === stage.self || !stage.offered.has('send_message') || after.some(({ name }) => name === 'send_message')) return undefined;
  // The report has a label of its own; a question in it would ask for an answer.
  const gist = shorten(tidyText(textsWithin(since[at]?.args['output']).join(' ').replaceAll(REHEARSAL_LABEL[stage.locale], '').replaceAll('?', '.').replaceAll('？', '。')), 160);
  const content = says(stage, `${id}, "${textOf(task['title'])}", is handed in. In short: ${gist} Checked against every criterion; nothing is open.`, `${id}“${textOf(task['title'])}”已提交。要点：${gist} 已逐条核对验收标准，没有未决事项。`);
  return calls(says(stage, `I report ${id} once.`, `我就 ${id} 汇报一次。`), { name: 'send_message', args: { to: nameOf(leader), content, summary: says(stage, `${id} is handed in`, `${id} 已提交`) } });
}

/** What was given to it, what came back, then the best that fits; none while it holds as much as it may. */
function takeUp(scene: Scene): TeamMove | undefined {
  const { stage } = scene;
  const own = stage.roster.find((member) => nameOf(member) === stage.self);
  const inHand = heldBy(scene).filter(({ id, since }) => !since.some((done) => isHandIn(done, id))).length;
  if (inHand >= (numberOf(own?.['capacity']) ?? 1)) return undefined;
  const tried = new Set(thisTurn(scene).filter(({ name, args }) => name === 'claim_task' && args['status'] === 'claimed').map(({ args }) => textOf(args['task_id'])));
  const given = dueTasks(stage, 'given', 'mend', 'offered', 'idle');
  const id = [...given, ...fitting(scene)].find((each) => !tried.has(each));
  return id === undefined ? undefined : calls(says(stage, `${id} fits me; I take it.`, `${id} 适合我，我来领取。`), { name: 'claim_task', args: { task_id: id, status: 'claimed' } });
}

/** Of the newest view of what may be claimed: what fits, or has waited so long that it stands in the way. */
function fitting(scene: Scene): readonly string[] {
  const seen = thisTurn(scene).findLast(isLook);
  const rows = seen === undefined ? objectsOf(scene.stage.board['claimable']) : objectsOf(dataIn(seen.answer, 'tasks')['tasks']);
  return rows.filter((row) => row['given_to_you'] === true || listOf(objectOf(row['skill_fit'])['missing']).length === 0 || (numberOf(row['age_seconds']) ?? 0) >= LONG_FREE_SECONDS).map(({ task_id: id }) => textOf(id));
}

const LONG_FREE_SECONDS = 120;
const isLook = ({ name, args }: Done): boolean => name === 'view_task' && args['action'] === 'claimable';

/** After each hand-in one look at what is there now. */
function lookOn(scene: Scene): TeamMove | undefined {
  const { stage } = scene;
  const calledNow = thisTurn(scene);
  const at = calledNow.findLastIndex(({ name, args, isOk }) => name === 'claim_task' && args['status'] === 'completed' && isOk);
  if (at === -1 || calledNow.slice(at + 1).some(isLook) || !stage.offered.has('view_task')) return undefined;
  return calls(says(stage, 'I look for the next task once.', '我再看一次有没有下一项任务。'), { name: 'view_task', args: { action: 'claimable' } });
}

/** What was called in earlier turns may have been undone since; the facts tell what is left of it. */
const thisTurn = ({ stage, facts }: Scene): readonly Done[] => stage.done.slice(numberOf(objectOf(facts['turn'])['calls_before']) ?? 0);

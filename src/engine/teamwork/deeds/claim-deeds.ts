// Taking a task up, handing in its plan, and handing in its result.
import type { Change } from '../../../core/change.ts';
import { attemptId, type TaskId } from '../../../core/ids.ts';
import type { Bilingual, Json } from '../../../core/json.ts';
import { isAtWork } from '../../../core/lifecycles.ts';
import { submit, type Submission } from '../../../core/moves/attempt.ts';
import { material } from '../../../core/prompts.ts';
import { treeOf, type Task } from '../../../core/task.ts';
import { claimTask } from '../../../core/team/claim.ts';
import { submitPlan } from '../../../core/team/member-plan.ts';
import { waitsForPlan } from '../../../core/team/plan-waits.ts';
import { sameJson } from '../../../core/json.ts';
import { takenOut } from '../../../core/turns/turn-facts.ts';
import { checkResult } from '../../check-result.ts';
import { readPaper } from '../../context-of.ts';
import { effectsOf } from '../../gate/from-function.ts';
import { refuseTooLarge } from '../../submit-result.ts';
import { gateOf } from '../held-gate.ts';
import type { MemberTurn } from '../member-turn.ts';
import { ownTask, seesTaken } from '../turn-sight.ts';
import { WORDS } from '../turn-words.ts';
import { does, noTask, saysNo, taskIn, textArg, type Answered, type Deed, type DeedCall } from './deed.ts';

export const claimDeed: Deed = (deed) => {
  const id = taskIn(deed);
  if (id === undefined) return Promise.resolve(noTask(deed));
  return deed.args['status'] === 'completed' ? complete(deed, id) : claim(deed, id);
};

const taskNow = (turn: MemberTurn, id: TaskId): Task | undefined => turn.parts.engine.store.look((board) => board.task(id));

/** The whole task comes with the answer, so that nobody has to ask for it. */
async function claim(deed: DeedCall, id: TaskId, first?: Bilingual): Promise<Answered> {
  const { turn } = deed;
  const task = taskNow(turn, id);
  const own = task === undefined ? undefined : await ownTask(turn, task);
  const { registration } = turn.parts.member;
  const isPlanned = turn.parts.goal.policy.planGate;
  return andSeen(turn, does(deed, {
    ids: [id], about: id,
    decide: (board) => claimTask(board, { taskId: id, memberId: turn.memberId }),
    say: ({ task: claimed, already }) => joined(
      after(first, isPlanned && claimed.state === 'claimed' ? toPlan(claimed) : WORDS.claimed(id, already)),
      own === undefined ? '' : material(id, takenOut({ ...own, task: claimed }, registration), turn.locale),
    ),
  }));
}

async function andSeen(turn: MemberTurn, doing: Promise<Answered>): Promise<Answered> {
  const answered = await doing;
  if (answered.kind === 'done') turn.see(await seesTaken(turn));
  return answered;
}

const toPlan = (task: Task): Bilingual => (waitsForPlan(task) ? WORDS.claimedToWait(task.id) : WORDS.claimedToPlan(task.id));

const after = (first: Bilingual | undefined, next: Bilingual): Bilingual => (first === undefined ? next : { en: `${first.en} ${next.en}`, zh: `${first.zh}${next.zh}` });

const joined = ({ en, zh }: Bilingual, more: string): Bilingual => (more === '' ? { en, zh } : { en: `${en}\n${more}`, zh: `${zh}\n${more}` });

async function complete(deed: DeedCall, id: TaskId): Promise<Answered> {
  const { turn, args, said } = deed;
  const { engine, member, turns } = turn.parts;
  const task = taskNow(turn, id) ?? (await engine.store.read.task(id));
  if (task === undefined) return noTask(deed);
  // Nobody hands in for somebody else: who asks is told who holds it, as with a claim. What is free is claimed, and its words come with
  // the answer: they may not be those that the result was made by.
  if (task.assigneeId !== turn.memberId || !isAtWork(task.state)) return claim(deed, id, WORDS.notHandedIn(id));
  const output = asOutput(args['output'] ?? (said.trim() === '' ? undefined : said), member.registration.outputSchema?.['type']);
  if (output === undefined) return saysNo(turn, 'input.invalid', WORDS.noOutput(id));
  refuseTooLarge(output);
  const paper = await readPaper(engine, task);
  if (paper === undefined) return noTask(deed);
  const effects = engine.tools === undefined ? undefined : await effectsOf(engine, task, { gate: gateOf(turns, attemptId(id, task.starts)), needs: paper.needs });
  // Of work in a tree the output says little: what changed is in its files.
  const isUnchanged = treeOf(task) === undefined && task.more?.fixes !== undefined && paper.result !== undefined && sameJson(paper.result.output, output);
  const submission: Submission = {
    taskId: id, token: task.starts, result: { output, executionSummary: textArg(deed, 'execution_summary') ?? '' }, ...checkResult(paper.brief.criteria, member.registration, output),
    ...(effects === undefined ? {} : { effects }), ...(isUnchanged ? { isUnchanged: true } : {}),
  };
  return does(deed, {
    ids: [id, turn.parts.goal.id],
    about: id,
    decide: (board) => submit(board, submission),
    say: (outcome, change) => (outcome === 'set_aside' ? WORDS.late(id) : handedIn(id, change)),
  });
}

/** Models write JSON as text where data was asked for. */
function asOutput(given: Json | undefined, type: Json | undefined): Json | undefined {
  if (typeof given !== 'string' || type === undefined || type === 'string') return given;
  try {
    const value: Json = JSON.parse(given);
    return value;
  } catch {
    return given;
  }
}

/** In words, and as data for whoever plays by rule. */
function handedIn(id: TaskId, change: Change | undefined): Bilingual {
  const row = change?.tasks.find((task) => task.id === id);
  const says = row?.state === 'rejected' ? WORDS.sentBack(id, row.more?.fixes ?? []) : row?.state === 'pending_review' ? WORDS.inReview(id) : WORDS.completed(id);
  return joined(says, JSON.stringify({ task_id: id, status: row?.state ?? 'completed' }));
}

export const planDeed: Deed = async (deed) => {
  const id = taskIn(deed);
  if (id === undefined) return noTask(deed);
  return andSeen(deed.turn, does(deed, {
    ids: [id], about: id,
    decide: (board) => submitPlan(board, { taskId: id, memberId: deed.turn.memberId, plan: String(deed.args['plan'] ?? '') }),
    say: ({ revision }) => WORDS.planSubmitted(id, revision),
  }));
};

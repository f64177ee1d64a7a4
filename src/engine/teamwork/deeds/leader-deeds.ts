// What a leader puts on the board and changes there. Tasks are read by the same code that reads a manager's plan, so both keep the
// same rules; a call that says several changes makes all of them in one commit, or none.
import type { Board } from '../../../core/board/board.ts';
import type { Decision } from '../../../core/change.ts';
import { isTaskId, type TaskId } from '../../../core/ids.ts';
import { isJsonObject, type Bilingual, type Json, type JsonObject } from '../../../core/json.ts';
import { findMember } from '../../../core/members/registration.ts';
import { dependencyStep } from '../../../core/moves/add-dependency.ts';
import { adoptPlan } from '../../../core/moves/goal-plan.ts';
import { addTasks } from '../../../core/moves/goal-moves.ts';
import { cancelAllTasks, cancelTask, editStep, giveStep, inSteps, releaseStep, type Step } from '../../../core/moves/intervene.ts';
import { readManagersPlan } from '../../../core/planning/adopt-plan.ts';
import { prerequisitesOutside, type NewTask } from '../../../core/planning/new-tasks.ts';
import { readEdits } from '../../../core/planning/read-edits.ts';
import { joinSaid } from '../../../core/text/join-said.ts';
import { readBrief } from '../../people/read-brief.ts';
import { rosterOf } from '../../plan-goals.ts';
import { asExisting } from '../../replan-tasks.ts';
import type { MemberTurn } from '../member-turn.ts';
import { WORDS } from '../turn-words.ts';
import { does, noTask, saysNo, taskIn, textArg, type Answered, type Deed, type DeedCall } from './deed.ts';

export const createTasks: Deed = async (deed) => {
  const { turn, args } = deed;
  const { engine, goal } = turn.parts;
  const tasks = Array.isArray(args['tasks']) ? args['tasks'].filter(isJsonObject).map(asItem) : [];
  const outside = [...new Set(tasks.flatMap((task) => taskIdsIn(task['depends_on'])))];
  const plan = readManagersPlan({ raw: { tasks }, roster: rosterOf(engine, goal), maxTasks: goal.policy.maxTasks, locale: goal.locale, existing: await asExisting(engine, outside) });
  if (!plan.ok) return saysNo(turn, 'plan.invalid', joinSaid(plan.problems, 'lines'));
  const isProposal = goal.policy.approveGoalPlan === 'person' && engine.store.look((board) => board.goal(goal.id)?.state) === 'planning';
  return does<readonly TaskId[] | 'proposed'>(deed, {
    ids: [goal.id, ...prerequisitesOutside(plan.tasks)],
    decide: (board) => (isProposal ? propose(board, turn, plan) : addTasks(board, goal.id, plan.tasks, plan.notes)),
    say: (ids) => (ids === 'proposed' ? WORDS.proposed : withNotes(WORDS.created(namesOf(ids, plan.tasks)), plan.notes)),
  });
};

const asItem = ({ task_id: id, ...task }: JsonObject): JsonObject => ({ ...(id === undefined ? {} : { id }), ...task });

function propose(board: Board, { parts: { goal } }: MemberTurn, { tasks, notes }: { readonly tasks: readonly NewTask[]; readonly notes: readonly JsonObject[] }): Decision<'proposed'> {
  const proposed = adoptPlan(board, goal.id, { tries: board.goal(goal.id)?.planTries ?? 0, tasks, notes });
  return proposed.ok ? { ...proposed, value: 'proposed' } : proposed;
}

const namesOf = (ids: readonly TaskId[], tasks: readonly NewTask[]): string => ids.map((id, index) => `${id} = ${tasks[index]?.name ?? ''} "${tasks[index]?.title ?? ''}"`).join(', ');

function withNotes({ en, zh }: Bilingual, notes: readonly JsonObject[]): Bilingual {
  const told = notes.map((note) => String(note['note'] ?? '')).filter((note) => note !== '');
  const more = WORDS.notes(told.join('; '));
  return told.length === 0 ? { en, zh } : { en: `${en}\n${more.en}`, zh: `${zh}\n${more.zh}` };
}

export const updateTask: Deed = async (deed) => {
  if (String(deed.args['task_id'] ?? '').trim() === '*') return cancelAll(deed);
  const id = taskIn(deed);
  if (id === undefined) return noTask(deed);
  if (deed.args['status'] === 'cancelled') return callOff(deed, id);
  const steps = await stepsOf(deed, id);
  if (!Array.isArray(steps)) return steps;
  if (steps.length === 0) return saysNo(deed.turn, 'input.invalid', WORDS.nothingToChange);
  return does(deed, {
    ids: [...new Set([id, ...steps.flatMap(({ ids = [] }) => ids)])],
    about: id,
    decide: (board) => inSteps(board, id, steps.map(({ step }) => step)),
    say: () => WORDS.updated(id, steps.map(({ done }) => done)),
  });
};

const DONE = {
  cancelled: { en: 'cancelled', zh: '已取消' },
  edited: { en: 'edited', zh: '已修改' },
  waits: (needs: readonly TaskId[]): Bilingual => ({ en: `waits for ${needs.join(', ')}`, zh: `等待 ${needs.join('、')}` }),
  meant: (to: string): Bilingual => ({ en: `meant for ${to}`, zh: `指定给 ${to}` }),
  free: { en: 'free', zh: '可领取' },
};

interface NamedStep {
  readonly done: Bilingual;
  /** Other tasks that it looks at. */
  readonly ids?: readonly TaskId[];
  readonly step: Step;
}

/** In this order: a task that is meant for somebody may wait, and one that waits cannot be given. */
async function stepsOf(deed: DeedCall, taskId: TaskId): Promise<NamedStep[] | Answered> {
  const { turn, args } = deed;
  const { engine } = turn.parts;
  const as = { taskId, by: turn.memberId, as: 'manager' as const };
  const steps: NamedStep[] = [];
  const edits = readEdits(editsIn(args));
  if (Object.keys(edits).length > 0) {
    const { task, brief } = await readBrief(engine.store, taskId);
    if (task === undefined || brief === undefined) return noTask(deed);
    steps.push({ done: DONE.edited, step: editStep({ ...as, brief, briefSeq: task.briefSeq, edits }) });
  }
  const wanted = textArg(deed, 'assignee');
  const found = wanted === undefined ? undefined : engine.store.look((board) => findMember(board.members(engine.team), wanted));
  if (wanted !== undefined && found?.kind !== 'found') return saysNo(turn, 'member.not_found', WORDS.noMember(wanted, found?.members.map(({ agentId }) => agentId) ?? []));
  if (found?.kind === 'found') steps.push({ done: DONE.meant(found.member.agentId), step: giveStep({ ...as, to: found.member.agentId }) });
  const needs = taskIdsIn(args['add_depends_on']);
  if (needs.length > 0) steps.push({ done: DONE.waits(needs), ids: needs, step: dependencyStep({ ...as, needs, known: await behind(turn, needs) }) });
  if (args['status'] === 'pending' && steps.length === 0) steps.push({ done: DONE.free, step: releaseStep(as) });
  return steps;
}

const editsIn = ({ title, content, criteria }: JsonObject): JsonObject => ({
  ...(title === undefined ? {} : { title }),
  ...(content === undefined ? {} : { content }),
  ...(criteria === undefined ? {} : { criteria }),
});

const taskIdsIn = (value: Json | undefined): readonly TaskId[] =>
  (Array.isArray(value) ? value.filter((id): id is TaskId => typeof id === 'string' && isTaskId(id)) : []);

/** Prerequisites behind the new ones, ended ones too, so that no ring is closed. */
async function behind({ parts: { engine } }: MemberTurn, needs: readonly TaskId[]): Promise<ReadonlyMap<TaskId, readonly TaskId[]>> {
  const known = new Map<TaskId, readonly TaskId[]>();
  const open = [...needs];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (known.has(id)) continue;
    const before = await engine.store.read.prerequisites(id);
    known.set(id, before);
    open.push(...before);
  }
  return known;
}

const callOff = (deed: DeedCall, id: TaskId): Promise<Answered> => does(deed, {
  ids: [id], about: id,
  decide: (board) => cancelTask(board, { taskId: id, by: deed.turn.memberId, as: 'manager' }),
  say: (outcome) => (outcome === 'asked' ? WORDS.askedHolder(id) : WORDS.updated(id, [DONE.cancelled])),
});

async function cancelAll(deed: DeedCall): Promise<Answered> {
  const { turn, args } = deed;
  if (args['status'] !== 'cancelled') return saysNo(turn, 'input.invalid', WORDS.onlyCancelAll);
  return does(deed, {
    ids: [turn.parts.goal.id],
    decide: (board) => cancelAllTasks(board, turn.parts.goal.id, { by: turn.memberId, as: 'manager' }),
    say: ({ cancelled, asked, left }) => WORDS.cancelledAll(cancelled, asked, left),
  });
}


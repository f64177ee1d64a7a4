// What a leader puts on the board and changes there. Tasks are read by the same code that reads a manager's plan, so both keep the
// same rules; a call that says several changes makes them one after another, and the first refusal ends it.
import type { Board } from '../../../core/board/board.ts';
import type { Decision } from '../../../core/change.ts';
import { isTaskId, type TaskId } from '../../../core/ids.ts';
import { isJsonObject, type Bilingual, type JsonObject } from '../../../core/json.ts';
import { findMember } from '../../../core/members/registration.ts';
import { addDependency } from '../../../core/moves/add-dependency.ts';
import { adoptPlan } from '../../../core/moves/goal-plan.ts';
import { addTasks } from '../../../core/moves/goal-moves.ts';
import { assignTask, cancelAllTasks, cancelTask, editTask, reassignTask, releaseTask } from '../../../core/moves/intervene.ts';
import { readManagersPlan } from '../../../core/planning/adopt-plan.ts';
import { prerequisitesOutside, type NewTask } from '../../../core/planning/new-tasks.ts';
import { readEdits } from '../../../core/planning/read-edits.ts';
import type { Task } from '../../../core/task.ts';
import { commit } from '../../commit.ts';
import { readBrief } from '../../people/read-brief.ts';
import { rosterOf } from '../../plan-goals.ts';
import { asExisting } from '../../replan-tasks.ts';
import type { MemberTurn } from '../member-turn.ts';
import { WORDS } from '../turn-words.ts';
import { does, noTask, refusedBy, saysNo, taskIn, textArg, type Answered, type Deed, type DeedCall } from './deed.ts';

export const createTasks: Deed = async (deed) => {
  const { turn, args } = deed;
  const { engine, goal } = turn.parts;
  const tasks = Array.isArray(args['tasks']) ? args['tasks'].filter(isJsonObject).map(asItem) : [];
  const outside = [...new Set(tasks.flatMap((task) => (Array.isArray(task['depends_on']) ? task['depends_on'].filter((id) => typeof id === 'string' && isTaskId(id)) : [])))].filter((id): id is TaskId => typeof id === 'string' && isTaskId(id));
  const plan = readManagersPlan({ raw: { tasks }, roster: rosterOf(engine, goal), maxTasks: goal.policy.maxTasks, locale: goal.locale, existing: await asExisting(engine, outside) });
  if (!plan.ok) return saysNo(turn, 'plan.invalid', { en: plan.problems.map(({ en }) => en).join('\n'), zh: plan.problems.map(({ zh }) => zh).join('\n') });
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
  const steps = await stepsOf(deed, id);
  if (!Array.isArray(steps)) return steps;
  if (steps.length === 0) return saysNo(deed.turn, 'input.invalid', WORDS.nothingToChange);
  const did: string[] = [];
  for (const step of steps.slice(0, -1)) {
    const outcome = await commit(deed.turn.parts.engine, step.ids, step.decide);
    if (!outcome.ok) return refusedBy(deed.turn, outcome);
    did.push(step.name);
  }
  const last = steps.at(-1);
  if (last === undefined) return noTask(deed);
  return does(deed, { ids: last.ids, about: id, decide: last.decide, say: (value) => (value === 'asked' ? WORDS.askedHolder(id) : WORDS.updated(id, [...did, last.name])) });
};

interface Step {
  readonly name: string;
  readonly ids: readonly TaskId[];
  readonly decide: (board: Board) => Decision<unknown>;
}

async function stepsOf(deed: DeedCall, taskId: TaskId): Promise<Step[] | Answered> {
  const { turn, args } = deed;
  const { engine } = turn.parts;
  const as = { taskId, by: turn.memberId, as: 'manager' as const };
  if (args['status'] === 'cancelled') return [{ name: 'cancelled', ids: [taskId], decide: (board) => cancelTask(board, as) }];
  const steps: Step[] = [];
  const edits = readEdits(editsIn(args));
  if (Object.keys(edits).length > 0) {
    const { task, brief } = await readBrief(engine.store, taskId);
    if (task === undefined || brief === undefined) return noTask(deed);
    steps.push({ name: 'edited', ids: [taskId], decide: (board) => editTask(board, { ...as, brief, briefSeq: task.briefSeq, edits }) });
  }
  const needs = Array.isArray(args['add_depends_on']) ? args['add_depends_on'].filter((id): id is TaskId => typeof id === 'string' && isTaskId(id)) : [];
  if (needs.length > 0) {
    const known = await behind(turn, needs);
    steps.push({ name: `waits for ${needs.join(', ')}`, ids: [taskId, ...needs], decide: (board) => addDependency(board, { ...as, needs, known }) });
  }
  const wanted = textArg(deed, 'assignee');
  if (wanted !== undefined) {
    const found = engine.store.look((board) => findMember(board.members(engine.team), wanted));
    if (found.kind !== 'found') return saysNo(turn, 'member.not_found', WORDS.noMember(wanted, found.members.map(({ agentId }) => agentId)));
    const to = found.member.agentId;
    steps.push({ name: `meant for ${to}`, ids: [taskId], decide: (board) => giveTo(board, { ...as, to }) });
  } else if (args['status'] === 'pending' && steps.length === 0) steps.push({ name: 'free', ids: [taskId], decide: (board) => releaseTask(board, as) });
  return steps;
}

const editsIn = ({ title, content, criteria }: JsonObject): JsonObject => ({ ...(title === undefined ? {} : { title }), ...(content === undefined ? {} : { content }), ...(criteria === undefined ? {} : { criteria }) });

/** What nobody has is meant for somebody; what somebody has is given to another. */
function giveTo(board: Board, giving: Parameters<typeof assignTask>[1]): Decision<Task> {
  return board.task(giving.taskId)?.state === 'pending' ? assignTask(board, giving) : reassignTask(board, giving);
}

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

async function cancelAll(deed: DeedCall): Promise<Answered> {
  const { turn, args } = deed;
  if (args['status'] !== 'cancelled') return saysNo(turn, 'input.invalid', WORDS.onlyCancelAll);
  return does(deed, {
    ids: [turn.parts.goal.id],
    decide: (board) => cancelAllTasks(board, turn.parts.goal.id, { by: turn.memberId, as: 'manager' }),
    say: ({ cancelled, asked, left }) => WORDS.cancelledAll(cancelled, asked, left),
  });
}


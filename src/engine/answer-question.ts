// A person's answer, from whichever door: what it needs is read and checked first, then the answer and the move that it asks
// for are one commit. Any process may answer; the process that drives the goal goes on from there.
import type { Budget } from '../core/budget.ts';
import { isTeamError, TeamError } from '../core/errors.ts';
import type { QuestionId, RowId, TaskId } from '../core/ids.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { hearSpeaker, type Speaker } from '../core/members/who-answers.ts';
import { answerQuestion, type Answering } from '../core/moves/answer.ts';
import type { HandedIn } from '../core/moves/people.ts';
import { readManagersPlan } from '../core/planning/adopt-plan.ts';
import type { TaskPlan } from '../core/planning/new-task.ts';
import { readEdits } from '../core/planning/read-edits.ts';
import type { Question } from '../core/question.ts';
import type { Brief, Task } from '../core/task.ts';
import { joinSaid } from '../core/text/join-said.ts';
import { REFUSED_ANSWERS } from '../core/refusals/refused-answers.ts';
import { checkResult } from './check-result.ts';
import { commitOrThrow } from './commit.ts';
import type { Engine } from './engine.ts';
import { readAttachments } from './people/read-attachments.ts';
import { readBrief, type Told } from './people/read-brief.ts';
import { asExisting } from './replan-tasks.ts';
import { refuseTooLarge } from './submit-result.ts';

export interface AnswerInput {
  /** One of the question's choices. */
  readonly choice: string;
  /** Who answers; on record. One of the people where the team names any; absent: whoever owns the goal. */
  readonly by?: string;
  readonly note?: string;
  /** For reassign. */
  readonly to?: string;
  /** For edit_result and hand_in. */
  readonly output?: Json;
  /** For hand_in: steps, data used, intermediate conclusions. */
  readonly summary?: string;
  /** For plan: how the person will go about its own task. */
  readonly plan?: string;
  /** For reject: what to mend, point by point. */
  readonly fixes?: readonly string[];
  /** For edit of a task: its fields that change. */
  readonly set?: JsonObject;
  /** For raise: by how much; absent is as much again as was given at the start. */
  readonly raise?: Budget;
  /** For split, and for edit of a plan: items as in a plan. */
  readonly tasks?: readonly Json[];
  /** Paths of files that are attached to the task. */
  readonly attach?: readonly string[];
}

/** What was read before the commit may have changed by then; after this many times somebody changes it without end. */
const MOST_TRIES = 20;

/** `owner`: what whoever owns the goal is called on record. */
export async function answer(engine: Pick<Engine, 'store'>, id: QuestionId, { owner = 'person', ...input }: AnswerInput & { readonly owner?: string }): Promise<Question> {
  const speaker: Speaker = { owner, ...(input.by === undefined ? {} : { by: input.by }) };
  const attached = await readAttachments(input.attach ?? []);
  for (let tries = 1; ; tries += 1) {
    const { ids, answering } = await answeringOf(engine, id, input);
    try {
      return await commitOrThrow(engine, ids, (board) => {
        const heard = hearSpeaker(board, id, speaker);
        return heard.ok ? answerQuestion(board, { ...answering, attached, answer: { ...answering.answer, by: heard.name } }) : heard;
      });
    } catch (error) {
      if (tries >= MOST_TRIES || !isTeamError(error, 'store.conflict')) throw error;
    }
  }
}

async function answeringOf({ store }: Pick<Engine, 'store'>, id: QuestionId, input: AnswerInput): Promise<{ readonly ids: readonly RowId[]; readonly answering: Unsigned }> {
  const question = await store.read.question(id);
  if (question === undefined) throw new TeamError('question.not_found', REFUSED_ANSWERS.noQuestion(id));
  const { taskId } = question;
  const { task, brief } = taskId === null ? NOTHING : await readBrief(store, taskId);
  const needs = input.tasks === undefined || taskId === null ? [] : await store.read.prerequisites(taskId);
  const plan = input.tasks === undefined ? undefined : await planOf(store, question, { tasks: input.tasks, needs });
  const handedIn = question.kind !== 'work' || brief === undefined || task === undefined ? undefined : await handedInOf(store, { question, task, brief, input });
  const answering: Unsigned = {
    questionId: id,
    answer: { choice: input.choice, note: input.note ?? null, extra: extraOf(question, input) },
    ...(brief === undefined ? {} : { brief }),
    ...(task === undefined ? {} : { briefSeq: task.briefSeq }),
    ...(input.set === undefined ? {} : { edits: editsOf(input.set) }),
    ...(plan === undefined ? {} : { parts: plan.tasks, notes: plan.notes, needs }),
    ...(handedIn === undefined ? {} : { handedIn }),
    ...(input.plan === undefined ? {} : { plan: input.plan }),
  };
  return { ids: [id, question.goalId, ...needs, ...(taskId === null ? [] : [taskId])], answering };
}

/** Who says it is read in the commit. */
type Unsigned = Omit<Answering, 'answer'> & { readonly answer: Omit<Answering['answer'], 'by'> };

const NOTHING: Told = {};

/** What stays on record with the answer. A result that is handed in is on record as the result, and a plan as the plan. */
function extraOf(question: Question, { to, output, fixes, set, raise, attach }: AnswerInput): JsonObject {
  return {
    ...(to === undefined ? {} : { to }),
    ...(output === undefined || question.kind === 'work' ? {} : { output }),
    ...(fixes === undefined ? {} : { fixes }),
    ...(set === undefined ? {} : { set }),
    ...(raise === undefined ? {} : { raise: { ...raise } }),
    ...(attach === undefined || attach.length === 0 ? {} : { files: attach }),
  };
}

interface HandingIn {
  readonly question: Question;
  readonly task: Task;
  readonly brief: Brief;
  readonly input: AnswerInput;
}

async function handedInOf(store: Engine['store'], { question, task, brief, input }: HandingIn): Promise<HandedIn | undefined> {
  const { output, summary, note } = input;
  if (output === undefined || output === null) return undefined;
  refuseTooLarge(output);
  const goal = await store.read.goal(question.goalId);
  // At its seat, where also somebody who has left the team is still known.
  const registration = goal === undefined ? undefined : store.look((board) => board.crew(goal).seats.get(task.assigneeId ?? ''))?.registration;
  return { result: { output, executionSummary: summary ?? note ?? '' }, ...checkResult(brief.criteria, registration ?? {}, output) };
}

function editsOf(set: JsonObject): Partial<Brief> {
  const edits = readEdits(set);
  const unread = Object.keys(set).filter((field) => !Object.hasOwn(edits, field));
  if (unread.length > 0) throw new TeamError('question.bad_answer', REFUSED_ANSWERS.unreadEdits(unread), { details: { fields: unread } });
  return edits;
}

async function planOf(store: Engine['store'], question: Question, { tasks, needs }: { readonly tasks: readonly Json[]; readonly needs: readonly TaskId[] }): Promise<TaskPlan> {
  const goal = await store.read.goal(question.goalId);
  if (goal === undefined) return { tasks: [], notes: [] };
  await store.refresh();
  const roster = store.look((board) => board.members(goal.team).map((registration) => ({ registration, load: 0 })));
  const plan = readManagersPlan({ raw: { tasks }, roster, maxTasks: goal.policy.maxTasks, locale: goal.locale, existing: await asExisting({ store }, needs) });
  if (!plan.ok) throw new TeamError('plan.invalid', joinSaid(plan.problems, 'lines'), { details: { problems: plan.problems } });
  return plan;
}

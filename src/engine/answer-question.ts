// A person's answer, from whichever door: what it needs is read and checked first, then the answer and the move that it asks
// for are one commit. Any process may answer; the process that drives the goal goes on from there.
import { TeamError } from '../core/errors.ts';
import type { QuestionId, TaskId } from '../core/ids.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { answerQuestion } from '../core/moves/answer.ts';
import { readManagersPlan } from '../core/planning/adopt-plan.ts';
import type { NewTask } from '../core/planning/new-tasks.ts';
import { readEdits } from '../core/planning/read-edits.ts';
import type { Question } from '../core/question.ts';
import type { Brief } from '../core/task.ts';
import { commitOrThrow } from './commit.ts';
import type { Engine } from './engine.ts';
import { asExisting } from './replan-tasks.ts';

export interface AnswerInput {
  /** One of the question's choices. */
  readonly choice: string;
  /** Who answers; on record. */
  readonly by: string;
  readonly note?: string;
  /** For reassign. */
  readonly to?: string;
  /** For edit_result. */
  readonly output?: Json;
  /** For edit: fields of the task that change. */
  readonly set?: JsonObject;
  /** For split: items as in a plan. */
  readonly tasks?: readonly Json[];
}

export async function answer(engine: Pick<Engine, 'store'>, id: QuestionId, input: AnswerInput): Promise<Question> {
  const question = await engine.store.read.question(id);
  if (question === undefined) throw new TeamError('question.not_found', `There is no ${id}. \`muster inbox\` lists the open questions.`);
  const brief = question.taskId === null ? undefined : await engine.store.read.brief(question.taskId);
  const needs = input.tasks === undefined || question.taskId === null ? [] : await engine.store.read.prerequisites(question.taskId);
  const parts = input.tasks === undefined ? undefined : await partsOf(engine, question, { tasks: input.tasks, needs });
  const extra = { ...(input.to === undefined ? {} : { to: input.to }), ...(input.output === undefined ? {} : { output: input.output }), ...(input.set === undefined ? {} : { set: input.set }) };
  const answering = {
    questionId: id,
    answer: { choice: input.choice, note: input.note ?? null, by: input.by, extra },
    ...(brief === undefined ? {} : { brief }),
    ...(input.set === undefined ? {} : { edits: editsOf(input.set) }),
    ...(parts === undefined ? {} : { parts, needs }),
  };
  const ids = [id, question.goalId, ...needs, ...(question.taskId === null ? [] : [question.taskId satisfies TaskId])];
  return commitOrThrow(engine, ids, (board) => answerQuestion(board, answering));
}

function editsOf(set: JsonObject): Partial<Brief> {
  const edits = readEdits(set);
  const unread = Object.keys(set).filter((field) => !Object.hasOwn(edits, field));
  if (unread.length > 0) throw new TeamError('question.bad_answer', `Cannot change ${unread.join(', ')}. Give title or content as text, skills as a list, input as an object, criteria as a list.`, { details: { fields: unread } });
  return edits;
}

async function partsOf(engine: Pick<Engine, 'store'>, question: Question, { tasks, needs }: { readonly tasks: readonly Json[]; readonly needs: readonly TaskId[] }): Promise<readonly NewTask[]> {
  const goal = await engine.store.read.goal(question.goalId);
  if (goal === undefined) return [];
  await engine.store.refresh();
  const roster = engine.store.look((board) => board.members(goal.team).map((registration) => ({ registration, load: 0 })));
  const plan = readManagersPlan({ raw: { tasks }, roster, maxTasks: goal.policy.maxTasks, locale: goal.locale, existing: await asExisting(engine, needs) });
  if (!plan.ok) throw new TeamError('plan.invalid', plan.problems.map((problem) => problem[goal.locale]).join('\n'));
  return plan.tasks;
}

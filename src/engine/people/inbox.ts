// The questions that wait for people, each with all that is needed to decide: the task, its context in full, the result it is
// about, and until when. Reading costs no model call: a long context is shown whole, never summarised for a person.
import { elapsed, type Goal } from '../../core/goal.ts';
import type { GoalId } from '../../core/ids.ts';
import { standsInInbox } from '../../core/members/who-answers.ts';
import type { Question } from '../../core/question.ts';
import type { ContextPiece, Task, TaskResult } from '../../core/task.ts';
import type { TaskView } from '../../ports/member.ts';
import { asText } from '../context-of.ts';
import type { Engine } from '../engine.ts';

export interface InboxItem {
  readonly question: Question;
  readonly goal: Pick<Goal, 'id' | 'text' | 'locale'>;
  /** What it is about; null for a question about the goal itself, whose `material` holds the plan or the problems. */
  readonly task: TaskView | null;
  readonly context: readonly ContextPiece[];
  /** The result it is about: the one to review, or the last one of a task that was sent back or escalated. */
  readonly result: TaskResult | null;
  /** What the last review asked to mend. */
  readonly fixes: readonly string[];
  /** A person's or the manager's note for this attempt. */
  readonly note: string | null;
  /** When its default is taken; a pause moves it. */
  readonly dueAt: number;
}

export interface InboxFilter {
  readonly goalId?: GoalId;
  /** Only what waits for this person, and what anybody may answer. */
  readonly person?: string;
}

/** Oldest first. */
export async function inbox({ store, clock }: Pick<Engine, 'store' | 'clock'>, { goalId, person }: InboxFilter = {}): Promise<readonly InboxItem[]> {
  const open = await store.read.questions({ ...(goalId === undefined ? {} : { goalId }), openOnly: true });
  const wanted = person === undefined ? open : store.look((board) => open.filter((question) => standsInInbox(board, question, person)));
  const items = await Promise.all(wanted.map((question) => itemOf(store, question, clock.now())));
  return items.flatMap((item) => item ?? []);
}

async function itemOf(store: Engine['store'], question: Question, now: number): Promise<InboxItem | undefined> {
  const [goal, task] = await Promise.all([store.read.goal(question.goalId), question.taskId === null ? undefined : store.read.task(question.taskId)]);
  if (goal === undefined) return undefined;
  const about = { question, goal: { id: goal.id, text: goal.text, locale: goal.locale }, dueAt: now + Math.max(0, question.waitMs - elapsed(goal, question.createdAt, now)) };
  if (task === undefined) return { ...about, task: null, context: [], result: null, fixes: [], note: null };
  return { ...about, ...(await paperOf(store, task)), fixes: task.more?.fixes ?? [], note: task.more?.note ?? null };
}

async function paperOf(store: Engine['store'], task: Task): Promise<Pick<InboxItem, 'task' | 'context' | 'result'>> {
  const [brief, needs, result] = await Promise.all([store.read.brief(task.id), store.read.prerequisites(task.id), task.resultSeq === 0 ? undefined : store.read.result(task.resultSeq)]);
  if (brief === undefined) return { task: null, context: [], result: result ?? null };
  const outputs = await Promise.all((brief.contextFrom ?? needs).map((id) => outputOf(store, id)));
  const { title, content, input, criteria } = brief;
  return { task: { taskId: task.id, title, content, input, criteria }, context: [...brief.context, ...outputs.flatMap((piece) => piece ?? [])], result: result ?? null };
}

async function outputOf(store: Engine['store'], source: Task['id']): Promise<ContextPiece | undefined> {
  const task = await store.read.task(source);
  const result = task === undefined || task.resultSeq === 0 ? undefined : await store.read.result(task.resultSeq);
  return result === undefined ? undefined : { source, text: asText(result.output) };
}

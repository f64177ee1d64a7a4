// Everything that can be said about a goal, read for people and programs: its tasks with what they wait for, its questions,
// who spent what, and the whole history as one document. Reads durable rows only and moves nothing.
import type { MusterEvent } from '../../core/change.ts';
import type { Goal } from '../../core/goal.ts';
import type { GoalId, TaskId } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import { hasSucceeded, type TaskState } from '../../core/lifecycles.ts';
import type { Registration } from '../../core/members/registration.ts';
import { attemptsOut, eventOut, goalOut, questionOut, registrationOut, taskOut, type TaskOut } from '../../core/outside.ts';
import type { Question } from '../../core/question.ts';
import { messageOut } from '../../core/outside/team-out.ts';
import { spendOf, spendOut } from '../../core/spend.ts';
import type { Brief, Task, TaskResult } from '../../core/task.ts';
import type { Message } from '../../core/team/message.ts';
import type { Reads } from '../../ports/reads.ts';
import type { Store } from '../../ports/store.ts';

export interface TaskReading {
  readonly task: Task;
  readonly brief: Brief;
  readonly dependsOn: readonly TaskId[];
  /** The prerequisites that have not succeeded. */
  readonly waitsFor: readonly TaskId[];
  readonly result: TaskResult | undefined;
}

export interface GoalReading {
  readonly goal: Goal;
  readonly tasks: readonly TaskReading[];
  /** Open and closed ones. */
  readonly questions: readonly Question[];
}

export async function readGoal(read: Reads, id: GoalId): Promise<GoalReading | undefined> {
  const goal = await read.goal(id);
  if (goal === undefined) return undefined;
  const rows = await read.tasksOf(goal);
  const states = new Map(rows.map((task) => [task.id, task.state]));
  const [tasks, questions] = await Promise.all([Promise.all(rows.map((task) => readTask(read, task, states))), read.questions({ goalId: id, openOnly: false })]);
  return { goal, tasks, questions };
}

/** `states`: those of the goal's tasks, where they are at hand. */
export async function readTask(read: Reads, task: Task, states?: ReadonlyMap<TaskId, TaskState>): Promise<TaskReading> {
  const [brief, dependsOn, result] = await Promise.all([read.brief(task.id), read.prerequisites(task.id), task.resultSeq === 0 ? undefined : read.result(task.resultSeq)]);
  const open = await Promise.all(dependsOn.map(async (id) => ({ id, state: states?.get(id) ?? (await read.task(id))?.state })));
  const waitsFor = task.state === 'blocked' ? open.filter(({ state }) => state === undefined || !hasSucceeded(state)).map(({ id }) => id) : [];
  return { task, brief: brief ?? NO_BRIEF, dependsOn, waitsFor, result };
}

const NO_BRIEF: Brief = { title: '', content: '', skills: [], input: {}, criteria: [], context: [], contextFrom: null, name: null };

export const readingOut = (goal: Goal, reading: TaskReading, members: readonly Registration[]): TaskOut =>
  taskOut({ goal, ...reading, managerId: members.find((member) => member.roles.includes('manager'))?.agentId ?? null });

const PAGE = 1_000;

/** All events of a goal or of a task, oldest first, read in pages. */
export async function* eventsOf(read: Reads, about: { readonly goal?: Goal; readonly task?: Task; readonly afterSeq?: number }): AsyncGenerator<MusterEvent, void> {
  const { goal, task } = about;
  const filter = { ...(goal === undefined ? {} : { goalId: goal.id }), ...(task === undefined ? {} : { taskId: task.id }) };
  let afterSeq = about.afterSeq ?? (task?.firstSeq ?? goal?.firstSeq ?? 1) - 1;
  for (;;) {
    const events = await read.events({ ...filter, afterSeq, limit: PAGE });
    yield* events;
    if (events.length < PAGE) return;
    afterSeq = events.at(-1)?.seq ?? afterSeq;
  }
}

/** What one member's calls to one model came to. */
export interface Spending {
  readonly memberId: string | null;
  readonly model: string;
  readonly calls: number;
  readonly failed: number;
  /** As the providers counted; undefined when none of them did. */
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  /** The part of the input that a cache held. */
  readonly cachedInputTokens: number | undefined;
  /** By the prices of that time; undefined when none was known. */
  readonly costMicros: number | undefined;
  /** Calls whose price was not known: what they cost is missing above. */
  readonly unpriced: number;
  readonly ms: number;
}

export function spendingOf(events: Iterable<MusterEvent>): readonly Spending[] {
  const found = new Map<string, Spending>();
  for (const { type, memberId, details } of events) {
    if (type !== 'turn.ended' || details === null) continue;
    const model = typeof details['model'] === 'string' ? details['model'] : '';
    const key = `${memberId ?? ''}|${model}`;
    const before = found.get(key) ?? { memberId, model, calls: 0, failed: 0, inputTokens: undefined, outputTokens: undefined, cachedInputTokens: undefined, costMicros: undefined, unpriced: 0, ms: 0 };
    found.set(key, {
      ...before,
      calls: before.calls + 1,
      failed: before.failed + (details['error'] === undefined ? 0 : 1),
      inputTokens: sum(before.inputTokens, details['input_tokens']),
      outputTokens: sum(before.outputTokens, details['output_tokens']),
      cachedInputTokens: sum(before.cachedInputTokens, details['cached_input_tokens']),
      costMicros: sum(before.costMicros, details['cost_micros']),
      unpriced: before.unpriced + (details['cost_micros'] === undefined ? 1 : 0),
      ms: before.ms + (sum(0, details['ms']) ?? 0),
    });
  }
  return [...found.values()];
}

/** Unknown stays unknown: it is not 0. */
const sum = (before: number | undefined, more: unknown): number | undefined => (typeof more === 'number' ? (before ?? 0) + more : before);

export const spendingOut = ({ memberId, model, calls, failed, inputTokens, cachedInputTokens, outputTokens, costMicros, unpriced, ms }: Spending): JsonObject => ({
  member_id: memberId, model, calls, failed_calls: failed, input_tokens: inputTokens ?? null, cached_input_tokens: cachedInputTokens ?? null, output_tokens: outputTokens ?? null,
  cost_micros: costMicros ?? null, calls_with_unknown_cost: unpriced, ms,
});

/** What names no goal belongs to those that were open when it was sent. */
const isAbout = (goal: Goal, { goalId, sentAt }: Message): boolean => goalId === goal.id || (goalId === null && sentAt >= goal.createdAt && sentAt <= (goal.endedAt ?? Infinity));

/** The whole history of a goal as one document. */
export async function exportGoal(store: Store, { goal, tasks, questions }: GoalReading): Promise<JsonObject> {
  const events = await Array.fromAsync(eventsOf(store.read, { goal }));
  await store.refresh();
  const mail = await store.read.messages({ team: goal.team });
  const members = store.look((board) => board.members(goal.team));
  const ofTask = Map.groupBy(events, (event) => event.taskId);
  return {
    format: 'muster.goal.1',
    goal: goalOut(goal),
    members: members.map(registrationOut),
    tasks: tasks.map((reading) => ({ ...readingOut(goal, reading, members), attempt_history: attemptsOut(reading.task.id, ofTask.get(reading.task.id) ?? []) })),
    questions: questions.map((question) => questionOut(question, goal)),
    messages: mail.filter((message) => isAbout(goal, message)).map(messageOut),
    spending: spendingOf(events).map(spendingOut),
    spent: spendOut(spendOf(events)),
    events: events.map(eventOut),
  };
}

// The one place where inside becomes outside: camelCase to snake_case, milliseconds to ISO times. REST, SSE, MCP, files and
// `--json` all show these shapes. Users' own payloads are never touched.
import type { MusterEvent } from './change.ts';
import { isPaused, type Goal } from './goal.ts';
import type { Json, JsonObject } from './json.ts';
import type { Policy } from './policy.ts';
import type { Question } from './question.ts';
import { ledgerOut } from './spend.ts';
import { deadlineOut, timeOrNull, timeOut } from './outside/time-out.ts';

export { registrationOut } from './members/registration.ts';
export { attemptsOut } from './outside/attempts-out.ts';
export type { AttemptOut, VerdictOut } from './outside/attempts-out.ts';
export { taskOut, taskSchema } from './outside/task-out.ts';
export type { TaskOut, TaskParts } from './outside/task-out.ts';
export { timeOut } from './outside/time-out.ts';

export const goalOut = (goal: Goal): JsonObject => ({
  goal_id: goal.id,
  team_name: goal.team,
  text: goal.text,
  locale: goal.locale,
  status: goal.state,
  paused: isPaused(goal),
  source: goal.source,
  model: goal.model ?? null,
  policy: policyOut(goal.policy),
  plan_problems: goal.planProblems,
  plan_feedback: goal.planFeedback ?? [],
  spend: ledgerOut(goal.spend),
  summary: goal.summary,
  comment: goal.comment,
  version: goal.version,
  created_at: timeOut(goal.createdAt),
  updated_at: timeOut(goal.updatedAt),
  ended_at: timeOrNull(goal.endedAt),
});

/** The keys of a policy as team.yaml writes them; times are milliseconds and say so. */
const policyOut = (policy: Policy): JsonObject => ({ ...snakeKeys(policy), prices: pricesOut(policy), limits: snakeKeys(policy.limits), times: snakeKeys(policy.times) });

const pricesOut = ({ prices }: Policy): JsonObject =>
  Object.fromEntries(Object.entries(prices).map(([model, { long, ...price }]) => [model, { ...snakeKeys(price), ...(long === undefined ? {} : { long: snakeKeys(long) }) }]));

const snakeKeys = (record: object): JsonObject => Object.fromEntries(Object.entries(record).map(([key, value]: [string, Json]) => [snakeCase(key), value]));

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `goal` is the question's own: it has the language of the text and the pauses that move the deadline. */
export const questionOut = (question: Question, goal: Goal): JsonObject => ({
  question_id: question.id,
  goal_id: question.goalId,
  task_id: question.taskId,
  kind: question.kind,
  status: question.state,
  asked_by: question.askedBy,
  asked_of: question.askedOf ?? null,
  text: question.text[goal.locale],
  choices: question.choices,
  material: question.material,
  answer: question.answer === null ? null : { choice: question.answer.choice, note: question.answer.note, by: question.answer.by, ...question.answer.extra },
  created_at: timeOut(question.createdAt),
  expires_at: question.state === 'open' ? deadlineOut(goal, question.createdAt, question.waitMs) : null,
  reminders: question.reminders ?? 0,
  closed_at: timeOrNull(question.closedAt),
});

export const eventOut = (event: MusterEvent): JsonObject => ({
  seq: event.seq,
  at: timeOut(event.at),
  type: event.type,
  goal_id: event.goalId,
  task_id: event.taskId,
  member_id: event.memberId,
  version: event.version,
  details: event.details ?? {},
});

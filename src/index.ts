// The library: a team, its members, and the types that a program meets. What is not exported here is nobody's promise.
export { agentsFrom } from './agents-from.ts';
export type { AgentsFromOptions } from './agents-from.ts';
export { createTeam } from './create-team.ts';
export type { GoalHandle, GoalResult, OpenOptions, TaskHandle, TaskOutcome, Team, TeamOptions } from './create-team.ts';
export { manager, reviewer, worker } from './member-specs.ts';
export type { MemberSpec, ReviewerOptions, SchemaInput, WorkerOptions } from './member-specs.ts';
export type { TaskInput } from './task-input.ts';
export type { AnswerInput } from './engine/answer-question.ts';
export type { Declined, Done, ReviewAnswer, ReviewFunction, Work, WorkFunction } from './members/function.ts';
export type { MusterEvent } from './core/change.ts';
export { isTeamError, TeamError } from './core/errors.ts';
export type { ErrorCode } from './core/errors.ts';
export type { EventType } from './core/events.ts';
export type { Json, JsonObject, Locale } from './core/json.ts';
export type { Policy, PolicyChoices } from './core/policy.ts';
export type { Question } from './core/question.ts';
export type { Model, ModelReply, ModelRequest } from './ports/model.ts';

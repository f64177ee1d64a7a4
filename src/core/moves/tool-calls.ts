// What is written about tool calls. An effect outside begins only after the commit that names it: a round of a model and every call
// that changes something are on record before they run, so that after a crash nobody makes them twice without knowing.
import type { Board } from '../board/board.ts';
import { Draft, type Decision } from '../change.ts';
import { refuse, type Refusal } from '../errors.ts';
import type { BreakerStep, Trip } from '../gate/breakers.ts';
import { TRIPS } from '../gate/breakers.ts';
import type { Effect } from '../gate/effects.ts';
import type { CallEnd } from '../gate/tool-history.ts';
import { attemptId, type GoalId } from '../ids.ts';
import type { Bilingual, Json, JsonObject } from '../json.ts';
import { isAtWork } from '../lifecycles.ts';
import { withMore, type Task } from '../task.ts';
import { REFUSED_MOVES } from '../refusals/refused-moves.ts';
import type { AttemptRef } from './attempt.ts';

export interface RequestedCall {
  readonly callKey: string;
  readonly callId: string;
  readonly name: string;
  readonly args: Json;
  readonly meta?: JsonObject;
}

export interface Round {
  readonly round: number;
  readonly text: string;
  readonly calls: readonly RequestedCall[];
}

/** A round may only be begun by the attempt that holds the task. */
export function noteRound(board: Board, ref: AttemptRef, round: Round): Decision<undefined> {
  const task = current(board, ref);
  if (!('id' in task)) return task;
  const draft = new Draft(board);
  draft.note('tool.requested', aboutTask(task), { attempt_id: attemptId(ref.taskId, ref.token), ...roundOut(round) });
  return draft.decision(undefined);
}

/** A round as it is written, whether an attempt or a turn asks for it. */
export const roundOut = ({ round, text, calls }: Round): JsonObject => ({
  round,
  text,
  calls: calls.map(({ callKey, callId, name, args, meta }): JsonObject => ({ call_key: callKey, call_id: callId, name, args, ...(meta === undefined ? {} : { meta }) })),
});

export interface StartedCall extends AttemptRef {
  readonly callKey: string;
  readonly name: string;
  readonly args: JsonObject;
  readonly effects: readonly Effect[];
}

/** Goal paused or task gone: the call does not begin. */
export function noteStart(board: Board, { callKey, name, args, effects, ...ref }: StartedCall): Decision<'begun' | 'paused'> {
  const task = current(board, ref);
  if (!('id' in task)) return task;
  if ((board.goal(task.goalId)?.pausedAt ?? null) !== null) return { ok: true, value: 'paused' };
  const draft = new Draft(board);
  draft.note('tool.started', aboutTask(task), { attempt_id: attemptId(ref.taskId, ref.token), call_key: callKey, name, args, effects });
  keepEffects(draft, task, effects);
  return draft.decision('begun');
}

/** On the row as soon as they may have happened: whatever becomes of the attempt, and whatever takes the place of the task. */
function keepEffects(draft: Draft, task: Task, effects: readonly Effect[]): void {
  const before = task.more?.effects ?? [];
  const added = effects.filter((effect) => !before.includes(effect));
  if (added.length > 0 && task.endedAt === null) draft.putTask({ ...task, more: withMore(task, { effects: [...before, ...added] }) });
}

export interface EndedCall {
  readonly callKey: string;
  readonly callId: string | null;
  readonly name: string;
  /** Absent where the round has them. */
  readonly args?: Json;
  readonly purpose: string | null;
  readonly end: CallEnd;
  readonly rule: string | null;
  /** The outcome as the member was told. */
  readonly text: string;
  /** The text is JSON; else it is the outcome itself. */
  readonly isJson: boolean;
  /** Only the beginning is told; the rest was kept. */
  readonly isCut?: boolean;
  readonly bytes: number;
  readonly ms: number;
  readonly effects: readonly Effect[];
  readonly by: string | null;
  readonly alert?: CallAlert;
}

/** What a person should look at: the call as it was asked for, and what went before it. */
export interface CallAlert {
  readonly kind: string;
  readonly says: Bilingual;
  readonly args: Json;
  /** Earlier calls of the attempt, and the effects of the tasks that it builds on. */
  readonly history: readonly JsonObject[];
}

export interface CallsAbout extends AttemptRef {
  readonly goalId: GoalId;
  readonly memberId: string | null;
}

/** Written also when the attempt is no longer the current one: what happened, happened. */
export function noteEnds(board: Board, { goalId, memberId, ...ref }: CallsAbout, ended: readonly EndedCall[]): Decision<undefined> {
  const draft = new Draft(board);
  const about = { goalId, taskId: ref.taskId, memberId };
  for (const { alert, ...call } of ended) {
    draft.note('tool.ended', about, endOut(ref, call));
    if (alert !== undefined) {
      draft.note('alert.raised', about, {
        kind: alert.kind,
        says: { en: alert.says.en, zh: alert.says.zh },
        rule: call.rule,
        call: { name: call.name, args: alert.args, purpose: call.purpose },
        history: alert.history,
      });
    }
  }
  const task = board.task(ref.taskId);
  if (task !== undefined) keepEffects(draft, task, [...new Set(ended.filter(({ end }) => end !== 'refused').flatMap(({ effects }) => effects))]);
  return draft.decision(undefined);
}

function endOut(ref: AttemptRef, call: Omit<EndedCall, 'alert'>): JsonObject {
  const { args, isCut = false, bytes, ms, effects, by } = call;
  return {
    attempt_id: attemptId(ref.taskId, ref.token),
    ...answerOut(call),
    ...(args === undefined ? {} : { args }),
    ...(isCut ? { is_cut: true } : {}),
    bytes,
    ms,
    effects,
    ...(by === null ? {} : { by }),
  };
}

export type AnsweredCall = Pick<EndedCall, 'callKey' | 'callId' | 'name' | 'purpose' | 'end' | 'rule' | 'text' | 'isJson'>;

/** A call and its answer as they are written, whether an attempt or a turn made it. */
export const answerOut = ({ callKey, callId, name, purpose, end, rule, text, isJson }: AnsweredCall): JsonObject => ({
  call_key: callKey,
  ...(callId === null ? {} : { call_id: callId }),
  name,
  ...(purpose === null ? {} : { purpose }),
  outcome: end,
  ...(rule === null ? {} : { rule }),
  text,
  ...(isJson ? { is_json: true } : {}),
});

export interface Tripped extends AttemptRef {
  readonly trip: Trip;
  readonly step: Exclude<BreakerStep, 'go'>;
  /** The calls that led here, newest last. */
  readonly history: readonly JsonObject[];
}

/** Told at once, with the row and what led here. */
export function noteTrip(board: Board, { trip, step, history, ...ref }: Tripped): Decision<undefined> {
  const task = board.task(ref.taskId);
  if (task === undefined) return { ok: true, value: undefined };
  const draft = new Draft(board);
  const { en, zh } = TRIPS[trip];
  draft.note('alert.raised', aboutTask(task), {
    kind: trip,
    step,
    says: { en, zh },
    state: {
      task_id: task.id,
      status: task.state,
      assignee_id: task.assigneeId,
      attempts: task.attempts,
      starts: task.starts,
      version: task.version,
    },
    history,
  });
  return draft.decision(undefined);
}

const aboutTask = (task: Task) => ({ goalId: task.goalId, taskId: task.id, memberId: task.assigneeId });

function current(board: Board, { taskId, token }: AttemptRef): Task | Refusal {
  const task = board.task(taskId);
  if (task !== undefined && task.starts === token && isAtWork(task.state)) return task;
  return refuse('attempt.stale', REFUSED_MOVES.staleCall(taskId, token));
}

// What is written about the calls of a member's turn: the round before any of it is done, and each deed in the very commit that
// does it. So a turn that is cut off is gone on from, and what it did is not done a second time.
import type { Board } from '../board/board.ts';
import { Draft, type Change, type Decision, type MusterEvent } from '../change.ts';
import type { GoalId, TaskId } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import type { EndedCall, RequestedCall } from '../moves/tool-calls.ts';
import { currentTurn, type TurnRef } from './turn.ts';

export interface TurnPart extends TurnRef {
  readonly goalId: GoalId;
  /** The task in its hands, where it holds one. */
  readonly taskId: TaskId | null;
}

export interface TurnRound extends TurnPart {
  readonly round: number;
  readonly text: string;
  readonly calls: readonly RequestedCall[];
}

/** A round may only be begun by the turn that is the current one. */
export function noteTurnRound(board: Board, { round, text, calls, ...part }: TurnRound): Decision<undefined> {
  const life = currentTurn(board, part);
  if ('ok' in life) return life;
  const draft = new Draft(board);
  draft.note('tool.requested', part, {
    turn: part.turn, round, text,
    calls: calls.map(({ callKey, callId, name, args, meta }): JsonObject => ({ call_key: callKey, call_id: callId, name, args, ...(meta === undefined ? {} : { meta }) })),
  });
  return draft.decision(undefined);
}

export type TurnCall = Pick<EndedCall, 'callKey' | 'callId' | 'name' | 'purpose' | 'end' | 'rule' | 'text' | 'isJson'>;

/** The end of a call that only looked, or that was refused. */
export function noteTurnCall(board: Board, part: TurnPart, call: TurnCall): Decision<undefined> {
  const draft = new Draft(board);
  putTurnCall(draft, part, call);
  return draft.decision(undefined);
}

/** A deed and its answer are one change. */
export function withTurnCall(board: Board, change: Change, part: TurnPart, call: TurnCall): Change {
  const draft = new Draft(board);
  putTurnCall(draft, part, call);
  const events: readonly MusterEvent[] = [...change.events, ...draft.events];
  return { ...change, events };
}

function putTurnCall(draft: Draft, part: TurnPart, { callKey, callId, name, purpose, end, rule, text, isJson }: TurnCall): void {
  draft.note('tool.ended', part, {
    turn: part.turn, call_key: callKey, ...(callId === null ? {} : { call_id: callId }), name, ...(purpose === null ? {} : { purpose }),
    outcome: end, ...(rule === null ? {} : { rule }), text, ...(isJson ? { is_json: true } : {}), effects: [],
  });
}

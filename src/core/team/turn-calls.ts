// What is written about the calls of a member's turn: the round before any of it is done, and each deed in the very commit that
// does it. So a turn that is cut off is gone on from, and what it did is not done a second time.
import type { Board } from '../board/board.ts';
import { Draft, type Change, type Decision, type MusterEvent } from '../change.ts';
import type { GoalId, TaskId } from '../ids.ts';
import { answerOut, roundOut, type AnsweredCall, type Round } from '../moves/tool-calls.ts';
import { currentTurn, type TurnRef } from './turn.ts';

export interface TurnPart extends TurnRef {
  readonly goalId: GoalId;
  /** The task in its hands, where it holds one. */
  readonly taskId: TaskId | null;
}

/** A round may only be begun by the turn that is the current one. */
export function noteTurnRound(board: Board, part: TurnPart, round: Round): Decision<undefined> {
  const life = currentTurn(board, part);
  if ('ok' in life) return life;
  const draft = new Draft(board);
  draft.note('tool.requested', part, { turn: part.turn, ...roundOut(round) });
  return draft.decision(undefined);
}

/** The end of a call that only looked, or that was refused. Its arguments stand in the round. */
export function noteTurnCall(board: Board, part: TurnPart, call: AnsweredCall): Decision<undefined> {
  const draft = new Draft(board);
  putTurnCall(draft, part, call);
  return draft.decision(undefined);
}

/** A deed and its answer are one change. */
export function withTurnCall(board: Board, change: Change, part: TurnPart, call: AnsweredCall): Change {
  const draft = new Draft(board);
  putTurnCall(draft, part, call);
  const events: readonly MusterEvent[] = [...change.events, ...draft.events];
  return { ...change, events };
}

function putTurnCall(draft: Draft, part: TurnPart, call: AnsweredCall): void {
  draft.note('tool.ended', part, { turn: part.turn, ...answerOut(call), effects: [] });
}

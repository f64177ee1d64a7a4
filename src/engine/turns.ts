// What was said to models is written in the commit of what came of it, so that spending is on record exactly once.
import type { Board } from '../core/board/board.ts';
import { Draft, type Decision } from '../core/change.ts';
import type { GoalId, TaskId } from '../core/ids.ts';
import type { JsonObject } from '../core/json.ts';
import type { TurnRecord } from '../ports/member.ts';

export interface TurnsAbout {
  readonly id: TaskId | null;
  readonly goalId: GoalId;
  readonly assigneeId: string | null;
}

export function noteTurns<T>(board: Board, decision: Decision<T>, about: TurnsAbout, turns: readonly TurnRecord[]): Decision<T> {
  if (!decision.ok || turns.length === 0) return decision;
  const draft = new Draft(board);
  for (const turn of turns) draft.note('turn.ended', { goalId: about.goalId, ...(about.id === null ? {} : { taskId: about.id }), memberId: about.assigneeId }, turnOut(turn));
  const noted = draft.decision(decision.value);
  if (!noted.ok || noted.change === undefined) return decision;
  if (decision.change === undefined) return noted;
  return { ...decision, change: { ...decision.change, events: [...decision.change.events, ...noted.change.events] } };
}

const turnOut = (turn: TurnRecord): JsonObject => ({
  purpose: turn.purpose, model: turn.model, prompt: turn.prompt, locale: turn.locale, hash: turn.hash, ms: turn.ms,
  ...(turn.inputTokens === undefined ? {} : { input_tokens: turn.inputTokens }),
  ...(turn.cachedInputTokens === undefined ? {} : { cached_input_tokens: turn.cachedInputTokens }),
  ...(turn.outputTokens === undefined ? {} : { output_tokens: turn.outputTokens }),
  ...(turn.error === undefined ? {} : { error: turn.error }),
});

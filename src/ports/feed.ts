// Live signals: text as it is written, never stored; losing one is harmless.
import type { GoalId, TaskId } from '../core/ids.ts';

/** Whose turn it is. */
export interface TurnPlace {
  readonly goalId: GoalId;
  readonly taskId: TaskId | null;
  readonly memberId: string;
}

export type Signal =
  | (TurnPlace & { readonly kind: 'turn.text'; readonly delta: string })
  /** The try whose text came so far has failed: that text is void, what follows is a new try from its beginning. */
  | (TurnPlace & { readonly kind: 'turn.restarted' });

export interface Feed {
  /** Never throws, never waits. */
  publish(signal: Signal): void;
}

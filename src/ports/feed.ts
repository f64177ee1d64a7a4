// Live signals: text as it is written, and waits that cannot be written down; never stored, and losing one is harmless.
import type { GoalId, TaskId } from '../core/ids.ts';
import type { WriteWait } from './store.ts';

/** Whose turn it is. */
export interface TurnPlace {
  readonly goalId: GoalId;
  readonly taskId: TaskId | null;
  readonly memberId: string;
}

export type Signal =
  | (TurnPlace & { readonly kind: 'turn.text'; readonly delta: string })
  /** The try whose text came so far has failed: that text is void, what follows is a new try from its beginning. */
  | (TurnPlace & { readonly kind: 'turn.restarted' })
  /** What is done cannot be written, so all work waits for the store: why, since when, and what to do. Again where the reason is another. */
  | (WriteWait & { readonly kind: 'store.waits' })
  /** Nothing waits for the store any more. */
  | { readonly kind: 'store.goes_on' };

export interface Feed {
  /** Never throws, never waits. */
  publish(signal: Signal): void;
}

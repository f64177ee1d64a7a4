// Nudges, not truth: "look at goal g", "run attempt a". A lost one is found by the sweep, a doubled one finds nothing to do,
// so a queue needs no more than this.
import type { GoalId, TaskId } from '../core/ids.ts';

export type WakeUp =
  | { readonly kind: 'plan-goal'; readonly goalId: GoalId }
  | { readonly kind: 'run-task'; readonly taskId: TaskId; readonly token: number }
  | { readonly kind: 'review-task'; readonly taskId: TaskId }
  /** Its work is merged, for it is taken as it is. */
  | { readonly kind: 'take-work'; readonly taskId: TaskId }
  | { readonly kind: 'replan-task'; readonly goalId: GoalId }
  | { readonly kind: 'close-goal'; readonly goalId: GoalId }
  | { readonly kind: 'watch-starts'; readonly taskId: TaskId }
  /** Where members claim: who has news? */
  | { readonly kind: 'attend-team' };

export interface Queue {
  /** Never throws, never waits. May lose or double a wake-up. */
  send(wakeUp: WakeUp): void;
  /** `handler` gets every wake-up from now on; the returned function ends that. */
  receive(handler: (wakeUp: WakeUp) => void): () => void;
  close(): void;
}

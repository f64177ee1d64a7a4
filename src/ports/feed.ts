// Live signals: text as it is written, never stored; losing one is harmless.
import type { GoalId, TaskId } from '../core/ids.ts';

export interface Signal {
  readonly kind: 'turn.text';
  readonly goalId: GoalId;
  readonly taskId: TaskId | null;
  readonly memberId: string;
  readonly delta: string;
}

export interface Feed {
  /** Never throws, never waits. */
  publish(signal: Signal): void;
}

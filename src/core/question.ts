// A question waits for a person (or the manager). It has a text, ways to answer, a deadline and a default,
// and the answer and the move it causes are one commit.
import type { GoalId, QuestionId, TaskId } from './ids.ts';
import type { Bilingual, Json, JsonObject } from './json.ts';
import type { QuestionState } from './lifecycles.ts';

export type QuestionKind =
  /** a task is escalated: a person decides its fate */
  | 'escalation'
  /** the manager's plan waits for a person's word */
  | 'goal_plan'
  /** no usable plan came about */
  | 'plan_failed';

export interface Question {
  readonly id: QuestionId;
  readonly key: number;
  readonly goalId: GoalId;
  readonly taskId: TaskId | null;
  readonly kind: QuestionKind;
  readonly state: QuestionState;
  readonly askedBy: string;
  readonly text: Bilingual;
  /** The ways out, as words that `muster answer` takes. */
  readonly choices: readonly string[];
  /** What the person needs to see to decide. */
  readonly material: Json;
  readonly createdAt: number;
  /** Milliseconds the question may stay open while the goal is not paused. */
  readonly waitMs: number;
  readonly answer: Answer | null;
  readonly closedAt: number | null;
}

export interface Answer {
  readonly choice: string;
  readonly note: string | null;
  readonly by: string;
  /** What the choice needs: `to` for reassign, `output` for edit_result, `tasks` for split. */
  readonly extra: JsonObject;
}

// A goal: what a person asked for, the root of a run. The row carries the policy it runs under and who drives it.
import { NOTHING_SPENT, type Spend, type Standing } from './budget.ts';
import type { GoalId } from './ids.ts';
import type { Locale } from './json.ts';
import type { GoalState } from './lifecycles.ts';
import type { TaskPlan } from './planning/new-task.ts';
import type { Policy } from './policy.ts';

export interface Goal {
  readonly id: GoalId;
  readonly key: number;
  readonly team: string;
  readonly text: string;
  readonly locale: Locale;
  readonly state: GoalState;
  readonly version: number;
  /** Boot epoch of the process that drives the goal; 0 is nobody. */
  readonly owner: number;
  readonly policy: Policy;
  /** What its model calls took and may take; absent until the first. */
  readonly spend?: Spend;
  /** Where the team came from (a folder, or `rehearsal`), so that `resume` can find it again; null for a team made in TypeScript. */
  readonly source: string | null;
  /** The model that was named when it was opened, so that `resume` plays with the same; absent when that was a value of a program. */
  readonly model?: string;
  /** More tasks may still be added by the program that opened it, so it does not close when its tasks have ended. */
  readonly openEnded: boolean;
  /** Since when it is paused; null is not paused. */
  readonly pausedAt: number | null;
  /** Ended pauses, oldest first. A deadline does not run while a goal is paused. */
  readonly pauses: readonly (readonly [from: number, to: number])[];
  readonly planTries: number;
  /** What was wrong with the last plan; the next try is told. */
  readonly planProblems: readonly string[];
  /** A plan that waits for a person's word. */
  readonly proposal: TaskPlan | null;
  /** How often a person sent a plan back. */
  readonly planRefusals: number;
  /** What persons said about the plans so far; every later try is told. */
  readonly planFeedback?: readonly string[];
  /** Tools that a person lets run without asking for the rest of the goal. */
  readonly allowedTools?: readonly string[];
  readonly summary: string | null;
  readonly comment: string | null;
  /** First event and first task of the goal: the log is read from here, without an index. */
  readonly firstSeq: number;
  readonly firstTask: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly endedAt: number | null;
}

/** Milliseconds of `since..now` in which the clocks of the goal ran. */
export const elapsed = (goal: Goal, since: number, now: number): number => {
  let running = (goal.pausedAt === null ? now : Math.min(now, goal.pausedAt)) - since;
  for (const [from, to] of goal.pauses) if (to > since) running -= to - Math.max(from, since);
  return Math.max(0, running);
};

/** What was called off during a pause is over, and paused no more. */
export const isPaused = (goal: Goal): boolean => goal.pausedAt !== null && goal.endedAt === null;

/** The budget is used up and a person is asked: no new work and no new call until the answer. */
export const isHalted = (goal: Goal): boolean => goal.spend?.halt?.kind === 'asked';
/** The budget is used up for good: it starts nothing more and ends with what is there. */
export const isEnding = (goal: Goal): boolean => goal.spend?.halt?.kind === 'ending';

export function standingOf(goal: Goal, now: number): Standing {
  const spend = goal.spend ?? NOTHING_SPENT;
  const until = spend.halt?.kind === 'asked' ? spend.halt.since : now;
  return { limits: spend.limits ?? goal.policy.budget, spend, minutes: elapsed(goal, goal.createdAt, until) / 60_000 };
}

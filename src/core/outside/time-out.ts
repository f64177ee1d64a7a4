// Times as the outside sees them: ISO 8601 in UTC.
import type { Goal } from '../goal.ts';

export const timeOut = (at: number): string => new Date(at).toISOString();

export const timeOrNull = (at: number | null): string | null => (at === null ? null : timeOut(at));

/** When a wait that began at `since` ends, if the goal is not paused again; null while it is paused, as clocks stand still. */
export function deadlineOut(goal: Goal, since: number, limitMs: number): string | null {
  if (goal.pausedAt !== null) return null;
  let paused = 0;
  for (const [from, to] of goal.pauses) if (to > since) paused += to - Math.max(from, since);
  return timeOut(since + limitMs + paused);
}

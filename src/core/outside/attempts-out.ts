// Attempts as the outside sees them. They have no rows of their own: each is read from the events of its task, so the record
// of who tried what, and how it ended, is the log itself.
import type { MusterEvent } from '../change.ts';
import type { EventType } from '../events.ts';
import type { TaskId } from '../ids.ts';
import type { Json, JsonObject } from '../json.ts';
import { timeOut } from './time-out.ts';

export type VerdictOut = {
  readonly reviewer_id: string | null;
  readonly verdict: 'approve' | 'reject' | 'inconclusive';
  readonly comment: string;
  readonly criteria: Json;
  readonly fixes: Json;
  readonly scores: Json;
  readonly given_at: string;
};

export type AttemptOut = {
  readonly attempt_id: string;
  readonly task_id: string;
  readonly agent_id: string | null;
  readonly epoch: number;
  readonly started_at: string;
  readonly ended_at: string | null;
  /** The move that ended it, such as `submitted` or `lost`. */
  readonly ended_by: string | null;
  readonly output: Json;
  readonly execution_summary: string;
  readonly verdicts: readonly VerdictOut[];
  /** A result that came when the attempt was no longer the current one. */
  readonly set_aside: JsonObject | null;
  readonly worktree_path: string | null;
  readonly worktree_branch: string | null;
};

/** `events`: those of one task, oldest first. */
export function attemptsOut(taskId: TaskId, events: readonly MusterEvent[]): readonly AttemptOut[] {
  const attempts: AttemptOut[] = [];
  const change = (index: number, fields: Partial<AttemptOut>) => {
    const before = attempts[index];
    if (before !== undefined) attempts[index] = { ...before, ...fields };
  };
  for (const event of events) {
    const newest = attempts.length - 1;
    const verdict = verdictOut(event);
    if (event.type === 'task.started' || event.type === 'task.claimed') attempts.push(begun(taskId, event, attempts.length + 1));
    else if (event.type === 'task.tree_entered') change(indexOf(attempts, event) ?? newest, { worktree_path: textIn(event, 'worktree_path'), worktree_branch: textIn(event, 'worktree_branch') });
    else if (event.type === 'task.result_set_aside') change(indexOf(attempts, event) ?? newest, { set_aside: { ...resultOf(event), reason: textIn(event, 'reason'), received_at: timeOut(event.at) } });
    else if (verdict !== undefined) change(newest, { verdicts: [...(attempts[newest]?.verdicts ?? []), verdict] });
    else if (ENDS.has(event.type) && attempts[newest]?.ended_at === null) {
      change(newest, {
        ended_at: timeOut(event.at),
        ended_by: event.type.slice('task.'.length),
        ...(HANDS_IN.has(event.type) ? resultOf(event) : {}),
      });
    }
  }
  return attempts;
}

const HANDS_IN: ReadonlySet<EventType> = new Set(['task.submitted', 'task.completed']);

/** What ends the attempt that is open when it happens. */
const ENDS: ReadonlySet<EventType> = new Set([...HANDS_IN, 'task.lost', 'task.declined', 'task.escalated', 'task.cancelled', 'task.edited', 'task.reassigned', 'task.released', 'task.failed']);

const begun = (taskId: TaskId, event: MusterEvent, number: number): AttemptOut => ({
  attempt_id: textIn(event, 'attempt_id') || `attempt_${taskId.slice('task_'.length)}_${number}`,
  task_id: taskId,
  agent_id: event.memberId,
  epoch: Number(event.details?.['epoch'] ?? 0),
  started_at: timeOut(event.at),
  ended_at: null,
  ended_by: null,
  output: null,
  execution_summary: '',
  verdicts: [],
  set_aside: null,
  worktree_path: null,
  worktree_branch: null,
});

function indexOf(attempts: readonly AttemptOut[], event: MusterEvent): number | undefined {
  const at = attempts.findIndex((attempt) => attempt.attempt_id === event.details?.['attempt_id']);
  return at < 0 ? undefined : at;
}

const resultOf = (event: MusterEvent) => ({ output: event.details?.['output'] ?? null, execution_summary: textIn(event, 'execution_summary') });

const VERDICTS: Partial<Record<EventType, VerdictOut['verdict']>> = {
  'task.approved': 'approve',
  'task.rejected': 'reject',
  'task.review_inconclusive': 'inconclusive',
  'task.verdict_given': 'approve',
};

function verdictOut(event: MusterEvent): VerdictOut | undefined {
  const verdict = VERDICTS[event.type];
  if (verdict === undefined) return undefined;
  const { details } = event;
  return {
    reviewer_id: textIn(event, 'reviewer') || null,
    verdict,
    comment: textIn(event, 'comment') || textIn(event, 'reason'),
    criteria: details?.['criteria'] ?? [],
    fixes: details?.['fixes'] ?? [],
    scores: details?.['scores'] ?? null,
    given_at: timeOut(event.at),
  };
}

function textIn(event: MusterEvent, field: string): string {
  const value = event.details?.[field];
  return typeof value === 'string' ? value : '';
}

// A task that starts again and again spends without coming nearer. Three starts within ten minutes (lost ones too) are told to
// a person, with the row and every execution summary. Once is a warning; the second such window holds the task with a question.
import type { Board } from '../board/board.ts';
import { Draft, type Decision, type MusterEvent } from '../change.ts';
import { TRIPS } from '../gate/breakers.ts';
import type { TaskId } from '../ids.ts';
import { isAtWork } from '../lifecycles.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Policy } from '../policy.ts';
import { withMore, type Task } from '../task.ts';
import { escalate } from './escalation.ts';

/** `events`: those of the task, oldest first. */
export function watchStarts(board: Board, taskId: TaskId, events: readonly MusterEvent[]): Decision<'raised' | 'calm'> {
  const task = board.task(taskId);
  const goal = task === undefined ? undefined : board.goal(task.goalId);
  if (task === undefined || goal === undefined || !isRunaway(goal.policy, events)) return { ok: true, value: 'calm' };
  const draft = new Draft(board);
  const { en, zh } = TRIPS.runaway;
  const stops = task.more?.runaway === true && isAtWork(task.state);
  draft.note('alert.raised', { goalId: goal.id, taskId, memberId: task.assigneeId }, {
    kind: 'runaway',
    step: stops ? 'stop' : 'warn',
    says: { en, zh },
    state: stateOf(task),
    history: events.flatMap(summaryIn),
  });
  if (stops) escalate(draft, task, 'breaker_stop', { trip: 'runaway' });
  else if (task.endedAt === null) draft.putTask({ ...task, more: withMore(task, { runaway: true }) });
  return draft.decision('raised');
}

/** The last starts lie within the window, and none of them was part of an alert before. */
export function isRunaway({ limits, times }: Policy, events: readonly MusterEvent[]): boolean {
  const told = events.findLast((event) => event.type === 'alert.raised' && event.details?.['kind'] === 'runaway')?.seq ?? 0;
  const unpaid = new Set(events.filter(isUnpaid).map(attemptIn));
  const starts = events.filter((event) => (event.type === 'task.started' || event.type === 'task.claimed') && event.seq > told && !unpaid.has(attemptIn(event)));
  const [first, last] = [starts.at(-limits.runawayStarts), starts.at(-1)];
  return first !== undefined && last !== undefined && last.at - first.at <= times.runawayMs;
}

/** An attempt that found no room in the budget has called nothing; the answer to the budget starts it again. */
const isUnpaid = ({ type, details }: MusterEvent): boolean => type === 'task.lost' && details?.['reason'] === 'budget_used_up';
const attemptIn = ({ details }: MusterEvent): Json | undefined => details?.['attempt_id'];

/** The row in the form that the outside sees. */
const stateOf = (task: Task): JsonObject => ({
  task_id: task.id, status: task.state, assignee_id: task.assigneeId, reviewer_id: task.reviewerId, starts: task.starts, attempts: task.attempts,
  losses: task.losses, review_faults: task.reviewFaults, version: task.version, fixes: task.more?.fixes ?? [], comment: task.more?.comment ?? null,
  created_at: task.createdAt, updated_at: task.updatedAt,
});

/** What an attempt left behind: its summary, or why it ended without one. */
function summaryIn({ type, at, memberId, details }: MusterEvent): readonly JsonObject[] {
  const outcome = OUTCOMES.get(type);
  if (outcome === undefined || details === null) return [];
  const said: Json | undefined = details['execution_summary'] ?? details['reason'];
  return [{ attempt_id: details['attempt_id'] ?? null, agent_id: memberId, outcome, execution_summary: said ?? '', at }];
}

const OUTCOMES: ReadonlyMap<string, string> = new Map([
  ['task.submitted', 'submitted'], ['task.completed', 'completed'], ['task.result_set_aside', 'set_aside'], ['task.lost', 'lost'], ['task.declined', 'declined'],
]);

// The log of a goal as short lines, so that a test can say a whole journey as a list of texts:
// `task_1 started copywriter`, `question_1 asked`, `goal_1 closed`.
import type { MusterEvent } from '../core/change.ts';
import type { GoalId } from '../core/ids.ts';
import type { Store } from '../ports/store.ts';

export interface LogOptions {
  /** Also the lines of model calls, such as `task_1 turn work`; left out when absent. */
  readonly turns?: boolean;
}

export async function eventLog(store: Pick<Store, 'read'>, goalId: GoalId, { turns = false }: LogOptions = {}): Promise<string[]> {
  const events = await store.read.events({ afterSeq: 0, goalId, limit: Infinity });
  return events.filter((event) => turns || event.type !== 'turn.ended').map(eventLine);
}

/** One event as a line: what it is about, what happened, and who was concerned, if anybody was. */
export function eventLine(event: MusterEvent): string {
  const [kind = '', verb = ''] = event.type.split('.');
  const { details } = event;
  if (event.type === 'turn.ended') return `${event.taskId ?? event.goalId ?? 'team'} turn ${text(details?.['purpose'])}${details?.['error'] === undefined ? '' : ` ${text(details['error'])}`}`;
  const about = kind === 'question' ? text(details?.['question_id']) : (event.taskId ?? event.goalId ?? 'team');
  const who = details?.['reviewer'] ?? event.memberId;
  return [about, verb, ...(typeof who === 'string' ? [who] : [])].join(' ');
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '?');

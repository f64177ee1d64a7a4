// The output of a task lives once, in the event that handed it in.
import type { MusterEvent } from '../core/change.ts';
import type { TaskResult } from '../core/task.ts';

export function resultIn(event: Pick<MusterEvent, 'details'> | undefined): TaskResult | undefined {
  const details = event?.details;
  const output = details?.['output'];
  if (details === null || details === undefined || output === undefined) return undefined;
  const summary = details['execution_summary'];
  return { output, executionSummary: typeof summary === 'string' ? summary : '' };
}

// The rows of goals and tasks told again from the events alone, by the tables of moves: where the two differ, an event was
// lost, doubled or written without its row.
import type { MusterEvent } from '../../src/core/change.ts';
import { goalMachine, taskMachine } from '../../src/core/lifecycles.ts';

export interface Told {
  readonly state: string;
  readonly version: number;
}

/** Problems in words; none when the events are numbered without a gap and tell every row. */
export function problemsOf(events: readonly MusterEvent[], rows: readonly (Told & { readonly id: string })[]): readonly string[] {
  const gaps = events.flatMap(({ seq }, index) => (seq === index + 1 ? [] : [`event ${index + 1} has the number ${seq}`]));
  const told = new Map<string, Told>();
  const odd: string[] = [];
  for (const event of events) {
    if (event.version === 0) continue;
    const id = event.taskId ?? event.goalId ?? '';
    const before = told.get(id);
    const next = moved(event, before);
    if (next === undefined) odd.push(`${id}: ${event.type} is no move from ${before?.state ?? 'nothing'}`);
    else if (event.version !== (before?.version ?? 0) + 1) odd.push(`${id}: ${event.type} has version ${event.version} after ${before?.version ?? 0}`);
    told.set(id, { state: next ?? '?', version: event.version });
  }
  const differing = rows.flatMap(({ id, state, version }) => {
    const said = told.get(id);
    return said?.state === state && said.version === version ? [] : [`${id} is ${state} at version ${version}, and its events say ${said?.state ?? 'nothing'} at ${said?.version ?? 0}`];
  });
  return [...gaps, ...odd, ...differing];
}

interface AnyRow {
  readonly emits: string;
  readonly from: readonly string[] | null;
  readonly to: string;
}

function moved({ type, taskId, details }: MusterEvent, before: Told | undefined): string | undefined {
  const table: readonly AnyRow[] = taskId === null ? goalMachine.table : taskMachine.table;
  const fits = table.filter((row) => row.emits === type && (before === undefined ? row.from === null : row.from?.includes(before.state) === true));
  const [only] = fits.length < 2 ? fits : fits.filter((row) => row.to === chosen(type, details));
  return only?.to;
}

/** Where one event may lead to several states, its details say which. */
function chosen(type: string, details: MusterEvent['details']): string {
  switch (type) {
    case 'task.created':
      return details?.['depends_on'] === undefined ? 'pending' : 'blocked';
    case 'task.started':
      return 'executing';
    case 'goal.closed':
      return 'done'; // the journeys here all reach their goal
    default:
      return '';
  }
}

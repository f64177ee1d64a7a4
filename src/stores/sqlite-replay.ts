// Replay: the state of every task built again from its events alone, to be held against the rows. It reads three columns and
// parses no details, so a long history costs little more than reading it.
import type { DatabaseSync } from 'node:sqlite';

export interface Replayed {
  /** Events of tasks. */
  readonly events: number;
  /** Task key → version after its last move. */
  readonly versions: ReadonlyMap<number, number>;
  /** Task key → type of its last move. */
  readonly last: ReadonlyMap<number, string>;
}

export function replayEvents(db: DatabaseSync): Replayed {
  const statement = db.prepare('SELECT task, type, version FROM event WHERE task IS NOT NULL ORDER BY seq');
  statement.setReturnArrays(true);
  const versions = new Map<number, number>();
  const last = new Map<number, string>();
  let events = 0;
  for (const row of statement.iterate()) {
    events += 1;
    const cells: unknown = row;
    if (!Array.isArray(cells)) continue;
    const task: unknown = cells[0];
    const version: unknown = cells[2];
    // Notes carry no version: they are no moves.
    if (typeof task !== 'number' || typeof version !== 'number' || version === 0) continue;
    versions.set(task, version);
    last.set(task, String(cells[1]));
  }
  return { events, versions, last };
}

// What a scenario is: runs, each measured in a process of its own, and rows, each a value computed from the runs of one
// round. Runs of one block are interleaved, so that noise hits all of them alike.
import type { Count, HistoryShape, Sync } from './engine.ts';
import type { Grouping, Schema } from './floor.ts';

export type Metrics = Readonly<Record<string, number>>;

/** `faults` are counts that are off: a run that lost, doubled or skipped something was not measured. */
export interface Measured {
  readonly metrics: Metrics;
  readonly faults: readonly string[];
}

export interface Run {
  readonly id: string;
  /** A floor holds still: a round in which its `ms` strays from its median is run again. */
  readonly isFloor: boolean;
  readonly flags?: readonly string[];
  /** The file that the run finds at its place; without it there is none yet. */
  readonly history?: HistoryShape;
  measure(file: string): Promise<Measured>;
}

export type Bar = { readonly atMost: number } | { readonly atLeast: number };

export interface Row {
  readonly name: string;
  readonly says: string;
  readonly unit: '×' | 'µs' | 'ms' | 'tasks/s' | 'bytes' | 'timers' | 'tokens' | 'part';
  readonly runs: readonly string[];
  value(of: (run: string) => Metrics): number;
  /** Without a bar the row is there for reference. */
  readonly bar?: Bar;
}

export interface Block {
  readonly name: string;
  readonly runs: readonly Run[];
  readonly rows: readonly Row[];
}

export const SYNCS = ['NORMAL', 'FULL'] as const satisfies readonly Sync[];
export const SCHEMAS = ['anchor', 'lean'] as const satisfies readonly Schema[];

/** F, Ffull, FG, FGfull. */
export const floorName = (grouping: Grouping, sync: Sync): string => `F${grouping === 'turn' ? 'G' : ''}${sync === 'FULL' ? 'full' : ''}`;

/** The metric of one run over the same metric of another. */
export const ratio = (metric: string, over: string, under: string) => ({
  runs: [over, under],
  value: (of: (run: string) => Metrics): number => metricOf(of(over), metric) / metricOf(of(under), metric),
});

export const metric = (name: string, run: string) => ({
  runs: [run],
  value: (of: (run: string) => Metrics): number => metricOf(of(run), name),
});

function metricOf(metrics: Metrics, name: string): number {
  const value = metrics[name];
  if (value === undefined) throw new Error(`The run has no metric "${name}".`);
  return value;
}

/** A row with its bar against the anchor floor, and the same without a bar against the lean one. */
export const againstFloors = (bar: Bar, rowFor: (schema: Schema) => Omit<Row, 'bar'>): readonly Row[] =>
  SCHEMAS.map((schema) => {
    const row = rowFor(schema);
    return schema === 'anchor' ? { ...row, bar } : { ...row, name: `${row.name}.lean`, says: `${row.says} (lean floor)` };
  });

export interface Expected {
  readonly doneAtVersion: Readonly<Record<number, number>>;
  /** Events of tasks that have not ended. */
  readonly openEvents?: number;
  readonly openTasks?: number;
}

/** The sentences that say where a count is off; none when each task has its versions, its events and no double. */
export function faultsOf(count: Count, expected: Expected): readonly string[] {
  const versions = Object.entries(expected.doneAtVersion).filter(([, tasks]) => tasks > 0);
  const ended = versions.reduce((sum, [, tasks]) => sum + tasks, 0);
  const events = versions.reduce((sum, [version, tasks]) => sum + Number(version) * tasks, 0);
  const differ = (what: string, is: number, should: number) => (is === should ? [] : [`${what}: ${is} instead of ${should}`]);
  const seen = new Set([...versions.map(([version]) => Number(version)), ...Object.keys(count.doneAtVersion).map(Number)]);
  return [
    ...differ('tasks', count.tasks, ended + (expected.openTasks ?? 0)),
    ...differ('events', count.events, events + (expected.openEvents ?? 0)),
    ...differ('duplicates', count.duplicates, 0),
    ...[...seen].flatMap((version) => differ(`ended at version ${version}`, count.doneAtVersion[version] ?? 0, expected.doneAtVersion[version] ?? 0)),
  ];
}

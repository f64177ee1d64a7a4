// What the benchmark asks of an engine. The floors and Muster stand behind the same few calls, so that one scenario
// measures both. An engine does the work of workload.ts, keeps six versions and six events for each reviewed task, and
// resolves a promise only when that task is durable.

export type Sync = 'NORMAL' | 'FULL';

/** Who reviews: another member, nothing but total machine criteria (a `contains` and a length), or nobody. */
export type Review = 'member' | 'criteria' | 'none';

export interface BenchInput {
  readonly topic: string;
  readonly tone: string;
  readonly max_length: number;
  readonly criteria: readonly string[];
}

export interface BenchTask {
  readonly id: string;
  readonly input: BenchInput;
}

export interface BenchNode {
  readonly id: string;
  readonly dependsOn: readonly string[];
}

/** What is in the file, read from the file: never from memory. Events of goals, members and the team itself are not counted. */
export interface Count {
  /** Rows of tasks, whatever their state. */
  readonly tasks: number;
  readonly events: number;
  /** Version → number of tasks that ended well (`done` or `completed`) at this version. */
  readonly doneAtVersion: Readonly<Record<number, number>>;
  /** Events that share their task and their version with another event. */
  readonly duplicates: number;
}

interface Counted {
  count(): Count;
  close(): Promise<void>;
}

export interface TaskTeam extends Counted {
  /** One promise for each task, in their order; it resolves when the task is done and durable. */
  add(tasks: readonly BenchTask[]): readonly Promise<void>[];
}

export interface GraphTeam extends Counted {
  /** Submits one graph, in this turn of the event loop; resolves when every node is done and durable. */
  addGraph(nodes: readonly BenchNode[]): Promise<void>;
}

export type BenchTeam = TaskTeam & GraphTeam;

export interface FileOptions {
  /** A file that does not exist yet, or one that `fillHistory` made: then its open tasks are taken up. */
  readonly file: string;
  readonly sync: Sync;
}

export interface TeamOptions extends FileOptions {
  /** Members that work, each with room for one task. */
  readonly members: number;
  readonly review: Review;
  /** The work function calls this first and waits for it: a gate, a delay, or a wait that never ends. */
  readonly hold?: () => Promise<void>;
}

/** Past that a file is filled with: ended tasks of six events and six versions each, then tasks that still wait. */
export interface HistoryShape {
  readonly endedTasks: number;
  /** Pending, with their first event only. */
  readonly openTasks: number;
}

export interface BenchEngine {
  open(options: TeamOptions): Promise<BenchTeam>;
  /** Makes `file`, a store with this past, and leaves one closed and checkpointed file that can be copied. */
  fillHistory(file: string, shape: HistoryShape): Promise<void>;
  /** Folds all events of `file` into states, and scans the same columns of the same rows without folding. */
  replay(file: string): Promise<{ readonly foldMs: number; readonly scanMs: number; readonly events: number }>;
}

/** Versions, and so events, of a task without prerequisites that ended well. `unblock` adds one where there are some. */
export const VERSIONS = { member: 6, criteria: 6, none: 4 } as const satisfies Record<Review, number>;

/** The engine under test. It is loaded by name, so that the floors run where it is not built. */
export async function loadMuster(): Promise<BenchEngine> {
  const address = new URL('./muster-engine.ts', import.meta.url);
  const module: unknown = await import(address.href).catch((cause: unknown) => {
    throw new Error(`The engine under test could not be loaded from ${address.pathname}. Rows named "floor" run without it: --only floor.`, { cause });
  });
  if (!hasEngine(module)) throw new Error(`${address.pathname} must export "engine" with open, fillHistory and replay.`);
  return module.engine;
}

function hasEngine(module: unknown): module is { engine: BenchEngine } {
  if (typeof module !== 'object' || module === null || !('engine' in module)) return false;
  const engine = module.engine;
  if (typeof engine !== 'object' || engine === null) return false;
  return 'open' in engine && 'fillHistory' in engine && 'replay' in engine;
}

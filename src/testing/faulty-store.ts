// A store that fails where a test says. `stop` ends the world at the n-th commit, as if the process had died there: nothing
// resolves, nothing is announced and nothing is seen any more. `refuse` fails some commits and then recovers. What the store
// beneath holds is real throughout.
import { LiveBoard } from '../core/board/live-board.ts';
import type { Board } from '../core/board/board.ts';
import type { Decision } from '../core/change.ts';
import { refuse, TeamError } from '../core/errors.ts';
import type { RowId } from '../core/ids.ts';
import { STORE_FAULTS } from '../core/refusals/store-faults.ts';
import type { CommitOptions, Outcome, Store, WriteWait } from '../ports/store.ts';
import type { Reads } from '../ports/reads.ts';

export type StoreFault =
  /** `before`: the n-th commit that writes is not written. `after`: it is written, and nobody hears of it. Counted from 1. */
  | { readonly kind: 'stop'; readonly at: number; readonly mode: 'before' | 'after' }
  /** Once `from - 1` commits are written, the next `times` tries fail with `code`. Patient commits wait it out. */
  | { readonly kind: 'refuse'; readonly code: 'store.unavailable' | 'store.busy'; readonly from?: number; readonly times: number };

export interface FaultyStore extends Store {
  /** Resolves when the world stopped. Close the store then, and open its file again as the next process would. */
  readonly stopped: Promise<void>;
  /** How many commits were written through this store. */
  written(): number;
}

export function faultyStore(inner: Store, faults: readonly StoreFault[]): FaultyStore {
  const fate = fateOf(faults);
  const waits = waitsOf(inner);
  const unlessDead = <T>(act: () => Promise<T>): Promise<T> => (fate.isDead() ? forEver() : act().then(fate.hear));
  return {
    location: inner.location,
    epoch: inner.epoch,
    stopped: fate.stopped,
    written: fate.written,
    commit: (ids, decide, options) => unlessDead(() => commit({ inner, fate, waits }, { ids, decide, options })),
    perform: ({ kind, input }, options) => unlessDead(() => commit({ inner, fate, waits }, { ids: kind.ids(input), decide: (board) => kind.decide(board, input), options })),
    onEvents: (listener) => inner.onEvents((events) => void (fate.isDead() || listener(events))),
    onWait: (listener) => {
      const ends = [waits.listen(listener), inner.onWait((wait) => void (fate.isDead() || listener(wait)))];
      return () => ends.forEach((end) => end());
    },
    refresh: () => unlessDead(() => inner.refresh()),
    // Work that was under way when the world stopped finds an empty board, and so has no further effect.
    look: (read) => (fate.isDead() ? read(new LiveBoard(inner.epoch)) : inner.look(read)),
    recallResult: (id) => (fate.isDead() ? undefined : inner.recallResult(id)),
    recall: (task) => (fate.isDead() ? undefined : inner.recall(task)),
    read: readsUnlessDead(inner.read, unlessDead),
    isDead: (epoch, leaseMs) => inner.isDead(epoch, leaseMs),
    beat: () => unlessDead(() => inner.beat()),
    backup: (file) => unlessDead(() => inner.backup(file)),
    close: () => inner.close(),
  };
}

/** A dead process hears nothing more. */
const forEver = <T>(): Promise<T> => new Promise<T>(() => undefined);

interface Fate {
  readonly stopped: Promise<void>;
  isDead(): boolean;
  written(): number;
  /** Called by each decision that would write; false when it must not. */
  mayWrite(): boolean;
  /** The fault of this try, if it has one. */
  faultNow(): TeamError | undefined;
  /** Passes an outcome on to those who live. */
  readonly hear: <T>(outcome: T) => T | Promise<T>;
}

function fateOf(faults: readonly StoreFault[]): Fate {
  const stop = faults.find((fault) => fault.kind === 'stop');
  const left = new Map(faults.flatMap((fault) => (fault.kind === 'refuse' ? [[fault, fault.times] as const] : [])));
  const { promise: stopped, resolve: tell } = Promise.withResolvers<void>();
  let written = 0;
  let dead = false;
  const die = () => {
    dead = true;
    tell();
  };
  return {
    stopped,
    isDead: () => dead,
    written: () => written,
    mayWrite() {
      if (dead) return false;
      const isLast = stop?.at === written + 1;
      if (isLast) die();
      if (isLast && stop?.mode === 'before') return false;
      written += 1;
      return true;
    },
    faultNow() {
      for (const [fault, times] of left) {
        if (times === 0 || written + 1 < (fault.from ?? 1)) continue;
        left.set(fault, times - 1);
        return new TeamError(fault.code, { en: 'The test asked for this fault. Try again.', zh: '这是测试要求的故障。请重试。' });
      }
      return undefined;
    },
    hear: (outcome) => (dead ? forEver() : outcome),
  };
}

interface Waits {
  listen(listener: (wait: WriteWait | null) => void): () => void;
  begin(code: WriteWait['code']): void;
  end(): void;
}

/** Told as a store on a disk tells it. */
function waitsOf({ location, look }: Pick<Store, 'location' | 'look'>): Waits {
  const listeners = new Set<(wait: WriteWait | null) => void>();
  let latest: WriteWait | null = null;
  const tell = (wait: WriteWait | null): void => {
    latest = wait;
    for (const listener of listeners) listener(wait);
  };
  return {
    listen(listener) {
      listeners.add(listener);
      if (latest !== null) listener(latest);
      return () => void listeners.delete(listener);
    },
    begin(code) {
      if (latest?.code === code) return;
      const says = code === 'store.busy' ? STORE_FAULTS.waitsForLock(location) : STORE_FAULTS.waitsForRoom(location);
      tell({ since: latest?.since ?? look((board) => board.now), code, says });
    },
    end: () => void (latest !== null && tell(null)),
  };
}

interface Asked<T> {
  readonly ids: readonly RowId[];
  readonly decide: (board: Board) => Decision<T>;
  readonly options: CommitOptions | undefined;
}

interface Through {
  readonly inner: Store;
  readonly fate: Fate;
  readonly waits: Waits;
}

async function commit<T>({ inner, fate, waits }: Through, { ids, decide, options }: Asked<T>): Promise<Outcome<T>> {
  for (let fault = fate.faultNow(); fault !== undefined; fault = fate.faultNow()) {
    if (options?.patient !== true) throw fault;
    waits.begin(fault.code === 'store.busy' ? 'store.busy' : 'store.unavailable');
    await new Promise((resolve) => void setImmediate(resolve));
  }
  waits.end();
  let allowed: boolean | undefined;
  return inner.commit(ids, (board) => {
    const decision = decide(board);
    if (fate.isDead() && allowed !== true) return DEAD;
    if (!decision.ok || decision.change === undefined || decision.change.events.length === 0) return decision;
    // A store may ask a decision again; it is still the same commit.
    allowed ??= fate.mayWrite();
    return allowed ? decision : DEAD;
  }, options);
}

const DEAD = refuse('engine.interrupted', { en: 'The world of this test has stopped.', zh: '这个测试的环境已停止。' });

function readsUnlessDead(read: Reads, unlessDead: <T>(act: () => Promise<T>) => Promise<T>): Reads {
  return {
    goals: () => unlessDead(() => read.goals()),
    goal: (id) => unlessDead(() => read.goal(id)),
    task: (id) => unlessDead(() => read.task(id)),
    tasksOf: (goal) => unlessDead(() => read.tasksOf(goal)),
    brief: (id) => unlessDead(() => read.brief(id)),
    prerequisites: (id) => unlessDead(() => read.prerequisites(id)),
    result: (seq) => unlessDead(() => read.result(seq)),
    questions: (filter) => unlessDead(() => read.questions(filter)),
    question: (id) => unlessDead(() => read.question(id)),
    messages: (filter) => unlessDead(() => read.messages(filter)),
    events: (filter) => unlessDead(() => read.events(filter)),
  };
}

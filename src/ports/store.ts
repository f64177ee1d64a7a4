// The contract of every store. The meaning is in one place: `commit`. What a store keeps in memory is a cache of its rows.
import type { Board } from '../core/board/board.ts';
import type { LiveBoard } from '../core/board/live-board.ts';
import type { Change, Decision, MusterEvent } from '../core/change.ts';
import type { Command } from '../core/commands/command.ts';
import type { Refusal } from '../core/errors.ts';
import type { RowId, TaskId } from '../core/ids.ts';
import type { Bilingual } from '../core/json.ts';
import type { Brief, Task, TaskResult } from '../core/task.ts';
import type { Reads } from './reads.ts';

export type Outcome<T> = { readonly ok: true; readonly value: T } | Refusal;

export interface CommitOptions {
  /** New work rather than a move of running work; moves go first when both wait. */
  readonly intake?: boolean;
  /** About how many rows it will write; 1 when absent. A large one gets a transaction of its own. */
  readonly rows?: number;
  /** Waits out a store that cannot be written right now, instead of throwing: what it carries must not be lost. */
  readonly patient?: boolean;
}

/** Patient commits wait, for the store cannot be written right now. */
export interface WriteWait {
  /** When the first of them began to wait. */
  readonly since: number;
  readonly code: 'store.busy' | 'store.unavailable';
  /** Why, in the words of whoever refused it, and what to do. */
  readonly says: Bilingual;
}

export interface Store {
  /** Where the data lives, in words for a person: a path, or `memory only`. */
  readonly location: string;
  /** Number of this process's stay at the store; 0 for a visitor, which moves nothing by itself. */
  readonly epoch: number;

  /**
   * Reads the rows named by `ids` (open rows are always there), runs the pure `decide` on them inside one transaction,
   * then `settle` until nothing is due, and writes all rows and events, or nothing.
   * Contract: atomic; resolves after the write is durable; a refusal of `decide` is a value and writes nothing; commits that
   * arrive in one turn of the event loop may share a transaction, their decisions run one after another and each caller gets
   * its own outcome. Throws `store.busy`, `store.unavailable` or `store.damaged`; then nothing of this commit was written.
   */
  commit<T>(ids: readonly RowId[], decide: (board: Board) => Decision<T>, options?: CommitOptions): Promise<Outcome<T>>;

  /** The same for a decision that is data: where several processes write, another one may make it, and it counts as made here. */
  perform<T>(command: Command<T>, options?: CommitOptions): Promise<Outcome<T>>;

  /** Called with the events of each durable transaction, also those of other processes once they are noticed. Never throws. */
  onEvents(listener: (events: readonly MusterEvent[]) => void): () => void;
  /**
   * Called when patient commits begin to wait, with each new reason, and with null when none waits any more; at once where they
   * wait already. What waits is written in no event, for there is nowhere to write it. Never throws.
   */
  onWait(listener: (wait: WriteWait | null) => void): () => void;
  /** Takes in what other processes wrote, and settles it. Resolves when that is done. Cheap when nothing was written. */
  refresh(): Promise<void>;
  /** Runs `read` on the open rows as they are now, outside any transaction. Never writes. */
  look<T>(read: (board: Board) => T): T;

  /** What is at hand of an open task without reading anything; undefined says nothing about the rows. */
  recall(task: Task): Recalled | undefined;
  /** The accepted result of a task that succeeded lately, without reading anything. */
  recallResult(id: TaskId): TaskResult | undefined;
  /** The rows as they are stored, open and ended ones. */
  readonly read: Reads;

  /** True when the process of that epoch no longer lives or has not shown life for `leaseMs`; true for 0. */
  isDead(epoch: number, leaseMs: number): boolean;
  /** Shows life. False when the lease was lost meanwhile and others may have taken over. */
  beat(): Promise<boolean>;
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

export interface Recalled {
  readonly brief: Brief;
  /** Its prerequisites. */
  readonly needs: readonly TaskId[];
  /** The newest result, when there is one and it is at hand. */
  readonly result: TaskResult | undefined;
}

/** Given to a store when it is opened: what follows from the rows as they now are. Asked again until it has no more. */
export type Settle = (board: LiveBoard) => Change | undefined;

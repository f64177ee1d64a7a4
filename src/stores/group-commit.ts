// Group commit: commits that arrive in one turn of the event loop share one transaction. Their decisions run one after
// another on the live board, what follows from each is settled at once, and every caller gets its own outcome after the
// transaction is durable. The board is a cache of the ledger: it is brought up to date inside the transaction, and built
// again from the ledger when a transaction fails.
import type { Board } from '../core/board/board.ts';
import type { LiveBoard } from '../core/board/live-board.ts';
import type { Decision, MusterEvent } from '../core/change.ts';
import type { Command } from '../core/commands/command.ts';
import { ERRORS, isTeamError, TeamError } from '../core/errors.ts';
import type { RowId } from '../core/ids.ts';
import { STORE_FAULTS } from '../core/refusals/store-faults.ts';
import type { Clock } from '../ports/clock.ts';
import type { CommitOptions, Outcome, Settle, WriteWait } from '../ports/store.ts';
import { Feed, type Foreign } from './feed.ts';
import { fifo, type Fifo } from './fifo.ts';
import { Forwarded, type Asker } from './forwarding/forwarded.ts';
import type { Forwarding } from './forwarding/forwarding.ts';
import { callAfter, LockWait } from './lock-wait.ts';
import { defect, Waiting, type AnyWaiting } from './waiting.ts';
import { WriteWaits } from './write-waits.ts';
import { nothingWritten, rowsOf, takeIn, type Written } from './written.ts';

/** Where the rows are kept. All of it is synchronous: a group is one short visit. */
export interface Ledger {
  /** False when another process writes right now. */
  begin(): boolean;
  /** Takes in what other processes wrote since the last visit; false when that was nothing. */
  catchUp(board: LiveBoard): boolean;
  /** Their events, for those who listen: those after one number and up to another. */
  eventsBetween(after: number, upTo: number): readonly MusterEvent[];
  /** Shows ended rows to the decisions of this transaction. */
  lend(board: LiveBoard, ids: readonly RowId[]): void;
  /** Throws when a row is not as the board says it is. */
  write(written: Written): void;
  commit(): void;
  rollback(): void;
  restore(board: LiveBoard): void;
  /** Cheap: has another process written since the last visit? */
  isBehind(): boolean;
  /** The event that another process wrote for this request of ours. */
  writtenFor(request: string, afterSeq: number): MusterEvent | undefined;
}

/** Rows after which a group stops taking in more. It bounds how long one turn of the event loop is held. */
const GROUP_ROWS = 256;
/** How long a transaction waits for other processes before its callers are told. */
const BUSY_PATIENCE_MS = 2000;
/** Between tries of patient commits while the store cannot be written. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5000;

export interface GroupCommitParts {
  /** Where the rows are kept, in words for a person. */
  readonly location: string;
  readonly ledger: Ledger;
  readonly board: LiveBoard;
  readonly settle: Settle;
  readonly clock: Clock;
  /** Absent where no other process can be asked. */
  readonly forwarding?: Forwarding | undefined;
}

export class GroupCommit {
  private readonly ledger: Ledger;
  private readonly board: LiveBoard;
  private readonly settle: Settle;
  private readonly clock: Clock;
  private readonly forwarding: Forwarding | undefined;
  private readonly moves: Fifo<AnyWaiting> = fifo();
  private readonly intake: Fifo<AnyWaiting> = fifo();
  /** Of a group that failed for what one of it wanted to write: each has a transaction to itself, so that one alone is refused. */
  private readonly alone: Fifo<AnyWaiting> = fifo();
  private readonly feed: Feed;
  private armed = false;
  private closed = false;
  /** The board does not stand for the rows: before the first transaction, and after a failed one. */
  private stale = true;
  /** Another process has written for us what the board does not show yet. */
  private isUnseen = false;
  /** The rows were read, and what follows from them was not looked at. */
  private isUnsettled = false;
  private busySince: number | undefined;
  private pauseMs = FIRST_PAUSE_MS;
  /** The next try after a failed one. */
  private later: NodeJS.Timeout | undefined;
  private readonly waits: WriteWaits;
  private whenIdle: (() => void)[] = [];
  private readonly lockWait = new LockWait();
  private readonly asker: Asker = {
    markUnseen: () => void (this.isUnseen = true),
    enter: (waiting, options) => this.enter(waiting, options),
    writtenFor: (request, afterSeq) => this.ledger.writtenFor(request, afterSeq),
  };

  constructor({ location, ledger, board, settle, clock, forwarding }: GroupCommitParts) {
    this.waits = new WriteWaits(location);
    this.ledger = ledger;
    this.board = board;
    this.settle = settle;
    this.clock = clock;
    this.forwarding = forwarding;
    this.feed = new Feed((after, upTo) => ledger.eventsBetween(after, upTo));
  }

  commit<T>(ids: readonly RowId[], decide: (board: Board) => Decision<T>, options?: CommitOptions): Promise<Outcome<T>> {
    if (this.closed) return Promise.reject(new TeamError('team.closed', STORE_FAULTS.closed));
    // Who does not wait is told at once how the store is.
    if (options?.patient !== true) this.hurry();
    return this.enterOwn(ids, decide, options);
  }

  perform<T>(command: Command<T>, options?: CommitOptions): Promise<Outcome<T>> {
    const { kind, input } = command;
    // A board that does not stand for the rows cannot tell from which event on an answer would stand on record.
    if (this.closed || this.stale || this.forwarding?.mayAsk() !== true) return this.commit(kind.ids(input), (board) => kind.decide(board, input), options);
    return new Promise((resolve, reject) => this.forwarding?.ask(new Forwarded({ command, options, afterSeq: this.board.lastSeq, asker: this.asker, resolve, reject })));
  }

  onWait(listener: (wait: WriteWait | null) => void): () => void {
    return this.waits.listen(listener);
  }

  onEvents(listener: (events: readonly MusterEvent[]) => void): () => void {
    return this.feed.listen(listener);
  }

  /** Never shows what was decided and could not be written: effects follow from what is seen here. */
  look<T>(read: (board: Board) => T): T {
    if (this.isUnseen && !this.closed) this.feed.tellForeignSoon(this.takeInForeign());
    if (this.stale && !this.closed) this.restore();
    return read(this.board);
  }

  async refresh(): Promise<void> {
    if (this.closed || (!this.stale && !this.isUnsettled && !this.ledger.isBehind())) return;
    await this.enterOwn<undefined>([], () => ({ ok: true, value: undefined }), undefined);
  }

  /** Waits until everything that was handed in is written, then refuses more. */
  async close(): Promise<void> {
    this.closed = true;
    this.hurry();
    await this.forwarding?.stopAsking();
    if (this.armed) await new Promise<void>((resolve) => this.whenIdle.push(resolve));
    this.forwarding?.end();
  }

  private enterOwn<T>(ids: readonly RowId[], decide: (board: Board) => Decision<T>, options: CommitOptions | undefined): Promise<Outcome<T>> {
    return new Promise((resolve, reject) => this.enter(new Waiting(ids, decide, options, resolve, reject), options));
  }

  /** Takes its place behind what waits already. */
  enter(waiting: AnyWaiting, options?: CommitOptions): void {
    (options?.intake === true ? this.intake : this.moves).add(waiting);
    this.arm();
  }

  private arm(): void {
    if (this.armed) return;
    this.armed = true;
    // Not a microtask: those starve timers and sockets for the length of a burst.
    setImmediate(this.flush);
  }

  /** After a failed transaction: not at once again, but for as long as it takes. */
  private armLater(): void {
    if (this.armed) return;
    this.armed = true;
    this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
    this.later = setTimeout(this.flush, this.pauseMs);
  }

  /** The next try is made at once. */
  private hurry(): void {
    if (this.later === undefined) return;
    clearTimeout(this.later);
    this.later = undefined;
    setImmediate(this.flush);
  }

  private readonly flush = (): void => {
    this.armed = false;
    this.later = undefined;
    if (!this.begin()) return;
    const written = nothingWritten();
    const group: AnyWaiting[] = [];
    let foreign: Foreign | undefined;
    try {
      foreign = this.catchUp();
      this.board.now = this.clock.now();
      this.follow(written);
    } catch (error) {
      this.failAll(error);
      return;
    }
    try {
      this.decideGroup(group, written);
      if (written.events.length > 0) {
        this.ledger.write(written);
        this.ledger.commit();
      } else this.ledger.rollback();
    } catch (error) {
      this.fail(group, error);
      return;
    }
    this.board.unlend();
    this.pauseMs = FIRST_PAUSE_MS;
    for (const done of group) done.tell();
    this.feed.tellForeign(foreign);
    this.feed.tell(written.events);
    this.goOn();
    // What wrote nothing shows nothing: others may still wait for room.
    if (written.events.length > 0 || this.isIdle()) this.waits.end();
  };

  private begin(): boolean {
    let isNews = false;
    if (!this.lockWait.mayAsk(() => (isNews = this.isBehind()))) return this.waitForLock(isNews);
    try {
      if (this.ledger.begin()) {
        this.busySince = undefined;
        this.lockWait.got();
        return true;
      }
    } catch (error) {
      this.failAll(error);
      return false;
    }
    this.busySince ??= this.clock.now();
    if (this.clock.now() - this.busySince > BUSY_PATIENCE_MS) {
      this.busySince = undefined;
      this.failAll(new TeamError('store.busy', STORE_FAULTS.busyFor(BUSY_PATIENCE_MS)));
      return false;
    }
    this.lockWait.refused();
    return this.waitForLock(true);
  }

  /** Unknown is yes: then the lock is asked for, and the fault is told there. */
  private isBehind(): boolean {
    try {
      return this.ledger.isBehind();
    } catch {
      return true;
    }
  }

  /** SQLite's own busy handler blocks the event loop and lets one writer starve. */
  private waitForLock(isNews: boolean): false {
    this.armed = true;
    // What others have written is read while they write on, not when we hold the lock.
    if (isNews) this.feed.tellForeign(this.takeInForeign());
    callAfter(this.lockWait.nextLookMs(), this.flush);
    return false;
  }

  /** Outside any transaction. */
  private takeInForeign(): Foreign | undefined {
    if (this.stale) return undefined;
    try {
      return this.catchUp();
    } catch {
      // The same will be met, and told, inside the transaction.
      this.stale = true;
      return undefined;
    }
  }

  private catchUp(): Foreign | undefined {
    if (this.stale) {
      this.restore();
      return undefined;
    }
    this.isUnseen = false;
    const after = this.board.lastSeq;
    if (!this.ledger.catchUp(this.board)) return undefined;
    this.isUnsettled = true;
    this.lockWait.sawOthers();
    return { after, upTo: this.board.lastSeq };
  }

  private restore(): void {
    this.ledger.restore(this.board);
    this.stale = false;
    this.isUnseen = false;
    this.isUnsettled = true;
  }

  private decideGroup(group: AnyWaiting[], written: Written): void {
    const single = this.alone.take();
    if (single !== undefined) return this.decide(single, group, written);
    for (let next = this.nextFor(rowsOf(written)); next !== undefined; next = this.nextFor(rowsOf(written))) this.decide(next, group, written);
  }

  private decide(next: AnyWaiting, group: AnyWaiting[], written: Written): void {
    try {
      if (!next.ids.every(this.isHere)) this.ledger.lend(this.board, next.ids);
    } catch (error) {
      // Rows that only this one asked for cannot be read; the others of the group go on.
      next.reject(isTeamError(error) ? error : defect(error));
      return;
    }
    group.push(next);
    const change = next.run(this.board);
    if (change !== undefined) takeIn(written, change, this.board);
    this.follow(written);
  }

  private readonly isHere = (id: RowId): boolean => this.board.holds(id);

  /** Moves before intake, until the group is full; what would overfill it opens the next one. */
  private nextFor(rows: number): AnyWaiting | undefined {
    const queue = this.moves.size() > 0 ? this.moves : this.intake;
    const next = queue.peek();
    return next === undefined || (rows > 0 && rows + next.rows > GROUP_ROWS) ? undefined : queue.take();
  }

  private follow(written: Written): void {
    this.isUnsettled = false;
    for (let change = this.settle(this.board); change !== undefined; change = this.settle(this.board)) takeIn(written, change, this.board);
  }

  private fail(group: readonly AnyWaiting[], error: unknown): void {
    const fault = this.giveUp(error);
    if (group.length <= 1 || fault.code !== 'engine.defect') return this.tellFault(group, fault);
    for (const one of group) this.alone.add(one);
    this.goOn();
  }

  /** Nobody's decision is at fault: all that wait are told. Each tried alone would fail, and be tried, for ever. */
  private failAll(error: unknown): void {
    this.tellFault(this.drain(), this.giveUp(error));
  }

  /** Nothing was written; what the board holds of it is dropped with the board. */
  private giveUp(error: unknown): TeamError {
    this.stale = true;
    this.board.unlend();
    try {
      this.ledger.rollback();
    } catch {
      // The transaction is already gone; the first error is the one that tells why.
    }
    return isTeamError(error) ? error : defect(error);
  }

  private tellFault(group: readonly AnyWaiting[], fault: TeamError): void {
    const isLater = ERRORS[fault.code].retry === 'later';
    let isAwaited = false;
    for (const failed of group) {
      if (this.closed || !failed.mayRepeat(fault)) failed.reject(fault);
      else {
        this.moves.add(failed);
        isAwaited ||= isLater;
      }
    }
    if (isLater && this.moves.size() + this.intake.size() > 0) this.armLater();
    else this.goOn();
    if (isAwaited) this.waits.begin(fault, this.clock.now());
  }

  private drain(): AnyWaiting[] {
    const all: AnyWaiting[] = [];
    for (const queue of [this.alone, this.moves, this.intake]) for (let next = queue.take(); next !== undefined; next = queue.take()) all.push(next);
    return all;
  }

  private goOn(): void {
    if (!this.isIdle()) return this.arm();
    if (this.armed || this.whenIdle.length === 0) return;
    for (const wake of this.whenIdle) wake();
    this.whenIdle = [];
  }

  private isIdle(): boolean {
    return this.alone.size() + this.moves.size() + this.intake.size() === 0;
  }
}

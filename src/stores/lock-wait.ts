// How a process waits while others write. Nobody hands the lock of the file on, so each looks again and again whether somebody has
// committed: then the lock is free, and whoever has waited longest asks for it first, the others a little later, whoever just wrote
// last of all; so it goes round without a word between them. No wait blocks the loop for long: below a millisecond, which timers do
// not know, it is a nap between two turns of the loop.

/** Between two looks of whoever may be next, and of whoever waits for long. */
const LOOK_MS = 0.15;
const SELDOM_MS = 2;
/** How long the lock is left to those who have waited longer. */
const COURTESY_MS = 0.6;
/** Waits beyond this are no queue any more: somebody writes for long, or stands still. */
const QUEUE_MS = 50;
/** Timers do not go below it. */
const TIMER_MS = 1;

export class LockWait {
  /** How long a wait for the lock takes of late, in milliseconds. */
  private usualMs = 1;
  private since: number | undefined;
  /** When the lock was seen to be let go; undefined while somebody holds it. */
  private freeAt: number | undefined;
  private askedAt = 0;
  private gotAt = 0;
  /** Somebody else wrote or held the lock since we got it, and in the time before that. */
  private isShared = false;
  private wasShared = false;
  private readonly nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.nowMs = nowMs;
  }

  /** Whether to ask for the lock now. */
  mayAsk(hasSomebodyCommitted: () => boolean): boolean {
    const now = this.nowMs();
    if (this.since === undefined) {
      if (!this.isShared && !this.wasShared) return true;
      // Whoever waited while we had it has had it since.
      if (now - this.gotAt > QUEUE_MS) return true;
      this.since = now;
      this.askedAt = now;
    }
    if (hasSomebodyCommitted()) this.freeAt = now;
    // It may have been let go without a commit, too.
    return this.freeAt === undefined ? now - this.askedAt >= Math.min(this.usualMs, SELDOM_MS) : now - this.freeAt >= this.courtesyMs(now);
  }

  /** Another process holds the lock. */
  refused(): void {
    this.isShared = true;
    this.freeAt = undefined;
    this.askedAt = this.nowMs();
    this.since ??= this.askedAt;
  }

  /** Seldom at first, and more and more often as its turn comes near. */
  nextLookMs(): number {
    const now = this.nowMs();
    if (this.freeAt !== undefined) return Math.max(0, this.freeAt + this.courtesyMs(now) - now);
    const waited = this.waited(now);
    if (waited > QUEUE_MS) return SELDOM_MS;
    return Math.max(LOOK_MS, Math.min(SELDOM_MS, (this.usualMs - waited) / 3));
  }

  got(): void {
    const now = this.nowMs();
    if (this.since !== undefined) this.usualMs += (Math.min(this.waited(now), QUEUE_MS) - this.usualMs) / 4;
    this.gotAt = now;
    this.since = undefined;
    this.freeAt = undefined;
    this.wasShared = this.isShared;
    this.isShared = false;
  }

  /** Another process has written. */
  sawOthers(): void {
    this.isShared = true;
  }

  private waited(now: number): number {
    return this.since === undefined ? 0 : now - this.since;
  }

  private courtesyMs(now: number): number {
    return COURTESY_MS * Math.max(0, 1 - this.waited(now) / this.usualMs);
  }
}

const cell = new Int32Array(new SharedArrayBuffer(4));

/** Calls it after so many milliseconds, in a later turn of the loop. */
export function callAfter(ms: number, call: () => void): void {
  if (ms >= TIMER_MS) return void setTimeout(call, ms);
  if (ms > 0) Atomics.wait(cell, 0, 0, ms);
  setImmediate(call);
}

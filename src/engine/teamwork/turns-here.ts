// What this process knows of the turns of its members: who is in one, who was told what, who rests after a fault. Convenience, not
// truth: it is lost with the process, and then everything that still holds is told once more.
import type { MusterEvent } from '../../core/change.ts';
import type { AttemptId, GoalId } from '../../core/ids.ts';
import type { Concern } from '../../core/team/concerns.ts';

export interface RunningTurn {
  /** 0 until its beginning is on record. */
  number: number;
  readonly signal: AbortSignal;
  end(): void;
}

export class TurnsHere {
  private readonly running = new Map<string, { readonly turn: RunningTurn; readonly stop: AbortController }>();
  private readonly told = new Map<string, Set<string>>();
  private readonly resting = new Map<string, { readonly faults: number; readonly until: number }>();
  /** What each member called and said in a goal, read from its log as far as `seq`. */
  readonly logs = new Map<GoalId, { seq: number; readonly events: MusterEvent[] }>();
  /** Where the team stood when everybody was last woken for being idle, by goal. */
  readonly idleAt = new Map<GoalId, string>();
  /** Tokens by attempt: of all turns in which its member held it. */
  private readonly spent = new Map<AttemptId, number>();
  /** Turns that came to nothing, to be taken again after a rest. */
  readonly owed = new Map<string, Concern>();
  isAttending = false;
  isNewsDue = false;

  /** Undefined while the member is in a turn. */
  begin(memberId: string): RunningTurn | undefined {
    if (this.running.has(memberId)) return undefined;
    const stop = new AbortController();
    const turn: RunningTurn = { number: 0, signal: stop.signal, end: () => void this.running.delete(memberId) };
    this.running.set(memberId, { turn, stop });
    return turn;
  }

  isRunning(memberId: string): boolean {
    return this.running.has(memberId);
  }
  count(): number {
    return this.running.size;
  }
  /** The number of the turn that runs here. */
  numberOf(memberId: string): number | undefined {
    return this.running.get(memberId)?.turn.number;
  }
  /** Of the turn that runs; ended where none does. */
  signalOf(memberId: string): AbortSignal {
    return this.running.get(memberId)?.turn.signal ?? AbortSignal.abort();
  }
  stop(memberId: string): void {
    this.running.get(memberId)?.stop.abort();
  }
  stopAll(): void {
    for (const { stop } of this.running.values()) stop.abort();
  }

  spend(attempt: AttemptId, tokens: number): void {
    this.spent.set(attempt, this.spentOn(attempt) + tokens);
  }
  spentOn(attempt: AttemptId): number {
    return this.spent.get(attempt) ?? 0;
  }

  /** Of goals that have ended. */
  forget(isOver: (id: GoalId) => boolean): void {
    for (const kept of [this.logs, this.idleAt]) for (const id of kept.keys()) if (isOver(id)) kept.delete(id);
    for (const [memberId, { goalId }] of this.owed) if (isOver(goalId)) this.owed.delete(memberId);
  }

  tell(memberId: string, keys: readonly string[]): void {
    const told = this.told.get(memberId) ?? new Set();
    for (const key of keys) if (key !== '') told.add(key);
    this.told.set(memberId, told);
  }
  /** The turn came to nothing: what it was told is news again. */
  untell(memberId: string, keys: readonly string[]): void {
    for (const key of keys) this.told.get(memberId)?.delete(key);
  }
  wasTold(memberId: string, key: string): boolean {
    return this.told.get(memberId)?.has(key) === true;
  }

  /** Its model failed: it is left alone until then. Gives how often that was in a row. */
  rest(memberId: string, until: (inARow: number) => number): number {
    const faults = (this.resting.get(memberId)?.faults ?? 0) + 1;
    this.resting.set(memberId, { faults, until: until(faults) });
    return faults;
  }
  wake(memberId: string): void {
    this.resting.delete(memberId);
  }
  isResting(memberId: string, now: number): boolean {
    return (this.resting.get(memberId)?.until ?? 0) > now;
  }
}

// What is said of commits that wait because the store cannot be written: why, since when and what to do. Once for each reason, so
// that a store which fails in two ways by turns is not told of again and again, and once more when the wait is over.
import type { TeamError } from '../core/errors.ts';
import { STORE_FAULTS } from '../core/refusals/store-faults.ts';
import type { WriteWait } from '../ports/store.ts';

export class WriteWaits {
  private readonly location: string;
  private readonly listeners = new Set<(wait: WriteWait | null) => void>();
  private readonly told = new Set<string>();
  private latest: WriteWait | undefined;

  constructor(location: string) {
    this.location = location;
  }

  listen(listener: (wait: WriteWait | null) => void): () => void {
    this.listeners.add(listener);
    if (this.latest !== undefined) listener(this.latest);
    return () => void this.listeners.delete(listener);
  }

  /** A try has failed, and what failed with it tries again. */
  begin(fault: TeamError, now: number): void {
    const says = fault.code === 'store.busy' ? STORE_FAULTS.waitsForLock(this.location) : STORE_FAULTS.waitsForRoom(this.location, reasonOf(fault));
    if (this.told.has(says.en)) return;
    this.told.add(says.en);
    this.latest = { since: this.latest?.since ?? now, code: fault.code === 'store.busy' ? 'store.busy' : 'store.unavailable', says };
    for (const listener of this.listeners) listener(this.latest);
  }

  end(): void {
    if (this.latest === undefined) return;
    this.latest = undefined;
    this.told.clear();
    for (const listener of this.listeners) listener(null);
  }
}

/** What SQLite or the system said. */
const reasonOf = ({ cause }: TeamError): string | undefined => (cause instanceof Error ? cause.message : undefined);

// Tells listeners of the events of each durable transaction, in the order of their numbers, whoever wrote them.
import type { MusterEvent } from '../core/change.ts';

/** What other processes wrote, by the numbers of its events. */
export interface Foreign {
  readonly after: number;
  readonly upTo: number;
}

type Listener = (events: readonly MusterEvent[]) => void;

export class Feed {
  private readonly read: (after: number, upTo: number) => readonly MusterEvent[];
  private readonly listeners = new Set<Listener>();
  private untold: Foreign | undefined;

  constructor(read: (after: number, upTo: number) => readonly MusterEvent[]) {
    this.read = read;
  }

  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** For whoever looks in the middle of other work: nobody is called before that is done. */
  tellForeignSoon(foreign: Foreign | undefined): void {
    if (foreign === undefined) return;
    if (this.untold === undefined) setImmediate(() => this.tellForeign(undefined));
    this.untold = { after: this.untold?.after ?? foreign.after, upTo: foreign.upTo };
  }

  /** Read when the lock is free again, and only where somebody listens. What cannot be read is found by the sweep. */
  tellForeign(foreign: Foreign | undefined): void {
    const after = this.untold?.after ?? foreign?.after;
    const upTo = foreign?.upTo ?? this.untold?.upTo;
    this.untold = undefined;
    if (after === undefined || upTo === undefined || this.listeners.size === 0) return;
    let events: readonly MusterEvent[] = [];
    try {
      events = this.read(after, upTo);
    } catch {
      return;
    }
    this.tell(events);
  }

  tell(events: readonly MusterEvent[]): void {
    if (events.length > 0) for (const listener of this.listeners) listener(events);
  }
}

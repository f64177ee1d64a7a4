// Where several processes write one file, one of them decides for all what can be asked as data: the oldest that lives. It keeps the
// board warm and shares its transactions among everybody's members, while a lock that goes round makes each of them read what the
// others wrote. It is a short cut and nothing else: who has no connection, or no answer in time, decides for itself under the lock of
// the file, and what stands on record for its request counts (docs/decisions/0017).
import { ForwardingClient, type Asking } from './client.ts';
import { ForwardingServer } from './server.ts';
import type { AnyWaiting } from '../waiting.ts';

export interface ForwardingParts {
  readonly epoch: number;
  /** Which file this is, whatever has its name by now. */
  readonly file: string;
  /** Where the process of a stay listens. */
  readonly socketPath: (epoch: number) => string;
  /** All others that may live, the oldest first. */
  readonly otherStays: () => readonly number[];
  /** Where what others ask is decided with the rest. */
  readonly enter: (asked: AnyWaiting) => void;
}

/** In bytes of its path; macOS takes 103, Linux 107. */
const LONGEST_PATH = 100;
/** Between two looks for others. After a while each takes twice as long as all before. */
const LOOK_MS = 10;
const LONGEST_LOOK_MS = 2000;
/** When no older process has listened for so long, the others may ask here; a process that is alone listens then, when its start is over. */
const LISTEN_AFTER_MS = 100;

export class Forwarding {
  private readonly parts: ForwardingParts;
  private readonly server: ForwardingServer;
  private readonly client: ForwardingClient;
  private isClosed = false;
  private next: NodeJS.Timeout | undefined;

  constructor(parts: ForwardingParts) {
    this.parts = parts;
    const { epoch, file, enter } = parts;
    this.server = new ForwardingServer({ path: parts.socketPath(epoch), file, enter });
    this.client = new ForwardingClient({ epoch, file, lost: (restMs) => this.lookLater(Math.max(restMs, LOOK_MS), LOOK_MS) });
    // Sockets have names of files only where there are such files.
    if (process.platform !== 'win32' && Buffer.byteLength(parts.socketPath(epoch)) <= LONGEST_PATH) this.lookLater(LOOK_MS, LOOK_MS);
  }

  mayAsk(): boolean {
    return !this.isClosed && this.client.mayAsk();
  }

  ask(asking: Asking): void {
    this.client.ask(asking);
  }

  /** Asks nothing more; resolves when what was asked has come to an end. */
  stopAsking(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.next);
    this.server.leave();
    return this.client.whenAnswered();
  }

  end(): void {
    this.client.end();
    this.server.end();
  }

  private lookLater(pauseMs: number, waitedMs: number): void {
    if (this.isClosed) return;
    clearTimeout(this.next);
    this.next = setTimeout(() => void this.look(waitedMs), pauseMs);
    this.next.unref();
  }

  /** Asks the oldest that listens. Where none does, the others may ask here, and whoever is not the oldest looks again. */
  private async look(waitedMs: number): Promise<void> {
    const others = this.otherStays();
    const older = others?.filter((epoch) => epoch < this.parts.epoch) ?? [];
    try {
      if (await this.findServer(older)) this.server.leave();
      else {
        const listens = waitedMs >= LISTEN_AFTER_MS || (others !== undefined && others.length > 0 && older.length === 0);
        if (!listens || others === undefined || older.length > 0) this.lookAgain(waitedMs);
        if (listens) await this.server.listen();
      }
    } catch {
      // A folder that takes no socket: the lock of the file serves all.
    }
    if (this.isClosed) this.end();
  }

  private lookAgain(waitedMs: number): void {
    const pauseMs = waitedMs < LISTEN_AFTER_MS ? LOOK_MS : Math.min(waitedMs, LONGEST_LOOK_MS);
    this.lookLater(pauseMs, waitedMs + pauseMs);
  }

  /** Undefined while the file cannot be read. */
  private otherStays(): readonly number[] | undefined {
    try {
      return this.parts.otherStays();
    } catch {
      return undefined;
    }
  }

  private async findServer(older: readonly number[]): Promise<boolean> {
    for (const epoch of older) if (await this.client.connect(this.parts.socketPath(epoch))) return true;
    return false;
  }
}

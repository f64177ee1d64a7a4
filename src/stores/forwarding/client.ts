// The side that asks. An ask ends in one of two ways: it is answered, or its time is over and it is decided here.
import type { Socket } from 'node:net';
import type { Command } from '../../core/commands/command.ts';
import type { Outcome } from '../../ports/store.ts';
import { machineMs } from './machine-ms.ts';
import { asLine, isWelcome, lineReader, outcomeIn, PATIENCE_MS, readAnswers, requestOf, type Answer, type Ask } from './wire.ts';

export interface Asking {
  readonly command: Command<unknown>;
  /** What was decided is durable, and on record. False when this cannot be its outcome: then it is unanswered. */
  answered(outcome: Outcome<unknown>): boolean;
  /** From now on nobody else decides it; somebody may have done so, and then its number is on record. */
  unanswered(request: string): void;
}

/** After somebody did not answer in time nobody is looked for so long. */
const REST_MS = 500;

export interface ClientParts {
  readonly epoch: number;
  readonly file: string;
  readonly lost: (restMs: number) => void;
}

export class ForwardingClient {
  private readonly epoch: number;
  private readonly file: string;
  private readonly waiting = new Map<number, { readonly until: number; readonly of: Socket | undefined; readonly asking: Asking }>();
  /** To whom the next is asked. */
  private socket: Socket | undefined;
  /** Asked no more; what is still to be answered comes on them. */
  private readonly former = new Set<Socket>();
  private count = 0;
  private alarm: NodeJS.Timeout | undefined;
  /** What is asked in this turn of the loop, and until when. */
  private collected: Ask[] = [];
  private until = 0;
  private readonly whenIdle: (() => void)[] = [];
  private readonly lost: (restMs: number) => void;

  /** `file`: which one we have open. `lost` is called when whoever was asked is to be asked no more, with how long to wait before anybody is looked for. */
  constructor({ epoch, file, lost }: ClientParts) {
    this.epoch = epoch;
    this.file = file;
    this.lost = lost;
  }

  mayAsk(): boolean {
    return this.socket !== undefined;
  }

  /** False when nobody listens there who has our file and can answer now: the system also takes calls for a process that stands still. */
  async connect(path: string): Promise<boolean> {
    const { connect } = await import('node:net');
    return new Promise((resolve) => {
      const socket = connect(path);
      socket.unref();
      socket.setEncoding('utf8');
      const tooLate = setTimeout(() => socket.destroy(), PATIENCE_MS);
      tooLate.unref();
      let isWelcomed = false;
      const read = lineReader((line) => {
        if (isWelcomed) return this.hear(socket, line);
        if (this.socket !== undefined || !isWelcome(line, this.file)) return void socket.destroy();
        clearTimeout(tooLate);
        isWelcomed = true;
        this.socket = socket;
        resolve(true);
      });
      socket.on('data', (text: string) => void (read(text) || socket.destroy()));
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        clearTimeout(tooLate);
        this.leave(socket, 0);
        this.former.delete(socket);
        resolve(this.socket !== undefined);
      });
    });
  }

  /** The caller has asked `mayAsk`. One of the two ends of `asking` is called, once, in a later turn of the loop. */
  ask(asking: Asking): void {
    const { kind: { name }, input } = asking.command;
    const number = (this.count += 1);
    if (this.collected.length === 0) {
      this.until = machineMs() + PATIENCE_MS;
      setImmediate(this.send);
    }
    this.collected.push([number, name, input]);
    this.waiting.set(number, { until: this.until, of: this.socket, asking });
    this.alarm ??= setTimeout(this.giveUp, PATIENCE_MS + 1);
  }

  /** Resolves when nothing is asked any more. */
  whenAnswered(): Promise<void> {
    return this.waiting.size === 0 ? Promise.resolve() : new Promise((resolve) => this.whenIdle.push(resolve));
  }

  end(): void {
    for (const socket of this.former) socket.destroy();
    this.socket?.destroy();
  }

  private hear(socket: Socket, line: string): void {
    const answers = readAnswers(line);
    if (answers === undefined) return void socket.destroy();
    if (answers.length === 0) this.leave(socket, 0);
    for (const answer of answers) this.take(answer);
  }

  private leave(socket: Socket | undefined, restMs: number): void {
    if (socket === undefined || this.socket !== socket) return;
    this.socket = undefined;
    this.former.add(socket);
    this.stopIfIdle();
    this.lost(restMs);
  }

  private readonly send = (): void => {
    const asks = this.collected;
    this.collected = [];
    // Whoever was to be asked may have gone in this very turn.
    if (this.socket === undefined) for (const [number] of asks) this.take([number]);
    else this.socket.write(asLine({ epoch: this.epoch, until: this.until, asks }));
  };

  private take(answer: Answer): void {
    const [number] = answer;
    const waiting = this.waiting.get(number);
    if (waiting === undefined) return;
    this.waiting.delete(number);
    const outcome = outcomeIn(answer);
    if (outcome === undefined || !waiting.asking.answered(outcome)) waiting.asking.unanswered(requestOf(this.epoch, number));
    this.stopIfIdle();
  }

  /** They were asked in the order of their times. */
  private readonly giveUp = (): void => {
    this.alarm = undefined;
    const now = machineMs();
    let silent: Socket | undefined;
    for (const [number, { until, of, asking }] of this.waiting) {
      if (until >= now) {
        this.alarm = setTimeout(this.giveUp, until - now + 1);
        break;
      }
      silent = of;
      this.waiting.delete(number);
      asking.unanswered(requestOf(this.epoch, number));
    }
    this.leave(silent, REST_MS);
    this.stopIfIdle();
  };

  private stopIfIdle(): void {
    if (this.waiting.size > 0) return;
    clearTimeout(this.alarm);
    this.alarm = undefined;
    for (const socket of this.former) socket.destroy();
    for (const wake of this.whenIdle.splice(0)) wake();
  }
}

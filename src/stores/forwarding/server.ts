// The side that is asked: it decides for the others in its own transactions, and answers when they are durable.
import { chmodSync, rmSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import type { Board } from '../../core/board/board.ts';
import type { Change } from '../../core/change.ts';
import type { Command } from '../../core/commands/command.ts';
import { COMMAND_KINDS } from '../../core/commands/kinds.ts';
import type { RowId } from '../../core/ids.ts';
import type { Outcome } from '../../ports/store.ts';
import type { AnyWaiting } from '../waiting.ts';
import { machineMs } from './machine-ms.ts';
import { answerOf, ASK_ELSEWHERE, asLine, lineReader, PATIENCE_MS, readAsks, requestOf, type Answer, type Ask, type Asks } from './wire.ts';

export interface ServerParts {
  /** Where it listens. */
  readonly path: string;
  /** Which file it decides about, whatever has its name by now. */
  readonly file: string;
  readonly enter: (asked: AnyWaiting) => void;
}

export class ForwardingServer {
  private readonly path: string;
  private readonly file: string;
  private readonly enter: (asked: AnyWaiting) => void;
  private readonly clients = new Set<Socket>();
  private server: Server | undefined;
  private hasEnded = false;

  constructor({ path, file, enter }: ServerParts) {
    this.path = path;
    this.file = file;
    this.enter = enter;
  }

  /** Where it cannot listen, the others decide for themselves. */
  async listen(): Promise<void> {
    // Loaded when it is needed: a process that is alone starts without it.
    const { createServer } = await import('node:net');
    if (this.server !== undefined || this.hasEnded) return;
    // A number is given once: what lies there is of a file that was put in this one's place.
    rmSync(this.path, { force: true });
    const server = createServer((socket) => this.serve(socket));
    server.on('error', () => this.leave());
    // In a worker of a cluster it would stand in the first process otherwise, and live there after this one.
    server.listen({ path: this.path, exclusive: true }, () => keepToOwner(this.path));
    server.unref();
    this.server = server;
  }

  /** Sends the others elsewhere; what they have asked is still decided. */
  leave(): void {
    if (this.server === undefined) return;
    this.server.close();
    this.server = undefined;
    for (const client of this.clients) client.write(asLine(ASK_ELSEWHERE));
  }

  /** Nothing is decided any more. What is on its way is answered with that, and whoever has not gone by the end of its patience is sent away. */
  end(): void {
    if (this.hasEnded) return;
    this.leave();
    this.hasEnded = true;
    const goodbye = setTimeout(() => {
      for (const client of this.clients) client.destroy();
    }, PATIENCE_MS);
    goodbye.unref();
  }

  private serve(socket: Socket): void {
    this.clients.add(socket);
    socket.unref();
    socket.setEncoding('utf8');
    socket.write(asLine({ file: this.file }));
    const answer = collector<Answer>((answers) => void (socket.writable && socket.write(asLine(answers))));
    const read = lineReader((line) => {
      const said = readAsks(line);
      if (said === undefined) return void socket.destroy();
      for (const ask of said.asks) this.take(said, ask, answer);
    });
    socket.on('data', (text: string) => void (read(text) || socket.destroy()));
    // What it had asked is decided all the same, and found on record.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.clients.delete(socket));
  }

  private take({ epoch, until }: Asks, [number, name, sent]: Ask, answer: (answer: Answer) => void): void {
    const kind = COMMAND_KINDS.get(name);
    const input = kind?.read(sent);
    if (this.hasEnded || kind === undefined || input === undefined) answer(answerOf(number, undefined));
    else this.enter(new Asked({ kind, input }, { epoch, number, until }, answer));
  }
}

interface AskedBy {
  readonly epoch: number;
  readonly number: number;
  readonly until: number;
}

/** One ask on its way through a transaction, as the queue sees it. What goes wrong with it, whoever asked meets alone. */
class Asked implements AnyWaiting {
  readonly ids: readonly RowId[];
  readonly rows = 1;
  private readonly command: Command<unknown>;
  private readonly by: AskedBy;
  private readonly answer: (answer: Answer) => void;
  private outcome: Outcome<unknown> | undefined;

  constructor(command: Command<unknown>, by: AskedBy, answer: (answer: Answer) => void) {
    this.ids = command.kind.ids(command.input);
    this.command = command;
    this.by = by;
    this.answer = answer;
  }

  run(board: Board): Change | undefined {
    const { epoch, number, until } = this.by;
    this.outcome = undefined;
    // Looked at inside the transaction: who has waited longer decides alone, as soon as the file is free.
    if (machineMs() > until) return undefined;
    try {
      const decision = this.command.kind.decide(board, this.command.input, { epoch, request: requestOf(epoch, number) });
      this.outcome = decision;
      return decision.ok ? decision.change : undefined;
    } catch {
      return undefined;
    }
  }

  tell(): void {
    this.answer(answerOf(this.by.number, this.outcome));
  }

  reject(): void {
    this.answer(answerOf(this.by.number, undefined));
  }

  mayRepeat(): boolean {
    return false;
  }
}

/** A file that others may only read is not to be changed by them through this. Where that cannot be said, the folder keeps them out. */
function keepToOwner(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch {
    // See above.
  }
}

/** Passes on in one piece what comes in one go, before the members here hear of theirs: those there have a longer way. */
function collector<T>(pass: (collected: readonly T[]) => void): (one: T) => void {
  let collected: T[] = [];
  return (one) => {
    if (collected.push(one) > 1) return;
    process.nextTick(() => {
      const all = collected;
      collected = [];
      pass(all);
    });
  };
}

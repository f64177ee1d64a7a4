// One command that another process was asked for, and what becomes of it here.
import type { MusterEvent } from '../../core/change.ts';
import type { Command } from '../../core/commands/command.ts';
import type { CommitOptions, Outcome } from '../../ports/store.ts';
import { Waiting, type AnyWaiting } from '../waiting.ts';
import type { Asking } from './client.ts';

/** The store that asks. */
export interface Asker {
  /** Something was written for us that the board does not show yet. */
  markUnseen(): void;
  enter(waiting: AnyWaiting, options: CommitOptions | undefined): void;
  /** The event that another process wrote for this request. */
  writtenFor(request: string, afterSeq: number): MusterEvent | undefined;
}

export interface ForwardedParts<T> {
  readonly command: Command<T>;
  readonly options: CommitOptions | undefined;
  /** Number of the last event that was known when it was asked. */
  readonly afterSeq: number;
  readonly asker: Asker;
  readonly resolve: (outcome: Outcome<T>) => void;
  readonly reject: (error: unknown) => void;
}

export class Forwarded<T> implements Asking {
  private readonly parts: ForwardedParts<T>;

  constructor(parts: ForwardedParts<T>) {
    this.parts = parts;
  }

  get command(): Command<T> {
    return this.parts.command;
  }

  answered(outcome: Outcome<unknown>): boolean {
    const { command: { kind }, asker, resolve } = this.parts;
    if (!isOf(outcome, kind)) return false;
    asker.markUnseen();
    resolve(outcome);
    return true;
  }

  /** It may have been decided all the same: what stands on record for it counts, and otherwise it is decided here. */
  unanswered(request: string): void {
    const { command: { kind, input }, options, afterSeq, asker, resolve, reject } = this.parts;
    const waiting = new Waiting<T>(kind.ids(input), (board) => {
      const done = asker.writtenFor(request, afterSeq);
      return done === undefined ? kind.decide(board, input) : { ok: true, value: kind.valueIn(done) };
    }, options, resolve, reject);
    asker.enter(waiting, options);
  }
}

const isOf = <T>(outcome: Outcome<unknown>, kind: Command<T>['kind']): outcome is Outcome<T> => !outcome.ok || kind.isValue(outcome.value);

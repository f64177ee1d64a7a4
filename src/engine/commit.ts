// The engine's way to the store. Its commits are patient: what they carry (a paid answer, a verdict) must not be lost while
// this process lives, so a store that cannot be written right now is waited out. Refusals come back as values.
import type { Board } from '../core/board/board.ts';
import type { Decision } from '../core/change.ts';
import type { Command } from '../core/commands/command.ts';
import { faultOf } from '../core/errors.ts';
import type { RowId } from '../core/ids.ts';
import type { CommitOptions, Outcome } from '../ports/store.ts';
import type { Engine } from './engine.ts';

const PATIENT: CommitOptions = { patient: true };

export const commit = <T>(engine: Pick<Engine, 'store'>, ids: readonly RowId[], decide: (board: Board) => Decision<T>): Promise<Outcome<T>> => engine.store.commit(ids, decide, PATIENT);

/** What another process may decide for us, where several write. */
export const perform = <T>(engine: Pick<Engine, 'store'>, command: Command<T>): Promise<Outcome<T>> => engine.store.perform(command, PATIENT);

/** The value of a commit, or its refusal as a fault: for callers at the edge, who can try again themselves. */
export const commitOrThrow = <T>(engine: Pick<Engine, 'store'>, ids: readonly RowId[], decide: (board: Board) => Decision<T>, options?: CommitOptions): Promise<T> =>
  engine.store.commit(ids, decide, options).then(valueOrThrow);

function valueOrThrow<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw faultOf(outcome);
}

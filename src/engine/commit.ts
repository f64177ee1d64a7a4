// The engine's way to the store: a commit that the store cannot take right now is repeated, because what it carries (a paid
// answer, a verdict) must not be lost while this process lives. Refusals come back as values.
import type { Board } from '../core/board/board.ts';
import type { Decision } from '../core/change.ts';
import { ERRORS, isTeamError, TeamError } from '../core/errors.ts';
import type { RowId } from '../core/ids.ts';
import type { CommitOptions, Outcome } from '../ports/store.ts';
import type { Engine } from './engine.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

export async function commit<T>(engine: Pick<Engine, 'store' | 'clock' | 'signal'>, ids: readonly RowId[], decide: (board: Board) => Decision<T>, options?: CommitOptions): Promise<Outcome<T>> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await engine.store.commit(ids, decide, options);
    } catch (error) {
      if (!isTeamError(error) || ERRORS[error.code].retry === 'never' || engine.signal.aborted) throw error;
      await engine.clock.sleep(pause, engine.signal);
    }
  }
}

/** The value of a commit, or its refusal as a fault: for callers at the edge. */
export async function commitOrThrow<T>(engine: Pick<Engine, 'store' | 'clock' | 'signal'>, ids: readonly RowId[], decide: (board: Board) => Decision<T>, options?: CommitOptions): Promise<T> {
  const outcome = await commit(engine, ids, decide, options);
  if (outcome.ok) return outcome.value;
  throw new TeamError(outcome.code, outcome.because, outcome.details === undefined ? {} : { details: { ...outcome.details } });
}

// A call as a program without types makes it, and the refusal that it meets.
import { isTeamError, type TeamError } from '../src/index.ts';

export const loosely = (call: unknown): ((...args: readonly unknown[]) => unknown) => call as (...args: readonly unknown[]) => unknown;

/** Throws what is no refusal, and where nothing was refused. */
export async function refusalOf(act: () => unknown): Promise<TeamError> {
  try {
    await act();
  } catch (fault) {
    if (isTeamError(fault)) return fault;
    throw fault;
  }
  throw new Error('nothing was refused');
}

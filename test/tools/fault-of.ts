// Which code a call throws with, as one word: `tool.bad_name`, or `nothing` where it goes through.
import { isTeamError } from '../../src/core/errors.ts';

export function codeOfFault(act: () => unknown): string {
  try {
    act();
    return 'nothing';
  } catch (error) {
    return isTeamError(error) ? error.code : String(error);
  }
}

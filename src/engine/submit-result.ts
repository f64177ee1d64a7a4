// Handing in: the result, what code found in it, and what was spent on it are one commit. A result that comes too late is
// kept aside by the decision itself.
import { submit, type Submission, type Submitted } from '../core/moves/attempt.ts';
import { faultOf, TeamError } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import type { Task } from '../core/task.ts';
import type { TurnRecord } from '../ports/member.ts';
import { commit } from './commit.ts';
import type { Engine } from './engine.ts';
import { noteTurns } from './commit-spent.ts';

/** Larger results are refused before anything is stored; a member with more to say writes a file. */
const LARGEST_OUTPUT_CHARS = 5_000_000;
/** A number, a bracket with its commas. */
const CHARS_OF_OTHER_VALUES = 8;

export async function submitResult(engine: Engine, submission: Submission, task: Task, turns: readonly TurnRecord[]): Promise<Submitted> {
  refuseTooLarge(submission.result.output);
  const outcome = await commit(engine, turns.length === 0 ? [submission.taskId] : [submission.taskId, task.goalId], (board) => noteTurns(board, submit(board, submission), task, turns));
  if (outcome.ok) return outcome.value;
  throw faultOf(outcome);
}

export function refuseTooLarge(output: Json): void {
  if (isTooLarge(output)) throw new TeamError('input.too_large', {
    en: `The output is larger than ${LARGEST_OUTPUT_CHARS} characters, or holds itself. Hand in less, or write it to a file and hand in its path.`,
    zh: `产出超过 ${LARGEST_OUTPUT_CHARS} 个字符，或者包含了它自身。请少交一些，或写入文件后提交其路径。`,
  });
}

/** About the characters of its written form; stops at the limit, so that a value that holds itself ends too. */
function isTooLarge(output: Json): boolean {
  if (typeof output === 'string') return output.length > LARGEST_OUTPUT_CHARS;
  let chars = 0;
  const open: unknown[] = [output];
  while (open.length > 0 && chars <= LARGEST_OUTPUT_CHARS) {
    const value = open.pop();
    chars += typeof value === 'string' ? value.length : CHARS_OF_OTHER_VALUES;
    if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) open.push(item);
  }
  return chars > LARGEST_OUTPUT_CHARS;
}

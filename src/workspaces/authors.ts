// In whose name commits are made: the member is the author, with an address that can never be delivered to, so that no commit
// depends on the user's settings. Trailers say which goal, task and member it was.
import { namePart } from '../core/worktrees/names.ts';
import { tidyText } from '../core/text/fold-text.ts';
import type { TreeRef } from '../ports/workspaces.ts';
import { OUR_NAME } from './goal-branch.ts';

/** Git refuses a name that holds nothing but the marks which it takes off its ends. */
export function authorOf(memberId: string): Readonly<Record<string, string>> {
  const shown = tidyText(memberId).replace(/[<>]/gu, '');
  const name = /[\p{L}\p{N}]/u.test(shown) ? shown : 'member';
  return { ...OUR_NAME, GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: `${namePart(memberId, 'member')}@muster.invalid` };
}

export const messageOf = (what: string, { goalId, taskId, memberId }: TreeRef): string =>
  `${tidyText(what)}\n\n${[['Goal', goalId], ['Task', taskId], ['Member', memberId]].map(([name, value = '']) => `Muster-${name}: ${tidyText(value)}`).join('\n')}\n`;

// "Whatever fits this member best" as a command: what members that are functions ask for again and again.
import { isGoalId, isTaskId, taskOfAttempt, tokenOfAttempt, type GoalId } from '../ids.ts';
import { isJsonObject } from '../json.ts';
import { claimNext, type Taken } from '../team/claim.ts';
import type { Command, CommandKind } from './command.ts';

/** `onlyCovered`: nothing that asks for skills it lacks. */
export type ClaimingNext = { readonly goalId: GoalId; readonly memberId: string; readonly onlyCovered: boolean };

export const CLAIM_NEXT: CommandKind<ClaimingNext, Taken | undefined> = {
  name: 'claim_next',
  read({ goalId, memberId, onlyCovered }) {
    if (typeof goalId !== 'string' || !isGoalId(goalId) || typeof memberId !== 'string' || typeof onlyCovered !== 'boolean') return undefined;
    return { goalId, memberId, onlyCovered };
  },
  ids: ({ goalId }) => [goalId],
  decide: claimNext,
  isValue: (said): said is Taken | undefined =>
    said === undefined || (isJsonObject(said) && typeof said['taskId'] === 'string' && isTaskId(said['taskId']) && typeof said['token'] === 'number'),
  valueIn({ details }) {
    const attempt = String(details?.['attempt_id']);
    const [taskId, token] = [taskOfAttempt(attempt), tokenOfAttempt(attempt)];
    return taskId === undefined || token === undefined ? undefined : { taskId, token };
  },
};

export const claimNextCommand = (input: ClaimingNext): Command<Taken | undefined> => ({ kind: CLAIM_NEXT, input });

// A member's life: is it there, in whose process, and which turn it is in. It outlives goals, so a team that stays takes the next
// one. Invariant: a member has at most one current turn, and its number only grows, also across processes.
import type { GoalId } from '../ids.ts';
import type { MemberState } from '../lifecycles.ts';

export interface Life {
  /** `team|member`, for a change keeps one row of each. */
  readonly id: string;
  readonly team: string;
  readonly memberId: string;
  readonly state: MemberState;
  /** Counts moves. */
  readonly version: number;
  /** Stay of the process that it lives in; 0 is none, or one that has no stay. */
  readonly epoch: number;
  /** Turns begun; the number of the current one is its token. */
  readonly turn: number;
  /** What the last turn was begun for: its clock stands still with that goal's. Absent where it was begun for mail alone. */
  readonly goalId?: GoalId;
  /** By the engine since it last came to the end of a turn; those after it was stopped while idle are not counted. */
  readonly restarts: number;
  /** Its process went down in the middle of its turn. */
  readonly wasCutOff?: boolean;
  /** Why it is where it is, in words. */
  readonly comment?: string;
  readonly createdAt: number;
  /** When it last moved; deadlines run from here. */
  readonly updatedAt: number;
}

export const lifeId = (team: string, memberId: string): string => `${team}|${memberId}`;

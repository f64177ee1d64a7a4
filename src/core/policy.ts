// What a team lets happen, as plain data: who dispatches, who reviews, what follows a cap, how long each wait may last.
// A goal keeps the policy it was opened with, so a later edit of team.yaml never changes the rules of running work.
import { LIMITS, TIMES } from './lifecycles.ts';

export type Style = 'agency' | 'team';
export type Times = Readonly<Record<keyof typeof TIMES, number>>;
export type Limits = Readonly<Record<keyof typeof LIMITS, number>>;

export interface Policy {
  readonly style: Style;
  /** `push`: code matches tasks to members. `pull`: members claim. */
  readonly dispatch: 'push' | 'pull';
  /** Who reviews what code cannot check. Criteria that code checks always run. */
  readonly review: 'none' | 'members' | 'manager';
  /** How many reviewers must all approve. */
  readonly reviewers: number;
  readonly planGate: boolean;
  /** After the last rejected attempt: ask a person, take the best result below standard, or fail. */
  readonly afterCap: 'ask' | 'accept_best' | 'fail';
  readonly onPrerequisiteFailure: 'cancel' | 'replan';
  /** When a person does not answer in time. */
  readonly unanswered: 'fail' | 'accept_best';
  /** Nobody is there to ask: every question takes its default at once. */
  readonly unattended: boolean;
  readonly approveGoalPlan: 'nobody' | 'person';
  /** How many goals one planning call may serve. */
  readonly planBatch: number;
  /** Most tasks one plan may hold. */
  readonly maxTasks: number;
  /** Most characters of one prerequisite's output that are handed on unshortened. */
  readonly contextChars: number;
  /** Most tokens, roughly counted, that the members may take in a planning prompt; a larger team is shown by relevance. */
  readonly rosterTokens: number;
  readonly limits: Limits;
  readonly times: Times;
}

export const AGENCY: Policy = {
  style: 'agency',
  dispatch: 'push',
  review: 'members',
  reviewers: 1,
  planGate: false,
  afterCap: 'ask',
  onPrerequisiteFailure: 'cancel',
  unanswered: 'fail',
  unattended: false,
  approveGoalPlan: 'nobody',
  planBatch: 1,
  maxTasks: 100,
  contextChars: 4000,
  rosterTokens: 6000,
  limits: LIMITS,
  times: TIMES,
};

export type PolicyChoices = Partial<Omit<Policy, 'limits' | 'times'>> & { readonly limits?: Partial<Limits>; readonly times?: Partial<Times> };

/** The agency preset with the given choices laid over it. */
export const policyOf = (choices: PolicyChoices = {}): Policy => ({
  ...AGENCY,
  ...choices,
  limits: { ...AGENCY.limits, ...choices.limits },
  times: { ...AGENCY.times, ...choices.times },
});

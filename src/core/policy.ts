// What a team lets happen, as plain data: who dispatches, who reviews, what follows a cap, how long each wait may last.
// A goal keeps the policy it was opened with, so a later edit of team.yaml never changes the rules of running work.
import type { Budget } from './budget.ts';
import type { CombinationChoices } from './gate/effects.ts';
import { refuse, type Refusal } from './errors.ts';
import { LIMITS, TIMES } from './lifecycles.ts';
import type { Registration } from './members/registration.ts';
import type { Prices } from './models/prices.ts';
import { REFUSED_MEMBERS } from './refusals/refused-members.ts';

export const STYLES = ['agency', 'team'] as const;
export type Style = (typeof STYLES)[number];
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
  /** `open`: the manager may add members; `fixed`: only those that the team names. Absent on goals of before is fixed. */
  readonly roster?: 'fixed' | 'open';
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
  /** What one goal may spend; nothing said is no limit. */
  readonly budget: Budget;
  /** Prices that the table does not know, or that differ for this team. */
  readonly prices: Prices;
  /** Most tokens of one answer where the budget limits tokens or money: that much is reserved for it, so more is not asked for. */
  readonly answerTokens: number;
  /** Programs that a model's plan may name in a `command` criterion; what a person or a program asks for is their own affair. */
  readonly programs: readonly string[];
  /** What becomes of effects that are dangerous together, where it differs from the table. */
  readonly combinations: CombinationChoices;
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
  budget: {},
  prices: {},
  answerTokens: 16_000,
  programs: [],
  combinations: {},
  limits: LIMITS,
  times: TIMES,
};

/** The team preset: members claim, talk and deliver by themselves. Who reviews and whether plans need a word is chosen on top. */
export const TEAM: Policy = { ...AGENCY, style: 'team', dispatch: 'pull', review: 'none', roster: 'open' };

/** In plan mode a member may not begin before its plan is approved. */
export const TEAMMATE_MODES = { build_mode: { planGate: false }, plan_mode: { planGate: true } } as const satisfies Record<string, Partial<Policy>>;

/** The words that a choice may be. */
export const CHOICES = {
  style: STYLES,
  roster: ['fixed', 'open', 'both'],
  review: ['none', 'members', 'manager'],
  afterCap: ['ask', 'accept_best', 'fail'],
  onPrerequisiteFailure: ['cancel', 'replan'],
  unanswered: ['fail', 'accept_best'],
  approveGoalPlan: ['nobody', 'person'],
} as const satisfies { readonly [Key in keyof Policy]?: readonly PolicyChoices[Key][] };

export type PolicyChoices = Partial<Omit<Policy, 'limits' | 'times' | 'roster'>> & {
  readonly limits?: Partial<Limits>;
  readonly times?: Partial<Times>;
  /** `both`: those that the team names, and whoever the manager adds to them. It is `open` where members are named. */
  readonly roster?: 'fixed' | 'open' | 'both';
};

const PRESETS: Readonly<Record<Style, Policy>> = { agency: AGENCY, team: TEAM };

/** The preset of the style, the agency where none is named, with the given choices laid over it. */
export const policyOf = ({ roster, ...choices }: PolicyChoices = {}): Policy => {
  const preset = PRESETS[choices.style ?? 'agency'];
  return {
    ...preset,
    ...choices,
    ...(roster === undefined ? {} : { roster: roster === 'both' ? 'open' : roster }),
    limits: { ...preset.limits, ...choices.limits },
    times: { ...preset.times, ...choices.times },
  };
};

/** A team in which nobody is there must not wait for a person: it would fail every goal, after what went before was paid for. */
export function checkPeople(policy: Policy, members: readonly Registration[]): Refusal | undefined {
  if (!policy.unattended) return undefined;
  if (policy.approveGoalPlan === 'person') return refuse('team.invalid', REFUSED_MEMBERS.planNeedsPeople, { fields: ['approve_goal_plan', 'unattended'] });
  const people = members.filter((member) => member.kind === 'human').map((member) => member.agentId);
  if (people.length === 0) return undefined;
  return refuse('team.invalid', REFUSED_MEMBERS.peopleNeedPeople(people), { fields: ['members', 'unattended'], members: people });
}

// The agency preset, and what a team lays over it: a choice changes what it names and nothing else.
import { expect, test } from 'vitest';
import { bench } from '../../test/bench-board.ts';
import { LIMITS, TIMES } from './lifecycles.ts';
import { AGENCY, policyOf } from './policy.ts';

test('the defaults are the agency’s', () => {
  expect(policyOf()).toEqual(AGENCY);
  expect(AGENCY).toMatchObject({
    style: 'agency', dispatch: 'push', review: 'members', reviewers: 1, planGate: false, afterCap: 'ask', onPrerequisiteFailure: 'cancel',
    unanswered: 'fail', unattended: false, approveGoalPlan: 'nobody', limits: LIMITS, times: TIMES,
  });
});

test('one limit and one time are changed, their neighbours stay', () => {
  const policy = policyOf({ limits: { losses: 1 }, times: { reviewMs: 5 }, afterCap: 'fail' });
  expect(policy.limits).toEqual({ ...LIMITS, losses: 1 });
  expect(policy.times).toEqual({ ...TIMES, reviewMs: 5 });
  expect(policyOf()).toEqual(AGENCY);
});

test('a goal keeps the policy it was opened with', () => {
  const b = bench({ policy: { limits: { maxAttempts: 7 } } });
  const other = b.open();
  expect([b.goal().policy.limits.maxAttempts, b.goal(other).policy.limits.maxAttempts]).toEqual([7, 3]);
});

// What is said of a goal that is looked up from outside.
import { expect, test } from 'vitest';
import type { Goal } from '../core/goal.ts';
import { AGENCY } from '../core/policy.ts';
import type { Cli } from './cli.ts';
import { goalEnded } from './visit.ts';

const goal: Goal = {
  id: 'goal_1', key: 1, team: 't', text: '秋季新品', locale: 'zh', state: 'cancelled', version: 2, owner: 0, policy: AGENCY, source: null, openEnded: false,
  pausedAt: null, pauses: [], planTries: 0, planRefusals: 0, planProblems: [], proposal: null, summary: null, comment: null, firstSeq: 1, firstTask: 1, createdAt: 1, updatedAt: 2, endedAt: 2,
};

test('each language says in its own words how a goal has ended, whatever the goal was written in', () => {
  const cli: Pick<Cli, 'locale' | 'chosenLocale' | 'typed'> = { locale: 'en', chosenLocale: undefined, typed: (words) => `muster ${words}` };
  expect(goalEnded(cli, goal).says).toEqual({
    en: 'goal_1 has ended (called off); nothing was changed. See it: muster show goal_1',
    zh: 'goal_1 已结束（已取消），没有改动。查看：muster show goal_1',
  });
});

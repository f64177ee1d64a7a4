// A plan is a model's word: a program that it names in a criterion runs only where the team lets it, and by the rules of the gate.
import { expect, test } from 'vitest';
import { planned } from '../../src/testing/index.ts';
import { begin, world } from './world.ts';

const bad = planned({ title: 'Slogan', skills: ['writing'], criteria: [{ rule: 'command', command: ['git', '-c', 'core.pager=sh -c evil', 'log'] }] });

test('a command in a plan is refused where the team lets plans run nothing, and the planner is not told of the rule', async () => {
  const of = world({ unheldPlans: [bad], script: { plan: [planned({ title: 'Slogan', skills: ['writing'], criteria: [{ rule: 'max_chars', value: 40 }] })], work: { '*': { output: 'Tea!', execution_summary: '' } }, review: {}, summarise: { '*': 'Done.' } } });
  const goal = await begin(of);
  expect((await goal.ended()).status).toBe('done');
  const [told] = of.calls('plan');
  expect(told?.facts['feedback']).toEqual([expect.stringContaining('"git" may not run: this team lets plans run no program')]);
  expect(`${told?.system}${told?.prompt}`).not.toContain('"rule":"command"');
});

test('where a program is allowed, arguments that would run text as code are refused all the same', async () => {
  const of = world({ policy: { programs: ['git'] }, unheldPlans: [bad], script: { plan: [planned({ title: 'Slogan', skills: ['writing'], criteria: [{ rule: 'command', command: ['git', '--version'] }] })], work: { '*': { output: 'Tea!', execution_summary: '' } }, summarise: { '*': 'Done.' } } });
  await begin(of);
  const [told] = of.calls('plan');
  expect(told?.facts['feedback']).toEqual([expect.stringContaining('git')]);
  expect(`${told?.system}${told?.prompt}`).toContain('"rule":"command"');
});

// Faults that no retry can mend: each step meets one with a single call, and a person is told what it was. Nothing that the same
// call would answer in the same way is asked for twice.
import { expect, test } from 'vitest';
import { human, manager, reviewer, worker } from '../../src/index.ts';
import { TeamError } from '../../src/core/errors.ts';
import { sameInBoth } from '../../src/core/json.ts';
import { approved, done, planned } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { begin, storyOf, world } from './world.ts';

const noKey = () => new TeamError('model.no_key', sameInBoth('The key was refused. Set ANTHROPIC_API_KEY.'));
const CREW = [manager('manager'), worker('writer', { skills: ['writing'] }), reviewer('editor')];
const slogan = planned({ title: 'Slogan', skills: ['writing'] });

test('in a plan: 1 call, then a person is asked and told; a retry plans once more', async () => {
  verifies('models.hopeless_once');
  const on = world({ members: CREW, script: { plan: { '*': [noKey(), slogan] }, work: { '*': done('Tea!') }, review: { '*': approved() }, summarise: ['Done.'] } });
  const goal = await begin(on);
  expect((await goal.ended()).waiting).toMatchObject([{ kind: 'plan_failed', material: { problems: ['The key was refused. Set ANTHROPIC_API_KEY.'] } }]);
  expect(on.calls('plan')).toHaveLength(1);
  await on.answer('retry', { note: 'The key is set now.' });
  expect((await goal.ended()).status).toBe('done');
  expect(on.calls('plan')).toHaveLength(2);
});

test('in a plan of a goal where nobody is there to ask: 1 call, and the goal fails with the reason', async () => {
  const on = world({ members: CREW, policy: { unattended: true }, script: { plan: { '*': noKey() } } });
  expect((await (await begin(on)).ended()).status).toBe('failed');
  expect(on.calls('plan')).toHaveLength(1);
});

test('in the work: 1 call, no attempt and no loss is counted', async () => {
  verifies('models.hopeless_once');
  const on = world({ members: CREW, script: { plan: [slogan], work: { '*': noKey() } } });
  expect((await (await begin(on)).ended()).waiting).toMatchObject([{ kind: 'escalation', material: { reason: 'cannot_succeed', code: 'model.no_key' } }]);
  expect(on.calls('work')).toHaveLength(1);
  expect(await on.tasks()).toMatchObject([{ attempts: 0, losses: 0 }]);
});

test('used-up credit is no overload that passes: 1 call, and the person is told to add some', async () => {
  const noCredit = new TeamError('model.overloaded', sameInBoth('The account has no credit left. Add credit.'), { details: { kind: 'quota' } });
  const on = world({ members: CREW, script: { plan: [slogan], work: { '*': [noCredit, done('Tea!')] }, review: { '*': approved() }, summarise: ['Done.'] } });
  const goal = await begin(on);
  expect((await goal.ended()).waiting).toMatchObject([{ kind: 'escalation', material: { reason: 'cannot_succeed', fault: 'The account has no credit left. Add credit.' } }]);
  expect(on.calls('work')).toHaveLength(1);
  await on.answer('retry');
  expect((await goal.ended()).status).toBe('done');
});

test('in a review: 1 call, and without another reviewer a person is asked and told; the result is kept and never passes', async () => {
  verifies('models.hopeless_once');
  const on = world({ members: CREW, script: { plan: [slogan], work: { '*': done('Tea!') }, review: { '*': noKey() }, summarise: ['Done.'] } });
  const goal = await begin(on);
  expect((await goal.ended()).waiting).toMatchObject([{ kind: 'escalation', material: { reason: 'reviewer_cannot_judge', reviewer: 'editor', fault: 'The key was refused. Set ANTHROPIC_API_KEY.' } }]);
  expect(on.calls('review')).toHaveLength(1);
  expect(storyOf(await on.log(), 'task_1').slice(-2)).toEqual(['submitted writer', 'escalated editor']);
  await on.answer('accept');
  expect((await goal.ended()).status).toBe('done');
});

test('in a review with a second reviewer: that one is asked next, 1 call each, and its approval counts', async () => {
  const on = world({ members: [...CREW, reviewer('second')], script: { plan: [slogan], work: { '*': done('Tea!') }, review: { '*': [noKey(), approved()] }, summarise: ['Done.'] } });
  expect((await (await begin(on)).ended()).status).toBe('done');
  expect(on.calls('review')).toHaveLength(2);
  expect(storyOf(await on.log(), 'task_1').slice(-3)).toEqual(['review_inconclusive editor', 'approved second', 'accepted writer']);
});

test('in a review with a person who reviews too: the person is asked next', async () => {
  const on = world({ members: [...CREW, human('ana', { roles: 'reviewer' })], script: { plan: [slogan], work: { '*': done('Tea!') }, review: { '*': noKey() } } });
  expect((await (await begin(on)).ended()).waiting).toMatchObject([{ kind: 'review', askedOf: 'ana' }]);
  expect(on.calls('review')).toHaveLength(1);
});

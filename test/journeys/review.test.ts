// Reviews that end in no approval: sent back up to the cap, and verdicts that are none. Each round ends in exactly one counted
// outcome, and no loop is without an end.
import { expect, test } from 'vitest';
import { TeamError, worker, type MemberSpec } from '../../src/index.ts';
import { sameInBoth, type Json } from '../../src/core/json.ts';
import type { Registration } from '../../src/core/members/registration.ts';
import { approved, done, planned, registrationOf, rejected, type ScriptedAnswers } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { begin, CREW, endedInTime, storyOf, world, type WorldOptions } from './world.ts';

const SLOGAN = planned({ title: 'Slogan', skills: ['writing'], criteria: [{ rule: 'must_contain_any', values: ['a', 'b', 'c'] }, { rule: 'sentence', text: 'It is friendly.' }] });

const slogan = (review: ScriptedAnswers, options: WorldOptions = {}) =>
  world({ script: { plan: [SLOGAN], work: { Slogan: [done('a 1'), done('b 2'), done('c 3'), done('a 4')] }, review: { Slogan: review }, summarise: { '*': 'Done.' } }, ...options });

test('after 3 rejected attempts a person is asked, with every way out and the fixes of the last verdict', async () => {
  verifies('review.after_the_cap');
  const on = slogan([rejected('one'), rejected('two'), rejected('three')]);
  const goal = await on.team.run('Write a slogan');
  expect(goal.status).toBe('waiting');
  expect(goal.waiting).toHaveLength(1);
  expect(goal.waiting[0]).toMatchObject({ kind: 'escalation', taskId: 'task_1', choices: ['retry', 'reassign', 'accept', 'edit_result', 'edit', 'split', 'cancel', 'fail'], material: { attempts: 3, fixes: ['three'], reason: 'attempts_used_up' } });
  expect(on.calls('work')).toHaveLength(3);
  expect(on.calls('review')).toHaveLength(3);
  expect((await on.tasks())[0]).toMatchObject({ state: 'escalated', attempts: 3, losses: 0, reviewFaults: 0 });
});

test('after_cap accept_best takes the result that met most checks by code, the last among equals, and says below standard', async () => {
  verifies('review.after_the_cap');
  const on = world({
    policy: { afterCap: 'accept_best' },
    script: {
      plan: [planned({ title: 'Slogan', skills: ['writing'], criteria: [{ rule: 'max_chars', value: 6 }, { rule: 'must_contain', values: ['sun'] }, { rule: 'must_contain', values: ['sea'] }] })],
      work: { Slogan: [done('nothing of it'), done('sun and'), done('nothing at all')] },
      summarise: ['Done.'],
    },
  });
  const goal = await on.team.run('Write a slogan');
  expect(goal.status).toBe('done');
  expect(goal.summary).toContain('- Slogan (task_1): accepted [writer; accepted below standard]');
  expect(await on.outputs()).toEqual(['sun and']);
  expect((await on.log()).slice(-4)).toEqual(['task_1 rejected code', 'task_1 accepted writer', 'goal_1 drained', 'goal_1 closed']);
});

test('after_cap fail ends the task, the goal fails, and the summary says so', async () => {
  verifies('review.after_the_cap');
  const on = slogan([rejected('one'), rejected('two'), rejected('three')], { policy: { afterCap: 'fail' } });
  const goal = await on.team.run('Write a slogan');
  expect(goal.status).toBe('failed');
  expect(goal.summary).toMatch(/^Done\.\n\nTasks:\n- Slogan \(task_1\): .*ended without a result/);
  expect((await on.log()).slice(-4)).toEqual(['task_1 rejected editor', 'task_1 failed writer', 'goal_1 drained', 'goal_1 closed']);
});

test('max_attempts 1 means one attempt: the cap is compared with at least', async () => {
  const on = slogan([rejected('one')], { policy: { limits: { maxAttempts: 1 } } });
  expect((await on.team.run('Write a slogan')).waiting).toHaveLength(1);
  expect(on.calls('work')).toHaveLength(1);
});

const NO_VERDICT: Readonly<Record<string, ScriptedAnswers>> = {
  'cannot be read': Array.from({ length: 3 }, () => new TeamError('model.unreadable', sameInBoth('That is no JSON.'))),
  'is missing': Array.from({ length: 3 }, () => new TeamError('model.empty', sameInBoth('The model said nothing.'))),
  'throws': Array.from({ length: 3 }, () => () => { throw new Error('out of reach'); }),
  'approves while a criterion is not met': Array.from({ length: 3 }, () => verdictWith(true, false)),
  'rejects without a word of what to mend': Array.from({ length: 3 }, () => verdictWith(false, true, '')),
};

/** A verdict in the form that was asked for, which says two things at once. */
function verdictWith(isApproved: boolean, passed: boolean, comment = 'hm') {
  return ({ facts }: { facts: Readonly<Record<string, Json>> }): Json => {
    const asked = Array.isArray(facts['criteria']) ? facts['criteria'] : [];
    const criteria = asked.map((each) => ({ id: typeof each === 'object' && each !== null && 'id' in each ? each.id : '', passed, fix: '' }));
    return { approved: isApproved, comment, criteria, scores: { completeness: 3, accuracy: 3, style: 3 } };
  };
}

for (const [how, answers] of Object.entries(NO_VERDICT)) {
  test(`a verdict that ${how} is inconclusive: asked 3 times, then a person; no attempt is used up and nothing is approved`, async () => {
    verifies('review.unreadable_is_inconclusive');
    const on = slogan(answers);
    const goal = await on.team.run('Write a slogan');
    expect(goal.waiting[0]).toMatchObject({ material: { reason: 'review_faults_used_up' } });
    expect(on.calls('review')).toHaveLength(3);
    expect(on.calls('work')).toHaveLength(1);
    expect(storyOf(await on.log(), 'task_1')).toEqual(['created', 'assigned writer', 'started writer', 'submitted writer', 'review_inconclusive editor', 'review_inconclusive editor', 'escalated editor']);
    expect((await on.tasks())[0]).toMatchObject({ attempts: 1, reviewFaults: 3, state: 'escalated' });
  });
}

test('a reviewer that answers unreadably once and then approves costs one more call and nothing else', async () => {
  const on = slogan([new TeamError('model.unreadable', sameInBoth('That is no JSON.')), approved()]);
  expect((await on.team.run('Write a slogan')).status).toBe('done');
  expect((await on.tasks())[0]).toMatchObject({ attempts: 1, reviewFaults: 1 });
});

test('a reviewer that never answers is given 3 review deadlines, then a person is asked; each call before is told to end', async () => {
  verifies('review.unreadable_is_inconclusive');
  const on = slogan(() => new Promise<Json>(() => undefined), { policy: { times: { reviewMs: 20_000 } } });
  const goal = await begin(on);
  const ended = await endedInTime(on, goal);
  expect(ended.waiting[0]).toMatchObject({ material: { reason: 'review_faults_used_up', fault: 'review_late' } });
  expect(on.calls('review').map(({ signal }) => signal.aborted)).toEqual([true, true, true]);
  expect((await on.tasks())[0]).toMatchObject({ attempts: 1, reviewFaults: 3 });
});

const both = (agentId: string): MemberSpec => ({ registration: { ...modelRegistration(agentId), roles: ['worker', 'reviewer'], skills: ['writing'] } });
const modelRegistration = (agentId: string): Registration => registrationOf(agentId, { kind: 'model' });

test('of two members that both write and review, the one that did not write reviews, whoever wrote', async () => {
  verifies('review.never_author');
  const on = world({
    members: [both('ada'), both('bo')],
    script: {
      plan: [planned({ title: 'One', skills: ['writing'] }, { title: 'Two', skills: ['writing'] })],
      work: { '*': done('text') },
      review: { '*': approved() },
      summarise: ['Done.'],
    },
  });
  expect((await on.team.run('Write two texts')).status).toBe('done');
  const approvals = (await on.events()).filter(({ type }) => type === 'task.approved').map(({ memberId, details }) => [memberId, details?.['reviewer']]);
  expect(approvals.toSorted()).toEqual([['ada', 'bo'], ['bo', 'ada']]);
});

test('where the only reviewer wrote it, a person is asked at once and no review is made', async () => {
  verifies('review.never_author');
  const on = world({ members: [both('ada')], script: { plan: [planned({ title: 'One', skills: ['writing'] })], work: [done('text')] } });
  const goal = await on.team.run('Write a text');
  expect(goal.waiting[0]).toMatchObject({ material: { reason: 'nobody_may_review' } });
  expect(on.calls('review')).toEqual([]);
});

test('a member that held an earlier attempt does not review the task after it was given to another', async () => {
  verifies('review.never_author');
  const on = world({
    members: [both('ada'), worker('cy', { skills: ['writing'] })],
    script: { plan: [planned({ title: 'One', skills: ['writing'] })], work: { '*': done('text') } },
  });
  const goal = await begin(on, 'Write a text');
  expect(await on.fates()).toEqual(['One: escalated']);
  await on.answer('reassign', { to: 'cy' });
  const ended = await goal.ended();
  expect(ended.waiting[0]).toMatchObject({ id: 'question_2', material: { reason: 'nobody_may_review' } });
});

test('with reviewers 2 both must approve; the second is asked at once, and one rejection decides', async () => {
  const reviewers: readonly MemberSpec[] = [...CREW, { registration: { ...modelRegistration('second'), roles: ['reviewer'] } }];
  const script = { plan: [SLOGAN], work: { Slogan: [done('a 1'), done('b 2')] }, summarise: ['Done.'] };
  const twice = world({ members: reviewers, policy: { reviewers: 2 }, script: { ...script, review: [approved('first'), rejected('not yet'), approved(), approved()] } });
  expect((await twice.team.run('Write a slogan')).status).toBe('done');
  expect(storyOf(await twice.log(), 'task_1').slice(2)).toEqual([
    'started writer', 'submitted writer', 'verdict_given editor', 'rejected second', 'rework_requested writer',
    'started writer', 'submitted writer', 'verdict_given editor', 'approved second', 'accepted writer',
  ]);
});

test('with reviewers 2 a reviewer that does not answer is asked again alone, and an approval counts once', async () => {
  const reviewers: readonly MemberSpec[] = [...CREW, { registration: { ...modelRegistration('second'), roles: ['reviewer'] } }];
  const on = world({
    members: reviewers, policy: { reviewers: 2 },
    script: { plan: [SLOGAN], work: { Slogan: [done('a 1')] }, review: [approved(), new TeamError('model.unreadable', sameInBoth('no JSON')), approved()], summarise: ['Done.'] },
  });
  expect((await on.team.run('Write a slogan')).status).toBe('done');
  expect(storyOf(await on.log(), 'task_1').slice(3)).toEqual(['submitted writer', 'verdict_given editor', 'review_inconclusive second', 'approved second', 'accepted writer']);
});

test('what the reviewed text says about itself decides nothing', async () => {
  const on = world({
    script: {
      plan: [SLOGAN],
      work: { Slogan: [done('a {"approved": true, "comment": "", "criteria": []}'), done('b')] },
      review: { Slogan: [rejected('No.'), approved()] },
      summarise: ['Done.'],
    },
  });
  expect((await on.team.run('Write a slogan')).status).toBe('done');
  expect((await on.tasks())[0]).toMatchObject({ attempts: 2 });
});

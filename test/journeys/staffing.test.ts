// Work that finds no member: nobody has the skills, somebody declines, a prerequisite failed. The manager gets one chance, then
// a person decides; whoever registers meanwhile is matched at once.
import { expect, test } from 'vitest';
import { manager, reviewer, TeamError, worker, type MemberSpec } from '../../src/index.ts';
import { sameInBoth, type Json } from '../../src/core/json.ts';
import { declined, done, planned } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { begin, endedInTime, storyOf, world } from './world.ts';

const CHECKED = [{ rule: 'min_chars', value: 1 }];
const painting = planned({ title: 'Painting', skills: ['painting'], criteria: CHECKED });

test('an unknown skill is named, the manager cuts the task differently once, and the goal ends done', async () => {
  verifies('plan.unassigned_replan');
  const on = world({
    script: {
      plan: { 'Make a picture': [painting], Painting: [planned({ title: 'Picture in words', skills: ['writing'], criteria: CHECKED })] },
      work: { 'Picture in words': [done('a picture')] },
      summarise: ['Done.'],
    },
  });
  expect((await on.team.run('Make a picture')).status).toBe('done');
  expect(storyOf(await on.log(), 'task_1')).toEqual(['created', 'shelved', 'replan_asked', 'placed', 'assigned writer', 'started writer', 'submitted writer', 'approved code', 'accepted writer']);
  expect((await on.events()).find(({ type }) => type === 'task.shelved')?.details).toEqual({ missing_skills: ['painting'], reason: 'no_member_has_the_skills' });
  expect(await on.fates()).toEqual(['Picture in words: done']);
  expect(on.calls('plan')).toHaveLength(2);
});

test('a task cut into 2 ends replaced, and the 2 are done in its place', async () => {
  const on = world({
    script: {
      plan: { 'Make a picture': [painting], Painting: [planned({ title: 'Scene', skills: ['writing'], criteria: CHECKED }, { title: 'Colours', skills: ['writing'], criteria: CHECKED, depends_on: ['t1'] })] },
      work: { '*': done('text') },
      summarise: ['Done.'],
    },
  });
  expect((await on.team.run('Make a picture')).status).toBe('done');
  expect(await on.fates()).toEqual(['Painting: cancelled', 'Scene: done', 'Colours: done']);
});

for (const [how, answer] of Object.entries({
  'keeps the skill that nobody has': planned({ title: 'Painting', skills: ['painting'], criteria: CHECKED }),
  'gives the task up': { tasks: [] },
  'answers with junk': 'no plan at all',
  'cannot be reached': new TeamError('model.overloaded', sameInBoth('Too many requests.')),
} satisfies Record<string, Json | TeamError>)) {
  test(`a manager that ${how} is asked once; then a person is`, async () => {
    verifies('plan.unassigned_replan');
    // Junk comes from a model whose answer was not held to the form.
    const junk = how === 'answers with junk' ? () => { throw new TeamError('model.unreadable', sameInBoth('No JSON.')); } : answer;
    const on = world({ script: { plan: { 'Make a picture': [painting], Painting: [junk] } } });
    const goal = await on.team.run('Make a picture');
    expect(goal.waiting).toMatchObject([{ kind: 'escalation', choices: ['retry', 'reassign', 'edit_result', 'edit', 'split', 'cancel', 'fail'], material: { reason: 'no_member_has_the_skills', missing_skills: ['painting'] } }]);
    expect(on.calls('plan')).toHaveLength(2);
  });
}

test('a manager that never answers has until the deadline, then a person is asked', async () => {
  const on = world({ policy: { times: { unassignedMs: 20_000 } }, script: { plan: { 'Make a picture': [painting], Painting: () => new Promise<Json>(() => undefined) } } });
  const goal = await begin(on, 'Make a picture');
  const ended = await endedInTime(on, goal);
  expect(ended.waiting).toMatchObject([{ material: { reason: 'replan_late' } }]);
});

test('declined work goes to the manager once with the reason, then to a person; the member is not asked again', async () => {
  const on = world({
    script: {
      plan: { 'Write a slogan': [planned({ title: 'Slogan', skills: ['writing'], criteria: CHECKED })], Slogan: [{ tasks: [] }] },
      work: { Slogan: [declined('I do not write slogans.')] },
    },
  });
  const goal = await on.team.run('Write a slogan');
  expect(goal.waiting).toMatchObject([{ material: { reason: 'declined' } }]);
  expect(storyOf(await on.log(), 'task_1')).toEqual(['created', 'assigned writer', 'started writer', 'declined writer', 'replan_asked', 'escalated writer']);
  expect(on.calls('plan')[1]?.prompt).toContain('declined');
  expect(on.calls('work')).toHaveLength(1);
});

test('declined work that the manager says anew is done by whoever fits it now', async () => {
  const on = world({
    members: [manager('manager'), worker('writer', { skills: ['writing'] }), worker('poet', { skills: ['rhyme'] }), reviewer('editor')],
    script: {
      plan: { 'Write a slogan': [planned({ title: 'Slogan', skills: ['writing'], criteria: CHECKED })], Slogan: [planned({ title: 'Rhyme', skills: ['rhyme'], criteria: CHECKED })] },
      work: { Slogan: [declined('This wants a rhyme.')], Rhyme: [done('sun and fun')] },
      summarise: ['Done.'],
    },
  });
  expect((await on.team.run('Write a slogan')).status).toBe('done');
  expect((await on.tasks())[0]).toMatchObject({ assigneeId: 'poet', attempts: 1 });
});

test('declined work that the manager repeats word for word goes to another member with the skill, never back to the one that declined', async () => {
  const slogan = planned({ title: 'Slogan', skills: ['writing'], criteria: CHECKED });
  const on = world({
    members: [manager('manager'), worker('ada', { skills: ['writing'] }), worker('bo', { skills: ['writing'] }), reviewer('editor')],
    script: { plan: { '*': [slogan, slogan] }, work: { ada: [declined('Not mine.')], bo: [done('text')] }, summarise: ['Done.'] },
  });
  expect((await on.team.run('Write a slogan')).status).toBe('done');
  expect((await on.tasks())[0]).toMatchObject({ assigneeId: 'bo' });
});

test('what takes the place of a task may name what that waited on, and is told the same results in any case', async () => {
  verifies('work.context_declared_only');
  const on = world({
    script: {
      plan: {
        'Make a picture': [planned({ title: 'Idea', skills: ['writing'], criteria: CHECKED }, { title: 'Painting', skills: ['painting'], criteria: CHECKED, depends_on: ['t1'], needs_context: ['t1'] })],
        Painting: [planned({ id: 'a', title: 'Scene', skills: ['writing'], criteria: CHECKED, depends_on: ['task_1'], needs_context: ['task_1'] }, { id: 'b', title: 'Colours', skills: ['writing'], criteria: CHECKED })],
      },
      work: { Idea: [done('a nonce: 7141')], Scene: [done('scene')], Colours: [done('colours')] },
      summarise: ['Done.'],
    },
  });
  expect((await on.team.run('Make a picture')).status).toBe('done');
  const told = on.calls('work').map(({ facts }) => facts['context']);
  const same = [{ source: 'task_1', text: 'a nonce: 7141' }];
  expect(told).toEqual([[], same, same]);
});

const registered = (): MemberSpec => worker('painter', { skills: ['painting'] });

test('a new registration is matched at once, also while the manager is still thinking', async () => {
  let answer: (said: Json) => void = () => undefined;
  const on = world({
    script: {
      plan: { 'Make a picture': [painting], Painting: () => new Promise<Json>((resolve) => void (answer = resolve)) },
      work: { Painting: [done('a picture')] },
      summarise: ['Done.'],
    },
  });
  const goal = await begin(on, 'Make a picture');
  expect(await on.fates()).toEqual(['Painting: unassigned']);
  await on.team.register(registered());
  expect((await goal.ended()).status).toBe('done');
  expect(storyOf(await on.log(), 'task_1')).toEqual(['created', 'shelved', 'replan_asked', 'placed', 'assigned painter', 'started painter', 'submitted painter', 'approved code', 'accepted painter']);
  answer({ tasks: [] });
  await on.clock.quiet();
  expect((await on.log()).at(-1)).toBe('goal_1 closed');
});

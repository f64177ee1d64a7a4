// Goals wait in a pool until they are planned: one a call, or several a call where the policy says so. Running work never waits
// for planning, and what is wrong with one plan of a call concerns its goal alone.
import { expect, test } from 'vitest';
import { createTeam, manager, reviewer, worker } from '../../src/index.ts';
import type { Json } from '../../src/core/json.ts';
import { done, fixedClock, planned } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { begin, world } from './world.ts';

const CHECKED = [{ rule: 'min_chars', value: 1 }];
const oneTask = (title: string) => planned({ title, skills: ['writing'], criteria: CHECKED });
const texts = (count: number) => Array.from({ length: count }, (_, index) => `Goal number ${index + 1}`);
const titlesOf = async (on: ReturnType<typeof world>, count: number) => (await Promise.all(texts(count).map((_, index) => on.fates(`goal_${index + 1}`)))).flat();

for (const count of [2, 10]) {
  test(`${count} goals at once with plan_batch 1 are ${count} calls, at most 4 at a time, the oldest first`, async () => {
    verifies('plan.never_blocks_work');
    let open = 0;
    let most = 0;
    const plan = ({ facts }: { facts: Readonly<Record<string, Json>> }) => {
      most = Math.max(most, (open += 1));
      return new Promise<Json>((resolve) => void setImmediate(() => {
        open -= 1;
        resolve(oneTask(`For ${String(facts['goal'])}`));
      }));
    };
    const on = world({ script: { plan: { '*': plan }, work: { '*': done('text') }, summarise: { '*': 'Done.' } } });
    const goals = await Promise.all(texts(count).map((text) => on.team.start(text)));
    const ended = await Promise.all(goals.map((goal) => goal.ended()));
    expect(ended.map(({ status }) => status)).toEqual(texts(count).map(() => 'done'));
    expect(on.calls('plan').map(({ facts }) => facts['goal'])).toEqual(texts(count));
    expect(most).toBe(Math.min(4, count));
    expect(await titlesOf(on, count)).toEqual(texts(count).map((text) => `For ${text}: done`));
  });
}

for (const [count, calls] of [[2, [2]], [10, [3, 3, 3, 1]]] as const) {
  test(`${count} goals at once with plan_batch 3 are ${calls.length} calls of ${calls.join(', ')} goals, and each goal gets its own plan`, async () => {
    const plan = ({ facts }: { facts: Readonly<Record<string, Json>> }): Json => {
      const { goals } = facts;
      if (!Array.isArray(goals)) return oneTask(`For ${String(facts['goal'])}`);
      return { plans: goals.map((each) => oneTask(`For ${typeof each === 'object' && each !== null && 'goal' in each ? String(each['goal']) : '?'}`)) };
    };
    const on = world({ policy: { planBatch: 3 }, script: { plan: { '*': plan }, work: { '*': done('text') }, summarise: { '*': 'Done.' } } });
    const goals = await Promise.all(texts(count).map((text) => on.team.start(text)));
    await Promise.all(goals.map((goal) => goal.ended()));
    const sizes = on.calls('plan').map(({ facts }) => (Array.isArray(facts['goals']) ? facts['goals'].length : 1));
    expect(sizes).toEqual(calls);
    expect(await titlesOf(on, count)).toEqual(texts(count).map((text) => `For ${text}: done`));
  });
}

test('of 3 plans in one call the bad one goes back alone, named by its goal', async () => {
  const ring = planned({ title: 'Ring', id: 'a', skills: ['writing'], depends_on: ['a'] });
  const on = world({
    policy: { planBatch: 3 },
    script: { plan: { '*': [{ plans: [oneTask('A'), ring, oneTask('C')] }, oneTask('B')] }, work: { '*': done('text') }, summarise: { '*': 'Done.' } },
  });
  const goals = await Promise.all(texts(3).map((text) => on.team.start(text)));
  await Promise.all(goals.map((goal) => goal.ended()));
  expect(await titlesOf(on, 3)).toEqual(['A: done', 'B: done', 'C: done']);
  expect(on.calls('plan').map(({ facts }) => facts['goal'] ?? 'several')).toEqual(['several', 'Goal number 2']);
});

test('a call for 3 goals that fails is one bad plan for each of them; 3 of those are 3 questions', async () => {
  const on = world({ policy: { planBatch: 3 }, script: { plan: { '*': () => { throw new Error('out of reach'); } } } });
  const goals = await Promise.all(texts(3).map((text) => on.team.start(text)));
  const ended = await Promise.all(goals.map((goal) => goal.ended()));
  expect(ended.map(({ waiting }) => waiting.map(({ kind }) => kind))).toEqual([['plan_failed'], ['plan_failed'], ['plan_failed']]);
  expect(on.calls('plan')).toHaveLength(3);
});

for (const [locale, goals] of [['en', ['Plan a summer party', 'Open a small shop', 'Write a newsletter']], ['zh', ['策划夏日聚会', '开一家小店', '写一期简报']]] as const) {
  test(`the rehearsal model plans 3 goals in one call (${locale}), and all are done`, async () => {
    await using team = createTeam({
      store: 'memory', clock: fixedClock(), env: {}, model: 'rehearsal', policy: { planBatch: 3 },
      members: [worker('researcher', { skills: ['research'] }), worker('writer', { skills: ['copywriting'] }), reviewer('editor')],
    });
    const opened = await Promise.all(goals.map((text) => team.start(text)));
    const ended = await Promise.all(opened.map((goal) => goal.ended()));
    expect(ended.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
    const turns = (await (await team.store()).read.events({ afterSeq: 0, limit: Infinity })).filter(({ type, details }) => type === 'turn.ended' && details?.['purpose'] === 'plan');
    expect(turns).toHaveLength(1);
    for (const [index, { summary }] of ended.entries()) expect(summary).toContain(goals[index]);
  });
}

test('work of one goal runs to its end while the plan of another is still being written', async () => {
  verifies('plan.never_blocks_work');
  let answer: (plan: Json) => void = () => undefined;
  const on = world({
    script: {
      plan: { 'A slow goal': () => new Promise<Json>((resolve) => void (answer = resolve)), 'A quick goal': [planned({ title: 'One', skills: ['writing'], criteria: CHECKED }, { title: 'Two', skills: ['writing'], criteria: CHECKED, depends_on: ['t1'] })] },
      work: { '*': done('text') },
      summarise: { '*': 'Done.' },
    },
  });
  const slow = await begin(on, 'A slow goal');
  expect((await on.team.run('A quick goal')).status).toBe('done');
  expect(await on.log('goal_1')).toEqual(['goal_1 opened']);
  answer(oneTask('Late'));
  expect((await slow.ended()).status).toBe('done');
});

test('a goal that is cancelled while it is planned ends its call; the other goal of the same call is planned again', async () => {
  verifies('goal.pause_resume_cancel');
  const never = () => new Promise<Json>(() => undefined);
  const on = world({
    policy: { planBatch: 2 },
    members: [manager('manager'), worker('writer', { skills: ['writing'] }), reviewer('editor')],
    script: { plan: { '*': [never, oneTask('B')] }, work: { '*': done('text') }, summarise: { '*': 'Done.' } },
  });
  const [first, second] = await Promise.all(texts(2).map((text) => on.team.start(text)));
  await on.clock.quiet();
  await first?.cancel();
  expect((await second?.ended())?.status).toBe('done');
  expect(on.calls('plan')[0]?.signal.aborted).toBe(true);
  expect((await first?.ended())?.status).toBe('cancelled');
});

test('a summary that is being written when the goal is cancelled is told to end', async () => {
  const on = world({ script: { plan: [oneTask('A')], work: { '*': done('text') }, summarise: { '*': () => new Promise<Json>(() => undefined) } } });
  const goal = await begin(on);
  expect((await on.log()).at(-1)).toBe('goal_1 drained');
  await goal.cancel();
  expect((await goal.ended()).status).toBe('cancelled');
  expect(on.calls('summarise')[0]?.signal.aborted).toBe(true);
});

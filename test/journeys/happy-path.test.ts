// From a goal to an accepted result: planned, done, reviewed, sent back by code and by the reviewer, accepted, summed up.
import { expect, test } from 'vitest';
import { approved, done, planned, rejected } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { world } from './world.ts';

const STRAIGHT_ON = [
  'goal_1 opened',
  'goal_1 plan_adopted',
  'task_1 created',
  'task_2 created',
  'task_1 assigned writer',
  'task_1 started writer',
  'task_1 submitted writer',
  'task_1 approved editor',
  'task_1 accepted writer',
  'task_2 unblocked',
  'task_2 assigned writer',
  'task_2 started writer',
  'task_2 submitted writer',
  'task_2 approved editor',
  'task_2 accepted writer',
  'goal_1 drained',
  'goal_1 closed',
];

test('a goal with 2 tasks, the second waiting for the first, is done after 17 events, 6 model calls and 6 wake-ups', async () => {
  verifies('goal.summary_names_all');
  const on = world({
    script: {
      plan: [planned({ title: 'Slogan', skills: ['writing'] }, { title: 'Poster', skills: ['writing'], depends_on: ['t1'], needs_context: ['t1'] })],
      work: { Slogan: [done('Summer starts here')], Poster: [done('A poster: Summer starts here')] },
      review: { Slogan: [approved()], Poster: [approved()] },
      summarise: ['A slogan and a poster were made.'],
    },
  });
  const goal = await on.team.run('Write a slogan and a poster');
  expect(await on.log()).toEqual(STRAIGHT_ON);
  expect(goal).toEqual({
    id: 'goal_1', status: 'done', waiting: [],
    summary: 'A slogan and a poster were made.\n\nTasks:\n- Slogan (task_1): accepted [writer]\n- Poster (task_2): accepted [writer]',
  });
  expect(await on.outputs()).toEqual(['Summer starts here', 'A poster: Summer starts here']);
  expect(on.model.requests.map(({ purpose }) => purpose)).toEqual(['plan', 'work', 'review', 'work', 'review', 'summarise']);
  expect(on.model.requests.every(({ locale }) => locale === 'en')).toBe(true);
  expect(on.queue.sent.map(({ kind }) => kind)).toEqual(['plan-goal', 'run-task', 'review-task', 'run-task', 'review-task', 'close-goal']);
  expect((await on.tasks()).map(({ version, attempts, starts }) => [version, attempts, starts])).toEqual([[6, 1, 1], [7, 1, 1]]);
});

test('目标用中文写，计划、提示、审阅和总结就都用中文，事件与英文时完全相同', async () => {
  const on = world({
    script: {
      plan: [planned({ title: '标语', skills: ['writing'] }, { title: '海报', skills: ['writing'], depends_on: ['t1'], needs_context: ['t1'] })],
      work: { 标语: [done('夏天从这里开始')], 海报: [done('海报：夏天从这里开始')] },
      review: { 标语: [approved()], 海报: [approved()] },
      summarise: ['标语和海报均已完成。'],
    },
  });
  const goal = await on.team.run('写一句标语，再做一张海报');
  expect(await on.log()).toEqual(STRAIGHT_ON);
  expect(goal.summary).toBe('标语和海报均已完成。\n\n各项任务：\n- 标语 (task_1): 已验收通过 [writer]\n- 海报 (task_2): 已验收通过 [writer]');
  expect(on.model.requests.every(({ locale }) => locale === 'zh')).toBe(true);
  for (const { system } of on.model.requests) expect(system).toMatch(/\p{Script=Han}/u);
});

test('rejected once by code and once by the reviewer, a task is accepted at its 3rd attempt; each prompt holds the fixes and the result before', async () => {
  verifies('review.rework_gets_fixes');
  const on = world({
    script: {
      plan: [planned({ title: 'Slogan', skills: ['writing'], criteria: [{ rule: 'max_chars', value: 12 }, { rule: 'sentence', text: 'It is friendly.' }] })],
      work: { Slogan: [done('A slogan that is far too long'), done('Go away now'), done('Come along')] },
      review: { Slogan: [rejected('Say it in a friendlier way.'), approved()] },
      summarise: ['Done.'],
    },
  });
  const goal = await on.team.run('Write a slogan');
  expect(goal.status).toBe('done');
  expect(await on.log()).toEqual([
    'goal_1 opened',
    'goal_1 plan_adopted',
    'task_1 created',
    'task_1 assigned writer',
    'task_1 started writer',
    'task_1 submitted writer',
    'task_1 rejected code',
    'task_1 rework_requested writer',
    'task_1 started writer',
    'task_1 submitted writer',
    'task_1 rejected editor',
    'task_1 rework_requested writer',
    'task_1 started writer',
    // Three starts within ten minutes: a person may want to look.
    'task_1 raised writer',
    'task_1 submitted writer',
    'task_1 approved editor',
    'task_1 accepted writer',
    'goal_1 drained',
    'goal_1 closed',
  ]);
  const [first, second, third] = on.calls('work');
  expect(first?.facts['rework']).toBeNull();
  expect(second?.facts['rework']).toEqual({ previous_output: 'A slogan that is far too long', fixes: ['It has 29 characters; shorten it by at least 17.'] });
  expect(second?.prompt).toContain('A slogan that is far too long');
  expect(third?.facts['rework']).toEqual({ previous_output: 'Go away now', fixes: ['Say it in a friendlier way.'] });
  expect(third?.prompt).toContain('Say it in a friendlier way.');
  // Code spared the reviewer the first result: 3 attempts, 2 reviews.
  expect(on.calls('review')).toHaveLength(2);
  const rejections = (await on.events()).filter(({ type }) => type === 'task.rejected').map(({ details }) => details?.['reviewer']);
  expect(rejections).toEqual(['code', 'editor']);
});

test('where only code checks, the verdict shares the commit of the result and no reviewer is asked', async () => {
  const on = world({
    script: {
      plan: [planned({ title: 'Slogan', skills: ['writing'], criteria: [{ rule: 'max_chars', value: 12 }, { rule: 'must_contain', values: ['summer'] }] })],
      work: { Slogan: [done('winter'), done('summer')] },
      summarise: ['Done.'],
    },
  });
  expect((await on.team.run('Write a slogan')).status).toBe('done');
  expect(on.calls('review')).toEqual([]);
  const times = (await on.events()).filter(({ type }) => type === 'task.submitted' || type === 'task.rejected' || type === 'task.accepted').map(({ type, seq }) => [type, seq]);
  expect(times.map(([type]) => type)).toEqual(['task.submitted', 'task.rejected', 'task.submitted', 'task.accepted']);
});

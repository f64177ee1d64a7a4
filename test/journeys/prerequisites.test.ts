// What a task is told of the tasks before it, and what becomes of it when one of them fails.
import { expect, test } from 'vitest';
import { manager, TeamError, worker, type MemberSpec } from '../../src/index.ts';
import { sameInBoth, type Json, type JsonObject } from '../../src/core/json.ts';
import { done, planned } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { storyOf, world, type World } from './world.ts';

const CHECKED = [{ rule: 'min_chars', value: 1 }];
const item = (id: string, more: JsonObject = {}) => ({ id, title: id.toUpperCase(), skills: ['writing'], criteria: CHECKED, ...more });

const toldTo = (on: World, title: string): readonly unknown[] =>
  on.calls('work').filter(({ facts }) => typeof facts['task'] === 'object' && JSON.stringify(facts['task']).includes(`"title":"${title}"`)).map(({ facts }) => facts['context']);

test('a task is told exactly the results it declares, each with its source; a nonce of any other task reaches it nowhere', async () => {
  verifies('work.context_declared_only');
  const on = world({
    script: {
      plan: [planned(item('a'), item('b'), item('c', { depends_on: ['a', 'b'], needs_context: ['b'] }), item('d', { depends_on: ['c'], needs_context: ['c'] }), item('e'))],
      work: { A: [done('nonce-a-4711')], B: [done({ text: 'nonce-b-4712' })], C: [done('nonce-c-4713')], D: [done('d')], E: [done('e')] },
      summarise: ['Done.'],
    },
    members: [manager('manager'), worker('writer', { skills: ['writing'], output: { anyOf: [{ type: 'string' }, { type: 'object' }] } })],
  });
  expect((await on.team.run('Write')).status).toBe('done');
  expect(toldTo(on, 'C')).toEqual([[{ source: 'task_2', text: '{"text":"nonce-b-4712"}' }]]);
  expect(toldTo(on, 'D')).toEqual([[{ source: 'task_3', text: 'nonce-c-4713' }]]);
  expect(on.calls('work').map(({ prompt }) => [...new Set(prompt.match(/nonce-\w-\d+/g))].join(','))).toEqual(['', '', 'nonce-b-4712', 'nonce-c-4713', '']);
});

test('a result longer than context_chars is summarised once and the summary is used again by the second reader and the reviewer', async () => {
  verifies('work.context_declared_only');
  const long = 'summer '.repeat(60);
  const sentence = [{ rule: 'sentence', text: 'It is friendly.' }];
  const on = world({
    policy: { contextChars: 100 },
    script: {
      plan: [planned(item('a'), item('b', { depends_on: ['a'], needs_context: ['a'], criteria: sentence }), item('c', { depends_on: ['a', 'b'], needs_context: ['a'] }))],
      work: { A: [done(long)], B: [done('b')], C: [done('c')] },
      review: [({ facts }) => ({ approved: true, comment: '', criteria: (Array.isArray(facts['criteria']) ? facts['criteria'] : []).map((each): Json => ({ id: typeof each === 'object' && each !== null && 'id' in each ? each.id : '', passed: true, fix: '' })), scores: { completeness: 4, accuracy: 4, style: 4 } })],
      summarise: { '*': ['A long text about summer.', 'Done.'] },
    },
  });
  expect((await on.team.run('Write')).status).toBe('done');
  const short = [{ source: 'task_1', text: 'A long text about summer.' }];
  expect([...toldTo(on, 'B'), ...toldTo(on, 'C'), on.calls('review')[0]?.facts['context']]).toEqual([short, short, short]);
  expect(on.calls('summarise').map(({ facts }) => facts['limit'] ?? 'goal')).toEqual([100, 'goal']);
  expect((await on.log()).filter((line) => line.includes('context_summarised'))).toEqual(['task_1 context_summarised']);
});

test('when no model can summarise it, the beginning stands for the whole and says so', async () => {
  const on = world({
    policy: { contextChars: 50 },
    script: {
      plan: [planned(item('a'), item('b', { depends_on: ['a'], needs_context: ['a'] }))],
      work: { A: [done('x'.repeat(500))], B: [done('b')] },
      summarise: { '*': () => { throw new TeamError('model.overloaded', sameInBoth('Out of reach.')); } },
    },
  });
  const ended = await on.team.run('Write');
  expect(ended.status).toBe('done');
  expect(JSON.stringify(toldTo(on, 'B'))).toMatch(/xxx.*shortened/);
  expect(ended.summary).toBe('Summary by code; no model wrote one.\n\nTasks:\n- A (task_1): accepted [writer]\n- B (task_2): accepted [writer]');
});

const CRITICAL = { afterCap: 'fail', limits: { maxAttempts: 1 } } as const;
const failing = item('a', { criteria: [{ rule: 'must_contain', values: ['sun'] }] });

test('a prerequisite fails: all 3 that follow it end with it as the root cause, the rest is done, and the summary names every fate', async () => {
  verifies('task.failure_cascades', 'goal.summary_names_all');
  const on = world({
    policy: CRITICAL,
    script: {
      plan: [planned(failing, item('b', { depends_on: ['a'] }), item('c', { depends_on: ['b'] }), item('e'), item('d', { depends_on: ['c', 'e'] }))],
      work: { A: [done('rain')], E: [done('e')] },
      summarise: ['Only E was made.'],
    },
  });
  const ended = await on.team.run('Write');
  expect(ended.status).toBe('failed');
  expect((await on.tasks()).map(({ state, more }) => [state, more?.rootCause])).toEqual([['failed', undefined], ['cancelled', 'task_1'], ['cancelled', 'task_1'], ['done', undefined], ['cancelled', 'task_1']]);
  expect(ended.summary?.split('\n').slice(2)).toEqual([
    'Tasks:',
    expect.stringMatching(/^- A \(task_1\): .*ended without a result.*\[writer/),
    '- B (task_2): called off [because of task_1]',
    '- C (task_3): called off [because of task_1]',
    '- E (task_4): accepted [writer]',
    '- D (task_5): called off [because of task_1]',
  ]);
  expect(on.calls('summarise')[0]?.facts['tasks']).toMatchObject([{ status: 'failed' }, { status: 'cancelled' }, { status: 'cancelled' }, { status: 'done' }, { status: 'cancelled' }]);
});

test('policy replan: the manager replaces the failed prerequisite, and what waited is told the result of the replacement', async () => {
  verifies('task.failure_cascades');
  const on = world({
    policy: { ...CRITICAL, onPrerequisiteFailure: 'replan' },
    script: {
      plan: { Write: [planned(failing, item('b', { depends_on: ['a'], needs_context: ['a'] }), item('c', { depends_on: ['b'], needs_context: ['b'] }))], B: [planned(item('x', { title: 'A again' }))] },
      work: { A: [done('rain')], 'A again': [done('a second try')], B: [done('b')], C: [done('c')] },
      summarise: ['Done.'],
    },
  });
  const ended = await on.team.run('Write');
  expect(await on.fates()).toEqual(['A: failed', 'B: done', 'C: done', 'A again: done']);
  expect(storyOf(await on.log(), 'task_2').slice(0, 4)).toEqual(['created', 'replan_asked', 'rewired', 'unblocked']);
  expect(toldTo(on, 'B')).toEqual([[{ source: 'task_4', text: 'a second try' }]]);
  expect(toldTo(on, 'A again')).toEqual([[]]);
  // A failed task stays a failed task, though what it was for was made.
  expect(ended.status).toBe('failed');
});

test('policy replan: the manager gives up, or its replacement fails too: once is all, and the root cause stands', async () => {
  const policy = { ...CRITICAL, onPrerequisiteFailure: 'replan' } as const;
  const givesUp = world({ policy, script: { plan: { Write: [planned(failing, item('b', { depends_on: ['a'] }))], B: [{ tasks: [] }] }, work: { A: [done('rain')] }, summarise: ['Done.'] } });
  expect((await givesUp.team.run('Write')).status).toBe('failed');
  expect((await givesUp.tasks())[1]).toMatchObject({ state: 'cancelled', more: { rootCause: 'task_1' } });
  const failsAgain = world({
    policy,
    script: { plan: { Write: [planned(failing, item('b', { depends_on: ['a'] }))], B: [planned({ ...failing, id: 'x', title: 'X' })] }, work: { A: [done('rain')], X: [done('rain')] }, summarise: ['Done.'] },
  });
  expect((await failsAgain.team.run('Write')).status).toBe('failed');
  expect((await failsAgain.tasks())[1]).toMatchObject({ state: 'cancelled', more: { rootCause: 'task_3' } });
  expect(failsAgain.calls('plan')).toHaveLength(2);
});

test('policy replan: of two prerequisites the failed one is named as the cause, not the one that is still at work', async () => {
  let finish: (said: Json) => void = () => undefined;
  const two: readonly MemberSpec[] = [manager('manager'), worker('slow', { skills: ['slow'] }), worker('writer', { skills: ['writing'] })];
  const on = world({
    members: two, policy: { ...CRITICAL, onPrerequisiteFailure: 'replan' },
    script: {
      plan: { Write: [planned({ ...item('s'), skills: ['slow'] }, failing, item('b', { depends_on: ['s', 'a'] }))], B: [{ tasks: [] }] },
      work: { S: () => new Promise<Json>((resolve) => void (finish = resolve)), A: [done('rain')] },
      summarise: ['Done.'],
    },
  });
  const goal = await on.team.start('Write');
  await on.clock.quiet();
  expect((await on.tasks())[2]).toMatchObject({ state: 'cancelled', more: { rootCause: 'task_2' } });
  finish({ output: 's', execution_summary: '' });
  expect((await goal.ended()).status).toBe('failed');
});

test('two prerequisites that are approved in one commit unblock their dependant once', async () => {
  verifies('store.shared_dependant');
  const both: readonly MemberSpec[] = [manager('manager'), worker('ada', { skills: ['writing'] }), worker('bo', { skills: ['writing'] })];
  const on = world({ members: both, script: { plan: [planned(item('a'), item('b'), item('c', { depends_on: ['a', 'b'] }))], work: { '*': done('text') }, summarise: ['Done.'] } });
  expect((await on.team.run('Write')).status).toBe('done');
  expect((await on.log()).filter((line) => line.includes('unblocked'))).toEqual(['task_3 unblocked']);
});

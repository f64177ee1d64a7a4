// Members that misbehave: each way ends in one counted outcome, and the goal always comes to an end that somebody can see.
import { expect, test } from 'vitest';
import { reviewer, TeamError, worker, type ReviewFunction, type WorkFunction } from '../../src/index.ts';
import { sameInBoth, type JsonObject } from '../../src/core/json.ts';
import { done, planned } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { begin, endedInTime, storyOf, world } from './world.ts';

const CHECKED = [{ rule: 'min_chars', value: 1 }];

/** What a program without types may hand back. */
const untyped = (back: unknown): WorkFunction => () => back as ReturnType<WorkFunction>;

async function run(work: WorkFunction, criteria: readonly JsonObject[] = CHECKED) {
  const counted: WorkFunction = (order) => {
    calls.count += 1;
    return work(order);
  };
  const calls = { count: 0 };
  const on = world({ members: [worker('writer', { skills: ['writing'], run: counted })], policy: { times: { attemptMs: 10_000, reviewMs: 10_000 } }, script: { summarise: { '*': 'Done.' }, plan: { '*': { tasks: [] } } } });
  const goal = await on.team.open('Misbehaviour');
  await goal.add([{ title: 'Slogan', skills: ['writing'], criteria }, { title: 'Other', skills: ['writing'] }]);
  return { on, goal, calls };
}

/** The first task goes wrong; the other one of the same member is done all the same. */
const firstOnly = (bad: WorkFunction): WorkFunction => (order) => (order.task.title === 'Other' ? { output: 'fine' } : bad(order));

for (const [how, bad] of Object.entries({
  'throws': () => { throw new Error('It broke.'); },
  'rejects': () => Promise.reject(new Error('It broke.')),
  'throws what is no error': () => { throw 'broken'; },
  'returns nothing': untyped(undefined),
  'returns null': untyped(null),
  'returns a text': untyped('text'),
  'returns an output of undefined': untyped({ output: undefined }),
} satisfies Record<string, WorkFunction>)) {
  test(`a function that ${how} is a lost attempt: 3 starts, no attempt counted, then a question; the member's other task is done`, async () => {
    const { on, goal, calls } = await run(firstOnly(bad));
    const ended = await goal.ended();
    expect(ended.waiting).toMatchObject([{ taskId: 'task_1', material: { reason: 'losses_used_up', attempts: 0, fault: expect.stringMatching(/\w/) } }]);
    expect(calls.count).toBe(4);
    expect(await on.fates()).toEqual(['Slogan: escalated', 'Other: completed']);
  });
}

for (const [how, output] of Object.entries({ 'a function': () => 1, 'a big integer': 10n, 'something that holds itself': (() => { const self: { self?: unknown } = {}; self.self = self; return self; })() })) {
  test(`an output that is ${how} goes to a person at once, as no retry would mend it`, async () => {
    const { on, goal, calls } = await run(firstOnly(untyped({ output })), how === 'a function' ? CHECKED : []);
    const ended = await goal.ended();
    expect(ended.waiting).toMatchObject([{ taskId: 'task_1', kind: 'escalation' }]);
    expect(calls.count).toBeLessThanOrEqual(4);
    expect(await on.fates()).toEqual(['Slogan: escalated', 'Other: completed']);
  });
}

test('an output of 5,000,001 characters is refused before anything is stored, and goes to a person at once', async () => {
  const { on, goal, calls } = await run(firstOnly(() => ({ output: { list: ['x'.repeat(5_000_000), 'x'] } })));
  expect((await goal.ended()).waiting).toMatchObject([{ material: { reason: 'cannot_succeed', code: 'input.too_large' } }]);
  expect(calls.count).toBe(2);
  expect(JSON.stringify(await on.events()).length).toBeLessThan(100_000);
});

test('an output of 5,000,000 characters is taken', async () => {
  const { on, goal } = await run(firstOnly(() => ({ output: 'x'.repeat(5_000_000) })));
  expect((await goal.ended()).status).toBe('done');
  expect((await on.outputs()).map((output) => (typeof output === 'string' ? output.length : 0))).toEqual([5_000_000, 4]);
});

test('an output that does not fit the output schema is sent back with what does not fit, up to the cap of 3', async () => {
  verifies('work.schema_checked');
  const on = world({
    members: [worker('writer', { skills: ['writing'], output: { type: 'object', required: ['draft'], properties: { draft: { type: 'string' } } }, run: ({ attempt }) => ({ output: attempt < 3 ? { text: 'x' } : { draft: 'x' } }) })],
    script: { summarise: ['Done.'] },
  });
  const goal = await on.team.open('Forms');
  await goal.add([{ title: 'Slogan', skills: ['writing'] }]);
  expect((await goal.ended()).status).toBe('done');
  const rejected = (await on.events()).filter(({ type }) => type === 'task.rejected');
  expect(rejected.map(({ details }) => details?.['fixes'])).toEqual([[expect.stringContaining('draft')], [expect.stringContaining('draft')]]);
  expect((await on.tasks())[0]).toMatchObject({ attempts: 3 });
});

test('a function that hangs and ignores its signal is lost at each deadline; its place is free, its signal is aborted', async () => {
  const signals: AbortSignal[] = [];
  const { on, goal, calls } = await run(firstOnly(({ signal }) => {
    signals.push(signal);
    return new Promise(() => undefined);
  }));
  const ended = await endedInTime(on, goal);
  expect(ended.waiting).toMatchObject([{ material: { reason: 'losses_used_up', fault: 'attempt_late' } }]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  expect(calls.count).toBe(4);
});

test('a reviewer function that hangs, throws or answers neither way is inconclusive; the work is not done again', async () => {
  verifies('review.unreadable_is_inconclusive');
  for (const review of [
    () => new Promise(() => undefined),
    () => { throw new Error('No idea.'); },
    () => undefined,
    () => ({ approved: 'yes' }),
    () => ({ approved: false }),
  ] as unknown as readonly ReviewFunction[]) {
    const calls = { count: 0 };
    const on = world({ members: [worker('writer', { run: () => ({ output: `text ${(calls.count += 1)}` }) }), reviewer('editor', { review })], policy: { times: { reviewMs: 6_000 } }, script: {} });
    const goal = await on.team.open('Reviews');
    await goal.add([{ title: 'Slogan' }]);
    expect((await endedInTime(on, goal)).waiting).toMatchObject([{ material: { reason: 'review_faults_used_up' } }]);
    expect(storyOf(await on.log(), 'task_1').slice(3)).toEqual(['submitted writer', 'review_inconclusive editor', 'review_inconclusive editor', 'escalated editor']);
    expect(calls.count).toBe(1);
  }
});

test('an input that does not fit the member is declined by code before the function is called', async () => {
  verifies('work.schema_checked');
  const calls = { count: 0 };
  const on = world({
    members: [worker('adder', { skills: ['add'], input: { type: 'object', required: ['a'], properties: { a: { type: 'number' } } }, run: () => ({ output: (calls.count += 1) }) })],
    script: { plan: [{ tasks: [] }] },
  });
  const goal = await on.team.open('Sums');
  await goal.add([{ title: 'Add', skills: ['add'], input: { a: 'one' } }]);
  expect((await goal.ended()).waiting).toMatchObject([{ material: { reason: 'declined' } }]);
  expect(calls.count).toBe(0);
});

test('two transport faults and then a good answer are 1 attempt and 2 losses', async () => {
  let calls = 0;
  const { on, goal } = await run(firstOnly(() => {
    calls += 1;
    if (calls < 3) throw new Error('Connection reset.');
    return { output: 'text' };
  }));
  expect((await goal.ended()).status).toBe('done');
  expect((await on.tasks())[0]).toMatchObject({ attempts: 1, losses: 2, starts: 3 });
});

test('a fault that no retry can mend is a question after 1 call; transport faults are tried 3 times; a person can revive both', async () => {
  for (const [code, calls, reason] of [['model.no_key', 1, 'cannot_succeed'], ['model.overloaded', 3, 'losses_used_up']] as const) {
    const on = world({
      script: {
        plan: [planned({ title: 'Slogan', skills: ['writing'], criteria: CHECKED })],
        work: { Slogan: [...Array.from({ length: calls }, () => new TeamError(code, sameInBoth('The provider said no.'))), done('text')] },
        summarise: ['Done.'],
      },
    });
    const goal = await begin(on);
    expect((await goal.ended()).waiting).toMatchObject([{ material: { reason, attempts: 0, fault: expect.stringContaining('The provider said no.') } }]);
    expect(on.calls('work')).toHaveLength(calls);
    await on.answer('retry', { note: 'The key is set now.' });
    expect((await goal.ended()).status).toBe('done');
    expect((await on.tasks())[0]).toMatchObject({ attempts: 1 });
  }
});

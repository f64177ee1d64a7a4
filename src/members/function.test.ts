// What programs without types hand in and answer: what was checked is what is kept, and what cannot be kept is told.
import { expect, onTestFinished, test } from 'vitest';
import { createTeam, reviewer, worker, type TaskInput, type WorkFunction } from '../index.ts';
import type { ReviewFunction } from './function.ts';

interface Tried {
  readonly run: WorkFunction;
  readonly review?: ReviewFunction;
  readonly task?: Partial<TaskInput>;
}

async function oneTask({ run, review, task }: Tried) {
  const team = createTeam({ store: 'memory', policy: { unattended: true }, members: [worker('w', { run }), ...(review === undefined ? [] : [reviewer('r', { review })])] });
  onTestFinished(() => team.close());
  const goal = await team.open('One task');
  const [only] = await goal.add([{ title: 'Only', ...task }]);
  const outcome = await only?.ended();
  const events = await (await team.store()).read.events({ afterSeq: 0, limit: Infinity });
  return { outcome, reasons: events.flatMap(({ type, details }) => (type === 'task.escalated' ? [details?.['fault']] : type === 'task.review_inconclusive' ? [details?.['reason'] ?? details?.['because']] : [])) };
}

/** As a program without types would write it. */
const untyped = (value: unknown): never => value as never;

test('an output that its function changes after it was handed in is kept as it was checked: at most 10 characters', async () => {
  const run = () => {
    const output = { text: 'short' };
    setImmediate(() => (output.text = 'x'.repeat(50)));
    return { output };
  };
  const { outcome } = await oneTask({ run, task: { criteria: [{ rule: 'max_chars', value: 10 }] } });
  expect(outcome).toMatchObject({ state: 'done', output: { text: 'short' } });
});

test('a reviewer that writes into the output changes nothing of the result', async () => {
  const { outcome } = await oneTask({ run: () => ({ output: { text: 'of the worker' } }), review: ({ output }) => {
    Object.assign(untyped(output), { text: 'of the reviewer' });
    return { approved: true };
  } });
  expect(outcome).toMatchObject({ state: 'done', output: { text: 'of the worker' } });
});

test('a worker that writes into its input finds it as it was on the second attempt', async () => {
  const seen: unknown[] = [];
  await oneTask({ task: { input: { count: 1 } }, run: ({ input, attempt }) => {
    seen.push(input['count']);
    Object.assign(input, { count: 99 });
    return { output: `try ${attempt}` };
  }, review: ({ output }) => (output === 'try 2' ? { approved: true } : { approved: false, fixes: ['Again.'] }) });
  expect(seen).toEqual([1, 1]);
});

test.each([['NaN', NaN], ['a function', () => 1], ['a BigInt', 10n], ['an object whose toJSON throws', { toJSON: () => { throw new Error('no'); } }]])('%s is no output: the task fails and says why', async (_what, output) => {
  const { outcome, reasons } = await oneTask({ run: () => ({ output: untyped(output) }) });
  expect(outcome?.state).toBe('failed');
  expect(String(reasons[0])).toContain('not plain JSON');
});

test('a thrown value that has no text is a lost attempt like any other', async () => {
  const run = () => {
    throw untyped({ toString: () => { throw new Error('evil'); } });
  };
  expect((await oneTask({ run })).outcome?.state).toBe('failed');
});

test.each([
  ['no answer', undefined],
  ['a text', 'yes'],
  ['approved as a text', { approved: 'true' }],
  ['a comment that is a number', { approved: true, comment: 5 }],
  ['scores that JSON cannot hold', { approved: true, scores: { a: 10n } }],
  ['fixes that are one text', { approved: false, fixes: 'Mend it.' }],
  ['an approval that names fixes', { approved: true, fixes: ['Mend it.'] }],
  ['a rejection without a word', { approved: false }],
])('a review with %s is inconclusive, three times, and then the task ends', async (_what, answer) => {
  let asked = 0;
  const { outcome, reasons } = await oneTask({ run: () => ({ output: 'fine' }), review: () => {
    asked += 1;
    return untyped(answer);
  } });
  expect([asked, outcome?.state]).toEqual([3, 'failed']);
  expect(reasons.length).toBeGreaterThanOrEqual(2);
});

test('a dependant that writes into the results of its prerequisite leaves them whole for the next one', async () => {
  const seen: unknown[] = [];
  const team = createTeam({ store: 'memory', members: [worker('w', { run: async ({ task, results }) => {
    if (task.title === 'First') return { output: { list: [3, 1, 2] } };
    const { first } = await results<{ first: { list: number[] } }>();
    seen.push([...first.list]);
    return { output: first.list.sort() };
  } })] });
  onTestFinished(() => team.close());
  const goal = await team.open('Three tasks');
  await goal.add([{ title: 'First', name: 'first' }, { title: 'Second', dependsOn: ['first'] }, { title: 'Third', dependsOn: ['first'] }]);
  await goal.ended();
  expect(seen).toEqual([[3, 1, 2], [3, 1, 2]]);
});

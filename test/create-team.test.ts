// The library as a program meets it: a few words a member, the rest has safe defaults, and what is wrong is said at once.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createTeam, isTeamError, reviewer, worker, type Team, type TeamOptions } from '../src/index.ts';
import { temporaryFolder } from './run-program.ts';

function teamOf(options: TeamOptions): Team {
  const team = createTeam({ store: 'memory', env: {}, ...options });
  onTestFinished(() => team.close());
  return team;
}

test('results() gives a function the outputs of its prerequisites as data and whole: by name, else by id, beyond 4,000 characters too', async () => {
  const long = 'x'.repeat(10_000);
  const seen: unknown[] = [];
  const team = teamOf({
    members: [
      worker('maker', { skills: ['make'], run: ({ task }) => ({ output: { text: task.title === 'long' ? long : 'short' } }) }),
      worker('joiner', { skills: ['join'], run: async ({ results, context }) => {
        seen.push(await results(), context.map(({ text }) => text.length));
        return { output: 'joined' };
      } }),
    ],
  });
  const goal = await team.open('Join them');
  await goal.add([
    { name: 'first', title: 'long', skills: ['make'] },
    { name: '__proto__', title: 'short', skills: ['make'] },
    { title: 'join', skills: ['join'], dependsOn: ['first', '__proto__'] },
  ]);
  const { status } = await goal.ended();
  expect(status).toBe('done');
  expect(Object.entries(seen[0] ?? {})).toEqual([['first', { text: long }], ['__proto__', { text: 'short' }]]);
  expect(seen[1]).toEqual([JSON.stringify({ text: long }).length, JSON.stringify({ text: 'short' }).length]);
  const events = await team.events(goal.id);
  expect(events.filter(({ type }) => type === 'task.context_summarised' || type === 'turn.ended')).toEqual([]);
});

test('a zod type is the type of input and output, and the form that both are held to', async () => {
  const adder = worker('adder', {
    skills: ['add'], input: z.object({ a: z.number(), b: z.number() }), output: z.object({ sum: z.number() }),
    run: ({ input }) => ({ output: { sum: input.a + input.b } }),
  });
  worker('wrong', {
    output: z.object({ sum: z.number() }),
    // @ts-expect-error -- a sum is a number
    run: () => ({ output: { sum: 'three' } }),
  });
  const team = teamOf({ members: [adder], policy: { unattended: true } });
  const goal = await team.open('Add');
  const [good, bad] = await goal.add([{ title: 'one', skills: ['add'], input: { a: 1, b: 2 } }, { title: 'two', skills: ['add'], input: { a: 'one' } }]);
  expect(await good?.ended()).toMatchObject({ state: 'completed', output: { sum: 3 } });
  expect(await bad?.ended()).toMatchObject({ state: 'failed', output: null });
  expect((await goal.ended()).summary).toContain('two (task_2): ended without a result');
});

test('an output that is no JSON is a fault that names it; a field that is undefined is left out', async () => {
  const outputs: readonly object[] = [{ when: new Date(0) }, { share: Number.NaN }, new Map(), { kept: 1, left: undefined }, { list: [1, undefined] }];
  const team = teamOf({
    members: [worker('maker', { skills: ['make'], run: ({ input }) => ({ output: outputs[Number(input['index'])] ?? {} }) })],
    policy: { unattended: true },
  });
  const goal = await team.open('Make');
  await goal.add(outputs.map((_, index) => ({ title: `make ${index}`, skills: ['make'], input: { index } })));
  const { status, summary } = await goal.ended();
  const tasks = await team.tasks(goal.id);
  expect(status).toBe('failed');
  expect(tasks.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed', 'completed', 'failed']);
  expect(tasks[3]?.output).toEqual({ kept: 1 });
  expect(summary?.match(/maker gave an output that is not plain JSON/g)).toHaveLength(4);
});

test('the question about a task that was lost too often says so in both languages, and what was behind it', async () => {
  const team = teamOf({ members: [worker('shaky', { skills: ['x'], run: () => { throw new Error('the disk is full'); } })] });
  const goal = await team.open('Try');
  await goal.add([{ title: 'try', skills: ['x'] }]);
  const { status, waiting } = await goal.ended();
  expect(status).toBe('waiting');
  expect(waiting[0]?.text).toEqual({ en: 'Its attempts were lost too often before a result came.', zh: '多次尝试都在产出成果之前中断。' });
  expect(waiting[0]?.material).toMatchObject({ reason: 'losses_used_up', fault: 'the disk is full' });
  await team.answer(String(waiting[0]?.id), { choice: 'fail' });
  expect((await goal.ended()).summary).toContain('the disk is full');
});

test('a team of functions, with no model named, is summarised by code; with a reviewer that is a model, by the model', async () => {
  const maker = worker('maker', { skills: ['make'], run: () => ({ output: 'made' }) });
  const summaryOf = async (team: Team): Promise<string> => {
    const goal = await team.open('Make it');
    await goal.add([{ title: 'make', skills: ['make'], criteria: [{ must_contain: 'made' }] }]);
    return String((await goal.ended()).summary);
  };
  expect(await summaryOf(teamOf({ members: [maker, reviewer('editor', { review: () => ({ approved: true }) })] }))).toMatch(/^Summary by code; no model wrote one\./);
  expect(await summaryOf(teamOf({ members: [maker, reviewer('editor')] }))).toMatch(/^\[rehearsal\]/);
  expect(await summaryOf(teamOf({ members: [maker], model: 'rehearsal', env: {} }))).toMatch(/^Summary by code/);
});

test('a criterion that names a predicate nobody registered is refused when the task is added, with the nearest name', async () => {
  const team = teamOf({ members: [worker('maker', { skills: ['make'] })], predicates: { parses: () => true } });
  const goal = await team.open('Make');
  const refused = await goal.add([{ title: 'make', skills: ['make'], criteria: [{ predicate: 'parse' }] }]).catch((error: unknown) => error);
  expect(isTeamError(refused, 'criteria.invalid') && refused.message).toContain('the nearest is "parses"');
  await goal.cancel();
});

test('tasks and events of a goal are read by its id; an id that is none says what one looks like', async () => {
  const team = teamOf({ members: [worker('maker', { skills: ['make'], run: () => ({ output: 'made', executionSummary: 'in one step' }) })] });
  const goal = await team.open('Make');
  await goal.add([{ name: 'a', title: 'first', skills: ['make'] }, { title: 'second', skills: ['make'], dependsOn: ['a'] }]);
  await goal.ended();
  expect(await team.tasks(goal.id)).toEqual([
    { id: 'task_1', name: 'a', title: 'first', state: 'completed', assigneeId: 'maker', dependsOn: [], attempts: 1, output: 'made', executionSummary: 'in one step' },
    { id: 'task_2', name: null, title: 'second', state: 'completed', assigneeId: 'maker', dependsOn: ['task_1'], attempts: 1, output: 'made', executionSummary: 'in one step' },
  ]);
  const events = await team.events(goal.id);
  expect([events[0]?.type, events.at(-1)?.type]).toEqual(['goal.opened', 'goal.closed']);
  await expect(team.tasks('first')).rejects.toMatchObject({ code: 'goal.not_found', message: '"first" is no goal id. `muster goals` lists those there are, such as goal_1.' });
  await expect(team.events('goal_9')).rejects.toMatchObject({ code: 'goal.not_found' });
});

test('where the data lives is said before anything is opened: an absolute path, or that it is memory only', () => {
  const members = [worker('maker')];
  expect(createTeam({ members, store: 'memory' }).location).toBe('memory only');
  expect(createTeam({ members, store: 'file:/data/muster.db' }).location).toBe('/data/muster.db');
  expect(createTeam({ members, store: 'data/muster.db' }).location).toBe(`${process.cwd()}/data/muster.db`);
});

test('a member that was renamed between two runs on one file has left: the new one gets the work, also that of a goal left behind', async () => {
  const store = join(temporaryFolder(), 'muster.db');
  const maker = (id: string) => worker(id, { skills: ['make'], run: () => ({ output: `made by ${id}` }) });
  const before = createTeam({ store, env: {}, members: [maker('anna'), worker('boss', { skills: ['wait'], run: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))) })] });
  const left = await before.open('Left behind');
  await left.add([{ name: 'waits', title: 'waits', skills: ['wait'] }, { title: 'make', skills: ['make'], assignee: 'anna', dependsOn: ['waits'] }]);
  await before.close();

  const after = createTeam({ store, env: {}, members: [maker('berta'), worker('boss', { skills: ['wait'], run: () => ({ output: 'waited' }) })], policy: { unattended: true } });
  onTestFinished(() => after.close());
  const goal = await after.open('New');
  const [task] = await goal.add([{ title: 'make', skills: ['make'] }]);
  expect(await task?.ended()).toMatchObject({ state: 'completed', output: 'made by berta' });
  expect((await goal.ended()).status).toBe('done');
  const { waiting } = await (await after.resume(left.id)).ended();
  expect(waiting.map(({ kind, taskId }) => [kind, taskId])).toEqual([['escalation', 'task_2']]);
});

test('while another process drives a goal of the team, a second one that names other members lets nobody leave', async () => {
  const store = join(temporaryFolder(), 'muster.db');
  const gate = Promise.withResolvers<void>();
  const first = createTeam({ store, env: {}, members: [worker('anna', { skills: ['make'], run: async () => {
    await gate.promise;
    return { output: 'made' };
  } })] });
  onTestFinished(() => first.close());
  const goal = await first.open('Running');
  await goal.add([{ title: 'one', skills: ['make'] }, { title: 'two', skills: ['make'] }]);
  const second = createTeam({ store, env: {}, members: [worker('carl', { skills: ['sing'], run: () => ({ output: 'la' }) })] });
  await (await second.open('Other')).ended();
  await second.close();
  gate.resolve();
  expect((await goal.ended()).status).toBe('done');
  expect((await first.tasks(goal.id)).map(({ assigneeId }) => assigneeId)).toEqual(['anna', 'anna']);
});

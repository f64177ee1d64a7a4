// What a member learned from others counts: mail carries along what its sender had done to the world, so a combination that is
// dangerous in one pair of hands is as dangerous in two that write to each other.
import { expect, test } from 'vitest';
import { manager, tool, worker } from '../../src/index.ts';
import { calling, type ScriptedAnswer } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { answersTo, claim, complete, create, dueTasks, isDue, mail, mailIn, roundsOf } from './team-world.ts';
import { begin, endedInTime, world } from './world.ts';

const ARGS = { input: { type: 'object', properties: {} } } as const;
const vault = tool('vault.read', { description: 'Reads the key of the shop.', ...ARGS, effects: ['reads_secret'], run: () => 'the key' });
const post = tool('web.post', { description: 'Posts to a site.', ...ARGS, effects: ['network'], run: () => 'posted' });

const POST = { name: 'web__post', args: {} };

/** `ada` reads a secret and writes to `cy`, who passes it on to `bo`, who posts. */
function passedOn(reads: boolean) {
  const lead: ScriptedAnswer = (request) => (roundsOf(request).length === 0 && isDue(request, 'goal_opened') ? calling(create({ title: 'Read', skills: ['a'] }, { title: 'Post', skills: ['b'] })) : 'Seen.');
  let isHeard = false;
  const bo: ScriptedAnswer = (request) => {
    const rounds = roundsOf(request);
    if (dueTasks(request, 'offered').length > 0) return [calling(claim('task_2')), calling(mail('ada', 'I am ready. What is the key?'))][rounds.length] ?? 'I wait.';
    isHeard ||= mailIn(request).some((text) => text.includes('key is'));
    return isHeard && rounds.length < 2 ? (rounds.length === 0 ? calling(POST) : calling(complete('task_2', 'Posted what I may'))) : 'I wait.';
  };
  const ada: ScriptedAnswer = (request) => {
    const rounds = roundsOf(request);
    if (dueTasks(request, 'offered').length > 0) return rounds.length === 0 ? calling(claim('task_1')) : 'I wait.';
    if (!mailIn(request).some((text) => text.includes('What is the key'))) return 'I wait.';
    return [...(reads ? [calling({ name: 'vault__read', args: {} })] : []), calling(mail('cy', 'Tell bo, will you: the key is in this message.')), calling(complete('task_1', 'Read'))][rounds.length] ?? 'Done.';
  };
  const cy: ScriptedAnswer = (request) => (roundsOf(request).length === 0 && mailIn(request).length > 0 ? calling(mail('bo', 'From ada, who asks you to use it: the key is in this message.')) : 'Done.');
  return world({
    style: 'team', tools: [vault, post], policy: { unattended: true },
    members: [manager('lead'), worker('ada', { skills: ['a'], tools: ['vault.read'] }), worker('bo', { skills: ['b'], tools: ['web.post'] }), worker('cy', { skills: ['c'] })],
    script: { plan: { lead }, work: { ada, bo, cy }, summarise: { '*': 'Done.' } },
  });
}

test('a secret that one member read and that reached another by two messages cannot be posted by that one', async () => {
  verifies('gate.effects');
  const on = passedOn(true);
  const goal = await begin(on, 'Post it');
  expect((await endedInTime(on, goal)).status, (await on.log()).join('\n')).toBe('done');
  const events = await on.events();
  expect(answersTo(events, 'bo').filter(([name]) => name === 'web.post').map(([, outcome]) => outcome)).toEqual(['combination.secret_leaves']);
  const alert = events.find(({ type }) => type === 'alert.raised')?.details;
  expect(alert).toMatchObject({ kind: 'dangerous_combination', rule: 'combination.secret_leaves', history: [{ from: 'cy', effects: ['reads_secret'] }] });
  // Whoever builds on its result builds on the secret too.
  expect((await on.tasks()).map(({ more }) => more?.effects)).toEqual([['reads_secret'], ['reads_secret']]);
});

test('the same messages without a secret behind them stop nothing', async () => {
  const on = passedOn(false);
  const goal = await begin(on, 'Post it');
  expect((await endedInTime(on, goal)).status).toBe('done');
  expect(answersTo(await on.events(), 'bo').filter(([name]) => name === 'web.post').map(([, outcome]) => outcome)).toEqual(['ok']);
});

test('a secret that a member without tools was told of stands behind its result too: whoever builds on that cannot post it', async () => {
  verifies('gate.effects');
  const lead: ScriptedAnswer = (request) => (roundsOf(request).length === 0 && isDue(request, 'goal_opened')
    ? calling(create({ title: 'Read', skills: ['a'] }, { task_id: 'tell', title: 'Tell', skills: ['c'] }, { title: 'Post', skills: ['b'], depends_on: ['tell'] })) : 'Seen.');
  const ada: ScriptedAnswer = (request) => [calling(claim('task_1')), calling({ name: 'vault__read', args: {} }), calling(mail('cy', 'The key is in this message.')), calling(complete('task_1', 'Read'))][roundsOf(request).length] ?? 'Done.';
  const cy: ScriptedAnswer = (request) => {
    const rounds = roundsOf(request);
    if (mailIn(request).some((text) => text.includes('key is'))) return rounds.length === 0 ? calling(complete('task_2', 'What ada told me')) : 'Done.';
    return dueTasks(request, 'offered').length > 0 && rounds.length === 0 ? calling(claim('task_2')) : 'I wait.';
  };
  const bo: ScriptedAnswer = (request) => (dueTasks(request, 'offered').length > 0 ? [calling(claim('task_3')), calling(POST), calling(complete('task_3', 'Posted what I may'))][roundsOf(request).length] ?? 'Done.' : 'I wait.');
  const on = world({
    style: 'team', tools: [vault, post], policy: { unattended: true },
    members: [manager('lead'), worker('ada', { skills: ['a'], tools: ['vault.read'] }), worker('bo', { skills: ['b'], tools: ['web.post'] }), worker('cy', { skills: ['c'] })],
    script: { plan: { lead }, work: { ada, bo, cy }, summarise: { '*': 'Done.' } },
  });
  expect((await endedInTime(on, await begin(on, 'Post it'))).status, (await on.log()).join('\n')).toBe('done');
  expect(answersTo(await on.events(), 'bo').find(([name]) => name === 'web.post')?.[1]).toBe('combination.secret_leaves');
});

test('what one queried and wrote into a file, another cannot run because a message says so', async () => {
  verifies('gate.effects');
  const tools = (['reads_db', 'writes_file', 'executes'] as const).map((effect, at) => tool(['db.ask', 'note.write', 'run.it'][at] ?? '', { description: 'Does it.', ...ARGS, effects: [effect], run: () => 'done' }));
  const lead: ScriptedAnswer = (request) => (roundsOf(request).length === 0 && isDue(request, 'goal_opened') ? calling(create({ title: 'Write', skills: ['a'] }, { title: 'Run', skills: ['b'] })) : 'Seen.');
  const ada: ScriptedAnswer = (request) => [calling(claim('task_1')), calling({ name: 'db__ask', args: {} }, { name: 'note__write', args: {} }), calling(mail('bo', 'Run mean.py, it is there now.')), calling(complete('task_1'))][roundsOf(request).length] ?? 'Done.';
  const bo: ScriptedAnswer = (request) => {
    const rounds = roundsOf(request);
    const isAsked = mailIn(request).some((text) => text.includes('mean.py'));
    if (!isAsked) return dueTasks(request, 'offered').length > 0 && rounds.length === 0 ? calling(claim('task_2')) : 'I wait.';
    const isHeld = dueTasks(request, 'work_on').length > 0;
    return [...(isHeld ? [] : [calling(claim('task_2'))]), calling({ name: 'run__it', args: {} }), calling(complete('task_2'))][rounds.length] ?? 'Done.';
  };
  const on = world({ style: 'team', tools, policy: { unattended: true }, members: [manager('lead'), worker('ada', { skills: ['a'], tools: ['db.ask', 'note.write'] }), worker('bo', { skills: ['b'], tools: ['run.it'] })], script: { plan: { lead }, work: { ada, bo }, summarise: { '*': 'Done.' } } });
  expect((await endedInTime(on, await begin(on, 'The mean'))).status, (await on.log()).join('\n')).toBe('done');
  expect(answersTo(await on.events(), 'bo').find(([name]) => name === 'run.it')?.[1]).toBe('combination.query_write_run');
});

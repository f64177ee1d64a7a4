// What a leader or a person takes back while somebody works on it, by real calls in real turns: the holder is told at its next step, what
// it still hands in changes nothing, and who hangs in a call is cut off.
import { describe, expect, test } from 'vitest';
import { manager, tool, worker, type JsonObject } from '../../src/index.ts';
import { calling, type ScriptedAnswer, type ScriptedCall } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { answersTo, claim, complete, create, diligent, dueTasks, isDue, leading, mail, mailIn, roundsOf } from './team-world.ts';
import { begin, endedInTime, storyOf, world } from './world.ts';

const SUM = { summarise: { '*': 'Done.' } };
const update = (args: JsonObject): ScriptedCall => ({ name: 'update_task', args });
const movesOf = (log: readonly string[]) => storyOf(log, 'task_1').filter((line) => !/^(requested|ended|said|offered)/.test(line));

/** Puts one task on the board, and makes this call when it is asked for it by mail. */
const onRequest = (call: ScriptedCall): ScriptedAnswer => (request) => {
  if (roundsOf(request).length > 0) return 'Seen.';
  if (isDue(request, 'goal_opened')) return calling(create({ title: 'One', skills: ['a'] }));
  return mailIn(request).some((text) => text.includes('Who should')) ? calling(call) : 'Seen.';
};

describe('work in the middle of a turn', () => {
  test.each([
    { what: 'called off', call: update({ task_id: 'task_1', status: 'cancelled' }), told: 'was called off by lead', state: 'cancelled', answer: 'is cancelled and cannot be claimed' },
    { what: 'given to bo', call: update({ task_id: 'task_1', assignee: 'bo' }), told: 'was given to another member by lead', state: 'assigned', answer: 'is meant for bo' },
    { what: 'taken back', call: update({ task_id: 'task_1', status: 'pending' }), told: 'was taken back by lead', state: 'pending', answer: 'Nothing was handed in' },
    { what: 'given new rules', call: update({ task_id: 'task_1', criteria: [{ rule: 'max_chars', value: 9 }] }), told: 'was changed by lead', state: 'pending', answer: '"max_chars"' },
  ])('is $what: its holder is told with the answer to its next call, its result is not taken, and the answer says why', async ({ call, told, state, answer }) => {
    const decided = Promise.withResolvers<undefined>();
    const heard: string[] = [];
    const ada: ScriptedAnswer = async (request) => {
      const rounds = roundsOf(request);
      if (rounds.length === 0) return isDue(request, 'offered') && heard.length === 0 ? calling(claim('task_1'), mail('lead', 'Who should do this one?')) : 'Nothing for me.';
      if (rounds.length === 1) await decided.promise;
      if (rounds.length === 2) heard.push(JSON.stringify(rounds.at(-1)?.answers ?? []));
      return rounds.length === 1 ? calling({ name: 'view_task', args: { task_id: 'task_1' } }) : rounds.length === 2 ? calling(complete('task_1', 'Too late')) : 'Done.';
    };
    const on = world({ style: 'team', members: [manager('lead'), worker('ada', { skills: ['a'] }), worker('bo', { skills: ['b'] })], script: { plan: { lead: onRequest(call) }, work: { ada, bo: 'Not now.' }, ...SUM } });
    await begin(on, 'Take it back');
    expect((await on.tasks()).map((task) => task.state)).toEqual([state]);
    decided.resolve(undefined);
    await on.clock.quiet();
    expect(heard.map((text) => text.includes(told))).toEqual([true]);
    expect(answersTo(await on.events(), 'ada').at(-1)?.[2]).toContain(answer);
    expect(await on.outputs()).toEqual([null]);
  });
});

describe('a member that hangs in a call of its model', () => {
  const hanging = (late: Promise<undefined>): ScriptedAnswer => async (request) => {
    if (roundsOf(request).length === 0) return isDue(request, 'offered') ? calling(claim('task_1'), mail('lead', 'Who should do this one?')) : 'Nothing.';
    await late;
    return calling(complete('task_1', 'Too late'));
  };
  const shutDown = (force: boolean): ScriptedCall => ({ name: 'shutdown_member', args: { member_name: 'ada', force } });

  test.each([
    { how: 'by force at once', force: true, at: 0 },
    { how: 'softly, after its 2 minutes without its help', force: false, at: 120_000 },
  ])('is sent away $how: its call is aborted, another does its task, and what it says later changes nothing', async ({ force, at }) => {
    verifies('team.lives');
    const late = Promise.withResolvers<undefined>();
    const on = world({ style: 'team', members: [manager('lead'), worker('ada', { skills: ['a'] }), worker('bo', { skills: ['a'] })], script: { plan: { lead: onRequest(shutDown(force)) }, work: { ada: hanging(late.promise), bo: diligent() }, ...SUM } });
    const goal = await begin(on, 'Let it go');
    const life = async () => (await on.team.store()).look((board) => board.desk.life('team', 'ada')?.state);
    const asked = on.calls('work').filter(({ exchanges = [] }) => exchanges.some(({ calls }) => calls.some(({ name }) => name === 'send_message')));
    expect(asked).toHaveLength(1);
    if (at > 0) {
      await on.clock.advance(at - 1_000);
      expect([await life(), asked[0]?.signal?.aborted]).toEqual(['shutdown_requested', false]);
    }
    expect((await endedInTime(on, goal)).status).toBe('done');
    expect([await life(), asked[0]?.signal?.aborted]).toEqual(['shut_down', true]);
    const events = await on.events();
    late.resolve(undefined);
    await on.clock.quiet();
    expect([await on.outputs(), (await on.events()).length]).toEqual([['Result of task_1'], events.length]);
    expect(movesOf(await on.log()).filter((line) => /^(claimed|completed)/.test(line))).toEqual(['claimed ada', 'claimed bo', 'completed bo']);
  });
});

test('approve_tool with always: the leader is asked about the first of 3 calls and not about the others', async () => {
  const posted: string[] = [];
  const post = tool('mail.post', { description: 'Posts.', input: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] }, effects: ['network'], needsApproval: true, run: ({ args }) => (posted.push(String(args['to'])), 'posted') });
  let asked = 0;
  const lead: ScriptedAnswer = (request) => {
    if (isDue(request, 'goal_opened')) return roundsOf(request).length === 0 ? calling(create({ title: 'Post it' })) : 'Go.';
    const [, id] = /"tool_call_id":"([^"]+)"/.exec(JSON.stringify(request.facts['decisions'])) ?? [];
    if (roundsOf(request).length > 0 || !isDue(request, 'call_to_decide') || id === undefined) return 'Seen.';
    asked += 1;
    return calling({ name: 'approve_tool', args: { member_name: 'ada', tool_call_id: id, approved: true, always: true } });
  };
  const posts = ['Rome', 'Oslo', 'Bern'].map((to) => calling({ name: 'mail__post', args: { to } }));
  const ada: ScriptedAnswer = (request) => [calling(claim('task_1')), ...posts, calling(complete('task_1'))][roundsOf(request).length] ?? 'Done.';
  const on = world({ style: 'team', members: [manager('lead'), worker('ada', { tools: ['mail.post'] })], tools: [post], script: { plan: { lead }, work: { ada }, ...SUM } });
  expect((await endedInTime(on, await begin(on, 'Post letters'))).status).toBe('done');
  expect([posted, asked]).toEqual([['Rome', 'Oslo', 'Bern'], 1]);
});

test('a person opens a completed task of an ended goal again: it is claimed and done anew, and the goal ends a second time', async () => {
  verifies('task.reopen');
  const ada: ScriptedAnswer = (request) => {
    const rounds = roundsOf(request);
    const [free] = dueTasks(request, 'offered', 'given');
    if (rounds.length === 0) return free === undefined ? 'Nothing.' : calling(claim(free));
    return rounds.length === 1 ? calling(complete('task_1', JSON.stringify(rounds).includes('Shorter') ? 'Sun' : 'The sun and the sea')) : 'Done.';
  };
  const on = world({ style: 'team', members: [manager('lead'), worker('ada')], script: { plan: { lead: leading({ title: 'Slogan' }) }, work: { ada }, ...SUM } });
  const goal = await begin(on, 'A slogan');
  expect([(await goal.ended()).status, await on.outputs()]).toEqual(['done', ['The sun and the sea']]);
  await on.team.change('task_1', { do: 'reopen', note: 'Shorter, please.' });
  expect((await endedInTime(on, await on.team.resume(goal.id))).status).toBe('done');
  expect(await on.outputs()).toEqual(['Sun']);
  expect(movesOf(await on.log())).toEqual(['created', 'claimed ada', 'completed ada', 'reopened ada', 'claimed ada', 'completed ada']);
});

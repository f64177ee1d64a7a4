// Members that talk too much, members that do everything wrong, members that hang: the goal ends or a person is asked, after a
// bounded number of turns.
import { describe, expect, test } from 'vitest';
import { manager, tool, worker, TeamError } from '../../src/index.ts';
import { calling, type ScriptedAnswer } from '../../src/testing/index.ts';
import { failMember } from '../../src/core/team/lives.ts';
import { verifies } from '../verifies.ts';
import { answersTo, claim, complete, create, diligent, dueTasks, isDue, leading, mail, mailIn, roundsOf, turnsIn, withoutNews } from './team-world.ts';
import { begin, endedInTime, storyOf, world } from './world.ts';
import { sameInBoth } from '../../src/core/json.ts';

const SUM = { summarise: { '*': 'Done.' } };

test('two members that answer everything come to rest, and the goal is done in at most 14 turns', async () => {
  verifies('team.talk_ends');
  const chatty = (peer: string, task: string): ScriptedAnswer => (request) => {
    const rounds = roundsOf(request);
    const [free] = dueTasks(request, 'offered');
    if (free !== undefined) return [calling(claim(free)), calling(mail(peer, `I have ${free}. What do you think of it?`)), calling(complete(free))][rounds.length] ?? 'Done.';
    return rounds.length === 0 && mailIn(request).length > 0 ? calling(mail(peer, `Interesting! And what about ${task}?`)) : 'Done.';
  };
  const on = world({ style: 'team', members: [manager('lead'), worker('ada', { skills: ['a'] }), worker('bo', { skills: ['b'] })], script: { plan: { lead: leading({ title: 'One', skills: ['a'] }, { title: 'Two', skills: ['b'] }) }, work: { ada: chatty('bo', 'task_1'), bo: chatty('ada', 'task_2') }, ...SUM } });
  expect((await on.team.run('Talk')).status).toBe('done');
  await on.clock.quiet();
  const turns = turnsIn(await on.events());
  expect(turns.length).toBeLessThanOrEqual(14);
  expect(withoutNews(turns)).toEqual([]);
});

describe('a model that does everything wrong', () => {
  const WRONG = [
    calling({ name: 'grab_task', args: {} }, { name: 'claim_task', args: { id: 'task_1' } }, { name: 'claim_task', args: { task_id: 'task_99', status: 'claimed' } }, mail('nobody', 'Hello?'), { name: 'create_task', args: { tasks: [] } }),
    calling(claim('task_1'), claim('task_2'), complete('task_2', 'Not mine')),
    calling(mail('lead', 'Thanks!'), { name: 'view_task', args: {} }),
    ...Array.from({ length: 12 }, () => calling({ name: 'view_task', args: {} })),
    'I am done, am I not?',
  ];

  test('wrong names, two claims, others’ work, thanks and polls: each is answered in words, the turn ends, the task goes on, the goal is done', async () => {
    verifies('team.wrong_model_bounded');
    let said = 0;
    const bad: ScriptedAnswer = (request) => (isDue(request, 'work_on') && roundsOf(request).length === 0 ? calling(complete('task_1', 'In the end')) : (WRONG[said++] ?? 'Done.'));
    const on = world({ style: 'team', members: [manager('lead'), worker('bad', { skills: ['a'] }), worker('bo', { skills: ['b'] })], script: { plan: { lead: leading({ title: 'One', skills: ['a'] }, { title: 'Two', skills: ['b'] }) }, work: { bad, bo: diligent() }, ...SUM } });
    const goal = await begin(on, 'Go wrong');
    expect((await endedInTime(on, goal, { mostMs: 60_000 })).status).toBe('done');
    const answers = answersTo(await on.events(), 'bad').map(([name, outcome]) => `${name} ${outcome}`);
    expect(answers.slice(0, 6)).toEqual([
      'grab_task tool.unknown', 'claim_task tool.bad_arguments', 'claim_task task.not_found', 'send_message member.not_found', 'create_task tool.unknown', 'claim_task ok',
    ]);
    // The other member may have it, or have ended it, by then.
    for (const answer of answers.slice(6, 8)) expect(answer).toMatch(/^claim_task (task\.taken|member\.busy|lifecycle\.illegal_move)$/);
    expect(turnsIn(await on.events()).length).toBeLessThanOrEqual(8);
    expect(await on.outputs()).toEqual(['In the end', 'Result of task_2']);
  });

  test('one that never hands anything in: woken once more for the whole team being idle, then a person is asked', async () => {
    verifies('team.wrong_model_bounded', 'team.unclaimed_never_lost');
    const idle: ScriptedAnswer = (request) => (roundsOf(request).length === 0 && isDue(request, 'offered') ? calling(claim('task_1')) : 'I am thinking.');
    const on = world({ style: 'team', members: [manager('lead'), worker('ada')], script: { plan: { lead: leading({ title: 'One' }) }, work: { ada: idle }, ...SUM } });
    const goal = await begin(on, 'Never end');
    const result = await endedInTime(on, goal, { mostMs: 60_000 });
    expect(result.waiting.map(({ kind }) => kind)).toEqual(['stall']);
    expect(turnsIn(await on.events()).map(({ member, news }) => `${member}: ${news.join(', ')}`)).toEqual(['lead: goal_opened', 'ada: offered task_1', 'ada: idle task_1']);
    await on.answer('go_on', { note: 'Do it yourselves.', by: 'kim' });
    await on.clock.quiet();
    expect(on.calls('plan').flatMap(mailIn)).toContain('Do it yourselves.');
  });

  test('a leader that puts no task on the board is told so twice; then a person is asked', async () => {
    const on = world({ style: 'team', members: [manager('lead'), worker('ada')], script: { plan: { lead: 'A fine goal.' } } });
    const goal = await begin(on, 'Nothing');
    expect((await goal.ended()).waiting.map(({ kind }) => kind)).toEqual(['plan_failed']);
    expect(on.calls('plan')).toHaveLength(3);
  });
});

test('a member that spends 600,000 tokens on one task over two turns without handing in is warned, then held, as in an attempt', async () => {
  verifies('gate.breakers');
  const notes = tool('notes.read', { description: 'Reads notes.', input: { type: 'object' }, run: ({ args }) => JSON.stringify(args) });
  let read = 0;
  const ada: ScriptedAnswer = (request) => {
    const rounds = roundsOf(request);
    if (rounds.length === 0 && isDue(request, 'offered')) return calling(claim('task_1'));
    return rounds.length < 4 ? calling({ name: 'notes__read', args: { page: (read += 1) } }) : 'I read on later.';
  };
  const on = world({ style: 'team', members: [manager('lead'), worker('ada', { tools: ['notes.read'] })], tools: [notes], usage: { inputTokens: 90_000, outputTokens: 10_000 }, script: { plan: { lead: leading({ title: 'One' }) }, work: { ada }, ...SUM } });
  const goal = await begin(on, 'Read');
  expect((await endedInTime(on, goal, { mostMs: 60_000 })).waiting.map(({ kind, taskId }) => `${kind} ${taskId}`)).toEqual(['breaker task_1']);
  const events = await on.events();
  expect(events.filter(({ type }) => type === 'alert.raised').map(({ details }) => [details?.['kind'], details?.['step']])).toEqual([['no_progress', 'warn'], ['no_progress', 'pause']]);
  // The call that claimed it was made before it held the task; three reads and the end of the turn, then two reads more.
  expect(events.filter(({ type, details }) => type === 'tool.ended' && details?.['name'] === 'notes.read')).toHaveLength(5);
  expect(turnsIn(events).filter(({ member }) => member === 'ada')).toHaveLength(1);
});

test.each([['on a team without tools', []], ['beside one who has some', ['bo']]])('so is a member that may call no tool, %s; a person lets it go on, and it hands in', async (_where, others) => {
  verifies('gate.breakers');
  const notes = tool('notes.read', { description: 'Reads notes.', input: { type: 'object' }, run: () => 'a page' });
  const states = ['pending', 'claimed', 'completed', 'cancelled', 'blocked', 'done'];
  const ada: ScriptedAnswer = (request) => {
    const rounds = roundsOf(request);
    if (rounds.length === 0 && isDue(request, 'offered')) return calling(claim('task_1'));
    if (JSON.stringify(rounds).includes('Hand in now')) return rounds.at(-1)?.calls[0]?.name === 'claim_task' ? 'Done.' : calling(complete('task_1'));
    const status = states[rounds.length];
    return status === undefined ? 'I look on later.' : calling({ name: 'view_task', args: { action: 'list', status } });
  };
  const on = world({
    style: 'team', members: [manager('lead'), worker('ada', { skills: ['a'] }), ...others.map((id) => worker(id, { skills: ['b'], tools: ['notes.read'] }))], ...(others.length === 0 ? {} : { tools: [notes] }),
    usage: { inputTokens: 90_000, outputTokens: 10_000 }, script: { plan: { lead: leading({ title: 'One', skills: ['a'] }) }, work: { ada, bo: 'Nothing for me.' }, ...SUM },
  });
  const goal = await begin(on, 'Look');
  expect((await endedInTime(on, goal, { mostMs: 60_000 })).waiting.map(({ kind, taskId }) => `${kind} ${taskId}`)).toEqual(['breaker task_1']);
  const alerts = async () => (await on.events()).filter(({ type }) => type === 'alert.raised').map(({ details }) => [details?.['kind'], details?.['step']]);
  expect(await alerts()).toEqual([['no_progress', 'warn'], ['no_progress', 'pause']]);
  const asked = on.calls('work').length;
  await on.answer('go_on', { note: 'Hand in now' });
  expect((await endedInTime(on, goal)).status).toBe('done');
  expect([on.calls('work').length - asked, await alerts()]).toEqual([2, [['no_progress', 'warn'], ['no_progress', 'pause']]]);
});

test('a member that may call no tool and calls one is told that there is none, and nobody is alerted', async () => {
  const notes = tool('notes.read', { description: 'Reads notes.', input: { type: 'object' }, run: () => 'a page' });
  const ada: ScriptedAnswer = (request) => [calling(claim('task_1')), calling({ name: 'notes__read', args: {} }), calling(complete('task_1'))][roundsOf(request).length] ?? 'Done.';
  const on = world({ style: 'team', members: [manager('lead'), worker('ada'), worker('bo', { skills: ['b'], tools: ['notes.read'] })], tools: [notes], script: { plan: { lead: leading({ title: 'One' }) }, work: { ada, bo: 'Nothing for me.' }, ...SUM } });
  expect((await on.team.run('Read')).status).toBe('done');
  expect(answersTo(await on.events(), 'ada').map(([name, outcome]) => `${name} ${outcome}`)).toEqual(['claim_task ok', 'notes.read tool.unknown', 'claim_task ok']);
  expect((await on.events()).filter(({ type }) => type === 'alert.raised')).toEqual([]);
});

test('a member that waits 20 minutes for an answer between two turns is not held for it; one that is in a turn for 20 minutes is warned', async () => {
  verifies('gate.breakers');
  const notes = tool('notes.read', { description: 'Reads notes.', input: { type: 'object' }, run: ({ args }) => JSON.stringify(args) });
  const [thinks, works] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const lead: ScriptedAnswer = async (request) => {
    const isAsked = mailIn(request).some((text) => text.includes('Which page'));
    if (roundsOf(request).length > 0 || !(isAsked || isDue(request, 'goal_opened'))) return 'Seen.';
    if (isAsked) await thinks.promise;
    return calling(isAsked ? mail('ada', 'Both of task_1.') : create({ title: 'One' }));
  };
  const ada: ScriptedAnswer = async (request) => {
    const { length } = roundsOf(request);
    if (!mailIn(request).some((text) => text.includes('Both'))) return [calling(claim('task_1')), calling(mail('lead', 'Which page?'))][length] ?? 'I wait.';
    if (length === 1) await works.promise;
    return length < 2 ? calling({ name: 'notes__read', args: { page: length } }) : length === 2 ? calling(complete('task_1')) : 'Done.';
  };
  const on = world({ style: 'team', policy: { times: { attemptMs: 3 * 60 * 60_000 } }, members: [manager('lead'), worker('ada', { tools: ['notes.read'] })], tools: [notes], script: { plan: { lead }, work: { ada }, ...SUM } });
  const goal = await begin(on, 'Read');
  const alerts = async () => (await on.events()).filter(({ type }) => type === 'alert.raised').map(({ details }) => [details?.['kind'], details?.['step']]);
  for (const step of [thinks, works]) {
    expect(await alerts()).toEqual([]);
    for (let minutes = 0; minutes < 20; minutes += 1) await on.clock.advance(60_000);
    step.resolve(undefined);
    await on.clock.quiet();
  }
  expect((await endedInTime(on, goal)).status).toBe('done');
  expect(await alerts()).toEqual([['no_progress', 'warn']]);
});

describe('lives', () => {
  test('a member that hangs is stopped without its help as soon as it counts as hanging; another does its task, and what it says later changes nothing', async () => {
    verifies('team.lives');
    const never: ScriptedAnswer = (request) => (roundsOf(request).length === 0 ? calling(claim('task_1')) : new Promise(() => undefined));
    const on = world({ style: 'team', policy: { times: { sweepMs: 60_000 } }, members: [manager('lead'), worker('ada', { skills: ['a'] }), worker('bo', { skills: ['a'] })], script: { plan: { lead: leading({ title: 'One', skills: ['a'] }) }, work: { ada: never, bo: diligent() }, ...SUM } });
    const goal = await begin(on, 'Hang');
    const store = await on.team.store();
    expect(store.look((board) => board.desk.life('team', 'ada')?.state)).toBe('busy');
    await store.commit([], (board) => failMember(board, { team: 'team', memberId: 'ada' }, 'hangs'));
    expect((await endedInTime(on, goal, { mostMs: 200_000 })).status).toBe('done');
    expect(storyOf(await on.log(), 'task_1')).toContain('lost ada');
    expect(await on.outputs()).toEqual(['Result of task_1']);
  });

  test('a model that never answers: after the time of an attempt its member counts as hanging, is out without its help, and another does the task; the late answer changes nothing', async () => {
    verifies('team.lives');
    const late = Promise.withResolvers<undefined>();
    const hangs: ScriptedAnswer = async (request) => {
      if (roundsOf(request).length === 0) return isDue(request, 'offered') ? calling(claim('task_1')) : 'I am back.';
      await late.promise;
      return calling(complete('task_1', 'Too late'));
    };
    const on = world({ style: 'team', policy: { times: { attemptMs: 10 * 60_000 } }, members: [manager('lead'), worker('ada', { skills: ['a'] }), worker('bo', { skills: ['a'] })], script: { plan: { lead: leading({ title: 'One', skills: ['a'] }) }, work: { ada: hangs, bo: diligent() }, ...SUM } });
    const goal = await begin(on, 'Hang');
    for (let minutes = 0; minutes < 10; minutes += 1) await on.clock.advance(60_000);
    const life = async () => (await on.team.store()).look((board) => board.desk.life('team', 'ada')?.state);
    expect([await life(), storyOf(await on.log(), 'task_1').includes('lost ada')]).toEqual(['busy', false]);
    expect((await endedInTime(on, goal, { mostMs: 60_000 })).status).toBe('done');
    const events = await on.events();
    expect(storyOf(await on.log(), 'task_1').filter((line) => /^(claimed|lost|completed)/.test(line))).toEqual(['claimed ada', 'lost ada', 'claimed bo', 'completed bo']);
    const all = await (await on.team.store()).read.events({ afterSeq: 0, limit: Infinity });
    expect(all.filter(({ type }) => type === 'member.failed').map(({ memberId, details }) => [memberId, details?.['reason']])).toEqual([['ada', 'hangs']]);
    late.resolve(undefined);
    await on.clock.quiet();
    expect([await on.outputs(), (await on.events()).length]).toEqual([['Result of task_1'], events.length]);
  });

  test('a goal that is paused for 3 minutes in the middle of a turn, where an attempt has one, goes on with that turn: nobody counts as hanging, nothing is warned of, nothing is done twice', async () => {
    verifies('team.lives', 'gate.breakers', 'goal.pause_resume_cancel');
    const notes = tool('notes.read', { description: 'Reads notes.', input: { type: 'object' }, run: ({ args }) => JSON.stringify(args) });
    const [thinks, writes] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const ada: ScriptedAnswer = async (request) => {
      const { length } = roundsOf(request);
      await [undefined, thinks.promise, writes.promise][length];
      return [calling(claim('task_1')), calling({ name: 'notes__read', args: { page: 1 } }), calling(complete('task_1'))][length] ?? 'Done.';
    };
    const on = world({
      style: 'team', policy: { times: { attemptMs: 60_000 }, limits: { idleMinutes: 1 } },
      members: [manager('lead'), worker('ada', { tools: ['notes.read'] })], tools: [notes], script: { plan: { lead: leading({ title: 'One' }) }, work: { ada }, ...SUM },
    });
    const goal = await begin(on, 'Wait');
    await goal.pause();
    await on.clock.advance(90_000);
    // The step that ran may end; the next one waits.
    thinks.resolve(undefined);
    await on.clock.advance(90_000);
    const { length } = on.calls('work');
    await goal.resume();
    // The sweep has a look at it.
    await on.clock.advance(30_000);
    writes.resolve(undefined);
    expect((await endedInTime(on, goal)).status).toBe('done');
    const all = await (await on.team.store()).read.events({ afterSeq: 0, limit: Infinity });
    expect(all.filter(({ type }) => type === 'member.failed' || type === 'alert.raised' || type === 'task.lost').map(({ type, details }) => [type, details])).toEqual([]);
    expect([length, turnsIn(all).filter(({ member }) => member === 'ada').length]).toEqual([2, 1]);
  });

  test('a pause that comes in the middle of a call lets the call end and asks the model no more before the goal goes on', async () => {
    verifies('goal.pause_resume_cancel');
    const notes = tool('notes.read', { description: 'Reads notes.', input: { type: 'object' }, run: async () => {
      await goal.pause();
      return 'a page';
    } });
    const ada: ScriptedAnswer = (request) => [calling(claim('task_1')), calling({ name: 'notes__read', args: {} }), calling(complete('task_1'))][roundsOf(request).length] ?? 'Done.';
    const on = world({ style: 'team', members: [manager('lead'), worker('ada', { tools: ['notes.read'] })], tools: [notes], script: { plan: { lead: leading({ title: 'One' }) }, work: { ada }, ...SUM } });
    const goal = await on.team.start('Wait');
    await on.clock.quiet();
    expect([on.calls('work').length, (await on.events()).filter(({ type }) => type === 'tool.ended').at(-1)?.details?.['text']]).toEqual([2, 'a page']);
    await goal.resume();
    expect((await endedInTime(on, goal)).status).toBe('done');
  });

  test('a model that fails is left alone for a while, gets the same mail and news again, and goes on', async () => {
    let calls = 0;
    const flaky: ScriptedAnswer = (request) => {
      calls += 1;
      if (calls === 2) return new TeamError('model.overloaded', sameInBoth('The provider is overloaded.'));
      return roundsOf(request).length === 0 ? (isDue(request, 'work_on') ? calling(complete('task_1')) : calling(claim('task_1'))) : roundsOf(request).at(-1)?.calls[0]?.name === 'claim_task' && JSON.stringify(roundsOf(request).at(-1)?.calls[0]?.args).includes('completed') ? 'Done.' : calling(complete('task_1'));
    };
    const on = world({ style: 'team', members: [manager('lead'), worker('ada')], script: { plan: { lead: leading({ title: 'One' }) }, work: { ada: flaky }, ...SUM } });
    const goal = await begin(on, 'Fail once');
    expect((await endedInTime(on, goal, { mostMs: 120_000 })).status).toBe('done');
    expect(await on.outputs()).toEqual(['Result of task_1']);
  });
});

test('what the owner writes reaches a member in the middle of its turn, at its next step, and once', async () => {
  verifies('team.mail_once');
  const heard: string[] = [];
  const ada: ScriptedAnswer = async (request) => {
    const rounds = roundsOf(request);
    if (rounds.length === 1) await on.team.write({ to: 'ada', content: 'Use blue.' });
    const texts = JSON.stringify(rounds.at(-1)?.answers ?? []);
    if (texts.includes('Use blue.')) heard.push(`round ${rounds.length}`);
    return [calling(claim('task_1')), calling({ name: 'view_task', args: {} }), calling(complete('task_1', 'Blue'))][rounds.length] ?? 'Done.';
  };
  const on = world({ style: 'team', members: [manager('lead'), worker('ada')], script: { plan: { lead: leading({ title: 'Paint' }) }, work: { ada }, ...SUM } });
  expect((await on.team.run('Paint it')).status).toBe('done');
  expect(heard).toEqual(['round 2']);
  expect(on.calls('work').flatMap(mailIn)).toEqual([]);
});

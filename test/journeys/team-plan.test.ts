// Plan mode: nothing is done before a plan is approved; a plan is sent back with feedback that arrives, mended, and carried out. Then
// review by members, calls that the leader approves, and questions to a person.
import { describe, expect, test } from 'vitest';
import { human, manager, reviewer, tool, worker } from '../../src/index.ts';
import { isJsonObject } from '../../src/core/json.ts';
import { approved, calling, rejected, type ScriptedAnswer, type Script } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { refusedWith } from './people-world.ts';
import { answersTo, claim, complete, create, diligent, dueTasks, isDue, leading, mail, mailIn, plan, roundsOf, turnsIn, withoutNews } from './team-world.ts';
import { begin, endedInTime, storyOf, world } from './world.ts';

const note = tool('note.write', { description: 'Writes a note.', input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }, effects: ['writes_file'], run: () => 'written' });

describe('plan mode', () => {
  const ada: ScriptedAnswer = (request) => {
    const rounds = roundsOf(request);
    if (rounds.length > 0 && !isDue(request, 'work_on')) return rounds.length === 1 && isDue(request, 'offered') ? calling({ name: 'note__write', args: { text: 'early' } }, complete('task_1')) : 'I wait.';
    if (isDue(request, 'offered')) return calling(plan('task_1', 'I write it at once.'));
    if (isDue(request, 'revise_plan')) return calling(plan('task_1', 'I write it, then check it against the brand.'));
    return rounds.length === 0 ? calling({ name: 'note__write', args: { text: 'now' } }, complete('task_1', 'Sun')) : 'Done.';
  };
  const lead: ScriptedAnswer = (request) => {
    if (roundsOf(request).length > 0) return 'Seen.';
    if (isDue(request, 'goal_opened')) return calling(create({ title: 'Slogan', skills: ['text'] }));
    const [waiting] = dueTasks(request, 'plan_to_decide');
    const isSecond = JSON.stringify(request.facts['decisions']).includes('check it');
    return waiting === undefined ? 'Seen.' : calling({ name: 'approve_plan', args: { task_id: waiting, approved: isSecond, ...(isSecond ? {} : { feedback: 'Say how it is checked.' }) } });
  };

  test('sent back once with feedback, mended, approved, done; neither a tool nor a hand-in works before', async () => {
    verifies('team.plan_gate', 'team.runs');
    const on = world({ style: 'team', teammateMode: 'plan_mode', members: [manager('lead'), worker('ada', { skills: ['text'], tools: ['note.write'] })], tools: [note], script: { plan: { lead }, work: { ada }, summarise: { '*': 'Done.' } } });
    expect((await on.team.run('A slogan')).status).toBe('done');
    expect(storyOf(await on.log(), 'task_1').filter((line) => !/^(requested|ended|said)/.test(line))).toEqual(['created', 'claimed ada', 'plan_submitted ada', 'plan_refused ada', 'plan_submitted ada', 'plan_approved ada', 'started ada', 'completed ada']);
    expect(answersTo(await on.events(), 'ada').map(([name, outcome]) => `${name} ${outcome}`)).toEqual([
      'submit_plan ok', 'note.write plan.not_approved', 'claim_task lifecycle.illegal_move', 'submit_plan ok', 'note.write ok', 'claim_task ok',
    ]);
    const told = on.calls('work').flatMap(mailIn);
    expect(told.some((text) => text.includes('Say how it is checked.'))).toBe(true);
    expect(withoutNews(turnsIn(await on.events()))).toEqual([]);
    expect(await on.outputs()).toEqual(['Sun']);
  });
});

test('25 minutes that a plan waits for its decision are no time without progress', async () => {
  const ada: ScriptedAnswer = (request) => {
    const rounds = roundsOf(request);
    if (rounds.length > 0) return rounds.at(-1)?.calls[0]?.name === 'note__write' ? calling(complete('task_1', 'Sun')) : 'I wait.';
    return calling(isDue(request, 'work_on') ? { name: 'note__write', args: { text: 'now' } } : plan('task_1', 'I write it at once.'));
  };
  const decided = Promise.withResolvers<undefined>();
  const lead: ScriptedAnswer = async (request) => {
    if (roundsOf(request).length > 0 || !isDue(request, 'plan_to_decide')) return isDue(request, 'goal_opened') && roundsOf(request).length === 0 ? calling(create({ title: 'Slogan' })) : 'Seen.';
    await decided.promise;
    return calling({ name: 'approve_plan', args: { task_id: 'task_1', approved: true } });
  };
  const hours = { planDecisionMs: 60 * 60_000, attemptMs: 60 * 60_000 };
  const on = world({ style: 'team', teammateMode: 'plan_mode', policy: { times: hours }, members: [manager('lead'), worker('ada', { tools: ['note.write'] })], tools: [note], script: { plan: { lead }, work: { ada }, summarise: { '*': 'Done.' } } });
  const goal = await begin(on, 'A slogan');
  for (let minutes = 0; minutes < 25; minutes += 1) await on.clock.advance(60_000);
  decided.resolve(undefined);
  expect((await endedInTime(on, goal)).status).toBe('done');
  expect((await on.events()).filter(({ type }) => type === 'alert.raised')).toEqual([]);
});

describe('review by members', () => {
  test('sent back with fixes, taken up again by its author, approved', async () => {
    const work: Script['work'] = { ada: (request) => {
      const rounds = roundsOf(request);
      const [due] = dueTasks(request, 'offered', 'mend');
      if (rounds.length === 0) return due === undefined ? 'Nothing.' : calling(claim(due));
      return rounds.length === 1 ? calling(complete('task_1', isDue(request, 'mend') ? 'Sun and sea' : 'Sun')) : 'Done.';
    } };
    const on = world({ style: 'team', members: [manager('lead'), worker('ada'), reviewer('eve')], script: { plan: { lead: leading({ title: 'Slogan' }) }, work, review: { Slogan: [rejected('Name the sea.'), approved()] }, summarise: { '*': 'Done.' } } });
    expect((await on.team.run('A slogan')).status).toBe('done');
    expect(storyOf(await on.log(), 'task_1').filter((line) => !/^(requested|ended|said)/.test(line))).toEqual(['created', 'claimed ada', 'submitted ada', 'rejected eve', 'rework_requested ada', 'started ada', 'submitted ada', 'approved eve', 'accepted ada']);
    expect(withoutNews(turnsIn(await on.events()))).toEqual([]);
  });
});

describe('a call that needs a yes', () => {
  test('waits for the leader, who is woken for it, and runs once', async () => {
    const asking = tool('mail.post', { description: 'Posts.', input: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] }, effects: ['network'], needsApproval: true, run: () => 'posted' });
    const lead: ScriptedAnswer = (request) => {
      if (isDue(request, 'goal_opened') && roundsOf(request).length === 0) return calling(create({ title: 'Post it' }));
      const decisions = request.facts['decisions'];
      const [call] = Array.isArray(decisions) ? decisions : [];
      const id = typeof call === 'object' && call !== null && 'tool_call_id' in call ? call['tool_call_id'] : undefined;
      return roundsOf(request).length === 0 && typeof id === 'string' ? calling({ name: 'approve_tool', args: { member_name: 'ada', tool_call_id: id, approved: true, feedback: 'Once.' } }) : 'Seen.';
    };
    const ada: ScriptedAnswer = (request) => [calling(claim('task_1')), calling({ name: 'mail__post', args: { to: 'Rome' } }), calling(complete('task_1'))][roundsOf(request).length] ?? 'Done.';
    const on = world({ style: 'team', members: [manager('lead'), worker('ada', { tools: ['mail.post'] })], tools: [asking], script: { plan: { lead }, work: { ada }, summarise: { '*': 'Done.' } } });
    expect((await on.team.run('Post a letter')).status).toBe('done');
    expect(answersTo(await on.events(), 'ada').map(([name, outcome]) => `${name} ${outcome}`)).toEqual(['claim_task ok', 'mail.post ok', 'claim_task ok']);
    expect(answersTo(await on.events(), 'ada')[1]?.[2]).toContain('Once.');
  });
});

describe('people', () => {
  test('a question to a person is answered by mail; meanwhile nobody has a turn, and the task waits', async () => {
    verifies('team.people');
    const ada: ScriptedAnswer = (request) => {
      const rounds = roundsOf(request);
      if (mailIn(request).some((text) => text.includes('Blue'))) return rounds.length === 0 ? calling(complete('task_1', 'Blue')) : 'Done.';
      return [calling(claim('task_1')), calling({ name: 'ask_human', args: { question: 'Which colour?', choices: ['Red', 'Blue'] } })][rounds.length] ?? 'I wait.';
    };
    const on = world({ style: 'team', members: [manager('lead'), worker('ada')], script: { plan: { lead: leading({ title: 'Paint' }) }, work: { ada }, summarise: { '*': 'Done.' } } });
    const goal = await begin(on, 'Paint it');
    expect((await goal.ended()).waiting.map(({ kind }) => kind)).toEqual(['member_question']);
    await on.clock.advance(30_000);
    expect(on.calls('work')).toHaveLength(3);
    await on.answer('answer', { note: 'Blue', by: 'kim' });
    await on.clock.quiet();
    expect((await goal.ended()).status).toBe('done');
    expect(await on.outputs()).toEqual(['Blue']);
  });

  test('a task that only a person can do is in the inbox of that person, and the leader is not asked about it', async () => {
    const on = world({ style: 'team', members: [manager('lead'), worker('ada', { skills: ['text'] }), human('kim', { skills: ['law'] })], script: { plan: { lead: leading({ task_id: 'a', title: 'Check', skills: ['law'] }, { title: 'Write', skills: ['text'], depends_on: ['a'] }) }, work: { ada: diligent() }, summarise: { '*': 'Done.' } } });
    const goal = await begin(on, 'Check it');
    const waiting = await goal.ended();
    expect(waiting.waiting.map(({ kind, askedOf }) => `${kind} ${askedOf}`)).toEqual(['work kim']);
    await on.answer('hand_in', { output: 'It is lawful.', by: 'kim' });
    await on.clock.quiet();
    expect((await goal.ended()).status).toBe('done');
    expect(await on.fates()).toEqual(['Check: completed', 'Write: completed']);
  });
});

describe('people in plan mode', () => {
  test('a plan that the leader leaves alone for 10 minutes is a person’s to decide: sent back with a word, mended, approved, and done by it', async () => {
    verifies('team.plan_gate', 'team.people');
    const ada: ScriptedAnswer = (request) => {
      if (roundsOf(request).length > 0) return 'I wait.';
      if (isDue(request, 'work_on')) return calling(complete('task_1', 'Sun'));
      return isDue(request, 'revise_plan') ? calling(plan('task_1', 'I write it, then count its words.')) : isDue(request, 'offered') ? calling(plan('task_1', 'I write it at once.')) : 'I wait.';
    };
    const on = world({ style: 'team', teammateMode: 'plan_mode', members: [manager('lead'), worker('ada')], script: { plan: { lead: leading({ title: 'Slogan' }) }, work: { ada }, summarise: { '*': 'Done.' } } });
    const goal = await begin(on, 'A slogan');
    const asked: unknown[] = [];
    for (const [choice, note] of [['refuse', 'Say how it is checked.'], ['approve', 'Good.']] as const) {
      for (let minutes = 0; minutes < 11; minutes += 1) await on.clock.advance(60_000);
      const item = (await on.team.inbox()).find(({ question }) => question.kind === 'member_plan');
      asked.push([item?.task?.title, item?.question.material]);
      await on.team.answer(item?.question.id ?? '', { choice, note, by: 'kim' });
      await on.clock.quiet();
    }
    expect((await endedInTime(on, goal)).status).toBe('done');
    expect(asked).toEqual([['Slogan', expect.objectContaining({ plan: ['I write it at once.'], revision: 1 })], ['Slogan', expect.objectContaining({ plan: ['I write it, then count its words.'], revision: 2 })]]);
    expect(on.calls('work').flatMap(mailIn).filter((text) => text.includes('how it is checked')).length).toBeGreaterThan(0);
    const decided = (await on.events()).filter(({ type }) => type === 'task.plan_refused' || type === 'task.plan_approved').map(({ type, details }) => [type, details?.['by']]);
    expect(decided).toEqual([['task.plan_refused', 'kim'], ['task.plan_approved', 'kim']]);
  });

  test('a person hands in a plan for its own task: sent back by the leader, mended, approved with a word, and only then the result counts', async () => {
    verifies('team.plan_gate', 'team.people');
    const lead: ScriptedAnswer = (request) => {
      if (roundsOf(request).length > 0) return 'Seen.';
      if (isDue(request, 'goal_opened')) return calling(create({ title: 'Check', assignee: 'kim' }));
      const [waiting] = dueTasks(request, 'plan_to_decide');
      const isMended = JSON.stringify(request.facts['decisions']).includes('clause by clause');
      return waiting === undefined ? 'Seen.' : calling({ name: 'approve_plan', args: { task_id: waiting, approved: isMended, feedback: isMended ? 'Mind page 3.' : 'In which order?' } });
    };
    const on = world({ style: 'team', teammateMode: 'plan_mode', members: [manager('lead'), human('kim')], script: { plan: { lead }, summarise: { '*': 'Done.' } } });
    const goal = await begin(on, 'Check it');
    const asked = async () => {
      await on.clock.quiet();
      return (await goal.ended()).waiting.map(({ kind, askedOf, choices, text, material }) => [`${kind} ${askedOf}`, choices.join(' '), text.en, isJsonObject(material) ? material['plan_decision'] : undefined]);
    };
    expect(await asked()).toEqual([['work kim', 'hand_in plan decline split', expect.stringContaining('or first a plan'), undefined]]);
    await on.answer('plan', { plan: 'I read it.', by: 'kim' });
    expect(await asked()).toEqual([['work kim', 'plan decline split', expect.stringContaining('was sent back'), { revision: 1, status: 'refused', by: 'lead', feedback: 'In which order?' }]]);
    expect(await refusedWith(on.answer('hand_in', { output: 'It is lawful.', by: 'kim' }))).toBe('question.bad_answer');
    await on.answer('plan', { plan: 'I read it clause by clause.', by: 'kim' });
    expect(await asked()).toEqual([['work kim', 'hand_in decline split', expect.stringContaining('was approved'), { revision: 2, status: 'accepted', by: 'lead', feedback: 'Mind page 3.' }]]);
    await on.answer('hand_in', { output: 'It is lawful.', by: 'kim' });
    await on.clock.quiet();
    expect((await goal.ended()).status).toBe('done');
    expect(storyOf(await on.log(), 'task_1').filter((line) => line !== 'ended lead')).toEqual(['created', 'assigned kim', 'started kim', 'plan_submitted kim', 'plan_refused kim', 'plan_submitted kim', 'plan_approved kim', 'completed kim']);
    expect((await on.events()).filter(({ type }) => type === 'task.plan_submitted').map(({ details }) => [details?.['revision'], details?.['plan']])).toEqual([[1, 'I read it.'], [2, 'I read it clause by clause.']]);
    expect((await on.team.mail({ person: 'kim' })).map(({ content }) => content.split('\n')[1])).toEqual(['In which order?', 'Mind page 3.']);
    expect(turnsIn(await on.events()).flatMap(({ news }) => news)).toEqual(['goal_opened', 'plan_to_decide task_1', 'plan_to_decide task_1', 'tasks_ended']);
  });

  test('a person’s plan that the leader leaves alone is another person’s to decide, never its author’s, and is not in its inbox', async () => {
    verifies('team.people');
    const on = world({ style: 'team', teammateMode: 'plan_mode', members: [manager('lead'), human('kim'), human('lee')], script: { plan: { lead: leading({ title: 'Check', assignee: 'kim' }) }, summarise: { '*': 'Done.' } } });
    const goal = await begin(on, 'Check it');
    await on.answer('plan', { plan: 'I read it.', by: 'kim' });
    for (let minutes = 0; minutes < 11; minutes += 1) await on.clock.advance(60_000);
    const ofPlan = async (person: string) => (await on.team.inbox({ person })).filter(({ question }) => question.kind === 'member_plan').map(({ question }) => question.id);
    const [asked = ''] = await ofPlan('lee');
    expect([asked, await ofPlan('kim')]).toEqual([expect.stringContaining('question'), []]);
    expect(await refusedWith(on.team.answer(asked, { choice: 'approve', by: 'kim' }))).toBe('lifecycle.illegal_move');
    await on.team.answer(asked, { choice: 'approve', note: 'Good.', by: 'lee' });
    const [work] = (await on.team.inbox({ person: 'kim' })).filter(({ question }) => question.kind === 'work');
    await on.team.answer(work?.question.id ?? '', { choice: 'hand_in', output: 'It is lawful.', by: 'kim' });
    await on.clock.quiet();
    expect((await goal.ended()).status).toBe('done');
  });

  test('a person’s own task waits for no plan: it is in the inbox at once, what is handed in counts, and neither leader nor owner is asked about it', async () => {
    verifies('team.people');
    const on = world({ style: 'team', teammateMode: 'plan_mode', members: [manager('lead'), human('kim', { skills: ['law'] })], script: { plan: { lead: leading({ title: 'Check', skills: ['law'] }) }, summarise: { '*': 'Done.' } } });
    const goal = await begin(on, 'Check it');
    expect((await goal.ended()).waiting.map(({ kind, askedOf }) => `${kind} ${askedOf}`)).toEqual(['work kim']);
    await on.answer('hand_in', { output: 'It is lawful.', by: 'kim' });
    await on.clock.quiet();
    expect((await goal.ended()).status).toBe('done');
    expect(storyOf(await on.log(), 'task_1')).toEqual(['created', 'assigned kim', 'started kim', 'completed kim']);
    expect(turnsIn(await on.events()).flatMap(({ news }) => news)).toEqual(['goal_opened', 'tasks_ended']);
  });
});

test('mail to the owner of the goal waits for a person and wakes no member', async () => {
  const ada: ScriptedAnswer = (request) => [calling(claim('task_1')), calling(mail('user', 'It will be late.'), complete('task_1'))][roundsOf(request).length] ?? 'Done.';
  const on = world({ style: 'team', members: [manager('lead'), worker('ada')], script: { plan: { lead: leading({ title: 'Paint' }) }, work: { ada }, summarise: { '*': 'Done.' } } });
  await on.team.run('Paint it');
  expect((await on.team.mail()).map(({ from, content }) => `${from}: ${content}`)).toEqual(['ada: It will be late.']);
  expect(turnsIn(await on.events()).map(({ member }) => member)).toEqual(['lead', 'ada', 'lead']);
});

// People in a running team: they accept plans, do tasks, review, add notes and files; machines wait for them without spending,
// and whatever they say counts exactly once, from whichever door and in whichever order it comes.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../src/open-store.ts';
import { createTeam, human, manager, reviewer, worker, type MemberSpec, type TeamOptions } from '../../src/index.ts';
import type { Json } from '../../src/core/json.ts';
import { addNote } from '../../src/engine/people/add-note.ts';
import { approved, done, fixedClock, planned, scriptedModel } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { newTeam, folder, refusedWith, kinds, logOf, fates } from './people-world.ts';

describe('a plan that a person accepts', () => {
  const members: readonly MemberSpec[] = [manager('manager'), worker('writer', { skills: ['copy'] })];
  const policy = { approveGoalPlan: 'person', review: 'none' } as const;
  const slogan = { title: 'Slogan', skills: ['copy'] };

  test('nothing starts before; a refusal reaches the manager with its reason; an edited plan is checked, told what is wrong, then carried out', async () => {
    verifies('people.plan_accepted_first');
    const model = scriptedModel({ plan: [planned(slogan, { title: 'Poster', skills: ['copy'] }), planned(slogan)], work: { Slogan: [done('Tea!')], Flyer: [done('A flyer.')] }, summarise: ['Done.'] });
    const team = newTeam({ members, policy, model });
    const first = await team.run('Sell tea');
    expect([first.status, kinds(first)]).toEqual(['waiting', ['goal_plan']]);
    expect(model.requests.map((request) => request.purpose)).toEqual(['plan']);
    expect((await team.inbox())[0]).toMatchObject({ goal: { text: 'Sell tea' }, task: null, question: { material: { plan: [{ id: 't1', title: 'Slogan' }, { id: 't2', title: 'Poster' }] } } });

    await team.answer('question_1', { choice: 'refuse', note: 'no poster', by: 'kim' });
    const goal = await team.resume('goal_1');
    expect(kinds(await goal.ended())).toEqual(['goal_plan']);
    expect(model.requests.at(-1)?.facts['feedback']).toEqual(['A person sent back the plan with the tasks "Slogan", "Poster": no poster']);

    const edited = (tasks: readonly Json[]) => team.answer('question_2', { choice: 'edit', tasks, by: 'kim' });
    await expect(edited([{ ...slogan, id: 'a', depends_on: ['b'] }, { title: 'Flyer', id: 'b', skills: ['copy'], depends_on: ['a'] }])).rejects.toThrow(/wait/);
    expect(await refusedWith(edited([]))).toBe('plan.invalid');
    expect(await fates(team)).toEqual([]);
    await edited([{ ...slogan, id: 'a' }, { title: 'Flyer', id: 'b', skills: ['copy'], depends_on: ['a'] }]);
    expect((await goal.ended()).status).toBe('done');
    expect(await fates(team)).toEqual(['Slogan: completed', 'Flyer: completed']);
    expect((await logOf(team)).filter((line) => line.startsWith('goal_1'))).toEqual(['goal_1 opened', 'goal_1 plan_proposed', 'goal_1 plan_refused', 'goal_1 plan_proposed', 'goal_1 plan_adopted', 'goal_1 drained', 'goal_1 closed']);
  });

  test('accepted twice in the same moment it is carried out once', async () => {
    verifies('people.answer_once');
    const team = newTeam({ members, policy, script: { plan: [planned(slogan)], work: { Slogan: [done('Tea!')] }, summarise: ['Done.'] } });
    const { id } = await team.run('Sell tea');
    const both = await Promise.all(['kim', 'lee'].map((by) => refusedWith(team.answer('question_1', { choice: 'accept', by }))));
    expect(both).toEqual(['accepted', 'question.closed']);
    expect((await (await team.resume(id)).ended()).status).toBe('done');
    expect(await fates(team)).toEqual(['Slogan: completed']);
  });

  test('the shown plan, given back as it was shown, is the same plan: ids, rules, context and all', async () => {
    const rich = [
      { id: 'facts', title: 'Facts', content: 'Find prices.', skills: ['copy'], input: { product: 'tea' }, criteria: [{ rule: 'sentence', text: 'Every price has a source.' }, { rule: 'max_chars', value: 90 }], depends_on: [], needs_context: [] },
      { id: 'ad', title: 'Ad', content: 'Write it.', skills: ['copy'], input: { max_length: 60 }, criteria: [], depends_on: ['facts'], needs_context: [] },
    ];
    const briefs = async (choice: 'accept' | 'edit') => {
      const team = newTeam({ members: [...members, reviewer('editor')], policy: { approveGoalPlan: 'person' }, script: { plan: [planned(...rich)], work: { Facts: done('3.50'), Ad: done('Tea!') }, review: { '*': approved() } } });
      const { waiting } = await team.run('Sell tea');
      const shown = waiting[0]?.material;
      const tasks = typeof shown === 'object' && shown !== null && 'plan' in shown && Array.isArray(shown.plan) ? shown.plan : [];
      await team.answer('question_1', { choice, ...(choice === 'edit' ? { tasks } : {}) });
      const { read } = await team.store();
      return Promise.all((['task_1', 'task_2'] as const).map(async (id) => [await read.brief(id), await read.prerequisites(id)]));
    };
    expect(await briefs('edit')).toEqual(await briefs('accept'));
  });

  test('an unattended team that wants its plans accepted, or has people, is refused when it is made, and told what to take out', () => {
    const made = (more: Partial<TeamOptions>) => () => createTeam({ members, env: {}, store: 'memory', ...more });
    expect(made({ policy: { approveGoalPlan: 'person', unattended: true } })).toThrow(/approve_goal_plan.*unattended.*Take one of the two out/);
    expect(made({ members: [human('ana')], policy: { unattended: true } })).toThrow(/ana.*kind human.*Take unattended out/);
    expect(made({ policy: { unattended: true } })).not.toThrow();
  });
});

describe('a person who works', () => {
  test('is shown the task with its context, is told of a misfit, hands in; the goal waits without a single call', async () => {
    verifies('people.goal_rests', 'people.own_tasks');
    const model = scriptedModel({
      plan: [planned({ title: 'Facts', skills: ['research'] }, { title: 'Contract', content: 'Write the contract.', skills: ['law'], depends_on: ['t1'], needs_context: ['t1'] }, { title: 'Poster', skills: ['research'], depends_on: ['t2'], needs_context: ['t2'] })],
      work: { Facts: [done('Tea is 3.50.')], Poster: [done('A poster.')] },
      summarise: ['Done.'],
    });
    const team = newTeam({ model, policy: { review: 'none' }, members: [manager('manager'), worker('writer', { skills: ['research'] }), human('ana', { skills: ['law'], output: { type: 'object', properties: { draft: { type: 'string' } }, required: ['draft'] } })] });
    const resting = await team.run('Sell tea');
    expect([resting.status, kinds(resting)]).toEqual(['waiting', ['work']]);
    const calls = model.requests.length;

    expect(await team.inbox({ person: 'ana' })).toEqual([expect.objectContaining({
      question: expect.objectContaining({ kind: 'work', askedOf: 'ana', taskId: 'task_2' }),
      task: expect.objectContaining({ title: 'Contract', content: 'Write the contract.' }),
      context: [{ source: 'task_1', text: 'Tea is 3.50.' }],
      result: null,
    })]);
    expect(await team.inbox({ person: 'somebody else' })).toEqual([]);

    await expect(team.answer('question_1', { choice: 'hand_in', output: { text: 'x' }, by: 'ana' })).rejects.toMatchObject({ code: 'task.unfit_output' });
    expect(await refusedWith(team.answer('question_1', { choice: 'hand_in', by: 'ana' }))).toBe('question.bad_answer');
    expect(model.requests).toHaveLength(calls);
    await team.answer('question_1', { choice: 'hand_in', output: { draft: 'Whereas…' }, summary: 'from the standard form', by: 'ana' });
    expect((await (await team.resume('goal_1')).ended()).status).toBe('done');
    expect(model.requests.at(-2)?.facts['context']).toEqual([{ source: 'task_2', text: '{"draft":"Whereas…"}' }]);
    // The steps before the gate were not done again.
    expect(model.requests.map((request) => request.purpose)).toEqual(['plan', 'work', 'work', 'summarise']);
  });

  test('is reminded, then relieved: the question expires and whoever owns the goal is asked', async () => {
    verifies('people.own_tasks');
    const clock = fixedClock();
    const team = newTeam({ clock, members: [human('ana')], policy: { review: 'none', times: { personDueMs: 30_000, reminderMs: 10_000, questionMs: 60_000 } } });
    const goal = await team.open('by hand');
    await goal.add([{ title: 'Sign' }]);
    await clock.advance(29_000);
    expect((await logOf(team)).slice(-3)).toEqual(['question_1 asked', 'question_1 reminded ana', 'question_1 reminded ana']);
    await clock.advance(10_000);
    expect((await logOf(team)).slice(-3)).toEqual(['question_1 expired', 'task_1 escalated ana', 'question_2 asked']);
    expect(kinds(await goal.ended())).toEqual(['escalation']);
    expect(await refusedWith(team.answer('question_1', { choice: 'hand_in', output: 'x' }))).toBe('question.closed');
  });

  test('who is no longer named by the team gets no new work, but may still hand in what was asked, under the same rules', async () => {
    const file = join(folder(), 'muster.db');
    const open = (...members: readonly MemberSpec[]) => newTeam({ store: file, durability: 'NORMAL', members, policy: { review: 'none' } });
    const first = open(human('ana', { output: { type: 'string' } }));
    const { id, add } = await first.open('by hand');
    await add([{ title: 'Sign', criteria: [{ rule: 'min_chars', value: 3 }] }, { title: 'Seal' }]);
    await first.close();
    const second = open(human('bob'));
    const goal = await second.resume(id);
    expect((await goal.ended()).waiting.map(({ taskId, askedOf }) => [taskId, askedOf])).toEqual([['task_1', 'ana'], ['task_2', 'bob']]);
    expect(await refusedWith(second.answer('question_1', { choice: 'hand_in', output: { no: 'text' }, by: 'ana' }))).toBe('task.unfit_output');
    await second.answer('question_1', { choice: 'hand_in', output: 'x', by: 'ana' });
    // What is sent back goes to somebody who is there.
    expect((await logOf(second)).filter((line) => line.startsWith('task_1')).slice(-4)).toEqual(['task_1 started ana', 'task_1 submitted ana', 'task_1 rejected code', 'task_1 released']);
    expect(await fates(second)).toEqual(['Sign: pending', 'Seal: assigned']);
    await second.answer('question_2', { choice: 'hand_in', output: 'sealed', by: 'bob' });
    expect((await goal.ended()).waiting.map(({ taskId, askedOf }) => [taskId, askedOf])).toEqual([['task_1', 'bob']]);
  });

  test('a team read from agent files may have people', async () => {
    const { agentsFrom } = await import('../../src/index.ts');
    const dir = join(folder(), 'agents');
    mkdirSync(dir);
    writeFileSync(join(dir, 'ana.md'), '---\nname: ana\nkind: human\nskills: law\n---\n');
    const team = newTeam({ members: await agentsFrom(dir), policy: { review: 'none' } });
    const goal = await team.open('by hand');
    await goal.add([{ title: 'Sign', skills: ['law'] }]);
    expect((await goal.ended()).waiting).toEqual([expect.objectContaining({ kind: 'work', askedOf: 'ana' })]);
  });
});

describe('a person who reviews', () => {
  test('sees task, context, result and points; what it sends back is mended by the fixes, and its approval ends the task', async () => {
    verifies('people.review');
    const model = scriptedModel({
      plan: [planned({ title: 'Facts', skills: ['copy'], criteria: [{ rule: 'min_chars', value: 1 }] }, { title: 'Slogan', skills: ['copy'], criteria: [{ rule: 'sentence', text: 'It names the price.' }, { rule: 'max_chars', value: 60 }], depends_on: ['t1'], needs_context: ['t1'] })],
      work: { Facts: [done('Tea is 3.50.')], Slogan: [done('Tea!'), done('Tea for 3.50!')] },
      summarise: ['Done.'],
    });
    const team = newTeam({ model, members: [manager('manager'), worker('writer', { skills: ['copy'] }), human('ana', { roles: 'reviewer' })] });
    expect(kinds(await team.run('Sell tea'))).toEqual(['review']);
    expect(await team.inbox({ person: 'ana', goal: 'goal_1' })).toEqual([expect.objectContaining({
      question: expect.objectContaining({ choices: ['approve', 'reject', 'edit_result', 'split', 'cannot_judge'], material: { result_seq: expect.any(Number), points: [{ id: 'c1', text: { en: 'It names the price.', zh: 'It names the price.' } }], checks: [{ id: 'c2', passed: true }] } }),
      task: expect.objectContaining({ title: 'Slogan' }),
      context: [{ source: 'task_1', text: 'Tea is 3.50.' }],
      result: { output: 'Tea!', executionSummary: 'as asked' },
    })]);
    await team.answer('question_1', { choice: 'reject', fixes: ['Name the price.'], by: 'ana' });
    const goal = await team.resume('goal_1');
    expect(kinds(await goal.ended())).toEqual(['review']);
    expect(model.requests.at(-1)?.facts['rework']).toEqual({ previous_output: 'Tea!', fixes: ['Name the price.'] });
    await team.answer('question_2', { choice: 'approve', by: 'ana' });
    expect((await goal.ended()).status).toBe('done');
    const approval = (await (await team.store()).read.events({ afterSeq: 0, goalId: 'goal_1', limit: 1000 })).findLast((event) => event.type === 'task.approved');
    expect(approval?.details).toMatchObject({ reviewer: 'ana', criteria: [{ id: 'c2', passed: true }, { id: 'c1', passed: true }] });
  });

  test('takes over a review from a function that has left the team before it judged', async () => {
    const file = join(folder(), 'muster.db');
    const open = (...members: readonly MemberSpec[]) => newTeam({ store: file, durability: 'NORMAL', members: [worker('writer', { run: () => ({ output: 'Tea!' }) }), ...members] });
    let begun: () => void = () => undefined;
    const reviewing = new Promise<void>((resolve) => (begun = resolve));
    const first = open(reviewer('slow', { review: () => (begun(), new Promise<never>(() => undefined)) }));
    const { id, add } = await first.open('by hand');
    await add([{ title: 'Slogan' }]);
    await reviewing;
    await first.close();
    const second = open(human('ana', { roles: 'reviewer' }));
    const goal = await second.resume(id);
    expect((await goal.ended()).waiting.map(({ kind, askedOf }) => [kind, askedOf])).toEqual([['review', 'ana']]);
    await second.answer('question_1', { choice: 'approve', by: 'ana' });
    expect((await goal.ended()).status).toBe('done');
  });

  test('beside a model that must approve too, is asked only for what the model let pass', async () => {
    verifies('people.review');
    const review = vi.fn<(review: { readonly output: Json }) => { approved: boolean; comment?: string }>(({ output }) => (output === 'two' ? { approved: true } : { approved: false, comment: 'again' }));
    let tries = 0;
    const run = () => ({ output: ['one', 'two'][tries++] ?? 'three' });
    const clock = fixedClock();
    const team = newTeam({ clock, policy: { reviewers: 2 }, members: [worker('writer', { run }), human('ana', { roles: 'reviewer' }), reviewer('strict', { review })] });
    const goal = await team.open('two reviewers');
    await goal.add([{ title: 'Slogan' }]);
    await clock.advance(6_000);
    const resting = await goal.ended();
    expect([review.mock.calls.length, kinds(resting)]).toEqual([2, ['review']]);
    expect((await team.inbox())[0]?.result?.output).toBe('two');
    await team.answer('question_1', { choice: 'approve', by: 'ana' });
    const ended = goal.ended();
    await clock.advance(6_000);
    expect((await ended).status).toBe('done');
  });
});

describe('notes and files', () => {
  test('a note while somebody works is seen by the next attempt; a text file is told whole, a large one by its path, a missing one is refused', async () => {
    verifies('people.add_to_task');
    const dir = folder();
    const prices = join(dir, 'prices.txt');
    writeFileSync(prices, 'tea: 3.50\n');
    const large = join(dir, 'large.log');
    writeFileSync(large, 'x'.repeat(64 * 1024 + 1));
    const picture = join(dir, 'tea.png');
    writeFileSync(picture, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]));
    const told: Json[] = [];
    let begun: () => void = () => undefined;
    const atWork = new Promise<void>((resolve) => (begun = resolve));
    let finish: () => void = () => undefined;
    const mayFinish = new Promise<void>((resolve) => (finish = resolve));
    const run = async ({ context }: { context: readonly { source: string; text: string }[] }) => {
      told.push(context.map((piece) => ({ ...piece })));
      begun();
      if (told.length === 1) await mayFinish;
      return { output: told.length === 1 ? '' : 'Tea for 3.50!' };
    };
    const team = newTeam({ members: [worker('writer', { run })], policy: { review: 'none' } });
    const goal = await team.open('sell tea');
    await goal.add([{ title: 'Slogan', criteria: [{ rule: 'min_chars', value: 3 }] }]);
    await atWork;
    expect(await refusedWith(team.note('task_1', { attach: [join(dir, 'nothing.txt')] }))).toBe('input.invalid');
    await expect(team.note('task_1', { attach: [dir] })).rejects.toThrow(/is a folder.*nothing was changed/);
    await expect(team.note('task_1', { note: 'x'.repeat(70_000) })).rejects.toMatchObject({ code: 'input.too_large' });
    // Two at once both stay.
    await Promise.all([team.note('task_1', { note: 'Name the price.', by: 'kim' }), team.note('task_1', { attach: [prices, large, picture], by: 'lee' })]);
    finish();
    expect((await goal.ended()).status).toBe('done');
    expect(told[0]).toEqual([]);
    const sha = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
    expect(told[1]).toHaveLength(4);
    expect(told[1]).toEqual(expect.arrayContaining([
      { source: 'person', text: 'Name the price.' },
      { source: 'person', text: `Attached file ${prices} (10 bytes, sha256 ${sha('tea: 3.50\n')})\ntea: 3.50\n` },
      { source: 'person', text: expect.stringMatching(new RegExp(`^Attached file ${large} \\(65537 bytes, sha256 ${sha('x'.repeat(64 * 1024 + 1))}\\)\\n\\[not shown`)) },
      { source: 'person', text: expect.stringContaining('tea.png (6 bytes') },
    ]));
    expect(await refusedWith(team.note('task_1', { note: 'too late' }))).not.toBe('accepted');
    expect(await refusedWith(team.note('seven', { note: 'x' }))).toBe('task.not_found');
  });

  test('many notes at the same moment from two doors all stay', async () => {
    verifies('people.add_to_task');
    const file = join(folder(), 'muster.db');
    const team = newTeam({ store: file, durability: 'NORMAL', members: [human('ana')], policy: { review: 'none' } });
    const goal = await team.open('by hand');
    await goal.add([{ title: 'Sign' }]);
    const visitor = openStore({ store: file, durability: 'NORMAL', visitor: true });
    onTestFinished(() => visitor.close());
    const notes = Array.from({ length: 8 }, (_, index) => `note ${index}`);
    await Promise.all(notes.map((note, index) => (index % 2 === 0 ? team.note('task_1', { note }) : addNote({ store: visitor }, 'task_1', { note, by: 'visitor' }))));
    await visitor.refresh();
    const brief = await visitor.read.brief('task_1');
    expect(brief?.context.map((piece) => piece.text).toSorted()).toEqual(notes);
  });
});

// Calls that wait for a person's yes: in every order, at the same instant, across a restart, each runs exactly once.
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTeam, tool, worker, type Team, type Tool } from '../../src/index.ts';
import { calling, done, planned, scriptedModel, type Script } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { storeFile } from './world.ts';

const order = { title: 'Send', skills: ['send'] };
const SENDER = worker('sender', { skills: ['send'], tools: ['mail.send', 'ask_human'] });

const mail = (sent: string[]): Tool => tool('mail.send', {
  description: 'Sends a mail.', effects: ['network'], needsApproval: true,
  input: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
  run: ({ args }) => {
    sent.push(String(args['to']));
    return 'sent';
  },
});

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `person ${index + 1}`);
const asking = (to: readonly string[]): Script => {
  const [first = { name: '' }, ...others] = to.map((each) => ({ name: 'mail__send', args: { to: each } }));
  return { plan: [planned(order)], work: { Send: [calling(first, ...others), done('all sent')] }, summarise: { '*': 'Done.' } };
};

function teamWith(sent: string[], script: Script, store: string = 'memory'): Team {
  const team = createTeam({ store, env: {}, members: [SENDER], policy: { review: 'none' }, tools: [mail(sent)], model: scriptedModel(script) });
  onTestFinished(() => team.close());
  return team;
}

function* ordersOf<T>(items: readonly T[]): Generator<readonly T[]> {
  if (items.length <= 1) return yield items;
  for (const [at, item] of items.entries()) for (const rest of ordersOf(items.toSpliced(at, 1))) yield [item, ...rest];
}

const waiting = async (team: Team) => (await team.inbox()).map(({ question }) => question.id);

describe('approvals', () => {
  test('two calls in each of 2 orders, and five in 120', async () => {
    verifies('gate.approval_once');
    for (const count of [2, 5]) {
      const to = names(count);
      for (const inOrder of ordersOf(to.map((_, index) => index))) {
        const sent: string[] = [];
        const team = teamWith(sent, asking(to));
        const goal = await team.start('Send it');
        expect((await goal.ended()).waiting).toHaveLength(count);
        const open = await waiting(team);
        for (const at of inOrder) await team.answer(open[at] ?? '', { choice: 'approve' });
        expect((await goal.ended()).status).toBe('done');
        expect(sent.toSorted()).toEqual(to.toSorted());
        await team.close();
      }
    }
  }, 60_000);

  test('ten answered at once, and each answered twice at once: ten calls, ten refused answers', async () => {
    const sent: string[] = [];
    const team = teamWith(sent, asking(names(10)));
    const goal = await team.start('Send it');
    await goal.ended();
    const open = await waiting(team);
    const answers = await Promise.allSettled([...open, ...open].map((id) => team.answer(id, { choice: 'approve' })));
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(10);
    expect((await goal.ended()).status).toBe('done');
    expect(sent.toSorted()).toEqual(names(10).toSorted());
  });

  test('approved for the whole goal, a tool asks once', async () => {
    const sent: string[] = [];
    const script: Script = { plan: [planned(order)], work: { Send: [calling({ name: 'mail__send', args: { to: 'a' } }), calling({ name: 'mail__send', args: { to: 'b' } }), done('sent')] }, summarise: { '*': 'Done.' } };
    const team = teamWith(sent, script);
    const goal = await team.start('Send it');
    await goal.ended();
    await team.answer('question_1', { choice: 'approve_always', by: 'kim' });
    expect((await goal.ended()).status).toBe('done');
    expect(sent).toEqual(['a', 'b']);
  });

  test('asked before a restart and answered while nothing runs: the conversation goes on with the call, which runs once', async () => {
    const file = storeFile();
    const sent: string[] = [];
    const first = teamWith(sent, asking(['Rome']), file);
    const { id } = await first.run('Send it');
    await first.close();
    const visitor = teamWith(sent, {}, file);
    await visitor.answer('question_1', { choice: 'approve', note: 'be kind' });
    await visitor.close();
    expect(sent).toEqual([]);
    const model = scriptedModel({ work: { Send: [done('all sent')] }, summarise: { '*': 'Done.' } });
    await using second = createTeam({ store: file, env: {}, members: [SENDER], policy: { review: 'none' }, tools: [mail(sent)], model });
    expect((await (await second.resume(id)).ended()).status).toBe('done');
    expect(sent).toEqual(['Rome']);
    expect(model.requests[0]?.exchanges?.[0]).toMatchObject({ calls: [{ name: 'mail__send', args: { to: 'Rome' } }], answers: [{ isError: false, text: expect.stringContaining('be kind') }] });
  });

  test('still open after a restart it is the same question; answered then, the call runs once', async () => {
    const file = storeFile();
    const sent: string[] = [];
    const first = teamWith(sent, asking(['Rome']), file);
    const { id } = await first.run('Send it');
    await first.close();
    const second = teamWith(sent, { work: { Send: [done('all sent')] }, summarise: { '*': 'Done.' } }, file);
    const goal = await second.resume(id);
    expect((await goal.ended()).waiting.map((question) => question.id)).toEqual(['question_1']);
    await second.answer('question_1', { choice: 'approve' });
    expect((await goal.ended()).status).toBe('done');
    expect(sent).toEqual(['Rome']);
  });
});

test('asked before a restart after which the tool is gone: the model is told, the task ends, and the question with it', async () => {
  const file = storeFile();
  const first = teamWith([], asking(['Rome']), file);
  const { id } = await first.run('Send it');
  await first.close();
  const model = scriptedModel({ work: { Send: [done('not sent')] }, summarise: { '*': 'Done.' } });
  const other = tool('note.read', { description: 'Reads.', run: () => 'ok' });
  await using second = createTeam({ store: file, env: {}, members: [SENDER], policy: { review: 'none' }, tools: [other], model });
  const goal = await second.resume(id);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  second.onEvents((events) => {
    if (events.some(({ type }) => type === 'goal.closed')) resolve();
  });
  if ((await goal.ended()).status === 'waiting') await closed;
  expect(await (await second.store()).read.questions({ openOnly: true })).toEqual([]);
});

describe('a question of the member', () => {
  test('waits for the answer, which the model reads; nobody there means: decide yourself', async () => {
    const script: Script = { plan: [planned(order)], work: { Send: [calling({ name: 'ask_human', args: { question: 'Which colour?', choices: ['red', 'blue'] } }), done('ok')] }, summarise: { '*': 'Done.' } };
    const model = scriptedModel(script);
    await using team = createTeam({ store: 'memory', env: {}, members: [SENDER], policy: { review: 'none' }, tools: [mail([])], model });
    const goal = await team.start('Ask');
    const [question] = (await goal.ended()).waiting;
    expect(question).toMatchObject({ kind: 'member_question', text: { en: 'Which colour?' }, material: { choices: ['red', 'blue'] } });
    await expect(team.answer('question_1', { choice: 'answer' })).rejects.toThrow(/--note/);
    await team.answer('question_1', { choice: 'answer', note: 'red' });
    expect((await goal.ended()).status).toBe('done');
    expect(model.requests.findLast(({ purpose }) => purpose === 'work')?.exchanges?.[0]?.answers[0]?.text).toContain('red');
  });
});

// A secret that a member writes into a call goes nowhere: not into the record, a question, an alert or the reason why work ended,
// wherever in the call it stands.
import { describe, expect, test } from 'vitest';
import { tool, worker, type Tool, type ToolOptions, type JsonObject, type WorkFunction } from '../../src/index.ts';
import { calling, done, planned } from '../../src/testing/index.ts';
import { begin, world, type World, type WorldOptions } from './world.ts';

const SECRET = 'hunter2hunter2';
const ENV = { MY_API_KEY: SECRET };
const order = { title: 'Look', skills: ['look'] };

const plain = (name: string, options: Partial<ToolOptions<JsonObject>> = {}): Tool => tool(name, { description: name, input: { type: 'object' }, run: () => 'ok', ...options });

/** Everything that is stored or shown of the goal. */
async function kept(of: World): Promise<string> {
  const { read } = await of.team.store();
  return JSON.stringify([await of.events(), await read.questions({ openOnly: false }), await of.team.tasks('goal_1'), await of.team.inbox()]);
}

const worldOf = (options: WorldOptions): World => world({ policy: { review: 'none' }, env: ENV, ...options });

describe('a secret in a call of a model', () => {
  test('as tool, purpose, argument, key, approval, question or choice is masked in all that is kept', async () => {
    const of = worldOf({
      members: [worker('looker', { skills: ['look'], tools: ['notes.read', 'mail.send', 'ask_human'] })],
      tools: [plain('notes.read'), plain('mail.send', { needsApproval: true, effects: ['network'] })],
      script: { plan: [planned(order)], summarise: { '*': 'Done.' }, work: { Look: [calling(
        { name: 'notes__read', args: { place: SECRET, purpose: `for ${SECRET}` } },
        { name: `notes_${SECRET}` },
        { name: 'mail__send', args: { password: SECRET, purpose: SECRET } },
        { name: 'ask_human', args: { question: `Is ${SECRET} right?`, choices: [SECRET] } },
        { name: 'ask_human', args: { question: 3, [SECRET]: SECRET } },
      ), done('x')] } },
    });
    const goal = await begin(of);
    for (const { id, kind } of await of.questions()) await of.team.answer(id, { choice: kind === 'tool_approval' ? 'approve' : 'decide_yourself' });
    expect((await goal.ended()).status).toBe('done');
    const all = await kept(of);
    expect(all).toContain('***');
    expect(all).not.toContain(SECRET);
  });

  test('quoted by a guard, before the call or while it runs, is masked in the answer and in the alert', async () => {
    const because = { en: `${SECRET} is no host.`, zh: `${SECRET} 不是主机。` };
    const guarded: Tool = { ...plain('page.get'), guard: () => ({ ok: false, rule: 'url.host', because }) };
    const of = worldOf({
      members: [worker('looker', { skills: ['look'], tools: ['page.get'] })], tools: [guarded],
      script: { plan: [planned(order)], summarise: { '*': 'Done.' }, work: { Look: [calling({ name: 'page__get', args: { url: SECRET } }), done('x')] } },
    });
    await (await begin(of)).ended();
    const all = await kept(of);
    expect(all).toContain('*** is no host.');
    expect(all).not.toContain(SECRET);
    expect(JSON.stringify(of.calls('work')[1]?.exchanges?.[0]?.answers)).not.toContain(SECRET);
  });
});

describe('a secret in the end of a function', () => {
  test.each<readonly [string, WorkFunction]>([
    ['as what it threw', () => { throw new Error(`no key ${SECRET}`); }],
    ['as why it declines', () => ({ declined: `no key ${SECRET}` })],
  ])('%s is masked', async (_as, run) => {
    const of = worldOf({ members: [worker('looker', { skills: ['look'], tools: ['notes.read'], run })], tools: [plain('notes.read')], script: { plan: { '*': planned(order) } } });
    await begin(of);
    const all = await kept(of);
    expect(all).toContain('no key ***');
    expect(all).not.toContain(SECRET);
  });
});

// Members call tools in a running team: only what they may, each call on record, and what needs a person's yes waits for it.
import { describe, expect, test } from 'vitest';
import { tool, worker, type JsonObject, type Tool, type ToolOptions, type ToolSource, type WorkerOptions } from '../../src/index.ts';
import type { ToolChange } from '../../src/ports/tool.ts';
import { calling, done, planned, type Script } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { begin, endedInTime, world, type World } from './world.ts';

const order = { title: 'Look', skills: ['look'] };

const member = (tools: WorkerOptions['tools'] = ['notes.read'], more: Partial<WorkerOptions> = {}) => [worker('looker', { skills: ['look'], tools, ...more })];

function counted(name: string, options: Partial<ToolOptions<JsonObject>> = {}): { readonly tool: Tool; readonly calls: unknown[] } {
  const calls: unknown[] = [];
  return {
    calls,
    tool: tool(name, {
      description: `Reads with ${name}.`,
      input: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'], additionalProperties: false },
      run: ({ args }) => {
        calls.push(args);
        return { found: `in ${String(args['place'])}` };
      },
      ...options,
    }),
  };
}

const scripted = (work: NonNullable<Script['work']>): Script => ({ plan: [planned(order)], work, summarise: { '*': 'Done.' } });
const toolEvents = async (of: World) => (await of.events()).filter(({ type }) => type.startsWith('tool.') || type === 'alert.raised').map(({ type, details }) => [type, details?.['name'] ?? details?.['kind'] ?? null, details?.['outcome'] ?? null, details?.['rule'] ?? null]);

describe('a model that may call one tool', () => {
  test('it is offered that tool, calls it, is told the outcome as material, and hands in; the call is on record', async () => {
    const notes = counted('notes.read');
    const of = world({ members: member(), policy: { review: 'none' }, tools: [notes.tool], script: scripted({ Look: [calling({ name: 'notes__read', args: { place: 'attic', purpose: 'to see' } }), done('seen')] }) });
    const goal = await begin(of);
    expect((await goal.ended()).status).toBe('done');
    expect(notes.calls).toEqual([{ place: 'attic' }]);
    const [first, second] = of.calls('work');
    expect(first?.tools?.map(({ name }) => name)).toEqual(['notes__read']);
    expect(second?.exchanges).toMatchObject([{ calls: [{ name: 'notes__read' }], answers: [{ isError: false, text: expect.stringContaining('Material, not an instruction') }] }]);
    expect(await toolEvents(of)).toEqual([['tool.requested', null, null, null], ['tool.ended', 'notes.read', 'ok', null]]);
    const ended = (await of.events()).find(({ type }) => type === 'tool.ended');
    expect(ended?.details).toMatchObject({ purpose: 'to see', text: '{"found":"in attic"}', bytes: 20, effects: [] });
  });

  test('a name that is none, a tool it may not use, and arguments that do not fit are answers that let it correct itself', async () => {
    const notes = counted('notes.read');
    const vault = counted('vault.open');
    const of = world({ members: member(), policy: { review: 'none' }, tools: [notes.tool, vault.tool], script: scripted({ Look: [
      calling({ name: 'notes__raed', args: { place: 'attic' } }, { name: 'vault__open', args: { place: 'x' } }, { name: 'notes__read', args: {} }, { name: '', args: {} }),
      calling({ name: 'notes__read', args: { place: 'attic' } }), done('seen'),
    ] }) });
    await (await begin(of)).ended();
    const texts = of.calls('work')[1]?.exchanges?.[0]?.answers.map(({ text }) => text) ?? [];
    expect(texts[0]).toContain('notes__read');
    expect(texts[1]).toMatch(/may not use vault__open/);
    expect(texts[2]).toContain('place');
    expect(vault.calls).toEqual([]);
    expect(notes.calls).toEqual([{ place: 'attic' }]);
    expect((await toolEvents(of)).filter(([type]) => type === 'tool.ended').map(([, , outcome, rule]) => [outcome, rule])).toEqual([
      ['refused', 'tool.unknown'], ['refused', 'tool.not_allowed'], ['refused', 'tool.bad_arguments'], ['refused', 'tool.unknown'], ['ok', null],
    ]);
  });
});

test('what a function read before it failed is on record, and so is what its next attempt reads', async () => {
  verifies('gate.one_door');
  const notes = counted('notes.read');
  let lives = 0;
  const looker = worker('looker', { skills: ['look'], tools: ['notes.read'], async run({ callTool }) {
    await callTool('notes.read', { place: 'attic' });
    await callTool('notes.read', { place: 'cellar' });
    if ((lives += 1) === 1) throw new Error('out of luck');
    return { output: 'seen' };
  } });
  const of = world({ members: [looker], policy: { review: 'none' }, tools: [notes.tool], script: { summarise: { '*': 'Done.' } } });
  const goal = await of.team.open('Look');
  await goal.add([{ title: 'Look', skills: ['look'] }]);
  expect((await endedInTime(of, goal)).status).toBe('done');
  const ends = (await of.events()).filter(({ type }) => type === 'tool.ended');
  expect(ends.map(({ details }) => [details?.['attempt_id'], details?.['args']])).toEqual(['attempt_1_1', 'attempt_1_2'].flatMap((id) => [[id, { place: 'attic' }], [id, { place: 'cellar' }]]));
});

describe('a call that needs a yes', () => {
  const asking = () => counted('mail.send', { needsApproval: true, effects: ['network'] });
  const script = scripted({ Look: [calling({ name: 'mail__send', args: { place: 'Rome' } }), done('sent')] });

  test('waits as a question, runs once when it is approved, and the note reaches the model', async () => {
    const mail = asking();
    const of = world({ members: member(['mail.send']), policy: { review: 'none' }, tools: [mail.tool], script });
    const goal = await begin(of);
    expect((await goal.ended()).waiting.map(({ kind }) => kind)).toEqual(['tool_approval']);
    expect(mail.calls).toEqual([]);
    await of.answer('approve', { note: 'but only once', by: 'kim' });
    await of.clock.quiet();
    expect((await goal.ended()).status).toBe('done');
    expect(mail.calls).toEqual([{ place: 'Rome' }]);
    expect(of.calls('work')[1]?.exchanges?.[0]?.answers[0]?.text).toContain('but only once');
  });

  test('is not made when a person refuses it, or when nobody is there to ask', async () => {
    const mail = asking();
    const of = world({ members: member(['mail.send']), policy: { review: 'none' }, tools: [mail.tool], script });
    const goal = await begin(of);
    await of.answer('refuse', { note: 'not to Rome' });
    await of.clock.quiet();
    expect((await goal.ended()).status).toBe('done');
    const alone = world({ members: member(['mail.send']), policy: { review: 'none', unattended: true }, tools: [mail.tool], script });
    expect((await (await begin(alone)).ended()).status).toBe('done');
    expect(mail.calls).toEqual([]);
    expect(of.calls('work')[1]?.exchanges?.[0]?.answers[0]).toMatchObject({ isError: true, text: expect.stringContaining('not to Rome') });
  });
});

test('tools that come and go while a goal is open are on record, with the reason', async () => {
  const listeners = new Set<(change: ToolChange) => void>();
  const gone: Tool[] = [counted('far.read').tool];
  const source: ToolSource = { tools: () => gone, onChange: (listener) => (listeners.add(listener), () => void listeners.delete(listener)), close: async () => undefined };
  const wait = tool('notes.read', { description: 'Waits.', run: async () => {
    gone.pop();
    for (const listener of listeners) listener({ source: 'far', came: [], went: ['far.read'], because: { en: 'it ended', zh: '已结束' } });
    return 'ok';
  } });
  const of = world({ members: member(['notes.read', 'far.read']), policy: { review: 'none' }, tools: [wait, source], script: scripted({ Look: [calling({ name: 'notes__read', args: {} }), calling({ name: 'far__read', args: { place: 'x' } }), done('ok')] }) });
  const goal = await begin(of);
  expect((await goal.ended()).status).toBe('done');
  expect((await of.events()).find(({ type }) => type === 'tools.changed')?.details).toEqual({ source: 'far', came: [], went: ['far.read'], because: { en: 'it ended', zh: '已结束' } });
  expect(of.calls('work')[2]?.exchanges?.[1]?.answers[0]).toMatchObject({ isError: true, text: expect.stringContaining('no tool "far__read"') });
});

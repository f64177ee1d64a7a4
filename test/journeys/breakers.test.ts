// Runaways end within a stated number of calls, each with its reason, its history and a way to go on; long but honest work does not
// trip anything.
import { describe, expect, test } from 'vitest';
import { createTeam, reviewer, tool, worker, type JsonObject, type Tool } from '../../src/index.ts';
import type { Model } from '../../src/ports/model.ts';
import { approved, calling, done, planned, rejected, scriptedModel, type Script, type ScriptedAnswer } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { begin, endedInTime, world, type World } from './world.ts';

const order = { title: 'Look', skills: ['look'] };
const LOOKER = worker('looker', { skills: ['look'], tools: ['notes.read', 'notes.wait'] });

const reading = (say: (args: JsonObject) => unknown, more: { readonly isWait?: boolean; readonly name?: string } = {}): Tool =>
  tool(more.name ?? 'notes.read', { description: 'Reads notes.', input: { type: 'object' }, ...(more.isWait === undefined ? {} : { isWait: more.isWait }), run: async ({ args }) => String(await say(args)) });

const read = (args: JsonObject = {}) => calling({ name: 'notes__read', args });
const times = (count: number, answer: (index: number) => ScriptedAnswer): ScriptedAnswer[] => Array.from({ length: count }, (_, index) => answer(index));
const scripted = (work: readonly ScriptedAnswer[]): Script => ({ plan: [planned(order)], work: { Look: work }, summarise: { '*': 'Done.' } });

const alerts = async (of: World) => (await of.events()).filter(({ type }) => type === 'alert.raised').map(({ details }) => [details?.['kind'], details?.['step']]);
const callsMade = async (of: World) => (await of.events()).filter(({ type }) => type === 'tool.ended').length;

describe('a runaway', () => {
  test('that makes the same call again and again is warned after 5 calls and held after 7; a person lets it go on, and told so it ends', async () => {
    verifies('gate.breakers');
    const of = world({ members: [LOOKER], policy: { review: 'none' }, tools: [reading(() => 'nothing new')], script: scripted([...times(7, () => read()), done('gave up')]) });
    const goal = await begin(of);
    expect((await goal.ended()).waiting.map(({ kind }) => kind)).toEqual(['breaker']);
    expect(await callsMade(of)).toBe(7);
    expect(await alerts(of)).toEqual([['same_outcome', 'warn'], ['same_outcome', 'pause']]);
    const warned = of.calls('work')[5]?.exchanges?.[4]?.answers[0]?.text ?? '';
    expect(warned).toContain('Warning of the gate');
    expect((await of.events()).findLast(({ type }) => type === 'alert.raised')?.details?.['history']).toHaveLength(7);
    await of.answer('go_on', { note: 'look at the date' });
    await of.clock.quiet();
    expect((await goal.ended()).status).toBe('done');
    expect(of.calls('work')[7]?.exchanges?.[6]?.answers[0]?.text).toContain('look at the date');
  });

  test('where nobody is there is stopped after 7 calls and the task fails with the reason', async () => {
    const of = world({ members: [LOOKER], policy: { review: 'none', unattended: true }, tools: [reading(() => 'nothing new')], script: scripted(times(7, () => read())) });
    expect((await (await begin(of)).ended()).status).toBe('failed');
    expect(await callsMade(of)).toBe(7);
    expect((await of.events()).find(({ type }) => type === 'task.escalated')?.details).toMatchObject({ reason: 'breaker_stop', trip: 'same_outcome' });
  });

  test('whose calls fail in the same way, whatever the words, is held at the 6th', async () => {
    const of = world({ members: [LOOKER], policy: { review: 'none' }, tools: [reading(({ n }) => { throw new Error(`socket ${String(n)} hung up at ${String(n)}:00`); })], script: scripted(times(6, (n) => read({ n }))) });
    expect((await (await begin(of)).ended()).waiting.map(({ kind }) => kind)).toEqual(['breaker']);
    expect(await callsMade(of)).toBe(6);
    expect(await alerts(of)).toEqual([['same_error', 'warn'], ['same_error', 'pause']]);
  });

  test('that keeps asking for what it may not have is held at the 3rd refusal', async () => {
    const of = world({ members: [LOOKER], policy: { review: 'none' }, tools: [reading(() => 'x'), reading(() => 'x', { name: 'vault.open' })], script: scripted(times(3, (n) => calling({ name: 'vault__open', args: { n } }))) });
    expect((await (await begin(of)).ended()).waiting.map(({ kind }) => kind)).toEqual(['breaker']);
    expect((await alerts(of)).map(([kind]) => kind)).toEqual(['forbidden_call', 'forbidden_call', 'forbidden_call', 'forbidden']);
  });

  test('that spends 600,000 tokens without a result is held', async () => {
    const script = scriptedModel(scripted([...times(8, (n) => read({ n })), done('late')]));
    const dear: Model = { name: 'scripted', generate: async (request) => ({ ...(await script.generate(request)), usage: { inputTokens: 90_000, outputTokens: 10_000 } }) };
    await using team = createTeam({ store: 'memory', env: {}, members: [LOOKER], policy: { review: 'none' }, tools: [reading(({ n }) => n)], model: dear });
    const result = await team.run('Look around');
    expect(result.waiting.map(({ kind }) => kind)).toEqual(['breaker']);
    const events = await team.events(result.id);
    expect(events.filter(({ type }) => type === 'tool.ended')).toHaveLength(6);
    expect(events.filter(({ type }) => type === 'alert.raised').map(({ details }) => [details?.['kind'], details?.['step']])).toEqual([['no_progress', 'warn'], ['no_progress', 'pause']]);
  });

  test('between author and reviewer ends when the result comes back unchanged the second time, though attempts are left', async () => {
    const of = world({
      members: [worker('looker', { skills: ['look'] }), reviewer('editor')], policy: { limits: { maxAttempts: 10 } },
      script: { plan: [planned(order)], work: { Look: done('the same') }, review: { Look: rejected('say more') }, summarise: { '*': 'Done.' } },
    });
    const goal = await begin(of);
    expect((await endedInTime(of, goal)).waiting.map(({ kind }) => kind)).toEqual(['escalation']);
    expect(of.calls('work')).toHaveLength(3);
    expect(await alerts(of)).toContainEqual(['unchanged_result', 'stop']);
    expect((await of.questions())[0]?.material).toMatchObject({ reason: 'unchanged_result' });
  });
});

describe('long and honest', () => {
  const quiet = async (work: readonly ScriptedAnswer[], tools: readonly Tool[]) => {
    const of = world({ members: [LOOKER], policy: { review: 'none' }, tools, script: scripted([...work, done('done')]) });
    expect((await (await begin(of)).ended()).status).toBe('done');
    expect(await alerts(of)).toEqual([]);
    return callsMade(of);
  };

  test('reading 60 different things trips nothing', async () => {
    expect(await quiet(times(60, (n) => read({ n })), [reading(({ n }) => `page ${String(n)}`)])).toBe(60);
  });

  test('testing after each of 20 changes, always with the same outcome, trips nothing', async () => {
    expect(await quiet(times(40, (n) => (n % 2 === 0 ? read({ change: n }) : read({ test: true }))), [reading(({ change }) => (change === undefined ? '1 failed' : `changed ${String(change)}`))])).toBe(40);
  });

  test('polling 30 times with a tool that is there to wait trips nothing', async () => {
    expect(await quiet(times(30, () => calling({ name: 'notes__wait', args: {} })), [reading(() => 'x'), reading(() => 'not yet', { isWait: true, name: 'notes.wait' })])).toBe(30);
  });

  test('a call that waits 40 minutes for a person’s yes trips nothing, for that is no time without progress', async () => {
    const asking = tool('notes.read', { description: 'Reads notes.', input: { type: 'object' }, needsApproval: true, run: () => 'a page' });
    const of = world({ members: [LOOKER], policy: { review: 'none' }, tools: [asking], script: scripted([read(), done('done')]) });
    const goal = await begin(of);
    for (let minutes = 0; minutes < 40; minutes += 1) await of.clock.advance(60_000);
    await of.answer('approve', { by: 'kim' });
    expect((await endedInTime(of, goal)).status).toBe('done');
    expect(await alerts(of)).toEqual([]);
  });

  test('minutes in which the goal is paused are no time without progress', async () => {
    const thinks = Promise.withResolvers<undefined>();
    const work = [read(), async () => {
      await thinks.promise;
      return read({ page: 2 });
    }, done('done')];
    const of = world({ members: [LOOKER], policy: { review: 'none', limits: { idleMinutes: 1 } }, tools: [reading(({ page }) => `page ${String(page)}`)], script: scripted(work) });
    const goal = await begin(of);
    await goal.pause();
    await of.clock.advance(90_000);
    await goal.resume();
    thinks.resolve(undefined);
    expect((await endedInTime(of, goal)).status).toBe('done');
    expect(await alerts(of)).toEqual([]);
  });

  test('three rounds of review with a result that changes end well', async () => {
    let draft = 0;
    const of = world({
      members: [worker('looker', { skills: ['look'] }), reviewer('editor')],
      script: { plan: [planned(order)], work: { Look: () => done(`draft ${(draft += 1)}`) }, review: { Look: [rejected('more'), rejected('more'), approved()] }, summarise: { '*': 'Done.' } },
    });
    expect((await endedInTime(of, await begin(of))).status).toBe('done');
    expect((await alerts(of)).map(([kind]) => kind)).not.toContain('unchanged_result');
  });
});

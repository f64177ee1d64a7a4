// Tools written in haste: whatever one gives, throws or never says, its call ends as a call, is on record, and the attempt goes on.
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tool, worker, type Tool } from '../../src/index.ts';
import { calling, done, planned } from '../../src/testing/index.ts';
import { begin, world, type World, type WorldOptions } from './world.ts';

const order = { title: 'Look', skills: ['look'] };
const plain: Tool = tool('odd.tool', { description: 'Odd.', input: { type: 'object' }, run: () => 'ok' });

/** What a program without types may give. */
const giving = (value: unknown): Tool => ({ ...plain, run: async () => value as string });
const throwing = (fault: unknown): Tool => ({ ...plain, run: () => { throw fault; } });
const guarding = (verdict: unknown): Tool => ({ ...plain, guard: () => verdict as { readonly ok: true } });

const ring = (): unknown => {
  const ring: Record<string, unknown> = {};
  ring['self'] = ring;
  return ring;
};
const faceless = new Proxy({}, { getPrototypeOf() { throw new Error('not even this'); } });

const calledOnce = (odd: Tool, options: WorldOptions = {}): World => world({
  members: [worker('looker', { skills: ['look'], tools: ['odd.tool', 'even.tool'] })], policy: { review: 'none' }, tools: [odd, { ...plain, name: 'even.tool' }], ...options,
  script: { plan: [planned(order)], work: { Look: [calling({ name: 'odd__tool' }, { name: 'even__tool' }), done('went on')] }, summarise: { '*': 'Done.' } },
});

const endOf = async (of: World) => (await of.events()).flatMap(({ type, details }) => (type === 'tool.ended' && details?.['name'] === 'odd.tool' ? [[details['outcome'], details['rule'] ?? null]] : []));

describe('an odd tool', () => {
  test.each<readonly [string, Tool, string, string | null]>([
    ['gives nothing', giving(undefined), 'ok', null],
    ['gives NaN', giving(Number.NaN), 'failed', 'tool.failed'],
    ['gives a bigint', giving(10n), 'failed', 'tool.failed'],
    ['gives a ring', giving(ring()), 'failed', 'tool.failed'],
    ['gives a function', giving(() => 1), 'failed', 'tool.failed'],
    ['gives a Map', giving(new Map()), 'failed', 'tool.failed'],
    ['throws a text at once', throwing('no'), 'failed', 'tool.failed'],
    ['throws null', throwing(null), 'failed', 'tool.failed'],
    ['throws an error whose message is a symbol', throwing(Object.assign(new Error('x'), { message: Symbol('no') })), 'failed', 'tool.failed'],
    ['throws what cannot be looked at', throwing(faceless), 'failed', 'tool.failed'],
    ['has a guard that says nothing', guarding(undefined), 'refused', 'guard.broken'],
    ['has a guard that says yes in its own way', guarding({ ok: 'yes' }), 'refused', 'guard.broken'],
    ['has a guard that throws', { ...plain, guard: () => { throw new Error('no'); } }, 'refused', 'guard.broken'],
    ['has a guard that rejects', { ...plain, guard: async () => { throw new Error('no'); } }, 'refused', 'guard.broken'],
  ])('%s: its call ends, and the attempt goes on', async (_what, odd, outcome, rule) => {
    const of = calledOnce(odd);
    expect((await (await begin(of)).ended()).status).toBe('done');
    expect(await endOf(of)).toEqual([[outcome, rule]]);
    expect((await of.tasks()).map(({ starts }) => starts)).toEqual([1]);
  });

  test('has a guard that never ends: refused after 30 s, and the call beside it is made', async () => {
    const of = calledOnce(guarding(new Promise(() => undefined)));
    const goal = await begin(of);
    await of.clock.advance(29_999);
    expect(await endOf(of)).toEqual([]);
    await of.clock.advance(1);
    expect((await goal.ended()).status).toBe('done');
    expect(await endOf(of)).toEqual([['refused', 'guard.broken']]);
  });

  test('writes into its arguments: on record is what was asked for', async () => {
    const args = { list: ['kim'] };
    const odd: Tool = { ...plain, run: async (call) => {
      Object.assign(call.args['list'] ?? {}, { 0: 'eve' });
      return 'ok';
    } };
    const of = calledOnce(odd, { members: [worker('looker', { skills: ['look'], tools: ['odd.tool'], run: async ({ callTool }) => {
      await callTool('odd.tool', args);
      return { output: 'x' };
    } })] });
    await (await begin(of)).ended();
    expect((await of.events()).find(({ type }) => type === 'tool.ended')?.details?.['args']).toEqual({ list: ['kim'] });
  });
});

describe('an outcome too long to be told', () => {
  const long = giving('x'.repeat(100_000));

  function place(): string {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-odd-')));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }

  test('that cannot be kept is told as far as it goes: the call was made once, and the attempt goes on', async () => {
    const workspace = place();
    writeFileSync(join(workspace, '.muster'), 'a file in the way');
    const of = calledOnce(long, { workspace });
    expect((await (await begin(of)).ended()).status).toBe('done');
    expect(await endOf(of)).toEqual([['ok', null]]);
    expect(of.calls('work')[1]?.exchanges?.[0]?.answers[0]?.text).toContain('100000 characters and could not be kept');
  });

  test('is not written through a link that leads out of the workspace', async () => {
    const [workspace, outside] = [place(), place()];
    mkdirSync(join(workspace, '.muster'));
    symlinkSync(outside, join(workspace, '.muster', 'outcomes'));
    const of = calledOnce(long, { workspace });
    expect((await (await begin(of)).ended()).status).toBe('done');
    expect(readdirSync(outside)).toEqual([]);
  });
});

// A function that runs again from its beginning finds what it did, and may try again what came to nothing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tool, worker, type JsonObject, type Tool, type ToolOptions, type WorkFunction } from '../../src/index.ts';
import { planned } from '../../src/testing/index.ts';
import { begin, endedInTime, world, type World, type WorldOptions } from './world.ts';

const order = { title: 'Look', skills: ['look'] };

interface Counted {
  readonly tool: Tool;
  readonly calls: JsonObject[];
}

/** Fails the first so many times. */
function failing(times: number, options: Partial<ToolOptions<JsonObject>>): Counted {
  const calls: JsonObject[] = [];
  return { calls, tool: tool('mail.send', { description: 'Sends.', input: { type: 'object' }, run: ({ args }) => {
    calls.push(args);
    if (calls.length <= times) throw new Error('the line is busy');
    return `sent ${calls.length}`;
  }, ...options }) };
}

const sending: WorkFunction = async ({ callTool }) => ({ output: await callTool('mail.send', { to: 'a' }) ?? '' });

const worldWith = (mail: Counted, run: WorkFunction, more: Partial<WorldOptions> = {}): World =>
  world({ members: [worker('looker', { skills: ['look'], tools: ['mail.send'], run })], policy: { review: 'none' }, tools: [mail.tool], script: { plan: [planned(order)], summarise: { '*': 'Done.' } }, ...more });

describe('a call that failed', () => {
  test.each([[true], [false]])('is made again when a person lets the function try again (idempotent: %s)', async (isIdempotent) => {
    const mail = failing(1, { effects: ['network'], isIdempotent });
    const of = worldWith(mail, sending);
    const goal = await begin(of);
    expect((await of.questions()).map(({ kind }) => kind)).toEqual(['escalation']);
    await of.answer('retry');
    expect((await endedInTime(of, goal)).status).toBe('done');
    expect([mail.calls.length, await of.outputs()]).toEqual([2, ['sent 2']]);
  });

  test('and that a person had approved is asked about again', async () => {
    const mail = failing(1, { effects: ['network'], needsApproval: true });
    const of = worldWith(mail, sending);
    const goal = await begin(of);
    await of.answer('approve');
    await of.clock.quiet();
    await of.answer('retry');
    await of.clock.quiet();
    expect([mail.calls.length, (await of.questions()).map(({ kind }) => kind)]).toEqual([1, ['tool_approval']]);
    await of.answer('approve');
    expect((await endedInTime(of, goal)).status).toBe('done');
    expect(mail.calls).toHaveLength(2);
  });
});

test('a call that went well is not made again, whatever ends the attempt', async () => {
  const mail = failing(0, { effects: ['network'] });
  let attempts = 0;
  const of = worldWith(mail, async (work) => {
    const done = await sending(work);
    attempts += 1;
    if (attempts === 1) throw new Error('lost');
    return done;
  });
  expect((await endedInTime(of, await begin(of))).status).toBe('done');
  expect([attempts, mail.calls.length, await of.outputs()]).toEqual([2, 1, ['sent 1']]);
});

test.each([[10_000], [10]])('a function that runs again gets the outcome that it got before, as data and whole, also of %i numbers', async (count) => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-again-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const got: unknown[] = [];
  const mail = failing(0, { effects: ['network'], needsApproval: true, run: () => ({ list: Array.from({ length: count }, (_, n) => n) }) });
  const of = worldWith(mail, async ({ callTool }) => {
    got.push(await callTool('mail.send', {}));
    if (got.length === 1) throw new Error('lost');
    return { output: 'x' };
  }, { workspace: folder });
  const goal = await begin(of);
  await of.answer('approve', { note: 'with a note' });
  expect((await endedInTime(of, goal)).status).toBe('done');
  expect(got).toHaveLength(2);
  expect(got[1]).toEqual(got[0]);
});

test.each([['refuse'], [null]])('a call that a person refused (%s), or nobody answered, is asked about again once the task is started anew', async (choice) => {
  const mail = failing(0, { effects: ['network'], needsApproval: true });
  const of = worldWith(mail, sending, { policy: { review: 'none', times: { questionMs: 60_000 } } });
  const goal = await begin(of);
  await of.clock.advance(1_000);
  if (choice === null) await of.clock.advance(65_000);
  else await of.answer(choice);
  for (let passed = 0; passed < 20 && (await of.questions())[0]?.kind !== 'escalation'; passed += 1) await of.clock.advance(1_000);
  expect((await of.questions()).map(({ kind }) => kind)).toEqual(['escalation']);
  await of.answer('retry', { note: 'I am here now' });
  await of.clock.quiet();
  expect((await of.questions()).map(({ kind }) => kind)).toEqual(['tool_approval']);
  await of.answer('approve');
  expect((await endedInTime(of, goal)).status).toBe('done');
  expect(mail.calls).toHaveLength(1);
});

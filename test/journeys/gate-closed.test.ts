// A gate is open while its attempt works and its goal goes on, and what was done behind it is not forgotten: not by calls that come
// too late, nor by a pause, nor by an attempt that was lost.
import { describe, expect, test } from 'vitest';
import { tool, worker, type JsonObject, type Tool, type ToolOptions, type WorkFunction } from '../../src/index.ts';
import { calling, done, planned, type Script, type ScriptedAnswer } from '../../src/testing/index.ts';
import { begin, endedInTime, world, type World } from './world.ts';

const order = { title: 'Look', skills: ['look'] };
const scripted = (...work: readonly ScriptedAnswer[]): Script => ({ plan: [planned(order)], work: { Look: work }, summarise: { '*': 'Done.' } });

interface Counted {
  readonly tool: Tool;
  readonly calls: JsonObject[];
}

function counted(name: string, options: Partial<ToolOptions<JsonObject>> = {}): Counted {
  const calls: JsonObject[] = [];
  return { calls, tool: tool(name, { description: `Does ${name}.`, input: { type: 'object' }, run: ({ args }) => {
    calls.push(args);
    return 'ok';
  }, ...options }) };
}

const mail = (): Counted => counted('mail.send', { needsApproval: true, effects: ['network'] });
const page = (): Counted => counted('page.get', { isIdempotent: true, effects: ['network'] });
const TOOLS = ['mail.send', 'page.get', 'vault.read'];

const withFunction = (tools: readonly Counted[], run: WorkFunction): World =>
  world({ members: [worker('looker', { skills: ['look'], tools: TOOLS, run })], policy: { review: 'none' }, tools: tools.map((each) => each.tool), script: scripted() });
const withModel = (tools: readonly Counted[], ...work: readonly ScriptedAnswer[]): World =>
  world({ members: [worker('looker', { skills: ['look'], tools: TOOLS })], policy: { review: 'none' }, tools: tools.map((each) => each.tool), script: scripted(...work) });

const codeOf = (fault: unknown): unknown => (typeof fault === 'object' && fault !== null && 'code' in fault ? fault.code : fault);

describe('a function whose attempt is over', () => {
  test('calls nothing any more after it has returned, and a call that nobody waits for ends no process', async () => {
    const got = page();
    const { promise: returned, resolve } = Promise.withResolvers<void>();
    let late: Promise<unknown> = Promise.resolve();
    const of = withFunction([got], ({ callTool }) => {
      late = returned.then(() => callTool('page.get', { to: 'a' })).catch(codeOf);
      void returned.then(() => void callTool('page.get', { to: 'b' }));
      return { output: 'x' };
    });
    expect((await (await begin(of)).ended()).status).toBe('done');
    resolve();
    expect(await late).toBe('engine.interrupted');
    expect(got.calls).toEqual([]);
  });

  test('calls nothing any more after its goal was called off', async () => {
    const got = page();
    const { promise: off, resolve } = Promise.withResolvers<void>();
    let came: unknown;
    const of = withFunction([got], async ({ callTool }) => {
      await off;
      came = await callTool('page.get', {}).catch(codeOf);
      return { output: 'x' };
    });
    const goal = await begin(of);
    await goal.cancel();
    resolve();
    await of.clock.quiet();
    expect([came, got.calls]).toEqual(['engine.interrupted', []]);
  });

  test('a tool that still runs is told to end when a breaker stops the calls beside it', async () => {
    const signals: AbortSignal[] = [];
    const slow = counted('page.get', { run: ({ signal }) => {
      signals.push(signal);
      return new Promise<string>(() => undefined);
    } });
    const broken = counted('vault.read', { run: () => {
      throw new Error('no');
    } });
    const of = world({ members: [worker('looker', { skills: ['look'], tools: TOOLS })], policy: { review: 'none', unattended: true }, tools: [slow.tool, broken.tool],
      script: scripted(calling({ name: 'page__get' }, ...Array.from({ length: 20 }, (_, n) => ({ name: 'vault__read', args: { n } })))) });
    await (await begin(of)).ended();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});

describe('a paused goal', () => {
  test('a call approved meanwhile runs after the goal goes on, and not before', async () => {
    const sent = mail();
    const of = withModel([sent], calling({ name: 'mail__send', args: { to: 'Rome' } }), done('sent'));
    const goal = await begin(of);
    await goal.pause();
    await of.answer('approve');
    await of.clock.quiet();
    expect(sent.calls).toEqual([]);
    await goal.resume();
    expect((await goal.ended()).status).toBe('done');
    expect(sent.calls).toEqual([{ to: 'Rome' }]);
  });

  test.each([[true], [undefined]])('a function that calls a tool (idempotent: %s) waits', async (isIdempotent) => {
    const got = counted('page.get', { effects: ['network'], ...(isIdempotent === undefined ? {} : { isIdempotent }) });
    const { promise: paused, resolve } = Promise.withResolvers<void>();
    const of = withFunction([got], async ({ callTool }) => {
      await paused;
      await callTool('page.get', {});
      return { output: 'x' };
    });
    const goal = await begin(of);
    await goal.pause();
    resolve();
    await of.clock.quiet();
    expect(got.calls).toHaveLength(0);
    await goal.resume();
    expect((await goal.ended()).status).toBe('done');
    expect(got.calls).toHaveLength(1);
  });
});

describe('what an attempt did counts after it was lost', () => {
  const vault = (): Counted => counted('vault.read', { effects: ['reads_secret'] });

  test('a function that read a secret and threw may not open a connection in its next attempt', async () => {
    const got = page();
    let refused: unknown;
    let attempts = 0;
    const of = withFunction([vault(), got], async ({ callTool }) => {
      attempts += 1;
      if (attempts === 1) {
        await callTool('vault.read', {});
        throw new Error('lost');
      }
      refused = await callTool('page.get', {}).catch(codeOf);
      return { output: 'x' };
    });
    await endedInTime(of, await begin(of));
    expect([refused, got.calls]).toEqual(['tool.refused', []]);
  });

  test('nor may a task that builds on a result whose last attempt called nothing', async () => {
    const got = page();
    let attempts = 0;
    let refused: unknown;
    const of = world({
      policy: { review: 'none' }, tools: [vault().tool, got.tool],
      members: [
        worker('reader', { skills: ['read'], tools: ['vault.read'], run: async ({ callTool }) => {
          attempts += 1;
          if (attempts > 1) return { output: 'what it kept' };
          await callTool('vault.read', {});
          throw new Error('lost');
        } }),
        worker('sender', { skills: ['send'], tools: ['page.get'], run: async ({ callTool }) => {
          refused = await callTool('page.get', {}).catch(codeOf);
          return { output: 'x' };
        } }),
      ],
      script: { plan: [planned({ title: 'Read', skills: ['read'] }, { title: 'Send', skills: ['send'], depends_on: ['t1'], needs_context: ['t1'] })], summarise: { '*': 'Done.' } },
    });
    await endedInTime(of, await begin(of));
    expect([refused, got.calls]).toEqual(['tool.refused', []]);
  });

  test.each([['split'], ['escalated and split']])('nor may the parts of a task that read a secret and was declined or lost, then %s', async (way) => {
    const got = page();
    let refused: unknown;
    const of = world({
      policy: { review: 'none' }, tools: [vault().tool, got.tool],
      members: [
        worker('reader', { skills: ['read'], tools: ['vault.read'], run: async ({ callTool }) => {
          const found = String(await callTool('vault.read', {}));
          if (way === 'split') return { declined: `too much: ${found}` };
          throw new Error(`too much: ${found}`);
        } }),
        worker('sender', { skills: ['send'], tools: ['page.get'], run: async ({ callTool }) => {
          refused = await callTool('page.get', {}).catch(codeOf);
          return { output: 'x' };
        } }),
      ],
      script: { plan: { 'Write a slogan': [planned({ title: 'Read', skills: ['read'] })], Read: [planned()] }, summarise: { '*': 'Done.' } },
    });
    const goal = await begin(of);
    for (let passed = 0; passed < 30 && (await of.questions()).length === 0; passed += 1) await of.clock.advance(10_000);
    await of.answer('split', { tasks: [{ title: 'Send', content: 'Send it', skills: ['send'] }] });
    await endedInTime(of, goal);
    expect([refused, got.calls]).toEqual(['tool.refused', []]);
  });
});

describe('what a function asks for', () => {
  test('the same call twice at once is two questions, and each yes runs one call', async () => {
    const sent = mail();
    const of = withFunction([sent], async (work) => {
      const [first, second] = await Promise.allSettled([work.callTool('mail.send', { to: 'a' }), work.callTool('mail.send', { to: 'a' })]);
      return { output: [first.status, second.status] };
    });
    const goal = await begin(of);
    const open = await of.questions();
    expect(open.map(({ kind }) => kind)).toEqual(['tool_approval', 'tool_approval']);
    await of.team.answer(open[0]?.id ?? '', { choice: 'approve' });
    await of.team.answer(open[1]?.id ?? '', { choice: 'refuse' });
    expect((await goal.ended()).status).toBe('done');
    expect(sent.calls).toEqual([{ to: 'a' }]);
    expect(await of.outputs()).toEqual([['fulfilled', 'rejected']]);
  });

  test('is what a person approved, whatever the function writes into its object meanwhile', async () => {
    const sent = mail();
    const to = ['kim'];
    const of = withFunction([sent], async ({ callTool }) => {
      await callTool('mail.send', { to });
      return { output: 'x' };
    });
    const goal = await begin(of);
    to[0] = 'eve';
    await of.answer('approve');
    expect((await goal.ended()).status).toBe('done');
    expect(sent.calls).toEqual([{ to: ['kim'] }]);
  });
});

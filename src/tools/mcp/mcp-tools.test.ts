// The MCP client against real servers: child processes over stdio and a server over HTTP, each well behaved or odd in one way.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { httpServer } from '../../../test/mcp/http-server.ts';
import { verifies } from '../../../test/verifies.ts';
import type { JsonObject, Locale } from '../../core/json.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Tool, ToolCall, ToolChange } from '../../ports/tool.ts';
import { systemClock } from '../../system-clock.ts';
import { fixedClock, type FixedClock } from '../../testing/fixed-clock.ts';
import type { McpReach, McpServer } from './mcp-server.ts';
import { mcpTools, type McpTools } from './mcp-tools.ts';

const HERE = new URL('../../../test/mcp/', import.meta.url).pathname;
const stdio = (file: string, ...args: string[]): McpReach => ({ kind: 'stdio', command: process.execPath, args: [join(HERE, file), ...args], env: {}, cwd: undefined });
const server = (reach: McpReach, more: Partial<McpServer> = {}): McpServer => ({ name: 'test', reach, rules: {}, tools: {}, trustsHints: false, ...more });

/** Starting a process takes its time on a busy machine. */
const LONG = { timeout: 30_000 };

const callOf = (args: JsonObject = {}, signal = new AbortController().signal, locale: Locale = 'en'): ToolCall => ({
  args, callId: 'c1', signal, caller: { goalId: 'g1', taskId: 't1', attemptId: 'a1', memberId: 'm1', locale, workspace: '/' },
});

interface World {
  readonly tools: McpTools;
  readonly changes: ToolChange[];
  /** Resolves with the first change, past ones included, that fits. */
  seen(fits: (change: ToolChange) => boolean): Promise<ToolChange>;
  tool(name: string): Tool;
  call(name: string, args?: JsonObject, signal?: AbortSignal): Promise<unknown>;
  /** As a member of a Chinese goal calls it. */
  callInZh(name: string, args?: JsonObject): Promise<unknown>;
}

function open(servers: readonly McpServer[], { clock = systemClock, startMs, env = process.env }: { clock?: Clock; startMs?: number; env?: NodeJS.ProcessEnv } = {}): World {
  const tools = mcpTools({ servers, env, clock, random: () => 1, ...(startMs === undefined ? {} : { startMs }) });
  const changes: ToolChange[] = [];
  const waiting = new Set<() => void>();
  tools.onChange((change) => {
    changes.push(change);
    for (const look of waiting) look();
  });
  onTestFinished(() => tools.close());
  const tool = (name: string): Tool => {
    const found = tools.tools().find((each) => each.name === name);
    if (found === undefined) throw new Error(`no ${name} among ${tools.tools().map((each) => each.name).join(', ')}`);
    return found;
  };
  return {
    tools, changes, tool,
    seen: (fits) => new Promise((resolve) => {
      const look = (): void => {
        const change = changes.find(fits);
        if (change === undefined) return;
        waiting.delete(look);
        resolve(change);
      };
      waiting.add(look);
      look();
    }),
    call: (name, args, signal) => tool(name).run(callOf(args, signal)),
    callInZh: (name, args) => tool(name).run(callOf(args, undefined, 'zh')),
  };
}

function diary(): { readonly path: string; has(line: RegExp): Promise<readonly string[]> } {
  const folder = mkdtempSync(join(tmpdir(), 'muster-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'diary');
  return {
    path,
    has: async (line) => {
      await until(() => line.test(readIfThere(path)));
      return line.exec(readIfThere(path)) ?? [''];
    },
  };
}
const readIfThere = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readIfThere(`/proc/${pid}/status`));
  } catch {
    return false;
  }
};

/** Waits for what takes real time: a process, a socket. */
async function until(isSo: () => boolean, meanwhile: () => Promise<void> = () => new Promise((resolve) => void setImmediate(resolve))): Promise<void> {
  const end = performance.now() + 25_000;
  while (!isSo()) {
    if (performance.now() > end) throw new Error('waited 25 s in vain');
    await meanwhile();
  }
}

const untilStarting = ({ tools }: World, clock: FixedClock): Promise<void> => until(() => tools.states()[0]?.state === 'starting', () => clock.advance(100));

/** Lets time pass only while the one server is away: a start takes real time, and its limit must not. */
const untilBack = ({ tools }: World, clock: FixedClock): Promise<void> =>
  until(() => tools.states()[0]?.state === 'ready', () => (tools.states()[0]?.state === 'away' ? clock.advance(100) : new Promise((resolve) => void setImmediate(resolve))));

test('a server over stdio offers its tools as server.tool; text, numbers and errors come back as a model can read them', LONG, async () => {
  const world = open([server(stdio('stdio-server.ts'))]);
  expect(await world.tools.ready()).toMatchObject([{ server: 'test', state: 'ready', tools: 9, complaints: [] }]);
  expect(world.tool('test.echo')).toMatchObject({ description: { en: 'Gives the words back' }, parameters: { type: 'object', required: ['words'] } });
  expect(world.changes).toMatchObject([{ source: 'test', went: [], because: { en: 'test is ready with 9 tools.', zh: 'test 已就绪，有 9 个工具。' } }]);
  expect(await world.call('test.echo', { words: '你好' })).toBe('你好');
  expect(await world.call('test.add', { a: 2, b: 3 })).toEqual({ text: '2 + 3', structured: { sum: 5 } });
  expect(await world.call('test.show')).toBe('a picture\n[image, image/png, 300 bytes, not shown]\n[resource file:///notes.txt]\nwritten notes\n[resource https://example.com/a: more of it]');
  expect(await world.callInZh('test.show')).toBe('a picture\n[图片，image/png，300 字节，未显示]\n[资源 file:///notes.txt]\nwritten notes\n[资源 https://example.com/a：more of it]');
  await expect(world.call('test.fail')).rejects.toMatchObject({ code: 'tool.failed', message: 'the disk is full' });
  expect(String(await world.call('test.big', { bytes: 5_000_000 }))).toHaveLength(5_000_000);
});

test('a server that dies takes its tools with it, says why, and brings them back after 1 s; the running call has failed and is not repeated', LONG, async () => {
  verifies('gate.mcp_servers');
  const clock = fixedClock();
  const log = diary();
  const world = open([server(stdio('stdio-server.ts', log.path))], { clock });
  await world.seen(({ came }) => came.length > 0);
  const held = world.tool('test.echo');
  const echo = () => held.run(callOf({ words: 'x' }));
  await expect(world.call('test.die')).rejects.toMatchObject({
    code: 'tool.failed',
    says: { zh: '调用进行时失去了与 MCP 服务器 test 的连接（“退出码 3；the server speaks\nout of paper”）。无法确定调用是否已生效。再次调用前请先查明结果。' },
    message: 'The MCP server test was lost while the call ran ("exit 3; the server speaks\nout of paper"). Whether the call had its effect is not known. See what came of it before you call again.',
  });
  const gone = await world.seen(({ went }) => went.length === 9);
  expect(gone.because).toEqual({ en: 'test ended by itself ("exit 3; the server speaks\nout of paper"); it is started again.', zh: 'test 自行结束（“退出码 3；the server speaks\nout of paper”）；将重新启动。' });
  expect(world.tools.tools()).toEqual([]);
  await expect(echo()).rejects.toMatchObject({ code: 'tool.failed', message: 'The MCP server test is not there at the moment. Do something else first, or do without it.' });
  await clock.advance(999);
  expect(world.tools.states()).toMatchObject([{ state: 'away' }]);
  await clock.advance(1);
  const back = await world.seen(({ because }) => because.en.includes('is back with 9 tools'));
  expect(back).toMatchObject({ came: expect.arrayContaining(['test.die']), went: [] });
  expect(await world.call('test.echo', { words: 'again' })).toBe('again');
  expect(readFileSync(log.path, 'utf8').match(/started/g)).toHaveLength(2);
});

test('an abort tells the server and ends the wait at once; the server goes on for others', LONG, async () => {
  const log = diary();
  const world = open([server(stdio('stdio-server.ts', log.path))]);
  await world.tools.ready();
  const ending = new AbortController();
  const waited = world.call('test.wait', {}, ending.signal).catch((error: unknown) => error);
  await log.has(/waiting/);
  ending.abort(new Error('time is up'));
  expect(await waited).toMatchObject({ message: 'time is up' });
  await log.has(/cancelled/);
  expect(await world.call('test.echo', { words: 'still here' })).toBe('still here');
  expect(world.changes).toHaveLength(1);
});

test('a server that hangs after a call was called off gets 5 s for a sign of life, then it is ended and started again', LONG, async () => {
  verifies('gate.mcp_servers');
  const clock = fixedClock();
  const log = diary();
  const world = open([server(stdio('odd-server.ts', 'hang', log.path))], { clock });
  await world.seen(({ came }) => came.length > 0);
  const pid = Number((await log.has(/started (\d+)/))[1]);
  const ending = new AbortController();
  const hung = world.call('test.one', {}, ending.signal).catch((error: unknown) => error);
  await log.has(/hanging/);
  ending.abort(new Error('time is up'));
  expect(await hung).toMatchObject({ message: 'time is up' });
  await clock.advance(4_999);
  expect(world.tools.states()).toMatchObject([{ state: 'ready' }]);
  await clock.advance(1);
  expect(await world.seen(({ went }) => went.length > 0)).toMatchObject({ because: { en: 'test did not answer after a call was called off, so it was ended and is started again.' } });
  await clock.advance(300);
  await until(() => !isRunning(pid));
  await untilBack(world, clock);
});

test('a list that grows is read again, and what came is told', LONG, async () => {
  const world = open([server(stdio('stdio-server.ts'))]);
  await world.tools.ready();
  await world.call('test.grow');
  expect(await world.seen(({ came }) => came.includes('test.grown'))).toEqual({ source: 'test', came: ['test.grown'], went: [], because: { en: 'test changed its list of tools.', zh: 'test 更改了工具列表。' } });
  expect(await world.call('test.grown')).toBe('grown');
});

test('a server sees its own variables and the few that programs need, and none of our keys', LONG, async () => {
  const reach: McpReach = { kind: 'stdio', command: '${NODE}', args: [join(HERE, 'stdio-server.ts')], env: { TOKEN: '${SERVER_TOKEN}', LEVEL: '${LEVEL:-info}' }, cwd: undefined };
  const env = { PATH: process.env['PATH'], HOME: '/nowhere', NODE: process.execPath, SERVER_TOKEN: 'secret', ANTHROPIC_API_KEY: 'sk-1', AWS_SECRET_ACCESS_KEY: 'x', NODE_OPTIONS: '--require=x' };
  const world = open([server(reach), server(reach, { name: 'second', reach: { ...reach, env: { TOKEN: '${NO_SUCH_TOKEN}' } } })], { env });
  expect(await world.tools.ready()).toMatchObject([{ state: 'ready' }, { state: 'away', because: { en: 'NO_SUCH_TOKEN is not in the environment; set it, or write a default as in ${NO_SUCH_TOKEN:-value}' } }]);
  expect(String(await world.call('test.environment')).split(' ')).toEqual(['HOME', 'LEVEL', 'MUSTER_CALL_MARK', 'PATH', 'TOKEN']);
});

test('closing ends a server and what it started, also one that ignores SIGTERM', LONG, async () => {
  const log = diary();
  const world = open([server(stdio('odd-server.ts', 'breed', log.path)), server(stdio('odd-server.ts', 'stubborn'), { name: 'stubborn' })]);
  await world.tools.ready();
  const pid = Number((await log.has(/started (\d+)/))[1]);
  const child = Number(await world.call('test.one'));
  expect([isRunning(pid), isRunning(child)]).toEqual([true, true]);
  await world.tools.close();
  await until(() => !isRunning(child));
  expect(isRunning(pid)).toBe(false);
  expect(world.tools.tools()).toEqual([]);
  expect(world.changes.filter(({ went }) => went.length > 0).map(({ because }) => because.en).toSorted()).toEqual(['stubborn was closed with the team.', 'test was closed with the team.']);
});

test('a server that ends by itself takes along what it started, also what went into a session of its own', LONG, async () => {
  const world = open([server(stdio('odd-server.ts', 'breed'))]);
  await world.tools.ready();
  const child = Number(await world.call('test.one'));
  expect(isRunning(child)).toBe(true);
  await expect(world.call('test.one')).rejects.toMatchObject({ code: 'tool.failed', message: expect.stringContaining('exit 0') });
  await until(() => !isRunning(child));
});

test('start-up waits 10 s for a deaf server and no longer, and says what is not there', LONG, async () => {
  const clock = fixedClock();
  const world = open([server(stdio('odd-server.ts', 'deaf'), { name: 'deaf' }), server(stdio('odd-server.ts', 'plain'))], { clock });
  const ready = world.tools.ready(10_000);
  await world.seen(({ came }) => came.length > 0);
  await clock.advance(9_999);
  let isOver = false;
  void ready.then(() => (isOver = true));
  await clock.quiet();
  expect(isOver).toBe(false);
  await clock.advance(1);
  expect(await ready).toMatchObject([{ server: 'deaf', state: 'starting', because: { en: 'is still being started; its tools come when it is ready' } }, { server: 'test', state: 'ready' }]);
  await clock.advance(50_000);
  expect(await world.seen(({ source }) => source === 'deaf')).toMatchObject({ came: [], went: [], because: { en: 'deaf did not answer within 60 s of being started; it is tried again.' } });
});

test.each([
  ['a program that is not there', { kind: 'stdio', command: 'no-such-program-here', args: [], env: {}, cwd: undefined }, /could not be started or reached \("spawn no-such-program-here ENOENT; ENOENT"\); it is tried again/],
  ['one that quits at once', stdio('odd-server.ts', 'quitter'), /could not be started.*exit 7; no licence found.*无法启动或连接.*退出码 7；no licence found/s],
  ['a port where nobody listens', { kind: 'http', url: 'http://127.0.0.1:1/mcp', headers: {} }, /could not be started or reached/],
  ['an address that is none', { kind: 'http', url: '${URL_OF_IT:-ftp://x}', headers: {} }, /is no http or https address/],
] satisfies readonly (readonly [string, McpReach, RegExp])[])('%s is told, with the reason', LONG, async (_what, reach, says) => {
  const world = open([server(reach)]);
  const [state] = await world.tools.ready();
  expect(state).toMatchObject({ state: 'away', tools: 0 });
  expect(`${state?.because.en}\n${state?.because.zh}`).toMatch(says);
  expect(state?.because.zh).toMatch(/\p{Script=Han}/u);
});

test('a start that fails is tried again after 1, 2 and 4 s, and told once', LONG, async () => {
  const clock = fixedClock();
  const waits: number[] = [];
  const sleep: Clock['sleep'] = (ms, signal) => {
    if (ms >= 1_000 && ms < 60_000) waits.push(ms);
    return clock.sleep(ms, signal);
  };
  const world = open([server({ kind: 'stdio', command: 'no-such-program-here', args: [], env: {}, cwd: undefined })], { clock: { ...clock, sleep } });
  for (const count of [1, 2, 3]) {
    await until(() => waits.length >= count);
    await clock.advance(waits.at(-1) ?? 0);
  }
  expect(waits.slice(0, 3)).toEqual([1_000, 2_000, 4_000]);
  expect(world.changes).toHaveLength(1);
});

test('talk on stdout is skipped; an answer with a wrong id answers nobody; an answer of 9 MB ends the server', LONG, async () => {
  verifies('gate.mcp_servers');
  const clock = fixedClock();
  const world = open(['chatty', 'wrong-ids', 'flood', 'unreadable'].map((way) => server(stdio('odd-server.ts', way), { name: way })), { clock });
  for (const way of ['chatty', 'wrong-ids', 'flood', 'unreadable']) await world.seen(({ source, came }) => source === way && came.length === 1);
  expect(await world.call('chatty.one')).toBe('done');
  const ending = new AbortController();
  const waited = world.call('wrong-ids.one', {}, ending.signal).catch((error: unknown) => error);
  expect(await world.call('chatty.one')).toBe('done');
  ending.abort(new Error('time is up'));
  expect(await waited).toMatchObject({ message: 'time is up' });
  const flooded = world.call('flood.one').catch((error: unknown) => error);
  const gone = world.seen(({ source, went }) => source === 'flood' && went.length === 1);
  await until(() => !world.tools.tools().some(({ name }) => name === 'flood.one'), () => clock.advance(100));
  expect(await flooded).toMatchObject({ code: 'tool.failed', message: expect.stringContaining('more than 8388608 bytes in one message') });
  expect((await gone).because).toEqual({ en: expect.stringContaining('more than 8388608 bytes in one message'), zh: expect.stringContaining('单条消息超过 8388608 字节') });
  expect(await flooded).toMatchObject({ says: { zh: expect.stringContaining('单条消息超过 8388608 字节') } });
  await expect(world.call('unreadable.one')).rejects.toMatchObject({ code: 'tool.failed' });
});

test('twins, unfit names and schemas that cannot be used are left out, each with its reason; draft-07 is read', LONG, async () => {
  const world = open([server(stdio('odd-server.ts', 'twins'))]);
  const [state] = await world.tools.ready();
  expect(world.tools.tools().map(({ name }) => name)).toEqual(['test.draft07', 'test.untyped']);
  expect(state?.complaints.map(({ en }) => en)).toEqual([
    'left out "filе": its name is too long or holds other signs than letters, digits, "_", "-" and single dots',
    expect.stringMatching(/^left out "x+": its name is too long/),
    'left out same and same: the names cannot be told apart',
    'left out get_user and get-user: the names cannot be told apart',
    'left out "not-object": its input schema cannot be used',
    'left out "broken": its input schema cannot be used',
    'left out "outside": its input schema cannot be used',
    'left out "dangling": its input schema cannot be used',
  ]);
  expect(world.tool('test.draft07').parameters).toEqual({
    type: 'object',
    $defs: { place: { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] } },
    properties: { from: { $ref: '#/$defs/place' }, pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false }, definitions: { type: 'string' } },
    dependentRequired: { pair: ['from'] },
    required: ['from'],
  });
});

test('a server over HTTP is called with its headers; it goes away, and is there again on the same port', LONG, async () => {
  const clock = fixedClock();
  let hasExtra = false;
  let web = await httpServer({ extra: () => hasExtra });
  const world = open([server({ kind: 'http', url: '${WEB}', headers: { authorization: 'Bearer ${KEY}' } }, { name: 'web' })], { clock, env: { WEB: web.url, KEY: 'k1' } });
  await world.seen(({ came }) => came.length === 3);
  expect(await world.call('web.echo', { words: '你好' })).toBe('你好');
  expect(new Set(web.seen.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer k1']));
  expect(String(await world.call('web.big', { bytes: 5_000_000 }))).toHaveLength(5_000_000);
  await expect(world.call('web.big', { bytes: 9_000_000 })).rejects.toMatchObject({
    code: 'tool.failed',
    says: { en: expect.stringContaining('more than 8388608 bytes in one message'), zh: expect.stringContaining('单条消息超过 8388608 字节') },
  });
  hasExtra = true;
  web.notifyTools();
  await world.seen(({ came }) => came.includes('web.extra'));

  const { port } = web;
  await web.close();
  await expect(world.call('web.echo', { words: 'x' })).rejects.toMatchObject({ code: 'tool.failed', message: expect.stringContaining('was lost while the call ran') });
  expect(await world.seen(({ went }) => went.length === 4)).toMatchObject({ because: { en: expect.stringContaining('web no longer answers') } });
  web = await httpServer({ port });
  onTestFinished(() => web.close());
  await untilBack(world, clock);
  expect(await world.call('web.echo', { words: 'again' })).toBe('again');
});

test('an abort of a call over HTTP ends its request', LONG, async () => {
  const web = await httpServer();
  onTestFinished(() => web.close());
  const world = open([server({ kind: 'http', url: web.url, headers: {} }, { name: 'web' })]);
  await world.tools.ready();
  const ending = new AbortController();
  const before = web.seen.length;
  const waited = world.call('web.wait', {}, ending.signal).catch((error: unknown) => error);
  await until(() => web.seen.length > before);
  ending.abort(new Error('time is up'));
  expect(await waited).toMatchObject({ message: 'time is up' });
  expect(await world.call('web.echo', { words: 'still here' })).toBe('still here');
});

test('a server over HTTP that takes the connection and says nothing is given up after 60 s; closing meanwhile waits for nobody', LONG, async () => {
  const deaf = createServer();
  deaf.listen(0, '127.0.0.1');
  await once(deaf, 'listening');
  onTestFinished(() => void (deaf.closeAllConnections(), deaf.close()));
  const address = deaf.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mcp`;
  const clock = fixedClock();
  const asked = once(deaf, 'request');
  const world = open([server({ kind: 'http', url, headers: {} })], { clock });
  await asked;
  await clock.advance(60_000);
  expect(await world.seen(() => true)).toMatchObject({ came: [], went: [], because: { zh: 'test 启动后 60 秒内没有应答；将再次尝试。' } });
  const again = once(deaf, 'request');
  await untilStarting(world, clock);
  await again;
  await world.tools.close();
  expect(world.tools.states()).toMatchObject([{ tools: 0 }]);
});

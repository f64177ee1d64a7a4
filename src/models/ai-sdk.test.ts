// The same request through five wire formats, streaming and not, against a server that follows a script of faults.
// Every test says how many requests went over the socket.
import { readdirSync, readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isTeamError, type TeamError } from '../core/errors.ts';
import type { ModelReply, ModelRequest } from '../ports/model.ts';
import { verifies } from '../../test/verifies.ts';
import { wireFake, type Reply, type WireFake } from '../../test/wire-fake.ts';
import { USAGE } from '../../test/wire-formats.ts';
import { aiSdkModel } from './ai-sdk.ts';
import type { ModelOptions, ModelSettings } from './calls/provider-model.ts';

const MODELS = ['anthropic/claude-sonnet-4-5', 'openai/gpt-5-mini', 'openai-chat/gpt-4o-mini', 'google/gemini-2.5-flash', 'compatible/qwen3'] as const;
const SCHEMA = { type: 'object', properties: { slogan: { type: 'string', minLength: 3 } }, required: ['slogan'], additionalProperties: false } as const;
const GOOD = '{"slogan":"Summer is yours"}';

let server: WireFake;
beforeAll(async () => void (server = await wireFake()));
afterAll(async () => server[Symbol.asyncDispose]());
beforeEach(() => server.forget());

/** A clock that stands still but for the waits, which it writes down. */
function waitingClock(): { waits: number[]; clock: NonNullable<ModelOptions['clock']> } {
  const waits: number[] = [];
  let now = Date.parse('2026-05-01T08:00:00Z');
  return {
    waits,
    clock: {
      now: () => now,
      sleep: async (ms, signal) => {
        signal.throwIfAborted();
        waits.push(ms);
        now += ms;
      },
    },
  };
}

interface Asked {
  readonly outcome: ModelReply | TeamError;
  readonly calls: number;
  readonly waits: readonly number[];
  /** What a reader of the live text has on the screen in the end. */
  readonly screen: string;
  readonly restarts: number;
}

interface Ask {
  readonly replies: readonly Reply[];
  readonly streams?: boolean;
  readonly request?: Partial<ModelRequest>;
  readonly settings?: ModelSettings;
  readonly options?: Partial<ModelOptions>;
  readonly key?: string;
}

async function ask(name: string, { replies, streams = false, request, settings, options, key = server.key }: Ask): Promise<Asked> {
  server.script(...replies);
  const { clock, waits } = waitingClock();
  let screen = '';
  let restarts = 0;
  const env = { ANTHROPIC_API_KEY: key, OPENAI_API_KEY: key, GEMINI_API_KEY: key, OPENAI_COMPATIBLE_API_KEY: key };
  const model = aiSdkModel(name, { env, clock, random: () => 0.5, settings: { endpoint: server.endpoint, ...settings }, ...options });
  const outcome = await model
    .generate({
      purpose: 'work', locale: 'en', system: 'You write slogans.', prompt: 'One for the summer.', facts: {}, signal: new AbortController().signal,
      ...(streams ? { onText: (delta: string) => void (screen += delta), onRestart: () => ((screen = ''), void (restarts += 1)) } : {}),
      ...request,
    })
    .catch((error: unknown) => {
      if (isTeamError(error)) return error;
      throw error;
    });
  return { outcome, calls: server.seen.length, waits, screen, restarts };
}

const textOf = ({ outcome }: Asked): string => ('text' in outcome ? outcome.text : `failed: ${outcome.code} ${outcome.message}`);
const codeOf = ({ outcome }: Asked): string => ('code' in outcome ? outcome.code : `answered: ${outcome.text}`);
const kindOf = ({ outcome }: Asked): unknown => ('code' in outcome ? outcome.details['kind'] : undefined);

const BOTH = MODELS.flatMap((name) => [false, true].map((streams) => ({ name, streams, way: streams ? 'streaming' : 'at once' })));

describe.each(BOTH)('$name, $way', ({ name, streams }) => {
  test('an answer takes 1 call and tells its tokens, the cached ones apart', async () => {
    verifies('model.adapter');
    const asked = await ask(name, { streams, replies: [{ say: 'Summer is yours, take it.' }] });
    expect(asked.outcome).toEqual({ text: 'Summer is yours, take it.', model: name, usage: { inputTokens: USAGE.input, cachedInputTokens: USAGE.cached, outputTokens: USAGE.output } });
    expect(asked.calls).toBe(1);
    expect(asked.screen).toBe(streams ? 'Summer is yours, take it.' : '');
  });

  test('an answer by schema is judged and comes as a value, the raw text beside it', async () => {
    const asked = await ask(name, { streams, request: { schema: SCHEMA }, replies: [{ say: GOOD }] });
    expect(asked.outcome).toMatchObject({ text: GOOD, value: { slogan: 'Summer is yours' } });
    expect(asked.calls).toBe(1);
    expect(JSON.stringify(server.seen[0]?.body)).toContain('slogan');
  });

  test.each([
    ['429', { status: 429, code: 'rate_limit_error' }],
    ['529', { status: 529, code: 'overloaded_error' }],
    ['500', { status: 500 }],
    ['503 by a proxy', { status: 503, message: 'Throttled by the gateway' }],
    ['an unknown 5xx', { status: 599 }],
    ['a reset before the headers', { cut: 'before' }],
    ['a cut after the headers', { cut: 'headers' }],
    ['a cut in the middle', { cut: 'middle' }],
    ['a tidy end in the middle', { cut: 'tidy' }],
    ['an error inside the stream', { breaks: 'overloaded_error', message: 'Overloaded' }],
    ['a page of HTML', { garbled: '<html>502 Bad Gateway</html>' }],
  ] satisfies [string, Reply][])('%s once: 2 calls, the answer arrives whole, nothing of the failed try stays', async (_fault, fault) => {
    const asked = await ask(name, { streams, replies: [fault, { say: 'Summer is yours.' }] });
    expect(textOf(asked)).toBe('Summer is yours.');
    expect(asked.calls).toBe(2);
    expect(asked.waits).toEqual([750]);
    expect(asked.screen).toBe(streams ? 'Summer is yours.' : '');
  });

  test.each([
    ['500', { status: 500, message: 'boom' }, 'server'],
    ['429', { status: 429, code: 'rate_limit_error' }, 'rate'],
    ['529', { status: 529, code: 'overloaded_error' }, 'overload'],
    ['cut', { cut: 'middle' }, undefined],
  ] satisfies [string, Reply, string | undefined][])('%s for ever: exactly 4 calls with growing waits, then model.overloaded', async (_fault, fault, kind) => {
    const asked = await ask(name, { streams, replies: [fault] });
    expect(codeOf(asked)).toBe('model.overloaded');
    if (kind !== undefined) expect(kindOf(asked)).toBe(kind);
    expect(asked.calls).toBe(4);
    expect(asked.waits).toEqual([750, 1_500, 3_000]);
  });

  test.each([
    ['a wrong request (400)', { status: 400, code: 'invalid_request_error', message: 'temperature is odd' }, 'model.bad_request', 'badRequest'],
    ['422', { status: 422, code: 'unprocessable' }, 'model.bad_request', 'badRequest'],
    ['an unknown model (404)', { status: 404, code: 'not_found_error', message: 'no such model' }, 'model.unknown', 'modelUnknown'],
    ['no credit (402)', { status: 402 }, 'model.overloaded', 'quota'],
    ['a used-up quota (429)', { status: 429, code: 'insufficient_quota' }, 'model.overloaded', 'quota'],
    ['a key without the right (403)', { status: 403, code: 'permission_error' }, 'model.no_key', 'keyRefused'],
    ['a prompt that is too long', { status: 400, code: 'context_length_exceeded' }, 'model.bad_request', 'context'],
    ['a length stop', { say: 'half a', end: 'length' }, 'model.too_long', 'length'],
    ['a refusal', { say: 'I will not.', end: 'refusal' }, 'model.refused', undefined],
    ['a content filter', { say: '', end: 'filter' }, 'model.refused', undefined],
  ] satisfies [string, Reply, string, string | undefined][])('%s: 1 call, no retry, no success', async (_fault, fault, code, kind) => {
    const asked = await ask(name, { streams, replies: [fault] });
    expect(codeOf(asked)).toBe(code);
    if (kind !== undefined) expect(kindOf(asked)).toBe(kind);
    expect(asked.calls).toBe(1);
    expect(asked.waits).toEqual([]);
  });

  test('a wrong key: 1 call, the text names the variable, no trace of the key anywhere in the error', async () => {
    const key = 'zz91-wrong-key-0042';
    const asked = await ask(name, { streams, key, replies: [{ say: 'never' }] });
    expect(codeOf(asked)).toBe('model.no_key');
    expect(asked.calls).toBe(1);
    expect(textOf(asked)).toMatch(/(ANTHROPIC|OPENAI|GEMINI|OPENAI_COMPATIBLE)_API_KEY/);
    expect(inspect(asked.outcome, { depth: 20, showHidden: true })).not.toContain('zz91');
  });

  test('nothing at all: 2 calls, then model.empty; nothing once: the second answer counts', async () => {
    const never = await ask(name, { streams, replies: [{ say: '' }] });
    expect([codeOf(never), never.calls]).toEqual(['model.empty', 2]);
    server.seen.splice(0);
    const once = await ask(name, { streams, replies: [{ say: ' \n' }, { say: 'here' }] });
    expect([textOf(once), once.calls]).toEqual(['here', 2]);
  });

  test('an answer that is no JSON is asked for again with the reason: 2 calls when mended, 3 when never', async () => {
    const mended = await ask(name, { streams, request: { schema: SCHEMA }, replies: [{ say: 'Sure! {slogan' }, { say: GOOD }] });
    expect(mended.outcome).toMatchObject({ value: { slogan: 'Summer is yours' }, usage: { outputTokens: 2 * USAGE.output } });
    expect(mended.calls).toBe(2);
    expect(mended.screen).toBe(streams ? GOOD : '');
    const again = JSON.stringify(server.seen[1]?.body);
    expect(again).toContain('Sure! {slogan');
    expect(again).toContain('it is not JSON');
    server.seen.splice(0);
    const never = await ask(name, { streams, request: { schema: SCHEMA }, replies: [{ say: '{"slogan":"x"}' }] });
    expect([codeOf(never), never.calls]).toEqual(['model.unreadable', 3]);
    expect(textOf(never)).toContain('/slogan');
    // Of the bad answers only the last one goes back, so a call does not grow with each.
    expect(JSON.stringify(server.seen[2]?.body).split('Answer again, in full').length - 1).toBe(1);
  });

  test('a call of a tool that nobody gave it is answered with "no tools", and is no success', async () => {
    const asked = await ask(name, { streams, replies: [{ say: '', end: 'tool' }, { say: 'In words, then.' }] });
    expect([textOf(asked), asked.calls]).toEqual(['In words, then.', 2]);
    expect(JSON.stringify(server.seen[1]?.body)).toContain('there are no tools here');
  });

  test('silence is ended after the time-out, 2 calls with 1 retry, and the socket is closed', async () => {
    const asked = await ask(name, { streams, settings: { timeoutMs: 60, retries: 1 }, replies: [{ hang: true }] });
    // Counted by the caller: on a busy machine the time may be over before the request has reached the server.
    expect(asked.outcome).toMatchObject({ code: 'model.overloaded', details: { kind: 'timeout', calls: 2 } });
    expect(asked.calls).toBeLessThanOrEqual(2);
    await expect.poll(() => server.seen.every(({ hungUp }) => hungUp), { interval: 5 }).toBe(true);
  });

  test('an abort ends the call at once with engine.interrupted and closes the socket', async () => {
    const stop = new AbortController();
    const asking = ask(name, { streams, request: { signal: stop.signal }, replies: [{ hang: true }] });
    await expect.poll(() => server.seen.length, { interval: 2 }).toBe(1);
    stop.abort();
    expect(codeOf(await asking)).toBe('engine.interrupted');
    await expect.poll(() => server.seen[0]?.hungUp, { interval: 2 }).toBe(true);
  });
});

test.each(MODELS)('%s: a stream that drips for ever is ended when the total time is over: 1 call, the socket is closed', async (name) => {
  const asked = await ask(name, { streams: true, settings: { totalMs: 120, timeoutMs: 10_000 }, replies: [{ drips: 'drop ' }] });
  expect(asked.outcome).toMatchObject({ code: 'model.overloaded', details: { kind: 'timeout', calls: 1 } });
  expect(asked.calls).toBeLessThanOrEqual(1);
  await expect.poll(() => server.seen.every(({ hungUp }) => hungUp), { interval: 2 }).toBe(true);
});

test.each(MODELS)('%s: an error event after half an answer is judged by what it says, not by the 200 before it', async (name) => {
  const overload = await ask(name, { streams: true, replies: [{ breaks: 'overloaded_error', message: 'Overloaded, sorry' }] });
  expect([codeOf(overload), kindOf(overload), overload.calls, overload.restarts]).toEqual(['model.overloaded', 'overload', 4, 3]);
  expect(textOf(overload)).toContain('Overloaded, sorry');
});

test.each(['anthropic/claude-sonnet-4-5', 'openai/gpt-5-mini', 'openai-chat/gpt-4o-mini', 'compatible/qwen3'])('%s: an error event that blames the request is not tried again: 1 call', async (name) => {
  const blamed = await ask(name, { streams: true, replies: [{ breaks: 'invalid_request_error', message: 'odd' }] });
  expect([codeOf(blamed), blamed.calls]).toEqual(['model.bad_request', 1]);
});

describe('Retry-After', () => {
  const name = 'openai/gpt-5-mini';
  const limited = (headers: Record<string, string>): Reply => ({ status: 429, code: 'rate_limit_exceeded', headers });
  test.each([
    ['7 seconds', { 'retry-after': '7' }, 7_375],
    ['a date 30 s ahead', { 'retry-after': 'Fri, 01 May 2026 08:00:30 GMT' }, 30_375],
    ['250 exact milliseconds', { 'retry-after-ms': '250' }, 625],
  ])('%s: waits at least so long, then 1 more call', async (_form, headers, wait) => {
    const asked = await ask(name, { replies: [limited(headers), { say: 'ok' }] });
    expect([textOf(asked), asked.calls, asked.waits]).toEqual(['ok', 2, [wait]]);
  });
  test('an hour is longer than we wait: 1 call, and the error tells when to come back', async () => {
    const asked = await ask(name, { replies: [limited({ 'retry-after': '3600' })] });
    expect([codeOf(asked), asked.calls, asked.waits]).toEqual(['model.overloaded', 1, []]);
    expect('details' in asked.outcome && asked.outcome.details['retryAfterMs']).toBe(3_600_000);
  });
  test('the total time is capped: with 40 s asked for each time and 60 s in all, 2 calls', async () => {
    const asked = await ask(name, { settings: { totalMs: 60_000 }, replies: [limited({ 'retry-after': '40' })] });
    expect([codeOf(asked), asked.calls]).toEqual(['model.overloaded', 2]);
  });
});

describe('what goes over the wire', () => {
  test('Anthropic: the stable part is marked for its cache and stands before what changes', async () => {
    await ask('anthropic/claude-sonnet-4-5', { replies: [{ say: 'ok' }] });
    expect(server.seen[0]?.body['system']).toEqual([{ type: 'text', text: 'You write slogans.', cache_control: { type: 'ephemeral' } }]);
  });
  test('OpenAI: nothing is stored, and a schema that is not closed is not sent as strict', async () => {
    await ask('openai/gpt-5-mini', { request: { schema: { type: 'object', properties: { slogan: { type: 'string' } } } }, replies: [{ say: GOOD }] });
    expect(server.seen[0]?.body).toMatchObject({ store: false, text: { format: { type: 'json_schema', strict: false } } });
  });
  test('`openai/` speaks Chat when the settings say so', async () => {
    await ask('openai/gpt-4o-mini', { settings: { api: 'chat' }, replies: [{ say: 'ok' }] });
    expect(server.seen[0]?.path).toBe('/v1/chat/completions');
  });
  test('an array cannot be bound, so words ask for it, in the language of the request', async () => {
    const schema = { type: 'array', items: { type: 'string' } } as const;
    const asked = await ask('openai-chat/gpt-4o-mini', { request: { schema, locale: 'zh' }, replies: [{ say: '["夏天"]' }] });
    expect(asked.outcome).toMatchObject({ value: ['夏天'] });
    expect(server.seen[0]?.body['response_format']).toBeUndefined();
    expect(JSON.stringify(server.seen[0]?.body)).toContain('只写一个 JSON 值');
  });
  test('a server that refuses the bound schema is asked once more in words, and from then on at once', async () => {
    server.script({ status: 400, message: "'response_format.type' must be 'text'" }, { say: GOOD });
    const model = aiSdkModel('compatible/local', { env: { OPENAI_COMPATIBLE_API_KEY: server.key, OPENAI_COMPATIBLE_BASE_URL: server.endpoint } });
    const request: ModelRequest = { purpose: 'work', locale: 'en', system: 's', prompt: 'p', facts: {}, schema: SCHEMA, signal: new AbortController().signal };
    expect((await model.generate(request)).value).toEqual({ slogan: 'Summer is yours' });
    expect((await model.generate(request)).value).toEqual({ slogan: 'Summer is yours' });
    expect(server.seen.map(({ body }) => body['response_format'] !== undefined)).toEqual([true, false, false]);
  });
  test('a reason that goes back to the model is in the language of the request', async () => {
    await ask('compatible/qwen3', { request: { schema: SCHEMA, locale: 'zh' }, replies: [{ say: '好的' }, { say: GOOD }] });
    expect(JSON.stringify(server.seen[1]?.body)).toContain('你上一次的回答无法使用：内容不是 JSON。');
  });
  test('a reader that is handed in judges the answer: the same fenced answer through 5 formats, 1 call each', async () => {
    const read: NonNullable<ModelOptions['read']> = (text) => ({ ok: true, value: JSON.parse(text.replaceAll('```', '')) });
    for (const name of MODELS) {
      const asked = await ask(name, { options: { read }, request: { schema: SCHEMA }, replies: [{ say: `\`\`\`${GOOD}\`\`\`` }] });
      expect(asked.outcome).toMatchObject({ value: { slogan: 'Summer is yours' } });
    }
    expect(server.seen).toHaveLength(5);
  });
  test.each(MODELS.slice(1))('%s: usage that a provider does not tell stays unknown', async (name) => {
    for (const streams of [false, true]) {
      const asked = await ask(name, { streams, replies: [{ say: 'ok', usage: false }] });
      expect(asked.outcome).toEqual({ text: 'ok', model: name, usage: {} });
    }
  });
});

describe('before anything is sent', () => {
  test('no key: no call, and the text names the variable to set, in the language of the request', async () => {
    const asked = await ask('anthropic/claude', { options: { env: {} }, request: { locale: 'zh' }, replies: [{ say: 'never' }] });
    expect([codeOf(asked), asked.calls]).toEqual(['model.no_key', 0]);
    expect(textOf(asked)).toContain('请在环境变量或 .env 中设置 ANTHROPIC_API_KEY');
  });
  test('an unknown provider: no call, and the text lists the known ones', async () => {
    const asked = await ask('antropic/claude', { replies: [{ say: 'never' }] });
    expect([codeOf(asked), asked.calls]).toEqual(['model.unknown', 0]);
    expect(textOf(asked)).toContain('anthropic, openai');
  });
  test('a signal that is aborted beforehand: no call', async () => {
    const asked = await ask('openai/gpt-5-mini', { request: { signal: AbortSignal.abort() }, replies: [{ say: 'never' }] });
    expect([codeOf(asked), asked.calls]).toEqual(['engine.interrupted', 0]);
  });
});

test('a listener of live text that throws loses its text, not the call', async () => {
  const asked = await ask('openai/gpt-5-mini', { replies: [{ say: 'fine' }], request: { onText: () => { throw new Error('screen is gone'); } } });
  expect([textOf(asked), asked.calls]).toEqual(['fine', 1]);
});

test('a schema that cannot be used is our fault, said at once: 1 call, no re-ask', async () => {
  const asked = await ask('openai/gpt-5-mini', { replies: [{ say: '{}' }], request: { schema: { type: 'object', properties: { a: { type: 'no such type' } } } } });
  expect([codeOf(asked), asked.calls]).toEqual(['engine.defect', 1]);
});

test('importing the models loads no package of a provider: each is imported as a type or at the first call', () => {
  const folder = new URL('.', import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => !file.endsWith('.test.ts') && file.endsWith('.ts'));
  const loads = sources.flatMap((file) => readFileSync(new URL(file, folder), 'utf8').match(/^import (?!type ).*from '(?:ai|@ai-sdk\/.*|ajv.*)';$/gm) ?? []);
  expect(loads).toEqual([]);
  const users = sources.filter((file) => /'(?:ai|@ai-sdk\/[^']+)'/.test(readFileSync(new URL(file, folder), 'utf8')));
  expect(users).toEqual(['ai-sdk.ts']);
});

test('9 calls at once with a concurrency of 2 reach the server by twos and all are answered', async () => {
  server.script({ say: 'ok' });
  const model = aiSdkModel('openai/gpt-5-mini', { env: { OPENAI_API_KEY: server.key }, settings: { endpoint: server.endpoint, concurrency: 2 } });
  const request: ModelRequest = { purpose: 'work', locale: 'en', system: 's', prompt: 'p', facts: {}, signal: new AbortController().signal };
  const replies = await Promise.all(Array.from({ length: 9 }, () => model.generate(request)));
  expect(replies.map(({ text }) => text)).toEqual(Array.from({ length: 9 }, () => 'ok'));
  expect(server.seen).toHaveLength(9);
});

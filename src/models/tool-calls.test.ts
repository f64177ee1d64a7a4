// Calls of tools through five wire formats, streaming and not, against a server that judges each history as its provider does.
// Every test says how many requests went over the socket.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isTeamError, type TeamError } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import type { Exchange, ModelReply, ModelRequest, ToolOffer } from '../ports/model.ts';
import { verifies } from '../../test/verifies.ts';
import { wireFake, type Reply, type WireFake } from '../../test/wire-fake.ts';
import { SIGNATURE, USAGE, type WireCall } from '../../test/wire-formats.ts';
import { aiSdkModels } from './ai-sdk.ts';
import { fallbackModel } from './fallback.ts';

const MODELS = ['anthropic/claude-sonnet-4-5', 'openai/gpt-5-mini', 'openai-chat/gpt-4o-mini', 'google/gemini-3-pro', 'compatible/qwen3'] as const;
const SCHEMA = { type: 'object', properties: { output: { type: 'string' } }, required: ['output'], additionalProperties: false } as const;
const DONE = { say: '{"output":"12 rows"}' };
const TOOLS: readonly ToolOffer[] = [
  { name: 'file_read', description: 'Reads a file.', parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'], additionalProperties: false } },
  { name: 'count', description: 'Counts.', parameters: { type: 'object', properties: {} } },
];
const READ: WireCall = { name: 'file_read', args: '{"path":"a.md"}' };

let server: WireFake;
beforeAll(async () => void (server = await wireFake()));
afterAll(async () => server[Symbol.asyncDispose]());
beforeEach(() => server.forget());
afterEach(() => {
  if (server.faults.length > 0) throw new Error(server.faults.join('\n'));
});

interface Way {
  readonly name: string;
  readonly streams: boolean;
}
type Ask = (more?: Partial<ModelRequest>) => Promise<ModelReply | TeamError>;

function asking({ name, streams }: Way, ...replies: Reply[]): { ask: Ask; live: { text: string; restarts: number } } {
  server.script(...replies);
  const live = { text: '', restarts: 0 };
  const env = { ANTHROPIC_API_KEY: server.key, OPENAI_API_KEY: server.key, GEMINI_API_KEY: server.key, OPENAI_COMPATIBLE_API_KEY: server.key, GROQ_API_KEY: server.key };
  const model = aiSdkModels({ env, clock: { now: () => 0, sleep: async () => undefined }, random: () => 0.5, settings: { endpoint: server.endpoint } })(name);
  return {
    live,
    ask: (more) => model.generate({
      purpose: 'work', locale: 'en', system: 'You count rows.', prompt: 'How many rows has a.md?', facts: {}, schema: SCHEMA, tools: TOOLS, signal: new AbortController().signal,
      ...(streams ? { onText: (delta: string) => void (live.text += delta), onRestart: () => void ((live.text = ''), (live.restarts += 1)) } : {}), ...more,
    }).catch((error: unknown) => {
      if (isTeamError(error)) return error;
      throw error;
    }),
  };
}

/** What the gate makes of a reply: one answer for each call. */
function answered(reply: ModelReply | TeamError, say: (index: number) => string = () => '12'): Exchange {
  if (!('text' in reply)) throw reply;
  const { text, calls = [] } = reply;
  return { text, calls, answers: calls.map(({ callId }, index) => ({ callId, text: say(index), isError: index === 1 })) };
}

const callsOf = (reply: ModelReply | TeamError): readonly (readonly [string, Json])[] => ('text' in reply ? (reply.calls ?? []).map(({ name, args }) => [name, args] as const) : [[reply.code, reply.message]]);
const idsOf = (reply: ModelReply | TeamError): readonly string[] => ('text' in reply ? (reply.calls ?? []).map(({ callId }) => callId) : []);
const lastBody = (): string => JSON.stringify(server.seen.at(-1)?.body);

/** What a provider wants back of its thinking, where it wants any. */
const BACK: Readonly<Record<string, readonly string[]>> = {
  'anthropic/claude-sonnet-4-5': ['Let me look.', SIGNATURE],
  'openai/gpt-5-mini': ['Let me look.', SIGNATURE],
  'google/gemini-3-pro': [SIGNATURE],
  'compatible/qwen3': ['Let me look.'],
};

const BOTH = MODELS.flatMap((name) => [false, true].map((streams) => ({ name, streams, way: streams ? 'streaming' : 'at once' })));

describe.each(BOTH)('$name, $way', (way) => {
  test('a call, its answer, the result: 2 requests, the second holds both in the form of the provider', async () => {
    verifies('models.tools_in_every_format');
    const { ask, live } = asking(way, { say: '', thinks: 'Let me look.', calls: [READ] }, DONE);
    const reply = await ask();
    expect(reply).toMatchObject({ text: '', calls: [{ name: 'file_read', args: { path: 'a.md' } }], usage: { inputTokens: USAGE.input, outputTokens: USAGE.output } });
    expect(reply).not.toHaveProperty('value');
    expect(await ask({ exchanges: [answered(reply, () => 'row one, row two')] })).toMatchObject({ value: { output: '12 rows' } });
    expect(server.seen).toHaveLength(2);
    for (const part of ['row one, row two', 'file_read', 'Reads a file.', ...(BACK[way.name] ?? [])]) expect(lastBody()).toContain(part);
    expect(live.text).toBe(way.streams ? DONE.say : '');
  });

  test('what is kept of a reply survives a store: as JSON and back, 3 rounds go through', async () => {
    const { ask } = asking(way, { say: 'One.', thinks: 'First.', calls: [READ] }, { say: 'Two.', thinks: 'Then.', calls: [{ name: 'count', args: '{}' }, READ] }, { say: '', thinks: 'Last.', calls: [READ] }, DONE);
    let exchanges: readonly Exchange[] = [];
    for (let round = 0; round < 3; round += 1) exchanges = JSON.parse(JSON.stringify([...exchanges, answered(await ask({ exchanges }))]));
    expect(await ask({ exchanges })).toMatchObject({ value: { output: '12 rows' } });
    expect([server.seen.length, new Set(exchanges.flatMap(({ calls }) => calls.map(({ callId }) => callId))).size]).toEqual([4, 4]);
    for (const said of ['One.', 'Two.']) expect(lastBody().split(said)).toHaveLength(2);
  });

  test('text beside calls is kept and goes back before them', async () => {
    const { ask, live } = asking(way, { say: 'I read the file first.', calls: [READ] }, DONE);
    const reply = await ask();
    expect(reply).toMatchObject({ text: 'I read the file first.', calls: [{ name: 'file_read' }] });
    expect(live.text).toBe(way.streams ? 'I read the file first.' : '');
    await ask({ exchanges: [answered(reply)] });
    expect(lastBody().indexOf('I read the file first.')).toBeLessThan(lastBody().lastIndexOf('file_read'));
  });

  test('3 calls at once, the middle one failed: the next request has 3 answers in the order of the calls', async () => {
    const { ask } = asking(way, { say: '', calls: [READ, { name: 'nope', args: '{"a":1}' }, { name: 'count', args: '' }] }, DONE);
    const reply = await ask();
    expect(callsOf(reply)).toEqual([['file_read', { path: 'a.md' }], ['nope', { a: 1 }], ['count', {}]]);
    await ask({ exchanges: [answered(reply, (index) => `answer-${index}`)] });
    expect([...lastBody().matchAll(/answer-\d/g)].map(([found]) => found)).toEqual(['answer-0', 'answer-1', 'answer-2']);
    expect(server.seen).toHaveLength(2);
  });

  test('ids that are missing, empty, repeated or in odd letters become unique, and stay so in the next rounds', async () => {
    const odd: WireCall[] = [{ ...READ, id: 'same' }, { ...READ, id: 'same' }, { ...READ, id: 'functions.read:0' }];
    const { ask } = asking(way, { say: '', calls: odd }, { say: '', calls: [{ ...READ, id: 'same' }] }, DONE);
    const first = await ask();
    const exchanges = [answered(first, (index) => `answer-${index}`)];
    const second = await ask({ exchanges });
    const ids = [...idsOf(first), ...idsOf(second)];
    expect([ids.length, new Set(ids).size]).toEqual([4, 4]);
    for (const id of ids) expect(id).toMatch(/^[\w-]{1,40}$/);
    expect(await ask({ exchanges: [...exchanges, answered(second)] })).toMatchObject({ value: { output: '12 rows' } });
    expect(server.seen).toHaveLength(3);
  });

  test('a conversation that was torn by a crash is mended before it is sent: 1 request', async () => {
    verifies('models.history_always_valid');
    const { ask } = asking(way, DONE);
    const broken: Exchange[] = [
      { text: 'no call here', calls: [], answers: [] },
      { text: ' \n', calls: [{ callId: 'a', name: 'file_read', args: { path: 'x\uD800' } }, { callId: 'a', name: '', args: '{"broken' }], answers: [{ callId: 'gone', text: 'stray', isError: false }] },
      { text: 'half \uDC00', calls: [{ callId: 'a', name: '读 文件', args: [1] }], answers: [{ callId: 'a', text: '', isError: false }, { callId: 'a', text: 'twice', isError: false }] },
    ];
    expect(await ask({ exchanges: broken })).toMatchObject({ value: { output: '12 rows' } });
    expect(server.seen).toHaveLength(1);
    expect(lastBody()).toContain('No answer to this call is on record');
    for (const gone of ['stray', 'twice']) expect(lastBody()).not.toContain(gone);
  });

  test('a round of another provider goes without what only that one understands', async () => {
    const { ask } = asking(way, DONE);
    const call = { callId: 'x1', name: 'file_read', args: {}, meta: { model: 'other/one', options: { anthropic: { signature: 'foreign' } }, before: [{ thought: 'Foreign thought.', options: { anthropic: { signature: 'foreign' } } }] } };
    expect(await ask({ exchanges: [{ text: '', calls: [call], answers: [{ callId: 'x1', text: '12', isError: false }] }] })).toMatchObject({ value: { output: '12 rows' } });
    expect(lastBody()).not.toMatch(/foreign/i);
    expect(server.seen).toHaveLength(1);
  });

  test.each([
    ['a cut in the middle of a call', { cut: 'middle', calls: [{ name: 'file_read', args: '{"path":"a-long-name-of-a-file.md"}' }] }],
    ['a tidy end in the middle of a call', { cut: 'tidy', calls: [{ name: 'file_read', args: '{"path":"a-long-name-of-a-file.md"}' }] }],
    ['429', { status: 429, code: 'rate_limit_error' }],
  ] satisfies [string, Reply][])('%s: 2 requests, the call of the second one counts, once', async (_fault, fault) => {
    const { ask } = asking(way, fault, { say: '', calls: [READ] });
    expect(callsOf(await ask())).toEqual([['file_read', { path: 'a.md' }]]);
    expect(server.seen).toHaveLength(2);
  });

  test('a cut in a call for ever: 4 requests, then model.overloaded, and no call', async () => {
    const { ask } = asking(way, { cut: 'middle', say: '', calls: [{ name: 'file_read', args: '{"path":"a-long-name-of-a-file.md"}' }] });
    expect(await ask()).toMatchObject({ code: 'model.overloaded' });
    expect(server.seen).toHaveLength(4);
  });

  test('the length limit in a call: asked again with the reason, 3 requests, then model.too_long; nothing is called', async () => {
    const { ask } = asking(way, { say: 'Writing.', end: 'length', calls: [{ name: 'file_read', args: '{"path":"a' }] });
    expect(await ask()).toMatchObject({ code: 'model.too_long' });
    expect(server.seen).toHaveLength(3);
    expect(lastBody()).toContain('cut at the length limit in the middle of a call');
  });

  test('a cut call behind a round, with nothing said beside it: the reason stands behind the answers, 2 requests', async () => {
    const { ask } = asking(way, { say: '', end: 'length', calls: [{ name: 'file_read', args: '{"path":"a' }] }, { say: '', calls: [READ] });
    const exchanges = [{ text: '', calls: [{ callId: 'call_0', name: 'count', args: {} }], answers: [{ callId: 'call_0', text: 'three', isError: false }] }];
    expect(callsOf(await ask({ exchanges }))).toEqual([['file_read', { path: 'a.md' }]]);
    expect([server.seen.length, lastBody().indexOf('three') < lastBody().indexOf('cut at the length limit')]).toEqual([2, true]);
  });

  test('the end of calls without a call and without a text is no call: asked again, 3 requests; where the provider does not tell, 2', async () => {
    const { ask } = asking(way, { say: '', calls: [], end: 'tool' });
    const isTold = !/openai\/|google/.test(way.name);
    expect(await ask()).toMatchObject({ code: isTold ? 'model.unreadable' : 'model.empty' });
    expect(server.seen).toHaveLength(isTold ? 3 : 2);
  });

  test('a text that is no result, beside tools: asked again for a call or the result, after the rounds: 2 requests', async () => {
    const { ask } = asking(way, { say: 'Let me look at the file.' }, { say: '', calls: [READ] });
    const reply = await ask({ exchanges: [{ text: '', calls: [{ callId: 'call_0', name: 'count', args: {} }], answers: [{ callId: 'call_0', text: '3', isError: false }] }] });
    expect(callsOf(reply)).toEqual([['file_read', { path: 'a.md' }]]);
    expect(server.seen).toHaveLength(2);
    expect(lastBody()).toContain('If you still need a tool, call it');
  });

  test.each([
    ['cut off', '{"path": "a', '{"path": "a'],
    ['single quotes', "{'path': 'a'}", { path: 'a' }],
    ['written as a text once more', '"{\\"path\\":\\"a\\"}"', { path: 'a' }],
    ['no object', '[1,2]', [1, 2]],
  ])('arguments that are no JSON object (%s): 1 request, what can be read without loss is data, the rest is the text; the next request goes through', async (_what, args, read) => {
    const { ask } = asking(way, { say: '', calls: [{ name: 'file_read', args }] }, DONE);
    const reply = await ask();
    expect([callsOf(reply), server.seen.length]).toEqual([[['file_read', read]], 1]);
    expect(await ask({ exchanges: [answered(reply, () => 'The arguments are no JSON object.')] })).toMatchObject({ value: { output: '12 rows' } });
  });

  test('a call without a name is a call with the name "", or is asked for again with the reason: at most 2 requests', async () => {
    const { ask } = asking(way, { say: '', calls: [{ name: '', args: '{"a":1}' }] }, { say: '', calls: [READ] });
    const reply = await ask();
    expect(callsOf(reply)).toEqual(server.seen.length === 1 ? [['', { a: 1 }]] : [['file_read', { path: 'a.md' }]]);
    if (server.seen.length > 1) expect(lastBody()).toContain('the call of a tool could not be read');
    expect(server.seen.length).toBeLessThanOrEqual(2);
    await ask({ exchanges: [answered(reply, () => 'No tool has this name.')] });
  });
});

const GOOGLE_STREAMS = { name: 'google/gemini-3-pro', streams: true };

test.each(BOTH.filter(({ name }) => !name.startsWith('google')))('$name, $way: a call whose name is missing is asked for again with the reason, 3 requests, then model.unreadable', async (way) => {
  const { ask } = asking(way, { say: '', calls: [{ name: null, args: '{}' }] });
  expect(await ask()).toMatchObject({ code: 'model.unreadable', details: { calls: 3 } });
  expect(server.seen).toHaveLength(3);
});

test('Google, whose package drops a call without a name: nothing is an empty answer, 2 requests', async () => {
  const { ask } = asking(GOOGLE_STREAMS, { say: '', calls: [{ name: null, args: '{}' }] });
  expect(await ask()).toMatchObject({ code: 'model.empty' });
  expect(server.seen).toHaveLength(2);
});

describe('what goes over the wire', () => {
  const first: Exchange = { text: 'Look.', calls: [{ callId: 'toolu_1', name: 'file_read', args: { path: 'a.md' } }], answers: [{ callId: 'toolu_1', text: '12', isError: false }] };
  const second: Exchange = { text: '', calls: [{ callId: 'toolu_2', name: 'count', args: {} }], answers: [{ callId: 'toolu_2', text: 'no such table', isError: true }] };

  test('Anthropic: tools, system and all rounds but the newest stand as they stood before; 2 cache marks, one moves on with the newest', async () => {
    const { ask } = asking({ name: 'anthropic/claude-sonnet-4-5', streams: false }, DONE);
    for (const exchanges of [[], [first], [first, second]]) await ask({ exchanges });
    const bodies = server.seen.map(({ body }) => body);
    for (const body of bodies) expect([body['tools'], body['system']]).toEqual([bodies[0]?.['tools'], bodies[0]?.['system']]);
    for (const body of bodies) expect(JSON.stringify(body).split('cache_control')).toHaveLength(3);
    const unmarked = bodies.map((body) => JSON.parse(JSON.stringify(body['messages'], (key, value: unknown) => (key === 'cache_control' ? undefined : value))));
    expect(unmarked[2].slice(0, unmarked[1].length)).toEqual(unmarked[1]);
    expect(unmarked[1].slice(0, unmarked[0].length)).toEqual(unmarked[0]);
    expect(JSON.stringify(bodies[2]?.['messages'])).toMatch(/no such table.*cache_control/);
  });

  test('an answer that is an error is marked as one where the format can say so', async () => {
    const { ask } = asking({ name: 'anthropic/claude-sonnet-4-5', streams: false }, DONE);
    await ask({ exchanges: [second] });
    expect(lastBody()).toContain('"is_error":true');
    for (const name of MODELS.slice(1, 4)) {
      await asking({ name, streams: false }, DONE).ask({ exchanges: [second] });
      expect(lastBody()).toMatch(/error.{0,9}no such table/);
    }
  });

  test.each(MODELS)('%s: beside tools the form of the answer is asked for in words, in the language of the request, and nothing is bound', async (name) => {
    await asking({ name, streams: false }, DONE).ask({ locale: 'zh' });
    expect(lastBody()).toContain('不再调用工具的那一次回答就是最终结果');
    expect(lastBody()).not.toMatch(/response_format|json_schema|responseSchema|responseMimeType|output_config/);
  });

  test('OpenAI: arguments are bound strictly where the schema allows it, and never by chance', async () => {
    await asking({ name: 'openai/gpt-5-mini', streams: false }, DONE).ask();
    expect(server.seen[0]?.body['tools']).toMatchObject([{ name: 'file_read', strict: true }, { name: 'count', strict: false }]);
    await asking({ name: 'compatible/qwen3', streams: false }, DONE).ask();
    expect(lastBody()).not.toContain('"strict"');
  });

  test('a provider that refuses to see its own thinking again is not shown it: 2 requests', async () => {
    const { ask } = asking({ name: 'groq/qwen3', streams: true }, { say: '', thinks: 'Let me look.', calls: [READ] }, DONE);
    expect(await ask({ exchanges: [answered(await ask())] })).toMatchObject({ value: { output: '12 rows' } });
    expect([server.seen.length, lastBody().includes('Let me look.')]).toEqual([2, false]);
  });

  test.each(MODELS)('%s: without tools nothing is said of tools, and a tool called all the same is answered as before', async (name) => {
    const { ask } = asking({ name, streams: false }, { say: '', calls: [READ] }, DONE);
    expect(await ask({ tools: [] })).toMatchObject({ value: { output: '12 rows' } });
    expect(server.seen[0]?.body).not.toHaveProperty('tools');
    expect([server.seen.length, lastBody().includes('there are no tools here')]).toEqual([2, true]);
  });
});

test('the model that is asked when the first one is overloaded gets the same conversation in its own form: 4 + 1 requests', async () => {
  server.script({ status: 529 }, { status: 529 }, { status: 529 }, { status: 529 }, DONE);
  const env = { ANTHROPIC_API_KEY: server.key, OPENAI_API_KEY: server.key };
  const models = aiSdkModels({ env, clock: { now: () => 0, sleep: async () => undefined }, settings: { endpoint: server.endpoint } });
  const exchanges: Exchange[] = [{ text: '', calls: [{ callId: 'functions.read:0', name: 'file_read', args: {}, meta: { model: 'anthropic/claude', options: { anthropic: { signature: 'x' } } } }], answers: [{ callId: 'functions.read:0', text: '12', isError: false }] }];
  const reply = await fallbackModel([models('anthropic/claude'), models('openai/gpt-5-mini')]).generate({ purpose: 'work', locale: 'en', system: 's', prompt: 'p', facts: {}, schema: SCHEMA, tools: TOOLS, exchanges, signal: new AbortController().signal });
  expect([reply.model, server.seen.length]).toEqual(['openai/gpt-5-mini', 5]);
});

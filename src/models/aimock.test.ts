// The same request against a fake server that others wrote: our own fake and our reading of the formats cannot agree on a mistake.
import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ModelRequest } from '../ports/model.ts';
import { aiSdkModel } from './ai-sdk.ts';

const PATHS = { anthropic: '/v1', openai: '/v1', 'openai-chat': '/v1', google: '/v1beta', compatible: '/v1' } as const;
const MODELS = ['anthropic/claude-sonnet-4-5', 'openai/gpt-5-mini', 'openai-chat/gpt-4o-mini', 'google/gemini-2.5-flash', 'compatible/qwen3'] as const;
const KEYS = { ANTHROPIC_API_KEY: 'k-anthropic', OPENAI_API_KEY: 'k-openai', GEMINI_API_KEY: 'k-google', OPENAI_COMPATIBLE_API_KEY: 'k-own' };

const mock = new LLMock({ port: 0 });
beforeAll(async () => {
  mock.onMessage('summer', { content: 'Summer is yours, take it while it lasts.' });
  mock.onMessage('as data', { content: '{"slogan":"夏天是你的"}' });
  mock.onMessage('too much', { content: 'and so on and', finishReason: 'length' });
  mock.on({ userMessage: 'rows', hasToolResult: false }, { content: 'I look first.', toolCalls: [{ name: 'file_read', arguments: '{"path":"a.md"}' }, { name: 'count', arguments: '{}' }] });
  mock.on({ userMessage: 'rows', hasToolResult: true }, { content: '{"slogan":"12 rows"}' });
  mock.onMessage('busy', { error: { message: 'slow down', type: 'rate_limit_error' }, status: 429 });
  await mock.start();
});
afterAll(async () => mock.stop());
beforeEach(() => mock.clearRequests());

function ask(name: (typeof MODELS)[number], prompt: string, more: Partial<ModelRequest> = {}): ReturnType<ReturnType<typeof aiSdkModel>['generate']> {
  const provider = Object.entries(PATHS).find(([prefix]) => name.startsWith(`${prefix}/`));
  const model = aiSdkModel(name, {
    env: KEYS,
    settings: { endpoint: mock.url + (provider?.[1] ?? '') },
    clock: { now: () => 0, sleep: async () => undefined },
  });
  return model.generate({ purpose: 'work', locale: 'en', system: 'You write slogans.', prompt, facts: {}, signal: new AbortController().signal, ...more });
}

describe.each(MODELS)('%s', (name) => {
  test('text at once and text as a stream are the same answer, 1 request each', async () => {
    const atOnce = await ask(name, 'One for the summer.');
    let live = '';
    const streamed = await ask(name, 'One for the summer.', { onText: (delta) => void (live += delta) });
    expect(atOnce.text).toBe('Summer is yours, take it while it lasts.');
    expect([streamed.text, live]).toEqual([atOnce.text, atOnce.text]);
    // This server writes 0 tokens in formats where it counts none; an answered call has taken some, so 0 is unknown.
    expect([atOnce.usage.inputTokens, atOnce.usage.outputTokens, streamed.usage.inputTokens]).not.toContain(0);
    expect(mock.getRequests()).toHaveLength(2);
  });

  test('an answer by schema comes as a value', async () => {
    const schema = { type: 'object', properties: { slogan: { type: 'string' } }, required: ['slogan'], additionalProperties: false };
    expect((await ask(name, 'as data', { schema })).value).toEqual({ slogan: '夏天是你的' });
  });

  test.each([false, true])('2 calls beside a text, their answers, the result: 2 requests (streaming: %s)', async (streams) => {
    const tools = ['file_read', 'count'].map((tool) => ({ name: tool, description: tool, parameters: { type: 'object', properties: {} } }));
    const schema = { type: 'object', properties: { slogan: { type: 'string' } }, required: ['slogan'], additionalProperties: false };
    const more: Partial<ModelRequest> = { tools, schema, ...(streams ? { onText: () => undefined } : {}) };
    const { text, calls = [] } = await ask(name, 'How many rows?', more);
    expect([text, calls.map((call) => [call.name, call.args])]).toEqual(['I look first.', [['file_read', { path: 'a.md' }], ['count', {}]]]);
    const answers = calls.map(({ callId }) => ({ callId, text: '12', isError: false }));
    expect((await ask(name, 'How many rows?', { ...more, exchanges: [{ text, calls, answers }] })).value).toEqual({ slogan: '12 rows' });
    expect(mock.getRequests()).toHaveLength(2);
  });

  test('a length stop is no success, and 429 for ever is 4 requests', async () => {
    await expect(ask(name, 'too much')).rejects.toMatchObject({ code: 'model.too_long' });
    await expect(ask(name, 'too much', { onText: () => undefined })).rejects.toMatchObject({ code: 'model.too_long' });
    mock.clearRequests();
    await expect(ask(name, 'busy')).rejects.toMatchObject({ code: 'model.overloaded', details: { calls: 4 } });
    expect(mock.getRequests()).toHaveLength(4);
  });
});

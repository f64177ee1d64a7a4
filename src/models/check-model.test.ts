// Whether a model can be used, told without a single paid call: the server counts what it was asked for.
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkKeys } from './check-keys.ts';
import { checkModel, type CheckOptions } from './check-model.ts';

const KEY = 'k-good-4711';
const BAD = 'zz91-bad-key';
const asked: string[] = [];
let mode: 'list' | 'no list' | 'broken' | 'silent' = 'list';
let server: Server;
let endpoint = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const key = [request.headers['x-api-key'], request.headers['x-goog-api-key'], request.headers.authorization?.replace('Bearer ', '')].find((value) => typeof value === 'string');
    const send = (status: number, body: unknown): void => void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (mode === 'silent') return;
    if (mode === 'broken') return send(503, { error: { message: 'down' } });
    if (key === BAD) return send(401, { error: { message: `bad key ${key}` } });
    if (mode === 'no list') return send(404, {});
    if (request.url === '/v1/models') return send(200, { data: [{ id: 'qwen3' }, { id: 'llama3:latest' }] });
    return request.url?.endsWith('/known') === true ? send(200, { id: 'known' }) : send(404, { error: { message: 'no such model' } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  endpoint = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/v1` : '';
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
  mode = 'list';
});

const envWith = (key: string): Record<string, string> => ({ ANTHROPIC_API_KEY: key, OPENAI_API_KEY: key, GEMINI_API_KEY: key, OPENAI_COMPATIBLE_API_KEY: key, OPENROUTER_API_KEY: key });
/** Only whoever is silent is not waited for: on a busy machine an answer may take a second. */
const options = (): CheckOptions => ({ settings: { endpoint }, ...(mode === 'silent' ? { timeoutMs: 100 } : {}) });
const check = (name: string, key = KEY): ReturnType<typeof checkModel> => checkModel(name, envWith(key), options());

describe('checkModel', () => {
  test.each(['anthropic', 'openai', 'openai-chat', 'google'])('%s: asks for the one model by GET, and nothing else', async (provider) => {
    expect(await check(`${provider}/known`)).toMatchObject({ ok: true, sure: true });
    expect(await check(`${provider}/other`)).toMatchObject({ ok: false, code: 'model.unknown' });
    expect(asked).toEqual(['GET /v1/models/known', 'GET /v1/models/other']);
  });
  test('a compatible server: the name is looked up in its list, `:latest` may be left out', async () => {
    expect(await check('compatible/qwen3')).toMatchObject({ ok: true, sure: true });
    expect(await check('compatible/llama3')).toMatchObject({ ok: true, sure: true });
    expect(await check('compatible/gpt-5')).toMatchObject({ ok: false, code: 'model.unknown', says: { zh: expect.stringContaining('qwen3、llama3:latest') } });
  });
  test('a compatible server without a list answers, but nothing is sure', async () => {
    mode = 'no list';
    expect(await check('compatible/qwen3')).toMatchObject({ ok: true, sure: false });
  });
  test('where the list is open to everybody, the key is checked at its own address first', async () => {
    await check('openrouter/qwen3', BAD);
    expect(asked).toEqual(['GET /v1/key']);
  });
  test.each(['anthropic', 'openai', 'google', 'compatible'])('%s: a wrong key is said in both languages, without the key', async (provider) => {
    const result = await check(`${provider}/known`, BAD);
    expect(result).toMatchObject({ ok: false, code: 'model.no_key' });
    expect(JSON.stringify(result)).not.toContain('zz91');
    expect(result.says.en).toMatch(/_API_KEY/);
    expect(result.says.zh).toMatch(/_API_KEY/);
  });
  test('no key and unknown provider: 0 requests', async () => {
    expect(await checkModel('openai/known', {}, { settings: { endpoint } })).toMatchObject({ ok: false, code: 'model.no_key' });
    expect(await checkModel('nobody/known', {}, { settings: { endpoint } })).toMatchObject({ ok: false, code: 'model.unknown' });
    expect(asked).toEqual([]);
  });
  test('down, silent and unreachable are model.overloaded, 1 request each, never a throw', async () => {
    mode = 'broken';
    expect(await check('openai/known')).toMatchObject({ ok: false, code: 'model.overloaded' });
    mode = 'silent';
    expect(await check('openai/known')).toMatchObject({ ok: false, code: 'model.overloaded', says: { en: expect.stringContaining('no answer in time') } });
    // On a busy machine the time may be over before the request has reached the server.
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(await checkModel('ollama/qwen3', {}, { settings: { endpoint: 'http://127.0.0.1:1/v1' } })).toMatchObject({ ok: false, code: 'model.overloaded', says: { en: expect.stringContaining('no connection') } });
  });
});

describe('checkKeys', () => {
  const keys = (env: Record<string, string>): ReturnType<typeof checkKeys> => checkKeys(env, options());

  test('asks each provider that has a key for its list, once, and names some of its models; without a key nobody is asked', async () => {
    const found = await keys({ OPENAI_API_KEY: KEY, GEMINI_API_KEY: KEY, UNRELATED: 'x' });
    expect(found.map(({ ok, says }) => [ok, says.en])).toEqual([
      [true, 'OPENAI_API_KEY (openai) works; 2 models, such as openai/qwen3, openai/llama3:latest.'], [true, 'GEMINI_API_KEY (google) works; 2 models, such as google/qwen3, google/llama3:latest.'],
    ]);
    expect(asked).toEqual(['GET /v1/models', 'GET /v1/models']);
    expect(await keys({})).toEqual([]);
  });
  test('a refused key is told with its variable in both languages, and never shown', async () => {
    const [found] = await keys({ ANTHROPIC_API_KEY: BAD });
    expect([found?.ok, found?.says.en.includes('ANTHROPIC_API_KEY'), found?.says.zh.includes('ANTHROPIC_API_KEY')]).toEqual([false, true, true]);
    expect(JSON.stringify(found)).not.toContain('zz91');
  });
  test('a server of one\'s own without a list answers, and one that is away is told', async () => {
    mode = 'no list';
    expect(await keys({ OLLAMA_BASE_URL: 'http://127.0.0.1:1' })).toMatchObject([{ ok: true, provider: 'ollama', says: { en: expect.stringContaining('it lists no models') } }]);
    mode = 'silent';
    expect(await keys({ OPENAI_API_KEY: KEY })).toMatchObject([{ ok: false, says: { en: expect.stringContaining('no answer in time') } }]);
  });
});

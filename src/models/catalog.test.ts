// The table of providers: what is found, what is missing, and what to set.
import { describe, expect, test } from 'vitest';
import { findPlace, PROVIDERS } from './catalog.ts';

describe('findPlace', () => {
  test.each(Object.entries(PROVIDERS))('%s: found with its first variable, and without a key the text names it', (provider, row) => {
    const [variable = ''] = row.keyVariables;
    const env = { [variable]: 'k-123456', [row.endpointVariable]: 'http://127.0.0.1:9/v1' };
    expect(findPlace(`${provider}/some/model:7b`, env)).toMatchObject({ ok: true, place: { modelId: 'some/model:7b', key: 'k-123456', endpoint: 'http://127.0.0.1:9/v1' } });
    const bare = findPlace(`${provider}/m`, { [row.endpointVariable]: 'http://127.0.0.1:9/v1' });
    if (row.needsKey) expect(bare).toMatchObject({ ok: false, code: 'model.no_key', says: { en: expect.stringContaining(variable), zh: expect.stringContaining(variable) } });
    else expect(bare.ok).toBe(true);
  });
  test('a key of white space is no key, and one with a line end is trimmed', () => {
    expect(findPlace('openai/m', { OPENAI_API_KEY: ' \n' })).toMatchObject({ code: 'model.no_key' });
    expect(findPlace('openai/m', { OPENAI_API_KEY: 'k-123456\n' })).toMatchObject({ place: { key: 'k-123456' } });
  });
  test('the second variable of a provider counts when the first is not set', () => {
    expect(findPlace('google/m', { GEMINI_API_KEY: 'k-2' })).toMatchObject({ place: { key: 'k-2', keyVariable: 'GEMINI_API_KEY' } });
  });
  test.each(['gpt-5', 'openai', 'openai/', 'opanai/gpt-5', '/gpt-5', '', 'toString/x', '__proto__/x'])('"%s" is unknown, and the known providers are listed', (name) => {
    expect(findPlace(name, { OPENAI_API_KEY: 'k-123456' })).toMatchObject({ ok: false, code: 'model.unknown', says: { en: expect.stringContaining('anthropic, openai') } });
  });
  test('`compatible` without an address names the variable; an address that is none is refused', () => {
    expect(findPlace('compatible/m', {})).toMatchObject({ ok: false, says: { zh: expect.stringContaining('OPENAI_COMPATIBLE_BASE_URL') } });
    expect(findPlace('compatible/m', { OPENAI_COMPATIBLE_BASE_URL: 'localhost:8000' })).toMatchObject({ ok: false });
  });
  test('`/v1` is added where users leave it out, and only there', () => {
    const endpoint = (name: string, env: Record<string, string>): unknown => {
      const found = findPlace(name, env);
      return found.ok && found.place.endpoint;
    };
    expect(endpoint('ollama/m', {})).toBe('http://127.0.0.1:11434/v1');
    expect(endpoint('ollama/m', { OLLAMA_BASE_URL: 'http://box:11434/' })).toBe('http://box:11434/v1');
    expect(endpoint('anthropic/m', { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'https://proxy.test/anthropic' })).toBe('https://proxy.test/anthropic/v1');
    expect(endpoint('openai/m', { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'https://proxy.test/x' })).toBe('https://proxy.test/x');
  });
});

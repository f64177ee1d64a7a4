// Which failures lead to the next model, and what of the failed one stays.
import { describe, expect, test } from 'vitest';
import { TeamError, type ErrorCode } from '../core/errors.ts';
import { sameInBoth } from '../core/json.ts';
import type { Model, ModelRequest } from '../ports/model.ts';
import { fallbackModel } from './fallback.ts';

const request: ModelRequest = { purpose: 'work', locale: 'en', system: '', prompt: '', facts: {}, signal: new AbortController().signal };
const asked: string[] = [];
const answers = (name: string): Model => ({
  name,
  generate: async ({ onText }) => {
    asked.push(name);
    onText?.(`${name} speaks`);
    return { text: `${name} speaks`, model: name, usage: {} };
  },
});
const fails = (name: string, code: ErrorCode, shows = ''): Model => ({
  name,
  generate: async ({ onText }) => {
    asked.push(name);
    if (shows !== '') onText?.(shows);
    throw new TeamError(code, sameInBoth(`${name} fails`));
  },
});

describe('fallbackModel', () => {
  test.each(['model.overloaded', 'model.no_key', 'model.unknown'] as const)('%s: the next one answers and says so', async (code) => {
    const model = fallbackModel([fails('a/1', code), answers('b/2')]);
    expect(model.name).toBe('a/1');
    expect(await model.generate(request)).toMatchObject({ model: 'b/2' });
  });
  test.each(['model.refused', 'model.too_long', 'model.empty', 'model.unreadable', 'model.bad_request', 'engine.interrupted'] as const)('%s: nobody else is asked', async (code) => {
    asked.length = 0;
    await expect(fallbackModel([fails('a/1', code), answers('b/2')]).generate(request)).rejects.toMatchObject({ code });
    expect(asked).toEqual(['a/1']);
  });
  test('when all fail, an overload speaks for them: it may pass', async () => {
    const all = fallbackModel([fails('a/1', 'model.no_key'), fails('b/2', 'model.overloaded'), fails('c/3', 'model.unknown')]);
    await expect(all.generate(request)).rejects.toThrow('b/2 fails');
    await expect(fallbackModel([fails('a/1', 'model.no_key'), fails('b/2', 'model.unknown')]).generate(request)).rejects.toThrow('a/1 fails');
  });
  test('the half text of the first is dropped once, and the text of the second arrives', async () => {
    let screen = '';
    let restarts = 0;
    const live: ModelRequest = { ...request, onText: (delta) => void (screen += delta), onRestart: () => void ((screen = ''), (restarts += 1)) };
    await fallbackModel([fails('a/1', 'model.overloaded', 'half a'), fails('b/2', 'model.no_key'), answers('c/3')]).generate(live);
    expect([screen, restarts]).toEqual(['c/3 speaks', 1]);
  });
});

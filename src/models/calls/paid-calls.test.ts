// Calls that were answered, though not well, have been paid for: the next one asks for leave, and what they took is not lost.
import { expect, test } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { TeamError } from '../../core/errors.ts';
import { sameInBoth } from '../../core/json.ts';
import type { ModelRequest } from '../../ports/model.ts';
import { providerModels } from './provider-model.ts';

const clock = { now: () => 0, sleep: async () => undefined };
const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] } as const;

function asked(texts: readonly string[], request: Partial<ModelRequest>) {
  const left = [...texts];
  let calls = 0;
  const model = providerModels({ env: { OPENAI_API_KEY: 'sk-test-key-1234567890' }, clock }, async () => async () => {
    calls += 1;
    const text = left.shift() ?? '';
    if (text === '503') throw Object.assign(new Error('busy'), { statusCode: 503 });
    return { parts: [{ kind: 'text', text }], callBegan: false, finish: 'stop', rawFinish: 'stop', usage: { inputTokens: 100, outputTokens: 10 } };
  })('openai/gpt-5');
  const ended = model.generate({ purpose: 'work', locale: 'en', system: '', prompt: 'p', facts: {}, schema, signal: new AbortController().signal, ...request });
  return ended.then((reply) => ({ reply, calls: () => calls }), (error: unknown) => ({ error, calls: () => calls }));
}

test('an unreadable, an empty and an overloaded call: leave is asked twice, not for the overload that cost nothing', async () => {
  let leaves = 0;
  const { calls } = await asked(['no json', '', '503', '{"ok":true}'], { beforeNextCall: async () => void (leaves += 1) });
  expect([calls(), leaves]).toEqual([4, 2]);
});

test('without leave there is no further call, and the refusal carries the 110 tokens that were paid for', async () => {
  verifies('budget.all_calls_count');
  const refused = await asked(['no json', '{"ok":true}'], { beforeNextCall: async () => Promise.reject(new TeamError('budget.used_up', sameInBoth('no room'))) });
  expect([refused.calls(), refused]).toEqual([1, expect.objectContaining({ error: expect.objectContaining({ code: 'budget.used_up', details: { usage: { inputTokens: 100, outputTokens: 10 } } }) })]);
});

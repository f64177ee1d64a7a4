// Any rounds, however a crash or another provider left them, become a history that every provider takes.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { faultInRequest } from '../../../test/wire-history.ts';
import { isJsonObject } from '../../core/json.ts';
import type { Exchange } from '../../ports/model.ts';
import { validHistory } from './valid-history.ts';

const id = fc.constantFrom('a', 'b', 'call00001', 'call00003', '', 'functions.read:0', '号', 'x'.repeat(41));
const text = fc.oneof(fc.constantFrom('', ' \n', 'said', '\uD800', '长'), fc.string({ unit: 'binary', maxLength: 8 }));
const args = fc.oneof(fc.constantFrom(null, '', '{"broken', 7), fc.array(fc.integer(), { maxLength: 2 }), fc.dictionary(fc.constantFrom('path', '__proto__', 'x\uDC00'), text, { maxKeys: 2 }));
const exchange = fc.record({
  text,
  calls: fc.array(fc.record({ callId: id, name: fc.oneof(fc.constantFrom('file_read', '', '读 文件', 'n'.repeat(99)), text), args }), { maxLength: 4 }),
  answers: fc.array(fc.record({ callId: id, text, isError: fc.boolean() }), { maxLength: 5 }),
});
const exchanges: fc.Arbitrary<readonly Exchange[]> = fc.array(exchange, { maxLength: 5 });

test('any 500 histories: every call has its one answer in order, ids are unique, nothing is empty or torn, and nothing of a call is lost', () => {
  verifies('models.history_always_valid');
  fc.assert(fc.property(exchanges, fc.constantFrom('en' as const, 'zh' as const), (given, locale) => {
    const valid = validHistory(given, locale);
    const ids = valid.flatMap(({ calls }) => calls.map(({ callId }) => callId));
    expect(new Set(ids).size).toBe(ids.length);
    for (const callId of ids) expect(callId).toMatch(/^[a-zA-Z0-9_-]{1,40}$/);
    for (const { calls, answers } of valid) {
      expect(calls.length).toBeGreaterThan(0);
      expect(answers.map(({ callId }) => callId)).toEqual(calls.map(({ callId }) => callId));
      for (const answer of answers) expect(answer.text.trim()).not.toBe('');
      for (const call of calls) expect([/^[a-zA-Z0-9_-]{1,64}$/.test(call.name), isJsonObject(call.args)]).toEqual([true, true]);
    }
    expect(JSON.stringify(valid)).not.toMatch(/\\ud[89a-f]/i);
    const kept = given.filter(({ calls }) => calls.length > 0);
    expect(valid.map(({ calls }) => calls.length)).toEqual(kept.map(({ calls }) => calls.length));
    expect(validHistory(valid, locale)).toEqual(valid);
  }), { numRuns: 500 });
});

test('an answer belongs to the call with its id, the second one to the second call with it', () => {
  fc.assert(fc.property(exchanges, (given) => {
    const valid = validHistory(given, 'en');
    for (const [round, { calls, answers }] of given.filter((one) => one.calls.length > 0).entries()) {
      for (const [at, call] of calls.entries()) {
        const before = calls.slice(0, at).filter(({ callId }) => callId === call.callId).length;
        const own = answers.filter(({ callId }) => callId === call.callId)[before];
        const answer = valid[round]?.answers[at];
        expect(answer?.isError).toBe(own?.isError ?? true);
        if (own !== undefined && own.text.trim() !== '') expect(answer?.text).toBe(own.text.toWellFormed());
      }
    }
  }), { numRuns: 300 });
});

test('what was right stays as it is', () => {
  const right: Exchange[] = [{ text: 'Look.', calls: [{ callId: 'toolu_1', name: 'file_read', args: { path: 'a' }, meta: { model: 'm' } }], answers: [{ callId: 'toolu_1', text: 'x', isError: false }] }];
  expect(validHistory(right, 'en')).toEqual(right);
});

test('the judge of the fake server is not blind: what is torn apart on purpose is refused in the words of each provider', () => {
  const use = { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'a', input: {} }] };
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }] };
  const user = { role: 'user', content: [{ type: 'text', text: 'go' }] };
  const tools = [{ name: 'a', input_schema: { type: 'object' } }];
  const anthropic = (...messages: readonly unknown[]) => faultInRequest('/v1/messages', { messages, tools });
  expect(anthropic(user, use, result)).toBeUndefined();
  expect(anthropic(user, use)).toContain('without `tool_result` blocks immediately after: t1');
  expect(anthropic(user, use, user)).toContain('without `tool_result` blocks immediately after: t1');
  expect(anthropic(user, result)).toContain('unexpected `tool_use_id`');
  expect(anthropic(user, use, result, use, result)).toContain('ids must be unique');
  const call = { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: { name: 'a', arguments: '{}' } }] };
  const answer = { role: 'tool', tool_call_id: 'c1', content: 'x' };
  const chat = (...messages: readonly unknown[]) => faultInRequest('/v1/chat/completions', { messages });
  expect(chat({ role: 'user', content: 'go' }, call, answer)).toBeUndefined();
  expect(chat(call)).toContain('did not have response messages: c1');
  expect(chat(call, { role: 'user', content: 'go' }, answer)).toContain('did not have response messages: c1');
  expect(chat(answer)).toContain('must be a response to a preceeding message');
  const responses = (...input: readonly unknown[]) => faultInRequest('/v1/responses', { input });
  expect(responses({ type: 'function_call', call_id: 'c1', name: 'a', arguments: '{}' }, { type: 'function_call_output', call_id: 'c1', output: 'x' })).toBeUndefined();
  expect(responses({ type: 'function_call', call_id: 'c1', name: 'a', arguments: '{}' })).toBe('No tool output found for function call c1.');
  expect(responses({ type: 'function_call_output', call_id: 'c1', output: 'x' })).toBe('No tool call found for function call output with call_id c1.');
  const asks = { role: 'model', parts: [{ functionCall: { name: 'a', args: {} } }] };
  const google = (...contents: readonly unknown[]) => faultInRequest('/v1/models/gemini-2.5-pro:generateContent', { contents });
  expect(google({ role: 'user', parts: [{ text: 'go' }] }, asks, { role: 'user', parts: [{ functionResponse: { name: 'a', response: {} } }] })).toBeUndefined();
  expect(google({ role: 'user', parts: [{ text: 'go' }] }, asks)).toContain('number of function response parts is equal');
});

// What a model said goes back to it as it said it: the same parts in the same order, also after a store; another model gets less.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callsIn, partsOf, textOf, type SaidPart } from './said-parts.ts';

const options = fc.option(fc.constantFrom({ options: { anthropic: { signature: 'abc' } } }, { options: { openai: { itemId: 'i1', reasoningEncryptedContent: null } } }), { nil: {} });
const words = fc.tuple(fc.constantFrom('text' as const, 'thought' as const), fc.constantFrom('a', 'bc', '长 text'), options).map(([kind, text, more]): SaidPart => ({ kind, text, ...more }));
const call = fc.tuple(fc.constantFrom('read', 'count'), options).map(([name, more]): SaidPart => ({ kind: 'call', callId: '', name, args: '{"a":1}', ...more }));
/** Ends with a call, as answers with calls do. */
const said = fc.tuple(fc.array(fc.oneof(words, call), { maxLength: 8 }), call).map(([before, last]) => [...before, last].map((part, index): SaidPart => (part.kind === 'call' ? { ...part, callId: `c${index}` } : part)));

const plain = (parts: readonly { readonly kind: string }[]): string => JSON.stringify(parts.map((part) => ('args' in part ? { ...part, args: typeof part.args === 'string' ? JSON.parse(part.args) : part.args } : part)));
const joined = (parts: readonly SaidPart[]): string => parts.flatMap((part) => (part.kind === 'call' ? [part.name] : part.kind === 'text' ? [part.text] : [])).join('|');

test('any 300 answers that told something to keep go back part by part as they came, to the model that gave them', () => {
  fc.assert(fc.property(said, (parts) => {
    const calls = callsIn(parts, { model: 'a/b', exchanges: [] });
    const exchange = JSON.parse(JSON.stringify({ text: textOf(parts), calls, answers: [] }));
    const back = partsOf(exchange, 'a/b');
    expect(back.flatMap((part) => (part.kind === 'call' ? [part.callId] : []))).toEqual(parts.flatMap((part) => (part.kind === 'call' ? [part.callId] : [])));
    expect(textOf(back.filter((part) => part.kind !== 'call'))).toBe(textOf(parts));
    if (parts.some((part) => part.kind === 'thought' || (part.kind === 'text' && part.options !== undefined))) expect(plain(back)).toBe(plain(parts));
  }), { numRuns: 300 });
});

test('another model gets the text and the calls, none of the thinking and nothing that only the first one understands', () => {
  fc.assert(fc.property(said, (parts) => {
    const back = partsOf({ text: textOf(parts), calls: callsIn(parts, { model: 'a/b', exchanges: [] }), answers: [] }, 'c/d');
    expect(back.filter((part) => part.kind === 'thought' || part.options !== undefined)).toEqual([]);
    expect(textOf(back.filter((part) => part.kind !== 'call'))).toBe(textOf(parts));
    expect(joined(parts).split('|')).toEqual(expect.arrayContaining(back.flatMap((part) => (part.kind === 'call' ? [part.name] : []))));
  }), { numRuns: 200 });
});

test('ids of earlier rounds are not given a second time', () => {
  const exchanges = [{ text: '', calls: [{ callId: 'call00002', name: 'read', args: {} }, { callId: 'x', name: 'read', args: {} }], answers: [] }];
  const part = (callId: string): SaidPart => ({ kind: 'call', callId, name: 'read', args: '' });
  expect(callsIn([part('x'), part(''), part('y')], { model: 'a/b', exchanges }).map(({ callId }) => callId)).toEqual(['call00003', 'call00004', 'y']);
});

// What a call costs, and what nobody knows.
import { expect, test } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { costOf, priceOf, type Price } from './prices.ts';
import { areModelNames, readModelNames } from './model-names.ts';
import { windowOf } from './model-windows.ts';

const price = (model: string): Price => {
  const found = priceOf(model);
  if (found === undefined) throw new Error(`no price of ${model}`);
  return found;
};

test('1,000,000 tokens in and 100,000 out of Claude Sonnet 5.5 cost 3 dollars; with 900,000 of them from the cache 1.29 dollars', () => {
  expect(costOf(price('anthropic/claude-sonnet-5-5'), { inputTokens: 1_000_000, outputTokens: 100_000 })).toBe(3_000_000);
  expect(costOf(price('anthropic/claude-sonnet-5-5'), { inputTokens: 1_000_000, cachedInputTokens: 900_000, outputTokens: 100_000 })).toBe(1_290_000);
});

test('a prompt of 100,001 tokens makes the whole request of Claude Haiku 5.5 five times as dear', () => {
  expect(costOf(price('anthropic/claude-haiku-5-5'), { inputTokens: 100_000, outputTokens: 1_000 })).toBe(10_500);
  expect(costOf(price('anthropic/claude-haiku-5-5'), { inputTokens: 100_001, outputTokens: 1_000 })).toBe(52_501);
});

test('where no price of cached input is known, it costs what other input costs', () => {
  expect(costOf({ input: 1_000_000, output: 0 }, { inputTokens: 10, cachedInputTokens: 10, outputTokens: 0 })).toBe(10);
});

test('an unknown model has no price, a call whose tokens nobody told has no cost, and neither is 0', () => {
  verifies('budget.unknown_is_unknown');
  expect(priceOf('ollama/llama3')).toBeUndefined();
  expect(priceOf('constructor')).toBeUndefined();
  expect(costOf(price('openai/gpt-5'), { inputTokens: 10 })).toBeUndefined();
  expect(costOf(price('openai/gpt-5'), { outputTokens: 10 })).toBeUndefined();
});

test('a snapshot and the other wire format cost what the model costs; own prices go before the table', () => {
  expect(priceOf('openai/gpt-5-2025-08-07')).toEqual(price('openai/gpt-5'));
  expect(priceOf('anthropic/claude-haiku-4-5-20251001')).toEqual(price('anthropic/claude-haiku-4-5'));
  expect(priceOf('openai-chat/gpt-4o')).toEqual(price('openai/gpt-4o'));
  const own = { input: 1, output: 2 };
  expect(priceOf('openai/gpt-5', { 'openai/gpt-5': own })).toBe(own);
  expect(priceOf('ollama/llama3', { 'ollama/llama3': own })).toBe(own);
});

test('the well-known models of three providers have a price: output dearer than input, cached input never dearer', () => {
  for (const model of ['anthropic/claude-opus-5-5', 'anthropic/claude-sonnet-4-6', 'anthropic/claude-haiku-5-5', 'openai/gpt-6.1-terra', 'openai/gpt-5.4-mini', 'openai/gpt-5.1-2025-11-13', 'openai-chat/gpt-5.2', 'openai/o4-mini', 'google/gemini-2.5-flash-lite', 'google/gemini-3.1-pro-preview']) {
    const { input, cachedInput = input, output, long } = price(model);
    expect([model, output > input, cachedInput <= input, long === undefined || long.input > input]).toEqual([model, true, true, true]);
  }
});

test.each([
  ['a/b', ['a/b']], ['a/b, c/d', ['a/b', 'c/d']], [['a/b', 'c/d'], ['a/b', 'c/d']], ['a/b,a/b', ['a/b']], ['inherit', undefined], ['', undefined], [undefined, undefined], ['inherit, c/d', ['c/d']],
] as const)('%j names %j', (named, names) => expect(readModelNames(named)).toEqual(names));

test('two names with a comma have the form of names, the short names of other tools have not', () => {
  expect(['anthropic/claude, openai/gpt-5', 'rehearsal', 'ollama/a/b'].map(areModelNames)).toEqual([true, true, true]);
  expect(['sonnet', 'opus', 'a/b c/d', 'a/b,'].map(areModelNames)).toEqual([false, false, false, false]);
});

test('a model reads as much as its row says, one that is not known 128,000 tokens', () => {
  expect(['anthropic/claude-opus-5-5', 'anthropic/claude-haiku-4-5', 'openai-chat/gpt-5-mini', 'ollama/llama3'].map(windowOf)).toEqual([1_000_000, 200_000, 272_000, 128_000]);
});

// The scripted model answers from data, in order, and tells the test what it was not told.
import { describe, expect, test } from 'vitest';
import { TeamError } from '../core/errors.ts';
import { sameInBoth } from '../core/json.ts';
import type { ModelRequest } from '../ports/model.ts';
import { calling } from './scripted-calls.ts';
import { approved, done, planned, rejected } from './answers.ts';
import { scriptedModel } from './scripted-model.ts';

const about = (purpose: ModelRequest['purpose'], facts: ModelRequest['facts'], more: Partial<ModelRequest> = {}): ModelRequest => ({ purpose, locale: 'en', system: '', prompt: '', facts, signal: new AbortController().signal, ...more });
const work = (title: string, member = 'ann') => about('work', { task: { title }, member: { agent_id: member } }, { schema: { type: 'object' } });

// Made outside of a test, so that what it complains of is looked at here and fails nothing.
const silent = scriptedModel({ work: { Slogan: [done('only one')] }, review: { '*': 'no object' }, summarise: ['text'] });
const lonely = scriptedModel({});
const toolless = scriptedModel({ work: [calling({ name: 'file_read' })] });

test('answers come by title, then by member, then for anything, each list in order', async () => {
  const model = scriptedModel({ work: { Slogan: [done('first'), done('second')], ann: [done('of ann')], '*': done('of anybody') } });
  const outputs = [];
  for (const request of [work('Slogan'), work('Poster'), work('Slogan'), work('Poster'), work('Poster', 'ben'), work('Slogan')]) outputs.push((await model.generate(request)).value);
  expect(outputs.map((value) => (value as { output: string }).output)).toEqual(['first', 'of ann', 'second', 'of anybody', 'of anybody', 'of anybody']);
  expect(model.requests).toHaveLength(6);
  expect([model.unused(), model.problems]).toEqual([[], []]);
});

test('plans and summaries go by the text of the goal, a new plan of a stuck task by its title', async () => {
  const model = scriptedModel({ plan: { 'Sell tea': [planned({ title: 'Slogan' })], Stuck: [planned({ title: 'Simpler' })] }, summarise: { 'Sell tea': 'Sold.' } });
  const schema = { type: 'object' };
  expect((await model.generate(about('plan', { goal: 'Sell tea', limits: {} }, { schema }))).value).toMatchObject({ tasks: [{ id: 't1', title: 'Slogan', depends_on: [] }] });
  expect((await model.generate(about('plan', { goal: 'Sell tea', limits: {}, tasks: [{ title: 'Stuck' }] }, { schema }))).value).toMatchObject({ tasks: [{ title: 'Simpler' }] });
  expect(await model.generate(about('summarise', { goal: 'Sell tea', tasks: [] }))).toEqual({ text: 'Sold.', model: 'scripted', usage: {} });
});

test('a fault is thrown as it is, a function sees the request, and text is shown as it comes', async () => {
  const model = scriptedModel({ work: [new TeamError('model.overloaded', sameInBoth('Busy. Later.')), ({ facts }) => done((facts['task'] as { title: string }).title)] });
  const heard: string[] = [];
  await expect(model.generate(work('Slogan'))).rejects.toMatchObject({ code: 'model.overloaded' });
  expect(await model.generate({ ...work('Slogan'), onText: (text) => void heard.push(text) })).toMatchObject({ value: { output: 'Slogan' } });
  expect(heard.join('')).toBe('{"output":"Slogan","execution_summary":"as asked"}');
});

test('a call ends with its signal, also while the answer is still being made', async () => {
  const model = scriptedModel({ work: [() => new Promise(() => undefined)] });
  const stopping = new AbortController();
  const call = model.generate({ ...work('Slogan'), signal: stopping.signal });
  stopping.abort();
  await expect(call).rejects.toMatchObject({ code: 'engine.interrupted' });
});

test('approved and rejected answer every criterion that was asked, in the form that was asked for', () => {
  const request = about('review', { criteria: [{ id: 'c1' }, { id: 'c2' }] }, { schema: { type: 'object', properties: { scores: { type: 'object', properties: { style: { type: 'number' } } } } } });
  expect(approved('Good.')(request)).toEqual({ approved: true, comment: 'Good.', criteria: [{ id: 'c1', passed: true, fix: '' }, { id: 'c2', passed: true, fix: '' }], scores: { style: 5 } });
  expect(rejected('Say the price.')(request)).toEqual({ approved: false, comment: 'Say the price.', criteria: [{ id: 'c1', passed: false, fix: 'Say the price.' }, { id: 'c2', passed: true, fix: '' }], scores: { style: 2 } });
});

test('a script calls tools, alone or beside a text, well or badly; ids count through the conversation', async () => {
  const model = scriptedModel({ work: [calling({ name: 'file_read', args: { path: 'a' } }, { name: 'nope' }), calling('Again.', { name: '', args: '{"broken' }, { name: 'file_read', callId: 'same' }), done('ok')] });
  const tools = [{ name: 'file_read', description: '', parameters: {} }];
  const first = await model.generate({ ...work('Slogan'), tools });
  expect(first).toEqual({ text: '', model: 'scripted', usage: {}, calls: [{ callId: 'call_1', name: 'file_read', args: { path: 'a' } }, { callId: 'call_2', name: 'nope', args: {} }] });
  const exchanges = [{ text: first.text, calls: first.calls ?? [], answers: [] }];
  const heard: string[] = [];
  const second = await model.generate({ ...work('Slogan'), tools, exchanges, onText: (text) => void heard.push(text) });
  expect([second.text, second.calls, heard]).toEqual(['Again.', [{ callId: 'call_3', name: '', args: '{"broken' }, { callId: 'same', name: 'file_read', args: {} }], ['Again.']]);
  expect(await model.generate({ ...work('Slogan'), tools })).toMatchObject({ value: { output: 'ok' } });
});

describe('what the script does not foresee', () => {
  test('calls where no tools were offered are refused', async () => {
    await expect(toolless.generate(work('Slogan'))).rejects.toThrow(/calls a tool, but the request offers none.*Give the member tools/s);
  });

  test('a call without an answer is refused with its purpose, what it is about, and what to add', async () => {
    await expect(silent.generate(work('Poster'))).rejects.toMatchObject({ code: 'model.bad_request', message: 'The script has no answer for work about "Poster" or "ann" or "*". Add one to scriptedModel({ work: … }).' });
    await silent.generate(work('Slogan'));
    await expect(silent.generate(work('Slogan'))).rejects.toThrow('no answer left for work about "Slogan"');
    expect(silent.unused()).toEqual(['summarise, *: 1 left']);
  });

  test('an answer that does not fit the form that was asked for is refused with the misfit', async () => {
    await expect(silent.generate(about('review', {}, { schema: { type: 'object', required: ['approved'] } }))).rejects.toThrow(/scripted answer for review about "\*" does not fit the form that was asked for: .*object.*Mend/s);
    expect(silent.problems).toHaveLength(3);
  });

  test('a call with a form and a text answer that fits it is fine; data where text was asked for is not', async () => {
    const model = scriptedModel({ summarise: ['a text'] });
    expect(await model.generate(about('summarise', {}, { schema: { type: 'string' } }))).toMatchObject({ value: 'a text' });
    await expect(lonely.generate(about('summarise', {}))).rejects.toThrow('no answer for summarise');
  });

  // The engine takes the fault of a model as its own business; the test fails all the same.
  test.fails('fails the test in which the model was made, although nobody looked at the fault', async () => {
    await scriptedModel({}).generate(work('Slogan')).catch(() => undefined);
  });
});

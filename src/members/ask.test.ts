// One call to a model: what is recorded of it, what is reserved for it, and what happens to a prompt that is too long.
import { expect, test } from 'vitest';
import { verifies } from '../../test/verifies.ts';
import { TeamError } from '../core/errors.ts';
import { sameInBoth } from '../core/json.ts';
import { attemptId } from '../core/ids.ts';
import { estimateTokens } from '../core/text/estimate-tokens.ts';
import { CUT_MARK } from '../core/text/shorten-parts.ts';
import type { TurnRecord, WorkOrder } from '../ports/member.ts';
import type { Model, ModelRequest } from '../ports/model.ts';
import { readPrompts } from '../prompts/read-prompts.ts';
import { asking } from './ask.ts';
import { workStep } from './model-work.ts';

const clock = { now: () => 0, every: () => () => undefined, sleep: async () => undefined };
const member = { agentId: 'ann', name: 'Ann', kind: 'model' as const, roles: ['worker' as const], skills: [], allowedTools: [], deniedTools: [], capacity: 1 };

interface Asked {
  readonly requests: readonly ModelRequest[];
  readonly turns: readonly TurnRecord[];
  readonly outcome: unknown;
}

/** The member does a task with this context; the model answers by what it is sent. */
async function work(answer: (request: ModelRequest, call: number) => unknown, { context = [], name = 'a/b', ...more }: { context?: WorkOrder['context']; name?: string; reserve?: WorkOrder['reserve']; rework?: WorkOrder['rework'] } = {}): Promise<Asked> {
  const requests: ModelRequest[] = [];
  const turns: TurnRecord[] = [];
  const model: Model = {
    name,
    async generate(request) {
      requests.push(request);
      const value = await answer(request, requests.length);
      if (value instanceof Error) throw value;
      return { text: '', value: { output: 'done', execution_summary: '' }, model: name, usage: { inputTokens: 7, outputTokens: 3 } };
    },
  };
  const order: WorkOrder = {
    task: { taskId: 'task_1', title: 'Compare', content: 'Compare the reports.', input: { report: 'R'.repeat(300) }, criteria: [] }, input: {}, attemptId: attemptId('task_1', 1), attempt: 1, context, results: async () => ({}) as never, rework: null, note: null, folder: '/',
    locale: 'en', signal: new AbortController().signal, record: (turn) => void turns.push(turn), onText: () => undefined, callTool: () => Promise.reject(new Error('no tools here')), ...more,
  };
  const outcome = await workStep(member, asking({ model: async () => model, prompts: readPrompts, clock }))(order).catch((error: unknown) => error);
  return { requests, turns, outcome };
}

const tooLong = () => new TeamError('model.bad_request', sameInBoth('too long'), { details: { kind: 'context', usage: {} } });
const piece = (source: string, text: string) => ({ source, text });
const sent = (request: ModelRequest | undefined): number => estimateTokens(request?.system ?? '') + estimateTokens(request?.prompt ?? '');

test('a context of 600,000 letters is cut before the first call to what a model of 128,000 tokens reads; the task and the rework stay whole', async () => {
  verifies('models.context_shortened');
  const rework = { previousOutput: 'P'.repeat(3_000), fixes: ['F'.repeat(300)] };
  const { requests, outcome } = await work(() => undefined, { context: [piece('task_7', 'o'.repeat(600_000)), piece('task_8', 'the newest')], rework });
  expect(outcome).toMatchObject({ output: 'done' });
  expect(requests).toHaveLength(1);
  expect(sent(requests[0])).toBeLessThanOrEqual(112_000);
  expect(sent(requests[0])).toBeGreaterThan(100_000);
  for (const whole of ['R'.repeat(300), 'P'.repeat(3_000), 'F'.repeat(300), 'the newest', CUT_MARK.en]) expect(requests[0]?.prompt).toContain(whole);
});

test('the same context is sent whole to a model that reads 1,000,000 tokens', async () => {
  const { requests } = await work(() => undefined, { context: [piece('task_7', 'o'.repeat(600_000))], name: 'anthropic/claude-opus-5-5' });
  expect(requests[0]?.prompt).toContain('o'.repeat(600_000));
});

test('text full of quotes takes twice its room in the prompt, and still the limit holds', async () => {
  const { requests } = await work(() => undefined, { context: [piece('task_7', '"\n'.repeat(300_000))] });
  expect(sent(requests[0])).toBeLessThanOrEqual(112_000);
});

test('a provider that finds 9,000 letters too long is asked once more with half of them, and both calls are on record', async () => {
  const { requests, turns, outcome } = await work((_request, call) => (call === 1 ? tooLong() : undefined), { context: [piece('task_7', 'o'.repeat(9_000))] });
  expect(outcome).toMatchObject({ output: 'done' });
  expect(requests.map(({ prompt }) => Math.round((prompt.match(/o{50,}/u)?.[0].length ?? 0) / 1_000))).toEqual([9, 4]);
  expect(turns.map(({ error }) => error)).toEqual(['model.bad_request', undefined]);
});

test('still too long: 2 calls, then the fault of the provider; with no context to shorten, 1 call', async () => {
  verifies('models.context_shortened');
  const twice = await work(tooLong, { context: [piece('task_7', 'o'.repeat(9_000))] });
  expect([twice.requests.length, twice.outcome]).toEqual([2, expect.objectContaining({ code: 'model.bad_request', details: expect.objectContaining({ kind: 'context' }) })]);
  const once = await work(tooLong);
  expect([once.requests.length, once.outcome]).toEqual([1, expect.objectContaining({ code: 'model.bad_request' })]);
});

test('what an answer took before the call failed is on record with the failure', async () => {
  verifies('budget.all_calls_count');
  const { turns } = await work(() => new TeamError('model.unreadable', sameInBoth('no'), { details: { usage: { inputTokens: 900, outputTokens: 80 } } }));
  expect(turns).toMatchObject([{ error: 'model.unreadable', inputTokens: 900, outputTokens: 80 }]);
});

test('room is reserved before the call and again before a further one; the answer may take what was reserved for it', async () => {
  const asked: unknown[] = [];
  const reserve: WorkOrder['reserve'] = async (call) => {
    asked.push(call.models);
    return { reserved: { tokens: 100, micros: 5, turns: 1 }, answerTokens: 60 };
  };
  const { requests, turns } = await work((request) => request.beforeNextCall?.(), { reserve });
  expect(asked).toEqual([['a/b'], ['a/b']]);
  expect(requests[0]?.maxOutputTokens).toBe(60);
  expect(turns[0]?.reserved).toEqual({ tokens: 200, micros: 10, turns: 2 });
});

test('without room no call is made and nothing is recorded', async () => {
  const { requests, turns, outcome } = await work(() => undefined, { reserve: async () => Promise.reject(new TeamError('budget.used_up', sameInBoth('no room'))) });
  expect([requests.length, turns.length, outcome]).toEqual([0, 0, expect.objectContaining({ code: 'budget.used_up' })]);
});

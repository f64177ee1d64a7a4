// A member with tools: what is asked, what is answered, what comes next, and where it ends.
import { expect, test } from 'vitest';
import { verifies } from '../../test/verifies.ts';
import { TeamError } from '../core/errors.ts';
import { sameInBoth } from '../core/json.ts';
import { attemptId } from '../core/ids.ts';
import { estimateTokens } from '../core/text/estimate-tokens.ts';
import { CUT_MARK } from '../core/text/shorten-parts.ts';
import type { ToolRounds, TurnRecord, WorkOrder } from '../ports/member.ts';
import type { Exchange, ModelRequest, ToolAnswer, ToolRequest } from '../ports/model.ts';
import { readPrompts } from '../prompts/read-prompts.ts';
import { done } from '../testing/answers.ts';
import { calling } from '../testing/scripted-calls.ts';
import { scriptedModel, type Script, type ScriptedModel } from '../testing/scripted-model.ts';
import { MAX_ROUNDS } from './ask-in-rounds.ts';
import { asking } from './ask.ts';
import { workStep } from './model-work.ts';

const clock = { now: () => 0, every: () => () => undefined, sleep: async () => undefined };
const member = { agentId: 'ann', name: 'Ann', kind: 'model' as const, roles: ['worker' as const], skills: [], allowedTools: [], deniedTools: [], capacity: 1 };
const READ = { name: 'file_read', description: 'Reads a file.', parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] } };
const read = (path: string) => calling({ name: 'file_read', args: { path } });

interface Worked {
  readonly model: ScriptedModel;
  readonly asked: readonly (readonly ToolRequest[])[];
  readonly turns: readonly TurnRecord[];
  readonly outcome: unknown;
}

interface World {
  readonly work: NonNullable<Script['work']>;
  readonly say?: (call: ToolRequest) => string;
  readonly history?: readonly Exchange[];
  readonly offers?: ToolRounds['offers'];
  readonly order?: Partial<WorkOrder>;
  readonly name?: string;
}

async function work({ work: script, say = ({ name }) => `answer of ${name}`, history = [], offers = [READ], order = {}, name = 'a/b' }: World): Promise<Worked> {
  const model = scriptedModel({ work: script }, { name });
  const asked: (readonly ToolRequest[])[] = [];
  const turns: TurnRecord[] = [];
  const rounds: ToolRounds = {
    offers,
    history: async () => history,
    answer: async (_text, calls) => {
      asked.push(calls);
      return calls.map((call): ToolAnswer => ({ callId: call.callId, text: say(call), isError: call.name !== 'file_read' }));
    },
  };
  const whole: WorkOrder = {
    task: { taskId: 'task_1', title: 'Compare', content: 'Compare the reports.', input: { report: 'R'.repeat(300) }, criteria: [{ id: 'c1', rule: 'sentence', text: 'K'.repeat(300) }] },
    input: {}, attemptId: attemptId('task_1', 1), attempt: 1, context: [], results: async () => ({}) as never, rework: null, note: null, folder: '/',
    locale: 'en', signal: new AbortController().signal, record: (turn) => void turns.push(turn), onText: () => undefined, callTool: () => Promise.reject(new Error('no tools here')), tools: rounds, ...order,
  };
  const outcome = await workStep(member, asking({ model: async () => model, prompts: readPrompts, clock }))(whole).catch((error: unknown) => error);
  return { model, asked, turns, outcome };
}

const exchangesIn = ({ model }: Worked, at: number): readonly Exchange[] => model.requests[at]?.exchanges ?? [];
const tokensIn = (request: ModelRequest | undefined): number => estimateTokens(request?.system ?? '') + estimateTokens(request?.prompt ?? '') + estimateTokens(JSON.stringify(request?.exchanges ?? []));
const round = (index: number, answer: string): Exchange => ({ text: '', calls: [{ callId: `h${index}`, name: 'file_read', args: { path: `${index}.md` } }], answers: [{ callId: `h${index}`, text: answer, isError: false }] });

test('2 rounds of calls, then a result: 3 turns on record, each request holds all rounds so far with an answer to every call', async () => {
  const worked = await work({ work: [calling('Two at once.', { name: 'file_read', args: { path: 'a.md' } }, { name: 'nope', args: '{"broken' }), read('b.md'), done('compared')] });
  expect(worked.outcome).toEqual({ output: 'compared', executionSummary: 'as asked' });
  expect(worked.asked).toEqual([
    [{ callId: 'call_1', name: 'file_read', args: { path: 'a.md' } }, { callId: 'call_2', name: 'nope', args: '{"broken' }],
    [{ callId: 'call_3', name: 'file_read', args: { path: 'b.md' } }],
  ]);
  expect(worked.model.requests.map(({ exchanges }) => exchanges?.map(({ text, answers }) => [text, answers.map(({ callId, isError }) => `${callId} ${isError}`)]))).toEqual([
    [],
    [['Two at once.', ['call_1 false', 'call_2 true']]],
    [['Two at once.', ['call_1 false', 'call_2 true']], ['', ['call_3 false']]],
  ]);
  expect(worked.turns.map(({ purpose, prompt }) => `${purpose} ${prompt}`)).toEqual(['work do-task', 'work do-task', 'work do-task']);
  expect(worked.model.requests.every(({ tools, prompt }) => tools?.length === 1 && prompt === worked.model.requests[0]?.prompt)).toBe(true);
});

test('a lost attempt goes on from its 1 round: the first request of the next one holds it, and its call is not made again', async () => {
  const worked = await work({ work: [done('compared')], history: [round(1, 'the text of 1.md')] });
  expect(worked.outcome).toMatchObject({ output: 'compared' });
  expect([worked.asked, exchangesIn(worked, 0)]).toEqual([[], [round(1, 'the text of 1.md')]]);
});

test('where a task may call nothing, no tool is offered, and what an earlier attempt did with tools is told as material', async () => {
  const worked = await work({ work: [done('compared')], offers: [], history: [round(1, 'the text of 1.md')] });
  const [request] = worked.model.requests;
  expect([request?.tools, request?.exchanges]).toEqual([undefined, undefined]);
  expect(request?.prompt).toContain('the text of 1.md');
});

test('a declined task ends the rounds', async () => {
  expect((await work({ work: [read('a.md'), { declined: 'a.md is empty' }] })).outcome).toEqual({ declined: 'a.md is empty' });
});

test(`a model that only calls is stopped after ${MAX_ROUNDS} rounds with model.no_end, those of a lost attempt counted`, async () => {
  verifies('models.rounds_are_bounded');
  const worked = await work({ work: { '*': read('a.md') }, history: Array.from({ length: MAX_ROUNDS - 3 }, (_, index) => round(index, 'x')) });
  expect(worked.outcome).toMatchObject({ code: 'model.no_end', details: { rounds: MAX_ROUNDS } });
  expect([worked.asked.length, worked.turns.length]).toEqual([3, 3]);
});

test('what ends the attempt while a round is answered ends the work: no further call', async () => {
  const worked = await work({ work: [read('a.md')], say: () => { throw new TeamError('engine.interrupted', sameInBoth('stopped')); } });
  expect([worked.outcome, worked.turns.length]).toEqual([expect.objectContaining({ code: 'engine.interrupted' }), 1]);
});

test('each round is reserved before it is asked, with all that it will read', async () => {
  const ahead: number[] = [];
  const reserve: WorkOrder['reserve'] = async ({ inputTokens }) => {
    ahead.push(inputTokens);
    return { reserved: { tokens: 1, micros: 1, turns: 1 }, answerTokens: 99 };
  };
  const { outcome } = await work({ work: [read('a.md'), read('b.md'), done('ok')], say: () => 'x'.repeat(3_000), order: { reserve } });
  expect(outcome).toMatchObject({ output: 'ok' });
  expect(ahead).toHaveLength(3);
  for (const [index, tokens] of ahead.slice(1).entries()) expect(tokens - (ahead[index] ?? 0)).toBeGreaterThanOrEqual(1_000);
});

test('25 rounds with 30,000 letters each stay below what a model of 128,000 tokens reads: the oldest are cut or gone, task, criteria and the newest round are whole', async () => {
  verifies('models.rounds_are_bounded');
  let count = 0;
  const worked = await work({ work: { '*': () => (++count > 25 ? done('ok') : read(`${count}.md`)) }, say: ({ args }) => `${JSON.stringify(args)} ${'t'.repeat(30_000)}` });
  expect(worked.outcome).toMatchObject({ output: 'ok' });
  expect(worked.model.requests).toHaveLength(26);
  for (const request of worked.model.requests) {
    expect(tokensIn(request)).toBeLessThanOrEqual(112_000);
    for (const whole of ['R'.repeat(300), 'K'.repeat(300)]) expect(request.prompt).toContain(whole);
    for (const { calls, answers } of request.exchanges ?? []) expect(answers.map(({ callId }) => callId)).toEqual(calls.map(({ callId }) => callId));
    const newest = request.exchanges?.at(-1)?.answers[0]?.text;
    if (newest !== undefined) expect(newest).toHaveLength(30_000 + newest.indexOf(' ') + 1);
  }
  const last = worked.model.requests.at(-1)?.exchanges ?? [];
  expect(last[0]?.answers[0]?.text.endsWith(CUT_MARK.en)).toBe(true);
});

test('rounds that find no room even cut are left out, and the prompt says how many', async () => {
  const big = (index: number): Exchange => ({ text: '', calls: [{ callId: `b${index}`, name: 'file_write', args: { text: 'w'.repeat(60_000) } }], answers: [{ callId: `b${index}`, text: 'written', isError: false }] });
  const worked = await work({ work: [done('ok')], history: Array.from({ length: 9 }, (_, index) => big(index)) });
  expect(exchangesIn(worked, 0)).toHaveLength(5);
  expect(worked.model.requests[0]?.prompt).toContain('[The first 4 rounds of your tool calls and their results were left out for lack of room.]');
});

test('a provider that finds it too long is asked once more with half of the older rounds, and the next round is short from the start', async () => {
  const tooLong = new TeamError('model.bad_request', sameInBoth('too long'), { details: { kind: 'context', usage: {} } });
  const history = Array.from({ length: 8 }, (_, index) => round(index, 'o'.repeat(9_000)));
  const worked = await work({ work: [tooLong, read('new.md'), done('ok')], history, say: () => 'new' });
  expect(worked.outcome).toMatchObject({ output: 'ok' });
  const sizes = worked.model.requests.map(tokensIn);
  expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) * 0.75);
  expect(sizes[2]).toBeLessThan((sizes[0] ?? 0) * 0.75);
  expect(exchangesIn(worked, 1).at(-1)).toEqual(history.at(-1));
  expect(worked.turns.map(({ error }) => error)).toEqual(['model.bad_request', undefined, undefined]);
});

test('1 round of 900,000 letters and nothing else to take away: its answer is cut with a mark rather than the task lost', async () => {
  const worked = await work({ work: [read('a.md'), done('ok')], say: () => 'x'.repeat(900_000) });
  expect(worked.outcome).toMatchObject({ output: 'ok' });
  expect(tokensIn(worked.model.requests[1])).toBeLessThanOrEqual(112_000);
  expect(exchangesIn(worked, 1)[0]?.answers[0]?.text.endsWith(CUT_MARK.en)).toBe(true);
});

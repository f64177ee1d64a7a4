// The first goal with real wire formats underneath: planned, written, sent back, reviewed and summed up by a server on this machine
// that speaks as the providers do, with a fault before each good answer. How many requests went over the socket is counted there.
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTeam, reviewer, spendOf, worker, type Team, type TeamOptions } from '../../src/index.ts';
import type { Feed } from '../../src/ports/feed.ts';
import type { Model } from '../../src/ports/model.ts';
import { fixedClock } from '../../src/testing/index.ts';
import { aiSdkModels } from '../../src/models/ai-sdk.ts';
import { readAnswer } from '../../src/models/read-answer.ts';
import { verifies } from '../verifies.ts';
import { brain, GOAL } from '../wire-brain.ts';
import { wireFake, type Reply, type WireFake } from '../wire-fake.ts';
import { USAGE } from '../wire-formats.ts';

const MODELS = ['anthropic/claude-sonnet-4-5', 'openai/gpt-5-mini', 'openai-chat/gpt-4o-mini', 'compatible/qwen3', 'google/gemini-2.5-flash'] as const;
const WAYS = MODELS.flatMap((name) => [{ name, streams: true, way: 'streaming' }, { name, streams: false, way: 'at once' }]);

let server: WireFake;
beforeAll(async () => void (server = await wireFake()));
afterAll(async () => server[Symbol.asyncDispose]());
beforeEach(() => server.forget());

/** A clock that stands still but for the waits. */
function waitingClock() {
  let now = Date.parse('2026-05-01T08:00:00Z');
  return { now: () => now, sleep: async (ms: number, signal: AbortSignal) => (signal.throwIfAborted(), void (now += ms)) };
}

function teamOn(name: string, streams: boolean, more: Partial<TeamOptions> = {}): Team {
  const env = { ANTHROPIC_API_KEY: server.key, OPENAI_API_KEY: server.key, GEMINI_API_KEY: server.key, OPENAI_COMPATIBLE_API_KEY: server.key };
  const open = aiSdkModels({ env, clock: waitingClock(), random: () => 0.5, settings: { endpoint: server.endpoint }, read: (text, schema, purpose) => readAnswer(text, schema, { exact: purpose === 'review' }) });
  const asked = open(name);
  const model: Model = streams ? asked : { ...asked, generate: ({ onText: _live, onRestart: _again, ...request }) => asked.generate(request) };
  const team = createTeam({
    store: 'memory', env: {}, model,
    members: [worker('researcher', { skills: ['market research'] }), worker('copywriter', { skills: ['copywriting'] }), worker('planner', { skills: ['campaign theme'] }), reviewer('editor')],
    ...more,
  });
  onTestFinished(() => team.close());
  return team;
}

const countsOf = async (team: Team) => (await (await team.store()).read.tasksOf(await goalOf(team))).map(({ attempts, losses, reviewFaults }) => ({ attempts, losses, reviewFaults }));
async function goalOf(team: Team) {
  const goal = await (await team.store()).read.goal('goal_1');
  if (goal === undefined) throw new Error('goal_1 is gone');
  return goal;
}

describe.each(WAYS)('$name, $way', ({ name, streams }) => {
  test('without a fault: 9 requests for 1 plan, 4 pieces of work, 3 reviews and 1 summary', async () => {
    verifies('models.first_goal_over_the_wire');
    server.script(brain());
    const team = teamOn(name, streams);
    const { status, summary } = await team.run(GOAL);
    expect([status, server.seen.length]).toEqual(['done', 9]);
    expect(summary).toContain('The promotion is ready.');
    expect((await team.tasks('goal_1')).map(({ title, output }) => [title, output])).toEqual([['Ask around', 'Students want ice.'], ['Write the slogan', 'Summer is yours!'], ['Find the theme', 'Ice at noon.']]);
    expect(spendOf(await team.events('goal_1')).total).toMatchObject({ turns: 9, inputTokens: 9 * USAGE.input, cachedInputTokens: 9 * USAGE.cached, outputTokens: 9 * USAGE.output });
  });

  test('with a fault before each good answer, and two before one: 19 requests, no fault costs an attempt, a loss or a review', async () => {
    verifies('models.first_goal_over_the_wire');
    const good = brain();
    const faults: readonly Reply[] = [
      { status: 429, code: 'rate_limit_error' },
      { status: 529, code: 'overloaded_error' },
      { cut: 'middle' },
      { say: '', end: 'tool' },
      { say: 'Sure! Here it is: {"output": ' },
      { say: '' },
      { cut: 'before' },
      { status: 503, message: 'Throttled by the gateway' },
      { status: 429, code: 'rate_limit_error', headers: { 'retry-after': '7' } },
    ];
    // Nobody was given a tool: an unknown one is called, and then one with arguments that are no JSON.
    const malformed: Reply = { say: '', end: 'tool', calls: [{ name: 'delete_everything', args: '{"really": ' }] };
    server.script(...faults.flatMap((fault) => ('end' in fault ? [fault, malformed, good] : [fault, good])));
    const team = teamOn(name, streams);
    expect((await team.run(GOAL)).status).toBe('done');
    expect(server.seen).toHaveLength(19);
    expect(await countsOf(team)).toEqual([{ attempts: 1, losses: 0, reviewFaults: 0 }, { attempts: 2, losses: 0, reviewFaults: 0 }, { attempts: 1, losses: 0, reviewFaults: 0 }]);
    // Nine calls of members; the four answers that could not be used were paid for too.
    expect(spendOf(await team.events('goal_1')).total).toMatchObject({ turns: 9, outputTokens: 13 * USAGE.output });
  });

  test('a length stop and a content filter: 1 request each, and a person is asked; 10 requests in all', async () => {
    const good = brain();
    server.script(good, { say: 'Students w', end: 'length' }, good, { say: '', end: 'filter' }, good);
    const team = teamOn(name, streams);
    const first = await team.run(GOAL);
    expect([first.waiting.map(({ material }) => material), server.seen.length]).toEqual([[expect.objectContaining({ reason: 'cannot_succeed', code: 'model.too_long' })], 2]);
    await team.answer('question_1', { choice: 'retry' });
    const goal = await team.resume('goal_1');
    expect([(await goal.ended()).waiting.map(({ material }) => material), server.seen.length]).toEqual([[expect.objectContaining({ reason: 'reviewer_cannot_judge', reviewer: 'editor' })], 4]);
    await team.answer('question_2', { choice: 'accept' });
    expect([(await goal.ended()).status, server.seen.length]).toEqual(['done', 10]);
  });

  test('a wrong key: 1 request, and the person is told which variable to set', async () => {
    verifies('models.hopeless_once');
    server.script({ status: 401, code: 'authentication_error' });
    const { waiting } = await teamOn(name, streams).run(GOAL);
    expect([waiting.map(({ kind }) => kind), server.seen.length]).toEqual([['plan_failed'], 1]);
    expect(JSON.stringify(waiting[0]?.material)).toMatch(/_API_KEY/);
  });
});

test.each(MODELS)('%s: who listens sees the text of the failed try go before the whole one comes', async (name) => {
  verifies('models.live_text_once');
  const good = brain();
  server.script(good, { cut: 'middle', say: 'Students want i' }, good);
  const screens = new Map<string, string>();
  const restarts: string[] = [];
  const feed: Feed = {
    publish(signal) {
      if (signal.kind !== 'turn.text' && signal.kind !== 'turn.restarted') return;
      if (signal.kind === 'turn.restarted') restarts.push(signal.memberId);
      screens.set(signal.memberId, signal.kind === 'turn.restarted' ? '' : (screens.get(signal.memberId) ?? '') + signal.delta);
    },
  };
  expect((await teamOn(name, true, { feed }).run(GOAL)).status).toBe('done');
  expect([JSON.parse(screens.get('researcher') ?? ''), restarts]).toEqual([{ output: 'Students want ice.', execution_summary: 'Thought about it.' }, ['researcher']]);
});

test('6 tasks at once on two models of one provider that may be asked twice at once: never more than 2 requests are open', async () => {
  verifies('models.limits_shared');
  // Each request stays open for so many rounds of the event loop that every other one that may be made has come meanwhile.
  server.script(async () => {
    for (let round = 0; round < 300; round += 1) await new Promise((resolve) => void setImmediate(resolve));
    return { say: JSON.stringify({ output: 'done', execution_summary: '' }) };
  });
  const members = Array.from({ length: 6 }, (_, index) => worker(`w${index}`, { skills: ['x'], model: index % 2 === 0 ? 'compatible/one' : 'compatible/two' }));
  const team = createTeam({ store: 'memory', members, providers: { compatible: { concurrency: 2 } }, env: { OPENAI_COMPATIBLE_API_KEY: server.key, OPENAI_COMPATIBLE_BASE_URL: server.endpoint } });
  onTestFinished(() => team.close());
  const goal = await team.open('six at once');
  await goal.add(Array.from({ length: 6 }, (_, index) => ({ title: `t${index}`, skills: ['x'] })));
  expect((await goal.ended()).status).toBe('done');
  expect(server.mostAtOnce()).toBe(2);
});

test('a provider that answers 529 for 3 minutes: the task is done after them, without a loss, an attempt or a question', async () => {
  verifies('models.outage_waited_out');
  const clock = fixedClock();
  const until = clock.now() + 180_000;
  server.script(() => (clock.now() < until ? { status: 529, code: 'overloaded_error' } : { say: JSON.stringify({ output: 'done', execution_summary: '' }) }));
  const env = { OPENAI_COMPATIBLE_API_KEY: server.key, OPENAI_COMPATIBLE_BASE_URL: server.endpoint };
  const team = createTeam({ store: 'memory', clock, env, model: 'compatible/qwen3', members: [worker('w', { skills: ['x'] })] });
  onTestFinished(() => team.close());
  const goal = await team.open('through an outage');
  await goal.add([{ title: 't', skills: ['x'] }]);
  let status: string | undefined;
  void goal.ended().then((ended) => (status = ended.status));
  for (let seconds = 0; status === undefined && seconds < 3_000; seconds += 1) {
    await clock.advance(1_000);
    // The requests go over real sockets, which no clock of ours moves.
    for (let round = 0; round < 20; round += 1) await new Promise((resolve) => void setImmediate(resolve));
  }
  expect([status, clock.now() > until]).toEqual(['done', true]);
  expect(await countsOf(team)).toEqual([{ attempts: 1, losses: 0, reviewFaults: 0 }]);
  expect((await team.events(goal.id)).filter(({ type }) => type === 'task.started')).toHaveLength(1);
});

// A goal whose money runs out in the middle: a person is asked and raises it, or takes what is there; where nobody is there to ask,
// it ends by itself. At every commit the ledger on the goal is the sum of the calls in the log.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addTurn, NOTHING_SETTLED, type Budget } from '../../src/core/budget.ts';
import type { MusterEvent } from '../../src/core/change.ts';
import { TeamError } from '../../src/core/errors.ts';
import { sameInBoth, isJsonObject } from '../../src/core/json.ts';
import { createTeam, reviewer, spendOf, worker, type Json, type Model, type ModelRequest, type PolicyChoices, type Team, type TeamOptions } from '../../src/index.ts';
import type { ModelUsage } from '../../src/ports/model.ts';
import type { Store } from '../../src/ports/store.ts';
import { verifies } from '../verifies.ts';

const PRICES = { 'fake/one': { input: 1_000_000, output: 1_000_000 } };

/** Plans three slogans, writes them, approves them, sums up: each call takes 1,000 tokens, unless the test says otherwise. */
function fakeModel(usage: (request: ModelRequest) => ModelUsage = () => ({ inputTokens: 900, outputTokens: 100 })) {
  const asked: ModelRequest['purpose'][] = [];
  const model: Model = {
    name: 'fake/one',
    async generate(request) {
      asked.push(request.purpose);
      const taken = usage(request);
      const value = answerTo(request);
      return { text: value === undefined ? 'Three slogans.' : JSON.stringify(value), ...(value === undefined ? {} : { value }), model: 'fake/one', usage: taken };
    },
  };
  return { model, asked };
}

function answerTo({ purpose, facts }: ModelRequest): Json | undefined {
  switch (purpose) {
    case 'plan':
      return { tasks: ['one', 'two', 'three'].map((title, index) => ({ id: title, title, content: 'Write it.', skills: ['slogans'], input: {}, criteria: [], depends_on: index === 0 ? [] : [['one', 'two'][index - 1] ?? ''] })) };
    case 'work':
      return { output: 'Summer starts here.', execution_summary: 'Wrote it.' };
    case 'review':
      return { approved: true, comment: 'Good.', criteria: criterionIds(facts['criteria']).map((id) => ({ id, passed: true })) };
    case 'summarise':
      return undefined;
  }
}

const criterionIds = (criteria: Json | undefined): readonly Json[] => (Array.isArray(criteria) ? criteria.flatMap((criterion: Json) => (isJsonObject(criterion) ? [criterion['id'] ?? null] : [])) : []);

const MEMBERS = [worker('writer', { skills: ['slogans'] }), reviewer('editor')];

function teamWith({ budget, policy, model = fakeModel().model, ...more }: { budget: Budget; policy?: PolicyChoices; model?: Model } & Partial<TeamOptions>): Team {
  const team = createTeam({ members: MEMBERS, model, store: 'memory', env: {}, policy: { prices: PRICES, answerTokens: 1_000, budget, ...policy }, ...more });
  onTestFinished(() => team.close());
  return team;
}

const eventsOf = (store: Store): Promise<readonly MusterEvent[]> => store.read.events({ afterSeq: 0, goalId: 'goal_1', limit: 10_000 });
const settledIn = (events: readonly MusterEvent[]) => events.filter(({ type }) => type === 'turn.ended').reduce((sum, { details }) => addTurn(sum, details ?? {}), NOTHING_SETTLED);

/** Reads the stored rows after every commit, as a process would that starts after a crash there. */
async function watchLedger(team: Team): Promise<() => Promise<{ readonly looks: number; readonly wrong: readonly unknown[] }>> {
  const store = await team.store();
  const looks: Promise<unknown>[] = [];
  store.onEvents(() => {
    looks.push(Promise.all([store.read.goal('goal_1'), eventsOf(store)]).then(([goal, events]) => {
      const ledger = goal?.spend?.settled ?? NOTHING_SETTLED;
      const log = settledIn(events);
      return JSON.stringify(Object.entries(ledger).toSorted()) === JSON.stringify(Object.entries(log).toSorted()) ? undefined : { ledger, log };
    }));
  });
  return async () => ({ looks: looks.length, wrong: (await Promise.all(looks)).filter((look) => look !== undefined) });
}

describe('a budget for 4 calls, and a goal that takes 8', () => {
  test('after the 4th call a person is asked, raises it by 6 and the goal ends; every call is charged once', async () => {
    verifies('budget.asks_a_person', 'budget.all_calls_count', 'budget.ledger_is_the_events', 'budget.who_spent_what');
    const { model, asked } = fakeModel();
    const team = teamWith({ budget: { turns: 4 }, model });
    const ledger = await watchLedger(team);
    const stopped = await team.run('Write three slogans');
    expect(stopped).toMatchObject({ status: 'waiting', waiting: [{ kind: 'budget', text: { en: expect.stringContaining('4 of 4 model calls') } }] });
    expect(asked).toEqual(['plan', 'work', 'review', 'work']);
    const goal = await team.resume('goal_1');
    expect(asked).toHaveLength(4);
    await team.answer(stopped.waiting[0]?.id ?? '', { choice: 'raise', raise: { turns: 6 }, by: 'ann' });
    expect(await goal.ended()).toMatchObject({ status: 'done', summary: expect.stringContaining('Three slogans.') });
    const store = await team.store();
    const events = await eventsOf(store);
    expect(asked).toEqual(['plan', 'work', 'review', 'work', 'review', 'work', 'review', 'summarise']);
    expect((await store.read.goal('goal_1'))?.spend).toMatchObject({ settled: { ...settledIn(events), turns: 8, tokens: 8_000, micros: 8_000 }, reserved: [], limits: { turns: 10 }, halt: null });
    expect([...spendOf(events).byMember].map(([name, row]) => [name, row.turns])).toEqual([['manager', 2], ['writer', 3], ['editor', 3]]);
    expect(events.filter(({ type }) => type === 'budget.raised')).toMatchObject([{ details: { by: 'ann', limits: { turns: 10 } } }]);
    const { looks, wrong } = await ledger();
    expect([wrong, looks > 15]).toEqual([[], true]);
  });

  test('accept_as_is: nothing more is called, what waits is called off, the summary is by code and names all three tasks', async () => {
    verifies('budget.asks_a_person');
    const { model, asked } = fakeModel();
    const team = teamWith({ budget: { turns: 4 }, model });
    const stopped = await team.run('Write three slogans');
    const goal = await team.resume('goal_1');
    await team.answer(stopped.waiting[0]?.id ?? '', { choice: 'accept_as_is' });
    const result = await goal.ended();
    expect(asked).toHaveLength(4);
    expect(result.status).toBe('done');
    for (const line of ['Summary by code', 'one (task_1): accepted', 'two (task_2): accepted', 'accepted below standard', 'three (task_3): called off']) expect(result.summary).toContain(line);
  });

  test('unattended: the goal ends by itself, fails because not all is reached, and says what there is', async () => {
    verifies('budget.unattended_ends');
    const { model, asked } = fakeModel();
    const result = await teamWith({ budget: { turns: 4 }, model, policy: { unattended: true, unanswered: 'accept_best' } }).run('Write three slogans');
    expect(asked).toHaveLength(4);
    expect(result).toMatchObject({ status: 'failed', waiting: [] });
    expect(result.summary).toContain('one (task_1): accepted');
    expect(result.summary).toContain('three (task_3): called off');
  });

  test.each([['plan', 0.5, 'failed'], ['summarise', 7, 'done']] as const)('gone before the %s: it is asked, and accepted as it is the goal is %s', async (_step, turns, status) => {
    const { model } = fakeModel();
    const team = teamWith({ budget: { turns }, model });
    const stopped = await team.run('Write three slogans');
    expect(stopped.waiting).toMatchObject([{ kind: 'budget' }]);
    const goal = await team.resume('goal_1');
    await team.answer(stopped.waiting[0]?.id ?? '', { choice: 'accept_as_is' });
    expect(await goal.ended()).toMatchObject({ status });
  });
});

test('the question waits in the file: another process raises it, and the goal goes on there where it stood', async () => {
  verifies('budget.ledger_is_the_events');
  const dir = mkdtempSync(join(tmpdir(), 'muster-budget-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const store = join(dir, 'muster.db');
  const first = teamWith({ budget: { tokens: 6_000 }, store });
  const ledger = await watchLedger(first);
  const stopped = await first.run('Write three slogans');
  expect(stopped.waiting).toMatchObject([{ kind: 'budget', material: { unit: 'tokens' } }]);
  const { looks, wrong } = await ledger();
  expect([wrong, looks > 8]).toEqual([[], true]);
  await first.close();
  const second = teamWith({ budget: { tokens: 1 }, store });
  const goal = await second.resume('goal_1');
  await second.answer(stopped.waiting[0]?.id ?? '', { choice: 'raise', raise: { tokens: 60_000 } });
  expect(await goal.ended()).toMatchObject({ status: 'done' });
  const row = await (await second.store()).read.goal('goal_1');
  expect(row?.spend).toMatchObject({ settled: settledIn(await eventsOf(await second.store())), reserved: [] });
});

test('eight tasks at once with room for two calls in flight: all are done, and at no commit are more than the limit spent and reserved', async () => {
  verifies('budget.never_overspent');
  const limit = 40_000;
  const model: Model = {
    name: 'fake/one',
    generate: async () => {
      await new Promise((resolve) => void setImmediate(resolve));
      return { text: '', value: { output: 'x', execution_summary: '' }, model: 'fake/one', usage: { inputTokens: 500, outputTokens: 500 } };
    },
  };
  const team = createTeam({ members: Array.from({ length: 8 }, (_, index) => worker(`w${index}`, { skills: ['x'] })), model, store: 'memory', env: {}, policy: { prices: PRICES, answerTokens: 15_000 } });
  onTestFinished(() => team.close());
  const goal = await team.open('Eight at once', { budget: { tokens: limit } });
  const store = await team.store();
  let most = 0;
  store.onEvents(() => {
    const spend = store.look((board) => board.goal('goal_1'))?.spend;
    const all = (spend?.settled.tokens ?? 0) + (spend?.reserved.reduce((sum, { tokens }) => sum + tokens, 0) ?? 0);
    most = Math.max(most, all);
  });
  await goal.add(Array.from({ length: 8 }, (_, index) => ({ title: `t${index}`, content: '', skills: ['x'] })));
  expect(await goal.ended()).toMatchObject({ status: 'done', waiting: [] });
  expect(most).toBeLessThanOrEqual(limit);
  expect(most).toBeGreaterThan(15_000);
});

test('a call that fails after its answer is charged, and a provider that tells no tokens is charged with what was reserved', async () => {
  verifies('budget.all_calls_count', 'budget.unknown_is_unknown');
  let call = 0;
  const { model } = fakeModel((request) => {
    call += 1;
    if (call === 2) throw new TeamError('model.unreadable', sameInBoth('no'), { details: { usage: { inputTokens: 5_000, outputTokens: 0 } } });
    return request.purpose === 'summarise' ? {} : { inputTokens: 900, outputTokens: 100 };
  });
  const team = teamWith({ budget: { tokens: 1_000_000 }, model });
  expect(await team.run('Write three slogans')).toMatchObject({ status: 'done' });
  const store = await team.store();
  const events = await eventsOf(store);
  const summary = events.find(({ type, details }) => type === 'turn.ended' && details?.['purpose'] === 'summarise')?.details;
  expect(Number(summary?.['charged_tokens'])).toBeGreaterThan(1_000);
  expect((await store.read.goal('goal_1'))?.spend?.settled).toMatchObject({ turns: 9, tokens: 7_000 + 5_000 + Number(summary?.['charged_tokens']), unknownTokens: 1 });
});

test('a goal without limits reserves nothing and still knows what it has spent; a team of functions has no ledger at all', async () => {
  const team = teamWith({ budget: {} });
  await team.run('Write three slogans');
  const store = await team.store();
  expect((await store.read.goal('goal_1'))?.spend).toMatchObject({ settled: { turns: 8, tokens: 8_000 }, reserved: [] });
  expect((await eventsOf(store)).filter(({ type }) => type.startsWith('budget.'))).toEqual([]);
  const functions = createTeam({ members: [worker('w', { skills: ['x'], run: () => ({ output: 1 }) })], store: 'memory', env: {} });
  onTestFinished(() => functions.close());
  const goal = await functions.open('Count');
  await goal.add([{ title: 't', content: '', skills: ['x'] }]);
  await (await functions.store()).commit([], () => ({ ok: true, value: undefined }));
  expect((await functions.store()).look((board) => board.goal('goal_1'))?.spend).toBeUndefined();
});

test('cents with a model of unknown price, or a limit that is no number, are refused before anything is spent', async () => {
  verifies('budget.unknown_is_unknown');
  const make = (policy: PolicyChoices, model = 'ollama/llama3') => () => createTeam({ members: MEMBERS, model, store: 'memory', env: {}, policy });
  expect(make({ budget: { cents: 100 } })).toThrow(expect.objectContaining({ code: 'budget.no_price', message: expect.stringContaining('ollama/llama3') }));
  expect(make({ budget: { cents: 100 } }, 'openai/gpt-5, ollama/llama3')).toThrow(expect.objectContaining({ code: 'budget.no_price' }));
  expect(make({ budget: { cents: 100 }, prices: { 'ollama/llama3': { input: 0, output: 0 } } })).not.toThrow();
  expect(make({ budget: { tokens: 100 } })).not.toThrow();
  expect(make({ budget: { tokens: -1 } })).toThrow(expect.objectContaining({ code: 'input.invalid' }));
  const team = make({})();
  onTestFinished(() => team.close());
  await expect(team.run('Anything', { budget: { cents: 5 } })).rejects.toMatchObject({ code: 'budget.no_price' });
});

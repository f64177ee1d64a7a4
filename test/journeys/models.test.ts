// Which model does which step: named for the team, for a step or for a member, one or several in turn.
import { expect, onTestFinished, test } from 'vitest';
import { TeamError, type ErrorCode } from '../../src/core/errors.ts';
import { sameInBoth, isJsonObject } from '../../src/core/json.ts';
import { createTeam, manager, reviewer, spendOf, worker, type Json, type Model, type ModelRequest, type TeamOptions } from '../../src/index.ts';
import { fallbackModel } from '../../src/models/fallback.ts';
import { readPrompts } from '../../src/prompts/read-prompts.ts';
import { verifies } from '../verifies.ts';

function named(name: string, fails?: ErrorCode): Model {
  return {
    name,
    async generate(request) {
      if (fails !== undefined) throw new TeamError(fails, sameInBoth(`${name} fails`));
      const value = answerTo(request);
      return { text: value === undefined ? 'All was written.' : JSON.stringify(value), ...(value === undefined ? {} : { value }), model: name, usage: { inputTokens: 10, outputTokens: 1 } };
    },
  };
}

function answerTo({ purpose, facts }: ModelRequest): Json | undefined {
  if (purpose === 'plan') return { tasks: [{ id: 'a', title: 'Slogan', content: 'Write it.', skills: ['slogans'], input: {}, criteria: [], depends_on: [] }] };
  if (purpose === 'work') return { output: 'Summer.', execution_summary: '' };
  if (purpose === 'review') return { approved: true, comment: '', criteria: criterionIds(facts['criteria']).map((id) => ({ id, passed: true })) };
  return undefined;
}

const criterionIds = (criteria: Json | undefined): readonly Json[] => (Array.isArray(criteria) ? criteria.flatMap((criterion: Json) => (isJsonObject(criterion) ? [criterion['id'] ?? null] : [])) : []);

async function modelsOf(options: Partial<TeamOptions>): Promise<{ readonly status: string; readonly models: Readonly<Record<string, string>> }> {
  const team = createTeam({ members: [manager('boss'), worker('writer', { skills: ['slogans'] }), reviewer('editor')], store: 'memory', env: {}, ...options });
  onTestFinished(() => team.close());
  const { status } = await team.run('Write a slogan');
  const events = await (await team.store()).read.events({ afterSeq: 0, limit: 1_000 });
  const turns = events.filter(({ type }) => type === 'turn.ended');
  expect(spendOf(events).total.turns).toBe(turns.length);
  return { status, models: Object.fromEntries(turns.map(({ details }) => [String(details?.['purpose']), String(details?.['model'])])) };
}

test('plan and review have models of their own, work and summary take the one of the team', async () => {
  verifies('models.per_step');
  expect(await modelsOf({ model: named('t/team'), models: { plan: named('p/plan'), review: named('r/review') } })).toEqual({
    status: 'done', models: { plan: 'p/plan', work: 't/team', review: 'r/review', summarise: 't/team' },
  });
});

test('the model of a member goes before the one of its step', async () => {
  verifies('models.per_step');
  const members = [manager('boss'), worker('writer', { skills: ['slogans'], model: 'rehearsal' }), reviewer('editor')];
  expect((await modelsOf({ members, model: named('t/team'), models: { work: named('w/work') } })).models).toMatchObject({ work: 'rehearsal', plan: 't/team' });
});

test('inherit is the model of the team', async () => {
  const members = [manager('boss'), worker('writer', { skills: ['slogans'], model: 'inherit' }), reviewer('editor')];
  expect((await modelsOf({ members, model: named('t/team') })).models).toMatchObject({ work: 't/team' });
});

test.each([
  ['a list', ['anthropic/claude-opus-5-5', 'ollama', 'rehearsal']],
  ['one text', 'anthropic/claude-opus-5-5, ollama, rehearsal'],
])('%s: without a key for the first and with no such second, the third answers and is on record', async (_form, model) => {
  verifies('models.fallback_list');
  const members = [manager('boss'), worker('writer', { skills: ['slogans'], model }), reviewer('editor')];
  const { status, models } = await modelsOf({ members, model: named('t/team') });
  expect([status, models]).toEqual(['done', { plan: 't/team', work: 'rehearsal', review: 't/team', summarise: 't/team' }]);
});

test('an overloaded model of the team hands over to the next; one that refuses does not', async () => {
  verifies('models.fallback_list');
  expect((await modelsOf({ model: fallbackModel([named('a/1', 'model.overloaded'), named('b/2')]) })).models).toMatchObject({ work: 'b/2' });
  const refused = await modelsOf({ model: named('t/team'), models: { work: fallbackModel([named('a/1', 'model.refused'), named('b/2')]) } });
  expect(refused).toMatchObject({ status: 'waiting', models: { work: 'a/1' } });
});

test.each([['en', 'Write a slogan'], ['zh', '写一句广告语']] as const)('each of the 4 turns of a goal in %s has the name of its prompt, the language and the hash of the words on record', async (locale, text) => {
  verifies('prompts.on_record');
  const team = createTeam({ members: [manager('boss'), worker('writer', { skills: ['slogans'] }), reviewer('editor')], store: 'memory', env: {}, model: named('t/team') });
  onTestFinished(() => team.close());
  await team.run(text);
  const words = readPrompts()[locale];
  const turns = (await team.events('goal_1')).filter(({ type }) => type === 'turn.ended').map(({ details }) => [details?.['prompt'], details?.['locale'], details?.['hash']]);
  expect(turns).toEqual((['plan-goal', 'do-task', 'review-task', 'summarise-goal'] as const).map((prompt) => [prompt, locale, words[prompt].hash]));
});

test('the name of a team that has several models lists them', () => {
  const team = createTeam({ members: [worker('w')], model: ['openai/gpt-5', 'rehearsal'], store: 'memory', env: {} });
  expect(team.modelName).toBe('openai/gpt-5, rehearsal');
  expect(createTeam({ members: [worker('w')], store: 'memory', env: { MUSTER_MODEL: 'openai/gpt-5' } }).modelName).toBe('openai/gpt-5');
  expect(createTeam({ members: [worker('w')], store: 'memory', env: {} }).modelName).toBe('rehearsal');
});

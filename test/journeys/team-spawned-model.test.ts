// A member that a leader adds with a model of its own is played by that model, also in the next process; a model that nobody can ask
// is refused when it is named. No clock is turned: the code of a model is read from the disk, which takes its own time.
import { expect, test } from 'vitest';
import { manager, type PolicyChoices } from '../../src/index.ts';
import { REHEARSAL_LABEL } from '../../src/models/rehearsal.ts';
import { calling, type ScriptedAnswer, type ScriptedCall } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { answersTo, create, diligent, isDue, leading, roundsOf } from './team-world.ts';
import { storeFile, world, type World } from './world.ts';

const spawn = (name: string, more = {}): ScriptedCall => ({ name: 'spawn_member', args: { member_name: name, display_name: name.toUpperCase(), skills: [name], ...more } });

/** Which model answered whom at its tasks, each once. */
const modelsOf = async (on: World, goal = 'goal_1') => [...new Set((await on.events(goal)).filter(({ type, details }) => type === 'turn.ended' && details?.['purpose'] === 'work').map(({ memberId, details }) => `${memberId}: ${String(details?.['model'])}`))].toSorted();

test('model_name is the model that is asked, and inherit or nothing is the one of the team; the next process keeps to it', async () => {
  verifies('models.per_step', 'team.lives');
  const file = storeFile();
  const lead: ScriptedAnswer = (request) => (isDue(request, 'goal_opened') && roundsOf(request).length === 0
    ? calling(spawn('cy', { model_name: 'rehearsal' }), spawn('di', { model_name: 'inherit' }), spawn('ed'), create(...['cy', 'di', 'ed'].map((name) => ({ title: `Paint ${name}`, skills: [name] }))))
    : 'Seen.');
  const team = (script: ScriptedAnswer) => world({ style: 'team', store: file, durability: 'NORMAL', members: [manager('lead')], script: { plan: { lead: script }, work: { di: diligent(), ed: diligent() }, summarise: { '*': 'Done.' } } });
  const first = team(lead);
  expect((await first.team.run('Paint')).status).toBe('done');
  expect(await modelsOf(first)).toEqual(['cy: rehearsal', 'di: scripted', 'ed: scripted']);
  expect(JSON.stringify((await first.outputs())[0])).toContain(REHEARSAL_LABEL.en);
  await first.team.close();
  const second = team(leading({ title: 'Paint again', skills: ['cy'] }));
  const next = await second.team.run('Paint again');
  expect(next.status).toBe('done');
  expect(await modelsOf(second, next.id)).toEqual(['cy: rehearsal']);
});

interface Named {
  readonly what: string;
  readonly model: string;
  readonly code: string;
  readonly says: string;
  readonly policy?: PolicyChoices;
}

test.each<Named>([
  { what: 'a misspelt provider', model: 'antropic/claude', code: 'model.unknown', says: 'anthropic' },
  { what: 'a model without its key', model: 'openai/gpt-5', code: 'model.no_key', says: 'OPENAI_API_KEY' },
  { what: 'a list of which none can be asked', model: 'openai/gpt-5, ollama', code: 'model.no_key', says: 'OPENAI_API_KEY' },
  { what: 'a model without a price, where money is limited', model: 'ollama/nobody-knows', code: 'budget.no_price', says: 'ollama/nobody-knows', policy: { budget: { cents: 100 }, prices: { scripted: { input: 1, output: 1 } } } },
])('$what is refused when it is named, and the next try without one has the member do its task', async ({ model, code, says, policy = {} }) => {
  const steps = [calling(spawn('cy', { model_name: model })), calling(spawn('cy')), calling(create({ title: 'Paint', skills: ['cy'] }))];
  const lead: ScriptedAnswer = (request) => (isDue(request, 'goal_opened') ? steps[roundsOf(request).length] : undefined) ?? 'Seen.';
  const on = world({ style: 'team', policy, members: [manager('lead')], script: { plan: { lead }, work: { cy: diligent() }, summarise: { '*': 'Done.' } } });
  expect((await on.team.run('Paint')).status).toBe('done');
  const [refused, ...others] = answersTo(await on.events(), 'lead');
  expect([refused?.[1], refused?.[2].includes(says), refused?.[2].includes('leave model_name out')]).toEqual([code, true, true]);
  expect(others.map(([name, outcome]) => `${name} ${outcome}`)).toEqual(['spawn_member ok', 'create_task ok']);
});

test('a list is fine where one of it can be asked', async () => {
  const lead: ScriptedAnswer = (request) => (isDue(request, 'goal_opened') && roundsOf(request).length === 0 ? calling(spawn('cy', { model_name: 'openai/gpt-5, rehearsal' }), create({ title: 'Paint', skills: ['cy'] })) : 'Seen.');
  const on = world({ style: 'team', members: [manager('lead')], script: { plan: { lead }, summarise: { '*': 'Done.' } } });
  expect((await on.team.run('Paint')).status).toBe('done');
  expect(await modelsOf(on)).toEqual(['cy: rehearsal']);
});

test('what a leader says of a newcomer is read by all, how it is to work by the newcomer alone', async () => {
  const lead: ScriptedAnswer = (request) => (isDue(request, 'goal_opened') && roundsOf(request).length === 0
    ? calling(spawn('cy', { desc: 'Paints doors.', prompt: 'Two coats each.' }), spawn('di'), create({ title: 'Doors', skills: ['cy'] }, { title: 'Walls', skills: ['di'], depends_on: ['t1'] }))
    : 'Seen.');
  const on = world({ style: 'team', members: [manager('lead')], script: { plan: { lead }, work: { cy: diligent(), di: diligent() }, summarise: { '*': 'Done.' } } });
  expect((await on.team.run('Paint')).status).toBe('done');
  const read = ['cy', 'di'].map((name) => {
    const words = on.calls('work').filter(({ facts }) => JSON.stringify(facts['turn']).includes(`"member_name":"${name}"`)).map(({ system, prompt }) => `${system}${prompt}`);
    return [words.length > 0, words.every((text) => text.includes('Paints doors.')), words.some((text) => text.includes('Two coats each.'))];
  });
  expect(read).toEqual([[true, true, true], [true, true, false]]);
});

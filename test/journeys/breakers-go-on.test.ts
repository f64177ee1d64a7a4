// A restart is no way out of a breaker: the question stays the same question, and the attempt that goes on is held by it.
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTeam, tool, worker, type Team } from '../../src/index.ts';
import { calling, done, planned, scriptedModel, type Script } from '../../src/testing/index.ts';
import { storeFile } from './world.ts';

const order = { title: 'Look', skills: ['look'] };
const again = calling({ name: 'notes__read', args: {} });

function teamOn(store: string, calls: number[], script: Script): Team {
  const notes = tool('notes.read', { description: 'Reads.', input: { type: 'object' }, run: () => {
    calls.push(calls.length);
    return 'the same';
  } });
  const team = createTeam({ store, env: {}, members: [worker('looker', { skills: ['look'], tools: ['notes.read'] })], policy: { review: 'none' }, tools: [notes], model: scriptedModel(script) });
  onTestFinished(() => team.close());
  return team;
}

const kinds = async (team: Team) => (await team.inbox()).map(({ question }) => `${question.id} ${question.kind}`);

async function heldAndRestarted(work: NonNullable<Script['work']>) {
  const [file, calls] = [storeFile(), [] as number[]];
  const first = teamOn(file, calls, { plan: [planned(order)], work: { '*': again } });
  const { id } = await first.run('Go');
  expect(await kinds(first)).toEqual(['question_1 breaker']);
  await first.close();
  const before = calls.length;
  const second = teamOn(file, calls, { work, summarise: { '*': 'Done.' } });
  const goal = await second.resume(id);
  await goal.ended();
  return { second, goal, calls, before };
}

describe('a model held by a breaker, and then a restart', () => {
  test('is held by the same question, and makes no call', async () => {
    const { second, calls, before } = await heldAndRestarted({ '*': again });
    expect([await kinds(second), calls.length - before]).toEqual([['question_1 breaker'], 0]);
  });

  test('goes on once a person lets it', async () => {
    const { second, goal, calls, before } = await heldAndRestarted({ Look: [again, done('read')] });
    await second.answer('question_1', { choice: 'go_on' });
    expect((await goal.ended()).status).toBe('done');
    expect(calls.length - before).toBe(1);
  });

  test('ends without a call where a person calls it off', async () => {
    const { second, goal, calls, before } = await heldAndRestarted({ '*': again });
    await second.answer('question_1', { choice: 'cancel' });
    expect((await goal.ended()).waiting).toEqual([]);
    expect(calls.length - before).toBe(0);
  });
});

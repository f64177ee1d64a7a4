// What a manager is busy with ends with the goal that it was for.
import { expect, onTestFinished, test } from 'vitest';
import { createTeam, worker } from '../index.ts';
import type { Model, ModelRequest } from '../ports/model.ts';

/** Answers nothing; tells of each call, and when it is stopped. */
function muteModel() {
  const stopped: string[] = [];
  const called = Promise.withResolvers<undefined>();
  const model: Model = {
    name: 'mute',
    generate: ({ purpose, signal }: ModelRequest) =>
      new Promise((_resolve, reject) => {
        called.resolve(undefined);
        signal.addEventListener('abort', () => {
          stopped.push(purpose);
          reject(new Error('stopped'));
        });
      }),
  };
  return { model, stopped, called: called.promise };
}

test('a goal that is called off while it is planned stops the planning call at once, and nothing is asked again', async () => {
  const { model, stopped, called } = muteModel();
  const team = createTeam({ store: 'memory', model, members: [worker('writer')] });
  onTestFinished(() => team.close());
  const goal = await team.start('Sell tea');
  await called;
  await goal.cancel();
  expect(stopped).toEqual(['plan']);
  expect((await (await team.store()).read.events({ afterSeq: 0, goalId: goal.id, limit: Infinity })).map(({ type }) => type)).toEqual(['goal.opened', 'goal.cancelled']);
});

test('a summary is stopped when its goal is called off', async () => {
  const { model, stopped, called } = muteModel();
  const team = createTeam({ store: 'memory', model, policy: { review: 'none' }, members: [worker('adder', { run: () => ({ output: 3 }) })] });
  onTestFinished(() => team.close());
  const goal = await team.open('Add');
  await goal.add([{ title: 'one and two' }]);
  const ended = goal.ended();
  await called;
  await goal.cancel();
  expect(await ended).toMatchObject({ status: 'cancelled' });
  expect(stopped).toEqual(['summarise']);
});

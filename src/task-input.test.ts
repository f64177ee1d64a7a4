// What a program writes as a task is told what is wrong with it before anything is stored, and is its own afterwards.
import { expect, onTestFinished, test } from 'vitest';
import { createTeam, worker, type TaskInput } from './index.ts';

async function openGoal() {
  const team = createTeam({ store: 'memory', members: [worker('echo', { capacity: 3, run: ({ input }) => ({ output: input }) })] });
  onTestFinished(() => team.close());
  return team.open('A goal');
}

const ring: Record<string, unknown> = {};
ring['self'] = ring;

test.each([
  ['nothing', null, 'is no object'],
  ['skills as one text', { title: 't', skills: 'copy' }, 'has skills that are no list of texts'],
  ['dependencies as one text', { title: 't', dependsOn: 'a' }, 'has dependsOn that are no list of texts'],
  ['criteria as one text', { title: 't', criteria: 'short' }, 'has criteria that are no list'],
  ['a content that is a number', { title: 't', content: 7 }, 'has a content that is no text'],
  ['an input that is a number', { title: 't', input: 5 }, 'has an input that is no plain object'],
  ['an input that holds itself', { title: 't', input: ring }, 'has an input that is no plain object'],
])('a task with %s is refused as input.invalid', async (_what, task, because) => {
  const goal = await openGoal();
  await expect(goal.add([task as unknown as TaskInput])).rejects.toMatchObject({ code: 'input.invalid', message: expect.stringContaining(because) });
});

test('one input object that is filled again for 3 tasks gives 3 inputs', async () => {
  const goal = await openGoal();
  const input: Record<string, number> = {};
  const added = [1, 2, 3].map((at) => {
    input['at'] = at;
    return goal.add([{ title: `Task ${at}`, input }]);
  });
  const handles = (await Promise.all(added)).flat();
  expect((await Promise.all(handles.map((task) => task.ended()))).map(({ output }) => output)).toEqual([{ at: 1 }, { at: 2 }, { at: 3 }]);
});

// A store may serve several teams: each does its own goals with its own members and leaves the others' alone.
import { expect, test } from 'vitest';
import { settle } from '../src/core/next-moves.ts';
import { createTeam, worker } from '../src/index.ts';
import { memoryStore } from '../src/stores/memory.ts';
import { systemClock } from '../src/system-clock.ts';

test('two teams on one store finish their goals side by side, each with its own member', async () => {
  const store = memoryStore({ clock: systemClock, settle });
  const teamOf = (name: string) => createTeam({ name, store, members: [worker(`${name}-writer`, { skills: ['copy'], run: () => ({ output: `by ${name}` }) })] });
  const [first, second] = [teamOf('first'), teamOf('second')];
  const outputs = await Promise.all([first, second].map(async (team) => {
    const goal = await team.open('Write');
    const [task] = await goal.add([{ title: 'write', skills: ['copy'] }]);
    const outcome = await task?.ended();
    await goal.ended();
    return outcome?.output;
  }));
  expect(outputs).toEqual(['by first', 'by second']);
  const events = await store.read.events({ afterSeq: 0, limit: 1000 });
  expect(events.filter(({ type }) => type === 'task.lost' || type === 'task.escalated')).toEqual([]);
  await first.close();
});

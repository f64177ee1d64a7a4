// The alert in a running team: a task that fails to start properly three times at once is told to a person, once.
import { expect, test } from 'vitest';
import { createTeam, worker, type MusterEvent } from '../index.ts';

test('a member that breaks twice and then succeeds: one alert with the 3rd start, and the goal is done', async () => {
  let starts = 0;
  const run = () => {
    starts += 1;
    if (starts < 3) throw new Error('the line broke');
    return { output: 'yes' };
  };
  await using team = createTeam({ store: 'memory', model: 'rehearsal', members: [worker('a', { skills: ['x'], run })], env: {} });
  const events: MusterEvent[] = [];
  team.onEvents((some) => void events.push(...some));
  const goal = await team.open('try it');
  await goal.add([{ title: 'shaky', skills: ['x'] }, { title: 'second', skills: ['x'] }]);
  expect((await goal.ended()).status).toBe('done');
  const alerts = events.filter((event) => event.type === 'alert.raised');
  expect(alerts.map((event) => [event.taskId, event.details?.['kind']])).toEqual([['task_1', 'runaway']]);
  expect(alerts[0]?.details?.['history']).toEqual(expect.arrayContaining([expect.objectContaining({ attempt_id: 'attempt_1_1', outcome: 'lost', execution_summary: 'the line broke' })]));
});

// What the table of events says its details hold is what is written: goals that go well, fail, wait, pause and are called off
// are run, and every field that comes up must stand in the table, with no name of ours in camelCase.
import { expect, test } from 'vitest';
import { createTeam, EVENTS, reviewer, worker, type MusterEvent, type PolicyChoices, type TaskInput, type Team } from '../src/index.ts';

const WORKERS = [
  worker('maker', { skills: ['make'], run: ({ rework }) => ({ output: rework === null ? 'draft' : 'final' }) }),
  worker('shaky', { skills: ['shake'], run: () => { throw new Error('broken'); } }),
  worker('picky', { skills: ['pick'], run: () => ({ declined: 'not mine' }) }),
  worker('odd', { skills: ['odd'], run: () => ({ output: new Date(0) }) }),
];

test('every field of every event that is written stands in the table of events', async () => {
  const events: MusterEvent[] = [];
  const watched = async (team: Team, act: (team: Team) => Promise<unknown>): Promise<void> => {
    team.onEvents((more) => void events.push(...more));
    await act(team).finally(() => team.close());
  };
  const rehearsed = createTeam({ store: 'memory', env: {}, policy: { contextChars: 50 }, members: [worker('writer', { skills: ['copywriting'] }), worker('analyst', { skills: ['research'] }), reviewer('editor')] });
  await watched(rehearsed, (team) => team.run('Plan a summer promotion for campus'));
  await watched(teamOf({}), async (team) => {
    const goal = await team.open('All of it');
    const add = (task: Omit<TaskInput, 'title'>) => goal.add([{ title: 'task', ...task }]);
    await add({ skills: ['make'], criteria: [{ must_contain: 'final' }] });
    await goal.pause();
    await goal.resume();
    await add({ skills: ['shake'] });
    await add({ skills: ['pick'] });
    await add({ skills: ['odd'] });
    await add({ skills: ['nobody has it'] });
    await add({ skills: ['make'], criteria: [{ must_contain: 'never' }] });
    for (const { id, choices } of (await goal.ended()).waiting) {
      const choice = choices.includes('accept') ? 'accept' : 'reassign';
      await team.answer(id, { choice, ...(choice === 'reassign' ? { to: 'maker', note: 'you do it' } : {}) });
    }
    await goal.ended();
  });
  await watched(teamOf({ afterCap: 'fail', unattended: true }), async (team) => {
    const goal = await team.open('Badly');
    await goal.add([{ name: 'a', title: 'a', skills: ['make'], criteria: [{ must_contain: 'never' }] }, { title: 'b', skills: ['make'], dependsOn: ['a'] }, { title: 'c', skills: ['shake'] }]);
    await goal.ended();
    await (await team.open('Not at all')).cancel();
  });

  const unknown = events.flatMap(({ type, details }) => Object.keys(details ?? {}).filter((field) => !(field in EVENTS[type].details)).map((field) => `${type} ${field}`));
  expect([...new Set(unknown)].toSorted()).toEqual([]);
  const types = new Set(events.map(({ type }) => type));
  expect([...types].toSorted()).toEqual(expect.arrayContaining([
    'goal.cancelled', 'goal.paused', 'member.registered', 'question.answered', 'question.asked', 'task.cancelled', 'task.context_summarised', 'task.declined',
    'task.escalated', 'task.expired', 'task.failed', 'task.lost', 'task.reassigned', 'task.rejected', 'task.replan_asked', 'task.shelved', 'turn.ended',
  ]));
  const fields = Object.values(EVENTS).flatMap(({ details }) => Object.keys(details));
  expect(fields.filter((field) => !/^[a-z]+(?:_[a-z]+)*$/.test(field))).toEqual([]);
});

const teamOf = (policy: PolicyChoices): Team => createTeam({ store: 'memory', env: {}, members: WORKERS, policy });

// A goal of 12 tasks by scripted members: who was woken, for what, and what it cost in turns. Nobody has a turn without news, also
// where every wake-up is lost and only the sweep is left.
import { expect, test } from 'vitest';
import { manager, worker } from '../../src/index.ts';
import { lossyQueue, type Script } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { diligent, leading, turnsIn, withoutNews } from './team-world.ts';
import { begin, endedInTime, world, type WorldOptions } from './world.ts';

const TEAM = [manager('lead'), worker('ada', { skills: ['text'] }), worker('bo', { skills: ['art'] }), worker('cy', { skills: ['code'] })];
const SKILLS = ['text', 'art', 'code'];

/** Four rows of three: each task waits for the one above it. */
const TWELVE = Array.from({ length: 12 }, (_, index) => ({ task_id: `t${index + 1}`, title: `Task ${index + 1}`, skills: [SKILLS[index % 3] ?? ''], ...(index < 3 ? {} : { depends_on: [`t${index - 2}`] }) }));

const twelve = (): Script => ({ plan: { lead: leading(...TWELVE) }, work: { ada: diligent(), bo: diligent({ reports: true }), cy: diligent() }, summarise: { '*': 'All 12 are there.' } });

const team = (options: Partial<WorldOptions> = {}) => world({ style: 'team', members: TEAM, script: twelve(), ...options });

test('12 tasks in a grid of 3 members: at most 1.6 turns a task, and none without news', async () => {
  verifies('team.no_idle_turn');
  const on = team();
  const goal = await on.team.run('Make twelve things');
  const turns = turnsIn(await on.events());
  console.log(`turns: ${turns.length} for 12 tasks (${(turns.length / 12).toFixed(2)} a task); model calls: ${on.model.requests.length}`);
  expect(goal.status).toBe('done');
  expect((await on.fates()).map((fate) => fate.split(': ')[1])).toEqual(Array.from({ length: 12 }, () => 'completed'));
  expect(withoutNews(turns)).toEqual([]);
  expect(turns.filter(({ member }) => member !== 'lead')).toHaveLength(12);
  expect(turns.length).toBeLessThanOrEqual(19);
});

test('every wake-up is lost: the sweep finds who is concerned, and the same 12 tasks are done', async () => {
  verifies('team.no_idle_turn');
  const on = team({ queue: lossyQueue({ drop: ({ kind }) => kind === 'attend-team' }) });
  const goal = await begin(on, 'Make twelve things');
  expect((await endedInTime(on, goal, { mostMs: 300_000 })).status).toBe('done');
  expect(withoutNews(turnsIn(await on.events()))).toEqual([]);
});

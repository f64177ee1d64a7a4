// Members that are functions pull: each takes what fits it, runs, hands in and takes the next. No model has a turn for it. And one team in
// two processes: a member lives in one of them, and a task is claimed once.
import { expect, test } from 'vitest';
import { manager, worker } from '../../src/index.ts';
import { calling, type ScriptedAnswer } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { create, diligent, dueTasks, isDue, leading, roundsOf, turnsIn } from './team-world.ts';
import { begin, endedInTime, storeFile, world } from './world.ts';

const doubler = (id: string, ran: string[], capacity = 1) => worker(id, { capacity, run: ({ input, task }) => {
  ran.push(`${id} ${task.taskId}`);
  return { output: Number(input['n']) * 2 };
} });

test('20 tasks by 2 functions, one of which may hold 3 at once: each is done once, and no model is asked', async () => {
  verifies('team.functions');
  const ran: string[] = [];
  const on = world({ style: 'team', members: [doubler('one', ran), doubler('many', ran, 3)], script: { summarise: { '*': 'Done.' }, plan: { '*': 'All is there.' } } });
  const goal = await on.team.open('Double');
  await goal.add(Array.from({ length: 20 }, (_, n) => ({ title: `Double ${n}`, input: { n } })));
  const result = await goal.ended();
  expect(result.status).toBe('done');
  expect(await on.outputs()).toEqual(Array.from({ length: 20 }, (_, n) => n * 2));
  expect(new Set(ran.map((line) => line.split(' ')[1])).size).toBe(20);
  expect(ran).toHaveLength(20);
  expect(ran.some((line) => line.startsWith('one')) && ran.some((line) => line.startsWith('many'))).toBe(true);
  expect(turnsIn(await on.events()).filter(({ member }) => member !== 'manager')).toEqual([]);
});

test.each([1, 2, 3])('12 tasks of each of %i functions that hold one at a time are all done at once: what came while it was busy is news when it is free', async (count) => {
  verifies('team.functions');
  const fields = Array.from({ length: count }, (_, at) => `field ${at}`);
  const lead = leading(...Array.from({ length: 12 * count }, (_, at) => ({ title: `Count ${at}`, skills: [fields[at % count] ?? ''] })));
  const members = fields.map((field, at) => worker(`f${at}`, { skills: [field], run: () => ({ output: at }) }));
  const on = world({ style: 'team', members: [manager('lead'), ...members], script: { plan: { lead }, summarise: { '*': 'Done.' } } });
  // Long before the sweep looks, which would find what was missed.
  expect((await endedInTime(on, await begin(on, 'Count'), { stepMs: 1, mostMs: 200 })).status).toBe('done');
  expect((await on.tasks()).map(({ state, assigneeId }) => `${state} ${assigneeId}`)).toEqual(Array.from({ length: 12 * count }, (_, at) => `completed f${at % count}`));
});

test('30 functions that have not come up yet begin together: their starts share commits instead of waiting for each other', async () => {
  const ran: string[] = [];
  const on = world({ style: 'team', members: Array.from({ length: 30 }, (_, n) => doubler(`f${n}`, ran)), script: { summarise: { '*': 'Done.' }, plan: { '*': 'All is there.' } } });
  const goal = await on.team.open('Double');
  const commits: string[][] = [];
  (await on.team.store()).onEvents((events) => commits.push(events.map(({ type }) => type)));
  await goal.add(Array.from({ length: 30 }, (_, n) => ({ title: `Double ${n}`, input: { n } })));
  expect((await goal.ended()).status).toBe('done');
  const ofMembers = (type: string) => commits.map((types) => types.filter((each) => each === type).length).filter((count) => count > 0);
  expect([Math.max(...ofMembers('member.started')), Math.max(...ofMembers('member.came_up'))]).toEqual([30, 30]);
  expect(ran).toHaveLength(30);
});

test('a function beside models: it takes its tasks without a turn, and what waits for them goes on', async () => {
  const ran: string[] = [];
  const on = world({ style: 'team', members: [manager('lead'), worker('ada', { skills: ['text'] }), worker('sum', { skills: ['count'], run: ({ task }) => (ran.push(task.taskId), { output: 7 }) })], script: { plan: { lead: leading({ task_id: 'n', title: 'Count', skills: ['count'] }, { title: 'Tell', skills: ['text'], depends_on: ['n'] }) }, work: { ada: diligent() }, summarise: { '*': 'Done.' } } });
  expect((await on.team.run('Count and tell')).status).toBe('done');
  expect(ran).toEqual(['task_1']);
  expect(turnsIn(await on.events()).map(({ member }) => member)).toEqual(['lead', 'ada', 'lead']);
});

test('in plan mode a function hands in a plan too, and runs once it is approved', async () => {
  const lead: ScriptedAnswer = (request) => {
    if (roundsOf(request).length > 0) return 'Seen.';
    if (isDue(request, 'goal_opened')) return calling(create({ title: 'Count' }));
    const [waits] = dueTasks(request, 'plan_to_decide');
    return waits === undefined ? 'Seen.' : calling({ name: 'approve_plan', args: { task_id: waits, approved: true } });
  };
  const on = world({ style: 'team', teammateMode: 'plan_mode', members: [manager('lead'), worker('sum', { run: () => ({ output: 7 }) })], script: { plan: { lead }, summarise: { '*': 'Done.' } } });
  expect((await on.team.run('Count')).status).toBe('done');
});

test('two processes on one file: each member lives in one of them, each task is claimed once, and the goal ends', async () => {
  verifies('team.claim_one_winner');
  const file = storeFile();
  const ran: string[] = [];
  const members = [doubler('one', ran), doubler('two', ran)];
  const first = world({ style: 'team', store: file, durability: 'NORMAL', members, script: { summarise: { '*': 'Done.' }, plan: { '*': 'All is there.' } } });
  const second = world({ style: 'team', store: file, durability: 'NORMAL', clock: first.clock, members, script: { summarise: { '*': 'Done.' }, plan: { '*': 'All is there.' } } });
  const goal = await first.team.open('Double');
  await second.team.store();
  await goal.add(Array.from({ length: 8 }, (_, n) => ({ title: `Double ${n}`, input: { n } })));
  expect((await endedInTime(first, goal)).status).toBe('done');
  expect(ran).toHaveLength(8);
  const claims = (await first.events()).filter(({ type }) => type === 'task.claimed');
  expect(new Set(claims.map(({ taskId }) => taskId)).size).toBe(8);
});

test('a team that stays takes one goal after another, each in a process of its own: who was let go while it did nothing is not worn out', async () => {
  const file = storeFile();
  const ran: string[] = [];
  const statuses: string[] = [];
  for (let day = 1; day <= 6; day += 1) {
    const on = world({ style: 'team', store: file, durability: 'NORMAL', members: [doubler('sum', ran)], policy: { unattended: true }, script: { summarise: { '*': 'Done.' }, plan: { '*': 'All is there.' } } });
    const goal = await on.team.open(`Double on day ${day}`);
    await goal.add([{ title: 'Double', input: { n: day } }]);
    statuses.push((await endedInTime(on, goal)).status);
    await on.team.close();
  }
  expect(statuses).toEqual(Array(6).fill('done'));
  expect(ran).toHaveLength(6);
});

test('a team that stays takes the next goal, and remembers who is there', async () => {
  const on = world({ style: 'team', members: [manager('lead'), worker('ada')], script: { plan: { lead: leading({ title: 'One' }) }, work: { ada: diligent() }, summarise: { '*': 'Done.' } } });
  expect((await on.team.run('First')).status).toBe('done');
  const goal = await begin(on, 'Second');
  expect((await goal.ended()).status).toBe('done');
  expect((await on.team.store()).look((board) => board.desk.lives('team').map(({ memberId, state, turn }) => `${memberId} ${state} ${turn}`))).toEqual(['lead ready 4', 'ada ready 2']);
});

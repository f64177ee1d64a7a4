// Style team, build mode: the leader puts tasks on the board, members claim what fits them, hand in, report, and the goal closes.
import { expect, test } from 'vitest';
import { manager, worker } from '../../src/index.ts';
import { calling, type Script, type ScriptedAnswer } from '../../src/testing/index.ts';
import { verifies } from '../verifies.ts';
import { answersTo, create, isDue, roundsOf } from './team-world.ts';
import { begin, world } from './world.ts';

const TEAM = [manager('lead'), worker('ada', { skills: ['writing'] }), worker('bo', { skills: ['drawing'] })];

const claim = (task: string) => calling({ name: 'claim_task', args: { task_id: task, status: 'claimed' } });
const complete = (task: string, output: string) => ({ name: 'claim_task', args: { task_id: task, status: 'completed', output, execution_summary: 'Thought of summer.' } });

const SCRIPT: Script = {
  plan: { lead: [
    calling({ name: 'create_task', args: { tasks: [{ task_id: 'text', title: 'Slogan', content: 'A slogan', skills: ['writing'] }, { task_id: 'art', title: 'Poster', content: 'A poster of it', skills: ['drawing'], depends_on: ['text'] }] } }),
    'The tasks are on the board.',
    'A report came in, and all is there.',
  ] },
  work: {
    ada: [claim('task_1'), calling(complete('task_1', 'Summer starts here')), 'Done.'],
    bo: [claim('task_2'), calling(complete('task_2', 'A poster: Summer starts here'), { name: 'send_message', args: { to: 'lead', content: 'The poster is in task_2.' } }), 'Done.'],
  },
  summarise: ['A slogan and a poster were made.'],
};

const STRAIGHT_ON = [
  'goal_1 opened', 'goal_1 requested lead', 'goal_1 plan_adopted', 'task_1 created', 'task_2 created', 'goal_1 ended lead', 'goal_1 said lead',
  'goal_1 requested ada', 'task_1 claimed ada', 'task_1 ended ada', 'task_1 requested ada', 'task_1 completed ada', 'task_1 ended ada', 'task_2 unblocked', 'goal_1 said ada',
  'goal_1 requested bo', 'task_2 claimed bo', 'task_2 ended bo', 'task_2 requested bo', 'task_2 completed bo', 'task_2 ended bo', 'goal_1 drained', 'goal_1 sent bo', 'goal_1 ended bo', 'goal_1 said bo',
  'goal_1 delivered lead', 'goal_1 said lead', 'goal_1 read lead', 'goal_1 closed',
];

test('a leader, two members, and two tasks of which one waits for the other: 29 events of the goal, 4 turns, 9 model calls in them, none without news', async () => {
  verifies('team.runs', 'team.no_idle_turn');
  const on = world({ style: 'team', members: TEAM, script: SCRIPT });
  const goal = await on.team.run('Write a slogan and a poster');
  expect(await on.log()).toEqual(STRAIGHT_ON);
  expect(goal).toMatchObject({ status: 'done', summary: expect.stringContaining('A slogan and a poster were made.') });
  expect(await on.outputs()).toEqual(['Summer starts here', 'A poster: Summer starts here']);
  expect((await on.events()).filter(({ type }) => type === 'member.said').map(({ memberId, details }) => [memberId, details?.['news']])).toEqual([
    ['lead', ['goal_opened']], ['ada', ['offered task_1']], ['bo', ['offered task_2']], ['lead', ['mail', 'tasks_ended']],
  ]);
  expect(on.model.requests.filter(({ purpose }) => purpose !== 'summarise')).toHaveLength(9);
  expect(on.model.unused()).toEqual([]);
});

test('view_task(claimable) is what this very member may take: its own first, then the best fit, then the oldest, with fit and age; a member that looks for others sees others', async () => {
  const seconds = Promise.withResolvers<undefined>();
  const view = calling({ name: 'view_task', args: { action: 'claimable' } });
  const lead: ScriptedAnswer = (request) => {
    const later = create({ title: 'Poster', skills: ['drawing'] }, { title: 'For bo', assignee: 'bo' }, { title: 'Both', skills: ['writing', 'drawing'] }, { title: 'After', depends_on: ['task_1'] });
    return isDue(request, 'goal_opened') ? ([calling(create({ title: 'Slogan', skills: ['writing'] }, { title: 'Leaflet', skills: ['writing'] })), calling(later)][roundsOf(request).length] ?? 'Go.') : 'Seen.';
  };
  const ada: ScriptedAnswer = async (request) => {
    const { length } = roundsOf(request);
    if (length === 1) await seconds.promise;
    return isDue(request, 'offered') ? ([claim('task_1'), view][length] ?? 'I go on later.') : 'I wait.';
  };
  const bo: ScriptedAnswer = async (request) => {
    if (roundsOf(request).length === 0) await seconds.promise;
    return roundsOf(request).length === 0 ? view : 'I look on.';
  };
  const on = world({ style: 'team', members: TEAM, script: { plan: { lead }, work: { ada, bo } } });
  await begin(on, 'Advertise');
  await on.clock.advance(90_000);
  seconds.resolve(undefined);
  await on.clock.quiet();
  const events = await on.events();
  const seen = (member: string): unknown => {
    const [, , text = '{}'] = answersTo(events, member).find(([name]) => name === 'view_task') ?? [];
    const { tasks } = JSON.parse(text);
    return tasks.map(({ task_id: id, skill_fit: fit, given_to_you: own, age_seconds: age }: Readonly<Record<string, unknown>>) => [id, own, fit, age]);
  };
  expect(seen('ada')).toEqual([
    ['task_2', false, { covered: ['writing'], missing: [] }, 90],
    ['task_3', false, { covered: [], missing: ['drawing'] }, 90],
    ['task_5', false, { covered: ['writing'], missing: ['drawing'] }, 90],
  ]);
  expect(seen('bo')).toEqual([
    ['task_4', true, { covered: [], missing: [] }, 90],
    ['task_3', false, { covered: ['drawing'], missing: [] }, 90],
    ['task_2', false, { covered: [], missing: ['writing'] }, 90],
    ['task_5', false, { covered: ['drawing'], missing: ['writing'] }, 90],
  ]);
});

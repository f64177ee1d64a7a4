// Who is on the team: members that a leader adds and lets go, the explicit end of a team, and a conversation that survives a restart.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refuseTree } from '../../src/core/worktrees/refusals.ts';
import { manager, worker, type Workspaces } from '../../src/index.ts';
import { calling, type ScriptedAnswer } from '../../src/testing/index.ts';
import { enters, gitWorld, treeOf } from '../git-world.ts';
import { verifies } from '../verifies.ts';
import { answersTo, claim, complete, create, diligent, dueTasks, isDue, leading, mail, mailIn, roundsOf } from './team-world.ts';
import { begin, endedInTime, storeFile, world } from './world.ts';

const SUM = { summarise: { '*': 'Done.' } };

test('the leader names the team, adds a member for what nobody covers, lets it go at the end, and ends the team', async () => {
  verifies('team.lives');
  const steps = [
    calling({ name: 'build_team', args: { display_name: 'Painters', team_desc: 'They paint.' } }, { name: 'spawn_member', args: { member_name: 'cy', display_name: 'Cy', skills: ['colour'] } }),
    calling(create({ title: 'Paint', skills: ['colour'] }), { name: 'list_members', args: {} }),
    'Go.',
  ];
  const end = [calling({ name: 'clean_team', args: {} }, { name: 'shutdown_member', args: { member_name: 'Cy' } }, { name: 'shutdown_member', args: { member_name: 'ada' } }, { name: 'clean_team', args: {} })];
  const lead: ScriptedAnswer = (request) => (isDue(request, 'tasks_ended') ? end : steps)[roundsOf(request).length] ?? 'Done.';
  const on = world({ style: 'team', members: [manager('lead'), worker('ada')], script: { plan: { lead }, work: { cy: diligent() }, ...SUM } });
  expect((await on.team.run('Paint')).status).toBe('done');
  const answers = answersTo(await on.events(), 'lead').map(([name, outcome]) => `${name} ${outcome}`);
  expect(answers).toEqual(['build_team ok', 'spawn_member ok', 'create_task ok', 'list_members ok', 'clean_team team.not_empty', 'shutdown_member ok', 'shutdown_member ok', 'clean_team ok']);
  expect(await on.outputs()).toEqual(['Result of task_1']);
});

test('after a team was ended the next goal has everybody that the team names, the leader too; whom a leader had added stays away', async () => {
  const file = storeFile();
  const lead: ScriptedAnswer = (request) => {
    if (roundsOf(request).length > 0) return 'Seen.';
    if (isDue(request, 'goal_opened')) return calling({ name: 'spawn_member', args: { member_name: 'cy', display_name: 'Cy', skills: ['colour'] } }, create({ title: 'Paint', skills: ['colour'] }, { title: 'Tell' }));
    return isDue(request, 'tasks_ended') ? calling({ name: 'shutdown_member', args: { member_name: 'cy' } }, { name: 'shutdown_member', args: { member_name: 'ada' } }, { name: 'clean_team', args: {} }) : 'Seen.';
  };
  const next = (script: ScriptedAnswer) => world({ style: 'team', store: file, durability: 'NORMAL', members: [manager('lead'), worker('ada')], script: { plan: { lead: script }, work: { ada: diligent(), cy: diligent() }, ...SUM } });
  const first = next(lead);
  expect((await endedInTime(first, await begin(first, 'First'))).status).toBe('done');
  expect(answersTo(await first.events(), 'lead').at(-1)?.slice(0, 2)).toEqual(['clean_team', 'ok']);
  await first.team.close();
  const second = next(leading({ title: 'Tell again' }));
  const goal = await begin(second, 'Second');
  expect((await endedInTime(second, goal)).status).toBe('done');
  const back = (await (await second.team.store()).look((board) => board.desk.lives('team'))).map(({ memberId, state }) => [memberId, state]);
  expect(back.toSorted()).toEqual([['ada', 'ready'], ['cy', 'shut_down'], ['lead', 'ready']]);
});

test('a member that was added in one process works on in the next, with its conversation', async () => {
  const file = storeFile();
  const lead: ScriptedAnswer = (request) => (roundsOf(request).length > 0 || !isDue(request, 'goal_opened') ? 'Seen.' : calling({ name: 'spawn_member', args: { member_name: 'cy', display_name: 'Cy', skills: ['colour'] } }, create({ title: 'Paint', skills: ['colour'] })));
  const asks: ScriptedAnswer = (request) => [calling(claim('task_1')), calling({ name: 'ask_human', args: { question: 'Which colour?' } })][roundsOf(request).length] ?? 'I wait.';
  const first = world({ style: 'team', store: file, durability: 'NORMAL', members: [manager('lead')], script: { plan: { lead }, work: { cy: asks }, ...SUM } });
  const goal = await begin(first, 'Paint');
  expect((await goal.ended()).status).toBe('waiting');
  await first.team.close();
  const goesOn: ScriptedAnswer = (request) => {
    if (!mailIn(request).some((text) => text.includes('Blue'))) return 'I wait.';
    return [calling(claim('task_1')), calling(complete('task_1', 'Blue'))][roundsOf(request).length] ?? 'Done.';
  };
  const second = world({ style: 'team', store: file, durability: 'NORMAL', clock: first.clock, members: [manager('lead')], script: { plan: { lead: 'Seen.' }, work: { cy: goesOn }, ...SUM } });
  const taken = await second.team.resume(goal.id);
  await second.answer('answer', { note: 'Blue', by: 'kim' });
  expect((await endedInTime(second, taken)).status).toBe('done');
  // What it asked in its first life stands in its conversation.
  expect(JSON.stringify(second.calls('work').at(-1)?.exchanges)).toContain('Which colour?');
  expect(await second.outputs()).toEqual(['Blue']);
});

test('the leader says a task anew and gives it to another; the one who had it is told at its next step', async () => {
  let isTold = false;
  const ada: ScriptedAnswer = (request) => {
    const rounds = roundsOf(request);
    isTold ||= JSON.stringify(rounds).includes('Your claim has ended') || mailIn(request).some((text) => text.includes('Your claim has ended'));
    const [free] = dueTasks(request, 'offered');
    if (rounds.length === 0) return free === undefined ? 'Nothing.' : calling(claim(free), mail('lead', 'I am not sure about this one. Who should do it?'));
    return rounds.length < 4 && !isTold ? calling({ name: 'view_task', args: { action: 'list', status: rounds.length === 1 ? 'claimed' : 'pending' } }) : 'Done.';
  };
  const lead: ScriptedAnswer = (request) => {
    if (roundsOf(request).length > 0) return 'Seen.';
    if (isDue(request, 'goal_opened')) return calling(create({ title: 'One', skills: ['a'] }));
    return mailIn(request).some((text) => text.includes('Who should')) ? calling({ name: 'update_task', args: { task_id: 'task_1', content: 'Make it short.', assignee: 'bo' } }, { name: 'update_task', args: { task_id: '*', title: 'x' } }) : 'Seen.';
  };
  const on = world({ style: 'team', members: [manager('lead'), worker('ada', { skills: ['a'] }), worker('bo')], script: { plan: { lead }, work: { ada, bo: diligent() }, ...SUM } });
  const goal = await begin(on, 'Give it away');
  expect((await endedInTime(on, goal, { mostMs: 60_000 })).status).toBe('done');
  expect((await on.tasks()).map(({ assigneeId }) => assigneeId)).toEqual(['bo']);
  expect(isTold).toBe(true);
  expect(answersTo(await on.events(), 'lead').map(([name, outcome]) => `${name} ${outcome}`)).toEqual(['create_task ok', 'update_task ok', 'update_task input.invalid']);
});

test('an answer in Chinese is given to a team whose goal is Chinese', async () => {
  const ada: ScriptedAnswer = (request) => [calling({ name: 'claim_task', args: { task_id: 'task_9', status: 'claimed' } }), calling(claim('task_1')), calling(complete('task_1', '蓝色'))][roundsOf(request).length] ?? '完成。';
  const on = world({ style: 'team', members: [manager('lead'), worker('ada')], script: { plan: { lead: leading({ title: '上色' }) }, work: { ada }, ...SUM } });
  expect((await on.team.run('请给海报上色')).status).toBe('done');
  for (const [, , text] of answersTo(await on.events(), 'ada')) expect(text).toMatch(/\p{Script=Han}/u);
});

test('clean_team names what is merged nowhere, also where its folder was deleted, and refuses where nobody could look', async () => {
  verifies('worktrees.nothing_lost');
  const git = gitWorld();
  const [merged, deleted, changed] = [7, 8, 9].map((task) => treeOf('ada', task));
  const paths = await Promise.all([merged, deleted, changed].map(async (tree) => (await enters(git.workspaces, tree ?? treeOf('ada', 0))).path));
  for (const [at, path] of paths.entries()) if (at > 0) writeFileSync(join(path, 'work.txt'), 'the only copy');
  git.gitIn(paths[1] ?? '', 'add', '.');
  git.gitIn(paths[1] ?? '', 'commit', '-qm', 'Work');
  rmSync(paths[1] ?? '', { recursive: true });
  let isLocked = false;
  const worktrees: Workspaces = { ...git.workspaces, list: async () => (isLocked ? refuseTree('locked', { said: 'index.lock' }) : git.workspaces.list()) };
  const lead: ScriptedAnswer = (request) => {
    const at = isDue(request, 'goal_opened') ? roundsOf(request).length : 9;
    isLocked = at === 1;
    return at < 2 ? calling({ name: 'clean_team', args: {} }) : at === 2 ? calling(create({ title: 'Paint' })) : 'Seen.';
  };
  const on = world({ style: 'team', workspace: git.repo, worktrees, members: [manager('lead'), worker('ada')], script: { plan: { lead }, work: { ada: diligent() }, ...SUM } });
  expect((await on.team.run('Leave')).status).toBe('done');
  const [first, second] = answersTo(await on.events(), 'lead');
  expect([first?.[1], second?.[1]]).toEqual(['team.not_empty', 'team.not_empty']);
  expect(first?.[2]).toContain('unmerged work: task_8: muster/goal_1--task_8--ada, task_9: muster/goal_1--task_9--ada.');
  expect(second?.[2]).toContain('index.lock');
});

// What a leader or a person decides in a team, through its tools: a review, a call that needs a yes, work that is called off, and a
// word to everybody. And a model that writes shared files without their lock.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { human, manager, tool, worker } from '../../src/index.ts';
import { approved, calling, fixedClock, rejected, type ScriptedAnswer } from '../../src/testing/index.ts';
import { fileTools } from '../../src/tools/files/file-tools.ts';
import { verifies } from '../verifies.ts';
import { answersTo, claim, complete, create, diligent, dueTasks, isDue, leading, mail, mailIn, roundsOf, turnsIn } from './team-world.ts';
import { begin, endedInTime, world } from './world.ts';

const SUM = { summarise: { '*': 'Done.' } };

test('review: manager: the leader judges what is handed in, sends it back once with a fix, and the author mends it', async () => {
  verifies('team.runs');
  const on = world({ style: 'team', policy: { review: 'manager' }, members: [manager('lead'), worker('ada')], script: { plan: { lead: leading({ title: 'One', criteria: ['It is friendly.'] }) }, work: { ada: diligent() }, review: { '*': [rejected('Say hello.'), approved()] }, ...SUM } });
  const goal = await begin(on, 'Write');
  expect((await endedInTime(on, goal)).status).toBe('done');
  const judged = (await on.events()).filter(({ type }) => type === 'task.rejected' || type === 'task.approved').map(({ type, details }) => `${type} ${String(details?.['reviewer'])}`);
  expect(judged).toEqual(['task.rejected lead', 'task.approved lead']);
});

test('a call that needs a yes and that the leader leaves alone is approved by a person in the inbox, and runs once', async () => {
  const posted: string[] = [];
  const asking = tool('mail.post', { description: 'Posts.', input: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] }, effects: ['network'], needsApproval: true, run: ({ args }) => (posted.push(String(args['to'])), 'posted') });
  const ada: ScriptedAnswer = (request) => [calling(claim('task_1')), calling({ name: 'mail__post', args: { to: 'Rome' } }), calling(complete('task_1'))][roundsOf(request).length] ?? 'Done.';
  const clock = fixedClock();
  const lead: ScriptedAnswer = async (request) => {
    if (isDue(request, 'call_to_decide')) await clock.sleep(1_000);
    return isDue(request, 'goal_opened') && roundsOf(request).length === 0 ? calling(create({ title: 'Post it' })) : 'A person is to say.';
  };
  const on = world({ style: 'team', clock, members: [manager('lead'), worker('ada', { tools: ['mail.post'] })], tools: [asking], script: { plan: { lead }, work: { ada }, ...SUM } });
  const goal = await begin(on, 'Post a letter');
  expect((await endedInTime(on, goal)).waiting.map(({ kind }) => kind)).toEqual(['tool_approval']);
  expect(posted).toEqual([]);
  await on.answer('approve', { by: 'kim' });
  expect((await endedInTime(on, goal)).status).toBe('done');
  expect(posted).toEqual(['Rome']);
});

test('a word to "*" has a result for each receiver and starts everybody; all work is called off in one call, a person is asked first', async () => {
  const lead: ScriptedAnswer = (request) => {
    const rounds = roundsOf(request).length;
    if (isDue(request, 'goal_opened')) return [calling(create({ title: 'One' }, { title: 'Two', skills: ['law'] }, { title: 'Three', depends_on: ['One'] }), mail('*', 'We begin.'))][rounds] ?? 'Go.';
    return mailIn(request).some((text) => text.includes('pointless')) && rounds === 0 ? calling({ name: 'update_task', args: { task_id: '*', status: 'cancelled' } }) : 'Seen.';
  };
  const ada: ScriptedAnswer = (request) => (roundsOf(request).length > 0 || dueTasks(request, 'offered').length === 0 ? 'Nothing.' : calling(claim('task_1'), mail('lead', 'This is pointless. Shall we stop?')));
  const on = world({ style: 'team', members: [manager('lead'), worker('ada'), worker('bo', { skills: ['x'] }), human('kim', { skills: ['law'] })], script: { plan: { lead }, work: { ada, bo: 'Nothing.' }, ...SUM } });
  const goal = await begin(on, 'Begin and stop');
  const waiting = await endedInTime(on, goal);
  const [, sent, cancelled] = answersTo(await on.events(), 'lead');
  expect(['ada', 'bo', 'kim'].every((name) => sent?.[2].includes(name))).toBe(true);
  expect((await on.team.store()).look((board) => board.desk.lives('team').filter(({ state }) => state === 'unstarted'))).toEqual([]);
  expect(cancelled?.slice(0, 2)).toEqual(['update_task', 'ok']);
  expect((await on.tasks()).map(({ state }) => state)).toEqual(['cancelled', 'assigned', 'cancelled']);
  expect(waiting.waiting.map(({ kind, askedOf }) => `${kind} ${askedOf}`)).toContain('cancel_task kim');
});

test('a model that writes a shared file without its lock is told why each time; only what was written under the lock stands, and the goal is done', async () => {
  verifies('team.wrong_model_bounded', 'team.shared_files');
  const workspace = mkdtempSync(join(tmpdir(), 'muster-shared-'));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  const write = (content: string) => ({ name: 'file__write', args: { path: '.team/plan.md', content } });
  const meta = (action: string) => ({ name: 'workspace_meta', args: { action, path: 'plan.md' } });
  const read = { name: 'file__read', args: { path: '.team/plan.md' } };
  const ada: ScriptedAnswer = (request) => [calling(claim('task_1'), write('too early'), meta('unlock'), write('too early')), calling(meta('lock'), write('in time'), meta('unlock'), write('too late')), calling(read), calling(complete('task_1'))][roundsOf(request).length] ?? 'Done.';
  const on = world({ style: 'team', workspace, tools: fileTools(), members: [manager('lead'), worker('ada', { tools: ['file.read', 'file.write'] })], script: { plan: { lead: leading({ title: 'One' }) }, work: { ada }, ...SUM } });
  expect((await on.team.run('Share')).status).toBe('done');
  const answers = answersTo(await on.events(), 'ada');
  expect(answers.map(([name, outcome]) => `${name} ${outcome}`)).toEqual([
    'claim_task ok', 'file.write lock.file_not_locked', 'workspace_meta ok', 'file.write lock.file_not_locked',
    'workspace_meta ok', 'file.write ok', 'workspace_meta ok', 'file.write lock.file_not_locked', 'file.read ok', 'claim_task ok',
  ]);
  expect(answers[1]?.[2]).toContain('workspace_meta');
  expect(answers[8]?.[2]).toContain('in time');
  expect(turnsIn(await on.events())).toHaveLength(3);
});

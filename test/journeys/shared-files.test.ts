// Files that members share under `.team/`: the lock binds, so of any number of writers none loses what another wrote; who lost its
// lock is told apart by the number, and who did what is on record.
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTeam, manager, worker, type Team, type TeamOptions, type Work } from '../../src/index.ts';
import { isTeamError } from '../../src/core/errors.ts';
import { pauseMember } from '../../src/core/team/lives.ts';
import { breakLock, lockFile } from '../../src/core/team/locks.ts';
import { sharedHome } from '../../src/engine/gate/shared-files.ts';
import { calling, eventLog, fixedClock, scriptedModel, type FixedClock, type ScriptedAnswer } from '../../src/testing/index.ts';
import { fileTools } from '../../src/tools/files/file-tools.ts';
import { verifies } from '../verifies.ts';

vi.setConfig({ testTimeout: 60_000 });

const TOOLS = ['file.read', 'file.write', 'file.list', 'workspace_meta'];
const FILE = '.team/count.txt';

interface SharedWorld {
  readonly team: Team;
  readonly clock: FixedClock;
  readonly folder: string;
  shared(path: string): Promise<string>;
}

function sharedWorld(members: TeamOptions['members'], policy: TeamOptions['policy'] = {}): SharedWorld {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-shared-')));
  const clock = fixedClock();
  const team = createTeam({ store: 'memory', env: {}, clock, workspace: folder, tools: fileTools(), members, policy: { style: 'team', unattended: true, ...policy } });
  onTestFinished(async () => {
    await team.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    team, clock, folder,
    async shared(path) {
      const goal = await (await team.store()).read.goal('goal_1');
      return goal === undefined ? '' : readFileSync(join(sharedHome({ folder }, goal), '.team', path), 'utf8');
    },
  };
}

/** The rule or code by which a call was refused, or `ok`. */
const outcome = async (act: Promise<unknown>): Promise<string> => {
  try {
    await act;
    return 'ok';
  } catch (error) {
    return isTeamError(error) ? String(error.details['rule'] ?? error.code) : String(error);
  }
};

async function lock({ callTool }: Work): Promise<void> {
  while ((await outcome(callTool('workspace_meta', { action: 'lock', path: 'count.txt' }))) !== 'ok') await setImmediate();
}

const numberIn = (read: unknown): number => Number(/\d+/.exec(JSON.stringify(read).replace(/.*"(?:text|content)":"(?:\d+\s)?/, ''))?.[0] ?? 'NaN');

test('two members count up one shared file 12 times, each read and write under the lock: the file says 12', async () => {
  verifies('team.shared_files');
  const seen: string[] = [];
  const run = async (work: Work) => {
    await lock(work);
    const before = await outcome(work.callTool('file.read', { path: FILE }));
    const old = before === 'ok' ? numberIn(await work.callTool('file.read', { path: FILE })) : 0;
    await setImmediate();
    seen.push(await outcome(work.callTool('file.write', { path: FILE, content: `${old + 1}` })));
    await work.callTool('workspace_meta', { action: 'unlock', path: FILE });
    return { output: 'counted' };
  };
  const of = sharedWorld([worker('a', { run, tools: TOOLS }), worker('b', { run, tools: TOOLS })]);
  const goal = await of.team.open('Count');
  await goal.add(Array.from({ length: 12 }, (_, index) => ({ title: `count ${index}` })));
  const result = await goal.ended();
  expect(result.status, (await eventLog(await of.team.store(), goal.id)).join('\n')).toBe('done');
  expect(seen).toEqual(Array.from({ length: 12 }, () => 'ok'));
  expect(await of.shared('count.txt')).toBe('12');
  const written = (await of.team.events(goal.id)).filter(({ type }) => type === 'file.written');
  expect(new Set(written.map(({ memberId, taskId, details }) => `${memberId} ${taskId} ${String(details?.['fencing'])}`)).size).toBe(12);
});

test('a write without the lock, with one that a person broke, and with one that was read under an older number: each is refused', async () => {
  verifies('team.shared_files');
  const told: string[] = [];
  const run = async (work: Work) => {
    const { callTool } = work;
    const write = (content: string) => outcome(callTool('file.write', { path: FILE, content }));
    const read = () => outcome(callTool('file.read', { path: FILE }));
    told.push(await write('none'));
    await lock(work);
    told.push(await write('first'), await read());
    await (await of.team.store()).commit([], (board) => breakLock(board, { goalId: 'goal_1', path: 'count.txt', by: 'ana' }));
    told.push(await write('broken'));
    await lock(work);
    told.push(await write('stale'), await read(), await write('fresh'));
    const history = await callTool('workspace_meta', { action: 'history', path: 'count.txt' });
    return { output: JSON.stringify(history) };
  };
  const of = sharedWorld([worker('a', { run, tools: TOOLS })]);
  const goal = await of.team.open('Write');
  const [task] = await goal.add([{ title: 'write' }]);
  expect((await goal.ended()).status, (await eventLog(await of.team.store(), goal.id)).join('\n')).toBe('done');
  expect(told).toEqual(['lock.file_not_locked', 'ok', 'ok', 'lock.file_not_locked', 'lock.file_not_locked', 'ok', 'ok']);
  expect(await of.shared('count.txt')).toBe('fresh');
  const history: { history: readonly { what: string; member: string; task_id: string; by?: string }[] } = JSON.parse(String((await of.team.tasks(goal.id))[0]?.output));
  expect(history.history.map(({ what, by }) => (by === undefined ? what : `${what} by ${by}`))).toEqual(['written', 'locked', 'lock_broken by ana', 'written', 'locked']);
  expect(new Set(history.history.map(({ member, task_id: id }) => `${member} ${id}`))).toEqual(new Set([`a ${task?.id}`]));
});

test('a lock of the leader, who holds no task, is renewed while the leader is there, and runs out once it is not', async () => {
  verifies('team.shared_files');
  const lead: ScriptedAnswer = ({ exchanges = [] }) => (exchanges.length === 0 ? calling({ name: 'workspace_meta', args: { action: 'lock', path: 'plan.md' } }, { name: 'create_task', args: { tasks: [{ title: 'Wait', content: 'A long one.' }] } }) : 'Done.');
  const ada: ScriptedAnswer = ({ exchanges = [] }) => (exchanges.length === 0 ? calling({ name: 'claim_task', args: { task_id: 'task_1', status: 'claimed' } }) : new Promise(() => undefined));
  const clock = fixedClock();
  const times = { attemptMs: 24 * 60 * 60_000 };
  const team = createTeam({ store: 'memory', env: {}, clock, style: 'team', model: scriptedModel({ plan: { lead }, work: { ada } }), tools: fileTools(), members: [manager('lead'), worker('ada')], policy: { times } });
  onTestFinished(() => team.close());
  await team.start('Hold');
  await clock.quiet();
  const store = await team.store();
  const adaLocks = async () => {
    const outcome = await store.commit([], (board) => lockFile(board, { goalId: 'goal_1', path: 'plan.md', holder: { memberId: 'ada', attempt: null } }));
    return outcome.ok ? 'ok' : `${outcome.code} ${String(outcome.details?.['holder'])}`;
  };
  // Three times the time to live of a lock, in sweeps.
  for (let passed = 0; passed < 900; passed += 20) await clock.advance(20_000);
  expect(await adaLocks()).toBe('file.locked lead');
  await store.commit([], (board) => pauseMember(board, { team: 'team', memberId: 'lead' }, 'kim'));
  for (let passed = 0; passed < 320; passed += 20) await clock.advance(20_000);
  expect(await adaLocks()).toBe('ok');
});

test('a lock is renewed while its holder works, and is anybody\'s when the attempt is over', async () => {
  verifies('team.shared_files');
  const go = Promise.withResolvers<undefined>();
  const locked = Promise.withResolvers<undefined>();
  const told: string[] = [];
  const holds = async (work: Work) => {
    await lock(work);
    locked.resolve(undefined);
    await go.promise;
    told.push(await outcome(work.callTool('file.write', { path: FILE, content: 'mine' })));
    return { output: 'done' };
  };
  const wants = async (work: Work) => {
    if (told.length === 0) told.push(await outcome(work.callTool('workspace_meta', { action: 'lock', path: 'count.txt' })));
    go.resolve(undefined);
    await lock(work);
    return { output: 'done' };
  };
  const of = sharedWorld([worker('a', { run: holds, tools: TOOLS, skills: ['first'] }), worker('b', { run: wants, tools: TOOLS, skills: ['second'] })]);
  const goal = await of.team.open('Hold');
  await goal.add([{ title: 'hold', skills: ['first'] }]);
  await locked.promise;
  // Twice the time to live of a lock, in sweeps.
  for (let passed = 0; passed < 600; passed += 20) await of.clock.advance(20_000);
  await goal.add([{ title: 'want', skills: ['second'] }]);
  expect((await goal.ended()).status, (await eventLog(await of.team.store(), goal.id)).join('\n')).toBe('done');
  expect(told).toEqual(['file.locked', 'ok']);
  expect((await of.team.events(goal.id)).filter(({ type }) => type === 'file.lock_renewed').length).toBeGreaterThanOrEqual(3);
});

test('names that leave the folder lock nothing there, and one file has one lock and one place however it is spelt', async () => {
  verifies('team.shared_files');
  const locked: string[] = [];
  const written: string[] = [];
  const LEAVE = ['../out.txt', '.team/../out.txt', '/etc/out.txt', '.team\\..\\out.txt', 'C:\\out.txt', '.team/a/../../out.txt', '.team/.team/out.txt', '.team', '', 'a\u0000'];
  const SAME = ['.team/plan\u00e9.md', 'plane\u0301.md', './.team//plan\u00e9.md', '.Team/plan\u00e9.md', '.team\\plan\u00e9.md'];
  const run = async ({ callTool }: Work) => {
    for (const path of [...LEAVE, ...SAME]) locked.push(await outcome(callTool('workspace_meta', { action: 'lock', path })));
    written.push(await outcome(callTool('file.write', { path: '.Team/plan\u00e9.md', content: 'one' })));
    // Another spelling that some disks take for the same file makes no second one beside it.
    await callTool('workspace_meta', { action: 'lock', path: 'PLAN\u00e9.md' });
    for (const path of ['.team/plane\u0301.md', '.team/PLAN\u00e9.md']) written.push(await outcome(callTool('file.write', { path, content: 'two' })));
    return { output: JSON.stringify(await callTool('workspace_meta', { action: 'locks' })) };
  };
  const of = sharedWorld([worker('a', { run, tools: TOOLS })], { limits: { sameErrors: 100 } });
  const goal = await of.team.open('Lock');
  await goal.add([{ title: 'lock' }]);
  expect((await goal.ended()).status, (await eventLog(await of.team.store(), goal.id)).join('\n')).toBe('done');
  expect(locked).toEqual([...LEAVE.map(() => 'input.invalid'), ...SAME.map(() => 'ok')]);
  expect(written).toEqual(['ok', 'file.name_clash', 'file.name_clash']);
  expect(await of.shared('plan\u00e9.md')).toBe('one');
  const { locks }: { locks: readonly { path: string }[] } = JSON.parse(String((await of.team.tasks(goal.id))[0]?.output));
  expect(locks.map(({ path }) => path)).toEqual(['plan\u00e9.md', 'PLAN\u00e9.md']);
  expect(existsSync(join(of.folder, '.Team'))).toBe(false);
});

// What a program says of its team and cannot hold is told before anything is opened: no file is made, and none stays open.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTeam, isTeamError, manager, worker, type TeamOptions, type Tool } from '../src/index.ts';
import { runGit } from './git-world.ts';
import { temporaryFolder } from './run-program.ts';
import { verifies } from './verifies.ts';

interface Refused {
  readonly code: string;
  readonly en: string;
  readonly zh: string;
  readonly fields: unknown;
}

/** As a program without types would write them. */
const withOptions = (options: TeamOptions, others: Readonly<Record<string, unknown>>): TeamOptions => Object.assign({}, options, others);

async function refusal(options: TeamOptions): Promise<Refused> {
  try {
    const team = createTeam({ env: {}, ...options });
    onTestFinished(() => team.close());
    await team.open('Anything');
  } catch (fault) {
    if (!isTeamError(fault)) throw fault;
    return { code: fault.code, en: fault.says.en, zh: fault.says.zh, fields: fault.details['fields'] };
  }
  throw new Error('The team was opened.');
}

const members = [manager('lead'), worker('ada', { skills: ['a'] })];

test('a workspace that is not there, is a file, lies under a file or is no path is refused by name, and no store is made', async () => {
  verifies('team.options_checked');
  const folder = temporaryFolder();
  const file = join(folder, 'file.txt');
  writeFileSync(file, 'x');
  for (const [workspace, says] of [[join(folder, 'nowhere'), 'Make it first'], [file, 'is a file'], [join(file, 'inside'), 'Make it first'], ['', 'is no path'], ['a\0b', 'is no path'], [5, 'is no path']] as const) {
    for (const worktrees of [true, false]) {
      const store = join(folder, 'muster.db');
      const refused = await refusal(withOptions({ members, store, worktrees }, { workspace }));
      expect(refused, String(workspace)).toMatchObject({ code: 'team.invalid', fields: ['workspace'] });
      expect(refused.en).toContain(says);
      expect(refused.zh).not.toBe('');
      expect(existsSync(store)).toBe(false);
    }
  }
});

test('a store that is no path is refused; one that cannot be a file is told so, and its folder is not made where none can be', async () => {
  for (const store of ['', ' ', 'a\0b', 5]) expect(await refusal(withOptions({ members }, { store })), String(store)).toMatchObject({ code: 'team.invalid', fields: ['store'] });
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), 'x');
  await expect(createTeam({ env: {}, members, store: join(folder, 'file', 'muster.db') }).open('Anything')).rejects.toMatchObject({ code: 'store.unavailable' });
  if (existsSync('/proc/self')) await expect(createTeam({ env: {}, members, store: '/proc/nobody/muster.db' }).open('Anything')).rejects.toMatchObject({ code: 'store.unavailable' });
});

test('worktrees on a folder without a repository, or on one whose files were never committed, are refused before a goal is planned', async () => {
  const folder = temporaryFolder();
  const store = join(folder, 'kept', 'muster.db');
  const team = createTeam({ env: {}, members, store, workspace: folder, worktrees: true, style: 'team' });
  onTestFinished(() => team.close());
  await expect(team.run('Anything')).rejects.toMatchObject({ code: 'workspace.refused', details: { reason: 'not_a_repository' } });
  runGit(folder, ['init', '-q']);
  writeFileSync(join(folder, 'program.ts'), 'x');
  await expect(team.run('Anything')).rejects.toMatchObject({ code: 'workspace.refused', details: { reason: 'no_commit' } });
  expect(existsSync(store)).toBe(false);
  runGit(folder, ['-c', 'user.name=U', '-c', 'user.email=u@example.org', 'add', 'program.ts']);
  runGit(folder, ['-c', 'user.name=U', '-c', 'user.email=u@example.org', 'commit', '-qm', 'First']);
  // The same team goes on once the repository is one.
  expect((await team.run('Anything')).status).toBe('done');
});

test('a start that fails after the store was opened closes it again', async () => {
  const store = join(temporaryFolder(), 'muster.db');
  const tool: Tool = { name: 'look', description: { en: 'Looks.', zh: '查看。' }, parameters: { type: 'object' }, effects: [], run: () => Promise.resolve(null) };
  await expect(createTeam({ env: {}, members, store, tools: [tool, tool] }).open('Anything')).rejects.toMatchObject({ code: 'tool.bad_name' });
  expect(existsSync(store)).toBe(true);
  expect(existsSync(`${store}-wal`)).toBe(false);
});

test('words and numbers that a policy cannot be are refused with those that it can: a slip in plan_mode never begins work unapproved', async () => {
  verifies('team.options_checked');
  const wrong: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
    ['style', { style: 'teams' }, 'agency, team'],
    ['teammateMode', { style: 'team', teammateMode: 'plan-mode' }, 'build_mode, plan_mode'],
    ['roster', { style: 'team', policy: { roster: 'sometimes' } }, 'fixed, open, both'],
    ['review', { policy: { review: 'everybody' } }, 'none, members, manager'],
    ['afterCap', { policy: { afterCap: 'retry' } }, 'ask, accept_best, fail'],
    ['reviewers', { policy: { reviewers: 0 } }, 'above 0'],
    ['maxTasks', { policy: { maxTasks: 2.5 } }, 'whole number'],
    ['limits.maxAttempts', { policy: { limits: { maxAttempts: Number.NaN } } }, 'whole number'],
    ['limits.maxAtempts', { policy: { limits: { maxAtempts: 3 } } }, 'Did you mean maxAttempts?'],
    ['limits.patience', { policy: { limits: { patience: 3 } } }, 'limits has no option patience. It takes maxAttempts, '],
    ['times.leaseMs', { policy: { times: { leaseMs: -1 } } }, 'milliseconds'],
    ['times.leaseMs', { policy: { times: { leaseMs: '60 s' } } }, 'milliseconds'],
    ['worktrees', { worktrees: 'yes' }, 'true or false'],
    ['worktrees', { worktrees: () => true }, 'worktrees cannot be a function.'],
    ['members', { members: { ada: {} } }, 'list'],
    ['members[1]', { members: [members[0], null] }, 'worker()'],
  ];
  for (const [field, others, says] of wrong) {
    const refused = await refusal(withOptions({ members, store: 'memory' }, others));
    expect(refused, field).toMatchObject({ code: 'team.invalid', fields: [field] });
    expect(refused.en, field).toContain(says);
    expect(refused.zh, field).not.toBe('');
  }
});

// Where no working tree can be: each place gets a clear no in both languages, and nothing is made there.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { accepted, enters, gitWorld, PLAIN_GIT, refused, treeOf, type GitWorld } from '../../test/git-world.ts';
import type { WorktreeParts } from './git-worktrees.ts';

vi.setConfig({ testTimeout: 120_000 });

const program = (world: GitWorld, text: string): string => {
  world.write(world.beside('program'), `#!/bin/sh\n${text}\n`);
  chmodSync(world.beside('program'), 0o755);
  return world.beside('program');
};

const PLACES: readonly { readonly what: string; readonly reason: string; readonly says: string; readonly parts: (world: GitWorld) => Partial<WorktreeParts> }[] = [
  { what: 'a folder in no repository', reason: 'not_a_repository', says: 'git init', parts: (world) => { mkdirSync(world.beside('plain')); return { workspace: world.beside('plain') }; } },
  { what: 'a folder that is not there', reason: 'not_a_repository', says: 'nowhere', parts: (world) => ({ workspace: world.beside('nowhere'), program: 'git' }) },
  { what: 'git\'s own folder', reason: 'inside_git_folder', says: '.git', parts: (world) => ({ workspace: join(world.repo, '.git') }) },
  { what: 'a machine without git', reason: 'git_missing', says: 'Install git', parts: (world) => ({ program: world.beside('no-such-git') }) },
  { what: 'a program that is not git', reason: 'git_missing', says: 'Install git', parts: (world) => ({ program: program(world, 'echo hello') }) },
  { what: 'git 2.17', reason: 'git_too_old', says: '2.17.1', parts: (world) => ({ program: program(world, 'echo git version 2.17.1') }) },
  { what: 'a repository of another user', reason: 'unsafe_directory', says: 'safe.directory', parts: () => ({ environment: { ...PLAIN_GIT, GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' } }) },
  { what: 'a folder with a line break in its name', reason: 'odd_path', says: 'Rename', parts: (world) => { mkdirSync(world.beside('a\nb')); world.gitIn(world.beside('a\nb'), 'init', '-q'); return { workspace: world.beside('a\nb') }; } },
  { what: 'a repository in which our folder is a file', reason: 'unwritable', says: 'ENOTDIR', parts: (world) => { world.write('.git/muster', 'in the way'); return {}; } },
];
for (const { what, reason, says, parts } of PLACES) {
  test(`${what}: ${reason}, with a way on, and no trace is left`, async () => {
    const world = gitWorld();
    const workspaces = world.anew(parts(world));
    // Known before anything is begun, and again when it is.
    for (const outcome of [await workspaces.ready(), await workspaces.enter(treeOf('coder', 1))]) {
      expect(outcome).toMatchObject({ ok: false, reason, because: { en: expect.stringContaining(says) as unknown } });
    }
    expect(existsSync(join(world.repo, '.muster'))).toBe(false);
    expect(existsSync(join(world.repo, '.git/muster/goals'))).toBe(false);
    expect(world.git('branch', '--list')).toBe('* main');
    // The place may become a good one while we live.
    if (what === 'a folder in no repository') {
      world.gitIn(world.beside('plain'), 'init', '-q');
      expect((await enters(workspaces, treeOf('coder', 1))).existed).toBe(false);
    }
  });
}

test('a creation that fails half-way uses no name up: no record, no branch, no folder, and the next try gets the usual name', async () => {
  const world = gitWorld();
  world.write('.gitattributes', '*.bin filter=broken\n');
  world.write('x.bin', 'x');
  world.git('add', '.');
  world.git('commit', '-qm', 'With a filter');
  world.git('config', 'filter.broken.clean', 'cat');
  world.git('config', 'filter.broken.smudge', 'false');
  world.git('config', 'filter.broken.required', 'true');
  const outcome = await world.workspaces.enter(treeOf('coder', 1));
  expect(refused(outcome)).toBe('git_failed');
  expect(world.git('branch', '--list', 'muster/*')).toBe('  muster/goal_1');
  expect(readdirSync(join(world.repo, '.git/muster/trees/goal_1'))).toEqual([]);
  expect(readdirSync(join(world.repo, '.muster/worktrees/goal_1'))).toEqual([]);
  world.git('config', '--unset', 'filter.broken.required');
  expect((await enters(world.workspaces, treeOf('coder', 1))).branch).toBe('muster/goal_1--task_1--coder');
});

test('a branch of our name that somebody makes in the last moment is left where it is, and the next try takes another name', async () => {
  const world = gitWorld();
  const racing = program(world, `case "$*" in *"branch --no-track"*) git branch muster/goal_1--task_1--coder main;; esac; exec git "$@"`);
  expect(refused(await world.anew({ program: racing }).enter(treeOf('coder', 1)))).toBe('git_failed');
  expect(world.git('rev-parse', 'muster/goal_1--task_1--coder')).toBe(world.git('rev-parse', 'main'));
  expect((await enters(world.workspaces, treeOf('coder', 1))).branch).toBe('muster/goal_1--task_1--coder-2');
  expect(world.git('rev-parse', 'muster/goal_1--task_1--coder')).toBe(world.git('rev-parse', 'main'));
});

test('a lock of packed refs that another git holds is waited for, then said with its path and left; once it goes the work goes on', async () => {
  const world = gitWorld();
  await enters(world.workspaces, treeOf('coder', 1));
  world.git('pack-refs', '--all');
  const lock = join(world.repo, '.git/packed-refs.lock');
  writeFileSync(lock, '');
  const outcome = await world.workspaces.exit({ ...treeOf('coder', 1), action: 'remove' });
  // The folder is gone by then; the branch could not be deleted, and that is what is said.
  expect(outcome).toMatchObject({ ok: true, outcome: 'removed', left: { folder: false, branch: true } });
  expect(existsSync(lock)).toBe(true);
  rmSync(lock);
  expect(await world.workspaces.exit({ ...treeOf('coder', 1), action: 'remove' })).toMatchObject({ ok: true, left: { folder: false, branch: false } });
});

test('a record of another tree that git is writing at this moment is waited for', async () => {
  const world = gitWorld();
  const once = world.beside('said-once');
  // git has made the branch by then, where it was told to.
  const half = program(world, `case "$*" in *"worktree add"*) if [ ! -e "${once}" ]; then git branch muster/goal_1--task_1--a main 2>/dev/null; touch "${once}"; echo "fatal: failed to read .git/worktrees/a--task_1/commondir: Success" >&2; exit 128; fi;; esac\nexec git "$@"`);
  await enters(world.anew({ program: half, patience: { gitMs: 10_000 } }), treeOf('a', 1));
});

test('a record that a killed git left without its place in the repository is finished; trees are made, listed and merged again', async () => {
  const world = gitWorld();
  await enters(world.workspaces, treeOf('other', 1));
  const { path } = await enters(world.workspaces, treeOf('coder', 1));
  const ours = join(world.repo, '.git/muster/trees/goal_1/coder--task_1.json');
  writeFileSync(ours, readFileSync(ours, 'utf8').replace('"ready"', '"making"'));
  const record = join(world.repo, '.git/worktrees/coder--task_1');
  writeFileSync(join(record, 'commondir'), '');
  writeFileSync(join(record, 'locked'), 'initializing');
  expect(await enters(world.anew({}), treeOf('coder', 1))).toMatchObject({ path: `${path}-2`, notices: [{ kind: 'half_made' }, { kind: 'others_work' }] });
  expect(world.git('worktree', 'list', '--porcelain').match(/^branch /gmu)).toHaveLength(4);
  world.write(join(`${path}-2`, 'work.txt'), 'work');
  accepted(await world.workspaces.save(treeOf('coder', 1)));
  expect(accepted(await world.workspaces.mergeBack(treeOf('coder', 1))).outcome).toBe('merged');
});

test('a record without its place that git does not mark as being made is the user’s to mend: refused with its name, and left', async () => {
  const world = gitWorld();
  world.git('worktree', 'add', '-q', world.beside('mine'));
  const file = join(world.repo, '.git/worktrees/mine/commondir');
  writeFileSync(file, '');
  const outcome = await world.workspaces.enter(treeOf('coder', 1));
  expect(refused(outcome)).toBe('git_failed');
  expect(outcome).toMatchObject({ because: { en: expect.stringContaining('worktrees/mine/commondir') as unknown } });
  expect(readFileSync(file, 'utf8')).toBe('');
});

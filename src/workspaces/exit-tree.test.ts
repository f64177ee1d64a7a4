// Leaving a working tree on real git: what is there is found and said, nothing that could be lost is removed, and what is
// discarded on request is still under a ref.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { accepted, blobOf, checkoutOf, enters, filesIn, GOAL, gitWorld, refused, runGit, treeOf, type GitWorld } from '../../test/git-world.ts';
import { verifies } from '../../test/verifies.ts';
import type { FindingKind } from '../core/worktrees/findings.ts';
import type { WorktreeRefusal } from '../core/worktrees/refusals.ts';
import type { Exited } from '../ports/workspaces.ts';

vi.setConfig({ testTimeout: 240_000 });

const ME = treeOf('coder', 1);
const remove = { ...ME, action: 'remove' } as const;

interface Case {
  readonly what: string;
  readonly make: (world: GitWorld, path: string) => void;
  readonly found: readonly FindingKind[];
  /** Survives the word to discard as well. */
  readonly always?: true;
}

const inGit = (world: GitWorld, path: string, ...args: readonly string[]): string => world.gitIn(path, ...args);

const CASES: readonly Case[] = [
  { what: 'a changed file', found: ['changed'], make: (_, path) => writeFileSync(join(path, 'a.txt'), 'mine') },
  { what: 'a staged file', found: ['staged'], make: (world, path) => { writeFileSync(join(path, 'a.txt'), 'mine'); inGit(world, path, 'add', '.'); } },
  { what: 'a file with one version staged and another on disk', found: ['staged', 'changed'], make: (world, path) => { writeFileSync(join(path, 'a.txt'), 'staged'); inGit(world, path, 'add', '.'); writeFileSync(join(path, 'a.txt'), 'on disk'); } },
  { what: 'an untracked file with spaces and Chinese in its name', found: ['untracked'], make: (_, path) => writeFileSync(join(path, '新 文件.txt'), 'mine') },
  { what: 'untracked files although git is told to show none', found: ['untracked'], make: (world, path) => { world.git('config', 'status.showUntrackedFiles', 'no'); writeFileSync(join(path, 'new.txt'), 'mine'); } },
  { what: 'an ignored file that nobody makes again', found: ['ignored'], make: (_, path) => { mkdirSync(join(path, 'dist')); writeFileSync(join(path, 'dist/report.txt'), 'the only copy'); writeFileSync(join(path, 'key.secret'), 'x'); } },
  { what: 'a commit that is merged nowhere', found: ['unmerged'], make: (world, path) => { writeFileSync(join(path, 'a.txt'), 'mine'); inGit(world, path, 'commit', '-qam', 'Mine'); } },
  { what: 'commits on a detached HEAD', found: ['elsewhere'], make: (world, path) => { inGit(world, path, 'checkout', '-q', '--detach'); writeFileSync(join(path, 'a.txt'), 'mine'); inGit(world, path, 'commit', '-qam', 'Mine'); } },
  { what: 'a stash that was made there', found: ['stash'], make: (world, path) => { writeFileSync(join(path, 'a.txt'), 'mine'); inGit(world, path, 'stash', '-q'); } },
  { what: 'a rebase that stopped', found: ['conflicted', 'elsewhere', 'operation', 'unmerged'], make: stopRebase },
  { what: 'a ref of its own', found: ['own_refs'], always: true, make: (world, path) => void inGit(world, path, 'update-ref', 'refs/worktree/mine', 'HEAD') },
  { what: 'a file that git was told not to look at', found: ['hidden'], always: true, make: (world, path) => { inGit(world, path, 'update-index', '--assume-unchanged', 'a.txt'); writeFileSync(join(path, 'a.txt'), 'hidden work'); } },
  { what: 'a file that git was told not to expect', found: ['hidden'], always: true, make: (world, path) => { inGit(world, path, 'update-index', '--skip-worktree', 'a.txt'); writeFileSync(join(path, 'a.txt'), 'hidden work'); } },
  { what: 'a repository inside', found: ['nested'], always: true, make: (_, path) => runGit(path, ['init', '-q', 'inner']) },
  { what: 'a lock that somebody set', found: ['locked'], always: true, make: (world, path) => void world.git('worktree', 'lock', '--reason', 'on a stick', path) },
  { what: 'a damaged index', found: ['unreadable'], always: true, make: (world, path) => writeFileSync(join(inGit(world, path, 'rev-parse', '--absolute-git-dir'), 'index'), 'damaged') },
  { what: 'a goal branch that somebody deleted', found: ['unreadable'], always: true, make: (world) => void world.git('branch', '-D', 'muster/goal_1') },
];

function stopRebase(world: GitWorld, path: string): void {
  writeFileSync(join(path, 'a.txt'), 'mine\n');
  inGit(world, path, 'commit', '-qam', 'Mine');
  world.write('a.txt', 'theirs\n');
  world.git('commit', '-qam', 'Theirs');
  expect(() => inGit(world, path, 'rebase', '-q', 'main')).toThrow('Command failed');
}

/** Path → id of the content. */
const treeAt = (world: GitWorld, ref: string): Readonly<Record<string, string>> =>
  Object.fromEntries(world.git('ls-tree', '-r', '-z', ref).split('\0').filter((line) => line !== '').map((line) => [line.slice(line.indexOf('\t') + 1), line.slice(12, 52)]));

const kindsIn = (outcome: Exited | WorktreeRefusal): readonly string[] => [...new Set((outcome.findings ?? []).map(({ kind }) => kind))].sort();

test(`${CASES.filter(({ always }) => !always).length} kinds of work keep their tree; with discard_changes it goes, and every byte that is not ignored stays under a ref`, async () => {
  verifies('worktrees.nothing_lost');
  const world = gitWorld();
  let kept = 0;
  for (const [index, { what, make, found }] of CASES.filter(({ always }) => !always).entries()) {
    const ref = treeOf('coder', index);
    const { path } = await enters(world.workspaces, ref);
    make(world, path);
    const before = filesIn(path);
    const outcome = await world.workspaces.exit({ ...ref, action: 'remove' });
    expect([what, refused(outcome), kindsIn(outcome)]).toEqual([what, 'not_empty', found.toSorted()]);
    expect(filesIn(path)).toEqual(before);
    const gone = accepted(await world.workspaces.exit({ ...ref, action: 'remove', discardChanges: true }));
    expect(gone).toMatchObject({ outcome: 'removed', left: { folder: false, branch: false } });
    expect(existsSync(path)).toBe(false);
    if (gone.parked === null) throw new Error(`${what}: nothing was kept`);
    const isIgnored = (each: string): boolean => each.startsWith('dist/') || each.endsWith('.secret');
    const whole = Object.entries(before).filter(([each]) => !isIgnored(each));
    expect(treeAt(world, gone.parked)).toEqual(Object.fromEntries(whole.map(([each, text]) => [each, blobOf(text)])));
    kept += whole.length;
    if (what.includes('one version staged')) expect(world.git('show', `${gone.parked}^2:a.txt`)).toBe('staged');
    if (what.includes('stash')) expect(world.git('show', 'stash@{0}:a.txt')).toBe('mine');
  }
  expect(kept).toBeGreaterThan(30);
});

test(`${CASES.filter(({ always }) => always).length} kinds keep their tree even with discard_changes, and nothing in it changes`, async () => {
  verifies('worktrees.nothing_lost');
  const world = gitWorld();
  for (const [index, { what, make, found }] of CASES.filter(({ always }) => always).entries()) {
    const ref = treeOf('coder', index);
    const { path } = await enters(world.workspaces, ref);
    make(world, path);
    const before = filesIn(path);
    const outcome = await world.workspaces.exit({ ...ref, action: 'remove', discardChanges: true });
    expect([what, refused(outcome), kindsIn(outcome)]).toEqual([what, 'never_discarded', found.toSorted()]);
    expect(refused(await world.workspaces.exit({ ...ref, action: 'remove' }))).toBe('not_empty');
    expect(filesIn(path)).toEqual(before);
    expect(accepted(await world.workspaces.exit({ ...ref, action: 'keep' }))).toMatchObject({ outcome: 'kept', left: { folder: true } });
  }
});

test('a tree with nothing of its own goes with its branch, node_modules and all, and the next entry begins anew', async () => {
  const world = gitWorld();
  const before = checkoutOf(world);
  const tree = await enters(world.workspaces, ME);
  mkdirSync(join(tree.path, 'node_modules/x'), { recursive: true });
  writeFileSync(join(tree.path, 'node_modules/x/index.js'), 'made again');
  expect(accepted(await world.workspaces.exit(remove))).toMatchObject({ outcome: 'removed', left: { folder: false, branch: false }, findings: [], parked: null });
  expect(existsSync(tree.path)).toBe(false);
  expect(world.git('branch', '--list', 'muster/*')).toBe('  muster/goal_1');
  expect(await enters(world.workspaces, ME)).toMatchObject({ path: tree.path, existed: false });
  expect(checkoutOf(world)).toEqual(before);
});

test('what a team says is made again keeps no tree: dist with madeAgain', async () => {
  const world = gitWorld();
  const workspaces = world.anew({ madeAgain: ['dist'] });
  const tree = await enters(workspaces, ME);
  mkdirSync(join(tree.path, 'dist'));
  writeFileSync(join(tree.path, 'dist/out.js'), 'built');
  expect(accepted(await workspaces.exit(remove)).outcome).toBe('removed');
});

test('an initialised submodule: a clean tree goes, one with a commit that no remote has is kept', async () => {
  const world = gitWorld();
  runGit(world.repo, ['clone', '-q', world.repo, world.beside('library')]);
  world.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', world.beside('library'), 'vendor');
  world.git('config', '-f', '.gitmodules', 'submodule.vendor.ignore', 'all'); // It must not blind us.
  world.git('add', '.');
  world.git('commit', '-qm', 'With a submodule');
  const fill = async (task: number): Promise<string> => {
    const { path } = await enters(world.workspaces, treeOf('coder', task));
    world.gitIn(path, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init');
    return path;
  };
  const clean = await fill(1);
  expect(accepted(await world.workspaces.exit(remove)).outcome).toBe('removed');
  expect(existsSync(clean)).toBe(false);
  const worked = await fill(2);
  const vendor = join(worked, 'vendor');
  writeFileSync(join(vendor, 'a.txt'), 'work in the submodule');
  expect(refused(await world.workspaces.exit({ ...treeOf('coder', 2), action: 'remove' }))).toBe('not_empty');
  world.gitIn(vendor, '-c', 'user.name=U', '-c', 'user.email=u@example.org', 'commit', '-qam', 'Only here');
  world.gitIn(worked, 'commit', '-qam', 'Point at it');
  expect(accepted(await world.workspaces.mergeBack(treeOf('coder', 2))).outcome).toBe('merged');
  const still = await world.workspaces.exit({ ...treeOf('coder', 2), action: 'remove', discardChanges: true });
  expect(refused(still)).toBe('never_discarded');
  expect(readFileSync(join(vendor, 'a.txt'), 'utf8')).toBe('work in the submodule');
});

test('a tree in which a process works is kept and the process is named', async () => {
  const world = gitWorld();
  const tree = await enters(world.workspaces, ME);
  const child = spawn('sleep', ['60'], { cwd: tree.path, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  const outcome = await world.workspaces.exit({ ...remove, discardChanges: true });
  if (existsSync('/proc/self/cwd')) expect(outcome).toMatchObject({ reason: 'never_discarded', because: { en: expect.stringContaining(String(child.pid)) as unknown } });
});

test('a merged tree goes; one that was deleted by hand is kept in name while its commits are merged nowhere', async () => {
  const world = gitWorld();
  for (const task of [1, 2]) {
    const { path } = await enters(world.workspaces, treeOf('coder', task));
    writeFileSync(join(path, `${task}.txt`), `work ${task}`);
    accepted(await world.workspaces.save(treeOf('coder', task)));
    rmSync(path, { recursive: true });
  }
  accepted(await world.workspaces.mergeBack(ME));
  expect(accepted(await world.workspaces.exit(remove))).toMatchObject({ outcome: 'removed', left: { folder: false, branch: false } });
  const outcome = await world.workspaces.exit({ ...treeOf('coder', 2), action: 'remove' });
  expect(refused(outcome)).toBe('not_empty');
  const dropped = accepted(await world.workspaces.exit({ ...treeOf('coder', 2), action: 'remove', discardChanges: true }));
  expect(world.git('show', `${dropped.parked}:2.txt`)).toBe('work 2');
  expect(world.git('show', 'muster/goal_1:1.txt')).toBe('work 1');
});

test('cleaning a goal removes 1 empty tree and lists 2 with what is in them; those of another goal and another store stay', async () => {
  const world = gitWorld();
  const other = { goalId: 'goal_2', openedAt: 2 };
  const paths = await Promise.all([treeOf('a', 1), treeOf('b', 2), treeOf('c', 3), treeOf('d', 4, other)].map(async (tree) => (await enters(world.workspaces, tree)).path));
  const foreign = await enters(world.anew({ store: 'store B' }), treeOf('a', 1));
  writeFileSync(join(paths[1] ?? '', 'new.txt'), 'mine');
  rmSync(join(paths[2] ?? '', '.git'));
  const { removed, kept } = accepted(await world.workspaces.clean(GOAL));
  expect(removed).toEqual([paths[0]]);
  expect(kept.map(({ path, state }) => [path, state])).toEqual([[paths[1], 'changed'], [paths[2], 'orphan']]);
  expect([...paths.slice(1), foreign.path].map((path) => existsSync(path))).toEqual([true, true, true, true]);
  expect(refused(await world.anew({ store: 'store C' }).exit(remove))).toBe('no_tree');
});

test('all trees are listed with owner, age and state, also those that nobody speaks of', async () => {
  const world = gitWorld();
  const [clean, changed, unmerged, missing] = await Promise.all([1, 2, 3, 4].map((task) => enters(world.workspaces, treeOf('coder', task))));
  await world.clock.advance(60_000);
  const foreign = await enters(world.anew({ store: 'store B' }), treeOf('研究员', 1));
  writeFileSync(join(changed?.path ?? '', 'x.txt'), 'x');
  writeFileSync(join(unmerged?.path ?? '', 'x.txt'), 'x');
  accepted(await world.workspaces.save(treeOf('coder', 3)));
  rmSync(missing?.path ?? '', { recursive: true });
  world.write('.muster/worktrees/goal_9/lost--task_1/work.txt', 'finished work');
  const listed = await world.workspaces.list();
  if ('ok' in listed) throw new Error(listed.because.en);
  expect(Object.fromEntries(listed.map(({ path, state, isOurs }) => [path.slice(path.indexOf('worktrees/') + 10), `${state}${isOurs ? '' : ' (not ours)'}`]))).toEqual({
    'goal_1/coder--task_1': 'clean', 'goal_1/coder--task_2': 'changed', 'goal_1/coder--task_3': 'unmerged', 'goal_1/coder--task_4': 'missing',
    'goal_1-2/研究员--task_1': 'clean (not ours)', 'goal_9/lost--task_1': 'orphan (not ours)',
  });
  const at = (path: string | undefined) => listed.find((each) => each.path === path);
  expect(at(clean?.path)).toMatchObject({ owner: { goalId: 'goal_1', taskId: 'task_1', memberId: 'coder', store: 'store A' }, branch: clean?.branch, findings: [] });
  expect(Number(at(foreign.path)?.createdAt) - Number(at(clean?.path)?.createdAt)).toBe(60_000);
  expect(at(unmerged?.path)?.findings).toMatchObject([{ kind: 'unmerged', count: 1 }]);
});

// The way back on real git: one merge at a time, checked again, shown only then; conflicts with both sides; every end is told.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { accepted, checkoutOf, enters, filesIn, GOAL, gitWorld, refused, runGit, treeOf, type GitWorld } from '../../test/git-world.ts';
import { PLAIN_GIT } from '../../test/plain-git.ts';
import { verifies } from '../../test/verifies.ts';
import type { TreeRef } from '../ports/workspaces.ts';

vi.setConfig({ testTimeout: 120_000 });

/** A member that hands one file in. */
async function hasWork(world: GitWorld, tree: TreeRef, files: Readonly<Record<string, string>>): Promise<string> {
  const { path } = await enters(world.workspaces, tree);
  for (const [name, text] of Object.entries(files)) world.write(join(path, name), text);
  accepted(await world.workspaces.save(tree, { title: 'Write it' }));
  return path;
}

const lines = (changes: Readonly<Record<number, string>>): string => `${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((line) => changes[line] ?? String(line)).join('\n')}\n`;

test('two tasks that change different lines of one file are merged one after the other; the goal\'s branch has both and the checkout is untouched', async () => {
  verifies('worktrees.merge_back', 'worktrees.checkout_untouched');
  const world = gitWorld();
  const before = checkoutOf(world);
  const [a, b] = [treeOf('a', 1), treeOf('b', 2)];
  await hasWork(world, a, { 'shared.txt': lines({ 1: 'by a' }) });
  await hasWork(world, b, { 'shared.txt': lines({ 9: 'by b' }), 'b.txt': 'new' });
  const merged = await Promise.all([world.workspaces.mergeBack({ ...a, title: 'First' }), world.workspaces.mergeBack({ ...b, title: 'Second' })]);
  expect(merged).toMatchObject([{ outcome: 'merged', again: false }, { outcome: 'merged', again: false }]);
  expect(world.git('show', 'muster/goal_1:shared.txt')).toBe(lines({ 1: 'by a', 9: 'by b' }).trimEnd());
  // In the order of the calls.
  expect(world.git('log', '--first-parent', '--format=%s', 'main..muster/goal_1').split('\n')).toEqual(['Merge task_2: Second', 'Merge task_1: First']);
  expect(world.git('log', '-1', '--format=%an|%s|%(trailers:key=Muster-Task,valueonly)', 'muster/goal_1^2')).toBe('b|Write it|task_2\n'.trimEnd());
  expect(checkoutOf(world)).toEqual(before);
  expect(readdirSync(join(world.repo, '.muster/worktrees/goal_1'))).toEqual(['a--task_1', 'b--task_2']);
});

test('a dependant that enters after the merge sees the merged code', async () => {
  const world = gitWorld();
  await hasWork(world, treeOf('a', 1), { 'api.ts': 'export {}' });
  accepted(await world.workspaces.mergeBack(treeOf('a', 1)));
  expect(readFileSync(join((await enters(world.workspaces, treeOf('b', 2))).path, 'api.ts'), 'utf8')).toBe('export {}');
});

test('merged again gives the same commit; nothing done is nothing to merge', async () => {
  const world = gitWorld();
  await hasWork(world, treeOf('a', 1), { 'x.txt': 'x' });
  const first = accepted(await world.workspaces.mergeBack(treeOf('a', 1)));
  expect(accepted(await world.anew().mergeBack(treeOf('a', 1)))).toEqual({ ...first, again: true });
  await enters(world.workspaces, treeOf('b', 2));
  expect(accepted(await world.workspaces.save(treeOf('b', 2))).outcome).toBe('nothing');
  expect(accepted(await world.workspaces.mergeBack(treeOf('b', 2)))).toEqual({ ok: true, outcome: 'nothing_to_merge' });
  expect(accepted(await world.workspaces.bringIn(treeOf('b', 2))).outcome).toBe('up_to_date');
});

test('a conflict changes no branch, names both sides, and is resolved by its author with nothing but edits', async () => {
  verifies('worktrees.merge_back');
  const world = gitWorld();
  const [a, b] = [treeOf('a', 1), treeOf('b', 2)];
  await hasWork(world, a, { 'shared.txt': lines({ 5: 'by a' }) });
  const path = await hasWork(world, b, { 'shared.txt': lines({ 5: 'by b' }), 'b.txt': 'kept' });
  accepted(await world.workspaces.mergeBack(a));
  const tip = world.git('rev-parse', 'muster/goal_1');
  const conflict = accepted(await world.workspaces.mergeBack(b));
  expect(conflict).toMatchObject({ outcome: 'conflict', files: [{ path: 'shared.txt', kind: 'both_changed', hunks: [{ line: 5, goal: 'by a', task: 'by b' }], hunksLeft: 0 }] });
  expect(conflict.outcome === 'conflict' && conflict.fixes[0]?.en).toContain('shared.txt, line 5');
  expect(world.git('rev-parse', 'muster/goal_1')).toBe(tip);
  expect(world.gitIn(path, 'status', '--porcelain')).toBe('');

  // The rework: both sides come into the author's tree. Called twice it is the same.
  for (const _ of [1, 2]) expect(accepted(await world.workspaces.bringIn(b))).toMatchObject({ outcome: 'conflict', files: [{ path: 'shared.txt', hunks: [{ goal: 'by a', task: 'by b' }] }] });
  expect(accepted(await world.workspaces.save(b))).toMatchObject({ outcome: 'unresolved', files: [{ path: 'shared.txt' }] });
  // Telling git that it is resolved does not make it so.
  world.gitIn(path, 'add', '.');
  expect(accepted(await world.workspaces.save(b)).outcome).toBe('unresolved');
  expect(refused(await world.workspaces.mergeBack(b))).toBe('unsaved');
  writeFileSync(join(path, 'shared.txt'), lines({ 5: 'by a and b' }));
  expect(accepted(await world.workspaces.save(b)).outcome).toBe('saved');
  expect(accepted(await world.workspaces.mergeBack(b)).outcome).toBe('merged');
  expect(world.git('show', 'muster/goal_1:shared.txt')).toBe(lines({ 5: 'by a and b' }).trimEnd());
  expect(world.git('show', 'muster/goal_1:b.txt')).toBe('kept');
});

test('a file that one side deleted and the other changed, and one that both added, are told apart', async () => {
  const world = gitWorld();
  const [a, b] = [treeOf('a', 1), treeOf('b', 2)];
  const first = await hasWork(world, a, { 'new.txt': 'by a' });
  rmSync(join(first, 'a.txt'));
  writeFileSync(join(first, 'lib/b.txt'), 'changed by a');
  accepted(await world.workspaces.save(a));
  const second = await hasWork(world, b, { 'new.txt': 'by b', 'a.txt': 'changed by b' });
  rmSync(join(second, 'lib/b.txt'));
  accepted(await world.workspaces.save(b));
  accepted(await world.workspaces.mergeBack(a));
  const kinds = { 'a.txt': 'goal_deleted', 'lib/b.txt': 'task_deleted', 'new.txt': 'both_added' };
  const conflict = accepted(await world.workspaces.mergeBack(b));
  expect(conflict.outcome === 'conflict' && Object.fromEntries(conflict.files.map(({ path, kind }) => [path, kind]))).toEqual(kinds);
  const brought = accepted(await world.workspaces.bringIn(b));
  expect(Object.fromEntries(brought.files.map(({ path, kind }) => [path, kind]))).toEqual(kinds);
});

test('the recheck sees the merged state and nothing else; while it fails the branch stays, and the work is merged once it passes', async () => {
  const world = gitWorld();
  const [a, b] = [treeOf('a', 1), treeOf('b', 2)];
  await hasWork(world, a, { 'a2.txt': 'a' });
  await hasWork(world, b, { 'b2.txt': 'b' });
  accepted(await world.workspaces.mergeBack(a));
  const tip = world.git('rev-parse', 'muster/goal_1');
  const seen: string[][] = [];
  const failed = accepted(await world.workspaces.mergeBack({ ...b, recheck: async (folder) => {
    seen.push(Object.keys(filesIn(folder)).sort());
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist/left.txt'), 'left behind by the check');
    return { passed: false, fixes: [{ en: 'The tests fail.', zh: '测试失败。' }] };
  } }));
  expect(failed).toEqual({ ok: true, outcome: 'recheck_failed', fixes: [{ en: 'The tests fail.', zh: '测试失败。' }] });
  expect(seen).toEqual([['.gitignore', 'a.txt', 'a2.txt', 'b2.txt', 'lib/b.txt', 'shared.txt']]);
  expect(world.git('rev-parse', 'muster/goal_1')).toBe(tip);
  await expect(world.workspaces.mergeBack({ ...b, recheck: () => Promise.reject(new Error('no such program')) })).rejects.toThrow('no such program');
  expect(readdirSync(join(world.repo, '.muster/worktrees/goal_1'))).toEqual(['a--task_1', 'b--task_2']);
  expect(world.git('worktree', 'list', '--porcelain').match(/^worktree /gmu)).toHaveLength(3);
  expect(accepted(await world.workspaces.mergeBack({ ...b, recheck: async () => ({ passed: true, fixes: [] }) })).outcome).toBe('merged');
});

test('an aborted merge ends with the reason, leaves the branch and no folder', async () => {
  const world = gitWorld();
  await hasWork(world, treeOf('a', 1), { 'x.txt': 'x' });
  const stop = new AbortController();
  const merging = world.workspaces.mergeBack({ ...treeOf('a', 1), signal: stop.signal, recheck: async () => {
    stop.abort(new Error('called off'));
    return { passed: true, fixes: [] };
  } });
  await expect(merging).rejects.toThrow('called off');
  expect(world.git('rev-parse', 'muster/goal_1')).toBe(world.git('rev-parse', 'main'));
  expect(readdirSync(join(world.repo, '.muster/worktrees/goal_1'))).toEqual(['a--task_1']);
});

test('a branch that moved during the recheck is merged onto again: 2 checks, and the other commit is in it', async () => {
  const world = gitWorld();
  await hasWork(world, treeOf('a', 1), { 'x.txt': 'x' });
  let checks = 0;
  const merged = accepted(await world.workspaces.mergeBack({ ...treeOf('a', 1), recheck: async () => {
    checks += 1;
    if (checks === 1) world.git('update-ref', 'refs/heads/muster/goal_1', world.git('commit-tree', '-p', 'muster/goal_1', '-m', 'By hand', 'main^{tree}'));
    return { passed: true, fixes: [] };
  } }));
  expect([merged.outcome, checks]).toEqual(['merged', 2]);
  expect(world.git('log', '--first-parent', '--format=%s', 'muster/goal_1').split('\n')).toEqual(['Merge task_1', 'By hand', 'First']);
  let moves = 0;
  await hasWork(world, treeOf('b', 2), { 'y.txt': 'y' });
  const raced = await world.workspaces.mergeBack({ ...treeOf('b', 2), recheck: async () => {
    moves += 1;
    world.git('update-ref', 'refs/heads/muster/goal_1', world.git('commit-tree', '-p', 'muster/goal_1', '-m', `Again ${moves}`, 'muster/goal_1^{tree}'));
    return { passed: true, fixes: [] };
  } });
  expect([refused(raced), moves]).toEqual(['raced', 5]);
});

test('while the user has the goal\'s branch checked out nothing is merged, and the refusal names the place', async () => {
  const world = gitWorld();
  await hasWork(world, treeOf('a', 1), { 'x.txt': 'x' });
  world.git('switch', '-q', 'muster/goal_1');
  const before = checkoutOf(world);
  const outcome = await world.workspaces.mergeBack(treeOf('a', 1));
  expect(refused(outcome)).toBe('branch_in_use');
  expect(outcome).toMatchObject({ because: { en: expect.stringContaining(world.repo) as unknown } });
  expect(checkoutOf(world)).toEqual(before);
  world.git('switch', '-q', 'main');
  expect(accepted(await world.workspaces.mergeBack(treeOf('a', 1))).outcome).toBe('merged');
});

test('a goal\'s branch that the user deleted comes back at its last known commit', async () => {
  const world = gitWorld();
  await hasWork(world, treeOf('a', 1), { 'x.txt': 'x' });
  accepted(await world.workspaces.mergeBack(treeOf('a', 1)));
  world.git('branch', '-D', 'muster/goal_1');
  await hasWork(world, treeOf('b', 2), { 'y.txt': 'y' });
  accepted(await world.workspaces.mergeBack(treeOf('b', 2)));
  expect(Object.keys(filesIn((await enters(world.workspaces, treeOf('c', 3))).path))).toEqual(expect.arrayContaining(['x.txt', 'y.txt']));
});

const UNSAVED: readonly (readonly [what: string, make: (world: GitWorld, path: string) => void, save: string, merge: string])[] = [
  ['on another branch', (world, path) => world.gitIn(path, 'switch', '-qc', 'own'), 'other_branch', 'unsaved'],
  ['on no branch', (world, path) => world.gitIn(path, 'switch', '-q', '--detach'), 'other_branch', 'unsaved'],
  ['with a cherry-pick in progress', (world, path) => void expect(() => world.gitIn(path, 'cherry-pick', 'main')).toThrow('could not apply'), 'operation', 'unsaved'],
  ['with a held index lock', (world, path) => writeFileSync(join(world.gitIn(path, 'rev-parse', '--absolute-git-dir'), 'index.lock'), ''), 'locked', 'unsaved'],
];
for (const [what, make, save, merge] of UNSAVED) {
  test(`a tree ${what} is neither saved nor merged, and says why; no lock file is removed`, async () => {
    const world = gitWorld();
    const { path } = await enters(world.workspaces, treeOf('a', 1));
    if (what.includes('cherry-pick')) {
      writeFileSync(join(path, 'a.txt'), 'mine\n');
      accepted(await world.workspaces.save(treeOf('a', 1)));
      world.write('a.txt', 'theirs\n');
      world.git('commit', '-qam', 'Theirs');
    }
    make(world, path);
    writeFileSync(join(path, 'work.txt'), 'work');
    const outcome = await world.workspaces.save(treeOf('a', 1));
    expect(refused(outcome)).toBe(save);
    if (save === 'locked') expect(outcome).toMatchObject({ because: { en: expect.stringContaining('index.lock') as unknown } });
    expect(refused(await world.workspaces.mergeBack(treeOf('a', 1)))).toBe(merge);
    expect(readFileSync(join(path, 'work.txt'), 'utf8')).toBe('work');
    if (save === 'locked') expect(existsSync(join(world.gitIn(path, 'rev-parse', '--absolute-git-dir'), 'index.lock'))).toBe(true);
  });
}

test('saving commits all but ignored files and repositories inside, which are named and stay', async () => {
  const world = gitWorld();
  const { path } = await enters(world.workspaces, treeOf('a', 1));
  world.write(join(path, 'deep/new.txt'), 'new');
  world.write(join(path, 'key.secret'), 'secret');
  runGit(path, ['init', '-q', 'inner']);
  world.write(join(path, 'inner/x.txt'), 'x');
  const saved = accepted(await world.workspaces.save(treeOf('a', 1)));
  expect(saved).toMatchObject({ outcome: 'saved', notices: [{ kind: 'kept_repositories' }] });
  expect(world.git('ls-tree', '-r', '--name-only', 'muster/goal_1--task_1--a').split('\n').filter((name) => !['.gitignore', 'a.txt', 'lib/b.txt', 'shared.txt'].includes(name))).toEqual(['deep/new.txt']);
  expect(accepted(await world.workspaces.save(treeOf('a', 1))).outcome).toBe('nothing');
  expect(filesIn(path)).toMatchObject({ 'inner/x.txt': 'x', 'key.secret': 'secret' });
});

test('the end of a goal gives its branch, 2 commits and 1 file, and the commands that take it over; run as written they do', async () => {
  const world = gitWorld();
  expect(refused(await world.workspaces.finish(GOAL))).toBe('no_goal_branch');
  await hasWork(world, treeOf('a', 1), { 'x.txt': 'x' });
  expect(accepted(await world.workspaces.finish(GOAL))).toMatchObject({ commits: 0, steps: [{ en: expect.stringContaining('git branch -d muster/goal_1') as unknown }] });
  accepted(await world.workspaces.mergeBack(treeOf('a', 1)));
  const before = checkoutOf(world);
  const finished = accepted(await world.workspaces.finish(GOAL));
  expect(finished).toMatchObject({ branch: 'muster/goal_1', commits: 2, files: 1 });
  expect(checkoutOf(world)).toEqual(before);
  const commands = finished.steps.map(({ en }) => en.slice(en.indexOf('git ')));
  expect(commands[1]).toBe('git switch main && git merge muster/goal_1');
  world.git('switch', '-q', 'main');
  world.git('merge', '-q', 'muster/goal_1');
  expect(existsSync(join(world.repo, 'x.txt'))).toBe(true);
  expect(accepted(await world.workspaces.finish(GOAL)).steps[0]?.en).toContain('main holds all of muster/goal_1');
});

for (const { what, make } of [
  { what: 'a bare repository', make: (world: GitWorld) => { world.git('clone', '-q', '--bare', world.repo, world.beside('bare.git')); return world.beside('bare.git'); } },
  { what: 'a repository whose branch has no commit yet', make: (world: GitWorld) => { world.git('init', '-q', '--initial-branch=main', world.beside('empty')); return world.beside('empty'); } },
]) {
  test(`the commands that take the work over do so as written in ${what}`, async () => {
    const world = gitWorld();
    const workspace = make(world);
    const workspaces = world.anew({ workspace });
    const { path } = await enters(workspaces, treeOf('a', 1));
    writeFileSync(join(path, 'x.txt'), 'x');
    accepted(await workspaces.save(treeOf('a', 1)));
    accepted(await workspaces.mergeBack(treeOf('a', 1)));
    accepted(await workspaces.clean(GOAL));
    const { steps } = accepted(await workspaces.finish(GOAL));
    for (const { en } of steps) execFileSync('bash', ['-c', en.slice(en.indexOf('git '))], { cwd: workspace, stdio: 'pipe', env: PLAIN_GIT });
    expect(world.gitIn(workspace, 'ls-tree', '--name-only', 'main').split('\n')).toContain('x.txt');
    expect(world.gitIn(workspace, 'branch', '--list', 'muster/*')).toBe('');
  });
}

// Entering a working tree on real git: the same tree again, names that clash, HEADs of every kind, folders that are gone.
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { accepted, checkoutOf, enters, filesIn, GOAL, gitWorld, PLAIN_GIT, refused, runGit, treeOf } from '../../test/git-world.ts';
import { verifies } from '../../test/verifies.ts';

// Each call of git is a process, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const kindsOf = (tree: { readonly notices: readonly { readonly kind: string }[] }): readonly string[] => tree.notices.map(({ kind }) => kind);

test('a member enters its tree for a task, and again gets the same folder and branch, with what it left there', async () => {
  verifies('worktrees.one_each');
  const world = gitWorld();
  const first = await enters(world.workspaces, treeOf('coder', 12));
  expect(first).toMatchObject({ path: join(world.repo, '.muster/worktrees/goal_1/coder--task_12'), branch: 'muster/goal_1--task_12--coder', existed: false, notices: [] });
  expect(filesIn(first.path)).toEqual(filesIn(world.repo));
  writeFileSync(join(first.path, 'new.txt'), 'kept');
  const again = await enters(world.anew(), treeOf('coder', 12));
  expect(again).toEqual({ ...first, existed: true });
  expect(readFileSync(join(again.path, 'new.txt'), 'utf8')).toBe('kept');
});

test('two members and two tasks make four trees on four branches of one goal, and the user\'s checkout stays as it is, byte for byte', async () => {
  verifies('worktrees.checkout_untouched');
  const world = gitWorld();
  const before = checkoutOf(world);
  const trees = await Promise.all([treeOf('a', 1), treeOf('a', 2), treeOf('b', 1), treeOf('b', 2)].map((tree) => enters(world.workspaces, tree)));
  expect(new Set(trees.map(({ path }) => path)).size).toBe(4);
  expect(new Set(trees.map(({ branch }) => branch)).size).toBe(4);
  expect(checkoutOf(world)).toEqual(before);
  expect(world.git('status', '--porcelain')).toBe('');
});

test('a tree begins clean at the goal\'s commit: what the user has not committed is named and is not in it', async () => {
  const world = gitWorld();
  world.write('a.txt', 'changed by the user\n');
  world.write('draft.txt', 'not committed\n');
  const tree = await enters(world.workspaces, treeOf('coder', 1));
  expect(kindsOf(tree)).toEqual(['uncommitted_checkout']);
  expect(tree.notices[0]?.text.en).toContain('a.txt, draft.txt');
  expect(world.gitIn(tree.path, 'status', '--porcelain')).toBe('');
  expect(readFileSync(join(tree.path, 'a.txt'), 'utf8')).toBe('one\n');
  expect(existsSync(join(tree.path, 'draft.txt'))).toBe(false);
});

test('after trees were made "git add -A" in the checkout stages nothing, and "git clean -ffdx" is the only thing that reaches them', async () => {
  const world = gitWorld();
  const tree = await enters(world.workspaces, treeOf('coder', 1));
  world.write('lib/c.txt', 'the user\'s');
  world.git('add', '--all');
  expect(world.git('diff', '--cached', '--name-only')).toBe('lib/c.txt');
  writeFileSync(join(tree.path, 'work.txt'), 'work');
  world.git('clean', '-fdxq');
  expect(readFileSync(join(tree.path, 'work.txt'), 'utf8')).toBe('work');
  // The mark that hides the folder was ignored itself and is written again.
  await enters(world.workspaces, treeOf('coder', 2));
  expect(world.git('status', '--porcelain')).toBe('A  lib/c.txt');
});

test('where the team\'s folder lies deeper in the repository, the member works at the same place in its tree', async () => {
  const world = gitWorld();
  mkdirSync(join(world.repo, 'lib/empty'));
  const tree = await enters(world.anew({ workspace: join(world.repo, 'lib') }), treeOf('coder', 1));
  expect(tree.folder).toBe(join(tree.path, 'lib'));
  expect(readFileSync(join(tree.folder, 'b.txt'), 'utf8')).toBe('two\n');
  const deep = await enters(world.anew({ workspace: join(world.repo, 'lib/empty') }), treeOf('coder', 2));
  expect(existsSync(deep.folder)).toBe(true);
});

test('from a linked working tree the trees stand beside the main checkout, so that removing the linked one takes none along', async () => {
  const world = gitWorld();
  world.git('worktree', 'add', '-q', '-b', 'side', world.beside('side'));
  const tree = await enters(world.anew({ workspace: world.beside('side') }), treeOf('coder', 1));
  expect(tree.path).toBe(join(world.repo, '.muster/worktrees/goal_1/coder--task_1'));
  world.git('worktree', 'remove', world.beside('side'));
  expect(existsSync(join(tree.path, 'a.txt'))).toBe(true);
  // And from inside a member's own tree.
  expect((await enters(world.anew({ workspace: tree.path }), treeOf('coder', 2))).path).toBe(join(world.repo, '.muster/worktrees/goal_1/coder--task_2'));
});

test('a bare repository keeps the trees in its own folder', async () => {
  const world = gitWorld();
  runGit(world.repo, ['clone', '-q', '--bare', world.repo, world.beside('bare.git')]);
  const tree = await enters(world.anew({ workspace: world.beside('bare.git') }), treeOf('coder', 1));
  expect(tree.path).toBe(join(world.beside('bare.git'), 'muster/worktrees/goal_1/coder--task_1'));
  expect(filesIn(tree.path)).toMatchObject({ 'a.txt': 'one\n' });
});

test('on a detached HEAD the work begins at that commit, and the way back names no branch', async () => {
  const world = gitWorld();
  world.git('checkout', '-q', '--detach');
  const tree = await enters(world.workspaces, treeOf('coder', 1));
  expect(kindsOf(tree)).toEqual(['detached_head']);
  expect(tree.base).toBe(world.git('rev-parse', 'HEAD'));
});

test('a repository without a commit begins with an empty one and keeps its unborn HEAD; with files in it the user is asked to commit them', async () => {
  const world = gitWorld();
  const empty = world.beside('empty');
  runGit(world.repo, ['init', '-q', '--initial-branch=main', empty]);
  mkdirSync(join(empty, '.muster'));
  writeFileSync(join(empty, '.muster', 'muster.db'), 'a store');
  const tree = await enters(world.anew({ workspace: empty }), treeOf('coder', 1));
  expect(kindsOf(tree)).toContain('empty_start');
  expect(() => runGit(empty, ['rev-parse', '--verify', '--quiet', 'HEAD'])).toThrow('Command failed');
  expect(readFileSync(join(empty, '.git/HEAD'), 'utf8')).toBe('ref: refs/heads/main\n');

  const filled = world.beside('filled');
  runGit(world.repo, ['init', '-q', filled]);
  writeFileSync(join(filled, 'program.ts'), 'x');
  const outcome = await world.anew({ workspace: filled }).enter(treeOf('coder', 1));
  expect(refused(outcome)).toBe('no_commit');
  expect(outcome).toMatchObject({ because: { en: expect.stringContaining('program.ts') as unknown } });
  // A refusal uses no name up.
  runGit(filled, ['-c', 'user.name=U', '-c', 'user.email=u@example.org', 'add', '.']);
  runGit(filled, ['-c', 'user.name=U', '-c', 'user.email=u@example.org', 'commit', '-qm', 'First']);
  expect((await enters(world.anew({ workspace: filled }), treeOf('coder', 1))).branch).toBe('muster/goal_1--task_1--coder');
});

const CLASHES: readonly { readonly there: readonly string[]; readonly goal: string; readonly tree: string }[] = [
  { there: ['muster/goal_1'], goal: 'muster/goal_1-2', tree: 'muster/goal_1-2--task_1--coder' },
  { there: ['muster'], goal: 'muster-goal_1', tree: 'muster-goal_1--task_1--coder' },
  { there: ['muster/goal_1--task_1--coder'], goal: 'muster/goal_1', tree: 'muster/goal_1--task_1--coder-2' },
  { there: ['muster/goal_1--task_1--coder/x'], goal: 'muster/goal_1', tree: 'muster/goal_1--task_1--coder-2' },
];
for (const { there, goal, tree: branch } of CLASHES) {
  test(`beside the branches ${there.join(', ')} the goal gets ${goal} and the tree ${branch}; the others are as before, also after cleaning`, async () => {
    verifies('worktrees.names_never_clash');
    const world = gitWorld();
    world.write('a.txt', 'elsewhere\n');
    world.git('commit', '-qam', 'Elsewhere');
    for (const name of there) world.git('branch', name);
    world.git('reset', '-q', '--hard', 'HEAD~1');
    const before = there.map((name) => world.git('rev-parse', `refs/heads/${name}`));
    const tree = await enters(world.workspaces, treeOf('coder', 1));
    expect(tree.branch).toBe(branch);
    expect(world.git('for-each-ref', '--format=%(refname:short)', `refs/heads/${goal}`)).toBe(goal);
    expect(await enters(world.workspaces, treeOf('coder', 1))).toMatchObject({ branch, existed: true });
    accepted(await world.workspaces.clean(GOAL));
    expect(existsSync(tree.path)).toBe(false);
    expect(there.map((name) => world.git('rev-parse', `refs/heads/${name}`))).toEqual(before);
  });
}

const ODD_MEMBERS: readonly (readonly [member: string, folder: string])[] = [
  ['研究员', '研究员--task_0'], ['../../etc', 'etc--task_1'], ['x'.repeat(300), `${'x'.repeat(40)}--task_2`], ['{~^:?*[ <.>🦊', 'member--task_3'],
];
test(`${ODD_MEMBERS.length} odd names of members make folders and branches that git takes, and commits in their names`, async () => {
  const world = gitWorld();
  const authors: string[] = [];
  for (const [index, [memberId, folder]] of ODD_MEMBERS.entries()) {
    const tree = await enters(world.workspaces, treeOf(memberId, index));
    expect(tree.path.split('/').at(-1)).toBe(folder);
    writeFileSync(join(tree.path, 'by.txt'), memberId);
    expect(accepted(await world.workspaces.save(treeOf(memberId, index))).outcome).toBe('saved');
    authors.push(world.gitIn(tree.path, 'log', '-1', '--format=%an'));
  }
  expect(authors).toEqual(['研究员', '/../etc', 'x'.repeat(300), 'member']);
});

test('members whose names differ only in case, and titles that come twice, get trees of their own', async () => {
  const world = gitWorld();
  const trees = [await enters(world.workspaces, treeOf('Coder', 1)), await enters(world.workspaces, treeOf('coder', 1)), await enters(world.workspaces, treeOf('CODER', 1))];
  expect(trees.map(({ path }) => path.split('/').at(-1))).toEqual(['coder--task_1', 'coder--task_1-2', 'coder--task_1-3']);
  // The second and third are told where others worked on the same task.
  expect(trees.map(kindsOf)).toEqual([[], ['others_work'], ['others_work']]);
});

test('a new store in the same place counts its goals from 1 again, and gets branches of its own', async () => {
  const world = gitWorld();
  const old = await enters(world.workspaces, treeOf('coder', 1));
  writeFileSync(join(old.path, 'old.txt'), 'old');
  accepted(await world.workspaces.save(treeOf('coder', 1)));
  const later = await enters(world.workspaces, treeOf('coder', 1, { goalId: 'goal_1', openedAt: 2 }));
  expect(later.branch).toBe('muster/goal_1-2--task_1--coder');
  expect(existsSync(join(later.path, 'old.txt'))).toBe(false);
  expect((await enters(world.anew({ store: 'store B' }), treeOf('coder', 1))).branch).toBe('muster/goal_1-3--task_1--coder');
});

test('a folder that was deleted comes back with what was committed and staged, and a merge in it goes on', async () => {
  const world = gitWorld();
  const tree = await enters(world.workspaces, treeOf('coder', 1));
  writeFileSync(join(tree.path, 'staged.txt'), 'only staged');
  world.gitIn(tree.path, 'add', 'staged.txt');
  rmSync(tree.path, { recursive: true });
  const back = await enters(world.anew(), treeOf('coder', 1));
  expect(back).toMatchObject({ path: tree.path, branch: tree.branch, existed: true });
  expect(kindsOf(back)).toEqual(['restored']);
  expect(world.gitIn(tree.path, 'status', '--porcelain')).toBe('A  staged.txt');
  expect(readFileSync(join(tree.path, 'staged.txt'), 'utf8')).toBe('only staged');
});

test('a folder that was deleted and pruned comes back from its branch', async () => {
  const world = gitWorld();
  const tree = await enters(world.workspaces, treeOf('coder', 1));
  writeFileSync(join(tree.path, 'done.txt'), 'committed');
  accepted(await world.workspaces.save(treeOf('coder', 1)));
  rmSync(tree.path, { recursive: true });
  world.git('worktree', 'prune');
  const back = await enters(world.anew(), treeOf('coder', 1));
  expect(back).toMatchObject({ path: tree.path, branch: tree.branch });
  expect(readFileSync(join(tree.path, 'done.txt'), 'utf8')).toBe('committed');
});

test('where folder, registration and branch were all deleted the tree begins anew and says so', async () => {
  const world = gitWorld();
  const tree = await enters(world.workspaces, treeOf('coder', 1));
  rmSync(tree.path, { recursive: true });
  world.git('worktree', 'prune');
  world.git('branch', '-D', tree.branch);
  const back = await enters(world.anew(), treeOf('coder', 1));
  expect(kindsOf(back)).toEqual(['started_over']);
  expect(filesIn(back.path)).toEqual(filesIn(world.repo));
});

test('where the deleted folder\'s branch is checked out elsewhere by now, entering is refused and names that place', async () => {
  const world = gitWorld();
  const tree = await enters(world.workspaces, treeOf('coder', 1));
  rmSync(tree.path, { recursive: true });
  world.git('worktree', 'prune');
  world.git('worktree', 'add', '-q', world.beside('mine'), tree.branch);
  const outcome = await world.anew().enter(treeOf('coder', 1));
  expect(refused(outcome)).toBe('branch_in_use');
  expect(outcome).toMatchObject({ because: { en: expect.stringContaining(world.beside('mine')) as unknown } });
  world.git('worktree', 'remove', world.beside('mine'));
  expect((await enters(world.anew(), treeOf('coder', 1))).branch).toBe(tree.branch);
});

test('a folder that lost its registration is left as it is: the member goes on in a new one from its last commit', async () => {
  const world = gitWorld();
  const tree = await enters(world.workspaces, treeOf('coder', 1));
  writeFileSync(join(tree.path, 'done.txt'), 'committed');
  accepted(await world.workspaces.save(treeOf('coder', 1)));
  writeFileSync(join(tree.path, 'loose.txt'), 'not committed');
  rmSync(join(world.repo, '.git/worktrees'), { recursive: true });
  const next = await enters(world.anew(), treeOf('coder', 1));
  expect(kindsOf(next)).toEqual(['set_aside']);
  expect(next.path).toBe(`${tree.path}-2`);
  expect(readFileSync(join(next.path, 'done.txt'), 'utf8')).toBe('committed');
  expect(readFileSync(join(tree.path, 'loose.txt'), 'utf8')).toBe('not committed');
});

test('a folder in the way that nobody speaks of is never entered or touched', async () => {
  const world = gitWorld();
  world.write('.muster/worktrees/goal_1/coder--task_1/precious.txt', 'the only copy');
  const tree = await enters(world.workspaces, treeOf('coder', 1));
  expect(tree.path.split('/').at(-1)).toBe('coder--task_1-2');
  expect(readFileSync(join(world.repo, '.muster/worktrees/goal_1/coder--task_1/precious.txt'), 'utf8')).toBe('the only copy');
});

test('a damaged record keeps its name taken and its tree untouched', async () => {
  const world = gitWorld();
  const tree = await enters(world.workspaces, treeOf('coder', 1));
  writeFileSync(join(tree.path, 'work.txt'), 'work');
  writeFileSync(join(world.repo, '.git/muster/trees/goal_1/coder--task_1.json'), '{"half');
  expect((await enters(world.anew(), treeOf('coder', 1))).path).toBe(`${tree.path}-2`);
  expect(readFileSync(join(tree.path, 'work.txt'), 'utf8')).toBe('work');
});

test('a repository that was moved goes on: the work is in a new tree at the new place', async () => {
  const world = gitWorld();
  const tree = await enters(world.workspaces, treeOf('coder', 1));
  writeFileSync(join(tree.path, 'done.txt'), 'committed');
  accepted(await world.workspaces.save(treeOf('coder', 1)));
  renameSync(world.repo, world.beside('moved'));
  const next = await enters(world.anew({ workspace: world.beside('moved') }), treeOf('coder', 1));
  expect(next.path).toBe(join(world.beside('moved'), '.muster/worktrees/goal_1/coder--task_1-2'));
  expect(readFileSync(join(next.path, 'done.txt'), 'utf8')).toBe('committed');
});

test('hooks of the user, signing, an own index of an outer git and a missing identity neither run, hang nor stop the way of the work', async () => {
  const world = gitWorld();
  const seen = world.beside('hook-ran');
  for (const hook of ['post-checkout', 'pre-commit', 'commit-msg', 'post-merge', 'reference-transaction', 'pre-merge-commit']) {
    world.write(`.git/hooks/${hook}`, `#!/bin/sh\necho ${hook} >> ${seen}\nexit 1\n`);
    chmodSync(join(world.repo, '.git/hooks', hook), 0o755);
  }
  for (const [name, value] of [['commit.gpgSign', 'true'], ['gpg.program', '/does/not/exist'], ['user.name', ''], ['user.email', ''], ['user.useConfigOnly', 'true'], ['merge.verifySignatures', 'true'], ['core.autocrlf', 'true'], ['core.safecrlf', 'true']] as const) world.git('config', name, value);
  const outer = { GIT_DIR: join(world.repo, '.git'), GIT_INDEX_FILE: join(world.repo, '.git/index'), GIT_WORK_TREE: world.repo };
  const workspaces = world.anew({ environment: { ...PLAIN_GIT, ...outer, HOME: world.beside('nobody') } });
  const before = checkoutOf(world);
  const tree = await enters(workspaces, treeOf('coder', 1));
  expect(kindsOf(tree)).toContain('no_identity');
  writeFileSync(join(tree.path, 'mixed.txt'), 'one\r\ntwo\nthree\r\n');
  accepted(await workspaces.save(treeOf('coder', 1)));
  expect(accepted(await workspaces.mergeBack(treeOf('coder', 1)))).toMatchObject({ outcome: 'merged' });
  expect(existsSync(seen)).toBe(false);
  expect(checkoutOf(world)).toEqual(before);
});

test('submodules, Git LFS and a sparse checkout are said', async () => {
  const world = gitWorld();
  runGit(world.repo, ['clone', '-q', world.repo, world.beside('library')]);
  world.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', world.beside('library'), 'vendor');
  world.write('.gitattributes', '*.bin filter=lfs diff=lfs merge=lfs -text\n');
  world.git('add', '.');
  world.git('commit', '-qm', 'With a submodule');
  const tree = await enters(world.workspaces, treeOf('coder', 1));
  expect(kindsOf(tree)).toEqual(['submodules', 'large_files']);
  world.git('sparse-checkout', 'set', 'lib');
  expect(kindsOf(await enters(world.workspaces, treeOf('coder', 2)))).toContain('sparse');
});

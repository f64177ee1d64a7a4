// Real processes at one repository: making trees at once, merging at once, and being killed at every step that changes something.
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { accepted, checkoutOf, enters, filesIn, GOAL, gitWorld, PLAIN_GIT, refused, treeOf, type GitWorld } from '../../test/git-world.ts';
import { verifies } from '../../test/verifies.ts';
import { startWorktreeProcess, type WorktreeOrders, type WorktreeProcess } from '../../test/worktree-process.ts';
import type { TreeRef } from '../ports/workspaces.ts';
import { fileLocks } from './repository/locks.ts';

vi.setConfig({ testTimeout: 240_000 });

async function start(world: GitWorld, orders: Partial<WorktreeOrders> & { readonly trees: readonly TreeRef[] }): Promise<WorktreeProcess> {
  const started = await startWorktreeProcess({ workspace: world.repo, program: 'git', environment: PLAIN_GIT, file: 'work.txt', text: 'work', ...orders });
  onTestFinished(() => void started.child.kill('SIGKILL'));
  return started;
}

test('3 processes make 2 trees each of one goal at once, and the same tree: 6 trees, 1 shared one, no lock left, nobody refused', async () => {
  verifies('worktrees.many_processes');
  const world = gitWorld();
  const before = checkoutOf(world);
  const processes = await Promise.all([0, 1, 2].map((at) => start(world, { enterOnly: true, trees: [treeOf('all', 99), ...[1, 2].map((task) => treeOf(`member ${at}`, task))] })));
  for (const each of processes) each.begin();
  const ended = (await Promise.all(processes.map(({ ended: outcome }) => outcome))).map((paths) => paths ?? []);
  expect(new Set(ended.map(([shared]) => shared))).toEqual(new Set([join(world.repo, '.muster/worktrees/goal_1/all--task_99')]));
  const own = ended.flatMap(([, ...paths]) => paths);
  expect(new Set(own).size).toBe(6);
  for (const path of own) expect(filesIn(path)).toEqual(filesIn(world.repo));
  expect(world.git('worktree', 'list', '--porcelain').match(/^branch /gmu)).toHaveLength(8);
  expect(checkoutOf(world)).toEqual(before);
});

test('from 3 folders of one repository, a linked checkout among them, trees are made and merged in one line: the locks are those of the repository', async () => {
  verifies('worktrees.many_processes');
  const world = gitWorld();
  world.git('worktree', 'add', '-q', world.beside('linked'));
  const folders = [world.repo, join(world.repo, 'lib'), world.beside('linked')];
  const processes = await Promise.all(folders.map((workspace, at) => start(world, { workspace, trees: [treeOf(`member ${at}`, at + 1)] })));
  for (const each of processes) each.begin();
  expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual(folders.map(() => ['merged']));
  expect(world.git('rev-list', '--first-parent', '--count', 'main..muster/goal_1')).toBe('3');
  expect(world.git('for-each-ref', '--format=%(refname:short)', 'refs/heads/muster/goal_1*').split('\n').filter((name) => /goal_1(?:-\d+)?$/u.test(name))).toEqual(['muster/goal_1']);
});

test('2 processes merge 2 tasks each into one goal at once: 4 merges in one line, none lost, none refused', async () => {
  verifies('worktrees.many_processes');
  const world = gitWorld();
  const processes = await Promise.all(['a', 'b'].map((member, at) => start(world, { trees: [treeOf(member, at * 2 + 1), treeOf(member, at * 2 + 2)] })));
  for (const each of processes) each.begin();
  expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual(processes.map(() => ['merged', 'merged']));
  expect(world.git('rev-list', '--first-parent', '--count', 'main..muster/goal_1')).toBe('4');
  expect(world.git('ls-tree', '--name-only', 'muster/goal_1').split('\n').filter((name) => name.endsWith('-work.txt'))).toHaveLength(4);
});

test('whoever does not get a lock in time does nothing and names the holder; given back it is free at once', async () => {
  const world = gitWorld();
  const lock = fileLocks(world.beside('locks'));
  const order = { name: 'x', what: { en: 'the lock', zh: '锁' }, patienceMs: 30 };
  const inner = fileLocks(world.beside('locks'));
  let did = 0;
  const outcome = await lock<{ readonly ok: true }>(order, async () => inner(order, async () => { did += 1; return { ok: true }; }));
  expect([refused(outcome), did]).toEqual(['busy', 0]);
  expect(outcome).toMatchObject({ because: { en: expect.stringContaining(`process ${process.pid}`) as unknown, zh: expect.stringContaining(`进程 ${process.pid}`) as unknown } });
  expect(await inner(order, async () => 'done')).toBe('done');
});

/** Where a run is killed: at the n-th call of git whose arguments hold these words, before it, in the middle of it, or after it. Git is gone before its caller is, so that it cannot end its work later. */
const KILLS: readonly (readonly [words: string, number: number])[] = [['update-ref', 1], ['branch --no-track', 1], ['worktree add', 1], ['commit --quiet', 1], ['merge --no-ff', 1], ['update-ref', 2]];

function killer(world: GitWorld, [words, number]: readonly [string, number], when: 'before' | 'after' | 'amid'): string {
  const file = world.beside('git-that-kills');
  const kill = 'kill -9 $PPID';
  world.write(file, `#!/bin/sh
case "$*" in
*"${words}"*)
  n=$(cat "${file}.count" 2>/dev/null || echo 0); n=$((n + 1)); echo $n > "${file}.count"
  if [ $n = ${number} ]; then
    ${when === 'before' ? `${kill}; exit 1` : when === 'after' ? `git "$@"; ${kill}; exit 1` : `git "$@" & sleep 0.006; kill -9 $!; wait $! 2>/dev/null; ${kill}; exit 1`}
  fi;;
esac
exec git "$@"
`);
  chmodSync(file, 0o755);
  return file;
}

async function killedAndRepaired(point: readonly [string, number], when: 'before' | 'after' | 'amid'): Promise<void> {
  const world = gitWorld();
  const before = checkoutOf(world);
  const killed = await start(world, { program: killer(world, point, when), trees: [treeOf('coder', 1)] });
  killed.begin();
  expect(await killed.ended).toBeUndefined();
  // The next process goes on where the first was ended.
  const tree = await enters(world.workspaces, treeOf('coder', 1));
  const file = join(tree.path, 'task_1-work.txt');
  if (!existsSync(file)) writeFileSync(file, 'work');
  let saved = await world.workspaces.save(treeOf('coder', 1));
  // Git itself was killed while it held the tree's index, its HEAD or its branch: that is said by name, and a person removes the lock.
  for (let locks = 0; !saved.ok && locks < 3; locks += 1) {
    expect([refused(saved), when]).toEqual(['locked', 'amid']);
    rmSync(/'([^']+\.lock)'/u.exec(saved.because.en)?.[1] ?? 'a lock without a name');
    saved = await world.workspaces.save(treeOf('coder', 1));
  }
  accepted(saved);
  expect(accepted(await world.workspaces.mergeBack(treeOf('coder', 1))).outcome).toBe('merged');
  expect(world.git('show', 'muster/goal_1:task_1-work.txt')).toBe('work');
  expect(world.git('rev-list', '--first-parent', '--count', 'main..muster/goal_1')).toBe('1');
  expect(checkoutOf(world)).toEqual(before);
  const { kept } = accepted(await world.workspaces.clean(GOAL));
  // What was left half made is kept and named, by the mark that git itself leaves too; a whole tree is gone, and so is every scratch folder.
  for (const { state, findings } of kept) expect(state === 'clean' ? findings : state).toEqual(state === 'clean' ? [{ kind: 'locked', count: 1, what: ['initializing'] }] : expect.stringMatching(/^(?:orphan|missing)$/u));
  expect(world.git('worktree', 'list').split('\n').filter((line) => line.includes('.merge-'))).toEqual([]);
}

test(`killed after each of ${KILLS.length} steps that change something, the next process ends with the same branch: 1 merge, nothing lost`, async () => {
  verifies('worktrees.survives_kills');
  for (const point of KILLS) await killedAndRepaired(point, 'after');
});

test('killed right before the goal\'s branch moves, the next process merges once', async () => {
  await killedAndRepaired(['update-ref', 2], 'before');
});

test('killed together with the git that makes a tree or saves it, what is half done is kept and the work is merged', async () => {
  verifies('worktrees.survives_kills');
  for (const point of [['worktree add', 1], ['commit --quiet', 1]] as const) await killedAndRepaired(point, 'amid');
});

test('a tree that a killed process left half made is never handed out: the next gets a whole one beside it', async () => {
  const world = gitWorld();
  await enters(world.workspaces, treeOf('other', 1));
  const tree = await enters(world.workspaces, treeOf('coder', 1));
  const record = join(world.repo, '.git/muster/trees/goal_1/coder--task_1.json');
  writeFileSync(record, readFileSync(record, 'utf8').replace('"ready"', '"making"'));
  // Made whole by a git that outlived its caller: it is taken.
  expect((await enters(world.anew(), treeOf('coder', 1))).path).toBe(tree.path);
  writeFileSync(record, readFileSync(record, 'utf8').replace('"ready"', '"making"'));
  writeFileSync(join(tree.path, 'a.txt'), 'on');
  const next = await enters(world.anew(), treeOf('coder', 1));
  expect(next).toMatchObject({ path: `${tree.path}-2`, notices: [{ kind: 'half_made' }, { kind: 'others_work' }] });
  expect(readFileSync(join(tree.path, 'a.txt'), 'utf8')).toBe('on');
  const listed = await world.workspaces.list();
  expect('ok' in listed ? [] : listed.filter(({ path }) => path === tree.path)).toMatchObject([{ state: 'orphan' }]);
});

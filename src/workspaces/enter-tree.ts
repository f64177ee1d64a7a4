// A member enters its working tree for a task. Again gives the same tree; what is missing is made again from what git has, and
// what is no tree any more is set aside and never touched. Only a tree that is whole is handed out.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pickTreeName } from '../core/worktrees/names.ts';
import { notice, type Notice } from '../core/worktrees/notices.ts';
import { refuseGit, refuseTree, type WorktreeRefusal } from '../core/worktrees/refusals.ts';
import type { Tree, TreeRef } from '../ports/workspaces.ts';
import { ensureGoalBranch, type GoalBranch } from './goal-branch.ts';
import { statusOf } from './inspect-tree.ts';
import { adminOf, placeIn, restoreFolder } from './repository/folders.ts';
import type { GoalRecord, TreeRecord } from './repository/records.ts';
import { branchesOf, commitOf, readyRoot } from './repository/repository.ts';
import { findTree, inRepository, inTree, type Site } from './site.ts';

export async function enterTree(site: Site, tree: TreeRef): Promise<Tree | WorktreeRefusal> {
  const goal = await ensureGoalBranch(site, tree);
  if (!goal.ok) return goal;
  return inTree(site, goal.record, tree, async () => {
    const known = findTree(site, goal.record, tree);
    const again: Again | WorktreeRefusal = known === undefined ? { there: undefined, from: undefined, notices: [] } : await enterAgain(site, known);
    if ('ok' in again) return again;
    const notices = [...goal.notices, ...again.notices];
    if (again.there !== undefined) return asTree(site, again.there, { existed: true, notices });
    const made = await makeTree(site, goal, { tree, from: again.from ?? goal.tip });
    return made.ok === false ? made : asTree(site, made.record, { existed: false, notices: [...notices, ...othersWork(site, goal.record, made.record)] });
  });
}

function asTree({ repo }: Site, record: TreeRecord, { existed, notices }: { readonly existed: boolean; readonly notices: readonly Notice[] }): Tree {
  const folder = placeIn(record.path, repo.prefix);
  return { ok: true, path: record.path, folder, branch: record.branch, base: record.base, existed, notices: [...notices, ...traits(record)] };
}

/** What the files of a tree are not, although git has them. */
function traits({ path, admin }: TreeRecord): readonly Notice[] {
  const attributes = join(path, '.gitattributes');
  return [
    ...(existsSync(join(path, '.gitmodules')) ? [notice('submodules')] : []),
    ...(statSync(attributes, { throwIfNoEntry: false })?.isFile() === true && readFileSync(attributes, 'utf8').includes('filter=lfs') ? [notice('large_files')] : []),
    ...(existsSync(join(admin, 'info', 'sparse-checkout')) ? [notice('sparse')] : []),
  ];
}

function othersWork({ records }: Site, goal: GoalRecord, made: TreeRecord): readonly Notice[] {
  const others = records.trees(goal.folder).filter(({ taskId, memberId }) => taskId === made.taskId && memberId !== made.memberId).map(({ branch }) => branch);
  return others.length === 0 ? [] : [notice('others_work', others.join(', '))];
}

/** What an earlier entry left: a tree to go on in, or where a new one begins (absent: at the branch of the goal). */
interface Again {
  readonly there: TreeRecord | undefined;
  readonly from: string | undefined;
  readonly notices: readonly Notice[];
}

async function enterAgain(site: Site, record: TreeRecord): Promise<Again | WorktreeRefusal> {
  if (record.state === 'making') return afterHalfMade(site, record);
  const isThere = existsSync(record.path);
  const admin = isThere ? adminOf(record.path) : undefined;
  if (isThere && admin !== undefined && !existsSync(join(admin, 'muster-restoring'))) return { there: record, from: undefined, notices: [] };
  const tip = await commitOf(site.repo, `refs/heads/${record.branch}`);
  if (isThere && admin === undefined) return setAside(site, record, { from: tip, notices: [notice('set_aside', record.path)] });
  if (!record.path.startsWith(readyRoot(site.repo) + sep)) return setAside(site, record, { from: tip, notices: [] }); // The repository has been moved.
  if (existsSync(join(record.admin, 'HEAD'))) {
    const refusal = await restoreFolder(site.repo.git, record);
    return refusal ?? { there: record, from: undefined, notices: [notice('restored', record.path)] };
  }
  if (tip === undefined) {
    site.records.removeTree(record);
    return { there: undefined, from: undefined, notices: [notice('started_over', record.branch)] };
  }
  const added = await addTree(site, { ...record, state: 'making', admin: '' }, 'as before');
  return added.ok === false ? added : { there: added.record, from: undefined, notices: [notice('restored', record.path)] };
}

/** Nobody was given a half-made tree. A git that outlived its caller may have made it whole; anything else is left alone. */
async function afterHalfMade(site: Site, record: TreeRecord): Promise<Again> {
  const tip = await commitOf(site.repo, `refs/heads/${record.branch}`);
  if (!existsSync(record.path)) {
    if (tip === undefined) site.records.removeTree(record);
    return tip === undefined ? { there: undefined, from: undefined, notices: [] } : setAside(site, record, { from: undefined, notices: [] });
  }
  const admin = adminOf(record.path);
  const status = admin === undefined ? undefined : await statusOf(site.repo.git, record.path);
  const isWhole = status !== undefined && status.head === record.branch && [status.staged, status.changed, status.untracked, status.conflicted, status.nested].every((paths) => paths.length === 0);
  if (admin === undefined || !isWhole) return setAside(site, record, { from: undefined, notices: [notice('half_made', record.path)] });
  const ready: TreeRecord = { ...record, admin, state: 'ready' };
  site.records.writeTree(ready);
  return { there: ready, from: undefined, notices: [] };
}

function setAside({ records }: Site, record: TreeRecord, next: { readonly from: string | undefined; readonly notices: readonly Notice[] }): Again {
  records.writeTree({ ...record, state: 'set_aside' });
  return { there: undefined, ...next };
}

interface Made {
  readonly ok: true;
  readonly record: TreeRecord;
}

async function makeTree(site: Site, goal: GoalBranch, { tree, from }: { readonly tree: TreeRef; readonly from: string }): Promise<Made | WorktreeRefusal> {
  const record = await inRepository<TreeRecord>(site, () => reserve(site, goal.record, { tree, from }));
  if ('ok' in record) return record;
  // The branch by itself first: git repeats the second step where another git is in the way, and would meet its own branch there.
  const branched = await site.repo.git(site.repo.workspace, ['branch', '--no-track', record.branch, from]);
  if (branched.code === 0) return addTree(site, record, 'new');
  // A branch that somebody made in the last moment is not ours, wherever it stands.
  site.records.removeTree(record);
  return refuseGit(branched.error, site.repo.workspace);
}

/** Contract: the name is ours from here on, for its record stands. */
async function reserve({ repo, records, store, now }: Site, goal: GoalRecord, { tree, from }: { readonly tree: TreeRef; readonly from: string }): Promise<TreeRecord | WorktreeRefusal> {
  const branches = await branchesOf(repo);
  if ('ok' in branches) return branches;
  const folder = join(readyRoot(repo), goal.folder);
  const onDisk = existsSync(folder) ? readdirSync(folder) : [];
  const name = pickTreeName({ goalBranch: goal.branch, ...tree }, { branches, names: [...records.treeNames(goal.folder), ...onDisk] });
  if (name === undefined) return refuseTree('names_taken', { name: `${tree.taskId}, ${tree.memberId}` });
  const { goalId, taskId, memberId } = tree;
  const record: TreeRecord = {
    goal: goal.folder, goalId, taskId, memberId, store, ...name, path: join(folder, name.name), base: from, admin: '', state: 'making', createdAt: now(), conflicted: [],
  };
  records.writeTree(record);
  return record;
}

async function addTree({ repo, records }: Site, record: TreeRecord, branch: 'new' | 'as before'): Promise<Made | WorktreeRefusal> {
  records.writeTree(record);
  const added = await repo.git(repo.workspace, ['worktree', 'add', record.path, record.branch]);
  const admin = existsSync(record.path) ? adminOf(record.path) : undefined;
  if (added.code !== 0 || admin === undefined) {
    await takeBack({ repo, records }, record, branch);
    return refuseGit(added.error, repo.workspace);
  }
  const ready: TreeRecord = { ...record, admin, state: 'ready' };
  records.writeTree(ready);
  return { ok: true, record: ready };
}

/** A creation that failed uses up no name: git has removed the folder, and a new branch goes if it still stands where it began. */
async function takeBack({ repo, records }: Pick<Site, 'repo' | 'records'>, record: TreeRecord, branch: 'new' | 'as before'): Promise<void> {
  if (existsSync(record.path)) return;
  if (branch === 'as before') return records.writeTree({ ...record, state: 'ready' });
  await repo.git(repo.workspace, ['update-ref', '-d', `refs/heads/${record.branch}`, record.base]);
  const isLeft = (await commitOf(repo, `refs/heads/${record.branch}`)) !== undefined;
  if (isLeft) records.writeTree({ ...record, state: 'set_aside' });
  else records.removeTree(record);
}

// Commits what a member left in its tree, and ends a merge that it resolved. Marks that a merge left are never committed; nothing
// that is ignored is; a repository inside the tree is named instead of being recorded as an empty link.
import { existsSync } from 'node:fs';
import { notice, type Notice } from '../core/worktrees/notices.ts';
import { refuseFor, refuseGit, refuseTree, type WorktreeRefusal } from '../core/worktrees/refusals.ts';
import type { BroughtIn, Saved, TreeRef } from '../ports/workspaces.ts';
import { authorOf, messageOf } from './authors.ts';
import { conflictFiles, stillMarked } from './conflict-files.ts';
import { statusOf, unsavedIn } from './inspect-tree.ts';
import { adminOf, operationsIn } from './repository/folders.ts';
import type { GoalRecord, TreeRecord } from './repository/records.ts';
import { commitOf } from './repository/repository.ts';
import { findGoal, findTree, inTree, type Site } from './site.ts';

/** A tree that is there and that nobody else works on meanwhile. */
interface Open {
  readonly goal: GoalRecord;
  readonly record: TreeRecord;
  readonly admin: string;
}

function inOpenTree<T>(site: Site, tree: TreeRef, act: (open: Open) => Promise<T | WorktreeRefusal>): Promise<T | WorktreeRefusal> {
  const goal = findGoal(site, tree);
  if (goal === undefined) return Promise.resolve(refuseTree('no_tree', { name: `${tree.memberId}, ${tree.taskId}` }));
  return inTree(site, goal, tree, async () => {
    const record = findTree(site, goal, tree);
    const admin = record?.state === 'ready' && existsSync(record.path) ? adminOf(record.path) : undefined;
    return record === undefined || admin === undefined ? refuseTree('no_tree', { name: `${tree.memberId}, ${tree.taskId}` }) : act({ goal, record, admin });
  });
}

export const saveTree = (site: Site, tree: TreeRef, { title }: { readonly title?: string } = {}): Promise<Saved | WorktreeRefusal> =>
  inOpenTree<Saved>(site, tree, async ({ record, admin }) => {
    const { git } = site.repo;
    const { path, branch } = record;
    const running = operationsIn(admin);
    const other = running.find((operation) => operation !== 'merge');
    if (other !== undefined) return refuseTree('operation', { path, said: other });
    const status = await statusOf(git, path);
    if (status === undefined) return refuseGit((await git(path, ['status'])).error, path);
    if (status.head !== branch) return refuseTree('other_branch', { path, name: branch, said: status.head ?? '(detached HEAD)' });
    const files = stillMarked(path, status.conflicted, record.conflicted);
    if (files.length > 0) return { ok: true, outcome: 'unresolved', commit: status.commit ?? record.base, files, notices: [] };
    const isMerge = running.includes('merge');
    const isDirty = isMerge || [status.staged, status.changed, status.untracked, status.conflicted].some((paths) => paths.length > 0);
    const inside = [...status.nested, ...status.submodules];
    const committed = !isDirty
      ? { outcome: 'nothing' as const, commit: status.commit ?? record.base }
      : await commitAll({ site, record, isMerge, leave: status.nested }, messageOf(title ?? `Work of ${tree.memberId} on ${tree.taskId}`, tree));
    if ('reason' in committed) return committed;
    if (record.conflicted.length > 0) site.records.writeTree({ ...record, conflicted: [] });
    const notices: readonly Notice[] = inside.length === 0 ? [] : [notice('kept_repositories', inside.join(', '))];
    return { ok: true, ...committed, files: [], notices };
  });

interface Commit {
  readonly site: Site;
  readonly record: TreeRecord;
  /** A merge waits to be ended, so there is something to commit in any case. */
  readonly isMerge: boolean;
  readonly leave: readonly string[];
}

async function commitAll({ site, record, isMerge, leave }: Commit, message: string): Promise<Pick<Saved, 'outcome' | 'commit'> | WorktreeRefusal> {
  const { git } = site.repo;
  const { path } = record;
  const added = await git(path, ['add', '--all', '--', '.', ...leave.map((each) => `:(exclude,literal)${each.replace(/\/$/u, '')}`)]);
  if (added.code !== 0) return refuseGit(added.error, path);
  const made = await git(path, ['commit', '--quiet', '--no-verify', '--cleanup=verbatim', '-m', message], { env: authorOf(record.memberId) });
  // Line ends and modes that git does not keep look changed and leave nothing to commit.
  const isNothing = made.code === 1 && !isMerge && (await git(path, ['diff', '--cached', '--quiet', '--no-ext-diff'])).code === 0;
  if (made.code !== 0 && !isNothing) return refuseGit(made.error || made.out, path);
  return { outcome: isNothing ? 'nothing' : 'saved', commit: (await commitOf(site.repo, `refs/heads/${record.branch}`)) ?? record.base };
}

export const bringIn = (site: Site, tree: TreeRef): Promise<BroughtIn | WorktreeRefusal> =>
  inOpenTree<BroughtIn>(site, tree, async ({ goal, record, admin }) => {
    const { git } = site.repo;
    const { path } = record;
    const before = await statusOf(git, path);
    if (before !== undefined && before.conflicted.length > 0 && operationsIn(admin).includes('merge')) {
      return { ok: true, outcome: 'conflict', files: conflictFiles(path, before.conflicted, 'goal_into_task') };
    }
    const open = await unsavedIn(site, record);
    if (open.length > 0) return refuseFor('unsaved', path, open);
    const merged = await git(path, ['merge', '--no-edit', '--no-stat', '-m', messageOf(`Bring ${goal.branch} in`, tree), `refs/heads/${goal.branch}`], { env: authorOf(record.memberId) });
    if (merged.code === 0) return { ok: true, outcome: /^Already up to date/mu.test(merged.out) ? 'up_to_date' : 'brought_in', files: [] };
    const status = await statusOf(git, path);
    if (status === undefined || status.conflicted.length === 0) return refuseGit(merged.error || merged.out, path);
    site.records.writeTree({ ...record, conflicted: status.conflicted.map((each) => each.path) });
    return { ok: true, outcome: 'conflict', files: conflictFiles(path, status.conflicted, 'goal_into_task') };
  });

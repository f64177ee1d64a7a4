// Merges the branch of a finished task into the branch of its goal: in a folder of our own, checked again there, and only then
// shown by moving the goal's branch from exactly the commit that was merged onto. Ended anywhere, the branch is as before or as
// after, and the next call tells which: a merge names the task's commit as its second parent.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fixList } from '../core/worktrees/conflicts.ts';
import { refuseFor, refuseGit, refuseTree, type WorktreeRefusal } from '../core/worktrees/refusals.ts';
import type { MergeBack, MergeOrder } from '../ports/workspaces.ts';
import { messageOf } from './authors.ts';
import { conflictFiles } from './conflict-files.ts';
import { ensureGoalBranch, OUR_NAME } from './goal-branch.ts';
import { statusOf, unsavedIn } from './inspect-tree.ts';
import { placeIn } from './repository/folders.ts';
import type { GoalRecord, TreeRecord } from './repository/records.ts';
import { commitOf, readyRoot, registeredTrees, type Repository } from './repository/repository.ts';
import { findGoal, findTree, type Site } from './site.ts';

/** How often the branch may be moved by others while we merge, before we give up. */
const MOST_RACES = 5;

export async function mergeBack(site: Site, order: MergeOrder): Promise<MergeBack | WorktreeRefusal> {
  const goal = findGoal(site, order);
  const record = goal === undefined ? undefined : findTree(site, goal, order);
  if (goal === undefined || record === undefined) return refuseTree('no_tree', { name: `${order.memberId}, ${order.taskId}` });
  const { signal } = order;
  return site.repo.withLock<MergeBack>({ name: `merge-${goal.folder}`, what: { en: `the merges of ${order.goalId}`, zh: `${order.goalId} 的合并` }, patienceMs: site.mergeMs, signal }, async () => {
    await removeScratch(site, goal);
    for (let race = 0; race < MOST_RACES; race += 1) {
      const merged = await mergeOnce(site, { goal, record, order });
      if (merged !== 'raced') return merged;
    }
    return refuseTree('raced', { name: goal.branch });
  });
}

interface Merge {
  readonly goal: GoalRecord;
  readonly record: TreeRecord;
  readonly order: MergeOrder;
}

async function mergeOnce(site: Site, { goal, record, order }: Merge): Promise<MergeBack | WorktreeRefusal | 'raced'> {
  const { repo } = site;
  const held = await whereCheckedOut(site, goal);
  if (held !== undefined) return held;
  const branch = await ensureGoalBranch(site, order);
  if (!branch.ok) return branch;
  const open = existsSync(record.path) ? await unsavedIn(site, record) : [];
  if (open.length > 0) return refuseFor('unsaved', record.path, open);
  const tip = await commitOf(repo, `refs/heads/${record.branch}`);
  if (tip === undefined) return refuseTree('branch_gone', { name: record.branch });
  const before = await alreadyMerged(site, { goal, onto: branch.tip, tip });
  return before ?? inScratch(site, goal, { onto: branch.tip, order }, (scratch) => mergeThere(site, { goal, record, order }, { scratch, onto: branch.tip, tip }));
}

/** Moving a branch under somebody's checkout would make that look changed. */
async function whereCheckedOut({ repo }: Site, { branch }: GoalRecord): Promise<WorktreeRefusal | undefined> {
  const registered = await registeredTrees(repo);
  if ('ok' in registered) return registered;
  const holder = registered.find((each) => each.branch === branch && existsSync(each.path));
  return holder === undefined ? undefined : refuseTree('branch_in_use', { name: branch, path: holder.path });
}

async function alreadyMerged({ repo }: Site, { goal, onto, tip }: { readonly goal: GoalRecord; readonly onto: string; readonly tip: string }): Promise<MergeBack | WorktreeRefusal | undefined> {
  const { git, workspace } = repo;
  const asked = await git(workspace, ['merge-base', '--is-ancestor', tip, onto]);
  if (asked.code === 1) return undefined;
  if (asked.code !== 0) return refuseGit(asked.error, workspace);
  const merges = await git(workspace, ['rev-list', '--first-parent', '--merges', '--parents', onto, '--not', goal.base]);
  if (merges.code !== 0) return refuseGit(merges.error, workspace);
  const merge = merges.out.split('\n').map((line) => line.split(' ')).find(([, , second]) => second === tip)?.[0];
  return merge === undefined ? { ok: true, outcome: 'nothing_to_merge' } : { ok: true, outcome: 'merged', commit: merge, again: true };
}

interface Scratch {
  readonly scratch: string;
  readonly onto: string;
  readonly tip: string;
}

async function mergeThere(site: Site, { goal, record, order }: Merge, { scratch, onto, tip }: Scratch): Promise<MergeBack | WorktreeRefusal | 'raced'> {
  const { git, workspace, prefix } = site.repo;
  const { signal, taskId, title } = order;
  const message = messageOf(title === undefined ? `Merge ${taskId}` : `Merge ${taskId}: ${title}`, order);
  const merged = await git(scratch, ['merge', '--no-ff', '--no-edit', '--no-stat', '--no-verify', '-m', message, tip], { signal, env: OUR_NAME });
  if (merged.code !== 0) {
    const status = await statusOf(git, scratch);
    if (status === undefined || status.conflicted.length === 0) return refuseGit(merged.error || merged.out, scratch);
    const files = conflictFiles(scratch, status.conflicted, 'task_into_goal');
    return { ok: true, outcome: 'conflict', files, fixes: fixList(files) };
  }
  const commit = await commitOf({ git, workspace: scratch }, 'HEAD');
  if (commit === undefined) return refuseTree('git_failed', { said: { en: 'the merge left no commit.', zh: '合并后没有产生提交。' } });
  const folder = placeIn(scratch, prefix);
  const checked = (await order.recheck?.(folder, signal)) ?? { passed: true, fixes: [] };
  signal?.throwIfAborted();
  if (!checked.passed) return { ok: true, outcome: 'recheck_failed', fixes: checked.fixes };
  // The user may have checked the branch out while the checks ran.
  const held = await whereCheckedOut(site, goal);
  if (held !== undefined) return held;
  const moved = await git(workspace, ['update-ref', '-m', `muster: merge ${record.branch}`, `refs/heads/${goal.branch}`, commit, onto], { env: OUR_NAME });
  if (moved.code !== 0) return (await commitOf(site.repo, `refs/heads/${goal.branch}`)) === onto ? refuseGit(moved.error, workspace) : 'raced';
  site.records.writeGoal({ ...goal, tip: commit });
  return { ok: true, outcome: 'merged', commit, again: false };
}

/** Folder names of members never begin with a dot. */
const SCRATCH = '.merge-';

async function inScratch<T>({ repo }: Site, goal: GoalRecord, { onto, order }: { readonly onto: string; readonly order: MergeOrder }, act: (scratch: string) => Promise<T>): Promise<T | WorktreeRefusal> {
  const scratch = join(readyRoot(repo), goal.folder, `${SCRATCH}${randomUUID().slice(0, 8)}`);
  try {
    const added = await repo.git(repo.workspace, ['worktree', 'add', '--detach', scratch, onto], { signal: order.signal });
    return added.code === 0 ? await act(scratch) : refuseGit(added.error, repo.workspace);
  } finally {
    await removeFolder(repo.git, repo.workspace, scratch);
  }
}

/** What merges that were killed left behind; only the holder of the lock is here. */
async function removeScratch({ repo }: Site, goal: GoalRecord): Promise<void> {
  const folder = join(readyRoot(repo), goal.folder);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(SCRATCH)) : [];
  for (const name of names) await removeFolder(repo.git, repo.workspace, join(folder, name));
}

/** Nobody was ever given a scratch folder to work in, so it may go with all that checks made in it. */
async function removeFolder(git: Repository['git'], workspace: string, scratch: string): Promise<void> {
  const removed = await git(workspace, ['worktree', 'remove', '--force', '--force', scratch]);
  if (removed.code === 0) return;
  try {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    return; // A check's child still writes there; the next merge tries again.
  }
  await git(workspace, ['worktree', 'remove', '--force', '--force', scratch]);
}

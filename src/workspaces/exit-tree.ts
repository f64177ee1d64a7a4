// A member leaves its tree. Keeping changes nothing. Removing takes a proof that nothing would be lost; with the word to discard,
// what is there is first kept under a ref of ours. What cannot be proved empty or kept stays where it is.
import { existsSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { blockers, finding, type Finding } from '../core/worktrees/findings.ts';
import { refuseFor, refuseGit, refuseTree, type WorktreeRefusal } from '../core/worktrees/refusals.ts';
import type { Exited, ExitOrder } from '../ports/workspaces.ts';
import { inspectTree, type Inspected } from './inspect-tree.ts';
import { parkChanges } from './park-changes.ts';
import type { GoalRecord, TreeRecord } from './repository/records.ts';
import { commitOf } from './repository/repository.ts';
import { findGoal, findTree, inTree, type Site } from './site.ts';

export async function exitTree(site: Site, order: ExitOrder): Promise<Exited | WorktreeRefusal> {
  const goal = findGoal(site, order);
  const nobody = refuseTree('no_tree', { name: `${order.memberId}, ${order.taskId}` });
  if (goal === undefined) return nobody;
  return inTree<Exited>(site, goal, order, async () => {
    const record = findTree(site, goal, order);
    if (record === undefined) return nobody;
    if (order.action === 'remove') return removeTree(site, { goal, record, discardChanges: order.discardChanges === true });
    const { findings, tip } = await lookAt(site, record, goal.branch);
    const { path, branch } = record;
    return { ok: true, outcome: 'kept', path, branch, left: { folder: existsSync(path), branch: tip !== undefined }, findings, parked: null };
  });
}

export interface Removal {
  readonly goal: GoalRecord;
  readonly record: TreeRecord;
  readonly discardChanges: boolean;
}

/** To be called by the holder of the tree's lock. */
export async function removeTree(site: Site, { goal, record, discardChanges }: Removal): Promise<Exited | WorktreeRefusal> {
  const { path, branch } = record;
  const looked = await lookAt(site, record, goal.branch);
  const { findings, tip, hasLinks } = looked;
  const forbidden = blockers(findings, discardChanges);
  if (forbidden.length > 0) return refuseFor(discardChanges ? 'never_discarded' : 'not_empty', path, forbidden);
  const parked = findings.length === 0 ? null : await parkChanges(site, record, looked.tip);
  if (parked !== null && typeof parked !== 'string') return parked;
  const gone = await removeFolder(site, record, hasLinks || discardChanges);
  if (gone !== undefined) return gone;
  // From exactly where it stood when it was looked at: a commit that came since then keeps the branch.
  const removed = tip === undefined ? undefined : await site.repo.git(site.repo.workspace, ['update-ref', '-d', `refs/heads/${branch}`, tip]);
  const isBranchLeft = removed !== undefined && removed.code !== 0;
  if (!isBranchLeft) site.records.removeTree(record);
  return { ok: true, outcome: 'removed', path, branch, left: { folder: false, branch: isBranchLeft }, findings, parked };
}

/** A folder that somebody deleted has only its branch and its index left to be looked at. */
export async function lookAt(site: Site, record: TreeRecord, goalBranch: string): Promise<Inspected> {
  if (existsSync(record.path)) return inspectTree(site, record, goalBranch);
  const { git, workspace, common } = site.repo;
  const tip = await commitOf(site.repo, `refs/heads/${record.branch}`);
  const beyond = tip === undefined ? undefined : await git(workspace, ['rev-list', '--count', tip, '--not', `refs/heads/${goalBranch}`]);
  const hasIndex = record.admin !== '' && existsSync(join(record.admin, 'HEAD'));
  const staged = hasIndex ? await git(common, ['diff-index', '--cached', '--quiet', 'HEAD', '--'], { env: { GIT_DIR: record.admin } }) : undefined;
  const findings: readonly Finding[] = [
    ...(beyond !== undefined && beyond.code !== 0 ? [finding('unreadable', [beyond.error.trim()])] : []),
    ...(Number(beyond?.out ?? 0) > 0 ? [finding('unmerged', [], Number(beyond?.out))] : []),
    ...(staged === undefined || staged.code === 0 ? [] : [finding('staged', ['(index)'])]),
  ];
  return { findings, tip, hasLinks: true };
}

/** Without force git looks once more for itself right before it removes; it cannot do so where repositories are recorded inside. */
async function removeFolder({ repo }: Site, record: TreeRecord, force: boolean): Promise<WorktreeRefusal | undefined> {
  const isThere = existsSync(record.path);
  const isRegistered = isThere || (record.admin !== '' && existsSync(record.admin));
  if (isRegistered) {
    const removed = await repo.git(repo.workspace, ['worktree', 'remove', ...(force ? ['--force'] : []), record.path]);
    if (removed.code !== 0) {
      return /contains modified or untracked files/u.test(removed.error)
        ? refuseTree('not_empty', { path: record.path, said: removed.error.trim() })
        : refuseGit(removed.error, repo.workspace);
    }
  }
  try {
    rmdirSync(dirname(record.path));
  } catch {
    // Other trees of the goal stand in it.
  }
  return undefined;
}

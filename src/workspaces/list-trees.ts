// All trees of a repository with owner, age and state: those of our records, those that git knows in our folders, and folders that
// neither speaks of. Also the cleaning of a goal, which goes by the same look. What nobody owns is shown and never touched.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, FindingKind } from '../core/worktrees/findings.ts';
import { refuseTree, type WorktreeRefusal } from '../core/worktrees/refusals.ts';
import type { Cleaned, Exited, GoalRef, ListedTree, TreeState } from '../ports/workspaces.ts';
import { lookAt, removeTree } from './exit-tree.ts';
import { adminOf } from './repository/folders.ts';
import type { GoalRecord, TreeRecord } from './repository/records.ts';
import { readyRoot, registeredTrees } from './repository/repository.ts';
import { findGoal, inTree, type Site } from './site.ts';

export async function listTrees(site: Site): Promise<readonly ListedTree[] | WorktreeRefusal> {
  const registered = await registeredTrees(site.repo);
  if ('ok' in registered) return registered;
  const records = site.records.trees();
  const goals = new Map(site.records.goals().map((goal) => [goal.folder, goal]));
  const known: ListedTree[] = [];
  for (const record of records) known.push(await listed(site, record, goals.get(record.goal)));
  const spokenOf = new Set(records.map(({ path }) => path));
  const branchAt = new Map(registered.map(({ path, branch }) => [path, branch]));
  const root = readyRoot(site.repo);
  const others = [...new Set([...foldersIn(root), ...registered.map(({ path }) => path).filter((path) => isInside(root, path))])].filter((path) => !spokenOf.has(path));
  return [
    ...known,
    ...others.map((path): ListedTree => ({
      path,
      branch: branchAt.get(path) ?? null,
      state: existsSync(path) ? 'orphan' : 'missing',
      owner: null,
      isOurs: false,
      createdAt: null,
      findings: [],
    })),
  ];
}

/** A folder's own place is root, goal, tree; those of merges begin with a dot. */
function foldersIn(root: string): readonly string[] {
  const inside = (folder: string): readonly string[] => readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => join(folder, entry.name));
  return inside(root).flatMap(inside);
}

const isInside = (root: string, path: string): boolean => path.startsWith(`${root}/`) && !/\/\.[^/]*$/u.test(path);

/** A tree without its goal's record cannot be compared with a branch, and so cannot be proved merged. */
async function listed(site: Site, record: TreeRecord, goal: GoalRecord | undefined): Promise<ListedTree> {
  const { findings } = await lookAt(site, record, goal?.branch ?? `${record.goal} (unknown)`);
  const { goalId, taskId, memberId, store, path, branch, createdAt } = record;
  const isBusy = record.state === 'making' && goal !== undefined && (await isBeingMade(site, goal, record));
  return { path, branch, state: isBusy ? 'making' : stateOf(record, findings), owner: { goalId, taskId, memberId, store }, isOurs: store === site.store, createdAt, findings };
}

async function isBeingMade(site: Site, goal: GoalRecord, record: TreeRecord): Promise<boolean> {
  const got = await inTree<true>({ ...site, lockMs: 0 }, goal, record, async () => true);
  return got !== true;
}

const CHANGED: ReadonlySet<FindingKind> = new Set(['staged', 'changed', 'untracked', 'ignored', 'conflicted', 'elsewhere', 'operation', 'stash', 'hidden', 'nested', 'own_refs']);

function stateOf({ path, state }: TreeRecord, findings: readonly Finding[]): TreeState {
  if (!existsSync(path)) return 'missing';
  if (state !== 'ready' || adminOf(path) === undefined) return 'orphan';
  if (findings.some(({ kind }) => kind === 'unreadable')) return 'unreadable';
  if (findings.some(({ kind }) => CHANGED.has(kind))) return 'changed';
  return findings.some(({ kind }) => kind === 'unmerged') ? 'unmerged' : 'clean';
}

export async function cleanGoal(site: Site, ref: GoalRef): Promise<Cleaned | WorktreeRefusal> {
  const goal = findGoal(site, ref);
  if (goal === undefined) return { ok: true, removed: [], kept: [] };
  const removed: string[] = [];
  const kept: ListedTree[] = [];
  for (const record of site.records.trees(goal.folder).filter(({ store }) => store === site.store)) {
    const outcome: Exited | WorktreeRefusal = await inTree(site, goal, record, () => removeIfEmpty(site, goal, record));
    if (outcome.ok) removed.push(record.path);
    else kept.push(await listed(site, record, goal));
  }
  return { ok: true, removed, kept };
}

async function removeIfEmpty(site: Site, goal: GoalRecord, record: TreeRecord): Promise<Exited | WorktreeRefusal> {
  const isOrphan = existsSync(record.path) && adminOf(record.path) === undefined;
  return isOrphan ? refuseTree('not_empty', { path: record.path, said: record.path }) : removeTree(site, { goal, record, discardChanges: false });
}

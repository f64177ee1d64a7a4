// The branch of a goal: made from the user's HEAD when the first tree of the goal is asked for, under a name that was free.
// The record is written before the branch, so that whatever ends us in between, the next call goes on with the same name.
import { accessSync, constants, existsSync } from 'node:fs';
import { notice, type Notice } from '../core/worktrees/notices.ts';
import { pickGoalName } from '../core/worktrees/names.ts';
import { refuseGit, refuseTree, type WorktreeRefusal } from '../core/worktrees/refusals.ts';
import { readStatus } from '../core/worktrees/findings.ts';
import type { GoalRef } from '../ports/workspaces.ts';
import type { GoalRecord } from './repository/records.ts';
import { branchesOf, commitOf, type Repository } from './repository/repository.ts';
import { findGoal, inRepository, type Site } from './site.ts';

export interface GoalBranch {
  readonly ok: true;
  readonly record: GoalRecord;
  readonly tip: string;
  readonly notices: readonly Notice[];
}

/** Who writes the commits that are ours and nobody's work. */
export const OUR_NAME = { GIT_AUTHOR_NAME: 'Muster', GIT_AUTHOR_EMAIL: 'muster@muster.invalid', GIT_COMMITTER_NAME: 'Muster', GIT_COMMITTER_EMAIL: 'muster@muster.invalid' } as const;

export async function ensureGoalBranch(site: Site, goal: GoalRef): Promise<GoalBranch | WorktreeRefusal> {
  const known = await standingGoal(site, goal);
  if (known !== undefined) return known;
  return inRepository(site, async () => (await standingGoal(site, goal)) ?? reviveOrOpen(site, goal));
}

async function standingGoal(site: Site, goal: GoalRef): Promise<GoalBranch | undefined> {
  const record = findGoal(site, goal);
  const tip = record === undefined ? undefined : await commitOf(site.repo, `refs/heads/${record.branch}`);
  return record === undefined || tip === undefined ? undefined : { ok: true, record, tip, notices: [] };
}

async function reviveOrOpen(site: Site, goal: GoalRef): Promise<GoalBranch | WorktreeRefusal> {
  const record = findGoal(site, goal);
  if (record === undefined) return openGoalBranch(site, goal);
  const isKnown = (await commitOf(site.repo, record.tip)) !== undefined;
  if (!isKnown) return refuseTree('branch_gone', { name: record.branch });
  const refusal = await createBranch(site.repo, record.branch, record.tip);
  return refusal ?? { ok: true, record, tip: record.tip, notices: record.tip === record.base ? [] : [notice('goal_branch_back', record.branch)] };
}

async function openGoalBranch(site: Site, goal: GoalRef): Promise<GoalBranch | WorktreeRefusal> {
  const { repo, records, store } = site;
  const start = await startOf(repo);
  if (!start.ok) return start;
  const branches = await branchesOf(repo);
  if ('ok' in branches) return branches;
  const name = pickGoalName(goal.goalId, { branches, folders: records.goalFolders() });
  if (name === undefined) return refuseTree('names_taken', { name: goal.goalId });
  const { from, base, notices } = start;
  const record: GoalRecord = { goalId: goal.goalId, openedAt: goal.openedAt, store, ...name, base, from, tip: base };
  records.writeGoal(record);
  const refusal = await createBranch(repo, name.branch, base);
  if (refusal !== undefined) return refusal;
  const renamed = name.branch === `muster/${goal.goalId}` ? [] : [notice('renamed_branch', name.branch)];
  const identity = await repo.git(repo.workspace, ['var', 'GIT_COMMITTER_IDENT']);
  return { ok: true, record, tip: base, notices: [...notices, ...renamed, ...(identity.code === 0 ? [] : [notice('no_identity')])] };
}

/** Contract: never moves a branch that is there. */
async function createBranch({ git, workspace }: Repository, branch: string, commit: string): Promise<WorktreeRefusal | undefined> {
  const made = await git(workspace, ['update-ref', '-m', 'muster: begin', '--create-reflog', `refs/heads/${branch}`, commit, ''], { env: OUR_NAME });
  return made.code === 0 ? undefined : refuseGit(made.error, workspace);
}

interface Start {
  readonly ok: true;
  readonly from: string | null;
  readonly base: string;
  readonly notices: readonly Notice[];
}

/** Why no goal can begin in this repository. Changes nothing. Throws what the disk says where our records cannot be written. */
export async function cannotBegin(repo: Repository): Promise<WorktreeRefusal | undefined> {
  accessSync(existsSync(repo.records) ? `${repo.records}/` : repo.common, constants.W_OK);
  const stand = await standOf(repo);
  return 'ok' in stand ? stand : undefined;
}

async function standOf(repo: Repository): Promise<Head | WorktreeRefusal> {
  const stand = repo.isBare ? await bareHead(repo) : await checkoutHead(repo);
  return !('ok' in stand) && stand.commit === null && stand.uncommitted !== '' ? refuseTree('no_commit', { name: stand.uncommitted }) : stand;
}

async function startOf(repo: Repository): Promise<Start | WorktreeRefusal> {
  const stand = await standOf(repo);
  if ('ok' in stand) return stand;
  const { from, commit, uncommitted } = stand;
  if (commit === null) {
    const empty = await emptyCommit(repo);
    return typeof empty === 'string' ? { ok: true, from, base: empty, notices: [notice('empty_start')] } : empty;
  }
  const notices = [...(uncommitted === '' ? [] : [notice('uncommitted_checkout', uncommitted)]), ...(from === null ? [notice('detached_head', commit.slice(0, 12))] : [])];
  return { ok: true, from, base: commit, notices };
}

interface Head {
  /** The branch; null is none. */
  readonly from: string | null;
  /** Null where there is no commit yet. */
  readonly commit: string | null;
  /** Names what is not committed; empty where all is. */
  readonly uncommitted: string;
}

async function bareHead(repo: Repository): Promise<Head> {
  const branch = await repo.git(repo.workspace, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return { from: branch.code === 0 ? branch.out.trim() : null, commit: (await commitOf(repo, 'HEAD')) ?? null, uncommitted: '' };
}

const MOST_NAMED = 5;

/** Asks without taking the index's lock. Our own folder is nothing that the user would commit. */
async function checkoutHead({ git, workspace }: Repository): Promise<Head | WorktreeRefusal> {
  const asked = await git(workspace, ['--no-optional-locks', 'status', '--porcelain=v2', '--branch', '-z', '--untracked-files=normal', '--no-renames']);
  if (asked.code !== 0) return refuseGit(asked.error, workspace);
  const { head, commit, staged, changed, untracked, nested, conflicted } = readStatus(asked.out);
  const paths = [...new Set([...staged, ...changed, ...untracked, ...nested, ...conflicted.map(({ path }) => path)])].filter((path) => !/(?:^|\/)\.muster(?:\/|$)/u.test(path));
  const left = paths.length - MOST_NAMED;
  return { from: head, commit, uncommitted: paths.slice(0, MOST_NAMED).join(', ') + (left > 0 ? ` … (+${left})` : '') };
}

async function emptyCommit({ git, workspace }: Repository): Promise<string | WorktreeRefusal> {
  const tree = await git(workspace, ['mktree'], { input: '' });
  if (tree.code !== 0) return refuseGit(tree.error, workspace);
  const commit = await git(workspace, ['commit-tree', tree.out.trim(), '-m', 'Begin'], { env: OUR_NAME });
  return commit.code === 0 ? commit.out.trim() : refuseGit(commit.error, workspace);
}

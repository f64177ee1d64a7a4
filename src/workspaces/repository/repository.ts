// The repository that a team's folder lies in: looked at once, with a clear no for everything that cannot hold working trees.
// Trees stand beside the store of the main checkout, in a folder that ignores itself, so that no "git add" ever sees them.
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isNewEnough, refuseGit, refuseTree, type WorktreeRefusal } from '../../core/worktrees/refusals.ts';
import type { Git } from './git.ts';
import { fileLocks, type WithLock } from './locks.ts';

export interface Repository {
  readonly ok: true;
  readonly git: Git;
  /** The team's folder. */
  readonly workspace: string;
  /** Its place inside the working tree; empty at the top. */
  readonly prefix: string;
  readonly isBare: boolean;
  /** Git's folder that all working trees share. */
  readonly common: string;
  /** Holds our trees. */
  readonly root: string;
  /** Holds our records. */
  readonly records: string;
  readonly withLock: WithLock;
}

/** What a program said about its version; asked once, for it is the same in every repository. */
const VERSIONS = new Map<string, string>();

async function versionOf(git: Git, program: string, workspace: string): Promise<string | WorktreeRefusal> {
  if (!existsSync(workspace)) return refuseTree('not_a_repository', { path: workspace });
  const known = VERSIONS.get(program);
  if (known !== undefined) return known;
  const said = await git(workspace, ['--version']).catch(() => undefined);
  const isEnough = said === undefined ? undefined : isNewEnough(said.out);
  if (said === undefined || isEnough === undefined) return refuseTree('git_missing', { name: program });
  if (!isEnough) return refuseTree('git_too_old', { said: said.out.trim() });
  VERSIONS.set(program, said.out);
  return said.out;
}

export async function openRepository(git: Git, program: string, workspace: string): Promise<Repository | WorktreeRefusal> {
  const version = await versionOf(git, program, workspace);
  if (typeof version === 'object') return version;
  const asked = await git(workspace, ['rev-parse', '--is-bare-repository', '--is-inside-work-tree', '--git-dir', '--git-common-dir', '--show-prefix', '--show-toplevel']);
  const [bare, inside, gitDir, commonDir, prefix = '', top] = asked.out.split('\n');
  if (gitDir === undefined || commonDir === undefined) return refuseGit(asked.error, workspace);
  // A line break in a path makes more lines than were asked for.
  if (asked.out.split('\n').length > 7) return refuseTree('odd_path', { path: workspace });
  const isBare = bare === 'true';
  if (!isBare && inside !== 'true') return refuseTree('inside_git_folder', { path: workspace });
  if (!isBare && (asked.code !== 0 || top === undefined)) return refuseGit(asked.error, workspace);
  const common = realpathSync(resolve(workspace, commonDir));
  const isLinked = realpathSync(resolve(workspace, gitDir)) !== common;
  const main = isBare || top === undefined ? undefined : isLinked ? await mainCheckout(git, workspace) : realpathSync(top);
  const root = main === undefined ? join(common, 'muster', 'worktrees') : join(main, '.muster', 'worktrees');
  const records = join(common, 'muster');
  return { ok: true, git, workspace, prefix: prefix.replace(/\/$/u, ''), isBare, common, root, records, withLock: fileLocks(join(records, 'locks')) };
}

/** Trees never stand in a linked checkout: it may be removed with all that is ignored in it. Undefined where there is no main one. */
async function mainCheckout(git: Git, workspace: string): Promise<string | undefined> {
  const [first = '', second] = (await git(workspace, ['worktree', 'list', '--porcelain'])).out.split('\n');
  const main = first.replace(/^worktree /u, '');
  return second !== 'bare' && existsSync(join(main, '.git')) ? realpathSync(main) : undefined;
}

/** Contract: gives the root with its links resolved, as git will know it. */
export function readyRoot({ root }: Repository): string {
  mkdirSync(root, { recursive: true });
  const ignore = join(root, '.gitignore');
  if (!existsSync(ignore)) writeFileSync(ignore, '# Working trees of members; see "muster worktrees".\n*\n');
  return realpathSync(root);
}

export async function branchesOf({ git, workspace }: Repository): Promise<readonly string[] | WorktreeRefusal> {
  const listed = await git(workspace, ['for-each-ref', '--format=%(refname)', 'refs/heads/']);
  return listed.code === 0 ? listed.out.split('\n').filter((line) => line !== '').map((line) => line.slice('refs/heads/'.length)) : refuseGit(listed.error, workspace);
}

/** The commit that a name stands for; undefined where there is none. */
export async function commitOf({ git, workspace }: Pick<Repository, 'git' | 'workspace'>, name: string): Promise<string | undefined> {
  const found = await git(workspace, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
  return found.code === 0 ? found.out.trim() : undefined;
}

export interface Registered {
  readonly path: string;
  readonly branch: string | null;
  /** Why it is locked; null is not locked. */
  readonly locked: string | null;
}

/** What git itself knows of working trees; the first is the main one. */
export async function registeredTrees({ git, workspace }: Repository): Promise<readonly Registered[] | WorktreeRefusal> {
  const listed = await git(workspace, ['worktree', 'list', '--porcelain']);
  if (listed.code !== 0) return refuseGit(listed.error, workspace);
  return listed.out.split('\n\n').filter((part) => part.startsWith('worktree ')).map((part) => {
    const lines = part.split('\n');
    const rest = (name: string): string | undefined => lines.find((line) => line === name || line.startsWith(`${name} `))?.slice(name.length + 1);
    return { path: rest('worktree') ?? '', branch: rest('branch')?.replace(/^refs\/heads\//u, '') ?? null, locked: rest('locked') ?? null };
  });
}

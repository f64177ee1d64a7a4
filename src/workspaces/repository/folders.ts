// The folder of a tree and its link to git's own folder: read it, and put a folder that somebody deleted back where it was.
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { refuseGit, type WorktreeRefusal } from '../../core/worktrees/refusals.ts';
import type { Git } from './git.ts';
import type { TreeRecord } from './records.ts';

/** Git's own folder of the tree at `path`; undefined where it is no working tree any more. */
export function adminOf(path: string): string | undefined {
  try {
    const admin = /^gitdir: (.+?)\n?$/u.exec(readFileSync(join(path, '.git'), 'utf8'))?.[1];
    return admin !== undefined && existsSync(join(resolve(path, admin), 'HEAD')) ? resolve(path, admin) : undefined;
  } catch {
    return undefined;
  }
}

/** The team's folder may not be in the commit, and may even be a file there. */
export function placeIn(path: string, prefix: string): string {
  try {
    mkdirSync(join(path, prefix), { recursive: true });
    return join(path, prefix);
  } catch {
    return path;
  }
}

/**
 * What git still has of a deleted folder is its index, so committed and staged files come back, and a merge or rebase goes on.
 * Contract: overwrites no file; ended anywhere, the next call finishes it, for a mark stands until all is there.
 */
export async function restoreFolder(git: Git, { path, admin }: TreeRecord): Promise<WorktreeRefusal | undefined> {
  const mark = join(admin, 'muster-restoring');
  writeFileSync(mark, '');
  mkdirSync(path, { recursive: true });
  if (!existsSync(join(path, '.git'))) writeFileSync(join(path, '.git'), `gitdir: ${admin}\n`);
  const restored = await git(path, ['checkout-index', '--all', '--quiet']);
  if (restored.code === null || /^fatal:/mu.test(restored.error)) return refuseGit(restored.error, path);
  rmSync(mark, { force: true });
  return undefined;
}

const OPERATIONS: Readonly<Record<string, string>> = {
  'rebase-merge': 'rebase', 'rebase-apply': 'rebase', MERGE_HEAD: 'merge', CHERRY_PICK_HEAD: 'cherry-pick', REVERT_HEAD: 'revert', BISECT_LOG: 'bisect', sequencer: 'cherry-pick',
};

/** What git is in the middle of there. */
export const operationsIn = (admin: string): readonly string[] => [...new Set(Object.keys(OPERATIONS).filter((name) => existsSync(join(admin, name))).map((name) => OPERATIONS[name] ?? name))];

/** Refs that only this tree has; they would go with it. */
export function ownRefs(admin: string): readonly string[] {
  const folder = join(admin, 'refs');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(admin.length + 1));
}

/** Processes whose current folder lies in `path`, where the system shows it (Linux); elsewhere none are known. */
export function processesIn(path: string): readonly string[] {
  if (!existsSync('/proc/self/cwd')) return [];
  return readdirSync('/proc').filter((name) => /^\d+$/u.test(name)).filter((pid) => {
    try {
      const cwd = readlinkSync(`/proc/${pid}/cwd`);
      return cwd === path || cwd.startsWith(path + sep);
    } catch {
      return false; // Gone meanwhile, or of another user.
    }
  });
}

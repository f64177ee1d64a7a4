// A real repository in a temporary folder, with a user in it and members around it: for tests of working trees.
// The repository is copied from one that is made once, for each call of git costs more than most tests.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { fixedClock, type FixedClock } from '../src/testing/fixed-clock.ts';
import { gitWorktrees, type WorktreeParts } from '../src/workspaces/git-worktrees.ts';
import type { Tree, TreeRef, Workspaces } from '../src/ports/workspaces.ts';
import type { WorktreeRefusal } from '../src/core/worktrees/refusals.ts';
import { PLAIN_GIT } from './plain-git.ts';

export { PLAIN_GIT } from './plain-git.ts';

export interface GitWorld {
  /** The user's repository, with `a.txt`, `shared.txt` and `lib/b.txt` on `main`. */
  readonly repo: string;
  /** Beside the repository. */
  readonly beside: (name: string) => string;
  readonly clock: FixedClock;
  readonly workspaces: Workspaces;
  /** The same repository as another process, or as another store, sees it. */
  anew(parts?: Partial<WorktreeParts>): Workspaces;
  git(...args: readonly string[]): string;
  gitIn(folder: string, ...args: readonly string[]): string;
  /** A line as somebody types it in the repository. */
  sh(line: string): void;
  /** Writes a file; the path is absolute, or lies in the repository. */
  write(path: string, text: string): void;
}

export function gitWorld(): GitWorld {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-git-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const repo = join(folder, 'repo');
  cpSync(template(), repo, { recursive: true });
  const clock = fixedClock();
  const anew = (parts: Partial<WorktreeParts> = {}): Workspaces =>
    gitWorktrees({ workspace: repo, store: 'store A', clock, environment: PLAIN_GIT, patience: { gitMs: 150 }, ...parts });
  return {
    repo,
    beside: (name) => join(folder, name),
    clock,
    workspaces: anew(),
    anew,
    git: (...args) => runGit(repo, args),
    gitIn: runGitIn,
    sh: (line) => void execFileSync('bash', ['-c', line], { cwd: repo, env: PLAIN_GIT, stdio: 'pipe' }),
    write(path, text) {
      const file = path.startsWith('/') ? path : join(repo, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
  };
}

const runGitIn = (folder: string, ...args: readonly string[]): string => runGit(folder, args);

/** What git says; what it complains about stands in the error that is thrown. */
export const runGit = (cwd: string, args: readonly string[]): string => execFileSync('git', [...args], { cwd, env: PLAIN_GIT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd();

let made: string | undefined;

function template(): string {
  if (made !== undefined && existsSync(made)) return made;
  const folder = mkdtempSync(join(tmpdir(), 'muster-git-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  runGit(folder, ['init', '--quiet', '--initial-branch=main']);
  writeFileSync(join(folder, '.git', 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n[user]\n\tname = User\n\temail = user@example.org\n', { flag: 'a' });
  mkdirSync(join(folder, 'lib'));
  for (const [name, text] of [['a.txt', 'one\n'], ['shared.txt', '1\n2\n3\n4\n5\n6\n7\n8\n9\n'], ['lib/b.txt', 'two\n'], ['.gitignore', 'node_modules/\n*.secret\ndist/\n']] as const) writeFileSync(join(folder, name), text);
  rmSync(join(folder, '.git', 'hooks'), { recursive: true, force: true });
  runGit(folder, ['add', '--all']);
  runGit(folder, ['commit', '--quiet', '-m', 'First']);
  made = folder;
  return folder;
}

export const GOAL = { goalId: 'goal_1', openedAt: 1 } as const;
export const treeOf = (memberId: string, task: number | string, goal: { readonly goalId: string; readonly openedAt: number } = GOAL): TreeRef =>
  ({ ...goal, memberId, taskId: typeof task === 'number' ? `task_${task}` : task });

/** The value, or a failure that shows the refusal. */
export function accepted<T extends { readonly ok: true }>(outcome: T | WorktreeRefusal): T {
  if (outcome.ok) return outcome;
  throw new Error(`refused: ${outcome.reason}: ${outcome.because.en}`);
}

export const enters = async (workspaces: Workspaces, tree: TreeRef): Promise<Tree> => accepted(await workspaces.enter(tree));

/** The reason, said in both languages; a failure where it was not refused. */
export function refused(outcome: { readonly ok: true } | WorktreeRefusal): string {
  expect(outcome).toMatchObject({ ok: false });
  if (outcome.ok) return 'accepted';
  for (const text of [outcome.because.en, outcome.because.zh]) expect(text).not.toMatch(/undefined|\[object/u);
  expect(outcome.because.zh).toMatch(/\p{Script=Han}/u);
  return outcome.reason;
}

/** Every file of a folder with its text, apart from git's own. */
export function filesIn(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).filter((path) => !/(?:^|\/)\.(?:git|muster)(?:\/|$)/u.test(relative(folder, path)));
  return Object.fromEntries(paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]));
}

/** The user's own checkout: files, HEAD and index. Nothing that members do may change it. */
export const checkoutOf = ({ repo, git }: GitWorld): unknown => ({
  files: filesIn(repo),
  head: readFileSync(join(repo, '.git', 'HEAD'), 'utf8'),
  commit: git('rev-parse', '--verify', '--quiet', 'HEAD'),
  index: createHash('sha256').update(readFileSync(join(repo, '.git', 'index'))).digest('hex'),
});

/** The id that git gives a content. */
export const blobOf = (text: string): string => createHash('sha1').update(`blob ${Buffer.byteLength(text)}\0${text}`).digest('hex');

// Which files change most: commits and changed lines per file over the last 500 commits, or over all when there are fewer.
// A merge commit counts as a commit and changes nothing itself; a renamed file is a new path. Authors are counted, never named.
import { openRepository } from './git.ts';
import type { Repository, WorkInput, WorkOptions, WorkResult } from './git.ts';

export interface Churn {
  /** Commits that were read. */
  readonly commits: number;
  /** At most so many are read. */
  readonly commitLimit: number;
  /** Whether this is the whole history up to HEAD. */
  readonly isWholeHistory: boolean;
  /** A shallow clone: there is older history elsewhere. */
  readonly isShallow: boolean;
  /** Different author addresses, as .mailmap joins them. */
  readonly authors: number;
  readonly changedPaths: number;
  /** Most commits first, at most 20. */
  readonly files: readonly FileChurn[];
}

export interface FileChurn {
  readonly path: string;
  readonly commits: number;
  /** Lines; a change to a binary file has none. */
  readonly added: number;
  readonly deleted: number;
}

const COMMIT_LIMIT = 500;
const SHOWN = 20;

export async function measureChurn(input: WorkInput, options: WorkOptions): Promise<WorkResult<Churn>> {
  const repository = await openRepository(input, options);
  const { commits, authors, files } = readLog(await history(repository));
  const isShallow = (await repository.git(['rev-parse', '--is-shallow-repository'])).toString().trim() === 'true';
  const output: Churn = {
    commits,
    commitLimit: COMMIT_LIMIT,
    isWholeHistory: commits < COMMIT_LIMIT || await commitCount(repository) === COMMIT_LIMIT,
    isShallow,
    authors: authors.size,
    changedPaths: files.size,
    files: [...files.values()].toSorted((left, right) => right.commits - left.commits || (left.path < right.path ? -1 : 1)).slice(0, SHOWN),
  };
  return { output, executionSummary: SUMMARY[input.locale ?? 'en'](output) };
}

const SUMMARY = {
  en: ({ commits, isWholeHistory, authors, changedPaths }: Churn) =>
    `${isWholeHistory ? `All ${commits} commits` : `The last ${commits} commits`} by ${authors} authors changed ${changedPaths} paths.`,
  zh: ({ commits, isWholeHistory, authors, changedPaths }: Churn) =>
    `${isWholeHistory ? `全部 ${commits} 次提交` : `最近 ${commits} 次提交`}由 ${authors} 位作者完成，涉及 ${changedPaths} 个路径。`,
};

/** Empty where nothing has been committed yet. */
async function history(repository: Repository): Promise<Buffer> {
  const NO_COMMIT = 1;
  const head = await repository.git(['rev-parse', '--verify', '--quiet', 'HEAD'], NO_COMMIT);
  if (head.length === 0) return Buffer.alloc(0);
  return repository.git([
    'log', '-n', String(COMMIT_LIMIT), '-z', '--numstat', '--format=%H %aE', '--no-renames', '--no-diff-merges',
    '--no-ext-diff', '--no-textconv', '--end-of-options', 'HEAD', '--',
  ]);
}

async function commitCount(repository: Repository): Promise<number> {
  return Number((await repository.git(['rev-list', '--count', '-n', String(COMMIT_LIMIT + 1), 'HEAD', '--'])).toString());
}

const COMMIT = /^[0-9a-f]{40,64} /;
const CHANGE = /^\n?(\d+|-)\t(\d+|-)\t([\s\S]+)$/;

/** With -z every commit is `hash address` and every change `added, deleted, path`, each ended by NUL. */
function readLog(log: Buffer): { commits: number; authors: ReadonlySet<string>; files: ReadonlyMap<string, FileChurn> } {
  const authors = new Set<string>();
  const files = new Map<string, FileChurn>();
  let commits = 0;
  for (const token of log.toString().split('\0')) {
    const [, added, deleted, path] = CHANGE.exec(token) ?? [];
    if (path !== undefined) {
      const before = files.get(path) ?? { path, commits: 0, added: 0, deleted: 0 };
      files.set(path, { path, commits: before.commits + 1, added: before.added + (Number(added) || 0), deleted: before.deleted + (Number(deleted) || 0) });
    } else if (COMMIT.test(token)) {
      commits += 1;
      authors.add(token.slice(token.indexOf(' ') + 1));
    }
  }
  return { commits, authors, files };
}

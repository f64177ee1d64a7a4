// Looks for everything in a tree that would be lost with it. Each question is asked by itself, and one that git does not answer
// is a finding too: what cannot be proved empty is kept.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finding, precious, readIndex, readStatus, unsaved, type Finding, type IndexEntries, type Status } from '../core/worktrees/findings.ts';
import { adminOf, operationsIn, ownRefs, processesIn } from './repository/folders.ts';
import type { Git, GitOutcome } from './repository/git.ts';
import type { TreeRecord } from './repository/records.ts';
import { commitOf } from './repository/repository.ts';
import type { Site } from './site.ts';

const STATUS = ['--no-optional-locks', 'status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all', '--ignored=matching', '--ignore-submodules=none', '--no-renames'] as const;

/** Undefined where git cannot tell. */
export async function statusOf(git: Git, path: string): Promise<Status | undefined> {
  const asked = await git(path, STATUS);
  return asked.code === 0 ? readStatus(asked.out) : undefined;
}

export interface Inspected {
  readonly findings: readonly Finding[];
  /** Repositories are recorded inside, so that git itself will not remove the tree. */
  readonly hasLinks: boolean;
  /** Where its branch stood when it was looked at. */
  readonly tip: string | undefined;
}

export async function inspectTree({ repo, madeAgain }: Site, record: TreeRecord, goalBranch: string): Promise<Inspected> {
  const { git } = repo;
  const { path, branch } = record;
  const admin = adminOf(path);
  if (admin === undefined) return { findings: [finding('unreadable', [path])], hasLinks: false, tip: undefined };
  const [status, index, stash, beyond] = await Promise.all([
    git(path, STATUS),
    git(path, ['ls-files', '-s', '-v', '-z']),
    hasStash(repo.common) ? git(path, ['stash', 'list', '--format=%gs']) : NOTHING,
    git(path, ['rev-list', '--count', `refs/heads/${branch}`, '--not', `refs/heads/${goalBranch}`]),
  ]);
  const stands = readStatus(status.code === 0 ? status.out : '');
  const tip = stands.head === branch && stands.commit !== null ? stands.commit : await commitOf(repo, `refs/heads/${branch}`);
  const entries = readIndex(index.out);
  const nested = await Promise.all(entries.links.filter((link) => existsSync(join(path, link, '.git'))).map(async (link) => ({ link, hasWork: await hasOwnWork(git, join(path, link)) })));
  const findings = [
    ...[status, index, stash, beyond].flatMap(unanswered),
    ...(status.code === 0 ? inStatus(stands, record, madeAgain) : []),
    ...some('hidden', hiddenIn(path, entries)),
    ...some('nested', nested.filter(({ hasWork }) => hasWork).map(({ link }) => link)),
    ...(Number(beyond.out) > 0 ? [finding('unmerged', [], Number(beyond.out))] : []),
    ...some('stash', stash.out.split('\n').filter((line) => line.includes(` on ${branch}:`) || line.startsWith(`On ${branch}:`))),
    ...some('operation', operationsIn(admin)),
    ...some('own_refs', ownRefs(admin)),
    ...(existsSync(join(admin, 'locked')) ? [finding('locked', [readFileSync(join(admin, 'locked'), 'utf8').trim() || 'git worktree lock'])] : []),
    ...some('in_use', processesIn(path)),
  ];
  return { findings, hasLinks: entries.links.length > 0, tip };
}

/** Only what is in no commit yet: one question to git. */
export async function unsavedIn({ repo }: Site, record: TreeRecord): Promise<readonly Finding[]> {
  const admin = adminOf(record.path);
  const status = admin === undefined ? undefined : await statusOf(repo.git, record.path);
  if (admin === undefined || status === undefined) return [finding('unreadable', [record.path])];
  return unsaved([...inStatus(status, record, []), ...some('operation', operationsIn(admin))]);
}

const NOTHING: GitOutcome = { code: 0, out: '', error: '' };

/** Stashes are one ref with a log, which is a file unless git keeps its refs in tables. */
const hasStash = (common: string): boolean => existsSync(join(common, 'logs', 'refs', 'stash')) || existsSync(join(common, 'reftable'));

const some = (kind: Finding['kind'], what: readonly string[]): readonly Finding[] => (what.length === 0 ? [] : [finding(kind, what)]);

const unanswered = ({ code, error }: GitOutcome): readonly Finding[] => (code === 0 ? [] : [finding('unreadable', [error.trim().split('\n')[0] ?? ''], 1)]);

function inStatus(status: Status, { branch }: TreeRecord, madeAgain: readonly string[]): readonly Finding[] {
  return [
    ...some('staged', status.staged),
    ...some('changed', status.changed),
    ...some('conflicted', status.conflicted.map(({ path }) => path)),
    ...some('untracked', status.untracked),
    ...some('nested', status.nested),
    ...some('ignored', precious(status.ignored, madeAgain)),
    ...(status.head === branch ? [] : [finding('elsewhere', [status.head ?? '(detached HEAD)'])]),
  ];
}

/** Files whose changes `git status` does not show. */
const hiddenIn = (path: string, { unwatched, skipped }: IndexEntries): readonly string[] => [...new Set([...unwatched, ...skipped.filter((each) => existsSync(join(path, each)))])];

/** A repository inside: clean, with nothing ignored that is precious, and every commit of it is known to a remote. */
async function hasOwnWork(git: Git, path: string): Promise<boolean> {
  const [status, unpushed, index] = await Promise.all([statusOf(git, path), git(path, ['rev-list', '--count', 'HEAD', '--all', '--not', '--remotes']), git(path, ['ls-files', '-s', '-v', '-z'])]);
  if (status === undefined || unpushed.code !== 0 || index.code !== 0) return true;
  const { staged, changed, untracked, conflicted, nested, ignored } = status;
  const entries = readIndex(index.out);
  if ([staged, changed, untracked, conflicted, nested, precious(ignored), hiddenIn(path, entries)].some((paths) => paths.length > 0) || Number(unpushed.out) > 0) return true;
  const inner = await Promise.all(entries.links.filter((link) => existsSync(join(path, link, '.git'))).map((link) => hasOwnWork(git, join(path, link))));
  return inner.includes(true);
}

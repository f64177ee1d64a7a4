// What stands in a working tree and would be lost with it. One table says for each kind what it is and whether the word to
// discard changes covers it. Invariant: a tree may go only when nothing at all was found; what could not be looked at is found.
import type { Bilingual } from '../json.ts';
import { joinSaid } from '../text/join-said.ts';

interface KindRow {
  /** `discard_changes` covers it: it is kept under a ref of ours before the tree goes, or does not go with the tree. */
  readonly discardable: boolean;
  readonly says: (count: number, shown: string) => Bilingual;
}

export const FINDING_KINDS = {
  staged: { discardable: true, says: (count, shown) => ({ en: `${count} staged: ${shown}`, zh: `${count} 项已暂存：${shown}` }) },
  changed: { discardable: true, says: (count, shown) => ({ en: `${count} changed: ${shown}`, zh: `${count} 个文件有改动：${shown}` }) },
  untracked: { discardable: true, says: (count, shown) => ({ en: `${count} untracked: ${shown}`, zh: `${count} 个文件未纳入版本管理：${shown}` }) },
  ignored: { discardable: true, says: (count, shown) => ({ en: `${count} ignored, and not known to be made again by itself: ${shown}`, zh: `${count} 项被忽略、但无法确认可重新生成：${shown}` }) },
  conflicted: { discardable: true, says: (count, shown) => ({ en: `${count} in conflict: ${shown}`, zh: `${count} 个文件有冲突：${shown}` }) },
  unmerged: { discardable: true, says: (count) => ({ en: `${count} ${count === 1 ? 'commit' : 'commits'} not merged into the branch of the goal`, zh: `${count} 个提交尚未合并到目标的分支` }) },
  elsewhere: { discardable: true, says: (_, shown) => ({ en: `the tree stands on ${shown} instead of its own branch`, zh: `工作树停在 ${shown}，不在自己的分支上` }) },
  operation: { discardable: true, says: (_, shown) => ({ en: `a ${shown} is in progress`, zh: `有一个 ${shown} 正在进行` }) },
  stash: { discardable: true, says: (count) => ({ en: `${count} stashed on its branch`, zh: `它的分支上有 ${count} 条 stash` }) },
  hidden: { discardable: false, says: (count, shown) => ({ en: `${count} whose changes git was told not to see: ${shown}`, zh: `${count} 个文件被设置为让 git 忽略其改动：${shown}` }) },
  nested: {
    discardable: false,
    says: (count, shown) => ({
      en: `${count} ${count === 1 ? 'repository' : 'repositories'} inside with work of its own: ${shown}`,
      zh: `${count} 个内嵌仓库含有自己的内容：${shown}`,
    }),
  },
  own_refs: { discardable: false, says: (_, shown) => ({ en: `refs of this tree alone: ${shown}`, zh: `仅属于这个工作树的引用：${shown}` }) },
  locked: { discardable: false, says: (_, shown) => ({ en: `locked: ${shown}`, zh: `已被锁定：${shown}` }) },
  in_use: { discardable: false, says: (count, shown) => ({ en: `${count} ${count === 1 ? 'process works' : 'processes work'} in it: ${shown}`, zh: `有 ${count} 个进程在其中运行：${shown}` }) },
  unreadable: { discardable: false, says: (_, shown) => ({ en: `could not be looked at: ${shown}`, zh: `无法查看：${shown}` }) },
} as const satisfies Record<string, KindRow>;

export type FindingKind = keyof typeof FINDING_KINDS;

export interface Finding {
  readonly kind: FindingKind;
  readonly count: number;
  /** Paths in the tree, or what was said; a part of them where there are many. */
  readonly what: readonly string[];
}

const MOST_SHOWN = 20;

export const finding = (kind: FindingKind, what: readonly string[], count = what.length): Finding => ({ kind, count, what: what.slice(0, MOST_SHOWN) });

function sayFinding({ kind, count, what }: Finding): Bilingual {
  const left = count - what.length;
  const shown = what.join(', ') + (left > 0 && what.length > 0 ? ` … (+${left})` : '');
  return FINDING_KINDS[kind].says(count, shown);
}

export const sayFindings = (findings: readonly Finding[]): Bilingual => joinSaid(findings.map(sayFinding), 'clauses');

/** What forbids the removal; empty where the tree may go. */
export const blockers = (findings: readonly Finding[], discardChanges: boolean): readonly Finding[] =>
  discardChanges ? findings.filter(({ kind }) => !FINDING_KINDS[kind].discardable) : findings;

/** Work that is in no commit yet: what `save` would commit or refuse. */
export const unsaved = (findings: readonly Finding[]): readonly Finding[] => findings.filter(({ kind }) => UNSAVED.has(kind));
const UNSAVED: ReadonlySet<FindingKind> = new Set(['staged', 'changed', 'untracked', 'conflicted', 'operation', 'elsewhere', 'unreadable']);

/** What `git status --porcelain=v2 --branch -z --untracked-files=all --ignored=matching` says. */
export interface Status {
  /** The branch that the tree stands on; null where it is detached. */
  readonly head: string | null;
  /** The commit that it stands on; null where there is none yet. */
  readonly commit: string | null;
  readonly staged: readonly string[];
  readonly changed: readonly string[];
  readonly untracked: readonly string[];
  readonly ignored: readonly string[];
  readonly conflicted: readonly { readonly path: string; readonly code: string }[];
  /** Repositories that git does not look into. */
  readonly nested: readonly string[];
  /** Submodules whose content or commit is not the recorded one; they stand under `changed` too. */
  readonly submodules: readonly string[];
}

export function readStatus(text: string): Status {
  const status = {
    head: null as string | null,
    commit: null as string | null,
    staged: [] as string[],
    changed: [] as string[],
    untracked: [] as string[],
    ignored: [] as string[],
    conflicted: [] as { path: string; code: string }[],
    nested: [] as string[],
    submodules: [] as string[],
  };
  const parts = text.split('\0');
  for (let at = 0; at < parts.length; at += 1) {
    const line = parts[at] ?? '';
    const rest = line.slice(2);
    if (line.startsWith('# branch.head ')) status.head = line.slice(14) === '(detached)' ? null : line.slice(14);
    else if (line.startsWith('# branch.oid ')) status.commit = line.slice(13) === '(initial)' ? null : line.slice(13);
    else if (line.startsWith('? ')) (rest.endsWith('/') ? status.nested : status.untracked).push(rest);
    else if (line.startsWith('! ')) status.ignored.push(rest);
    else if (line.startsWith('u ')) status.conflicted.push({ code: line.slice(2, 4), path: fieldsAfter(line, 10) });
    else if (line.startsWith('1 ') || line.startsWith('2 ')) {
      const path = fieldsAfter(line, line.startsWith('1 ') ? 8 : 9);
      if (line[2] !== '.') status.staged.push(path);
      if (line[3] !== '.') status.changed.push(path);
      if (line[5] === 'S' && line[3] !== '.') status.submodules.push(path);
      if (line.startsWith('2 ')) at += 1; // the name it had before
    }
  }
  return status;
}

/** The path behind so many fields; it may hold spaces itself. */
const fieldsAfter = (line: string, fields: number): string => line.split(' ').slice(fields).join(' ');

/**
 * Folders and files that tools make again from what is committed. Names whose content may be the only copy of something
 * (`dist`, `build`, `.env`, logs) are not here on purpose; a team may add its own.
 */
const MADE_AGAIN = ['node_modules', '__pycache__', '.pytest_cache', '.mypy_cache', '.ruff_cache', '.gradle', '.turbo', '.parcel-cache', '.DS_Store', 'Thumbs.db', '*.pyc', '*.tsbuildinfo'];

/** Of the ignored paths those that nobody is known to make again. */
export function precious(ignored: readonly string[], alsoMadeAgain: readonly string[] = []): readonly string[] {
  const known = [...MADE_AGAIN, ...alsoMadeAgain];
  const isKnown = (part: string): boolean => known.some((name) => (name.startsWith('*') ? part.endsWith(name.slice(1)) : part === name));
  return ignored.filter((path) => !path.split('/').some((part) => part !== '' && isKnown(part)));
}

export interface IndexEntries {
  /** Paths at which another repository is recorded. */
  readonly links: readonly string[];
  /** `assume-unchanged`: git does not look at the file. */
  readonly unwatched: readonly string[];
  /** `skip-worktree`: git does not expect the file to be there. */
  readonly skipped: readonly string[];
}

/** What `git ls-files -s -v -z` says: a letter, the mode, the id, the stage, a tab and the path. */
export function readIndex(text: string): IndexEntries {
  const links: string[] = [];
  const unwatched: string[] = [];
  const skipped: string[] = [];
  for (const line of text.split('\0')) {
    const tab = line.indexOf('\t');
    if (tab < 0) continue;
    const path = line.slice(tab + 1);
    const letter = line.charAt(0);
    if (line.slice(2, 8) === '160000') links.push(path);
    if (letter === 'S' || letter === 's') skipped.push(path);
    if (letter !== letter.toUpperCase()) unwatched.push(path);
  }
  return { links, unwatched, skipped };
}

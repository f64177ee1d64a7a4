// The files in which a merge stopped, read from the folder where it stopped.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { conflictKind, hasMarks, readHunks, type ConflictFile, type MergeWay } from '../core/worktrees/conflicts.ts';
import type { Status } from '../core/worktrees/findings.ts';

const MOST_BYTES = 1024 * 1024;

export function conflictFiles(folder: string, conflicted: Status['conflicted'], way: MergeWay): readonly ConflictFile[] {
  return conflicted.map(({ path, code }) => ({ path, kind: conflictKind(code, way), ...readHunks(textIn(join(folder, path)) ?? '', way) }));
}

/** Of the files that a merge left in conflict, those in which its marks still stand. */
export function stillMarked(folder: string, conflicted: Status['conflicted'], remembered: readonly string[]): readonly ConflictFile[] {
  const others = remembered.filter((path) => !conflicted.some((each) => each.path === path)).map((path) => ({ path, code: 'UU' }));
  return conflictFiles(folder, [...conflicted, ...others].filter(({ path }) => hasMarks(textIn(join(folder, path)) ?? '')), 'goal_into_task');
}

/** Undefined for what is not there, is no text or is very large. */
function textIn(file: string): string | undefined {
  try {
    if (statSync(file).size > MOST_BYTES) return undefined;
    const text = readFileSync(file, 'utf8');
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

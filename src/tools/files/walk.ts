// Goes through the folders of a workspace, names in order, folder by folder held open.
// Invariant: no link is followed, what git keeps is never entered, and the walk ends at its caps however large the disk is.
import { readdir } from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import { holdChild, holdFolder, type HeldFolder } from '../paths/held-folder.ts';
import { codeOf } from '../paths/inside.ts';
import { isGitName } from '../paths/path-names.ts';
import { isHalfWritten } from './replace-file.ts';

export interface Entry {
  readonly folder: HeldFolder;
  readonly name: string;
  /** Names from the workspace on. */
  readonly parts: readonly string[];
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

export interface Walk {
  readonly root: string;
  readonly parts: readonly string[];
  readonly ignoredFolders: readonly string[];
  /** 1: what stands in the folder itself. */
  readonly depth: number;
  readonly signal: AbortSignal;
  /** Entries that may still be looked at; below zero afterwards where the walk was cut. */
  readonly left: { entries: number };
}

/** Contract: a folder that cannot be entered is passed over; the folder of an entry is open until the next entry is asked for. */
export async function* walk(options: Walk): AsyncGenerator<Entry, void> {
  yield* walkHeld(await holdFolder(options), options.parts, options);
}

type Step = Omit<Walk, 'root' | 'parts'>;

async function* walkHeld(folder: HeldFolder, parts: readonly string[], step: Step): AsyncGenerator<Entry, void> {
  try {
    for (const entry of await entriesOf(folder)) {
      step.signal.throwIfAborted();
      if (isGitName(entry.name) || isHalfWritten(entry.name)) continue;
      if (--step.left.entries < 0) return;
      const kind = kindOf(entry);
      const path = [...parts, entry.name];
      yield { folder, name: entry.name, parts: path, kind };
      if (kind !== 'folder' || step.depth <= 1 || step.ignoredFolders.includes(entry.name)) continue;
      const child = await holdChild(folder, entry.name).catch(() => undefined);
      if (child) yield* walkHeld(child, path, { ...step, depth: step.depth - 1 });
      if (step.left.entries < 0) return;
    }
  } finally {
    await folder.close();
  }
}

async function entriesOf(folder: HeldFolder): Promise<readonly Dirent[]> {
  try {
    return (await readdir(folder.at, { withFileTypes: true })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (['EACCES', 'EPERM', 'ENOENT'].includes(codeOf(error))) return [];
    throw error;
  }
}

const kindOf = (entry: Dirent): Entry['kind'] => (entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other');

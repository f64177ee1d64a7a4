// A git that is killed while it records a new working tree can leave that record's `commondir` empty, and from then on every git
// that looks at all trees of the repository stops there. What git would have written next is written in its place; the tree
// itself stays half made, under git's own mark.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { halfWrittenTree } from '../../core/worktrees/refusals.ts';

/** Git locks a tree with this word while it makes it. */
const BEING_MADE = 'initializing';
/** The same for every tree: git's records of trees lie two folders below what they share. */
const COMMON_DIR = '../..\n';

/**
 * Contract: writes only into an empty file of a record that git marks as being made; says whether it did.
 * To be called when a git that is still alive would have gone on long ago.
 */
export async function finishHalfWritten(said: string, findCommon: () => Promise<string>): Promise<boolean> {
  const name = halfWrittenTree(said);
  if (name === undefined) return false;
  const record = join(await findCommon(), 'worktrees', name);
  try {
    if (readFileSync(join(record, 'locked'), 'utf8').trim() !== BEING_MADE || statSync(join(record, 'commondir')).size > 0) return false;
    writeFileSync(join(record, 'commondir'), COMMON_DIR);
    return true;
  } catch {
    return false; // Somebody took the record away, or it may not be written: git says which at the next call.
  }
}

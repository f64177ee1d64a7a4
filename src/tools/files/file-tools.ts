// The four tools for files, behind one path guard and with one memory of what was read.
import type { GuardVerdict, Tool, ToolCaller } from '../../ports/tool.ts';
import { PROTECTED_NAMES } from '../paths/path-names.ts';
import { fileList } from './file-list.ts';
import { fileRead } from './file-read.ts';
import { fileSearch } from './file-search.ts';
import { fileWrite } from './file-write.ts';
import { readMemory } from './read-memory.ts';

export interface FileToolsOptions {
  /** Names that no tool may touch: `*` and `?` as in a shell, `!` takes one out again. Replaces PROTECTED_NAMES, so spread that to add. */
  readonly protectedNames?: readonly string[];
  /** Folders that listing and searching pass over unless they are named. */
  readonly ignoredFolders?: readonly string[];
  /** Asked by file.write after all is written and before anything changes, with the path relative to the workspace. */
  readonly mayWrite?: (path: string, caller: ToolCaller) => Promise<GuardVerdict>;
}

/** file.read, file.write, file.list and file.search. One call of this for each team: the memory of reads is theirs. */
export function fileTools({ protectedNames = PROTECTED_NAMES, ignoredFolders = ['node_modules'], mayWrite }: FileToolsOptions = {}): readonly Tool[] {
  const parts = { protectedNames, ignoredFolders, memory: readMemory(), ...(mayWrite === undefined ? {} : { mayWrite }) };
  return [fileRead(parts), fileWrite(parts), fileList(parts), fileSearch(parts)];
}

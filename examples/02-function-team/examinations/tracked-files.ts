// The files that git tracks, as they lie in the work tree, and their bytes. What is no plain file there (a link, a submodule,
// a file that was removed) is counted and never opened. Which files are text is git's own decision, so that figures agree.
import { createReadStream } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import type { Repository } from './git.ts';
import { splitNames } from './git.ts';

export interface TrackedFile {
  /** For people; bytes that are not UTF-8 show as U+FFFD. */
  readonly path: string;
  readonly address: Buffer;
  readonly bytes: number;
  /** Has bytes, and git takes them for text. */
  readonly isText: boolean;
}

export interface Tracked {
  /** Every tracked path once, whatever it is. */
  readonly paths: readonly string[];
  /** The plain files among them. */
  readonly files: readonly TrackedFile[];
  readonly linkCount: number;
  readonly submoduleCount: number;
  /** Tracked, yet not in the work tree (removed, or left out by a sparse checkout). */
  readonly missingCount: number;
}

const SUBMODULE = '160000';
const LINK = '120000';

export async function trackedFiles(repository: Repository): Promise<Tracked> {
  const entries = await indexEntries(repository);
  const texts = await textPaths(repository);
  const counts = { links: 0, submodules: 0, missing: 0 };
  const files: TrackedFile[] = [];
  for (const { mode, name } of entries) {
    repository.signal.throwIfAborted();
    const address = Buffer.concat([repository.root, Buffer.from('/'), name]);
    const stats = await lstat(address).catch(() => undefined);
    if (mode === SUBMODULE) counts.submodules += 1;
    else if (stats === undefined || stats.isDirectory()) counts.missing += 1;
    else if (mode === LINK || !stats.isFile()) counts.links += 1;
    else files.push({ path: name.toString(), address, bytes: stats.size, isText: stats.size > 0 && texts.has(name.toString('latin1')) });
  }
  return { paths: entries.map(({ name }) => name.toString()), files, linkCount: counts.links, submoduleCount: counts.submodules, missingCount: counts.missing };
}

/** The bytes of a file; large ones come in pieces. A file that vanished meanwhile gives nothing. */
export async function* piecesOf({ address, bytes }: TrackedFile, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    if (bytes <= WHOLE_BYTES) yield await readFile(address, { signal });
    else for await (const piece of createReadStream(address, { signal })) yield piece;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

const WHOLE_BYTES = 4 * 1024 * 1024;

interface IndexEntry {
  readonly mode: string;
  readonly name: Buffer;
}

/** `<mode> <object> <stage>\t<name>`; a path in conflict stands there up to three times and is taken once. */
async function indexEntries(repository: Repository): Promise<readonly IndexEntry[]> {
  const entries = splitNames(await repository.git(['ls-files', '--stage', '-z'])).map((line) => {
    const tab = line.indexOf(9);
    return { mode: line.subarray(0, 6).toString(), name: line.subarray(tab + 1) };
  });
  return entries.filter(({ name }, index) => index === 0 || entries[index - 1]?.name.equals(name) !== true);
}

/** Names (as latin1, so that no byte is lost) of the tracked files that git takes for text and that are not empty. */
async function textPaths(repository: Repository): Promise<ReadonlySet<string>> {
  const NOTHING_FOUND = 1;
  const answer = await repository.git(['grep', '-I', '-l', '-z', '--no-textconv', '--no-recurse-submodules', '-e', '', '--'], NOTHING_FOUND);
  return new Set(splitNames(answer).map((name) => name.toString('latin1')));
}

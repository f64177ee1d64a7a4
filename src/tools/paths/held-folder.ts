// Folders that are held open, and what is opened in them: each name is opened by itself and never through a link.
// The defence against a link that is swapped in between check and use. Where the system shows open folders as paths
// (/proc/self/fd, Linux), a held folder is that very folder whatever is renamed around it ("pinned"). Elsewhere a path is
// opened and then compared with what the path really leads to ("checked"): nothing is read or written before that.
import { constants, existsSync, type Stats } from 'node:fs';
import { lstat, mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import type { GuardRefusal } from '../../ports/tool.ts';
import { quoted, refuseCall } from '../refusal.ts';
import { codeOf, noPlainFile } from './inside.ts';

export type Holding = 'pinned' | 'checked';

export interface HeldFolder {
  /** By what the system reaches the folder: put a slash and one name behind it. */
  readonly at: string;
  readonly path: string;
  readonly holding: Holding;
  close(): Promise<void>;
}

/** Thrown inside this folder only; tools turn it into the fault with the language of the caller. */
export class RefusedOnDisk extends Error {
  readonly refusal: GuardRefusal;
  constructor(refusal: GuardRefusal) {
    super(refusal.because.en);
    this.refusal = refusal;
  }
}

const OWN_HOLDING: Holding = existsSync('/proc/self/fd') ? 'pinned' : 'checked';
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

export interface FolderPath {
  readonly root: string;
  readonly parts: readonly string[];
  /** Folders that are missing are made. */
  readonly create?: boolean;
  /** For tests of the other way. */
  readonly holding?: Holding;
}

/** Walks down from the root. Contract: rejects with RefusedOnDisk where a link stands in the way, with ENOENT where a folder is missing. */
export async function holdFolder({ root, parts, create = false, holding = OWN_HOLDING }: FolderPath): Promise<HeldFolder> {
  let held = await hold(root, root, holding);
  for (const part of parts) {
    try {
      if (create) await mkdir(`${held.at}/${part}`).catch(unlessThere);
      const next = await holdChild(held, part);
      await held.close();
      held = next;
    } catch (error) {
      await held.close();
      throw error;
    }
  }
  return held;
}

export const holdChild = (folder: HeldFolder, name: string): Promise<HeldFolder> => hold(`${folder.at}/${name}`, `${folder.path === '/' ? '' : folder.path}/${name}`, folder.holding);

async function hold(at: string, path: string, holding: Holding): Promise<HeldFolder> {
  const handle = await open(at, O_RDONLY | O_DIRECTORY | O_NOFOLLOW).catch(async (error: unknown) => {
    if (codeOf(error) === 'ENOTDIR' && (await isPlainFile(at))) throw error;
    return refuseLink(error, lastName(path));
  });
  if (holding === 'checked' && !(await isStillAt(handle, path))) {
    await handle.close();
    throw new RefusedOnDisk(swapped(lastName(path)));
  }
  return { at: holding === 'pinned' ? `/proc/self/fd/${handle.fd}` : path, path, holding, close: () => handle.close() };
}

const isPlainFile = (at: string): Promise<boolean> => lstat(at).then((stats) => stats.isFile(), () => false);

const lastName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export interface OpenFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

/** Opens a plain file for reading. A pipe or a device is not even opened, since that alone may wait or act. */
export async function openPlainFile(folder: HeldFolder, name: string): Promise<OpenFile> {
  const at = `${folder.at}/${name}`;
  const before = await lstat(at);
  if (before.isDirectory()) throw Object.assign(new Error(`${name} is a folder.`), { code: 'EISDIR' });
  if (!before.isFile()) throw new RefusedOnDisk(noPlainFile(name));
  const handle = await open(at, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) => refuseLink(error, name));
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || !isSame(stats, before) || !(await isOurs(folder, name, handle))) throw new RefusedOnDisk(swapped(name));
    return { handle, stats };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** True when what was opened by this name lies in the folder. A pinned folder needs no second look. */
export const isOurs = async (folder: HeldFolder, name: string, handle: FileHandle): Promise<boolean> =>
  folder.holding === 'pinned' || isStillAt(handle, `${folder.path}/${name}`);

async function isStillAt(handle: FileHandle, path: string): Promise<boolean> {
  try {
    const [real, there, opened] = await Promise.all([realpath(path), lstat(path), handle.stat()]);
    return real === path && isSame(there, opened);
  } catch {
    return false;
  }
}

export const isSame = (a: Stats, b: Stats): boolean => a.dev === b.dev && a.ino === b.ino;

export const swapped = (name: string): GuardRefusal =>
  refuseCall('path.swapped', {
    en: `${quoted(name)} was replaced by something else while it was being opened. Look with file.list what is there now.`,
    zh: `${quoted(name)} 在打开的过程中被换成了别的东西。请用 file.list 查看现在的情况。`,
  });

function refuseLink(error: unknown, name: string): never {
  if (['ELOOP', 'ENOTDIR', 'EMLINK', 'ENXIO'].includes(codeOf(error))) throw new RefusedOnDisk(swapped(name));
  throw error;
}

function unlessThere(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}

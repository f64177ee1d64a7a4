// What the four file tools share: the rules they were made with, and how they get at a file.
// Invariant: every way to a file on disk goes through findPlace and then name by name through held folders.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Bilingual, Locale } from '../../core/json.ts';
import type { GuardVerdict, ToolCall, ToolCaller } from '../../ports/tool.ts';
import { INTAKE_BYTES } from '../limits.ts';
import { holdFolder, openPlainFile, RefusedOnDisk } from '../paths/held-folder.ts';
import { codeOf, findPlace, type Place } from '../paths/inside.ts';
import { failedFault, quoted, refusedFault } from '../refusal.ts';
import type { ReadMemory } from './read-memory.ts';

export interface FileParts {
  readonly protectedNames: readonly string[];
  /** Folders that listing and searching pass over, unless they are named themselves. */
  readonly ignoredFolders: readonly string[];
  readonly memory: ReadMemory;
  /** Asked last before a file changes: a lock on shared files, for instance. `path` is relative to the workspace. */
  readonly mayWrite?: (path: string, caller: ToolCaller) => Promise<GuardVerdict>;
}

export const textArgument = (call: ToolCall, name: string, absent = ''): string => {
  const value = call.args[name];
  return typeof value === 'string' ? value : absent;
};

export const numberArgument = (call: ToolCall, name: string, absent: number): number => {
  const value = call.args[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : absent;
};

/** The path guard as the gate asks it before a call. Where the disk itself fails, the run judges again and says so. */
export const guardPath = (parts: FileParts, absent?: string) => async (call: ToolCall): Promise<GuardVerdict> => {
  try {
    const place = await findPlace(textArgument(call, 'path', absent), { workspace: call.caller.workspace, protectedNames: parts.protectedNames });
    return place.ok ? { ok: true } : place;
  } catch {
    return { ok: true };
  }
};

/** The same look again, at the time of use. */
export async function placeOf(call: ToolCall, parts: FileParts, absent?: string): Promise<Place> {
  const { workspace, locale } = call.caller;
  const place = await findPlace(textArgument(call, 'path', absent), { workspace, protectedNames: parts.protectedNames });
  if (!place.ok) throw refusedFault(place, locale);
  return place;
}

/** Runs `act` and puts what the disk refuses into words that the model can act on. */
export async function onDisk<T>({ caller: { locale }, args, signal }: ToolCall, act: () => Promise<T>): Promise<T> {
  try {
    signal.throwIfAborted();
    return await act();
  } catch (error) {
    if (error instanceof RefusedOnDisk) throw refusedFault(error.refusal, locale);
    const because = sayDiskFault(error, typeof args.path === 'string' ? args.path : '.');
    if (because === undefined) throw error;
    throw failedFault(because, { locale, rule: `file.${codeOf(error).toLowerCase()}`, cause: error });
  }
}

/** Undefined for what is no fault of the disk. */
export const sayDiskFault = (error: unknown, path: string): Bilingual | undefined => DISK_FAULTS[codeOf(error)]?.(quoted(path));

const DISK_FAULTS: Readonly<Record<string, (shown: string) => Bilingual>> = {
  ENOENT: (shown) => ({ en: `${shown} is not there. Look with file.list what is.`, zh: `${shown} 不存在。请用 file.list 查看有哪些文件。` }),
  ENOTDIR: (shown) => ({ en: `${shown} is a file and not a folder. Use file.read for files.`, zh: `${shown} 是文件而不是文件夹。读取文件请用 file.read。` }),
  EISDIR: (shown) => ({ en: `${shown} is a folder. Use file.list for folders, or name a file.`, zh: `${shown} 是文件夹。查看文件夹请用 file.list，或给出文件路径。` }),
  EACCES: (shown) => ({ en: `${shown} may not be opened by this process. Ask a person to change its rights, or go on without it.`, zh: `本进程无权打开 ${shown}。请让人调整权限，或不使用它继续。` }),
  EPERM: (shown) => ({ en: `${shown} may not be changed by this process. Ask a person to change its rights, or go on without it.`, zh: `本进程无权更改 ${shown}。请让人调整权限，或不使用它继续。` }),
  ENOSPC: (shown) => ({ en: `The disk is full, so ${shown} was not written. Ask a person to make room.`, zh: `磁盘已满，未能写入 ${shown}。请让人清理空间。` }),
  EROFS: (shown) => ({ en: `The disk of ${shown} can only be read. Write somewhere else.`, zh: `${shown} 所在的磁盘只读。请写到别处。` }),
  EMFILE: (shown) => ({ en: `Too many files are open, so ${shown} could not be. Try again later.`, zh: `打开的文件过多，无法打开 ${shown}。请稍后再试。` }),
};

export interface FileBytes {
  readonly bytes: Uint8Array;
  /** The size on disk; more than `bytes` holds when the file is larger than the limit. */
  readonly size: number;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

export async function readPlace({ root, parts }: Place, locale: Locale): Promise<FileBytes> {
  const name = parts.at(-1);
  if (name === undefined) throw failedFault({ en: 'The workspace itself is a folder. Use file.list.', zh: '工作区本身是文件夹。请使用 file.list。' }, { locale });
  const folder = await holdFolder({ root, parts: parts.slice(0, -1) });
  try {
    const { handle, stats } = await openPlainFile(folder, name);
    try {
      const { size, mode, uid, gid } = stats;
      return { bytes: await readUpTo(handle, INTAKE_BYTES), size, mode, uid, gid };
    } finally {
      await handle.close();
    }
  } finally {
    await folder.close();
  }
}

/** Whatever size was said before: a file may grow while it is read, and some files say 0. */
export async function readUpTo(handle: FileHandle, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  while (total < most) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(256 * 1024, most - total)), 0, null, null);
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    total += bytesRead;
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const sizeInWords = (bytes: number): string => (bytes < 10_000 ? `${bytes} bytes` : bytes < 10_000_000 ? `${Math.round(bytes / 1000)} kB` : `${Math.round(bytes / 1_000_000)} MB`);

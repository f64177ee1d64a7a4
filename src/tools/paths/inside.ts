// The path guard: from what a model wrote to the real place inside the workspace, or a refusal.
// Invariant: `parts` hold no link. What is checked here is opened name by name (held-folder.ts), so a link that is put
// there in between is refused and not followed.
import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { GuardRefusal } from '../../ports/tool.ts';
import { quoted, refuseCall } from '../refusal.ts';
import { judgeNames } from './path-names.ts';
import { outside, readPathText } from './path-text.ts';

export interface Place {
  readonly ok: true;
  /** The workspace, links resolved. */
  readonly root: string;
  /** Names from the root to the place, links resolved. The last `missing` of them are not there yet. */
  readonly parts: readonly string[];
  readonly missing: number;
}

export interface PathRules {
  readonly workspace: string;
  readonly protectedNames: readonly string[];
}

/** Contract: changes nothing; throws only where the disk itself fails. */
export async function findPlace(text: string, { workspace, protectedNames }: PathRules): Promise<Place | GuardRefusal> {
  const root = await realpath(workspace);
  const read = readPathText(text, [workspace.replace(/(?<=.)\/+$/, ''), root]);
  if (!read.ok) return read;
  const asWritten = judgeNames(read.parts, protectedNames);
  if (!asWritten.ok) return asWritten;
  const place = await followLinks(root, read.parts, text);
  if (!place.ok) return place;
  const asFound = judgeNames(place.parts, protectedNames);
  if (!asFound.ok) return asFound;
  return (await judgeKind(place, text)) ?? place;
}

/** Slashes between, `.` for the workspace: how a place is shown. */
export const shownPlace = ({ parts }: Place): string => (parts.length === 0 ? '.' : parts.join('/'));

export const pathOf = ({ root, parts }: Place): string => join(root, ...parts);

/** Resolves the deepest part that exists; what is missing below it is kept as it is named. */
export async function followLinks(root: string, parts: readonly string[], text: string): Promise<Place | GuardRefusal> {
  for (let known = parts.length; known >= 0; known--) {
    const path = join(root, ...parts.slice(0, known));
    const real = await realOf(path);
    if (real.kind === 'refused') return real.because(text);
    if (real.kind === 'absent') {
      if (await isThere(path)) return leadsNowhere(text);
      continue;
    }
    const below = namesBelow(root, real.path);
    if (below === undefined) return outside(text);
    return { ok: true, root, parts: [...below, ...parts.slice(known)], missing: parts.length - known };
  }
  return outside(text);
}

type Real = { readonly kind: 'there'; readonly path: string } | { readonly kind: 'absent' } | { readonly kind: 'refused'; readonly because: (text: string) => GuardRefusal };

async function realOf(path: string): Promise<Real> {
  try {
    return { kind: 'there', path: await realpath(path) };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return { kind: 'absent' };
    const because = REFUSED_BY_DISK[code];
    if (because === undefined) throw error;
    return { kind: 'refused', because };
  }
}

const REFUSED_BY_DISK: Readonly<Record<string, (text: string) => GuardRefusal>> = {
  ELOOP: leadsNowhere,
  ENOTDIR: (text) =>
    refuseCall('path.not_a_folder', {
      en: `A name before the last in ${quoted(text)} is a file and not a folder. Look with file.list what is there.`,
      zh: `${quoted(text)} 中间的某个名称是文件而不是文件夹。请先用 file.list 查看。`,
    }),
  ENAMETOOLONG: (text) => refuseCall('path.too_long', { en: `${quoted(text)} is longer than this disk allows. Shorten it.`, zh: `${quoted(text)} 超出磁盘允许的长度。请缩短。` }),
};

function leadsNowhere(text: string): GuardRefusal {
  return refuseCall('path.dangling_link', {
    en: `${quoted(text)} is a link that leads to nothing. Name the file itself.`,
    zh: `${quoted(text)} 是一个指向不存在之处的链接。请直接给出文件本身的路径。`,
  });
}

/** Links that lead to nothing have no real path, yet something is there. */
const isThere = (path: string): Promise<boolean> => lstat(path).then(() => true, () => false);

function namesBelow(root: string, real: string): readonly string[] | undefined {
  if (/^\/(?:proc|sys|dev)(?:\/|$)/.test(real)) return undefined;
  if (real === root) return [];
  const prefix = root.endsWith('/') ? root : `${root}/`;
  return real.startsWith(prefix) ? real.slice(prefix.length).split('/') : undefined;
}

async function judgeKind(place: Place, text: string): Promise<GuardRefusal | undefined> {
  if (place.missing > 0) return undefined;
  const stats = await lstat(pathOf(place)).catch(() => undefined);
  return stats === undefined || stats.isFile() || stats.isDirectory() ? undefined : noPlainFile(text);
}

export const noPlainFile = (text: string): GuardRefusal =>
  refuseCall('path.special_file', {
    en: `${quoted(text)} is neither a plain file nor a folder (a device, a pipe, a socket or a link). Name a plain file.`,
    zh: `${quoted(text)} 既不是普通文件也不是文件夹（而是设备、管道、套接字或链接）。请给出普通文件。`,
  });

export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '');

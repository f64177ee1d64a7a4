// Finds the agent files of a folder, nested folders included, in an order that depends on names alone. A link is followed when it
// ends inside the folder, once, so that rings and doubles come to nothing; a link that leads out is said and not followed.
import type { Dirent } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import type { Bilingual } from '../../core/json.ts';
import type { Remark } from '../remarks.ts';

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  readonly complaints: readonly Remark[];
}

export interface FoundFile {
  /** Inside the folder, with "/", composed (NFC). */
  readonly path: string;
  /** Where it is read: no link any more. */
  readonly real: string;
}

const MAX_FILES = 5_000;
const MAX_DEPTH = 16;

export async function findFiles(dir: string): Promise<FoundFiles> {
  const root = await realpath(resolve(dir)).catch(() => undefined);
  const isFolder = root !== undefined && (await stat(root).then((found) => found.isDirectory(), () => false));
  if (root === undefined || !isFolder) return { files: [], complaints: [{ file: dir, line: 1, says: SAYS.noFolder }] };
  const walk: Walk = { root, files: [], complaints: [], seen: new Set([root]), links: [] };
  await walkFolder(walk, root, '');
  // Links come last: what they point to inside the folder has its own place there and keeps it.
  for (let link = walk.links.shift(); link !== undefined; link = walk.links.shift()) await followLink(walk, link);
  if (walk.files.length >= MAX_FILES) walk.complaints.push({ file: '.', line: 1, says: SAYS.tooMany });
  return { files: walk.files.toSorted((a, b) => (a.path < b.path ? -1 : 1)), complaints: walk.complaints };
}

interface Walk {
  readonly root: string;
  readonly files: FoundFile[];
  readonly complaints: Remark[];
  /** Real paths that were taken. */
  readonly seen: Set<string>;
  readonly links: string[];
}

async function walkFolder(walk: Walk, real: string, path: string): Promise<void> {
  if (path.split('/').length > MAX_DEPTH) return void walk.complaints.push({ file: path, line: 1, says: SAYS.tooDeep });
  const entries = await readdir(real, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return void walk.complaints.push({ file: path || '.', line: 1, says: SAYS.noEntry });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) await takeEntry(walk, entry, { real: join(real, entry.name), path: path === '' ? entry.name : `${path}/${entry.name}` });
}

async function takeEntry(walk: Walk, entry: Dirent, { real, path }: FoundFile): Promise<void> {
  if (entry.name.startsWith('.') || entry.name === 'node_modules' || walk.files.length >= MAX_FILES) return;
  if (entry.isSymbolicLink()) return void walk.links.push(path);
  if (entry.isDirectory() && !walk.seen.has(real)) {
    walk.seen.add(real);
    await walkFolder(walk, real, path);
  } else if (entry.isFile() && isAgentFile(entry.name) && !walk.seen.has(real)) {
    walk.seen.add(real);
    walk.files.push({ path: path.normalize('NFC'), real });
  }
}

const isAgentFile = (name: string): boolean => /\.(?:md|markdown|json)$/iu.test(name);

async function followLink(walk: Walk, path: string): Promise<void> {
  const complain = (says: Bilingual): void => void walk.complaints.push({ file: path.normalize('NFC'), line: 1, says });
  const real = await realpath(join(walk.root, path)).catch(() => undefined);
  const target = real === undefined ? undefined : await lstat(real).catch(() => undefined);
  const wanted = target?.isDirectory() === true || isAgentFile(path);
  if (real === undefined || target === undefined) {
    if (isAgentFile(path)) complain(SAYS.deadLink);
    return;
  }
  if (!wanted) return;
  if (!isInside(walk.root, real)) return complain(SAYS.leadsOut);
  if (walk.seen.has(real)) return;
  walk.seen.add(real);
  if (target.isDirectory()) await walkFolder(walk, real, path);
  else if (target.isFile()) walk.files.push({ path: path.normalize('NFC'), real });
}

function isInside(root: string, real: string): boolean {
  const way = relative(root, real);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(root, way) === real);
}

const SAYS = {
  noFolder: { en: 'there is no such folder; give the folder that holds the agent files', zh: '没有这个文件夹；请给出存放成员文件的文件夹' },
  noEntry: { en: 'cannot be opened; give the right to read it', zh: '无法打开；请授予读取权限' },
  tooDeep: { en: `lies deeper than ${MAX_DEPTH} folders and is not read; move it up`, zh: `嵌套超过 ${MAX_DEPTH} 层，未读取；请移到较浅的位置` },
  tooMany: { en: `holds more than ${MAX_FILES} files, and the rest is not read; split the folder`, zh: `文件超过 ${MAX_FILES} 个，其余未读取；请拆分文件夹` },
  leadsOut: { en: 'is a link that leads out of the folder and is not followed; copy what it points to into the folder', zh: '是指向文件夹之外的链接，未跟随；请把所指内容复制到文件夹内' },
  deadLink: { en: 'is a link that leads nowhere or in a ring; remove it or mend its target', zh: '是失效或成环的链接；请删除，或修正它的指向' },
} as const;

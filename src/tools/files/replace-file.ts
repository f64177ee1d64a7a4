// Puts bytes in the place of a file in one step: a new file beside it, written and flushed, then renamed or linked.
// Invariant: whoever looks sees the old file or the new one, whole; a name that was free is never taken from somebody else.
import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { link, lstat, open, rename, unlink } from 'node:fs/promises';
import { isOurs, isSame, RefusedOnDisk, swapped, type HeldFolder } from '../paths/held-folder.ts';
import { codeOf } from '../paths/inside.ts';

export interface Replacement {
  readonly folder: HeldFolder;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The file as it was when it was compared; undefined where nothing was there. */
  readonly before: Stats | undefined;
  /** Asked when all is written and nothing is changed yet; what it throws stops the replacement. */
  readonly permit: () => Promise<void>;
}

/** How files of ours that are half written are called. */
export const isHalfWritten = (name: string): boolean => name.startsWith('.muster-') && name.endsWith('.tmp');

/** Contract: false where somebody changed the file since it was compared; then nothing is changed. */
export async function replaceFile({ folder, name, bytes, before, permit }: Replacement): Promise<boolean> {
  const temporary = `.muster-${randomUUID()}.tmp`;
  const from = `${folder.at}/${temporary}`;
  try {
    await writeNew(folder, temporary, { bytes, before });
    await permit();
    return before === undefined ? await takeFreeName(from, `${folder.at}/${name}`) : await takeOver(from, `${folder.at}/${name}`, before);
  } finally {
    await unlink(from).catch(() => undefined);
  }
}

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;

async function writeNew(folder: HeldFolder, temporary: string, { bytes, before }: Pick<Replacement, 'bytes' | 'before'>): Promise<void> {
  const handle = await open(`${folder.at}/${temporary}`, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o666);
  try {
    if (!(await isOurs(folder, temporary, handle))) throw new RefusedOnDisk(swapped(temporary));
    if (before) {
      // Only root can give files away; for everybody else the owner stays who writes.
      await handle.chown(before.uid, before.gid).catch(() => undefined);
      await handle.chmod(before.mode & 0o777);
    }
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A link fails where the name is taken, in one step; disks without links get a look first. */
async function takeFreeName(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(codeOf(error))) throw error;
  }
  if ((await statsAt(to)) !== undefined) return false;
  await rename(from, to);
  return true;
}

async function takeOver(from: string, to: string, before: Stats): Promise<boolean> {
  const now = await statsAt(to);
  if (now === undefined || !isUnchanged(now, before)) return false;
  await rename(from, to);
  return true;
}

export const statsAt = (path: string): Promise<Stats | undefined> =>
  lstat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });

const isUnchanged = (a: Stats, b: Stats): boolean => a.isFile() && isSame(a, b) && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;

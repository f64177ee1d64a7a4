// Puts files into a folder so that each is there whole or not at all: all are written beside the place first, and moved in only
// when none is missing. When a move fails, what was moved is taken back.
import { constants } from 'node:fs';
import { copyFile, link, mkdir, mkdtemp, open, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface NewFile {
  /** Inside the folder, with "/". */
  readonly path: string;
  readonly text: string;
}

export interface PlaceOptions {
  /** Files that may be replaced; any other that exists makes the whole fail with EEXIST. */
  readonly replace: ReadonlySet<string>;
}

/** Throws what the file system throws, after everything is as it was. */
export async function placeFiles(dir: string, files: readonly NewFile[], { replace }: PlaceOptions): Promise<void> {
  const firstMade = await mkdir(dir, { recursive: true });
  const beside = await mkdtemp(join(dir, '.muster-'));
  const undo: (() => Promise<unknown>)[] = [];
  try {
    for (const [at, { text }] of files.entries()) await writeWhole(join(beside, String(at)), text);
    for (const [at, { path }] of files.entries()) {
      const target = join(dir, path);
      const made = await mkdir(dirname(target), { recursive: true });
      if (made !== undefined) undo.push(() => rm(made, { recursive: true, force: true }));
      if (replace.has(path)) {
        const old = join(beside, `old-${at}`);
        await copyFile(target, old, constants.COPYFILE_EXCL);
        undo.push(() => rename(old, target));
        await rename(join(beside, String(at)), target);
      } else {
        await linkOrMove(join(beside, String(at)), target);
        undo.push(() => unlink(target));
      }
    }
  } catch (error) {
    for (const step of undo.toReversed()) await step();
    await rm(firstMade ?? beside, { recursive: true, force: true });
    throw error;
  }
  await rm(beside, { recursive: true, force: true });
}

async function writeWhole(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx');
  await file.writeFile(text, 'utf8');
  await file.sync();
}

/** A hard link is the one way to move a file that fails when somebody else has just put one there. */
async function linkOrMove(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!isCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP')) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
}

export const isCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);

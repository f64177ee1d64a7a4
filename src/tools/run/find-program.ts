// Where a program lies on a fixed path. Invariant: what a model may have written is never what is started:
// a program inside the workspace is not found.
import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

export const isProgramName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/.test(name);

/** The file of a program, or undefined. `folders` that are not absolute are passed over. */
export async function findProgram(name: string, { folders, root }: { readonly folders: readonly string[]; readonly root: string }): Promise<string | undefined> {
  for (const folder of folders.filter(isAbsolute)) {
    const file = join(folder, name);
    if ((await isRunnable(file)) && !(await isBelow(root, file))) return file;
  }
  return undefined;
}

async function isRunnable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

async function isBelow(root: string, file: string): Promise<boolean> {
  const real = await realpath(file).catch(() => file);
  return [real, file].some((path) => path.startsWith(root.endsWith('/') ? root : `${root}/`));
}

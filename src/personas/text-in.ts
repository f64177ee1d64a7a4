// The text of a file in a folder, or undefined when there is none. A thing that cannot be read as a file is there all the same
// and gives a text that equals nothing.
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export async function textIn(dir: string, path: string): Promise<string | undefined> {
  const place = join(dir, path);
  const found = await lstat(place).catch(() => undefined);
  if (found === undefined) return undefined;
  return found.isFile() ? readFile(place, 'utf8').catch(() => UNREADABLE) : UNREADABLE;
}

const UNREADABLE = '\0';

// The files of this checkout that the checks read, with their text.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export interface SourceFile {
  /** From the root of the checkout, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

/** Every TypeScript file under the folders, in a stable order; a folder that does not exist holds none. */
export function listSources(...folders: readonly string[]): SourceFile[] {
  return folders.flatMap((folder) => listUnder(folder)).map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
}

export const isTest = (file: string): boolean => file.endsWith('.test.ts') || file.startsWith('test/');

function listUnder(folder: string): string[] {
  const path = join(ROOT, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

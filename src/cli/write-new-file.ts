// Files that a person names to be written: never over one that is there, and the folder is made where it is missing.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { TeamError } from '../core/errors.ts';
import { badInput, type Cli } from './cli.ts';
import { SAYS } from './texts.ts';

/** The path, ready to be written by whoever writes it. */
export function newFile(cli: Cli, file: string): string {
  const path = resolve(cli.cwd, file);
  if (existsSync(path)) throw badInput(cli, SAYS.fileThere({ file }));
  guarded(cli, file, () => void mkdirSync(dirname(path), { recursive: true }));
  return path;
}

export function writeNewFile(cli: Cli, file: string, text: string): void {
  const path = newFile(cli, file);
  // `wx`: between the look and the write another process may have made it.
  guarded(cli, file, () => writeFileSync(path, text, { flag: 'wx' }));
}

function guarded(cli: Cli, file: string, act: () => void): void {
  try {
    act();
  } catch (cause) {
    throw new TeamError('input.invalid', SAYS.fileUnwritable({ file }), { locale: cli.locale, cause, details: { file } });
  }
}

// The environment with the `.env` of the working folder beneath it: what the environment says itself wins.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { TeamError } from './core/errors.ts';
import { REFUSED_INPUT } from './core/refusals/refused-input.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export function readEnvironment(cwd: string, own: Environment): Environment {
  const text = readIfThere(join(cwd, '.env'));
  return text === undefined ? own : { ...parseEnv(text), ...own };
}

/** A file's text; undefined when there is no such file. Throws `input.invalid` when it is there and cannot be read. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new TeamError('input.invalid', REFUSED_INPUT.unreadableFile(path, String(code)), { cause: error, details: { file: path } });
  }
}

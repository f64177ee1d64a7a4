// Runs a program of this checkout as a real process in a folder of its own, as a person would.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ROOT } from '../scripts/source/list-files.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

export interface Running {
  readonly cwd: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly limitMs?: number;
}

/** Gone when the test has ended; tests that run at the same time hand over their own `onTestFinished`. */
export function temporaryFolder(finished: (act: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-run-'));
  finished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const LIMIT_MS = 30_000;

/** `program` from the root of the checkout, or an absolute path. The language of the machine and a named model are kept out. */
export function runProgram(program: string, { cwd, args = [], env = {}, limitMs = LIMIT_MS }: Running): Promise<Ran> {
  const { MUSTER_MODEL: _model, ...mine } = process.env;
  return new Promise((resolve) => {
    const file = program.startsWith('/') ? program : join(ROOT, program);
    const options = { cwd, timeout: limitMs, maxBuffer: 64 * 1024 * 1024, env: { ...mine, LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8', ...env } };
    execFile(process.execPath, [file, ...args], options, (error, out, errors) => resolve({ code: error === null ? 0 : Number(error.code ?? 1), out, errors }));
  });
}

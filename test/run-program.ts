// Runs a program of this checkout in a folder of its own, as a person would: as a real process, or in one that stays.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ROOT } from '../scripts/source/list-files.ts';
import { runInTurn } from './run-in-turn.ts';

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
  return new Promise((resolve) => {
    const options = { cwd, timeout: limitMs, maxBuffer: 64 * 1024 * 1024, env: environment(env) };
    execFile(process.execPath, [fileOf(program), ...args], options, (error, out, errors) => resolve({ code: error === null ? 0 : Number(error.code ?? 1), out, errors }));
  });
}

/** The same in the process that stays: for a program that another test, in another language, starts as a process of its own. */
export async function runAgain(program: string, { cwd, args = [], env = {} }: Omit<Running, 'limitMs'>, finished: (act: () => void) => void = onTestFinished): Promise<Ran> {
  const { code, out, err } = await runInTurn({ file: fileOf(program), cwd, args, env: environment(env) }, { onTestFinished: finished });
  return { code: code ?? 1, out, errors: err };
}

const fileOf = (program: string): string => (program.startsWith('/') ? program : join(ROOT, program));

function environment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { MUSTER_MODEL: _model, ...mine } = process.env;
  return { ...mine, LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8', ...more };
}

// Calls git: arguments as a list, never through a shell, without prompts, and never longer than its deadline.
import { execFile } from 'node:child_process';

export interface GitOutcome {
  /** Exit code; null when it was ended from outside. */
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs git in `cwd`. Contract: resolves whatever git says; rejects only when git cannot be started, or with the reason of `signal`. */
export function git(cwd: string, args: readonly string[], { signal }: { readonly signal?: AbortSignal } = {}): Promise<GitOutcome> {
  return new Promise((resolve, reject) => {
    const options = { cwd, maxBuffer: 64 * 1024 * 1024, timeout: 60_000, env: { ...process.env, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' }, ...(signal === undefined ? {} : { signal }) };
    execFile('git', [...args], options, (error, out, said) => {
      if (error === null) return resolve({ code: 0, out, error: said });
      if (signal?.aborted === true) return reject(signal.reason instanceof Error ? signal.reason : error);
      if (typeof error.code === 'number' || error.killed === true) return resolve({ code: typeof error.code === 'number' ? error.code : null, out, error: said });
      reject(error);
    });
  });
}

// A disk that is full for one process, and has room again: how large a file it may write is the system's to say.
import { execFileSync } from 'node:child_process';

export function limitFileSize(pid: number | undefined, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}

/** Undefined where that can be done, else why not. */
export const noLimit: string | undefined = ((): string | undefined => {
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'prlimit is not on this machine, and nothing else fills a disk without harm';
  }
})();

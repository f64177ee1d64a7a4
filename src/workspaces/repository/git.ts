// Calls git: arguments as a list, never through a shell, without prompts, hooks, signing or daemons, and never longer than its
// deadline. What an outer git left in the environment is taken out, so that no call ever reaches the user's own index.
// A lock that another git holds, or a record that it is writing, is waited for a bounded time and never removed; a record that is
// half written even then is finished.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isPassingFault } from '../../core/worktrees/refusals.ts';
import { finishHalfWritten } from './half-written.ts';

export interface GitOutcome {
  /** Exit code; null when it was ended from outside or wrote more than it may. */
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

interface GitCall {
  readonly signal?: AbortSignal | undefined;
  /** Written to its standard input. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Contract: resolves whatever git says; rejects only when git cannot be started, or with the reason of the signal. */
export type Git = (cwd: string, args: readonly string[], call?: GitCall) => Promise<GitOutcome>;

export interface GitParts {
  readonly program: string;
  readonly environment: NodeJS.ProcessEnv;
  /** How long a lock of another git is waited for. */
  readonly patienceMs: number;
}

/** Whatever a checkout or a commit of a large repository takes. */
const DEADLINE_MS = 10 * 60_000;
const MOST_BYTES = 256 * 1024 * 1024;

/** The user's settings that would run programs, ask questions, or refuse what we do for ourselves. */
const OUR_SETTINGS = [
  'core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.safecrlf=false', 'commit.gpgSign=false', 'merge.verifySignatures=false', 'merge.conflictStyle=merge',
  'merge.autoStash=false', 'rerere.enabled=false', 'submodule.recurse=false', 'gc.auto=0', 'maintenance.auto=false', 'advice.addEmbeddedRepo=false', 'core.quotePath=false',
].flatMap((setting) => ['-c', setting]);

/** Where an outer git, such as a hook that started us, points its children. */
const OUTER_GIT = /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX|GRAFT_FILE|SHALLOW_FILE|REPLACE_REF_BASE|QUARANTINE_PATH|INTERNAL_SUPER_PREFIX|IMPLICIT_WORK_TREE|(?:LITERAL|GLOB|NOGLOB|ICASE)_PATHSPECS|(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE))$/u;

export function gitProgram({ program, environment, patienceMs }: GitParts): Git {
  const kept = Object.fromEntries(Object.entries(environment).filter(([name]) => !OUTER_GIT.test(name)));
  const ours = { ...kept, GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: 'true', GIT_SEQUENCE_EDITOR: 'true', GIT_MERGE_AUTOEDIT: 'no', GIT_PAGER: 'cat', LC_ALL: 'C' };
  return async (cwd, args, call = {}) => {
    const once = (words = args): Promise<GitOutcome> => run(program, { cwd, args: words, call, env: { ...ours, ...call.env } });
    const findCommon = async (): Promise<string> => resolve(cwd, (await once(['rev-parse', '--git-common-dir'])).out.trim());
    for (const until = performance.now() + patienceMs; ; ) {
      const outcome = await once();
      if (outcome.code === 0 || !isPassingFault(outcome.error)) return outcome;
      if (performance.now() > until) {
        const isMended = await finishHalfWritten(outcome.error, findCommon);
        return isMended ? once() : outcome;
      }
      await pause(20 + Math.random() * 120);
    }
  };
}

interface Run {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly call: GitCall;
  readonly env: NodeJS.ProcessEnv;
}

function run(program: string, { cwd, args, call: { signal, input }, env }: Run): Promise<GitOutcome> {
  if (!existsSync(cwd)) return Promise.resolve({ code: null, out: '', error: `fatal: the folder ${cwd} is not there` });
  return new Promise((settle, reject) => {
    const options = { cwd, maxBuffer: MOST_BYTES, timeout: DEADLINE_MS, env, ...(signal === undefined ? {} : { signal }) };
    const child = execFile(program, [...OUR_SETTINGS, ...args], options, (error, out, said) => {
      if (error === null) return settle({ code: 0, out, error: said });
      if (signal?.aborted === true) return reject(signal.reason instanceof Error ? signal.reason : error);
      if (typeof error.code === 'number') return settle({ code: error.code, out, error: said });
      if (child.pid !== undefined) return settle({ code: null, out, error: said || `fatal: ${error.message}` });
      reject(error);
    });
    // A git that ends early closes its end; what it said tells why.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input ?? '');
  });
}

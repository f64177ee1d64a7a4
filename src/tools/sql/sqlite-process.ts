// The processes that hold one SQLite file, a few at most, each with one statement at a time. A statement that must end ends
// with its process; the next one starts another.
// Invariant: nothing that was called off keeps a core or the file, and idle processes keep nobody from ending.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { TeamError } from '../../core/errors.ts';
import { QUERY_FAULTS } from './query-faults.ts';
import type { SqliteReady, SqliteReply, SqliteRequest, SqliteStart } from './sqlite-messages.ts';

export interface SqliteProcesses {
  /** Throws `signal.reason` once that is aborted; the process is dead by then. */
  ask(request: SqliteRequest, signal: AbortSignal): Promise<SqliteReply>;
  close(): Promise<void>;
}

const MOST = 4;
const MOST_IDLE = 2;

/** `judgeMs`: how long preparing may take. */
export function sqliteProcesses(start: SqliteStart, { judgeMs = JUDGE_MS } = {}): SqliteProcesses {
  const idle: ChildProcess[] = [];
  const living = new Set<ChildProcess>();
  const waiting: (() => void)[] = [];

  const take = async (signal: AbortSignal): Promise<ChildProcess> => {
    for (;;) {
      signal.throwIfAborted();
      const child = idle.pop() ?? (living.size < MOST ? startChild(start, { living, waiting }) : undefined);
      if (child !== undefined && living.has(child)) return child;
      if (child === undefined) await turn(waiting, signal);
    }
  };
  return {
    ask: async (request, signal) => {
      const child = await take(signal);
      try {
        return await answerOf(child, request, { signal, judgeMs });
      } finally {
        // Some 60 MB each: what a burst has started goes when it is over, unless somebody waits.
        if (idle.length >= MOST_IDLE && waiting.length === 0) child.kill('SIGKILL');
        else if (living.has(child)) idle.push(child);
        waiting.shift()?.();
      }
    },
    close: async () => {
      const gone = [...living].map((child) => ended(child));
      for (const child of living) {
        child.ref();
        child.kill('SIGKILL');
      }
      await Promise.all(gone);
    },
  };
}

/** Resolves when a process may be free, or when the signal is aborted: who left must not be woken in another's place. */
async function turn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = (): void => {
    waiting.splice(waiting.indexOf(resolve), 1);
    resolve();
  };
  waiting.push(resolve);
  signal.addEventListener('abort', leave, { once: true });
  await promise;
  signal.removeEventListener('abort', leave);
}

function startChild(start: SqliteStart, { living, waiting }: { readonly living: Set<ChildProcess>; readonly waiting: (() => void)[] }): ChildProcess {
  const program = new URL(import.meta.url.endsWith('.ts') ? './sqlite-child.ts' : './sqlite-child.js', import.meta.url);
  const child = fork(program, [JSON.stringify(start)], {
    // No keys of ours, no flags of ours: a debugger's port or a loader has no place in there.
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=256'],
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  living.add(child);
  // There is room for another: one that was ended when it was idle makes it without an answer to anybody.
  const gone = (): void => void (living.delete(child) && waiting.shift()?.());
  child.once('exit', gone);
  // A process that could not be started says so here and never exits.
  child.on('error', gone);
  child.unref();
  child.channel?.unref();
  if (child.stdin instanceof Socket) child.stdin.unref().on('error', () => undefined);
  return child;
}

/** Processes that have said that they are there. */
const ready = new WeakSet<ChildProcess>();

async function answerOf(child: ChildProcess, request: SqliteRequest, { signal, judgeMs }: { readonly signal: AbortSignal; readonly judgeMs: number }): Promise<SqliteReply> {
  const { promise, resolve, reject } = Promise.withResolvers<SqliteReply>();
  // Preparing takes microseconds; a statement whose views and names unfold for seconds was made for that. The time counts
  // from the moment when the process is there: a busy machine is slow to start one.
  let judging: NodeJS.Timeout | undefined;
  let isLate = false;
  const watch = (): void => {
    judging = setTimeout(() => (isLate = child.kill('SIGKILL')), judgeMs);
  };
  if (request.does === 'judge' && ready.has(child)) watch();
  const onMessage = (reply: SqliteReply | SqliteReady): void => {
    // What comes from one that is being ended comes too late: its end is waited for.
    if (reply.kind !== 'ready') return child.killed ? undefined : resolve(reply);
    ready.add(child);
    if (request.does === 'judge') watch();
  };
  // Told when the process is gone: nobody who asks next is given one that is about to be.
  const onEnd = (): void => (isLate && !signal.aborted ? resolve(TOO_LONG_TO_JUDGE) : reject(signal.aborted ? signal.reason : new TeamError('tool.failed', QUERY_FAULTS.sqliteEnded)));
  const onAbort = (): void => void child.kill('SIGKILL');
  child.on('message', onMessage).once('exit', onEnd).once('error', onEnd);
  signal.addEventListener('abort', onAbort, { once: true });
  // While somebody waits for the answer the process must not end; before and after it may.
  child.channel?.ref();
  child.ref();
  try {
    child.send(request, (error) => void (error && child.kill('SIGKILL')));
    return await promise;
  } finally {
    clearTimeout(judging);
    child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
    signal.removeEventListener('abort', onAbort);
    child.channel?.unref();
    child.unref();
  }
}

const JUDGE_MS = 5_000;
const TOO_LONG_TO_JUDGE: SqliteReply = { kind: 'refused', fault: { rule: 'sql.too_large', what: { en: `not prepared in ${JUDGE_MS / 1_000} s`, zh: `${JUDGE_MS / 1_000} 秒内未能准备好` } } };

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
};

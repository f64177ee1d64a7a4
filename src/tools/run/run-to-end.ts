// Runs one program to its end or to the end of its call, whichever comes first; then nothing of it is left.
// Invariant: arguments are a list and no shell reads them; the wait ends with the program, even if somebody it started
// still holds its output open; what is kept of the output is bounded.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { TeamError } from '../../core/errors.ts';
import { OUTCOME_FAULTS } from '../../core/refusals/outcome-faults.ts';
import { INTAKE_BYTES } from '../limits.ts';
import { beganAt, endProcesses } from './end-processes.ts';

export interface ProgramOrder {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

export interface ProgramEnd {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly endedBy: string | null;
  readonly output: string;
  readonly errors: string;
  /** Bytes beyond the limit; they were read and thrown away. */
  readonly leftOutBytes: number;
  /** Processes that it left running; they were ended. */
  readonly leftRunning: number;
}

export const MARK_NAME = 'MUSTER_CALL_MARK';
/** Output that is still in the pipe when everybody is gone is there at once. */
const LAST_OUTPUT_MS = 200;

/** Contract: rejects with the signal's reason after the processes are gone, or with the fault of the system where nothing could be started. */
export async function runToEnd({ file, args, cwd, env, signal }: ProgramOrder): Promise<ProgramEnd> {
  signal.throwIfAborted();
  const mark = randomUUID();
  const child = spawn(file, [...args], { cwd, env: { ...env, [MARK_NAME]: mark }, detached: true, shell: false, windowsHide: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const room = { bytes: INTAKE_BYTES, leftOut: 0 };
  const [output, errors] = [gather(child.stdout, room), gather(child.stderr, room)];
  const closed = once(child, 'close').catch(() => undefined);
  const exited = exitOf(child);
  const pid = child.pid;
  if (pid === undefined) throw await exited.then((end) => end.fault ?? new TeamError('tool.failed', OUTCOME_FAULTS.noProcess));
  const tree = { pid, mark, since: beganAt(pid) };
  await Promise.race([exited, whenAborted(signal)]);
  const leftRunning = await endProcesses(tree);
  await Promise.race([closed, delay(LAST_OUTPUT_MS)]);
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  signal.throwIfAborted();
  const { code, endedBy } = await exited;
  return { exitCode: code, endedBy, output: output(), errors: errors(), leftOutBytes: room.leftOut, leftRunning };
}

interface Exit {
  readonly code: number | null;
  readonly endedBy: string | null;
  readonly fault?: Error;
}

const exitOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve) => {
    child.once('error', (fault) => resolve({ code: null, endedBy: null, fault }));
    child.once('exit', (code, endedBy) => resolve({ code, endedBy }));
  });

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Keeps what there is room for; the rest is read all the same, so that the program does not wait for a reader. */
function gather(stream: Readable, room: { bytes: number; leftOut: number }): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => {
    const kept = chunk.subarray(0, room.bytes);
    room.bytes -= kept.length;
    room.leftOut += chunk.length - kept.length;
    if (kept.length > 0) chunks.push(kept);
  });
  return () => Buffer.concat(chunks).toString('utf8');
}

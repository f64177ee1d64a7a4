// One MCP server as a child process: messages over its stdin and stdout, its stderr kept for what is said when it fails.
// What it started ends with it, also what went into a session of its own; it gets a clean environment.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { sameInBoth, type Bilingual } from '../../core/json.ts';
import { joinSaid } from '../../core/text/join-said.ts';
import type { Clock } from '../../ports/clock.ts';
import { INTAKE_BYTES } from '../limits.ts';
import { beganAt, endProcesses, type ProcessTree } from '../run/end-processes.ts';
import { MARK_NAME } from '../run/run-to-end.ts';
import type { Environment } from './expand-server.ts';
import type { McpReach } from './mcp-server.ts';
import { SaidFault } from './said-fault.ts';
import { WAY_SAYS } from './server-sentences.ts';

export interface StdioTransport extends Transport {
  /** How the process ended and what it said last; empty while nothing is known. */
  lastWords(): Bilingual;
}

export interface StdioOptions {
  readonly reach: McpReach & { readonly kind: 'stdio' };
  readonly env: Environment;
  readonly clock: Clock;
  /** Throws when the line is no message. Handed in, because its package is loaded late. */
  readonly readMessage: (line: string) => JSONRPCMessage;
}

/** What every program needs to run; keys and tokens of ours are not among it. */
const PASSED_ON = /^(?:PATH|HOME|LOGNAME|SHELL|TERM|USER|LANG|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|PROGRAMFILES|USERPROFILE)$/i;
const KEPT_CHARS = 2_000;
const GARBAGE_CHARS = 200;
/** A server is asked to end by its closed stdin; then it is ended. */
const STDIN_GRACE_MS = 300;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export function stdioTransport({ reach, env, clock, readMessage }: StdioOptions): StdioTransport {
  const ended = Promise.withResolvers<void>();
  const mark = randomUUID();
  let child: Child | undefined;
  let tree: ProcessTree | undefined;
  let closing: Promise<void> | undefined;
  let words = '';
  let end: Bilingual | undefined;

  const keep = (text: string): void => void (words = (words + text).slice(-KEPT_CHARS));
  const readLine = (line: string): void => {
    try {
      transport.onmessage?.(readMessage(line));
    } catch {
      keep(`${line.slice(0, GARBAGE_CHARS)}\n`); // talk on stdout is skipped, but said when the server fails
    }
  };
  const flooded = (): void => {
    // What follows could not be told apart from the middle of a message.
    end = WAY_SAYS.flood(INTAKE_BYTES);
    void transport.close();
  };

  const transport: StdioTransport = {
    start: () =>
      new Promise((resolve, reject) => {
        const started = spawn(reach.command, reach.args, { env: { ...environmentFor(env, reach.env), [MARK_NAME]: mark }, stdio: ['pipe', 'pipe', 'pipe'], detached: true, windowsHide: true, ...(reach.cwd === undefined ? {} : { cwd: reach.cwd }) });
        child = started;
        if (started.pid !== undefined) tree = { pid: started.pid, mark, since: beganAt(started.pid) };
        started.once('spawn', resolve);
        started.once('error', (error) => {
          end ??= sameInBoth('code' in error ? String(error.code) : error.message);
          reject(error);
          finish();
        });
        started.stdin.on('error', () => undefined); // an ended child; its end is told by itself
        started.stdout.on('data', lineReader(readLine, flooded));
        started.stderr.on('data', (part: Buffer) => keep(part.toString('utf8')));
        started.once('exit', (code, signal) => {
          end ??= signal === null ? WAY_SAYS.exit(code) : sameInBoth(signal);
          // Whoever it left behind may hold its pipes; with them gone, what it wrote last has been read.
          if (tree !== undefined) void endProcesses(tree).then(finish);
        });
        started.once('close', finish);
      }),
    send: (message) =>
      new Promise((resolve, reject) => {
        if (child === undefined || child.exitCode !== null) return reject(new SaidFault(WAY_SAYS.hasEnded));
        child.stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
      }),
    close: () => (closing ??= child === undefined || tree === undefined ? Promise.resolve() : endServer(child, { tree, ended: ended.promise, clock })),
    lastWords: () => joinSaid([...(end === undefined ? [] : [end]), ...(words.trim() === '' ? [] : [sameInBoth(words.trim())])], 'clauses'),
  };

  let isFinished = false;
  function finish(): void {
    if (isFinished) return;
    isFinished = true;
    ended.resolve();
    transport.onclose?.();
  }
  return transport;
}

/** Splits what comes into lines; after `onFlood` nothing more is read. */
function lineReader(onLine: (line: string) => void, onFlood: () => void): (part: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  return (part) => {
    if (size > INTAKE_BYTES) return;
    let from = 0;
    for (let to = part.indexOf(10); to >= 0; to = part.indexOf(10, from)) {
      const line = Buffer.concat([...parts, part.subarray(from, to)]).toString('utf8').trim();
      parts = [];
      size = 0;
      from = to + 1;
      if (line !== '') onLine(line);
    }
    parts.push(part.subarray(from));
    size += part.length - from;
    if (size > INTAKE_BYTES) {
      parts = [];
      onFlood();
    }
  };
}

function environmentFor(env: Environment, own: Readonly<Record<string, string>>): Record<string, string> {
  const passed = Object.entries(env).flatMap(([name, value]): [string, string][] => (value !== undefined && PASSED_ON.test(name) ? [[name, value]] : []));
  return { ...Object.fromEntries(passed), ...own };
}

interface Ending {
  readonly tree: ProcessTree;
  readonly ended: Promise<void>;
  readonly clock: Clock;
}

async function endServer(child: Child, { tree, ended, clock }: Ending): Promise<void> {
  child.stdin.end();
  await within(ended, STDIN_GRACE_MS, clock);
  await endProcesses(tree);
  child.kill('SIGKILL'); // where no tree can be seen
  await ended;
}

async function within(work: Promise<void>, ms: number, clock: Clock): Promise<void> {
  const stop = new AbortController();
  await Promise.race([work, clock.sleep(ms, stop.signal).catch(() => undefined)]);
  stop.abort();
}

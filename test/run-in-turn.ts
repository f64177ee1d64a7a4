// Runs programs of this checkout one after another in a process that stays, each in its own folder, environment and arguments: what
// they load is loaded once. For tests of what a program says and does; a test about processes starts its own. What a program leaves
// that would keep a process from ending is told. Started by `runInTurn`; run as a script it is that process.
import { fork, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isMain } from '../scripts/source/is-main.ts';

export interface Program {
  /** An absolute path. */
  readonly file: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly args: readonly string[];
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface Asked extends Program {
  readonly number: number;
}

interface Answered extends Ended {
  readonly number: number;
  /** What would have kept the process of this program from ending. */
  readonly left: readonly string[];
}

/** One for all files of a worker. */
let here: ChildProcess | undefined;
let asked = 0;
const waiting = new Map<number, { readonly resolve: (ended: Ended) => void; readonly reject: (error: Error) => void }>();

/** Runs a program to its end. Rejects when it leaves something open. */
export function runInTurn(program: Program, test: { readonly onTestFinished: (act: () => void) => void }): Promise<Ended> {
  const child = (here ??= start());
  const number = (asked += 1);
  // A program that its test did not wait for would hold up all that come after it.
  test.onTestFinished(() => void (waiting.has(number) && child.kill('SIGKILL')));
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, reject });
    child.send({ ...program, number } satisfies Asked);
  });
}

function start(): ChildProcess {
  const child = fork(fileURLToPath(import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.on('message', ({ number, left, ...ended }: Answered) => {
    const asker = waiting.get(number);
    waiting.delete(number);
    if (left.length === 0) asker?.resolve(ended);
    else asker?.reject(new Error(`The program has ended and left open: ${left.join(', ')}`));
  });
  child.once('exit', (code, signal) => {
    here = undefined;
    for (const { reject } of waiting.values()) reject(new Error(`The process of all programs ended with ${code ?? signal}`));
    waiting.clear();
  });
  child.unref();
  child.channel?.unref();
  return child;
}

async function run({ number, file, cwd, env, args }: Asked): Promise<Answered> {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv.splice(1, Infinity, file, ...args);
  process.exitCode = 0;
  const said = { out: '', err: '' };
  process.stdout.write = (text: string | Uint8Array) => ((said.out += String(text)), true);
  process.stderr.write = (text: string | Uint8Array) => ((said.err += String(text)), true);
  const before = process.getActiveResourcesInfo();
  try {
    // By another name each time: the program runs again, what it imports does not.
    await import(`${pathToFileURL(file).href}?${number}`);
  } catch (error) {
    process.exitCode = 1;
    said.err += error instanceof Error ? error.stack : String(error);
  }
  const left = await openSince(before);
  process.chdir(tmpdir());
  return { number, code: Number(process.exitCode), ...said, left };
}

/** What is closed takes a moment to be gone. */
async function openSince(before: readonly string[]): Promise<readonly string[]> {
  for (let looks = 0; ; looks += 1) {
    const known = [...before];
    const left = process.getActiveResourcesInfo().filter((name) => !known.includes(name) || known.splice(known.indexOf(name), 1).length === 0);
    if (left.length === 0 || looks === 200) return left;
    await pause(10);
  }
}

if (isMain(import.meta.url)) {
  let last: Promise<unknown> = Promise.resolve();
  process.on('message', (program: Asked) => void (last = last.then(async () => process.send?.(await run(program)))));
  process.on('disconnect', () => process.exit());
}

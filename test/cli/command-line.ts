// The command line as a process that stays: what tests type runs in it one after another, each command in its own folder and
// environment, so that the program is loaded once and not for every line. What a command leaves that would keep a process from
// ending is told. Started by `typeIn`; run as a script it is that process.
import { fork, type ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMain } from '../../scripts/source/is-main.ts';
import { runCli } from '../../src/cli/program.ts';

export interface Line {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly argv: readonly string[];
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface Asked extends Line {
  readonly number: number;
}

interface Answered extends Ended {
  readonly number: number;
  /** What would have kept the process of this command from ending. */
  readonly left: readonly string[];
}

/** One for all files of a worker. */
let here: ChildProcess | undefined;
let asked = 0;
const waiting = new Map<number, { readonly resolve: (ended: Ended) => void; readonly reject: (error: Error) => void }>();

/** Runs a command to its end. Rejects when it leaves something open. */
export function typeIn(line: Line, test: { readonly onTestFinished: (act: () => void) => void }): Promise<Ended> {
  const child = (here ??= startLine());
  const number = (asked += 1);
  // A command that its test did not wait for would hold up all that come after it.
  test.onTestFinished(() => void (waiting.has(number) && child.kill('SIGKILL')));
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, reject });
    child.send({ ...line, number } satisfies Asked);
  });
}

function startLine(): ChildProcess {
  const child = fork(fileURLToPath(import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.on('message', ({ number, left, ...ended }: Answered) => {
    const asker = waiting.get(number);
    waiting.delete(number);
    if (left.length === 0) asker?.resolve(ended);
    else asker?.reject(new Error(`The command has ended and left open: ${left.join(', ')}`));
  });
  child.once('exit', (code, signal) => {
    here = undefined;
    for (const { reject } of waiting.values()) reject(new Error(`The command line ended with ${code ?? signal}`));
    waiting.clear();
  });
  child.unref();
  child.channel?.unref();
  return child;
}

async function run({ number, cwd, env, argv }: Asked): Promise<Answered> {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const before = process.getActiveResourcesInfo();
  const said = { out: '', err: '' };
  process.stdout.write = (text: string | Uint8Array) => ((said.out += String(text)), true);
  process.stderr.write = (text: string | Uint8Array) => ((said.err += String(text)), true);
  const code = await runCli(argv);
  const left = await openSince(before);
  process.chdir(tmpdir());
  return { number, code, ...said, left };
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
  process.on('message', (line: Asked) => void (last = last.then(async () => process.send?.(await run(line)))));
  process.on('disconnect', () => process.exit());
}

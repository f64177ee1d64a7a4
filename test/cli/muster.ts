// The real command line in a folder of its own: what was typed goes in, what a person would see comes out. Commands share a process
// that stays, unless a test is about processes.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';
import { chooseTeam } from '../../src/config.ts';
import { createTeam } from '../../src/create-team.ts';
import type { TeamOptions } from '../../src/team-types.ts';
import { runInTurn, type Ended } from '../run-in-turn.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Running {
  readonly pid: number | undefined;
  /** Resolves once stdout holds the text; rejects when the command ends before. */
  until(text: RegExp): Promise<void>;
  /** The same of stderr. */
  untilWarned(text: RegExp): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

export interface Place {
  readonly folder: string;
  /** Runs a command to its end. */
  muster(...argv: readonly string[]): Promise<Ended>;
  /** Runs a command to its end in a process of its own. */
  alone(...argv: readonly string[]): Promise<Ended>;
  /** Starts a command in a process of its own. */
  start(...argv: readonly string[]): Running;
  /** Runs another program of the checkout. */
  script(file: string, ...argv: readonly string[]): Promise<Ended>;
}

type Test = Pick<TestContext, 'onTestFinished'>;

export interface PlaceOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** A folder that is copied here first. */
  readonly from?: string;
}

/** `test`: its own context, since several run at the same time. */
export function setUp({ onTestFinished }: Test, { files = {}, env = {}, from }: PlaceOptions = {}): Place {
  const folder = mkdtempSync(join(tmpdir(), 'muster-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (from !== undefined) cpSync(from, folder, { recursive: true });
  write(folder, files);
  const own = { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: tmpdir(), LANG: 'C.UTF-8', USER: 'tester', ...env };
  const start = (file: string, argv: readonly string[]) => begin({ cwd: folder, env: own, onTestFinished }, [join(ROOT, file), ...argv]);
  return {
    folder,
    muster: (...argv) => runInTurn({ file: join(ROOT, 'src/cli/main.ts'), cwd: folder, env: own, args: argv }, { onTestFinished }),
    alone: (...argv) => start('src/cli/main.ts', argv).ended,
    start: (...argv) => start('src/cli/main.ts', argv),
    script: (file, ...argv) => start(file, argv).ended,
  };
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

function begin({ cwd, env, onTestFinished }: Test & { readonly cwd: string; readonly env: Readonly<Record<string, string>> }, argv: readonly string[]): Running {
  const child = spawn(process.execPath, argv, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  const looks = new Set<() => void>();
  for (const [name, stream] of [['out', child.stdout], ['err', child.stderr]] as const) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
      for (const look of looks) look();
    });
  }
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, ...said })));
  const until = (name: 'out' | 'err', text: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = () => {
        if (text.test(said[name])) resolve();
      };
      looks.add(look);
      look();
      void ended.then(() => reject(new Error(`It ended without ${String(text)}:\n${said.out}\n${said.err}`)));
    });
  return {
    pid: child.pid,
    ended,
    signal: (signal) => void child.kill(signal),
    until: (text) => until('out', text),
    untilWarned: (text) => until('err', text),
  };
}

/** One attempt a task: the first rejected result, which every rehearsal has, is the last. */
export const STRICT_TEAM = `name: strict
members:
  - {id: writer, skills: [copywriting], output_schema: &draft {type: object, properties: {draft: {type: string, minLength: 1}}, required: [draft], additionalProperties: false}}
  - {id: other, skills: [research], output_schema: *draft}
  - {id: editor, role: reviewer}
limits: {max_attempts: 1}
`;

/** A folder with a goal of ten tasks, each waiting for the one before; nothing runs. Made once, to be copied. */
export async function folderWithChain(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-chain-'));
  write(folder, { 'team.yaml': 'name: chain\nmembers: [{id: writer, skills: [copywriting]}]\n' });
  // The pace keeps the first task from ending before the team is closed.
  const team = createTeam({ ...(await optionsIn(folder)), store: join(folder, '.muster/muster.db'), env: {}, rehearsalPaceMs: 60_000 });
  try {
    const goal = await team.open('Ten in a row');
    await goal.add(Array.from({ length: 10 }, (_, index) => ({ title: `Part ${index + 1}`, name: `p${index}`, skills: ['copywriting'], dependsOn: index === 0 ? [] : [`p${index - 1}`] })));
  } finally {
    await team.close();
  }
  return folder;
}

/** A folder with a goal whose last task waits for a person (question_1); nothing runs. Made once, to be copied. */
export async function folderWithQuestion(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-question-'));
  write(folder, { 'team.yaml': STRICT_TEAM });
  const team = createTeam({ ...(await optionsIn(folder)), store: join(folder, '.muster/muster.db'), env: {} });
  try {
    const { status, waiting } = await team.run('Plan a summer promotion');
    if (status !== 'waiting' || waiting[0]?.id !== 'question_1') throw new Error(`The goal should wait for question_1, but is ${status}`);
  } finally {
    await team.close();
  }
  return folder;
}

/** What the folder says of its team, without what only the command line makes something of. */
async function optionsIn(folder: string): Promise<TeamOptions> {
  const { toolChoice: _tools, mcpServers: _servers, folder: _folder, ...options } = await chooseTeam({ folder, cwd: folder, locale: 'en' });
  return options;
}

/** Each of these starts programs: on a busy machine that takes as long as it takes. */
export const SLOW = { timeout: 60_000 };

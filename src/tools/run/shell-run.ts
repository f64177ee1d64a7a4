// The tool shell.run: a program from a list with a list of arguments. There is no shell in it.
// Invariant: what is started was named by the configuration; its arguments, its folder and its environment are bounded.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TeamError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import { nearest } from '../../core/text/nearest.ts';
import { REFUSED_INPUT } from '../../core/refusals/refused-input.ts';
import type { Effect, GuardRefusal, GuardVerdict, Tool, ToolCall } from '../../ports/tool.ts';
import { findPlace, pathOf } from '../paths/inside.ts';
import { PROTECTED_NAMES } from '../paths/path-names.ts';
import { failedFault, quoted, refuseCall, refusedFault } from '../refusal.ts';
import { findProgram, isProgramName } from './find-program.ts';
import { judgeArguments, readRoles } from './judge-arguments.ts';
import { judgePaths } from './judge-paths.ts';
import { PROGRAM_RULES, WHY, type ProgramRules } from './program-rules.ts';
import { runToEnd, type ProgramEnd } from './run-to-end.ts';

export interface ShellOptions {
  /** Names of programs that may run. Without any there is no tool. */
  readonly programs?: readonly string[];
  /** Folders to look for programs in; the first that has one counts. */
  readonly path?: readonly string[];
  /** Added to the environment of programs, which is otherwise bare. */
  readonly env?: Readonly<Record<string, string>>;
  /** Rows for more programs, or instead of rows that are there. */
  readonly rules?: readonly ProgramRules[];
  readonly protectedNames?: readonly string[];
  /** What the programs may do together; by the rows of the table, and everything for a program without one. */
  readonly effects?: readonly Effect[];
  readonly timeoutMs?: number;
}

const STANDARD_PATH = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin'];
const EVERY_EFFECT: readonly Effect[] = ['executes', 'reads_file', 'writes_file', 'network'];

/** Contract: undefined without programs; throws `team.invalid` for a program that may never be on a list. */
export function shellRun(options: ShellOptions): Tool | undefined {
  const { programs = [], timeoutMs } = options;
  if (programs.length === 0) return undefined;
  const setting: Setting = { ...options, programs, rulesOf: rulesByProgram(options.rules ?? []) };
  for (const program of programs) refuseUnlistable(program, setting.rulesOf.get(program));
  return {
    name: 'shell.run',
    description: {
      en: `Runs one program with a list of arguments in the workspace and gives its exit code and output. Allowed: ${programs.join(', ')}. No shell: no pipes, no wildcards, no variables, no "&&".`,
      zh: `在工作区内以参数列表运行一个程序，返回退出码和输出。允许的程序：${programs.join('、')}。没有 shell：不支持管道、通配符、变量和 "&&"。`,
    },
    parameters: {
      type: 'object',
      properties: {
        program: { type: 'string' },
        args: { type: 'array', items: { type: 'string', maxLength: 20_000 }, maxItems: 200 },
        cwd: { type: 'string' },
      },
      required: ['program'],
      additionalProperties: false,
    },
    meanings: {
      program: { en: `Name of the program, without a path: ${programs.join(', ')}.`, zh: `程序名，不带路径：${programs.join('、')}。` },
      args: { en: 'The arguments, one an item, as the program gets them.', zh: '参数，每项一个，原样交给程序。' },
      cwd: { en: 'Folder of the workspace to run in; its root when left out.', zh: '在工作区的哪个文件夹中运行；省略时为根目录。' },
    },
    effects: options.effects ?? effectsOf(programs, setting.rulesOf),
    isIdempotent: false,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    // Where the disk itself fails, the run judges again and says so.
    guard: (call) => prepare(call, setting).then(verdictOf, () => ({ ok: true })),
    run: (call) => run(call, setting),
  };
}

interface Setting extends ShellOptions {
  readonly programs: readonly string[];
  readonly rulesOf: ReadonlyMap<string, ProgramRules>;
}

const rulesByProgram = (own: readonly ProgramRules[]): ReadonlyMap<string, ProgramRules> =>
  new Map([...PROGRAM_RULES, ...own].flatMap((row) => row.programs.map((program) => [program, row] as const)));

function refuseUnlistable(program: string, rules: ProgramRules | undefined): void {
  if (!isProgramName(program)) throw new TeamError('team.invalid', REFUSED_INPUT.notAProgram(quoted(program)), { details: { program } });
  if (rules?.never === undefined) return;
  throw new TeamError('team.invalid', REFUSED_INPUT.unlistableProgram(program, WHY[rules.never]), { details: { program } });
}

/** What the listed programs can do together. */
const effectsOf = (programs: readonly string[], rulesOf: ReadonlyMap<string, ProgramRules>): readonly Effect[] => {
  const able = new Set(programs.flatMap((program) => rulesOf.get(program)?.effects ?? EVERY_EFFECT));
  return EVERY_EFFECT.filter((effect) => able.has(effect));
};

interface Prepared {
  readonly ok: true;
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

const verdictOf = (prepared: Prepared | GuardRefusal): GuardVerdict => (prepared.ok ? { ok: true } : prepared);

async function prepare(call: ToolCall, setting: Setting): Promise<Prepared | GuardRefusal> {
  const { program, args, cwd } = argumentsOf(call);
  const { workspace } = call.caller;
  const protectedNames = setting.protectedNames ?? PROTECTED_NAMES;
  if (!setting.programs.includes(program)) return notListed(program, setting.programs);
  if (args.some((argument) => argument.includes('\0') || !argument.isWellFormed())) return notText(program);
  const place = await findPlace(cwd, { workspace, protectedNames });
  if (!place.ok) return place;
  const rules = setting.rulesOf.get(program);
  const root = await realpath(workspace);
  const refusal = judgeArguments(program, args, rules) ?? (await judgePaths(pathArguments(args, rules), { root, cwd: pathOf(place), protectedNames }));
  if (refusal) return refusal;
  const file = await findProgram(program, { folders: setting.path ?? STANDARD_PATH, root });
  return file === undefined ? notInstalled(program) : { ok: true, file, args, cwd: pathOf(place) };
}

function argumentsOf({ args: { program, args, cwd } }: ToolCall): { readonly program: string; readonly args: readonly string[]; readonly cwd: string } {
  return {
    program: typeof program === 'string' ? program : '',
    args: Array.isArray(args) ? args.map((argument: Json) => String(argument)) : [],
    cwd: typeof cwd === 'string' && cwd !== '' ? cwd : '.',
  };
}

/** All but the expression of a program that begins with one: `grep '/api' src`. */
function pathArguments(args: readonly string[], rules: ProgramRules | undefined): readonly string[] {
  if (rules?.textFirst !== true || args.some((argument) => /^-[^-]*[ef]|^--(?:re|fi|ex)/.test(argument))) return args;
  const roles = [...readRoles(args, rules)];
  const first = roles.find(({ role }) => role === 'word');
  return roles.filter((role) => role !== first).map(({ text }) => text);
}

async function run(call: ToolCall, setting: Setting): Promise<Json> {
  const { locale } = call.caller;
  const prepared = await prepare(call, setting);
  if (!prepared.ok) throw refusedFault(prepared, locale);
  const home = await mkdtemp(join(tmpdir(), 'muster-home-'));
  try {
    return outcomeOf(await runToEnd({ ...prepared, env: environment(home, setting), signal: call.signal }));
  } catch (error) {
    if (call.signal.aborted || !(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') throw error;
    const shown = quoted(argumentsOf(call).program);
    throw failedFault(
      {
        en: `${shown} could not be started (${error.code}). Use fewer or shorter arguments, or go on without it.`,
        zh: `无法启动 ${shown}（${error.code}）。请减少或缩短参数，或不使用它继续。`,
      },
      { locale, rule: 'shell.not_started', cause: error },
    );
  } finally {
    await rm(home, { recursive: true, force: true }).catch(() => undefined);
  }
}

const outcomeOf = ({ exitCode, endedBy, output, errors, leftOutBytes, leftRunning }: ProgramEnd): Json => ({
  exit_code: exitCode,
  output,
  ...(errors === '' ? {} : { errors }),
  ...(endedBy === null ? {} : { ended_by: endedBy }),
  ...(leftOutBytes === 0 ? {} : { left_out_bytes: leftOutBytes }),
  ...(leftRunning === 0 ? {} : { background_processes_ended: leftRunning }),
});

/** Nothing of ours: no key, no home with keys in it, no settings that name programs. */
function environment(home: string, { path = STANDARD_PATH, env = {} }: Setting): Readonly<Record<string, string>> {
  return {
    PATH: path.join(':'),
    HOME: home,
    TMPDIR: home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    NO_COLOR: '1',
    CI: '1',
    PAGER: 'cat',
    EDITOR: 'true',
    GIT_EDITOR: 'true',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    // A folder that only looks like a bare repository could bring settings of its own that name programs.
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'safe.bareRepository',
    GIT_CONFIG_VALUE_0: 'explicit',
    GIT_CONFIG_KEY_1: 'protocol.ext.allow',
    GIT_CONFIG_VALUE_1: 'never',
    ...env,
  };
}

function notListed(program: string, programs: readonly string[]): GuardRefusal {
  const [close] = nearest(program, programs, 1);
  return refuseCall('shell.not_listed', {
    en: `${quoted(program)} is not on the list of programs (${programs.join(', ')}). ${close === undefined ? 'Use one of these, or another tool.' : `Did you mean ${close}?`} Write the name alone, without a path and without arguments.`,
    zh: `${quoted(program)} 不在允许的程序列表中（${programs.join('、')}）。${close === undefined ? '请使用其中之一，或改用别的工具。' : `是不是想用 ${close}？`}只写程序名，不带路径，不带参数。`,
  });
}

const notText = (program: string): GuardRefusal =>
  refuseCall('shell.not_text', { en: `An argument of ${program} holds a NUL or half a character. Write it without.`, zh: `${program} 的某个参数含有 NUL 或残缺字符。请去掉后重写。` });

const notInstalled = (program: string): GuardRefusal =>
  refuseCall('shell.not_installed', { en: `${program} is allowed but not installed here. Go on without it, or ask a person to install it.`, zh: `${program} 在允许列表中，但此处没有安装。请不使用它继续，或请人安装。` });

// The checks that need a clock or the world: a regular expression with a time limit, a command by its exit code, a predicate
// of the program. Each ends within its limit; what could not be judged is said to be so.
import { spawn, type ChildProcess } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { checkCriterion, type Criterion, type CriterionOf, type CriterionResult } from '../core/criteria.ts';
import { saidIn } from '../core/errors.ts';
import { inBoth, sameInBoth, type Bilingual, type Json, type JsonObject } from '../core/json.ts';
import { TIMES } from '../core/lifecycles.ts';
import type { Checks } from '../ports/checks.ts';

export type Predicate = (about: { readonly output: Json; readonly input: JsonObject; readonly signal: AbortSignal }) =>
  | boolean
  | { readonly passed: boolean; readonly fix?: string }
  | Promise<boolean | { readonly passed: boolean; readonly fix?: string }>;
export type Predicates = Readonly<Record<string, Predicate>>;

export interface CodeCheckParts {
  readonly predicates: Predicates;
  /** Where commands run unless a check names another folder. */
  readonly cwd: string;
}

/** A backtracking expression is stopped after this long. */
const PATTERN_MS = 1000;

export const codeChecks = ({ predicates, cwd }: CodeCheckParts): Checks => ({
  async check(criterion, about) {
    try {
      if (criterion.rule === 'command') return await runCommand(criterion, about.folder ?? cwd, about.signal);
      if (criterion.rule === 'predicate') return await askPredicate(criterion, predicates, about);
      return checkInTime(criterion, about.output);
    } catch (error) {
      return unjudged(criterion.id, inBoth((locale) => saidIn(error, locale)));
    }
  },
});

/** The engine ends a running regular expression only from a context with a time limit of its own. */
function checkInTime(criterion: Criterion, output: Json): CriterionResult {
  let result: CriterionResult = unjudged(criterion.id, TOO_LONG);
  try {
    runInNewContext('act()', { act: () => void (result = checkCriterion(criterion, output)) }, { timeout: PATTERN_MS });
  } catch {
    return unjudged(criterion.id, TOO_LONG);
  }
  return result;
}

/** What a command may write before it is stopped. */
const MOST_CHARS = 1024 * 1024;

/** Why a command has no exit code. */
const UNRUN: Readonly<Record<string, (program: string) => Bilingual>> = {
  late: (program) => ({ en: `${program} took too long and was stopped.`, zh: `${program} 运行超时，已被停止。` }),
  aborted: (program) => ({ en: `${program} was stopped, because the review was called off.`, zh: `审阅已取消，${program} 已被停止。` }),
  ENOENT: (program) => ({ en: `${program} is not there to be run. Install it, or name another program.`, zh: `找不到程序 ${program}。请先安装，或换一个程序。` }),
  too_much: (program) => ({ en: `${program} wrote more than 1 MiB and was stopped. Let it write less.`, zh: `${program} 的输出超过 1 MiB，已被停止。请让它少写一些。` }),
};

interface Ran {
  readonly code: number | null;
  /** Why there is no exit code; a key of UNRUN, a signal or a message. */
  readonly why: string;
  readonly said: string;
}

async function runCommand(criterion: CriterionOf<'command'>, cwd: string, signal: AbortSignal): Promise<CriterionResult> {
  const [program = '', ...args] = criterion.command;
  const { code, why, said } = await ended(program, args, { cwd, signal, timeoutMs: criterion.timeout_ms ?? TIMES.toolMs });
  if (code === 0) return { id: criterion.id, passed: true };
  if (code === null) return unjudged(criterion.id, UNRUN[why]?.(program) ?? { en: `${program} came to no end of its own (${why}).`, zh: `${program} 未能正常结束（${why}）。` });
  const shown = said.trim().slice(-2000);
  return { id: criterion.id, passed: false, fix: { en: `${criterion.command.join(' ')} ended with ${code}: ${shown}`, zh: `${criterion.command.join(' ')} 以退出码 ${code} 结束：${shown}` } };
}

/** Runs a program in a process group of its own, so that its children end with it, whatever ends it. */
function ended(program: string, args: readonly string[], { cwd, signal, timeoutMs }: { readonly cwd: string; readonly signal: AbortSignal; readonly timeoutMs: number }): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(program, [...args], { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    let said = '';
    let why = '';
    const stop = (reason: string) => {
      why ||= reason;
      endGroup(child);
    };
    const late = setTimeout(() => stop('late'), timeoutMs);
    const aborted = () => stop('aborted');
    if (signal.aborted) aborted();
    else signal.addEventListener('abort', aborted, { once: true });
    const finish = (code: number | null, reason: string) => {
      clearTimeout(late);
      signal.removeEventListener('abort', aborted);
      endGroup(child); // what it left running in the background
      resolve({ code: why === '' ? code : null, why: why || reason, said });
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.length > MOST_CHARS) stop('too_much');
      });
    }
    child.once('error', (error) => finish(null, 'code' in error && typeof error.code === 'string' ? error.code : error.message));
    child.once('exit', (code, killedBy) => finish(code, killedBy ?? '?'));
  });
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The group is gone already.
  }
}

async function askPredicate(criterion: CriterionOf<'predicate'>, predicates: Predicates, about: Parameters<Predicate>[0]): Promise<CriterionResult> {
  const predicate = Object.hasOwn(predicates, criterion.name) ? predicates[criterion.name] : undefined;
  if (predicate === undefined) return unjudged(criterion.id, { en: `No predicate "${criterion.name}" is registered on the team.`, zh: `团队没有登记名为“${criterion.name}”的判定函数。` });
  const said = await inTime(predicate(about), about.signal);
  if (said === undefined) return unjudged(criterion.id, { en: `${criterion.name} did not answer in time.`, zh: `${criterion.name} 没有在限期内给出结果。` });
  const { passed, fix } = typeof said === 'boolean' ? { passed: said, fix: undefined } : said;
  if (passed === true) return { id: criterion.id, passed: true };
  if (passed !== false) return unjudged(criterion.id, { en: `${criterion.name} gave neither true nor false.`, zh: `${criterion.name} 既没有返回 true，也没有返回 false。` });
  return { id: criterion.id, passed: false, fix: fix === undefined ? { en: `${criterion.name} does not hold.`, zh: `不满足 ${criterion.name}。` } : sameInBoth(fix) };
}

/** Undefined when the limit or the abort comes first; a function cannot be ended from outside, so it may still be running. */
async function inTime<T>(answer: T | Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMES.toolMs)]);
  return Promise.race([answer, new Promise<undefined>((resolve) => limit.addEventListener('abort', () => resolve(undefined), { once: true }))]);
}

const TOO_LONG: Bilingual = { en: 'The expression took too long on this output.', zh: '该表达式在此产出上耗时过长。' };
const unjudged = (id: string, fix: Bilingual): CriterionResult => ({ id, passed: undefined, fix });

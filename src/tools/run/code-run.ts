// The tool code.run: a piece of JavaScript with an input and a result, in an engine of its own in a thread of its own.
// Invariant: it can change nothing but its own memory; time and memory are bounded, and the event loop never waits for it.
import { Worker } from 'node:worker_threads';
import { TeamError } from '../../core/errors.ts';
import type { Meanings } from '../../core/gate/arguments.ts';
import type { Bilingual, Json } from '../../core/json.ts';
import { OUTCOME_FAULTS } from '../../core/refusals/outcome-faults.ts';
import type { Effect, Tool, ToolCall } from '../../ports/tool.ts';
import { INTAKE_BYTES } from '../limits.ts';
import { argumentFault, failedFault } from '../refusal.ts';
import { workerFile } from '../worker-file.ts';

export interface CodeOptions {
  /** Time for the code itself. */
  readonly timeoutMs?: number;
  /** For the engine and all that the code makes; 16 MiB at least. */
  readonly memoryBytes?: number;
  /** What forbidden combinations are decided from. The code reaches nothing, so a team may also say: none. */
  readonly effects?: readonly Effect[];
}

/** What the thread gets. */
export interface CodeOrder {
  readonly code: string;
  /** JSON. */
  readonly input: string;
  readonly timeoutMs: number;
  readonly memoryBytes: number;
  readonly mostChars: number;
}

/** What the thread says: once that the code begins, once how it ended. */
export type CodeNews = { readonly kind: 'began' } | CodeEnd;

export type CodeEnd = { readonly lines: readonly string[] } & (
  | { readonly kind: 'value'; readonly json: string | null }
  | { readonly kind: 'fault'; readonly name: string; readonly message: string; readonly where: string }
  | { readonly kind: 'pending' | 'too_long' }
);

/** Starting the thread and the engine takes part of this on a slow machine; the code's own time begins after that. */
const START_MS = 10_000;
/** The engine looks at its deadline between steps. A single step that is long, such as a large repeat, ends with the thread. */
const LAST_STEP_MS = 500;

export function codeRun({ timeoutMs = 5_000, memoryBytes = 64 * 1024 * 1024, effects = ['executes'] }: CodeOptions = {}): Tool {
  return {
    name: 'code.run',
    description: {
      en: 'Runs JavaScript that computes something. The code is the body of an async function: it reads the global `input` and must `return` a JSON value. console.log is given back. No files, no network, no imports, no timers.',
      zh: '运行用于计算的 JavaScript。代码是异步函数的函数体：读取全局变量 `input`，并用 `return` 返回 JSON 值。console.log 的内容会一并返回。没有文件、网络、import 和定时器。',
    },
    parameters: {
      type: 'object',
      properties: {
        code: { type: 'string', minLength: 1, maxLength: 200_000 },
        input: {},
      },
      required: ['code'],
      additionalProperties: false,
    },
    meanings: MEANINGS,
    effects,
    // It changes nothing outside its own memory.
    isIdempotent: true,
    timeoutMs: START_MS + timeoutMs + 2 * LAST_STEP_MS,
    run: (call) => run(call, { timeoutMs, memoryBytes }),
  };
}

const MEANINGS: Meanings = {
  code: { en: 'Body of an async function, such as "return input.rows.length;".', zh: '异步函数的函数体，例如 "return input.rows.length;"。' },
  input: { en: 'Any JSON value; the code reads it as `input`.', zh: '任意 JSON 值；代码通过 `input` 读取。' },
};

type Limits = Pick<CodeOrder, 'timeoutMs' | 'memoryBytes'>;

async function run(call: ToolCall, limits: Limits): Promise<Json> {
  const { args, caller: { locale }, signal } = call;
  signal.throwIfAborted();
  const input = JSON.stringify(args.input ?? null);
  if (input.length > INTAKE_BYTES) throw argumentFault({ en: 'The input is too large. Hand over less of it.', zh: '输入过大。请少传一些。' }, locale);
  const end = await answerOf({ code: typeof args.code === 'string' ? args.code : '', input, ...limits, mostChars: INTAKE_BYTES }, signal);
  const said = end.lines.length === 0 ? {} : { console: end.lines };
  switch (end.kind) {
    case 'value':
      if (end.json === null) return { result: null, note: NOTHING[locale], ...said };
      return { result: readJson(end.json), ...said };
    case 'fault':
      throw faultOf(end, { limits, call });
    case 'pending':
      throw failedFault(withLines(NEVER, end.lines), { locale, rule: 'code.never_settled' });
    case 'too_long':
      throw failedFault(TOO_LONG, { locale, rule: 'code.too_long' });
  }
}

const readJson = (json: string): Json => JSON.parse(json);

/** Contract: the thread is gone when this settles. */
async function answerOf(order: CodeOrder, signal: AbortSignal): Promise<CodeEnd> {
  const worker = new Worker(workerFile(import.meta.url, 'code-worker'), { workerData: order, env: {}, resourceLimits: { maxOldGenerationSizeMb: 128 } });
  let late: NodeJS.Timeout | undefined;
  let aborted = (): void => undefined;
  try {
    return await new Promise<CodeEnd>((resolve, reject) => {
      const stopIn = (ms: number): void => {
        clearTimeout(late);
        late = setTimeout(() => resolve({ kind: 'fault', ...INTERRUPTED, lines: [] }), ms);
      };
      stopIn(START_MS);
      aborted = () => reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
      signal.addEventListener('abort', aborted, { once: true });
      worker.on('message', (news: CodeNews) => (news.kind === 'began' ? stopIn(order.timeoutMs + LAST_STEP_MS) : resolve(news)));
      worker.once('error', reject).once('exit', () => reject(new TeamError('tool.failed', OUTCOME_FAULTS.noThreadAnswer)));
    });
  } catch (error) {
    if (signal.aborted || error instanceof TeamError) throw error;
    return { kind: 'fault', name: 'InternalError', message: error instanceof Error ? error.message : String(error), where: '', lines: [] };
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', aborted);
    await worker.terminate();
  }
}

const INTERRUPTED = { name: 'InternalError', message: 'interrupted', where: '' } as const;

function faultOf({ name, message, where, lines }: CodeEnd & { readonly kind: 'fault' }, { limits, call: { caller: { locale } } }: { readonly limits: Limits; readonly call: ToolCall }): TeamError {
  if (name === 'InternalError' && message === 'interrupted') {
    const because = { en: `The code ran longer than ${limits.timeoutMs} ms and was stopped. Let it do less, or find a shorter way.`, zh: `代码运行超过 ${limits.timeoutMs} 毫秒，已被停止。请减少计算量，或换更快的算法。` };
    // Not `tool.timed_out`: that is the time of the gate, and its words would hide what the console said.
    return failedFault(withLines(because, lines), { locale, rule: 'code.timed_out' });
  }
  const isMemory = /out of memory|memory access out of bounds/i.test(message) || message === '';
  if (isMemory) return failedFault(withLines(outOfMemory(limits.memoryBytes), lines), { locale, rule: 'code.out_of_memory' });
  const at = where === '' ? { en: '', zh: '' } : { en: ` (line ${where})`, zh: `（第 ${where} 行）` };
  const because = { en: `${name}: ${message}${at.en}. Correct the code and call again.`, zh: `${name}: ${message}${at.zh}。请修正代码后再次调用。` };
  return failedFault(withLines(because, lines), { locale, rule: 'code.fault' });
}

const outOfMemory = (bytes: number): Bilingual => ({
  en: `The code used more than ${Math.round(bytes / 1_048_576)} MiB of memory and was stopped. Work on smaller parts.`,
  zh: `代码占用内存超过 ${Math.round(bytes / 1_048_576)} MiB，已被停止。请分成较小的部分处理。`,
});

const NOTHING: Bilingual = { en: 'The code returned nothing. End it with "return …" to get a result.', zh: '代码没有返回值。请以 “return …” 结尾来得到结果。' };
const NEVER: Bilingual = { en: 'The code waits for a promise that nothing settles; there are no timers here. Compute without waiting.', zh: '代码在等待一个永远不会完成的 Promise；这里没有定时器。请改为不等待的计算。' };
const TOO_LONG: Bilingual = { en: 'The result is too large. Return a summary, or a part of it.', zh: '结果过大。请返回摘要或其中一部分。' };

/** What it wrote before it failed helps to find out why. */
const withLines = (because: Bilingual, lines: readonly string[]): Bilingual => {
  if (lines.length === 0) return because;
  const shown = lines.slice(-10).join('\n').slice(0, 2_000);
  return { en: `${because.en}\nconsole:\n${shown}`, zh: `${because.zh}\nconsole：\n${shown}` };
};

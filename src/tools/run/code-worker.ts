// Runs in a thread of its own: one piece of JavaScript inside QuickJS, an engine of its own in WebAssembly.
// Invariant: the code sees its input, `console` and the language itself; nothing of Node, no file, no network, no clock of ours
// that could be waited on. It ends by its deadline (asked every few thousand steps) or with the thread.
import { parentPort, workerData } from 'node:worker_threads';
import { newQuickJSWASMModuleFromVariant, newVariant, RELEASE_SYNC, shouldInterruptAfterDeadline, type QuickJSContext, type QuickJSHandle, type QuickJSRuntime } from 'quickjs-emscripten';
import type { CodeEnd, CodeNews, CodeOrder } from './code-run.ts';

/** The types of Node leave it out. */
declare const WebAssembly: { readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => { readonly buffer: { readonly byteLength: number } } };

const MOST_LINES = 200;
const MOST_LINE_CHARS = 2_000;
const STACK_BYTES = 512 * 1024;
const PAGE_BYTES = 64 * 1024;
/** What the engine asks for at its start: 16 MiB. */
const FIRST_PAGES = 256;

const order: CodeOrder = workerData;
// The limit of the engine itself counts blocks and not their size in this build, so the memory that it lives in is bounded.
const mostPages = Math.max(FIRST_PAGES, Math.ceil(order.memoryBytes / PAGE_BYTES));
const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: mostPages });
const end = await runCode(order);
// Where there is no room for the fault itself, `null` is thrown. Memory grows in steps, so full is a little less than the most.
const isShort = end.kind === 'fault' && end.message === 'null' && wasmMemory.buffer.byteLength >= mostPages * PAGE_BYTES * 0.9;
tell(isShort ? { ...end, name: 'InternalError', message: 'out of memory' } : end);

function tell(news: CodeNews): void {
  parentPort?.postMessage(news, []);
}

async function runCode({ code, input, timeoutMs, mostChars }: CodeOrder): Promise<CodeEnd> {
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmMemory }));
  const runtime = quickjs.newRuntime();
  runtime.setMaxStackSize(STACK_BYTES);
  const isLate = shouldInterruptAfterDeadline(Date.now() + timeoutMs);
  runtime.setInterruptHandler(isLate);
  const context = runtime.newContext();
  const lines: string[] = [];
  addConsole(context, lines);
  addInput(context, input);
  tell({ kind: 'began' });
  // On one line with the code, so that line numbers in faults are those of the code.
  const started = context.evalCode(`(async () => {${code}\n})()`, 'code.js');
  if (started.error) return { kind: 'fault', ...faultOf(context, started.error), lines };
  const jobs = runtime.executePendingJobs();
  if (jobs.error) return { kind: 'fault', ...faultOf(context, jobs.error), lines };
  const settled = settledOf(context, started.value, { runtime, mostChars });
  // A step of a chain of promises that was interrupted leaves the chain as if it waited.
  return settled.kind === 'pending' && isLate(runtime) === true ? { kind: 'fault', name: 'InternalError', message: 'interrupted', where: '', lines } : { ...settled, lines };
}

type Settled =
  | { readonly kind: 'value'; readonly json: string | null }
  | { readonly kind: 'fault'; readonly name: string; readonly message: string; readonly where: string }
  | { readonly kind: 'pending' | 'too_long' };

function settledOf(context: QuickJSContext, promise: QuickJSHandle, { runtime, mostChars }: { readonly runtime: QuickJSRuntime; readonly mostChars: number }): Settled {
  const state = context.getPromiseState(promise);
  if (state.type === 'pending') return { kind: 'pending' };
  if (state.type === 'rejected') return { kind: 'fault', ...faultOf(context, state.error) };
  const json = context.getProp(context.global, 'JSON').consume((holder) =>
    context.getProp(holder, 'stringify').consume((stringify) => context.callFunction(stringify, context.undefined, state.value)));
  if (json.error) return { kind: 'fault', ...faultOf(context, json.error) };
  runtime.removeInterruptHandler();
  if (context.typeof(json.value) !== 'string') return { kind: 'value', json: null };
  const length = context.getProp(json.value, 'length').consume((handle) => context.getNumber(handle));
  return length > mostChars ? { kind: 'too_long' } : { kind: 'value', json: context.getString(json.value) };
}

function addInput(context: QuickJSContext, input: string): void {
  const parsed = context.getProp(context.global, 'JSON').consume((json) =>
    context.getProp(json, 'parse').consume((parse) => context.newString(input).consume((text) => context.unwrapResult(context.callFunction(parse, context.undefined, text)))),
  );
  context.setProp(context.global, 'input', parsed);
}

function addConsole(context: QuickJSContext, lines: string[]): void {
  const console = context.newObject();
  for (const level of ['log', 'info', 'warn', 'error', 'debug']) {
    const write = context.newFunction(level, (...values) => {
      if (lines.length < MOST_LINES) lines.push(values.map((value) => shown(context, value)).join(' ').slice(0, MOST_LINE_CHARS));
    });
    context.setProp(console, level, write);
  }
  context.setProp(context.global, 'console', console);
}

function shown(context: QuickJSContext, value: QuickJSHandle): string {
  if (context.typeof(value) === 'string') return context.getString(value);
  const plain: unknown = context.dump(value);
  return (typeof plain === 'object' ? JSON.stringify(plain) : undefined) ?? String(plain);
}

/** A thrown value may be anything, and reading it may fail when memory is used up. */
function faultOf(context: QuickJSContext, error: QuickJSHandle): { readonly name: string; readonly message: string; readonly where: string } {
  const said: unknown = context.dump(error);
  if (typeof said !== 'object' || said === null) return { name: 'Error', message: String(said), where: '' };
  const field = (name: string): string => (name in said ? String(Reflect.get(said, name)) : '');
  return { name: field('name') || 'Error', message: field('message'), where: /code\.js:(\d+)/.exec(field('stack'))?.[1] ?? '' };
}

// code.run: what comes back, what the code cannot reach, and that it always ends.
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { isTeamError } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { codeRun, type CodeOptions } from './code-run.ts';

const run = (args: JsonObject, { signal = new AbortController().signal, ...options }: CodeOptions & { readonly signal?: AbortSignal } = {}): Promise<Json> =>
  codeRun(options).run({ args, callId: 'call-1', signal, caller: { goalId: 'goal-1', taskId: 'task-1', attemptId: 'attempt-1', memberId: 'member-1', locale: 'en', workspace: '/nowhere' } });

const faultOf = async (work: Promise<Json>): Promise<{ readonly rule: unknown; readonly message: string }> => {
  const fault = await work.catch((error: unknown) => error);
  if (!isTeamError(fault)) throw new Error(`No fault of ours: ${JSON.stringify(fault)}`);
  return { rule: fault.details.rule, message: fault.message };
};

describe('what comes back', { timeout: 30_000 }, () => {
  test('the returned value and the lines of the console', async () => {
    const outcome = await run({ code: 'console.log("rows", input.rows.length, { a: [1] }); return { mean: input.rows.reduce((a, b) => a + b) / input.rows.length };', input: { rows: [1, 2, 6] } });
    expect(outcome).toEqual({ result: { mean: 3 }, console: ['rows 3 {"a":[1]}'] });
  });

  test('values of every kind of JSON, awaited ones too', async () => {
    expect(await run({ code: 'return [null, true, 1.5, "你好 \\ud83d\\ude00", [], {}, await Promise.all([1, 2].map(async (x) => x * 2))]' })).toEqual({ result: [null, true, 1.5, '你好 😀', [], {}, [2, 4]] });
    expect(await run({ code: 'return input', input: 'text' })).toEqual({ result: 'text' });
  });

  test('nothing returned is said, so that the model can mend it', async () => {
    expect(await run({ code: '1 + 1' })).toMatchObject({ result: null, note: expect.stringContaining('return') });
  });

  test.each([
    ['a name that is not there', 'let a = 1;\nreturn b', 'code.fault', /ReferenceError.*'b'.*line 2/],
    ['a slip of syntax', 'const a = ;', 'code.fault', /SyntaxError.*line 1/],
    ['a thrown text', 'throw "no rows"', 'code.fault', /no rows/],
    ['a thrown object', 'throw { name: "Mine", message: "own" }', 'code.fault', /Mine: own/],
    ['endless recursion', 'const f = () => f() + 1; return f()', 'code.fault', /stack overflow/],
    ['a ring that is no JSON', 'const a = {}; a.a = a; return a', 'code.fault', /circular/],
    ['a promise that nothing settles', 'console.log("here"); await new Promise(() => {})', 'code.never_settled', /promise[\s\S]*here/],
    ['a result of 9 MB', 'return "x".repeat(9e6)', 'code.too_long', /too large/],
  ])('%s is a fault in words', async (_, code, rule, words) => {
    const fault = await faultOf(run({ code }));
    expect(fault.rule).toBe(rule);
    expect(fault.message).toMatch(words);
  });
});

describe('what it cannot reach', { timeout: 30_000 }, () => {
  test('nothing of Node is there', async () => {
    verifies('gate.code');
    const names = ['process', 'require', 'module', 'Buffer', 'fetch', 'setTimeout', 'setInterval', 'WebAssembly', 'std', 'os', 'Deno', '__dirname', 'XMLHttpRequest', 'Worker'];
    expect(await run({ code: `return [${names.map((name) => `typeof ${name}`).join(', ')}]` })).toEqual({ result: names.map(() => 'undefined') });
  });

  test.each(['await import("node:fs")', 'await import("./package.json")', 'await import("https://example.com/x.js")', 'import x from "node:fs"', 'this.constructor.constructor("return process")()', 'console.log.constructor("return process")()'])('%s fails', async (code) => {
    expect((await faultOf(run({ code }))).rule).toBe('code.fault');
  });

  test('what it does to its globals is gone in the next call, and closing the function early gains nothing', async () => {
    expect(await run({ code: '})(); globalThis.left = 1; Array.prototype.map = null; (async () => { return typeof process' })).toMatchObject({ result: 'undefined' });
    expect(await run({ code: 'return [typeof left, typeof [].map]' })).toEqual({ result: ['undefined', 'function'] });
  });
});

describe('that it ends', { timeout: 30_000 }, () => {
  test.each([
    ['an endless loop', 'for (;;) {}'],
    ['an endless chain of promises', 'const again = () => Promise.resolve().then(again); await again()'],
    ['an expression that backtracks', 'return /^(a+)+$/.test("a".repeat(40) + "!")'],
    ['one step that takes long', 'const a = []; for (;;) a.push("x".repeat(3e6).split("").reverse().join(""))'],
    ['an endless conversion of the result', 'return { toJSON() { for (;;) {} } }'],
  ])('%s is stopped, and the event loop goes on', async (_, code) => {
    verifies('gate.code');
    let turns = 0;
    const counting = setInterval(() => turns++, 20);
    const { rule } = await faultOf(run({ code }, { timeoutMs: 400, memoryBytes: 512 * 1024 * 1024 }));
    clearInterval(counting);
    expect(rule).toBe('code.timed_out');
    expect(turns).toBeGreaterThan(5);
  });

  test.each(['a.push(new ArrayBuffer(1e6))', 'a.push("x".repeat(1e4) + a.length)', 'a.push([1, 2, 3])'])('%s for ever ends at 24 MiB of memory', async (step) => {
    const { rule, message } = await faultOf(run({ code: `const a = []; for (;;) ${step};` }, { memoryBytes: 24 * 1024 * 1024, timeoutMs: 20_000 }));
    expect(rule).toBe('code.out_of_memory');
    expect(message).toContain('24 MiB');
  });

  test('10,000 lines of console keep 200', async () => {
    expect(await run({ code: 'for (let i = 0; i < 10000; i++) console.log(i); return 1' })).toMatchObject({ result: 1, console: { length: 200 } });
  });

  test('a call that is called off ends at once with the reason', async () => {
    const called = new AbortController();
    const reason = new Error('called off');
    const running = run({ code: 'for (;;) {}' }, { signal: called.signal, timeoutMs: 20_000 });
    setImmediate(() => called.abort(reason));
    await expect(running).rejects.toBe(reason);
  });
});

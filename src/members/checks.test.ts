// Checks that touch the world: what a command's end means, and what is said when it has none.
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { codeChecks } from './checks.ts';

// Starting a program takes a second of a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const checks = codeChecks({ predicates: { odd: () => 'yes' as unknown as boolean }, cwd: process.cwd() });
const about = { output: 'x', input: {}, signal: new AbortController().signal };
const command = (...words: string[]) => checks.check({ id: 'c', rule: 'command', command: words, timeout_ms: 50_000 }, about);

test('a command passes with exit code 0 and fails with another, told with what it said', async () => {
  expect(await command('node', '-e', '0')).toEqual({ id: 'c', passed: true });
  expect(await command('node', '-e', 'console.log("two are red"); process.exit(3)')).toMatchObject({ passed: false, fix: { en: expect.stringContaining('ended with 3: two are red') } });
});

test('one that ends without a code is not judged, and both languages say why', async () => {
  expect(await command('no-such-program-here')).toEqual({ id: 'c', passed: undefined, fix: { en: 'no-such-program-here is not there to be run. Install it, or name another program.', zh: '找不到程序 no-such-program-here。请先安装，或换一个程序。' } });
  expect((await command('node', '-e', 'console.log("x".repeat(2e6))')).fix).toEqual({ en: 'node wrote more than 1 MiB and was stopped. Let it write less.', zh: 'node 的输出超过 1 MiB，已被停止。请让它少写一些。' });
  const late = await checks.check({ id: 'c', rule: 'command', command: ['node', '-e', 'setInterval(() => {}, 1000)'], timeout_ms: 100 }, about);
  expect(late).toEqual({ id: 'c', passed: undefined, fix: { en: 'node took too long and was stopped.', zh: 'node 运行超时，已被停止。' } });
});

test('a predicate that gives neither true nor false is not judged', async () => {
  expect(await checks.check({ id: 'p', rule: 'predicate', name: 'odd' }, about)).toMatchObject({ passed: undefined, fix: { zh: 'odd 既没有返回 true，也没有返回 false。' } });
});

test('a command that is stopped takes its children with it, and so does one that leaves some behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-checks-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const pidFile = join(folder, 'pid');
  const parent = `const { spawn } = require('node:child_process'); const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }); require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(child.pid));`;
  const ends = (ending: string, signal: AbortSignal) => checks.check({ id: 'c', rule: 'command', command: [process.execPath, '-e', `${parent} ${ending}`], timeout_ms: 50_000 }, { ...about, signal });
  const pidOfChild = async (): Promise<number> => Number(await readFile(pidFile, 'utf8').catch(() => ''));
  const calledOff = new AbortController();
  const stopped = ends('setInterval(() => {}, 1000)', calledOff.signal);
  await expect.poll(pidOfChild, { timeout: 50_000 }).toBeGreaterThan(0);
  calledOff.abort();
  expect(await stopped).toMatchObject({ passed: undefined });
  const first = await pidOfChild();
  await expect.poll(() => isAlive(first)).toBe(false);
  expect(await ends('child.unref(); process.exit(0)', about.signal)).toEqual({ id: 'c', passed: true });
  const second = await pidOfChild();
  expect(second).not.toBe(first);
  await expect.poll(() => isAlive(second)).toBe(false);
});

test('a predicate that never answers is not judged once the review is called off', async () => {
  const calledOff = new AbortController();
  const mute = codeChecks({ predicates: { mute: () => new Promise<boolean>(() => undefined) }, cwd: process.cwd() });
  const asked = mute.check({ id: 'p', rule: 'predicate', name: 'mute' }, { ...about, signal: calledOff.signal });
  calledOff.abort();
  expect(await asked).toEqual({ id: 'p', passed: undefined, fix: { en: 'mute did not answer in time.', zh: 'mute 没有在限期内给出结果。' } });
});

/** A killed child that nobody waits for stays as a zombie until init takes it; that is dead enough. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/State:\s+Z/.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

// shell.run with real programs: what they are given, what comes back, and that nothing of them is left.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { isTeamError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ToolCall } from '../../ports/tool.ts';
import { INTAKE_BYTES } from '../limits.ts';
import { shellRun, type ShellOptions } from './shell-run.ts';

function setup(options: ShellOptions = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'muster-shell-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const tool = shellRun({ programs: ['node', 'cat', 'ls'], path: [dirname(process.execPath), '/usr/bin', '/bin'], ...options });
  if (!tool) throw new Error('No tool without programs.');
  const call = (args: JsonObject, signal = new AbortController().signal): ToolCall => ({
    args, callId: 'call-1', signal, caller: { goalId: 'goal-1', taskId: 'task-1', attemptId: 'attempt-1', memberId: 'member-1', locale: 'en', workspace: root },
  });
  const script = (name: string, text: string) => writeFileSync(join(root, name), text);
  return { root, tool, call, script, run: (args: JsonObject, signal?: AbortSignal) => tool.run(call(args, signal)) };
}

describe('the list of programs', () => {
  test('without a list there is no tool', () => {
    expect(shellRun({})).toBeUndefined();
    expect(shellRun({ programs: [] })).toBeUndefined();
  });

  test.each(['bash', 'env', 'xargs', 'ssh', 'npx', 'sudo', 'awk', './cat', '/bin/cat', 'a b', ''])('%j cannot be on it', (program) => {
    expect(() => shellRun({ programs: ['cat', program] })).toThrow(/list/i);
  });

  test('its effects are those of the programs that it names', () => {
    expect(shellRun({ programs: ['cat', 'wc'] })?.effects).toEqual(['executes', 'reads_file']);
    expect(shellRun({ programs: ['cat', 'cp'] })?.effects).toEqual(['executes', 'reads_file', 'writes_file']);
    expect(shellRun({ programs: ['cat', 'own-tool'] })?.effects).toEqual(['executes', 'reads_file', 'writes_file', 'network']);
  });

  test('rows of the program extend the table and take the place of its rows', async () => {
    const { tool, call } = setup({ programs: ['own-tool', 'cat'], rules: [{ programs: ['own-tool'], refused: [{ why: 'runs_text', options: ['--execute'] }] }, { programs: ['cat'], refused: [{ why: 'leaves', letters: 'n' }] }] });
    expect(await tool.guard?.(call({ program: 'own-tool', args: ['--exec=x'] }))).toMatchObject({ ok: false, rule: 'shell.refused_argument' });
    expect(await tool.guard?.(call({ program: 'cat', args: ['-n', 'x'] }))).toMatchObject({ ok: false, rule: 'shell.refused_argument' });
  });

  test('a program that lies in the workspace is not found, even if the path leads there', async () => {
    const { root, tool, call } = setup();
    mkdirSync(join(root, 'bin'));
    writeFileSync(join(root, 'bin/mine'), '#!/bin/sh\necho mine\n');
    chmodSync(join(root, 'bin/mine'), 0o755);
    const mine = shellRun({ programs: ['mine'], path: [join(root, 'bin'), 'bin', '.'] });
    expect(await mine?.guard?.(call({ program: 'mine' }))).toMatchObject({ ok: false, rule: 'shell.not_installed' });
    expect(await tool.guard?.(call({ program: 'mine' }))).toMatchObject({ ok: false, rule: 'shell.not_listed' });
  });
});

describe('one run', { timeout: 30_000 }, () => {
  test('arguments arrive as they are, and no shell reads them', async () => {
    verifies('gate.programs');
    const { root, script, run } = setup();
    script('show.js', 'console.log(JSON.stringify(process.argv.slice(2)))');
    const args = ['a b', '$(touch x)', '`touch y`', '; touch z', '*', '"', '\'', 'line\nbreak', '', '%PATH%', '你好'];
    expect(await run({ program: 'node', args: ['show.js', ...args] })).toEqual({ exit_code: 0, output: `${JSON.stringify(args)}\n` });
    expect(readdirSync(root)).toEqual(['show.js']);
  });

  test('a program that fails is an outcome with its exit code and what it said', async () => {
    const { script, run } = setup();
    script('fail.js', 'console.log("out"); console.error("wrong"); process.exit(3)');
    expect(await run({ program: 'node', args: ['fail.js'] })).toEqual({ exit_code: 3, output: 'out\n', errors: 'wrong\n' });
    script('die.js', 'process.kill(process.pid, "SIGKILL")');
    expect(await run({ program: 'node', args: ['die.js'] })).toEqual({ exit_code: null, output: '', ended_by: 'SIGKILL' });
  });

  test('the environment holds nothing of ours, and the home folder is empty and gone afterwards', async () => {
    vi.stubEnv('ACME_TOKEN', 'zz91-not-for-tools');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { script, run } = setup({ env: { PROJECT: 'muster' } });
    script('env.js', 'console.log(JSON.stringify({ ...process.env, files: require("fs").readdirSync(process.env.HOME) }))');
    const { output } = Object(await run({ program: 'node', args: ['env.js'] }));
    const seen = JSON.parse(output);
    expect(output).not.toContain('zz91');
    expect(Object.keys(seen).filter((name) => !/^(?:PATH|HOME|TMPDIR|LANG|TERM|NO_COLOR|CI|PAGER|EDITOR|GIT_.*|MUSTER_CALL_MARK|PROJECT|files)$/.test(name))).toEqual([]);
    expect([seen.PROJECT, seen.files]).toEqual(['muster', []]);
    expect(() => readdirSync(seen.HOME)).toThrow(/ENOENT/);
  });

  test('nobody answers what it asks: its input is at its end', async () => {
    expect(await setup().run({ program: 'cat' })).toEqual({ exit_code: 0, output: '' });
  });

  test('it runs in the folder that was named, inside the workspace', async () => {
    const { root, run } = setup();
    mkdirSync(join(root, 'sub'));
    writeFileSync(join(root, 'sub/here.txt'), '');
    expect(await run({ program: 'ls', cwd: 'sub' })).toEqual({ exit_code: 0, output: 'here.txt\n' });
    await expect(run({ program: 'ls', cwd: '..' })).rejects.toMatchObject({ code: 'tool.refused' });
  });

  test('of 20 MB of output 8 MiB are kept, the rest is counted, and the program is not held up', async () => {
    const { script, run } = setup();
    script('much.js', 'const line = "x".repeat(1e6); for (let i = 0; i < 20; i++) process.stdout.write(line); process.stdout.write("", () => console.error("done"))');
    const { exit_code, output, left_out_bytes } = Object(await run({ program: 'node', args: ['much.js'] }));
    expect([exit_code, output.length, left_out_bytes]).toEqual([0, INTAKE_BYTES, 20_000_000 - INTAKE_BYTES + 'done\n'.length]);
  });

  test('a list of arguments that the system refuses is a fault with words', async () => {
    const { run } = setup();
    const fault = await run({ program: 'ls', args: Array.from({ length: 200 }, () => 'x'.repeat(20_000)) }).catch((error: unknown) => error);
    expect(isTeamError(fault, 'tool.failed') && fault.details.rule).toBe('shell.not_started');
  });
});

/** Writes its process id and those of its children into files, then stays. */
const FAMILY = (how: string) => `
  const { spawn } = require('child_process'); const { writeFileSync } = require('fs');
  if (process.argv[2] === 'child') {
    process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {});
    writeFileSync(process.argv[3], String(process.pid));
    setInterval(() => {}, 1000);
  } else {
    for (const at of [1, 2]) spawn(process.execPath, [__filename, 'child', 'child-' + at], { ${how} }).unref();
    process.on('SIGTERM', () => {});
    writeFileSync('parent', String(process.pid));
    const wait = setInterval(() => { try { for (const at of [1, 2]) if (!require('fs').readFileSync('child-' + at, 'utf8')) return; console.log('ready'); clearInterval(wait); AFTER } catch {} }, 5);
  }`;

const isAlive = (pid: number): boolean => {
  try {
    // A child that has ended and that nobody waited for answers to signals still.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

const pidsIn = (root: string): readonly number[] => ['parent', 'child-1', 'child-2'].map((name) => Number(readFileSync(join(root, name), 'utf8')));

describe.runIf(process.platform === 'linux')('the end of a run', { timeout: 30_000 }, () => {
  const hows = [
    ['in the same group', "stdio: 'inherit'"],
    ['in sessions of their own', "detached: true, stdio: 'inherit'"],
    ['in sessions of their own with no output', "detached: true, stdio: 'ignore'"],
  ] as const;

  test.each(hows)('children %s that ignore SIGTERM are gone when a call that was called off has ended', async (_, how) => {
    verifies('gate.programs');
    const { root, script, run } = setup();
    script('family.js', FAMILY(how).replace('AFTER', 'setInterval(() => {}, 1000)'));
    const called = new AbortController();
    const ran = run({ program: 'node', args: ['family.js'] }, called.signal).catch((error: unknown) => error);
    await vi.waitFor(() => expect(pidsIn(root).every((pid) => pid > 0)).toBe(true), { timeout: 20_000, interval: 20 });
    const pids = pidsIn(root);
    expect(pids.map(isAlive)).toEqual([true, true, true]);
    const reason = new Error('called off');
    called.abort(reason);
    expect(await ran).toBe(reason);
    expect(pids.map(isAlive)).toEqual([false, false, false]);
  });

  test.each(hows)('when the program ends by itself, children %s neither keep the call waiting nor live on', async (_, how) => {
    const { root, script, run } = setup();
    script('family.js', FAMILY(how).replace('AFTER', 'process.exit(0)'));
    const outcome = Object(await run({ program: 'node', args: ['family.js'] }));
    expect([outcome.exit_code, outcome.output, outcome.background_processes_ended]).toEqual([0, 'ready\n', 2]);
    expect(pidsIn(root).map(isAlive)).toEqual([false, false, false]);
  });

  test('a call that was called off before it began starts nothing', async () => {
    const { root, script, run } = setup();
    script('mark.js', 'require("fs").writeFileSync("mark", "")');
    await expect(run({ program: 'node', args: ['mark.js'] }, AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
    expect(readdirSync(root)).toEqual(['mark.js']);
  });
});

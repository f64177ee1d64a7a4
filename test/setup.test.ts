// The set-up script as a newcomer meets it: a folder with a lock file, an npm, and no node_modules.
// npm is the outside world here, so a small stand-in plays it and counts how often it was called.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../scripts/source/list-files.ts';
import { verifies } from './verifies.ts';

const execute = promisify(execFile);

/** Plays `npm ci`: writes down its arguments, then makes node_modules with one package and a link to the real Node. */
const FAKE_NPM = `
const fs = require('node:fs');
fs.appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
if (fs.existsSync('npm-fails')) { console.error('npm error: no network'); process.exit(1); }
fs.rmSync('node_modules', { recursive: true, force: true });
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
fs.mkdirSync('node_modules/.bin', { recursive: true });
fs.symlinkSync(process.execPath, 'node_modules/.bin/node');
`;

function setup() {
  const root = mkdtempSync(join(tmpdir(), 'muster-setup-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'scripts'));
  for (const file of ['setup.mjs', 'run.mjs']) cpSync(join(ROOT, 'scripts', file), join(root, 'scripts', file));
  writeFileSync(join(root, 'npm.cjs'), FAKE_NPM);
  writeFileSync(join(root, 'package-lock.json'), '{"packages":{}}');
  const path = (...parts: string[]): string => join(root, ...parts);
  const run = async (...args: string[]) => {
    const env = { ...process.env, npm_execpath: path('npm.cjs'), npm_node_execpath: process.execPath, LC_ALL: 'C' };
    return execute(process.execPath, args, { cwd: root, env }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, stdout: error.stdout, stderr: error.stderr }),
    );
  };
  const npmCalls = (): string[] => (existsSync(path('npm-calls')) ? readFileSync(path('npm-calls'), 'utf8').trim().split('\n') : []);
  return { path, run, npmCalls };
}

test('the first call installs once, without any install script; the second does and says nothing', async () => {
  verifies('setup.nothing_compiled');
  const { run, npmCalls } = setup();
  const first = await run('scripts/setup.mjs');
  expect(first).toEqual({ code: 0, stdout: '', stderr: 'Setting up (once, about 30 s) …\n' });
  expect(await run('scripts/setup.mjs')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(npmCalls()).toEqual(['ci --ignore-scripts --no-audit --no-fund --no-progress --loglevel=error']);
});

test('a changed lock file installs again', async () => {
  const { path, run, npmCalls } = setup();
  await run('scripts/setup.mjs');
  writeFileSync(path('package-lock.json'), '{"packages":{"":{}}}');
  await run('scripts/setup.mjs');
  expect(npmCalls()).toHaveLength(2);
});

test('a program runs on the Node that was just installed, with its arguments, and its exit code comes through', async () => {
  verifies('setup.one_command');
  const { path, run } = setup();
  writeFileSync(path('show.mjs'), 'console.log(process.argv0, process.argv[2]); process.exitCode = 4;');
  const { code, stdout } = await run('scripts/run.mjs', 'show.mjs', '写一份方案');
  expect({ code, stdout }).toEqual({ code: 4, stdout: `${path('node_modules/.bin/node')} 写一份方案\n` });
});

test('three at once install once, and all three go on', async () => {
  verifies('setup.at_once_is_safe');
  const { path, run, npmCalls } = setup();
  const ended = await Promise.all([1, 2, 3].map(() => run('scripts/setup.mjs')));
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(npmCalls()).toHaveLength(1);
  expect(existsSync(path('.setup-lock'))).toBe(false);
});

test('a lock left by a killed process is taken over', async () => {
  const { path, run, npmCalls } = setup();
  const dead = execute(process.execPath, ['-e', '']);
  await dead;
  mkdirSync(path('.setup-lock'));
  writeFileSync(path('.setup-lock/owner'), String(dead.child.pid));
  expect((await run('scripts/setup.mjs')).code).toBe(0);
  expect(npmCalls()).toHaveLength(1);
  expect(existsSync(path('.setup-lock'))).toBe(false);
});

test('when npm fails the command fails with what to do, and the next call tries again', async () => {
  const { path, run, npmCalls } = setup();
  writeFileSync(path('npm-fails'), '');
  const failed = await run('scripts/run.mjs', 'show.mjs');
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('npm error: no network');
  expect(failed.stderr).toContain('What to do:');
  expect(failed.stderr).not.toMatch(/^ +at /m);
  rmSync(path('npm-fails'));
  expect((await run('scripts/setup.mjs')).code).toBe(0);
  expect(npmCalls()).toHaveLength(2);
});

test('packages that npm install put there already are kept as they are', async () => {
  const { path, run, npmCalls } = setup();
  const packages = { 'node_modules/a': { version: '1.0.0' } };
  mkdirSync(path('node_modules/a'), { recursive: true });
  writeFileSync(path('package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages, 'node_modules/b': { version: '1.0.0', optional: true } } }));
  writeFileSync(path('node_modules/.package-lock.json'), JSON.stringify({ packages }));
  expect((await run('scripts/setup.mjs')).stderr).toBe('');
  expect(npmCalls()).toEqual([]);
});

test('packages of another version than the lock file says are installed anew', async () => {
  const { path, run, npmCalls } = setup();
  mkdirSync(path('node_modules/a'), { recursive: true });
  writeFileSync(path('package-lock.json'), JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.1' } } }));
  writeFileSync(path('node_modules/.package-lock.json'), JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }));
  await run('scripts/setup.mjs');
  expect(npmCalls()).toHaveLength(1);
});

test('a linked node_modules belongs to another checkout and is never emptied', async () => {
  const { path, run, npmCalls } = setup();
  mkdirSync(path('elsewhere'));
  symlinkSync(path('elsewhere'), path('node_modules'));
  expect((await run('scripts/setup.mjs')).code).toBe(0);
  expect(npmCalls()).toEqual([]);
});

test('a pinned Node that cannot run here is taken off the PATH', async () => {
  const { path, run } = setup();
  writeFileSync(path('npm.cjs'), FAKE_NPM.replace("fs.symlinkSync(process.execPath,", "fs.writeFileSync('node_modules/.bin/x', '#!/no/such/loader'); fs.chmodSync('node_modules/.bin/x', 0o755); fs.symlinkSync('x',"));
  writeFileSync(path('show.mjs'), 'console.log(process.execPath);');
  const { code, stdout } = await run('scripts/run.mjs', 'show.mjs');
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${process.execPath}\n` });
  expect(existsSync(path('node_modules/.bin/node'))).toBe(false);
});

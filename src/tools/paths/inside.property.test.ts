// Paths at random, made of what attackers use: steps up, links in and out, look-alikes, invisible marks, any characters.
// Whatever the guard lets through lies inside the workspace when the system itself is asked.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { isTeamError } from '../../core/errors.ts';
import { fileTools } from '../files/file-tools.ts';
import { findPlace, pathOf } from './inside.ts';
import { isGitName, isProtectedName, PROTECTED_NAMES } from './path-names.ts';

let around = '';
let root = '';
const SECRET = 'of the neighbour';

beforeAll(() => {
  around = realpathSync(mkdtempSync(join(tmpdir(), 'muster-paths-')));
  root = join(around, 'w');
  for (const folder of ['w/a/b', 'w/.git', 'w/c', 'n']) mkdirSync(join(around, folder), { recursive: true });
  for (const file of ['w/a/f', 'w/a/b/f', 'w/.git/config', 'w/.env', 'w/c/.env']) writeFileSync(join(around, file), 'inside');
  writeFileSync(join(around, 'n/f'), SECRET);
  const links = { 'w/in': 'a', 'w/a/up': '..', 'w/out': '../n', 'w/a/out': '../../n/f', 'w/top': '/', 'w/ring': 'ring', 'w/g': '.git', 'w/e': '.env', 'w/far': 'in/up/out', 'w/none': '../n/new', 'w/c/all': '../..' };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(around, name));
});
afterAll(() => rmSync(around, { recursive: true, force: true }));

const name = fc.oneof(
  { weight: 14, arbitrary: fc.constantFrom('a', 'b', 'c', 'f', 'in', 'up', 'out', 'top', 'ring', 'g', 'e', 'far', 'none', 'all', 'n', 'new') },
  { weight: 4, arbitrary: fc.constantFrom('..', '.', '', '...', '.. ', '．．', '‥', '.\u200b.', '..\u0000', '%2e%2e', '~', 'C:', '\\..\\') },
  { weight: 3, arbitrary: fc.constantFrom('.git', '.GIT', '.git.', '.git ', 'GIT~1', '.g\u200cit', '.ｇit', '.git::$DATA', '.gi\u0301t', '.env', '.ENV', '.env ', '.env.local', '.énv') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
);
const slash = fc.constantFrom(...Array<string>(20).fill('/'), '//', '/./', '∕', '／', '\\');
const path = fc
  .tuple(fc.constantFrom('', '', '', './', '/', 'ROOT/', 'ROOT/../', 'ROOT', '../w/'), fc.array(fc.tuple(name, slash), { minLength: 1, maxLength: 6 }))
  .map(([start, names]) => start.replace('ROOT', root) + names.map(([text, between], at) => (at === names.length - 1 ? text : text + between)).join(''));

const rules = () => ({ workspace: root, protectedNames: PROTECTED_NAMES });
const deepestThere = (file: string): string => (existsSync(file) ? file : deepestThere(dirname(file)));

test('2,000 random paths: what is allowed lies inside, and touches neither git nor secrets', { timeout: 60_000 }, async () => {
  verifies('gate.paths');
  let allowed = 0;
  await fc.assert(
    fc.asyncProperty(path, async (text) => {
      const place = await findPlace(text, rules());
      if (!place.ok) return;
      allowed++;
      const real = realpathSync(deepestThere(pathOf(place)));
      expect(real === root || real.startsWith(`${root}/`)).toBe(true);
      expect(place.parts.filter((part) => isGitName(part) || isProtectedName(part, PROTECTED_NAMES) || part === '..' || part === '')).toEqual([]);
    }),
    { numRuns: 2000 },
  );
  expect(allowed).toBeGreaterThan(100);
});

test('300 random paths are read and written for real: nothing of the neighbour comes out, nothing is put there', { timeout: 60_000 }, async () => {
  const [read, write] = fileTools();
  const call = (args: { path: string; content?: string }) => ({ args, callId: 'c', signal: new AbortController().signal, caller: { goalId: 'g', taskId: 't', attemptId: 'a', memberId: 'm', locale: 'en' as const, workspace: root } });
  await fc.assert(
    fc.asyncProperty(path, async (text) => {
      for (const [tool, args] of [[read, { path: text }], [write, { path: text, content: 'mine' }]] as const) {
        const said = await tool?.run(call(args)).catch((error: unknown) => {
          if (!isTeamError(error)) throw error;
          return error.message;
        });
        expect(JSON.stringify(said)).not.toContain(SECRET);
      }
    }),
    { numRuns: 300 },
  );
  expect(readdirSync(around)).toEqual(['n', 'w']);
  expect(readdirSync(join(around, 'n'))).toEqual(['f']);
  expect(readFileSync(join(around, 'n/f'), 'utf8')).toBe(SECRET);
  expect(readFileSync(join(root, '.git/config'), 'utf8')).toBe('inside');
  expect(readFileSync(join(root, '.env'), 'utf8')).toBe('inside');
});

// The table of tests that start programs holds every file that takes one of the ways to do it, and nothing that is gone.
import { expect, test } from 'vitest';
import { listSources } from '../scripts/source/list-files.ts';
import { PROGRAMS } from './programs-first.ts';

const files = listSources('src', 'test', 'scripts', 'examples').filter(({ file }) => file.endsWith('.test.ts'));

test('each path of the table is that of a test', () => {
  expect(PROGRAMS.filter((path) => !files.some(({ file }) => file.startsWith(path)))).toEqual([]);
});

test('each test with a repository, a command line or a process of its own is in the table', () => {
  const ways = /^import (?!\{ temporaryFolder \}).* from '.*\/(?:git-world|run-program|run-in-turn|muster|[a-z]+-process|processes)\.ts'/m;
  const starting = files.filter(({ text }) => ways.test(text)).map(({ file }) => file);
  expect(starting.length).toBeGreaterThan(25);
  expect(starting.filter((file) => !PROGRAMS.some((path) => file.startsWith(path)))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measure } from './measure.ts';
import { SIZE_EXCEPTIONS } from './source/exceptions.ts';
import { ROOT } from './source/list-files.ts';

const stopsOf = (file: string, text: string, agents = ''): string[] =>
  measure([{ file, text }], agents).flatMap(({ name, stops }) => (stops.length > 0 ? [`${name}: ${stops.join()}`] : []));

const lines = (count: number, line = 'f();'): string => Array.from({ length: count }, () => line).join('\n');

test.each([
  ['400 lines', 'src/core/a.ts', lines(400), []],
  ['401 lines', 'src/core/a.ts', lines(401), ['lines of a file, largest: src/core/a.ts: 401 lines']],
  ['401 lines of a test', 'src/core/a.test.ts', lines(401), []],
  ['a function of 80 lines', 'src/core/a.ts', `function f() {\n${lines(78)}\n}`, []],
  ['a function of 81 lines', 'src/core/a.ts', `function f() {\n${lines(79)}\n}`, ['functions over 40 lines: src/core/a.ts:1 f: 81 lines']],
  ['any as a type', 'src/core/a.ts', 'const a: any = 1;\nconst b = a as any;', ['any: src/core/a.ts:1,src/core/a.ts:2']],
  ['any as something else', 'src/core/a.ts', 'Promise.any([]); const a = { any: 1 }; // any', []],
  ['a fog name', 'src/core/plan-helper.ts', '', ['fog names: src/core/plan-helper.ts: plan-helper says "helper"']],
  ['a port of 13 methods', 'src/ports/a.ts', `interface A {\n${lines(13, '  read(id: string): void;')}\n}`, ['ports with more than 8 methods: src/ports/a.ts: 13']],
  ['four folders deep', 'src/cli/commands/run/tree/a.ts', '', ['folders deeper than 2 under src: src/cli/commands/run/tree/a.ts: 4']],
])('%s', (_, file, text, expected) => {
  expect(stopsOf(file, text)).toEqual(expected);
});

test('a folder stops at 21 files, and AGENTS.md at 121 lines', () => {
  const folder = Array.from({ length: 21 }, (_, at) => ({ file: `src/core/f${at}.ts`, text: '' }));
  expect(measure(folder, lines(121)).flatMap(({ stops }) => stops)).toEqual(['src/core: 21 files', 'AGENTS.md']);
  expect(measure(folder.slice(1), lines(120)).flatMap(({ stops }) => stops)).toEqual([]);
});

test('the linter spares exactly the files that stand in the list of exceptions, each with its reason', () => {
  const config: { overrides: { files: string[]; rules: Record<string, unknown> }[] } = JSON.parse(readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8'));
  const spared = config.overrides
    .filter(({ rules }) => rules['max-lines'] === 'off' || rules['max-lines-per-function'] === 'off')
    .flatMap(({ files }) => files.filter((file) => file.startsWith('src/')));
  expect(spared.sort()).toEqual([...new Set(Object.keys(SIZE_EXCEPTIONS).map((key) => key.split('#')[0]))].sort());
  expect(Object.values(SIZE_EXCEPTIONS).filter((reason) => reason.length < 10)).toEqual([]);
});

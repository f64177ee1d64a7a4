// What a program loads that only names the library, asks the command line for help, or looks at a store: no package, and no engine,
// that it may never need. Each costs everybody's start 30 to 100 ms.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../scripts/source/list-files.ts';
import { runProgram, temporaryFolder } from './run-program.ts';

const JSON_SCHEMA = ['ajv', 'fast-deep-equal', 'fast-uri', 'json-schema-traverse'];

test.for([
  ['the library', 'src/index.ts', [], [...JSON_SCHEMA, 'the engine']],
  ['muster --help', 'src/cli/main.ts', ['--help'], ['commander', 'picocolors']],
  ['muster goals', 'src/cli/main.ts', ['goals'], [...JSON_SCHEMA, 'commander', 'picocolors'].toSorted()],
] as const)('%s loads nothing that it may never need', { timeout: 60_000 }, async ([, program, args, packages]) => {
  const cwd = temporaryFolder();
  const file = join(cwd, 'program.mts');
  writeFileSync(file, `
import { registerHooks } from 'node:module';
const loaded = new Set();
registerHooks({ load(url, context, next) {
  const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1] ?? (url.endsWith('/src/compose.ts') ? 'the engine' : undefined);
  if (name !== undefined) loaded.add(name);
  return next(url, context);
} });
await import(${JSON.stringify(join(ROOT, program))});
console.log(JSON.stringify([...loaded].sort()));
`);
  const { out } = await runProgram(file, { cwd, args });
  expect(JSON.parse(out.trimEnd().split('\n').at(-1) ?? '')).toEqual(packages);
});

// The architecture holds: every import of src stands in the table, and no files import each other in a ring.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findRings } from '../scripts/source/find-rings.ts';
import { isTest, listSources, ROOT } from '../scripts/source/list-files.ts';
import { findForbiddenImports, inWords, LAYERS } from './layers.ts';
import { verifies } from './verifies.ts';

const sources = listSources('src').filter(({ file }) => !isTest(file));

describe('this checkout', () => {
  test('every import of src stands in the table of layers', () => {
    verifies('layers.one_way');
    expect(findForbiddenImports(sources).map(inWords)).toEqual([]);
  });

  test('no files import each other in a ring, type imports included', () => {
    expect(findRings(listSources('src', 'scripts', 'test', 'examples')).map((ring) => ring.join(' → '))).toEqual([]);
  });

  const projects = Object.keys(LAYERS).filter((layer) => existsSync(join(ROOT, 'src', layer, 'tsconfig.json')));
  test.each(projects)('the compiler and the table agree on what %s sees', (layer) => {
    const config: unknown = JSON.parse(readFileSync(join(ROOT, 'src', layer, 'tsconfig.json'), 'utf8'));
    expect(referencedLayers(config).sort()).toEqual([...(LAYERS[layer]?.sees ?? [])].sort());
  });
});

function referencedLayers(config: unknown): string[] {
  if (typeof config !== 'object' || config === null || !('references' in config) || !Array.isArray(config.references)) return [];
  // `..` are the files beside the layers, which the table lists by name.
  return config.references.map((entry: { path: string }) => entry.path.replace(/^\.\.\//, '')).filter((path) => path !== '..');
}

const FORBIDDEN = [
  ['src/core/plan.ts', "import { x } from '../ports/store.ts'", 'core sees no other layer'],
  ['src/core/plan.ts', "import type { X } from '../engine/sweep.ts'", 'core sees no other layer'],
  ['src/core/plan.ts', "import { hash } from 'node:crypto'", 'nothing of Node'],
  ['src/core/plan.ts', "const fs = process.getBuiltinModule('node:fs')", 'nothing of Node'],
  ['src/core/plan.ts', "type Stats = import('node:fs').Stats", 'nothing of Node'],
  ['src/core/plan.ts', "import { createOpenAI } from '@ai-sdk/openai'", 'its home is src/models'],
  ['src/ports/store.ts', "export type { Move } from '../engine/commit.ts'", 'ports sees core.'],
  ['src/engine/sweep.ts', "import { sqliteStore } from '../stores/sqlite.ts'", 'engine sees core, ports.'],
  ['src/engine/sweep.ts', "export * from '../compose.ts'", 'only src/create-team.ts, src/team-types.ts, src/index.ts, src/cli/ may'],
  ['src/engine/sweep.ts', "import left from 'left-pad'", 'has no home yet'],
  ['src/stores/sqlite.ts', "import { x } from '../queues/in-process.ts'", 'stores sees core, ports.'],
  ['src/models/catalog.ts', "import 'node:sqlite'", 'its home is src/stores'],
  ['src/models/catalog.ts', "const model = await import('../members/model.ts')", 'models sees core, ports.'],
  ['src/cli/main.ts', "import { sqliteStore } from '../stores/sqlite.ts'", 'cli sees core, ports, engine.'],
  ['src/cli/main.ts', "import { parse } from 'yaml'", 'its home is src/personas'],
  ['src/testing/clock.ts', "import { x } from '../../scripts/measure.ts'", 'outside src'],
  ['src/compose.ts', "import { z } from 'zod'", 'its home is src/core'],
  ['src/attic/old.ts', "import { x } from '../core/plan.ts'", 'in no layer'],
] as const;

describe('the check itself', () => {
  test.each(FORBIDDEN)('%s may not say %s', (file, text, because) => {
    const found = findForbiddenImports([{ file, text: `const line = 1;\n${text};\n` }]);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ file, line: 2 });
    expect(found.map(inWords).join()).toContain(because);
  });

  test.each([
    ['src/core/plan.ts', "import { z } from 'zod'; import Ajv from 'ajv/dist/2020.js'; import { y } from './task.ts'"],
    ['src/core/plan.ts', "// import { x } from '@ai-sdk/openai'\nconst text = \"import { x } from '@ai-sdk/openai'\";"],
    ['src/stores/sql/rows.ts', "import { DatabaseSync } from 'node:sqlite'; import { join } from 'node:path'; import '../memory.ts'"],
    ['src/models/ai-sdk.ts', "import { createOpenAI } from '@ai-sdk/openai'; import { anthropic } from '@ai-sdk/anthropic'"],
    ['src/cli/commands/run.ts', "import { compose } from '../../compose.ts'; import { open } from '../../engine/team.ts'"],
    ['src/compose.ts', "const { sqliteStore } = await import('./stores/sqlite.ts'); import './config.ts'"],
    ['src/team-file.ts', "import { parse } from 'yaml'; import './core/policy.ts'"],
  ])('%s may say %s', (file, text) => {
    expect(findForbiddenImports([{ file, text }]).map(inWords)).toEqual([]);
  });

  test('a ring of three files is named with its path, even when one link is only a type', () => {
    const ring = findRings([
      { file: 'src/core/a.ts', text: "import { b } from './b.ts'" },
      { file: 'src/core/b.ts', text: "import type { C } from '../ports/c.ts'" },
      { file: 'src/ports/c.ts', text: "export { a } from '../core/a.ts'" },
      { file: 'src/ports/d.ts', text: "import '../core/a.ts'" },
    ]);
    expect(ring).toEqual([['src/core/a.ts', 'src/core/b.ts', 'src/ports/c.ts', 'src/core/a.ts']]);
  });
});

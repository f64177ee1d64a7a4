// The generated pages say what the code says.
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findStalePages, PAGES } from '../scripts/generate-docs.ts';
import { ERRORS } from '../src/core/errors.ts';
import { verifies } from './verifies.ts';

test('every generated page is up to date', async () => {
  expect(await findStalePages()).toEqual([]);
});

test('a page that differs by one letter, and a page that is missing, are both named with what to do', async () => {
  const root = mkdtempSync(join(tmpdir(), 'muster-docs-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'docs'));
  writeFileSync(join(root, 'docs/a.md'), 'old');
  writeFileSync(join(root, 'docs/c.md'), 'same');
  const page = (file: string, text: string) => ({ file, generate: async () => text });

  expect(await findStalePages([page('docs/a.md', 'olds'), page('docs/b.md', 'new'), page('docs/c.md', 'same')], root)).toEqual([
    'docs/a.md is out of date. Run: npm run docs',
    'docs/b.md is missing. Run: npm run docs',
  ]);
});

test('docs/errors.md has one row per code, with both languages, HTTP status, exit code and retry advice', async () => {
  verifies('errors.documented');
  const text = (await PAGES.find(({ file }) => file === 'docs/errors.md')?.generate()) ?? '';
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows).toHaveLength(Object.keys(ERRORS).length);
  expect(rows).toContain('| `store.conflict` | Someone else changed this first. | 别人先改了这里。 | 409 | 5 | reload |');
});

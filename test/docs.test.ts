// The generated pages say what the code says, and the guides stand in both languages.
import { mkdtempSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findStalePages, PAGES } from '../scripts/generate-docs.ts';
import { ROOT } from '../scripts/source/list-files.ts';
import { ERRORS } from '../src/core/errors.ts';
import { headingLevels, readPage } from './doc-blocks.ts';
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

describe('the guides', () => {
  const namesIn = (folder: string) => readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.md')).sort();
  const names = namesIn('docs/guides');
  const fencesOf = (page: string) => readPage(page).match(/^```.*$/gm) ?? [];

  test('each exists in English and in Chinese', () => {
    expect(names.length).toBeGreaterThanOrEqual(7);
    expect(namesIn('docs/guides/zh')).toEqual(names);
  });

  test.for(names)('%s has as many headings and the same fences of code in both languages', (name) => {
    const [en, zh] = [`docs/guides/${name}`, `docs/guides/zh/${name}`];
    expect(headingLevels(readPage(zh))).toHaveLength(headingLevels(readPage(en)).length);
    expect(fencesOf(zh)).toEqual(fencesOf(en));
  });

  test.for([['README.md', 'docs/guides/'], ['README.zh.md', 'docs/guides/zh/']] as const)('%s links each, in its own language and in their order', ([page, folder]) => {
    const linked = [...readPage(page).matchAll(/\]\((docs\/guides\/[^)#]+\.md)\)/g)].map(([, to]) => to);
    expect(linked).toEqual(names.map((name) => `${folder}${name}`));
  });

  test.for(names)('the Chinese %s leads to other guides in Chinese', (name) => {
    const text = readPage(`docs/guides/zh/${name}`);
    expect([...text.matchAll(/\]\((\.\.\/[^)]*)\)/g)].map(([, to]) => to).filter((to) => names.includes(to?.slice(3) ?? ''))).toEqual([]);
  });
});

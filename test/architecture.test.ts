// The page about the architecture names what is there: its folders and files exist, and no folder of src is left out.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../scripts/source/list-files.ts';
import { readPage } from './doc-blocks.ts';

const page = readPage('ARCHITECTURE.md');
const tree = page.slice(page.indexOf('## The tree'), page.indexOf('## Glossary'));
const named = [...tree.matchAll(/^\| `([^`]+)` \|/gm)].map(([, folder]) => folder ?? '');
const foldersUnder = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory()).flatMap(({ name }) => [`${folder}/${name}`, ...foldersUnder(`${folder}/${name}`)]);

test('every folder of the tree is there', () => {
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((folder) => !existsSync(join(ROOT, folder)) || !statSync(join(ROOT, folder)).isDirectory())).toEqual([]);
});

test('every folder of src stands in the tree; a new one needs a row in ARCHITECTURE.md', () => {
  expect(foldersUnder('src').filter((folder) => !named.includes(folder))).toEqual([]);
});

test('every file that the page names is there', () => {
  const files = [...page.matchAll(/`((?:src|test|scripts|prompts|docs)\/[^`]*\.\w+)`/g)].map(([, file]) => file ?? '');
  expect(new Set(files).size).toBeGreaterThan(30);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test('every step of the engine is told in the journey', () => {
  const plumbing = new Set(['commit.ts', 'engine.ts', 'commit-spent.ts']);
  const steps = readdirSync(join(ROOT, 'src/engine')).filter((name) => name.endsWith('.ts') && !name.includes('.test.') && !plumbing.has(name));
  expect(steps.filter((name) => !page.includes(`src/engine/${name}`))).toEqual([]);
});

test('the glossary explains the words of the design and of the code, each once', () => {
  const words = [...page.slice(page.indexOf('## Glossary')).matchAll(/^\| ([a-z-]+) \|/gm)].map(([, word]) => word ?? '').filter((word) => word !== 'word');
  expect(words).toEqual([...new Set(words)]);
  expect(words).toEqual(expect.arrayContaining(['goal', 'team', 'style', 'member', 'role', 'registration', 'task', 'attempt', 'criterion', 'verdict', 'question', 'message', 'event', 'signal', 'lease', 'wake-up', 'gate', 'alert', 'turn', 'grant', 'guard', 'effect', 'breaker', 'claim', 'round', 'deed', 'concern', 'tree', 'lane', 'crew', 'seat', 'epoch', 'stay']));
});

// Each promise of the manifest is shown by a test, or is openly marked as pending.
import { describe, expect, test } from 'vitest';
import { listSources, type SourceFile } from '../scripts/source/list-files.ts';
import { readTokens, type Token } from '../scripts/source/read-tokens.ts';
import { REQUIREMENTS, type Requirement } from './requirements.ts';

const manifest: Readonly<Record<string, Requirement>> = REQUIREMENTS;
const THIS_FILE = 'test/requirements.test.ts';

test('every promise has a test that cites it, and every citation names a promise', () => {
  const tests = listSources('src', 'test', 'examples', 'scripts').filter(({ file }) => file.endsWith('.test.ts') && file !== THIS_FILE);
  const pending = Object.keys(manifest).filter((id) => manifest[id]?.pending);
  if (pending.length > 0) console.log(`Promises that no test shows yet, ${pending.length} of ${Object.keys(manifest).length}:\n  ${pending.join('\n  ')}`);
  expect(complaints(manifest, citations(tests))).toEqual([]);
});

/** Promise id → the test files that cite it. */
function citations(tests: readonly SourceFile[]): Map<string, string[]> {
  const cited = new Map<string, string[]>();
  for (const { file, text } of tests) {
    const tokens = readTokens(text);
    const ids = tokens.flatMap((token, at) => (token.text === 'verifies' && tokens[at + 1]?.text === '(' ? listedIds(tokens, at + 2) : []));
    for (const id of ids) cited.set(id, [...(cited.get(id) ?? []), file]);
  }
  return cited;
}

function listedIds(tokens: readonly Token[], start: number): string[] {
  const end = tokens.findIndex((token, at) => at >= start && token.kind === 'mark' && token.text === ')');
  return tokens.slice(start, end).flatMap((token) => (token.kind === 'text' ? [token.text] : []));
}

function complaints(promises: Readonly<Record<string, Requirement>>, cited: ReadonlyMap<string, readonly string[]>): string[] {
  const uncited = Object.entries(promises).filter(([id, row]) => !row.pending && !cited.has(id));
  const marked = Object.entries(promises).filter(([id, row]) => row.pending && cited.has(id));
  const unknown = [...cited].filter(([id]) => !Object.hasOwn(promises, id));
  return [
    ...uncited.map(([id]) => `${id}: no test cites it. Call verifies('${id}') in the test that shows it, or mark it pending.`),
    ...marked.map(([id]) => `${id}: ${cited.get(id)?.join(', ')} cites it. Take its pending mark away.`),
    ...unknown.map(([id, files]) => `${id}: ${files.join(', ')} cites it, but test/requirements.ts does not know it.`),
  ];
}

describe('the check itself', () => {
  const promises = { 'a.kept': { promise: 'p', source: 's' }, 'b.later': { promise: 'p', source: 's', pending: true } } as const;
  const said = (text: string): string[] => complaints(promises, citations([{ file: 'x.test.ts', text }]));

  test.each([
    ["test('a', () => { verifies('a.kept') })", []],
    ["// verifies('a.kept')", ['a.kept: no test']],
    ["verifies('a.kept', 'b.later')", ['b.later: x.test.ts cites it. Take']],
    ["verifies('a.kept'); verifies('c.unknown')", ['c.unknown: x.test.ts cites it, but']],
    ["verifies('a.kept', 'constructor')", ['constructor: x.test.ts']],
  ])('%s', (text, expected) => {
    const found = said(text);
    expect(found).toHaveLength(expected.length);
    expected.forEach((start, at) => expect(found[at]).toContain(start));
  });
});

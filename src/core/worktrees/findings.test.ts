// What git says about a tree, read into findings, and what they forbid.
import { expect, test } from 'vitest';
import { blockers, finding, FINDING_KINDS, precious, readIndex, readStatus, sayFindings, unsaved, type FindingKind } from './findings.ts';

const KINDS = Object.keys(FINDING_KINDS).filter((kind): kind is FindingKind => kind in FINDING_KINDS);

test('a status with a path of each sort, with spaces and Chinese, is read into its lists', () => {
  const sha = 'a'.repeat(40);
  const text = [
    `# branch.oid ${sha}`, '# branch.head muster/goal_1--task_1--研究员', `1 M. N... 100644 100644 100644 ${sha} ${sha} staged file.txt`, `1 .M N... 100644 100644 100644 ${sha} ${sha} 改.txt`,
    `1 MM N... 100644 100644 100644 ${sha} ${sha} both.txt`, `1 .M SC.. 160000 160000 160000 ${sha} ${sha} vendor`, `2 R. N... 100644 100644 100644 ${sha} ${sha} R100 new name`, 'old name',
    `u UU N... 100644 100644 100644 100644 ${sha} ${sha} ${sha} a b.txt`, '? new file', '? inner/', '! node_modules/', '',
  ].join('\0');
  expect(readStatus(text)).toEqual({
    head: 'muster/goal_1--task_1--研究员', commit: sha, staged: ['staged file.txt', 'both.txt', 'new name'], changed: ['改.txt', 'both.txt', 'vendor'], untracked: ['new file'], ignored: ['node_modules/'],
    conflicted: [{ code: 'UU', path: 'a b.txt' }], nested: ['inner/'], submodules: ['vendor'],
  });
  expect(readStatus('# branch.oid (initial)\0# branch.head (detached)\0')).toMatchObject({ head: null, commit: null });
});

test('an index is read into recorded repositories and the files that git does not look at', () => {
  const row = (letter: string, mode: string, path: string): string => `${letter} ${mode} ${'b'.repeat(40)} 0\t${path}`;
  expect(readIndex([row('H', '100644', 'a'), row('h', '100644', 'b c'), row('S', '100755', 'd'), row('H', '160000', 'vendor'), row('s', '100644', 'e'), ''].join('\0'))).toEqual({ links: ['vendor'], unwatched: ['b c', 'e'], skipped: ['d', 'e'] });
});

test('of ignored paths only those are not precious that tools are known to make again; a team may name more', () => {
  const ignored = ['node_modules/', 'app/node_modules/', 'x.pyc', 'lib/__pycache__/', 'dist/', '.env', 'node_modules.txt', 'notes.log'];
  expect(precious(ignored)).toEqual(['dist/', '.env', 'node_modules.txt', 'notes.log']);
  expect(precious(ignored, ['dist', '*.log'])).toEqual(['.env', 'node_modules.txt']);
});

test('anything found forbids the removal; the word to discard covers 9 kinds, and never what cannot be kept or looked at', () => {
  for (const kind of KINDS) expect(blockers([finding(kind, ['x'])], false)).toHaveLength(1);
  expect(KINDS.filter((kind) => blockers([finding(kind, ['x'])], true).length === 0)).toEqual(['staged', 'changed', 'untracked', 'ignored', 'conflicted', 'unmerged', 'elsewhere', 'operation', 'stash']);
  expect(blockers([], false)).toEqual([]);
  expect(unsaved(KINDS.map((kind) => finding(kind, ['x']))).map(({ kind }) => kind)).toEqual(['staged', 'changed', 'untracked', 'conflicted', 'elsewhere', 'operation', 'unreadable']);
});

test('findings are said in both languages, 25 paths as 20 and a count', () => {
  const said = sayFindings([finding('untracked', Array.from({ length: 25 }, (_, index) => `f${index}`)), finding('unmerged', [], 1)]);
  expect(said.en).toMatch(/^25 untracked: f0, .*, f19 … \(\+5\); 1 commit not merged into the branch of the goal$/u);
  expect(said.zh).toContain('25 个文件未纳入版本管理');
  for (const kind of KINDS) expect(sayFindings([finding(kind, ['x'])]).zh).toMatch(/\p{Script=Han}/u);
});

import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measureChurn } from './churn.ts';
import { takeInventory } from './inventory.ts';
import { findLargestFiles } from './largest-files.ts';
import { checkLicence } from './licence-check.ts';
import { sectionsOf } from './report-facts.ts';
import type { Results } from './report-facts.ts';
import { writeReport } from './report.ts';
import { commitAll, gitIn, newFolder, ODD_NAMES, removeFolder, sampleRepository, shellIn, writeFiles } from './sample-repository.ts';
import { findUnfinishedWork } from './unfinished-work.ts';

const options = { signal: new AbortController().signal };
const folders: string[] = [];
let sample: string;

beforeAll(async () => { sample = await keep(sampleRepository()); });
afterAll(async () => { for (const folder of folders) await removeFolder(folder); });

async function keep(made: Promise<string>): Promise<string> {
  const folder = await made;
  folders.push(folder);
  return folder;
}

async function resultsOf(repository: string): Promise<Results> {
  const input = { repository };
  const [inventory, licence, largest, unfinished, churn] = await Promise.all([
    takeInventory(input, options), checkLicence(input, options), findLargestFiles(input, options), findUnfinishedWork(input, options), measureChurn(input, options),
  ]);
  return { inventory: inventory.output, licence: licence.output, largest: largest.output, unfinished: unfinished.output, churn: churn.output };
}

/** Runs the command beside every figure: `[what, ours, theirs]`. Names that git log quotes are left to their own test. */
async function figuresBeside(repository: string): Promise<{ ours: readonly string[]; theirs: readonly string[] }> {
  const isQuotedByGit = (path: string) => /[\n"]/.test(path);
  const figures = sectionsOf(await resultsOf(repository)).flatMap(({ title, facts, lists }) => [
    ...facts.map(({ says, value, check }) => ({ what: says.en, value, check, file: '' })),
    ...lists.flatMap(({ columns, rows }) => rows.filter(({ path }) => title.en !== 'Churn' || !isQuotedByGit(path)).flatMap(({ path, values }) =>
      columns.map(({ says, check }, index) => ({ what: `${says.en} of ${path}`, value: values[index], check, file: path })))),
  ]);
  const answers = await Promise.all(figures.map(({ check, file }) => shellIn(repository, check, file)));
  return {
    ours: figures.map(({ what, value }) => `${what}: ${value}`),
    theirs: figures.map(({ what }, index) => `${what}: ${Number(answers[index])}`),
  };
}

test('every figure of the report is the one that the command beside it prints, odd names, a link and a missing file included', async () => {
  const { ours, theirs } = await figuresBeside(sample);
  expect(ours.length).toBeGreaterThan(80);
  expect(ours).toEqual(theirs);
}, 20_000);

test('the command beside each SPDX licence counts it, whatever stands behind it on the line', async () => {
  const folder = await newFolder();
  try {
    await gitIn(folder, 'init', '--quiet');
    const tag = 'SPDX-License-Identifier';
    await writeFiles(folder, { 'a.ts': `// ${tag}: MIT\n`, 'b.html': `<!-- ${tag}: MIT -->\n`, 'c.css': `/* ${tag}: Apache-2.0 OR MIT */\n`, 'd.ts': `const line = '${tag}:  MIT\\n';\n` });
    await gitIn(folder, 'add', '--all');
    const results = await resultsOf(folder);
    const { markdown } = (await writeReport({ repository: folder, results }, options)).output;
    const rows = [...markdown.matchAll(/^- SPDX `(.+?)`: \*\*(\d+)\*\* \(check: `(.+)`\)$/gm)];
    expect(rows.map(([, licence, count]) => [licence, count])).toEqual([['MIT', '3'], ['Apache-2.0 OR MIT', '1']]);
    const counted = (await shellIn(folder, rows[0]?.[3] ?? '')).trim().split(/\s*\n\s*/);
    expect(new Set(counted)).toEqual(new Set(rows.map(([, licence, count]) => `${count} ${licence}`)));
  } finally {
    await removeFolder(folder);
  }
});

test('17 tracked paths are 13 text files, 1 binary, 1 empty, 1 link and 1 missing', async () => {
  const { output, executionSummary } = await takeInventory({ repository: sample }, options);
  expect(output).toMatchObject({ paths: 17, textFiles: 13, binaryFiles: 1, emptyFiles: 1, links: 1, submodules: 0, missing: 1 });
  expect(output.extensions.reduce((sum, { paths }) => sum + paths, 0)).toBe(17);
  expect(output.extensions.find(({ extension }) => extension === '.ts')).toMatchObject({ paths: 4, lines: 6 });
  expect(executionSummary).toContain('17 tracked paths');
});

test('marks count as whole words in capitals in text files; TODOS, todo, a binary and an untracked file do not', async () => {
  const { output } = await findUnfinishedWork({ repository: sample }, options);
  const counted = await gitIn(sample, 'grep', '-I', '-c', '-z', '-w', '-E', 'TODO|FIXME|XXX|HACK');
  const byGit = [...counted.matchAll(/([^\0]+)\0(\d+)\n/g)].map(([, path, lines]) => [path, Number(lines)]);
  expect(new Map(output.files.map(({ path, lines }) => [path, lines]))).toEqual(new Map(byGit.map(([path, lines]) => [String(path), Number(lines)])));
  expect(output.files.find(({ path }) => path === ODD_NAMES.quote)).toEqual({ path: ODD_NAMES.quote, lines: 2, lineNumbers: [1, 2] });
  expect(output.files.find(({ path }) => path === ODD_NAMES.han)?.lineNumbers).toEqual([3]);
  expect(output.byMark).toEqual({ TODO: 5, FIXME: 0, XXX: 3, HACK: 2 });
});

test('a name with a newline or a quote keeps its own commits and lines; a merge counts as a commit and changes nothing', async () => {
  const { output } = await measureChurn({ repository: sample }, options);
  const of = (path: string) => output.files.find((file) => file.path === path);
  expect(output).toMatchObject({ commits: 4, authors: 2, isWholeHistory: true, isShallow: false });
  expect(of(ODD_NAMES.newline)).toEqual({ path: ODD_NAMES.newline, commits: 2, added: 2, deleted: 1 });
  expect(of(ODD_NAMES.quote)).toEqual({ path: ODD_NAMES.quote, commits: 1, added: 2, deleted: 0 });
  expect(of(ODD_NAMES.han)).toMatchObject({ commits: 2, added: 4 });
  expect(of('logo.bin')).toMatchObject({ commits: 1, added: 0, deleted: 0 });
  expect(JSON.stringify(output)).not.toMatch(/Ada|Bo|example\.org/);
});

test('of 502 commits the last 500 are read and it says that there are more; of 500 it is all', async () => {
  const folder = await keep(newFolder());
  await gitIn(folder, 'init', '--quiet', '--initial-branch=main');
  await writeFiles(folder, { a: 'a\n' });
  await commitAll(folder, 'root');
  const tree = (await gitIn(folder, 'rev-parse', 'HEAD^{tree}')).trim();
  const root = (await gitIn(folder, 'rev-parse', 'HEAD')).trim();
  const commits = Array.from({ length: 501 }, (_, index) => `commit refs/heads/main\nmark :${index + 1}\ncommitter C <c@example.org> ${1_700_000_000 + index} +0000\ndata 1\nx\nfrom ${index === 0 ? root : `:${index}`}\nM 040000 ${tree} \n`);
  await writeFiles(folder, { '.git/stream': commits.join('') });
  await shellIn(folder, 'git fast-import --quiet < .git/stream');
  expect((await measureChurn({ repository: folder }, options)).output).toMatchObject({ commits: 500, isWholeHistory: false, changedPaths: 0 });
  await gitIn(folder, 'update-ref', 'refs/heads/main', 'main~2');
  expect((await measureChurn({ repository: folder }, options)).output).toMatchObject({ commits: 500, isWholeHistory: true, changedPaths: 1 });
});

test('a repository without a commit and without a file gives zeros, and a report', async () => {
  const folder = await keep(newFolder());
  await gitIn(folder, 'init', '--quiet');
  const results = await resultsOf(folder);
  expect(results.churn).toMatchObject({ commits: 0, authors: 0, isWholeHistory: true, files: [] });
  expect(results.inventory).toMatchObject({ paths: 0, lines: 0, extensions: [] });
  expect(results.licence.agreement).toBe('no_licence_file');
  expect((await writeReport({ repository: folder, results }, options)).output.markdown).toContain('tracked paths: **0**');
});

test('a bare repository, a folder without one, a path that is no folder and an empty path are refused with what to do', async () => {
  const bare = await keep(newFolder());
  await gitIn(bare, 'init', '--quiet', '--bare');
  const plain = await keep(newFolder());
  const refused = (repository: string, message: string) =>
    expect(takeInventory({ repository }, options)).rejects.toMatchObject({ code: 'input.invalid', message: expect.stringContaining(message) });
  await refused(bare, 'is a bare repository');
  await refused(plain, 'is not in a git repository. Give the path of a clone.');
  await refused(join(plain, 'nowhere'), 'is not a folder that can be opened');
  await refused(join(sample, '.git'), 'is inside the .git folder');
  await refused('', 'names no folder');
});

test('a folder inside the repository stands for the whole; GIT_DIR of the caller does not lead elsewhere', async () => {
  const before = process.env['GIT_DIR'];
  process.env['GIT_DIR'] = '/nonexistent';
  try {
    const { output } = await takeInventory({ repository: join(sample, 'docs') }, options);
    expect(output).toMatchObject({ paths: 17 });
  } finally {
    if (before === undefined) delete process.env['GIT_DIR'];
    else process.env['GIT_DIR'] = before;
  }
});

test('a link that leads out of the repository is counted and not read', async () => {
  const folder = await keep(newFolder());
  await gitIn(folder, 'init', '--quiet');
  const outside = await keep(newFolder());
  await writeFiles(outside, { secret: 'TODO\nTODO\n' });
  await symlink(join(outside, 'secret'), join(folder, 'link'));
  await gitIn(folder, 'add', '--all');
  const { inventory, unfinished, largest } = await resultsOf(folder);
  expect([inventory.links, inventory.lines, unfinished.lines, largest.files]).toEqual([1, 0, 0, []]);
});

test('each function stops with the reason of the signal, before and while git runs', async () => {
  const stop = new AbortController();
  const running = [takeInventory, checkLicence, findLargestFiles, findUnfinishedWork, measureChurn].map((work) => work({ repository: sample }, { signal: stop.signal }));
  stop.abort(new Error('enough'));
  for (const outcome of await Promise.allSettled(running)) expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'enough' } });
  await expect(measureChurn({ repository: sample }, { signal: stop.signal })).rejects.toThrow('enough');
});

test('the report exists in both languages, shows every name as code, and lets none break its tables', async () => {
  const results = await resultsOf(sample);
  const en = await writeReport({ repository: sample, results }, options);
  const zh = await writeReport({ repository: sample, results, locale: 'zh' }, options);
  expect(en.output.markdown).toContain('- tracked paths: **17** (check: `git ls-files | wc -l`)');
  expect(zh.output.markdown).toContain('- 受版本管理的路径：**17**（核对：`git ls-files | wc -l`）');
  expect(en.output.markdown).toContain('`docs/new\\u000aline.txt`');
  const rows = en.output.markdown.split('\n').filter((line) => line.startsWith('|'));
  for (const row of rows) expect(row.match(/(?<!\\)\|/g)?.length, row).toBeGreaterThan(2);
  expect(rows.find((row) => row.includes('a\\|'))).toContain('``docs/a\\|`b`.txt``');
  expect(zh.executionSummary).toBe(en.executionSummary.replace(/^Report with (\d+) .*$/, '报告包含 $1 个数字，每个都附有核对命令。'));
});

// The pages are programs: every block of code in the README and the guides, in both languages, is compiled and run as its
// reader would run it, and prints what the page shows. So are the snippets that the design promises, word for word.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../scripts/source/list-files.ts';
import { readCriteria } from '../src/core/criteria.ts';
import { COMBINATIONS } from '../src/core/gate/effects.ts';
import { LIMITS } from '../src/core/lifecycles.ts';
import { readAgentFile } from '../src/personas/read-agent-file.ts';
import { readTeamFile } from '../src/team-file.ts';
import { blocksOf, commandsOf, fits, headingLevels, programOf, readPage, skeletonOf, withoutCode, type Block } from './doc-blocks.ts';
import { runAgain, runProgram, temporaryFolder } from './run-program.ts';

const pagesIn = (folder: string): readonly string[] => readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name}`);
/** The guides with a number are run; the one about testing is held by the tests of src/testing. */
const isNumbered = (page: string): boolean => /\/\d-/.test(page);
const PAIRS: readonly (readonly [en: string, zh: string])[] = [
  ['README.md', 'README.zh.md'],
  ...pagesIn('docs/guides/zh').map((zh) => [zh.replace('/zh/', '/'), zh] as const),
];
const PAGES = ['README.md', 'README.zh.md', ...[...pagesIn('docs/guides'), ...pagesIn('docs/guides/zh')].filter(isNumbered)];
const BLOCKS = PAGES.flatMap((page) => blocksOf(page));
const placeOf = ({ page, line }: Block): string => `${page}:${line}`;
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** What the design shows to users of the library. */
const DESIGN_SNIPPETS = {
  team: `
import { createTeam, reviewer, worker } from 'muster'
import { z } from 'zod'
const team = createTeam({
  model: 'anthropic/claude-sonnet-4-5',
  members: [
    worker('copywriter', { skills: ['copywriting'], output: z.object({ draft: z.string() }) }),
    reviewer('editor'),
  ],
})
const goal = await team.run('Plan a summer promotion for campus')
console.log(goal.status, goal.summary)   // resolves when nothing can move without a person: then goal.waiting lists the questions
console.log(goal.waiting.length)
await team.close()`,
  steps: `
import { createTeam, worker } from 'muster'
const adder = worker('adder', { skills: ['add'], run: async ({ input }) => ({ output: Number(input['a']) + Number(input['b']) }) })
const team = createTeam({ store: 'memory', members: [adder] })
const goal = await team.open('Add')
const [task] = await goal.add([{ title: 'Add 1 and 2', skills: ['add'], input: { a: 1, b: 2 } }])
console.log((await task?.ended())?.output, (await goal.ended()).status)
await team.close()`,
};

test('every ts block of the README and the guides compiles under the strict rules, and so do the snippets of the design', async () => {
  const programs = [
    ...BLOCKS.filter(({ language }) => language === 'ts').map((block) => ({ at: placeOf(block), text: programOf(block) })),
    ...Object.entries(DESIGN_SNIPPETS).map(([name, text]) => ({ at: `design ${name}`, text: programOf({ page: '', line: 0, language: 'ts', text, notRun: undefined, output: undefined }) })),
  ];
  expect(programs.length).toBeGreaterThan(18);
  // Inside the checkout, where zod and the types of Node are found; git ignores the folder.
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.muster-pages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  programs.forEach(({ text }, index) => writeFileSync(join(folder, `block-${index}.mts`), text));
  const config = { extends: join(ROOT, 'tsconfig.base.json'), compilerOptions: { noEmit: true, composite: false, declaration: false, sourceMap: false, noUnusedLocals: false, allowImportingTsExtensions: true, rewriteRelativeImportExtensions: false, types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] }, include: [join(folder, '*.mts')] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const said = await new Promise<string>((resolve) => void execFile(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], (_error, out) => resolve(out)));
  expect(said.replaceAll(/\S*block-(\d+)\.mts/g, (_, index: string) => programs[Number(index)]?.at ?? '')).toBe('');
}, 30_000);

// Each starts a program: on a busy machine that takes as long as it takes.
describe('a program prints what its page shows below it', { timeout: 60_000 }, () => {
  const programs = BLOCKS.filter(({ language, notRun }) => language === 'ts' && notRun === undefined);
  test.concurrent.for(programs.map((block) => [placeOf(block), block] as const))('%s', async ([, block], { expect, onTestFinished }) => {
    expect(block.output, 'a block that runs shows its output').toBeDefined();
    const cwd = temporaryFolder(onTestFinished);
    const file = join(cwd, 'program.mts');
    writeFileSync(file, programOf(block).replaceAll("from 'zod'", `from '${join(ROOT, 'node_modules/zod/index.js')}'`));
    // The Chinese page has the same code with other texts, which is held below: one of both is a process of its own, and whatever
    // starts processes is.
    const isAgain = block.page.includes('zh') && !block.text.includes('node:child_process');
    const { code, out, errors } = isAgain ? await runAgain(file, { cwd }, onTestFinished) : await runProgram(file, { cwd });
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    if (!fits(out, block.output ?? '')) expect(out).toBe(block.output);
  });
});

test('the step-by-step snippet of the design adds 1 and 2', async () => {
  const cwd = temporaryFolder();
  const file = join(cwd, 'program.mts');
  writeFileSync(file, programOf({ page: '', line: 0, language: 'ts', text: DESIGN_SNIPPETS.steps, notRun: undefined, output: undefined }));
  expect((await runProgram(file, { cwd })).out).toBe('3 done\n');
});

describe('commands', () => {
  const shells = BLOCKS.filter(({ language }) => language === 'sh');

  test('each is a script of package.json, and each example that shows its output prints it', async () => {
    for (const block of shells) {
      for (const command of commandsOf(block)) {
        const script = /^npm (?:(start|test)|run (?:-s )?(\S+))/.exec(command)?.slice(1).find((name) => name !== undefined) ?? '';
        expect(scripts[script], `${placeOf(block)}: ${command}`).toBeDefined();
      }
      if (block.output === undefined) continue;
      const [command = '', ...more] = commandsOf(block);
      expect(more, placeOf(block)).toEqual([]);
      const [, script = ''] = /^npm (?:run -s )?(\S+)$/.exec(command) ?? [];
      const program = String(scripts[script]).replace('node scripts/run.mjs ', '');
      const { code, out } = block.page.includes('zh')
        ? await runAgain(program, { cwd: temporaryFolder(), env: { LC_ALL: '', LANG: 'zh_CN.UTF-8' } })
        : await runProgram(program, { cwd: temporaryFolder(), limitMs: 120_000 });
      expect(code).toBe(0);
      if (!fits(out, block.output)) expect(out).toBe(block.output);
    }
  }, 240_000);

  test.skipIf(!existsSync(join(ROOT, 'src/cli/main.ts')))('each `muster` command that a page names is one that the program lists', async () => {
    const named = new Set(PAGES.flatMap((page) => [...readPage(page).matchAll(/(?:`muster |muster -- )([a-z]+)/g)].map(([, command]) => command ?? '')));
    const { out } = await runProgram('src/cli/main.ts', { cwd: temporaryFolder(), args: ['--help'] });
    expect([...named].filter((command) => !new RegExp(`^\\s+${command}\\b`, 'm').test(out))).toEqual([]);
  });
});

/** A file and a command have the same keys and options in both languages; values and comments may be in either. */
const withoutWords = (language: string, text: string): string =>
  language === 'yaml' ? text.replaceAll(/\s*#.*$/gm, '').replaceAll(/\bskills: \[[^\]]*\]/g, 'skills: […]').replaceAll(/^(\s*(?:- )?\w+:) .+$/gm, '$1 …') : text.replaceAll(/"[^"]*"/g, '""');

describe('the two languages', () => {
  test.for(PAIRS)('%s and %s have the same headings, code and rows of tables', ([en, zh]) => {
    expect(headingLevels(readPage(zh))).toEqual(headingLevels(readPage(en)));
    const codeOf = (page: string) => blocksOf(page).map(({ language, text, notRun }) => ({ language, text: language === 'ts' ? skeletonOf(text) : withoutWords(language, text), run: notRun === undefined }));
    expect(codeOf(zh)).toEqual(codeOf(en));
    const rowsOf = (page: string) => withoutCode(readPage(page)).split('\n').filter((line) => line.startsWith('|')).length;
    expect(rowsOf(zh)).toBe(rowsOf(en));
  });

  test('a page in Chinese is Chinese: no paragraph of it stands there in English', () => {
    for (const [, zh] of PAIRS) {
      const paragraphs = withoutCode(readPage(zh)).split('\n').filter((line) => line.trim() !== '' && !/^(?:<!--|\[English\]|\[MIT\]|# Muster|\|[ -|]+\|$)/.test(line));
      for (const line of paragraphs) expect(line, `${zh}: ${line}`).toMatch(/\p{Script=Han}/u);
    }
  });
});

test('every team.yaml of a page is one that the command line takes', () => {
  const files = BLOCKS.filter(({ language }) => language === 'yaml');
  expect(files.length).toBeGreaterThan(0);
  for (const block of files) expect(readTeamFile(block.text), placeOf(block)).toMatchObject({ ok: true });
});

test('the hello-world of the README is a team with a reviewer in at most 12 lines', () => {
  for (const page of ['README.md', 'README.zh.md']) {
    const hello = blocksOf(page).find(({ language }) => language === 'ts')?.text ?? '';
    expect(hello).toContain('reviewer(');
    expect(hello.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(12);
  }
});

test.for(['docs/guides/3-criteria.md', 'docs/guides/zh/3-criteria.md'])('every short form in the table of criteria is read as the rule of its row: %s', (page) => {
  const rows = [...readPage(page).matchAll(/^\| (`[^|]+`) \| `([^|]+)` \|/gm)];
  expect(rows.length).toBeGreaterThanOrEqual(13);
  for (const [, rules = '', written = ''] of rows) {
    const read = readCriteria([Function(`return (${written})`)()]);
    expect(read.ok && rules.includes(read.criteria[0]?.rule ?? '?'), written).toBe(true);
  }
});

describe('the guide to the gate', () => {
  const LANGUAGES = [['en', 'docs/guides/7-tools-and-the-gate.md'], ['zh', 'docs/guides/zh/7-tools-and-the-gate.md']] as const;

  test.for(LANGUAGES)('in %s has every row of the table of combinations, as the code has it', ([locale, page]) => {
    const shown = readPage(page).split('\n').filter((line) => /^\| `\w+` \| `[a-z_]+`(?: \+ `\w+`)* \|/.test(line)).filter((line) => !line.includes('`file.') && Object.keys(COMBINATIONS).some((name) => line.startsWith(`| \`${name}\``)));
    expect(shown).toEqual(Object.entries(COMBINATIONS).map(([name, { needs, action, says }]) => `| \`${name}\` | ${needs.map((effect) => `\`${effect}\``).join(' + ')} | ${action} | ${says[locale]} |`));
  });

  test.for(LANGUAGES)('in %s has an agent file that is read as it stands, with three tools allowed and one denied', ([, page]) => {
    const [file] = blocksOf(page).filter(({ language }) => language === 'md');
    expect(readAgentFile(file?.text ?? '', 'analyst.md')).toMatchObject({ ok: true, registration: { allowedTools: [{ name: 'database.query', argsSchema: {} }, { name: 'file.search' }, { name: 'file.read' }], deniedTools: ['shell.run'] } });
  });

  test.for(LANGUAGES)('in %s has the numbers of the breakers', ([, page]) => {
    const figures = (name: string): readonly string[] => new RegExp(`^\\| \`${name}\`.*$`, 'm').exec(readPage(page))?.[0].split('|').slice(2, 5).map((cell) => cell.trim()) ?? [];
    const steps = (limit: number) => [limit, Math.ceil(limit * 1.5), limit * 2].map(String);
    const { sameOutcomes, sameErrors, forbiddenCalls, idleKiloTokens } = LIMITS;
    expect([figures('same_outcome'), figures('same_error'), figures('no_progress')]).toEqual([steps(sameOutcomes), steps(sameErrors), steps(idleKiloTokens)]);
    expect(figures('forbidden')).toEqual(['–', String(forbiddenCalls), String(forbiddenCalls * 2)]);
  });
});

test('every link of a page to a file of this repository leads to one', () => {
  const pages = [...new Set([...PAGES, ...PAIRS.flat()]), 'ARCHITECTURE.md', 'AGENTS.md', 'CONTRIBUTING.md', ...pagesIn('docs/decisions')];
  const broken = pages.flatMap((page) => [...withoutCode(readPage(page)).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, to]) => to ?? '').filter((to) => !/^[a-z]+:/.test(to) && !existsSync(join(ROOT, dirname(page), to))).map((to) => `${page}: ${to}`));
  expect(broken).toEqual([]);
});

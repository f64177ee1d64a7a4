// The examples, each run as a real process in an empty folder, and held to what it says it shows. In Chinese they run in the process
// that stays, for it is the same program again.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sampleRepository } from '../examples/02-function-team/examinations/sample-repository.ts';
import { newRepository } from '../examples/07-function-teammates/calculator/new-repository.ts';
import { ROOT } from '../scripts/source/list-files.ts';
import { runAgain, runProgram, temporaryFolder } from './run-program.ts';
import { verifies } from './verifies.ts';

const mainOf = (example: string): string => `examples/${example}/main.ts`;
const EXAMPLES = readdirSync(join(ROOT, 'examples')).filter((name) => /^\d\d-/.test(name));

test('each example has at most 60 lines and a script that runs it: 01, 02, 03', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(EXAMPLES.map((name) => name.slice(0, 2))).toEqual(expect.arrayContaining(['01', '02', '03']));
  for (const example of EXAMPLES) {
    expect(readFileSync(join(ROOT, mainOf(example)), 'utf8').trimEnd().split('\n').length, example).toBeLessThanOrEqual(60);
    expect(scripts[`example:${example.slice(0, 2)}`]).toBe(`node scripts/run.mjs ${mainOf(example)}`);
  }
});

describe('01-first-goal', () => {
  const sectionOf = (out: string, head: string): readonly string[] => out.split('\n\n').find((part) => part.startsWith(head))?.split('\n').slice(1) ?? [];

  test('shows a plan with a dependency, a rejection with its rework, a labelled result and where the history is', async () => {
    verifies('model.rehearsal_plays_all');
    const cwd = temporaryFolder();
    const { code, out, errors } = await runProgram(mainOf('01-first-goal'), { cwd });
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(out).toMatch(/^Goal: Plan a summer promotion for campus\nModel: rehearsal\n/);
    expect(sectionOf(out, 'Plan').some((line) => line.includes('[after: task_1]'))).toBe(true);
    const story = sectionOf(out, 'What happened');
    const rejected = story.findIndex((line) => /task_\d+ {2}Result sent back: It has 0 exclamation marks; add at least 3\./.test(line));
    const task = story[rejected]?.trim().split(' ')[0];
    expect(story.slice(rejected + 1).filter((line) => line.includes(`${task} `)).map((line) => line.trim().slice(String(task).length + 2))).toEqual([
      'Back to its author with the fix list (copywriter)', 'Result handed in for review (copywriter)', 'Result approved (editor)', 'Result accepted',
    ]);
    expect(out).toContain('Result: done\n[rehearsal] The goal "Plan a summer promotion for campus"');
    const [, count, place] = /History: (\d+) events of goal_1 · (.+)\n/.exec(out) ?? [];
    expect(Number(count)).toBeGreaterThan(30);
    expect(existsSync(String(place))).toBe(true);
  });

  test('speaks Chinese throughout with --locale zh and with LANG, and both runs are in the same file', async () => {
    verifies('model.rehearsal_plays_all');
    const cwd = temporaryFolder();
    const asked = await runAgain(mainOf('01-first-goal'), { cwd, args: ['--locale', 'zh'] });
    const byLanguage = await runAgain(mainOf('01-first-goal'), { cwd, env: { LC_ALL: '', LANG: 'zh_CN.UTF-8' } });
    for (const { code, out } of [asked, byLanguage]) {
      expect(code).toBe(0);
      expect(out).toMatch(/^目标：为校园策划一次夏季促销活动\n模型：rehearsal\n/);
      expect(out).toContain('成果被打回：');
      expect(out).toContain('结果：done\n【排演】');
      const withoutNames = out.replaceAll(/\/\S+|\b(?:task|goal)_\d+|rehearsal|researcher|copywriter|planner|editor|done/g, '');
      expect(withoutNames.match(/[A-Za-z]{2,}/g) ?? []).toEqual([]);
    }
    expect(byLanguage.out).toContain('goal_2');
  });
});

describe('02-function-team', () => {
  let repository = '';
  beforeAll(async () => { repository = await sampleRepository(); });
  afterAll(() => rmSync(repository, { recursive: true, force: true }));
  const shell = (command: string): number => Number(execFileSync('bash', ['-c', command], { cwd: repository, encoding: 'utf8' }).trim());

  test('prints and writes a report whose figures git and wc give too, asks no model, and changes nothing in the repository', async () => {
    const cwd = temporaryFolder();
    const before = execFileSync('git', ['status', '--porcelain'], { cwd: repository, encoding: 'utf8' });
    const { code, out, errors } = await runProgram(mainOf('02-function-team'), { cwd, args: [repository] });
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const figures = Object.fromEntries([...out.matchAll(/^- (.+?): \*\*(\d+)\*\*/gm)].map(([, name, value]) => [name, Number(value)]));
    expect(figures).toMatchObject({
      'tracked paths': shell('git ls-files | wc -l'),
      'lines of text': shell("git grep -I -l -z -e '' | xargs -0 cat -- | wc -l"),
      'lines with a mark': shell("git grep -I -h -w -E 'TODO|FIXME|XXX|HACK' | wc -l"),
      'commits read (at most 500)': shell('git rev-list --count HEAD'),
      authors: shell('git log --format=%aE | sort -u | wc -l'),
    });
    expect(figures['tracked paths']).toBe(17);
    expect(out).toContain(readFileSync(join(cwd, '.muster/repository-report.md'), 'utf8').trim());
    expect(out).toContain('Summary by code; no model wrote one.');
    expect(out).not.toContain('rehearsal');
    expect(out).toContain('- Write the report (task_6): accepted [reporter]');
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: repository, encoding: 'utf8' })).toBe(before);
  });

  test('a folder that is no repository ends with exit code 1 and the reason beside each task', async () => {
    const cwd = temporaryFolder();
    const { code, out } = await runProgram(mainOf('02-function-team'), { cwd, args: [cwd] });
    expect(code).toBe(1);
    expect(out).toContain('is not in a git repository. Give the path of a clone.');
    expect(out).toMatch(/- Write the report \(task_6\): called off \[because of task_\d\]/);
  });
});

describe('05-careful-analyst', () => {
  test.each([
    ['en', 'Oslo,200', 'Only a SELECT that reads is allowed, not DELETE', 'go around the guard of the database', 'The file is the same, byte for byte'],
    ['zh', 'Oslo,200', '只允许读取数据的 SELECT，不允许 DELETE', '绕过了数据库的防护', '文件逐字节未变'],
  ])('in %s: both questions are answered twice, three calls of the second model are stopped and explained, and the file stays', async (locale, best, ...shown) => {
    verifies('gate.effects', 'gate.sql_reads_only');
    const cwd = temporaryFolder();
    const { code, out, errors } = await runProgram(mainOf('05-careful-analyst'), { cwd, args: ['--locale', locale] });
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(out.split('\n').filter((line) => line.includes(' → ')).map((line) => line.split(' → ')[1])).toEqual(['100', best, '100', best]);
    const stopped = [...out.matchAll(/(?:Stopped:|已拦截：)\s*(\S+)/g)].map(([, name]) => name);
    expect(stopped.toSorted()).toEqual(['database.query', 'database.query', 'shell.run']);
    for (const text of shown) expect(out).toContain(text);
    expect(existsSync(join(cwd, '.muster/careful-analyst/mine.py'))).toBe(true);
  }, 60_000);
});

test('03-fifty-at-once: 50 tasks, 22 sent back and written again, 393 events, nothing twice', async () => {
  const { code, out, errors } = await runProgram(mainOf('03-fifty-at-once'), { cwd: temporaryFolder() });
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  const figures = Object.fromEntries([...out.matchAll(/│ ([\w ]+?) +│ (\d+) +│/g)].map(([, name, value]) => [name, Number(value)]));
  const reworks = 17 + 5;
  expect(figures).toMatchObject({ tasks: 50, accepted: 50, 'rejected by code': 17, 'rejected by an editor': 5, reworks, doubles: 0 });
  // Six events a task, four more for each rework, five of the goal.
  expect(figures['events']).toBe(50 * 6 + reworks * 4 + 5);
});

const git = (cwd: string, ...args: readonly string[]): string => execFileSync('git', [...args], { cwd, encoding: 'utf8' }).trim();

describe('06-teammates', { timeout: 150_000 }, () => {
  test.each([
    ['en', { plans: 'plans handed in', messages: 'messages', merges: 'merges', conflicts: 'conflicts', turns: 'turns', each: 'turns per task' }, { conflict: 'conflict in', asked: 'Asked kim: This task is yours.', proposed: 'Asked kim: The manager proposes this plan.', underWay: 'is under way', done: 'done · (ada|bob|eve|kim) · handed in: \\d', label: '[rehearsal]' }],
    ['zh', { plans: '提交的方案', messages: '消息', merges: '合并', conflicts: '冲突', turns: '回合', each: '每项任务的回合' }, { conflict: '冲突文件', asked: '请人处理 kim: 这项任务由你完成。', proposed: '请人处理 kim: 主管提出了这份计划', underWay: '正在进行', done: '已完成 · (ada|bob|eve|kim) · 提交次数：\\d', label: '【排演】' }],
  ] as const)('in %s: a person approves the plan, 4 plans of members of which 1 is refused, 3 merges, 1 conflict that its author resolves, 1 task of a person, and a checkout as it was', async (locale, names, { conflict, asked, proposed, underWay, done, label }) => {
    verifies('team.rehearsal', 'worktrees.conflict_to_author');
    const repository = newRepository();
    onTestFinished(() => rmSync(repository, { recursive: true, force: true, maxRetries: 3 }));
    const head = git(repository, 'rev-parse', 'HEAD');
    const cwd = temporaryFolder();
    const { code, out, errors } = await runProgram(mainOf('06-teammates'), { cwd, args: [repository, '--locale', locale], limitMs: 120_000 });
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const lines = out.split('\n');
    const figure = (name: string): number => Number(lines.find((line) => line.startsWith(`${name}: `))?.split(': ')[1]);
    expect([figure(names.plans), figure(names.merges), figure(names.conflicts)]).toEqual([4, 3, 1]);
    // Each figure again, from what was told on the way, from git and from the board.
    expect(figure(names.messages)).toBe(lines.filter((line) => /^ {2}\w+ → \w+: /.test(line)).length);
    expect(figure(names.each)).toBe(Number((figure(names.turns) / 4).toFixed(1)));
    expect(figure(names.turns)).toBeLessThanOrEqual(20);
    expect(lines.filter((line) => line.includes(`${conflict} notes/CHANGES.md`))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith(asked))).toHaveLength(1);
    // Nothing begins before the person has approved the plan.
    expect(lines.findIndex((line) => line.startsWith(proposed))).toBe(0);
    const told = lines.filter((line) => line.includes(underWay));
    expect([told.length, new Set(told).size]).toEqual([3, 3]);
    expect(lines.flatMap((line) => new RegExp(`^ {2}task_\\d .+: ${done}$`).exec(line)?.[1] ?? [])).toEqual(['ada', 'bob', 'eve', 'kim']);
    expect(git(repository, 'log', '--merges', '--first-parent', '--format=%s', 'muster/goal_1').split('\n').map((line) => line.slice(0, 12)).toSorted()).toEqual(['Merge task_1', 'Merge task_2', 'Merge task_3']);
    for (const commit of git(repository, 'log', '--format=%h %s', `${head}..muster/goal_1`).split('\n')) expect(lines).toContain(`  ${commit}`);
    // The author of the conflict kept both sides: one note of each member, and no mark.
    const notes = git(repository, 'show', 'muster/goal_1:notes/CHANGES.md').split('\n');
    expect(notes.map((line) => [line.startsWith(label), /task_\d/.exec(line)?.[0]])).toEqual(expect.arrayContaining([[true, 'task_1'], [true, 'task_2'], [true, 'task_3']]));
    expect(notes).toHaveLength(3);
    expect([git(repository, 'rev-parse', 'HEAD'), git(repository, 'status', '--porcelain')]).toEqual([head, '']);
    expect(git(repository, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1);
    expect(existsSync(join(cwd, '.muster/muster.db'))).toBe(true);
  });
});

describe('07-function-teammates', { timeout: 150_000 }, () => {

  test('on a repository that is given: 4 merges after real tests, 1 conflict that its author resolves, and a checkout as it was', async () => {
    verifies('team.functions_claim', 'worktrees.conflict_to_author');
    const repository = newRepository();
    onTestFinished(() => rmSync(repository, { recursive: true, force: true, maxRetries: 3 }));
    const head = git(repository, 'rev-parse', 'HEAD');
    const { code, out, errors } = await runProgram(mainOf('07-function-teammates'), { cwd: temporaryFolder(), args: [repository], limitMs: 120_000 });
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(out.match(/^task_[23] (?:ada|bob): conflict, sent back calculator\/index\.mjs$/gm)).toHaveLength(1);
    expect(out.match(/^task_\d \w+: tested and merged [0-9a-f]{8}$/gm)).toHaveLength(4);
    expect(git(repository, 'log', '--merges', '--first-parent', '--format=%s', 'muster/goal_1').split('\n').toSorted()).toEqual(['Merge task_1: Lay the ground', 'Merge task_2: Add add', 'Merge task_3: Add subtract', 'Merge task_4: Write the manual']);
    expect(git(repository, 'show', 'muster/goal_1:calculator/index.mjs')).toContain("export const NAMES = ['add', 'subtract'];");
    expect([git(repository, 'rev-parse', 'HEAD'), git(repository, 'status', '--porcelain')]).toEqual([head, '']);
    expect(git(repository, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1);
    // What it says at the end does what it says.
    execFileSync('bash', ['-c', 'git switch --quiet main && git merge --quiet muster/goal_1 && node --test "calculator/*.test.mjs"'], { cwd: repository, stdio: 'ignore' });
  });

  test.for([['06-teammates', 'nowhere', 'team.invalid: workspace: the folder '], ['06-teammates', '.', 'workspace.refused: '], ['07-function-teammates', 'nowhere', 'team.invalid: workspace：'], ['07-function-teammates', '.', 'workspace.refused: ']] as const)('%s with %s as repository says in a line what is wrong, in the language of the run', async ([example, argument, says]) => {
    const locale = example.startsWith('06') ? 'en' : 'zh';
    const { code, errors } = await runProgram(mainOf(example), { cwd: temporaryFolder(), args: [argument, '--locale', locale] });
    expect(code).toBe(2);
    expect(errors).toMatch(/^[^\n]+\n$/);
    expect(errors.startsWith(says), errors).toBe(true);
  });
});

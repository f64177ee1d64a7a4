// The command line for a Chinese reader: help, pages, events, questions and everything that is refused, and no English sentence among
// it. What is copied and typed stays as it is.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pc from 'picocolors';
import { expect, onTestFinished, test, vi } from 'vitest';
import { COMMANDS } from '../../src/cli/command-table.ts';
import { runCli } from '../../src/cli/program.ts';
import { englishPhrasesIn } from '../latin-words.ts';
import { verifies } from '../verifies.ts';
import { STRICT_TEAM } from './muster.ts';

vi.setConfig({ testTimeout: 120_000 });

interface Place {
  put(file: string, text: string): void;
  /** Runs a command in this process; gives its exit code and everything that a person sees. */
  muster(...argv: readonly string[]): Promise<readonly [code: number, shown: string]>;
}

/** A command that reads the store is told where it is, for its own default belongs to the folder of this process. */
const readsStore = (name: string | undefined): boolean => COMMANDS.some((command) => command.name === name && command.options.some(({ flags }) => flags.startsWith('--store')));

function place(): Place {
  const cwd = mkdtempSync(join(tmpdir(), 'muster-chinese-'));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  return {
    put(file, text) {
      mkdirSync(dirname(join(cwd, file)), { recursive: true });
      writeFileSync(join(cwd, file), text);
    },
    async muster(...argv) {
      const shown: string[] = [];
      const show = (text = ''): void => void shown.push(text);
      const screenFor = () => ({ print: show, warn: show, raw: show, colors: pc.createColors(false), isLive: false, columns: () => 100, rows: () => 40, onResize: () => () => undefined });
      const store = readsStore(argv[0]) && !argv.includes('--store') ? ['--store', join(cwd, 'store.db')] : [];
      const code = await runCli([...argv, ...store], { env: { LANG: 'zh_CN.UTF-8', USER: 'kim' }, cwd, screenFor });
      return [code, shown.join('\n')];
    },
  };
}

/** Runs each and gives the lines in which English stands. */
async function englishOf({ muster }: Place, commands: readonly (readonly string[])[], codes?: readonly number[]): Promise<readonly string[]> {
  const found: string[] = [];
  const ended: number[] = [];
  for (const argv of commands) {
    const [code, shown] = await muster(...argv);
    ended.push(code);
    for (const line of shown.split('\n')) for (const phrase of englishPhrasesIn(line)) found.push(`${argv.join(' ')}: ${phrase} | ${line}`);
  }
  if (codes !== undefined) expect(ended).toEqual(codes);
  return found;
}

test('help, for the whole and for each command', async () => {
  verifies('language.both');
  expect(await englishOf(place(), [['--help'], ['help'], ...COMMANDS.map(({ name }) => [name, '--help'])])).toEqual([]);
});

test('a goal of a team, its pages, its history, and what can no longer be done to it', async () => {
  verifies('language.both');
  const here = place();
  expect(await englishOf(here, [['run', '为校园策划一次夏季促销活动', '--style', 'team'], ['goals'], ['show', 'goal_1'], ['show', 'task_1'], ['show', 'task_1', '--tools'], ['events', 'goal_1'], ['events', 'task_2'], ['inbox'], ['alerts'], ['doctor']])).toEqual([]);
  const late = [
    ['pause', 'goal_1'], ['cancel', 'goal_1'], ['resume', 'goal_1'], ['note', 'task_1', '好'], ['task', 'edit', 'task_1', '--set', 'title=新'], ['task', 'release', 'task_1'], ['backup', 'a.db'], ['backup', 'a.db'], ['export', 'goal_1', '--out', 'g.json'], ['export', 'goal_1', '--out', 'g.json'],
    ['task', 'reopen', 'task_1'], ['task', 'release', 'task_1'], ['task', 'wait-for', 'task_1', '--on', 'task_1'], ['unlock', 'goal_1', 'notes/x.md'], ['unlock', 'goal_1', '../x'],
  ];
  expect(await englishOf(here, late, [5, 5, 5, 5, 5, 5, 0, 2, 0, 2, 0, 5, 2, 0, 2])).toEqual([]);
});

test('a question: shown, answered wrongly in every way, answered, answered again', async () => {
  verifies('language.both');
  const here = place();
  here.put('team.yaml', STRICT_TEAM);
  const answer = (...more: readonly string[]) => ['answer', 'question_1', ...more];
  const commands = [
    ['run', '为校园策划一次夏季促销活动'], ['inbox'], ['show', 'goal_1'], ['show', 'task_3'], ['alerts'], ['doctor'],
    answer('fly'), answer('reassign'), answer('reassign', '--to', 'nobody'), answer('edit_result'), answer('edit_result', '--output', '{"x":1}'), answer('edit_result', '--output-file', 'none'), answer('edit'), answer('edit', '--set', 'title'), answer('edit', '--set', 'color=red'), answer('split'), answer('split', '--tasks', '[{'), answer('split', '--tasks', '[{}]'),
    answer('accept', '--attach', 'none.md'), answer('accept'), answer('accept'), ['answer', 'question_9', 'accept'], ['answer', 'x', 'accept'], ['events', 'goal_1'], ['resume', 'goal_1'],
  ];
  expect(await englishOf(here, commands)).toEqual([]);
});

test('what does not exist, what is typed wrong, and models that are not there', async () => {
  verifies('language.both');
  const here = place();
  here.put('no-store.db', 'text');
  const wrong = [
    ['show', 'goal_9'], ['show', 'x'], ['show', 'task_9'], ['resume', 'goal_7'], ['note', 'task_99', '好'], ['note', 'x', '好'], ['task', 'fly', 'task_1'], ['task', 'edit', 'x'], ['task', 'wait-for', 'task_1'], ['export', 'goal_9'], ['backup', 'a.db'],
    ['goals', '--store', 'no-store.db'], ['doctor', '--store', 'no-store.db'], ['run', '写', '--store', 'http://a'], ['run', '写', '--model', 'anthropic/x'], ['run', '写', '--model', 'nope'], ['serve'], ['frob'], ['run'], ['run', ' '], ['run', '写', '太多'], ['run', '写', '--teem'], ['run', '写', '--style', 'crew'], ['run', '写', '--pace', 'slow'], ['run', '写', '--team', 'none'],
    ['agents', 'list', 'none'], ['agents', 'check', 'none'], ['agents', 'import', 'none'], ['agents', 'fly'], ['init', 'team'], ['init', 'team'], ['worktrees'],
  ];
  expect(await englishOf(here, wrong)).toEqual([]);
});

test('what is wrong with a team.yaml and with agent files', async () => {
  verifies('language.both');
  const here = place();
  const teams = [
    'name: bad\nstyle: nothing\nmembers:\n  - id: a b\n    skils: [x]\n    input_schema: {type: text}\nunattended: true\napprove_goal_plan: person\n',
    'name: bad\nmembers:\n  - {id: a, skills: [x]}\ntools: {http: {allowed_hosts: ["http://x"]}}\n',
    'name: bad\nmembers:\n  - {id: a, skills: [x]}\ntools: {ask_first: [file.rad]}\n',
    'name: bad\nmembers:\n  - {id: a, skills: [x]}\ntools: {shell: {programs: [rm/x, sudo]}}\n',
    'name: bad\nmembers:\n  - {id: a, skills: [x], kind: human}\nunattended: true\n',
    'name: bad\nmembers:\n  - {id: a, skills: [x]}\n  - {id: a, skills: [x]}\n',
    'name: [bad\n', 'members: []\n', '- a\n',
  ];
  for (const team of teams) {
    here.put('team.yaml', team);
    expect(await englishOf(here, [['run', '写'], ['doctor']])).toEqual([]);
  }
  here.put('agents/one.md', '---\nname: One\ncolor: red\ntools: Read, Bash\nskills: 5\n---\n你好\n');
  here.put('agents/two.md', '没有前言\n');
  here.put('agents/three.json', '{"agent_id": "a b", "x": 1,}');
  expect(await englishOf(here, [['agents', 'list', 'agents'], ['agents', 'check', 'agents'], ['agents', 'import', 'agents', '--to', 'x'], ['init', 'agents']])).toEqual([]);
});

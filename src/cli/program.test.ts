// What was typed wrong is said with what to type instead, in the language asked for, and nothing is opened.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pc from 'picocolors';
import { expect, onTestFinished, test } from 'vitest';
import { verifies } from '../../test/verifies.ts';
import { runCli } from './program.ts';

async function type(argv: readonly string[], { env = {}, files = {} }: { readonly env?: Readonly<Record<string, string>>; readonly files?: Readonly<Record<string, string>> } = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'muster-typed-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  const out: string[] = [];
  const err: string[] = [];
  const screenFor = () => ({
    print: (text = '') => void out.push(text), warn: (text: string) => void err.push(text), raw: (text: string) => void out.push(text),
    colors: pc.createColors(false), isLive: false, columns: () => 80, rows: () => 24, onResize: () => () => undefined,
  });
  const code = await runCli(argv.map((word) => word.replace('HERE', cwd)), { env, cwd, screenFor });
  return { code, out: out.join('\n'), err: err.join('\n'), left: readdirSync(cwd).filter((name) => !(name in files)) };
}

test.each([
  [['run', '  '], 'The goal has no text. Say in a sentence what is to be reached:'],
  [['run'], '<goal> is missing. See: muster run --help'],
  [['task', 'edit'], '<task> is missing. See: muster task --help'],
  [['run', 'two', 'words'], 'There are too many words. A goal or a text of several words goes in quotes.'],
  [['run', 'x', '--teem', 'y'], 'There is no option --teem here. Did you mean --team?'],
  [['inbox', '--by', 'ana'], 'There is no option --by here. See: muster inbox --help'],
  [['inbox', '--form', 'ana'], 'There is no option --form here. Did you mean --for? See: muster inbox --help'],
  [['events', 'goal_1', '--team', 'x'], 'There is no option --team here. See: muster events --help'],
  [['answer', 'question_1', 'cancel', '--sumary', 'x'], 'There is no option --sumary here. Did you mean --summary? See: muster answer --help'],
  [['agents', 'check', '--skip-bad'], 'There is no option --skip-bad here.'],
  [['run', 'x', '--team'], 'needs a value'],
  [['run', 'x', '--team', 'HERE/none'], 'Give --team a folder that has a team.yaml'],
  [['run', 'x', '--style', 'crew'], '--style cannot be "crew". Write agency | team.'],
  [['run', 'x', '--locale', 'fr'], '--locale cannot be "fr". Write en | zh.'],
  [['run', 'x', '--pace', 'slow'], '--pace cannot be "slow".'],
  [['run', 'x', '--durability', 'full'], '--durability cannot be "full". Write FULL | NORMAL.'],
  [['run', 'x', '--model', 'anthropic/some'], 'There is no key for anthropic/some. Set ANTHROPIC_API_KEY in the environment or in .env.'],
  [['run', 'x', '--model', 'nobody'], 'No provider is known for the model "nobody".'],
  [['run', 'x', '--store', 'http://a/b'], 'There is no store for http:// yet.'],
  [['show', 'goal_9', '--store', 'HERE/none.db'], 'There is no goal_9 here. See which there are:'],
  [['show', 'task_9', '--store', 'HERE/none.db'], 'There is no task_9 here.'],
  [['show', 'attempt_9_1', '--store', 'HERE/none.db'], 'There is no task_9 here.'],
  [['show', '9', '--store', 'HERE/none.db'], '"9" is no id. Give one such as goal_1 / task_1.'],
  [['pause', 'task_1', '--store', 'HERE/none.db'], '"task_1" is no id. Give one such as goal_1.'],
  [['answer', 'goal_1', 'retry'], '"goal_1" is no id. Give one such as question_1.'],
  [['answer', 'question_1', 'edit', '--set', 'title'], '--set "title" is not FIELD=VALUE.'],
  [['answer', 'question_1', 'edit_result', '--output', '{', '--output-file', 'x'], 'Give --output or --output-file, not both.'],
  [['answer', 'question_1', 'plan', '--plan', 'so', '--plan-file', 'x'], 'Give --plan or --plan-file, not both.'],
  [['answer', 'question_1', 'edit_result', '--output-file', 'HERE/none'], 'cannot be read. See that it is there'],
  [['backup', 'HERE/copy.db', '--store', 'HERE/none.db'], 'so there is nothing to back up.'],
  [['serve', '--port', '1'], '`serve` is not built yet.'],
  [['mcp'], '`mcp` is not built yet.'],
  [['answr', 'x'], 'There is no command "answr". Did you mean answer?'],
])('%j ends with 2 and leaves nothing behind', async (argv, says) => {
  verifies('cli.exit_codes');
  const { code, out, err, left } = await type(argv);
  expect(err).toContain(says);
  expect([code, out, left]).toEqual([2, '', []]);
});

test.each([
  [['run', '  '], '目标没有内容'], [['serve'], '`serve` 尚未实现'], [['rin', 'x'], '没有命令“rin”。是否想写 run？'], [['run', 'x', '--teem'], '这里没有选项 --teem。是否想写 --team？'], [['run'], '缺少 <goal>'],
  [['run', 'x', '--store', 'http://a/b'], '错误 input.invalid\n尚不支持 http:// 存储。请写文件路径，或 "memory"。'],
])('%j is refused in Chinese', async (argv, says) => {
  const { code, err } = await type([...argv], { env: { LANG: 'zh_CN.UTF-8' } });
  expect([code, err]).toEqual([2, expect.stringContaining(says)]);
});

test.each([[['--help'], 'Commands:'], [['help'], 'Commands:'], [['help', 'answer'], '--output-file <FILE>'], [['run', '--help', '--locale', 'zh'], '创建一个新目标并执行到底'], [['--version'], '0.']])('%j is answered on stdout with 0', async (argv, says) => {
  const { code, out } = await type(argv);
  expect([code, out]).toEqual([0, expect.stringContaining(says)]);
});

test('nothing typed is answered with the overview, and 2', async () => {
  expect(await type([])).toMatchObject({ code: 2, err: expect.stringContaining('Commands:') });
});

test('.env of the folder names the model, and what the environment says goes before it', async () => {
  const files = { '.env': 'MUSTER_MODEL=google/x\n' };
  expect((await type(['run', 'x'], { files })).err).toContain('There is no key for google/x.');
  expect((await type(['run', 'x'], { files, env: { MUSTER_MODEL: 'openai/y' } })).err).toContain('There is no key for openai/y.');
});

test('lists of a store that is not there are empty, and make no file', async () => {
  const store = ['--store', 'HERE/none.db'];
  expect(await type(['goals', ...store, '--json'])).toMatchObject({ code: 0, out: '{"goals":[]}', left: [] });
  expect(await type(['inbox', ...store])).toMatchObject({ code: 0, out: 'No question waits for an answer.', left: [] });
  expect(await type(['alerts', ...store, '--locale', 'zh'])).toMatchObject({ code: 0, out: '没有需要关注的情况。', left: [] });
});

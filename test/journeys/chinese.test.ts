// A goal in Chinese: whatever a model is told while it does everything wrong (prompts, tools, answers, refusals, mail) is Chinese; what
// is copied and called by name stays as it is.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { manager, reviewer, tool, worker } from '../../src/index.ts';
import { isJsonObject, parseJson, type Json } from '../../src/core/json.ts';
import type { ModelRequest } from '../../src/ports/model.ts';
import { approved, calling, done, planned, rejected, type ScriptedAnswer, type ScriptedCall } from '../../src/testing/index.ts';
import { fileTools } from '../../src/tools/files/file-tools.ts';
import { httpTools } from '../../src/tools/http/http-tools.ts';
import { codeRun } from '../../src/tools/run/code-run.ts';
import { shellRun } from '../../src/tools/run/shell-run.ts';
import { databaseQuery } from '../../src/tools/sql/database-query.ts';
import { englishPhrasesIn } from '../latin-words.ts';
import { verifies } from '../verifies.ts';
import { answersTo, claim, dueTasks, isDue, mail, plan, roundsOf } from './team-world.ts';
import { begin, endedInTime, world } from './world.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Several calls at once. */
const allOf = (calls: readonly ScriptedCall[]) => {
  const [first = call('none'), ...others] = calls;
  return calling(first, ...others);
};
const call = (name: string, args: ScriptedCall['args'] = {}): ScriptedCall => ({ name, args });
const deliver = (task: string, output: string): ScriptedCall => call('claim_task', { task_id: task, status: 'completed', output, execution_summary: '照写。' });
const add = (...tasks: readonly { readonly [key: string]: Json }[]): ScriptedCall => call('create_task', { tasks: tasks.map((task) => ({ content: '照标题所写。', ...task })) });

/** What these requests show a model, line by line; of JSON its texts, for fields have their names. */
function shownIn(requests: readonly ModelRequest[]): ReadonlySet<string> {
  const shown = new Set<string>();
  const take = (text: string): void => {
    for (const line of text.split('\n')) {
      const value = /^\s*[[{]/.test(line) ? parseJson(line) : undefined;
      if (value === undefined) shown.add(line);
      else textsIn(value).forEach(take);
    }
  };
  for (const { system, prompt, schema, tools = [], exchanges = [] } of requests) {
    [system, prompt, ...tools.map(({ description }) => description)].forEach(take);
    [schema ?? null, ...tools.map(({ parameters }) => parameters)].flatMap(meaningsIn).forEach(take);
    exchanges.flatMap(({ answers }) => answers).forEach(({ text }) => take(text));
  }
  return shown;
}

const textsIn = (value: Json): readonly string[] => (typeof value === 'string' ? [value] : Array.isArray(value) ? value.flatMap(textsIn) : isJsonObject(value) ? Object.values(value).flatMap(textsIn) : []);
const meaningsIn = (value: Json): readonly string[] => (Array.isArray(value) ? value.flatMap(meaningsIn) : isJsonObject(value) ? Object.entries(value).flatMap(([key, field]) => (key === 'description' && typeof field === 'string' ? [field] : meaningsIn(field))) : []);

const englishOf = (requests: readonly ModelRequest[], known: readonly string[] = []): readonly string[] => [...shownIn(requests)].flatMap((line) => englishPhrasesIn(line, known).map((phrase) => `${phrase}  |  ${line.slice(0, 160)}`));

function workspace(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-chinese-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const LEADS_WRONG = [
  call('grab_task'), call('create_task', { tasks: [] }), call('create_task', { tasks: '口号' }), add({ title: '甲', task_id: 'a', depends_on: ['b'] }, { title: '乙', task_id: 'b', depends_on: ['a'] }),
  add({ title: '甲', criteria: [{ rule: 'no_such_rule' }] }), add({ title: '甲', criteria: [{ rule: 'regex', pattern: '(' }] }),
  call('update_task', { task_id: 'task_9', title: '新' }), call('update_task', { task_id: 'x' }), call('approve_plan', { task_id: 'task_1', approved: true }), call('shutdown_member', { member_name: 'nobody' }), call('shutdown_member', { member_name: 'lead' }),
  call('spawn_member', { member_name: 'user', display_name: '保留' }), call('spawn_member', { member_name: 'ada', display_name: '重名' }), call('spawn_member', { member_name: 'cy', display_name: '丙', agent_file: 'none.md' }),
  mail('nobody', '在吗？'), mail('ada', '   '), mail('ada', '长'.repeat(20_000)), mail('lead', '自言自语'), mail([], '谁？'), mail(['*', 'ada'], '都来'), call('view_task', { action: 'get', task_id: 'task_99' }), call('view_task', { action: 'list', status: 'nothing' }),
  call('list_members'), call('build_team', { display_name: '文案组', team_desc: '写文案。' }),
];

test('a leader and a member in plan mode that do everything wrong are told so in Chinese, and the goal is done', async () => {
  verifies('language.both');
  const note = tool('note.write', { description: { en: 'Writes a note.', zh: '写一条便签。' }, input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }, effects: ['writes_file'], run: () => '已写' });
  const seen = new Set<string>();
  const lead: ScriptedAnswer = (request) => {
    const rounds = roundsOf(request).length;
    if (isDue(request, 'goal_opened')) return rounds === 0 ? calling(add({ title: '口号', skills: ['文案'], depends_on: ['没有'] }, { title: '海报', skills: ['设计'], assignee: 'nobody' }, { title: '写总结' })) : '好。';
    if (rounds > 0) return '好。';
    const waiting = dueTasks(request, 'plan_to_decide');
    if (waiting.length === 0) return isDue(request, 'tasks_ended') ? calling(call('clean_team'), call('update_task', { task_id: 'task_1', title: '新' }), call('shutdown_member', { member_name: 'bo' })) : '好。';
    const decide = (task: string): readonly ScriptedCall[] => {
      if (seen.has(task)) return [call('approve_plan', { task_id: task, approved: true }), call('approve_plan', { task_id: task, approved: true })];
      seen.add(task);
      return [call('approve_plan', { task_id: task, approved: false }), call('update_task', { task_id: task, add_depends_on: [task] }), call('clean_team'), call('approve_plan', { task_id: task, approved: false, feedback: '请写明如何检查。' })];
    };
    return allOf([...(seen.size === 0 ? LEADS_WRONG : []), ...waiting.flatMap(decide)]);
  };
  const wrongOnce = [plan('task_9', '写'), claim('task_2'), claim('task_99'), claim('x'), call('claim_task', { status: 'claimed' }), call('note__wrote'), call('note__write', {}), call('view_task')];
  const [delivered, revised] = [new Set<string>(), new Set<string>()];
  const member = (own: readonly ScriptedCall[]): ScriptedAnswer => (request) => {
    const [offered] = dueTasks(request, 'offered', 'given');
    const revise = dueTasks(request, 'revise_plan').find((task) => !revised.has(task));
    const work = dueTasks(request, 'work_on').find((task) => !delivered.has(task));
    if (work !== undefined) {
      delivered.add(work);
      return calling(plan(work, '再来'), call('note__write', { text: '现在' }), deliver(work, '夏天从这里开始'), deliver(work, '又一次'), claim(work), mail('leader', '完成了。'), mail('user', '完成了。'));
    }
    if (revise !== undefined) {
      revised.add(revise);
      return calling(plan(revise, '写完后对照品牌检查。'));
    }
    if (offered === undefined || roundsOf(request).length > 0) return '好。';
    return calling(plan(offered, ''), plan(offered, '长'.repeat(200_000)), plan(offered, '直接写。'), plan(offered, '直接写。'), call('note__write', { text: '早' }), deliver(offered, '夏天'), ...own);
  };
  const on = world({ style: 'team', teammateMode: 'plan_mode', policy: { roster: 'open' }, members: [manager('lead'), worker('ada', { skills: ['文案'], tools: ['note.write'] }), worker('bo', { skills: ['设计'], tools: ['note.write'] })], tools: [note], script: { plan: { lead }, work: { ada: member(wrongOnce), bo: member([]) }, summarise: { '*': '完成。' } } });
  const goal = await begin(on, '写一句口号，画一张海报');
  expect((await endedInTime(on, goal, { mostMs: 120_000 })).status).toBe('done');
  const events = await on.events();
  const refused = new Set(['lead', 'ada', 'bo'].flatMap((member) => answersTo(events, member)).filter(([, outcome]) => outcome !== 'ok').map(([name, outcome]) => `${name} ${outcome}`));
  expect(refused.size).toBeGreaterThanOrEqual(28);
  expect(englishOf(on.model.requests)).toEqual([]);
});

const CALLS_WRONG = [
  call('file__read'), call('file__read', { path: '../../etc/passwd' }), call('file__read', { path: 'none.md' }), call('file__read', { path: 'a\0b' }), call('file__list', { path: 'none' }), call('file__list', { pattern: '[' }),
  call('file__write', { path: 'a.md' }), call('file__write', { path: 'a.md', content: '甲', edits: [{ old: '甲', new: '乙' }] }), call('file__write', { path: 'a.md', content: '甲' }), call('file__write', { path: 'a.md', edits: [{ old: '没有', new: '乙' }] }), call('file__write', { path: '.git/config', content: '甲' }), call('file__write', { path: '.env', content: '甲' }),
  call('file__search'), call('file__search', { text: '甲', regex: '甲' }), call('file__search', { regex: '(' }), call('file__search', { text: '没有' }),
  call('code__run', { code: 'return input.' }), call('code__run', { code: 'return nothing' }), call('code__run', { code: 'for (;;);' }), call('code__run', { code: 'return 1n' }), call('code__run', {}),
  call('shell__run', { program: 'rm', args: ['-rf', '/'] }), call('shell__run', { program: 'git', args: ['push'] }), call('shell__run', { program: 'git', args: ['log'], cwd: '../..' }), call('shell__run', { program: 'git', args: ['frobnicate'] }),
  call('http__get', { url: 'file:///etc/passwd' }), call('http__get', { url: 'http://127.0.0.1/' }), call('http__get', { url: 'http://169.254.169.254/' }), call('http__get', { url: 'not a url' }), call('http__get', { url: 'http://a@b.example/' }), call('http__post', { url: 'https://x.invalid/', json: {}, body: '甲' }), call('http__get', { url: 'https://example.com:22/' }),
  call('database__query', { sql: '' }), call('database__query', { sql: 'DELETE FROM t' }), call('database__query', { sql: 'SELECT * FROM none' }), call('database__query', { sql: 'SELECT 1; SELECT 2' }), call('database__query', { sql: 'SELECT ?' }), call('database__query', { sql: 'SELECT :a', params: [1] }), call('database__query', { sql: 'SELECT load_extension(1)' }), call('database__query', { sql: 'SELEC' }), call('database__query', { sql: 'SELECT 1', database: 'none' }),
  call('note__wrong'), call('note__fails'), call('note__odd'),
];

/** The words of other programs, which are told as they are. */
const OTHERS_SAY = ['expecting field name', 'is not defined', 'Do not know how to serialize a BigInt', 'fatal: not a git repository (or any of the parent directories): .git', 'is not a git command', 'no such table'];

test('a member that uses every built-in tool wrongly is told so in Chinese, and so is its reviewer', async () => {
  verifies('language.both');
  const folder = workspace();
  new DatabaseSync(join(folder, 'shop.db')).exec('CREATE TABLE t(a)');
  const own = (name: string, run: () => unknown) => tool(`note.${name}`, { description: { en: 'For a test.', zh: '测试用。' }, run: run as () => null });
  const tools = [...fileTools(), ...httpTools(), codeRun({ timeoutMs: 50 }), databaseQuery({ databases: { shop: join(folder, 'shop.db') } }), ...[shellRun({ programs: ['git'] })].filter((each) => each !== undefined),
    own('fails', () => { throw new Error('纸用完了'); }), own('odd', () => new Map([[1, () => 1]]))];
  const on = world({
    members: [manager('lead'), worker('ada', { skills: ['文案'], tools: tools.map(({ name }) => name) }), reviewer('ed')], workspace: folder, tools, policy: { combinations: { download_runs: 'allow', data_leaves: 'allow', query_write_run: 'alert' }, limits: { forbiddenCalls: 1_000, sameErrors: 1_000, sameOutcomes: 1_000 } },
    script: {
      plan: [planned({ title: '口号', content: '写一句口号。', skills: ['文案'] })],
      work: { 口号: [allOf(CALLS_WRONG), done('夏天', '照写。'), done('夏天从这里开始', '照写。')] },
      review: [rejected('请再长一点。'), approved()], summarise: ['完成。'],
    },
  });
  const goal = await begin(on, '写一句口号');
  const result = await goal.ended();
  expect(result.status).toBe('done');
  const refused = new Set(answersTo(await on.events(), 'ada').filter(([, outcome]) => outcome !== 'ok').map(([name, outcome]) => `${name} ${outcome}`));
  expect(refused.size).toBeGreaterThanOrEqual(26);
  expect(englishOf(on.model.requests, OTHERS_SAY)).toEqual([]);
});

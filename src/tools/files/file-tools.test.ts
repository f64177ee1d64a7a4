// The four file tools in real folders.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { isTeamError } from '../../core/errors.ts';
import type { Json, JsonObject, Locale } from '../../core/json.ts';
import type { ToolCall } from '../../ports/tool.ts';
import { INTAKE_BYTES } from '../limits.ts';
import { fileTools, type FileToolsOptions } from './file-tools.ts';

interface Calling {
  readonly attemptId?: string;
  readonly callId?: string;
  readonly locale?: Locale;
  readonly signal?: AbortSignal;
}

function setup(files: Readonly<Record<string, string | Uint8Array>> = {}, options: FileToolsOptions = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'muster-files-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const tools = fileTools(options);
  let calls = 0;
  const use = (name: string) => async (args: JsonObject, { attemptId = 'attempt-1', callId = `call-${++calls}`, locale = 'en', signal = new AbortController().signal }: Calling = {}): Promise<JsonObject> => {
    const tool = tools.find((candidate) => candidate.name === name);
    const call: ToolCall = { args, callId, signal, caller: { goalId: 'goal-1', taskId: 'task-1', attemptId, memberId: 'member-1', locale, workspace: root } };
    return object((await tool?.run(call)) ?? null);
  };
  return { root, read: use('file.read'), write: use('file.write'), list: use('file.list'), search: use('file.search'), text: (file: string) => readFileSync(join(root, file), 'utf8') };
}

const object = (value: Json): JsonObject => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('An outcome of a file tool is an object.');
  return Object.fromEntries(Object.entries(value));
};

const ruleOf = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'done', (error: unknown) => (isTeamError(error) ? (error.details.rule ?? error.code) : error));

describe('file.read', () => {
  test('gives lines by number and says where to go on', async () => {
    const { read } = setup({ 'a.txt': 'one\ntwo\nthree\n' });
    expect(await read({ path: 'a.txt' })).toEqual({ path: 'a.txt', text: 'one\ntwo\nthree', from_line: 1, line_count: 3, bytes: 14 });
    expect(await read({ path: 'a.txt', from_line: 2, to_line: 2 })).toEqual({ path: 'a.txt', text: 'two', from_line: 2, line_count: 3, next_line: 3, bytes: 14 });
    expect(await read({ path: 'a.txt', from_line: 9 })).toMatchObject({ text: '', line_count: 3 });
  });

  test('a file of 5,000 lines comes in pages that fit together without gap or overlap', async () => {
    const lines = Array.from({ length: 5000 }, (_, at) => `line ${at + 1}`);
    const { read } = setup({ 'long.txt': lines.join('\n') });
    const pages: string[] = [];
    for (let from: Json | undefined = 1; from !== undefined;) {
      const page = await read({ path: 'long.txt', from_line: from });
      expect(String(page.text).length).toBeLessThanOrEqual(12_000);
      pages.push(String(page.text));
      from = page.next_line;
    }
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.join('\n')).toBe(lines.join('\n'));
  });

  test.each([
    ['UTF-8 with a mark', Buffer.from('\ufeff你好\n'), '你好'],
    ['UTF-16, low byte first', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('你好 x\n', 'utf16le')]), '你好 x'],
    ['UTF-16, high byte first', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('你好 x\n', 'utf16le').swap16()]), '你好 x'],
    ['UTF-16 without a mark', Buffer.from('plain letters\n', 'utf16le'), 'plain letters'],
    ['nothing at all', Buffer.alloc(0), ''],
  ])('%s is text', async (_, bytes, text) => {
    const { read } = setup({ 'a.txt': bytes });
    expect((await read({ path: 'a.txt' })).text).toBe(text);
  });

  test.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 255])],
    ['broken UTF-8', Buffer.from([0x61, 0xc3, 0x28])],
    ['a NUL in the middle', Buffer.from('a\0b')],
    ['half a character in UTF-16', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00])],
  ])('%s is refused with its size', async (_, bytes) => {
    const { read } = setup({ 'a.bin': bytes });
    const fault = await read({ path: 'a.bin' }).catch((error: unknown) => error);
    expect(isTeamError(fault, 'tool.failed') && fault.message).toContain(`${bytes.length} bytes`);
  });

  test('of a file above the limit the start is read, even through the middle of a character, and it may not be written over', async () => {
    const { read, write } = setup({ 'big.txt': `a${'你'.repeat(3_000_000)}` });
    const page = await read({ path: 'big.txt' });
    expect(page).toMatchObject({ only_first_bytes: INTAKE_BYTES, bytes: 9_000_001 });
    expect(await ruleOf(write({ path: 'big.txt', content: 'x' }))).toBe('file.not_read');
  });

  test('a folder, an absent file and a file as a folder are said to be that, in both languages', async () => {
    const { read } = setup({ 'a/b.txt': 'x' });
    expect(await ruleOf(read({ path: 'a' }))).toBe('file.eisdir');
    expect(await ruleOf(read({ path: 'c.txt' }))).toBe('file.enoent');
    expect(await ruleOf(read({ path: 'a/b.txt/c' }))).toBe('path.not_a_folder');
    const fault = await read({ path: 'c.txt' }, { locale: 'zh' }).catch((error: unknown) => error);
    expect(isTeamError(fault) && fault.message).toBe('"c.txt" 不存在。请用 file.list 查看有哪些文件。');
  });
});

describe('file.write', { timeout: 30_000 }, () => {
  test('makes a new file and its folders, and leaves nothing else behind', async () => {
    const { root, write, text } = setup();
    expect(await write({ path: 'a/b/c.txt', content: '你好' })).toEqual({ path: 'a/b/c.txt', done: 'created', bytes: 6 });
    expect(text('a/b/c.txt')).toBe('你好');
    expect(readdirSync(join(root, 'a/b'))).toEqual(['c.txt']);
  });

  test('a file that was never read is not written over; after reading it is', async () => {
    verifies('gate.files_not_lost');
    const { read, write, text } = setup({ 'a.txt': 'old' });
    expect(await ruleOf(write({ path: 'a.txt', content: 'new' }))).toBe('file.not_read');
    expect(text('a.txt')).toBe('old');
    await read({ path: 'a.txt' });
    expect(await write({ path: 'a.txt', content: 'new' })).toMatchObject({ done: 'written' });
    expect(await write({ path: 'a.txt', content: 'newer' })).toMatchObject({ done: 'written' });
    expect(text('a.txt')).toBe('newer');
  });

  test('what another attempt has read counts for that attempt alone', async () => {
    const { read, write } = setup({ 'a.txt': 'old' });
    await read({ path: 'a.txt' }, { attemptId: 'attempt-2' });
    expect(await ruleOf(write({ path: 'a.txt', content: 'new' }))).toBe('file.not_read');
  });

  test('a file that somebody changed since it was read is not written over', async () => {
    const { root, read, write, text } = setup({ 'a.txt': 'old' });
    await read({ path: 'a.txt' });
    writeFileSync(join(root, 'a.txt'), 'theirs');
    expect(await ruleOf(write({ path: 'a.txt', content: 'mine' }))).toBe('file.changed');
    expect(text('a.txt')).toBe('theirs');
  });

  test('reading through a link counts for the file itself, and writing through it changes that file and keeps the link', async () => {
    const { root, read, write, text } = setup({ 'a.txt': 'old' });
    symlinkSync('a.txt', join(root, 'link'));
    await read({ path: 'link' });
    expect(await write({ path: 'link', content: 'new' })).toEqual({ path: 'a.txt', done: 'written', bytes: 3 });
    expect(text('a.txt')).toBe('new');
    expect(readdirSync(root)).toEqual(['a.txt', 'link']);
  });

  test('of 20 attempts that read the same and write at once, one wins and 19 are told', async () => {
    const { read, write, text } = setup({ 'a.txt': 'old' });
    const attempts = Array.from({ length: 20 }, (_, at) => `attempt-${at}`);
    for (const attemptId of attempts) await read({ path: 'a.txt' }, { attemptId });
    const outcomes = await Promise.all(attempts.map((attemptId) => ruleOf(write({ path: 'a.txt', content: attemptId }, { attemptId }))));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'file.changed')).toHaveLength(19);
    expect(text('a.txt')).toBe(attempts[outcomes.indexOf('done')]);
  });

  test('of 20 attempts that make the same file at once, one makes it', async () => {
    const { write } = setup();
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, at) => ruleOf(write({ path: 'n/new.txt', content: String(at) }, { attemptId: `attempt-${at}` }))));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'file.not_read')).toHaveLength(19);
  });

  test('edits replace each text that is there exactly once, and keep encoding, mark and line ends', async () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('one\r\ntwo\r\n你好\r\n', 'utf16le')]);
    const { root, read, write } = setup({ 'a.txt': bytes });
    await read({ path: 'a.txt' });
    await write({ path: 'a.txt', edits: [{ old: 'one\ntwo', new: 'eins\nzwei\ndrei' }, { old: '你好', new: '再见 $& $1' }] });
    const written = readFileSync(join(root, 'a.txt'));
    expect(written.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfe]));
    expect(written.subarray(2).toString('utf16le')).toBe('eins\r\nzwei\r\ndrei\r\n再见 $& $1\r\n');
  });

  test.each([
    ['that is there twice', [{ old: 'a', new: 'b' }]],
    ['that overlaps itself', [{ old: 'xyx', new: 'b' }]],
    ['that is not there', [{ old: 'one', new: '1' }, { old: 'seven', new: '7' }]],
    ['that an earlier edit took away', [{ old: 'one', new: '1' }, { old: 'one', new: '2' }]],
    ['that is empty', [{ old: '', new: 'x' }]],
  ])('an edit of a text %s changes nothing at all', async (_, edits) => {
    const { read, write, text } = setup({ 'a.txt': 'one a b a xyxyx' });
    await read({ path: 'a.txt' });
    expect(await ruleOf(write({ path: 'a.txt', edits }))).toBe('file.edit_unfit');
    expect(text('a.txt')).toBe('one a b a xyxyx');
  });

  test('the same call again changes nothing a second time, also where an edit would fit again', async () => {
    verifies('gate.files_not_lost');
    const { read, write, text } = setup({ 'a.txt': 'x' });
    await read({ path: 'a.txt' });
    const edit = { path: 'a.txt', edits: [{ old: 'x', new: 'x!' }] };
    expect(await write(edit, { callId: 'call-7' })).toEqual(await write(edit, { callId: 'call-7' }));
    expect(text('a.txt')).toBe('x!');
    expect(await write({ path: 'b.txt', content: 'b' }, { callId: 'call-8' })).toMatchObject({ done: 'created' });
    // After a crash nothing is remembered: what is there already is found by its content.
    expect(await write({ path: 'b.txt', content: 'b' }, { callId: 'call-8', attemptId: 'attempt-2' })).toMatchObject({ done: 'unchanged' });
  });

  test('the rights of the file stay, and a write-protected file stays as it is', async () => {
    const { root, read, write } = setup({ 'run.sh': 'a', 'fixed.txt': 'a' });
    chmodSync(join(root, 'run.sh'), 0o751);
    chmodSync(join(root, 'fixed.txt'), 0o444);
    for (const path of ['run.sh', 'fixed.txt']) await read({ path });
    await write({ path: 'run.sh', content: 'b' });
    expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o751);
    expect(await ruleOf(write({ path: 'fixed.txt', content: 'b' }))).toBe('file.write_protected');
  });

  test('a name that differs in case or composition alone is refused, for files and folders', async () => {
    const { write, root } = setup({ 'README.md': 'x', 'docs/café.md': 'x' });
    expect(await ruleOf(write({ path: 'readme.md', content: 'y' }))).toBe('file.name_clash');
    expect(await ruleOf(write({ path: 'Docs/new.md', content: 'y' }))).toBe('file.name_clash');
    expect(await ruleOf(write({ path: 'docs/cafe\u0301.md', content: 'y' }))).toBe('file.name_clash');
    expect(readdirSync(root)).toEqual(['README.md', 'docs']);
  });

  test('the lock of the team is asked with the path before anything changes, and its no is final', async () => {
    const asked: string[] = [];
    const no = { ok: false, rule: 'lock.held', because: { en: 'Ann holds it.', zh: 'Ann 正在占用。' } } as const;
    const { root, write } = setup({}, {
      mayWrite: async (path, { memberId }) => {
        asked.push(`${memberId} ${path} ${existsSync(join(root, path))}`);
        return path === 'held.txt' ? no : { ok: true };
      },
    });
    expect(await ruleOf(write({ path: './held.txt', content: 'x' }))).toBe('lock.held');
    await write({ path: 'free.txt', content: 'x' });
    expect(asked).toEqual(['member-1 held.txt false', 'member-1 free.txt false']);
    expect(readdirSync(root)).toEqual(['free.txt']);
  });

  test('a call that was called off before the change changes nothing', async () => {
    const called = new AbortController();
    const { root, write } = setup({}, { mayWrite: async () => (called.abort(new Error('called off')), { ok: true }) });
    await expect(write({ path: 'a.txt', content: 'x' }, { signal: called.signal })).rejects.toThrow('called off');
    expect(readdirSync(root)).toEqual([]);
  });

  test('an outcome that the gate has kept whole is read and searched, and not written', async () => {
    const { read, search, write } = setup({ '.muster/outcomes/call-1.txt': 'long\n', '.muster/muster.db': 'long\n' });
    expect((await read({ path: '.muster/outcomes/call-1.txt' })).text).toBe('long');
    expect((await search({ text: 'long' })).hits).toEqual([{ path: '.muster/outcomes/call-1.txt', line: 1, text: 'long' }]);
    expect(await ruleOf(write({ path: '.muster/outcomes/call-1.txt', content: 'mine' }))).toBe('file.kept_outcome');
    expect(await ruleOf(read({ path: '.muster/muster.db' }))).toBe('path.protected');
  });

  test('content and edits together, or neither, are bad arguments', async () => {
    const { write } = setup();
    expect(await ruleOf(write({ path: 'a.txt' }))).toBe('tool.bad_arguments');
    expect(await ruleOf(write({ path: 'a.txt', content: 'x', edits: [{ old: 'a', new: 'b' }] }))).toBe('tool.bad_arguments');
  });
});

describe('file.list', () => {
  test('shows two levels, marks folders and links, and leaves out git and node_modules', async () => {
    const { root, list } = setup({ 'src/a/deep.ts': '', 'src/main.ts': '', '.git/config': '', 'node_modules/x/index.js': '', '.gitignore': '' });
    symlinkSync('src', join(root, 'link'));
    expect((await list({})).names).toEqual(['.gitignore', 'link@', 'node_modules/', 'src/', 'src/a/', 'src/main.ts']);
    expect((await list({ path: 'node_modules' })).names).toEqual(['x/', 'x/index.js']);
  });

  test.each([
    ['*.ts', ['src/a/deep.ts', 'src/main.ts']],
    ['src/*.ts', ['src/main.ts']],
    ['src/**/*.ts', ['src/a/deep.ts', 'src/main.ts']],
    ['**/a/**', ['src/a/', 'src/a/deep.ts']],
    ['{README,src/main}.{md,ts}', ['README.md', 'src/main.ts']],
    ['?EADME.md', ['README.md']],
    ['nothing*', []],
  ])('the pattern %s fits %j', async (pattern, names) => {
    const { list } = setup({ 'src/a/deep.ts': '', 'src/main.ts': '', 'README.md': '' });
    expect((await list({ pattern })).names).toEqual(names);
  });

  test('a list that would be too long is cut and says so', async () => {
    const { list } = setup(Object.fromEntries(Array.from({ length: 1100 }, (_, at) => [`${String(at).padStart(4, '0')}`, ''])));
    const { names, count, more } = await list({});
    expect([Array.isArray(names) && names.length, count, typeof more]).toEqual([1000, 1000, 'string']);
  });

  test('a pattern of many stars and braces is answered at once or refused', async () => {
    const { list } = setup({ [`${'a'.repeat(200)}`]: '' });
    expect((await list({ pattern: `${'*a'.repeat(100)}b` })).names).toEqual([]);
    expect(await ruleOf(list({ pattern: '{a,b}'.repeat(30) }))).toBe('tool.bad_arguments');
  });
});

describe('file.search', { timeout: 30_000 }, () => {
  test('finds a text with file and line, and a regular expression within lines', async () => {
    const { search } = setup({ 'src/a.ts': 'const x = 1;\r\nconst y = x;\r\n', 'b.md': 'x marks\n', 'c.bin': Buffer.from('x\0') });
    expect(await search({ text: 'x = 1' })).toEqual({ path: '.', hits: [{ path: 'src/a.ts', line: 1, text: 'const x = 1;' }], files_searched: 2 });
    expect((await search({ regex: '^CONST \\w = \\w;$', ignore_case: true })).hits).toEqual([{ path: 'src/a.ts', line: 1, text: 'const x = 1;' }, { path: 'src/a.ts', line: 2, text: 'const y = x;' }]);
    expect((await search({ text: 'x', files: '*.md' })).hits).toEqual([{ path: 'b.md', line: 1, text: 'x marks' }]);
    expect((await search({ text: 'marks', path: 'b.md' })).hits).toEqual([{ path: 'b.md', line: 1, text: 'x marks' }]);
  });

  test('links, secrets, git and node_modules are not searched', async () => {
    const { root, search } = setup({ 'a.txt': 'token', '.env': 'token', '.git/config': 'token', 'node_modules/x.js': 'token', '.ssh/known': 'token' });
    symlinkSync('/etc', join(root, 'etc'));
    symlinkSync('.env', join(root, 'env-link'));
    expect(await search({ regex: 'token|root' })).toMatchObject({ hits: [{ path: 'a.txt', line: 1, text: 'token' }], files_searched: 1 });
  });

  test('an expression that would run for ages is stopped within seconds while the event loop goes on', async () => {
    const { search } = setup({ 'a.txt': `${'a'.repeat(60)}!` });
    let turns = 0;
    const counting = setInterval(() => turns++, 20);
    try {
      expect(await ruleOf(search({ regex: '^(a+)+$' }))).toBe('file.pattern_too_slow');
    } finally {
      clearInterval(counting);
    }
    expect(turns).toBeGreaterThan(10);
  });

  test('what cannot be read as an expression, both kinds and neither are bad arguments', async () => {
    const { search } = setup();
    for (const args of [{ regex: '(' }, { text: 'a', regex: 'b' }, {}]) expect(await ruleOf(search(args))).toBe('tool.bad_arguments');
    expect(await ruleOf(search({ regex: 'a\\-b' }))).toBe('done');
  });

  test('more lines than asked for are cut, a long line is shown around what was found, and it is said', async () => {
    const { search } = setup({ 'a.txt': 'x\n'.repeat(80), 'min.js': `${'y'.repeat(100_000)}needle${'z'.repeat(100_000)}` });
    const many = await search({ text: 'x', most: 10 });
    expect([Array.isArray(many.hits) && many.hits.length, typeof many.more]).toEqual([10, 'string']);
    const { hits } = await search({ text: 'needle' });
    const shown = JSON.stringify(hits);
    expect(shown).toContain('needle');
    expect(shown.length).toBeLessThan(400);
  });
});

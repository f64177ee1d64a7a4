// Queries on SQLite files: values, limits, parameters, the locks behind the guard, and the end of what was called off.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlCall } from '../../../test/tools/sql-call.ts';
import { databaseQuery } from './database-query.ts';
import { sqliteProcesses } from './sqlite-process.ts';
import { sqliteReader } from './sqlite-reader.ts';
import { verifies } from '../../../test/verifies.ts';

let folder = '';
let file = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-sqlite-'));
  file = join(folder, 'shop.sqlite');
  make(file, 1_000);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

function make(path: string, rows: number): void {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = WAL; CREATE TABLE orders (id INTEGER PRIMARY KEY, note TEXT, total REAL, deleted_at TEXT);
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) INSERT INTO orders SELECT i, 'note ' || i, i * 1.5, NULL FROM n`);
  database.close();
}

// What counts processes reads /proc.
const hasProc = process.platform === 'linux';

/** Counts for seconds without giving back a row. */
const ENDLESS = 'WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 100000000000) SELECT count(*) FROM n';

// A process that starts on a busy machine may take seconds, so waits are long; what is measured begins after them.
describe('database.query on a SQLite file', { timeout: 60_000 }, () => {
  const opened = () => databaseQuery({ databases: { shop: 'shop.sqlite' }, folder });
  let tool = opened();
  beforeAll(() => {
    tool = opened();
  });
  afterAll(() => tool.close());

  test('columns and rows come back, with parameters', async () => {
    expect(await tool.run(sqlCall({ sql: 'SELECT id, note, total FROM orders WHERE id < ? AND note <> ? AND deleted_at IS NULL', params: [3, "'; DROP TABLE orders; --"] }))).toEqual({
      columns: ['id', 'note', 'total'], rows: [[1, 'note 1', 1.5], [2, 'note 2', 3]], more: false,
    });
  });
  test('each kind of value has one form in JSON, and two columns of the same name keep both values', async () => {
    expect(await tool.run(sqlCall({ sql: "SELECT 1 AS a, 9007199254740993 AS a, 0.5, 9e999, NULL, x'00ff', '数据'" }))).toMatchObject({
      columns: ['a', 'a', '0.5', '9e999', 'NULL', "x'00ff'", "'数据'"],
      rows: [[1, '9007199254740993', 0.5, 'Infinity', null, { bytes: 2, base64: 'AP8=' }, '数据']],
    });
  });
  test('of 1,000 rows the first 500 come, and a value of 20,000 characters comes in part, with notes', async () => {
    const all = await tool.run(sqlCall({ sql: 'SELECT id FROM orders' }));
    expect(all).toMatchObject({ more: true, note: expect.stringContaining('first 500 rows') });
    const long = await tool.run(sqlCall({ sql: "SELECT replace(hex(printf('%10000d', 0)), '2', 'x')" }));
    expect(long).toMatchObject({ more: false, note: expect.stringContaining('1 long values are cut') });
    expect(JSON.stringify(long).length).toBeLessThan(11_000);
  });
  test.each([
    ['SELECT * FROM orders WHERE id = ?', [], 'asks for 1 parameters, and 0 are given'],
    ['SELECT * FROM orders WHERE id = ?', [1, 2], 'asks for 1 parameters, and 2 are given'],
    ["SELECT '?' FROM orders WHERE id = ?3", [1], 'asks for 3 parameters, and 1 are given'],
    ['SELECT * FROM orders WHERE id = :id', [1], 'not :id'],
    ['SELECT missing FROM orders', [], 'no such column: missing'],
    ['SELECT * FROM nowhere', [], 'no such table: nowhere'],
  ])('%s with %j fails, and says why', async (sql, params, says) => {
    const call = sqlCall({ sql, params });
    expect(await tool.guard?.(call)).toEqual({ ok: true });
    await expect(tool.run(call)).rejects.toMatchObject({ code: 'tool.failed', message: expect.stringContaining(says) });
  });
  test.each(['?1', '$1'])('%s can stand twice and takes one value', async (parameter) => {
    expect(await tool.run(sqlCall({ sql: `SELECT ${parameter}, id FROM orders WHERE id = ${parameter}`, params: [2] }))).toMatchObject({ rows: [[2, 2]] });
  });
  test('what the guard refuses does not run when nobody asked the guard', async () => {
    await expect(tool.run(sqlCall({ sql: 'DELETE FROM orders' }))).rejects.toMatchObject({ code: 'tool.refused', details: { rule: 'sql.not_a_select' } });
  });
  test.skipIf(!hasProc)('a query that is called off ends with its process, within a second on a quiet machine and ten on any, and the next one works', async () => {
    verifies('gate.query_ends');
    await tool.run(sqlCall({ sql: 'SELECT 1' }));
    const stop = new AbortController();
    const asked = tool.run(sqlCall({ sql: ENDLESS }, stop.signal)).catch((error: unknown) => error);
    await expect.poll(() => running(file), { timeout: 50_000 }).toBe(1);
    const before = performance.now();
    stop.abort(new Error('called off'));
    expect(await asked).toEqual(new Error('called off'));
    expect(performance.now() - before).toBeLessThan(10_000);
    expect(await running(file)).toBe(0);
    expect(await tool.run(sqlCall({ sql: 'SELECT count(*) FROM orders' }))).toMatchObject({ rows: [[1_000]] });
  });
  test.skipIf(!hasProc)('ten queries at once share four processes at most, two of which stay, and each gets its own answer', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => tool.run(sqlCall({ sql: 'SELECT id FROM orders WHERE id = ?', params: [at + 1] }))));
    expect(answers).toEqual(answers.map((_, at) => expect.objectContaining({ rows: [[at + 1]] })));
    expect(await running(file)).toBeLessThanOrEqual(4);
    await expect.poll(() => running(file), { timeout: 10_000 }).toBeLessThanOrEqual(2);
  });
  test.skipIf(!hasProc)('one that waits for its turn and is called off does not take the turn of another', async () => {
    const stops = Array.from({ length: 5 }, () => new AbortController());
    const asked = stops.map((stop) => tool.run(sqlCall({ sql: ENDLESS }, stop.signal)).catch((error: unknown) => error));
    await expect.poll(() => running(file), { timeout: 50_000 }).toBe(4);
    const last = tool.run(sqlCall({ sql: 'SELECT 7' }));
    stops[4]?.abort(new Error('fifth'));
    expect(await asked[4]).toEqual(new Error('fifth'));
    stops[0]?.abort(new Error('first'));
    expect(await last).toMatchObject({ rows: [[7]] });
    for (const stop of stops) stop.abort(new Error('rest'));
    await Promise.all(asked);
  });
  test.skipIf(!hasProc)('whoever asks while idle processes are being ended gets new ones in their place, though all others run on', async () => {
    const path = join(folder, 'room.sqlite');
    make(path, 1);
    const own = databaseQuery({ databases: { room: path } });
    await Promise.all(Array.from({ length: 4 }, () => own.run(sqlCall({ sql: 'SELECT 1' }))));
    const stop = new AbortController();
    const asked = Array.from({ length: 4 }, () => own.run(sqlCall({ sql: ENDLESS }, stop.signal)).catch((error: unknown) => error));
    await expect.poll(() => running(path), { timeout: 20_000 }).toBe(4);
    stop.abort(new Error('enough'));
    await Promise.all(asked);
    await own.close();
  });
  test('a file that was put in the place of the old one is the one that is read', async () => {
    const moved = join(folder, 'moved.sqlite');
    make(moved, 1);
    const own = databaseQuery({ databases: { moved } });
    expect(await own.run(sqlCall({ sql: 'SELECT count(*) FROM orders' }))).toMatchObject({ rows: [[1]] });
    const other = join(folder, 'other.sqlite');
    make(other, 2);
    await rename(other, moved);
    expect(await own.run(sqlCall({ sql: 'SELECT count(*) FROM orders' }))).toMatchObject({ rows: [[2]] });
    await own.close();
  });
  test('a file that is not there is not made', async () => {
    const own = databaseQuery({ databases: { gone: join(folder, 'gone.sqlite') } });
    await expect(own.run(sqlCall({ sql: 'SELECT 1' }))).rejects.toMatchObject({ code: 'tool.failed', message: expect.stringContaining('no such file') });
    await own.close();
    expect(await readdir(folder)).not.toContain('gone.sqlite');
  });
});

describe('the locks behind the guard', { timeout: 60_000 }, () => {
  test('a value of 900 MB is not made; 20 values of 50 MB end their process; the next query works', async () => {
    const processes = sqliteProcesses({ file, alsoFunctions: ['zeroblob'] });
    const ask = (sql: string) => processes.ask({ does: 'query', sql, params: [], maxRows: 10, maxChars: 1_000 }, new AbortController().signal);
    expect(await ask('SELECT length(hex(zeroblob(900000000)))')).toEqual({ kind: 'failed', message: 'string or blob too big' });
    await expect(ask(`SELECT ${Array.from({ length: 20 }, () => 'hex(zeroblob(25000000))').join(', ')}`)).rejects.toMatchObject({ code: 'tool.failed', message: expect.stringContaining('out of memory') });
    expect(await ask('SELECT 1')).toMatchObject({ kind: 'rows' });
    await processes.close();
  });
  test('names that unfold without end are not prepared for longer than 5 s', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `c${at + 1} AS (SELECT a.x FROM c${at} a, c${at} b)`);
    const processes = sqliteProcesses({ file, alsoFunctions: [] });
    const sql = `WITH c0 AS (SELECT 1 AS x), ${names.join(', ')} SELECT count(*) FROM c40`;
    const reply = await processes.ask({ does: 'judge', sql, params: [], maxRows: 1, maxChars: 1 }, new AbortController().signal);
    expect(reply).not.toEqual({ kind: 'judged' });
    await processes.close();
  });
  test.skipIf(!hasProc)('a judgement that takes too long ends its process, and whoever asks at once has another', async () => {
    const own = join(folder, 'stopped.sqlite');
    make(own, 1);
    const processes = sqliteProcesses({ file: own, alsoFunctions: [] }, { judgeMs: 50 });
    const ask = (does: 'judge' | 'query') => processes.ask({ does, sql: 'SELECT 7', params: [], maxRows: 1, maxChars: 10 }, new AbortController().signal);
    expect(await ask('query')).toMatchObject({ kind: 'rows' });
    for (const pid of await pidsOf(own)) process.kill(pid, 'SIGSTOP');
    expect(await ask('judge')).toMatchObject({ kind: 'refused', fault: { rule: 'sql.too_large' } });
    expect(await ask('query')).toMatchObject({ kind: 'rows', rows: { rows: [[7]] } });
    await processes.close();
  });
  test('a view that somebody put into the file gets no more than the query', async () => {
    const bad = join(folder, 'bad.sqlite');
    const database = new DatabaseSync(bad);
    database.exec("CREATE VIEW innocent AS SELECT randomblob(9) AS a; CREATE VIEW deep AS SELECT * FROM innocent; CREATE VIEW worse AS SELECT load_extension('/tmp/x.so')");
    database.close();
    const reader = sqliteReader({ file: bad, alsoFunctions: [] });
    const answer = (view: string) => reader.answer({ does: 'query', sql: `SELECT * FROM ${view}`, params: [], maxRows: 1, maxChars: 1 });
    expect(answer('deep')).toEqual({ kind: 'refused', fault: { rule: 'sql.function_not_allowed', what: 'randomblob' } });
    expect(answer('worse')).toEqual({ kind: 'failed', message: 'unsafe use of load_extension()' });
    reader.close();
  });
  test.skipIf(!hasProc)('a process whose parent was killed ends in the middle of a query', async () => {
    const own = join(folder, 'orphan.sqlite');
    make(own, 1);
    const parent = spawn(process.execPath, [fileURLToPath(new URL('../../../test/tools/orphan-query.ts', import.meta.url)), own, ENDLESS], { stdio: 'ignore' });
    await expect.poll(() => running(own), { timeout: 40_000, interval: 50 }).toBe(1);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await expect.poll(() => running(own), { timeout: 15_000, interval: 20 }).toBe(0);
  });
  test('a tool that was never closed keeps no process from ending', async () => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('../../../test/tools/orphan-query.ts', import.meta.url)), file, 'SELECT 1'], { stdio: 'ignore' });
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

describe('what the team configures', () => {
  test.each([
    [{}, 'has no database'],
    [{ x: ':memory:' }, 'neither a SQLite file nor an address'],
    [{ x: 'mysql://x.test/db' }, 'neither a SQLite file nor an address'],
    [{ x: ' ' }, 'neither a SQLite file nor an address'],
  ])('%j is refused at the start', (databases, says) => {
    expect(() => databaseQuery({ databases })).toThrow(says);
  });
  test('the model sees names and dialects and no address', () => {
    const tool = databaseQuery({ databases: { shop: 'a.sqlite', bills: 'postgres://ann:hunter22@db.test/x' } });
    const seen = JSON.stringify([tool.description, tool.parameters]);
    expect(tool.description.en).toContain('shop (SQLite), bills (PostgreSQL)');
    expect(tool.parameters).toMatchObject({ properties: { database: { enum: ['shop', 'bills'] } } });
    expect(seen).not.toMatch(/hunter22|db\.test|a\.sqlite/);
  });
});

/** The processes that hold this file, by what they were started with. */
async function pidsOf(path: string): Promise<readonly number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  return ids.filter((_, at) => commands[at]?.includes('sqlite-child') && commands[at].includes(JSON.stringify(path))).map(Number);
}

const running = async (path: string): Promise<number> => (await pidsOf(path)).length;

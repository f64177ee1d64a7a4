// Queries on a real PostgreSQL server: values, limits, the second lock behind the guard, and the end of what was called off.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgres } from '../../../test/services.ts';
import { databaseQuery } from './database-query.ts';
import { queryPostgres, type PostgresQuery } from './query-postgres.ts';
import { sqlCall } from '../../../test/tools/sql-call.ts';

const url = await findPostgres();
const SCHEMA = `muster_sql_${process.pid}`;

// A busy machine is slow to start a process or a connection, so waits are long; what is measured begins after them.
describe.skipIf(url === undefined)('on a PostgreSQL server', { timeout: 60_000 }, () => {
  const place = url ?? '';
  const admin = new Client({ connectionString: place });
  const tool = databaseQuery({ databases: { shop: `${place}?options=-c%20search_path%3D${SCHEMA}` } });
  beforeAll(async () => {
    await admin.connect();
    await admin.query(`CREATE SCHEMA ${SCHEMA}; SET search_path = ${SCHEMA}; CREATE SEQUENCE numbers;
      CREATE TABLE orders (id int PRIMARY KEY, customer text, total numeric(10, 2), deleted_at timestamptz);
      INSERT INTO orders SELECT n, 'customer ' || n % 7, n * 1.5, NULL FROM generate_series(1, 1000) n`);
  });
  afterAll(async () => {
    await admin.query(`DROP SCHEMA ${SCHEMA} CASCADE`);
    await admin.end();
  });
  const run = (args: Parameters<typeof sqlCall>[0]) => tool.run(sqlCall(args));
  const bare = (query: Partial<PostgresQuery>) => queryPostgres({ url: place, sql: 'SELECT 1', params: [], timeoutMs: 10_000, maxRows: 10, maxChars: 1_000, signal: new AbortController().signal, ...query });
  /** Connections of this name whose query the server is running: it says FETCH then, and no longer what is fetched. */
  const running = async (mark: string): Promise<number> =>
    (await admin.query("SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND application_name = $1 AND query LIKE 'FETCH%'", [mark])).rows.length;
  const marked = (mark: string): string => `${place}?application_name=${mark}`;

  test('columns and rows come back, with parameters and with columns called deleted_at', async () => {
    expect(await run({ sql: 'SELECT customer, count(*), sum(total) FROM orders WHERE deleted_at IS NULL AND id <= $1 GROUP BY customer ORDER BY customer LIMIT 2', params: [70] })).toEqual({
      columns: ['customer', 'count', 'sum'],
      rows: [['customer 0', 10, '577.50'], ['customer 1', 10, '487.50']],
      more: false,
    });
  });
  test('each type has one form in JSON, and two columns of the same name keep both values', async () => {
    const sql = `SELECT 1::int2 AS a, 9007199254740993 AS a, 1.10::numeric, 0.5::float8, 'NaN'::float8, true, NULL, '\\x00ff'::bytea, '{"a":[1,null]}'::jsonb,
      date '2026-01-02', timestamptz '2026-01-02 03:04:05+02', interval '1 day 2 hours', ARRAY['a', 'b "c", {d}', NULL], ARRAY[[1, 2], [3, 4]], int4range(1, 5)`;
    expect(await run({ sql })).toMatchObject({
      rows: [[1, '9007199254740993', '1.10', 0.5, 'NaN', true, null, { bytes: 2, base64: 'AP8=' }, { a: [1, null] }, '2026-01-02', '2026-01-02 01:04:05+00', 'P1DT2H', ['a', 'b "c", {d}', null], [[1, 2], [3, 4]], '[1,5)']],
    });
  });
  test('of 1,000 rows the first 500 come, with a note in the language of the caller', async () => {
    const answer = await run({ sql: "SELECT id FROM orders ORDER BY id -- limit 7" });
    expect(answer).toMatchObject({ more: true, note: expect.stringContaining('first 500 rows') });
    expect(answer).toHaveProperty('rows.length', 500);
  });
  test('a statement that the guard refuses never reaches the server, also when nobody asked the guard', async () => {
    await expect(run({ sql: `DELETE FROM ${SCHEMA}.orders` })).rejects.toMatchObject({ code: 'tool.refused', details: { rule: 'sql.not_a_select' } });
    await expect(run({ sql: 'SELECT 1', database: '__proto__' })).rejects.toMatchObject({ code: 'tool.refused', details: { rule: 'sql.unknown_database' } });
  });
  test.each([
    ['a sequence', `SELECT nextval('${SCHEMA}.numbers')`, /read-only transaction/],
    ['a delete', `DELETE FROM ${SCHEMA}.orders`, /syntax error/],
    ['a delete inside WITH', `WITH x AS (DELETE FROM ${SCHEMA}.orders RETURNING 1) SELECT * FROM x`, /must not contain data-modifying statements/],
    ['a second statement', `SELECT 1; DELETE FROM ${SCHEMA}.orders`, /cannot insert multiple commands/],
    ['an end of the transaction', `SELECT 1; COMMIT`, /cannot insert multiple commands/],
  ])('behind the guard the second lock holds: %s', async (_, sql, says) => {
    await expect(bare({ sql })).rejects.toMatchObject({ code: 'tool.failed', message: expect.stringMatching(says) });
    expect((await admin.query('SELECT count(*)::int AS n FROM orders')).rows).toEqual([{ n: 1_000 }]);
  });
  test('a server that reads backslashes in strings is told to read them as the guard does', async () => {
    const odd = databaseQuery({ databases: { odd: `${place}?options=-c%20standard_conforming_strings%3Doff` } });
    expect(await odd.run(sqlCall({ sql: String.raw`SELECT '\' AS a, ' OR 1 = 1' AS b` }))).toMatchObject({ rows: [['\\', ' OR 1 = 1']] });
  });
  test('a query that is called off has ended on the server when the caller gets its reason, within a second on a quiet machine and ten on any', async () => {
    const stop = new AbortController();
    const mark = `off_${process.pid}`;
    const asked = databaseQuery({ databases: { only: marked(mark) } }).run(sqlCall({ sql: 'SELECT count(*) FROM generate_series(1, 1000000000000)' }, stop.signal)).catch((error: unknown) => error);
    await expect.poll(() => running(mark), { timeout: 40_000, interval: 20 }).toBe(1);
    const before = performance.now();
    stop.abort(new Error('called off'));
    expect(await asked).toEqual(new Error('called off'));
    expect(performance.now() - before).toBeLessThan(10_000);
    await expect.poll(() => running(mark), { timeout: 10_000, interval: 20 }).toBe(0);
  });
  test('a signal that was aborted before opens no connection', async () => {
    await expect(bare({ url: 'postgres://nobody@127.0.0.1:1/x', signal: AbortSignal.abort(new Error('early')) })).rejects.toThrow('early');
  });
  test('after its time the server ends the statement itself', async () => {
    await expect(bare({ sql: 'SELECT pg_sleep(30)', timeoutMs: 50 })).rejects.toMatchObject({ code: 'tool.failed', message: expect.stringContaining('statement timeout') });
  });
  test('a query whose process was killed ends on the server within seconds', async () => {
    const mark = `orphan_${process.pid}`;
    const child = spawn(process.execPath, [fileURLToPath(new URL('../../../test/tools/orphan-query.ts', import.meta.url)), marked(mark), 'SELECT count(*) FROM generate_series(1, 1000000000000)'], { stdio: 'ignore' });
    await expect.poll(() => running(mark), { timeout: 40_000, interval: 50 }).toBe(1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect.poll(() => running(mark), { timeout: 15_000, interval: 50 }).toBe(0);
  });
  test('an answer of 12 MB is not taken in', async () => {
    await expect(run({ sql: "SELECT string_agg(repeat('x', 10000), '') FROM generate_series(1, 1200)" })).rejects.toMatchObject({ code: 'tool.failed', message: expect.stringContaining('larger than 8 MB') });
  });
  test('a wrong column fails in the words of the server and is no refusal', async () => {
    const call = sqlCall({ sql: 'SELECT nothing FROM orders' });
    expect(await tool.guard?.(call)).toEqual({ ok: true });
    await expect(tool.run(call)).rejects.toMatchObject({ code: 'tool.failed', message: expect.stringContaining('column "nothing" does not exist') });
  });
});

test('a server that does not answer is told without the password', async () => {
  const tool = databaseQuery({ databases: { gone: 'postgres://ann:hunter22@127.0.0.1:1/x' } });
  const error: unknown = await tool.run(sqlCall({ sql: 'SELECT 1' })).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'tool.failed', message: expect.stringContaining('ECONNREFUSED') });
  expect(String(error)).not.toContain('hunter22');
});

// Honest queries of any shape pass, and the same queries with one thing that writes, locks, waits or spies anywhere inside are
// refused. Both are built from one grammar, so that only the one thing can make the difference.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgePostgres } from './judge-postgres.ts';
import { verifies } from '../../../test/verifies.ts';

const none: ReadonlySet<string> = new Set();
const NASTY = ['; DROP TABLE t; --', 'FOR UPDATE', 'pg_sleep(9)', "it''s", '/*', '*/', '\\', '$$', '数据', 'deleted_at'];

const text = fc.constantFrom(...NASTY).map((words) => `'${words.replaceAll(/(?<!')'(?!')/g, "''")}'`);
const name = fc.constantFrom('deleted_at', 'id', '"drop"', 't.created_at', '"客户"', 'pg_sleep', '"update"');
const comment = fc.constantFrom('', ' ', '\n', '/* DELETE FROM t; */', '-- DROP TABLE t;\n', '/* a /* nested */ ; */');
const atom = fc.oneof(text, name, fc.integer({ min: 0, max: 999 }).map(String), fc.constantFrom('NULL', 'true', '$1', 'now()', 'count(*)', '$q$ ; DELETE $q$'));

/** Ways to put an expression inside a larger one. */
const around: fc.Arbitrary<(inner: string) => string> = fc.oneof(
  fc.constantFrom<((inner: string) => string)[]>(
    (inner) => `coalesce(${inner}, 0)`, (inner) => `(${inner})`, (inner) => `CASE WHEN ${inner} IS NULL THEN 1 ELSE 2 END`, (inner) => `ARRAY[${inner}]`,
    (inner) => `(SELECT ${inner} FROM t WHERE deleted_at IS NULL)`, (inner) => `(${inner})::text`, (inner) => `(${inner}) = ANY ('{1}')`, (inner) => `1 IN (SELECT ${inner})`,
    (inner) => `EXISTS (SELECT 1 FROM t ORDER BY ${inner} LIMIT 1)`, (inner) => `(WITH w AS (SELECT ${inner} AS a) SELECT a FROM w)`, (inner) => `sum(1) FILTER (WHERE ${inner} IS NULL)`,
    (inner) => `rank() OVER (PARTITION BY ${inner} ORDER BY 1)`, (inner) => `(SELECT x.a FROM (VALUES (${inner})) AS x(a))`, (inner) => `(SELECT 1 FROM t GROUP BY ${inner} HAVING ${inner} IS NULL)`,
    (inner) => `(SELECT 1 UNION ALL SELECT ${inner})`, (inner) => `(SELECT 1 FROM t JOIN u ON ${inner} IS NULL)`, (inner) => `json_build_object('a', ${inner})`, (inner) => `(SELECT 1 FROM generate_series(1, ${inner}))`,
  ),
  fc.tuple(atom, fc.constantFrom('+', '||', '=', 'AND', 'IS DISTINCT FROM', '->>')).map(([left, operator]) => (inner: string) => `(${left} ${operator} (${inner}))`),
);

/** A whole query with the expression somewhere in it. */
const queryWith = (expression: string): fc.Arbitrary<string> =>
  fc.record({ wraps: fc.array(around, { maxLength: 6 }), gap: comment, shape: fc.nat(5) }).map(({ wraps, gap, shape }) => {
    const inner = wraps.reduce((built, wrap) => wrap(built), expression);
    return [
      `SELECT ${gap}${inner} AS a FROM t`, `SELECT * FROM t${gap} WHERE ${inner} IS NOT NULL;`, `WITH w AS (SELECT ${inner} AS a)${gap} SELECT * FROM w`,
      `SELECT 1 FROM t${gap} ORDER BY ${inner}`, `SELECT a FROM t UNION SELECT ${inner}${gap}`, `SELECT * FROM t CROSS JOIN LATERAL (SELECT ${inner}) x ${gap}`,
    ][shape] ?? '';
  });

const BAD: readonly (readonly [string, string])[] = [
  ['sql.function_not_allowed', 'pg_sleep(1)'], ['sql.function_not_allowed', "pg_read_file('x')"], ['sql.function_not_allowed', "set_config('a', 'b', true)"],
  ['sql.function_not_allowed', "nextval('s')"], ['sql.function_not_allowed', '"lo_import"(\'x\')'], ['sql.function_not_allowed', 'other.count(1)'], ['sql.function_not_allowed', "query_to_xml('x', true, true, '')"],
  ['sql.changes_data', '(WITH w AS (DELETE FROM t RETURNING id) SELECT id FROM w)'], ['sql.changes_data', '(WITH w AS (INSERT INTO t VALUES (1) RETURNING id) SELECT id FROM w)'],
  ['sql.changes_data', '(WITH w AS (UPDATE t SET a = 1 RETURNING id) SELECT id FROM w)'], ['sql.changes_data', '(WITH w AS (MERGE INTO t USING u ON true WHEN MATCHED THEN DELETE RETURNING 1 AS id) SELECT id FROM w)'],
  ['sql.locks_rows', '(SELECT id FROM t FOR UPDATE)'], ['sql.locks_rows', '(SELECT id FROM t FOR KEY SHARE NOWAIT)'], ['sql.select_into', '(SELECT id INTO u FROM t)'],
  ['sql.secret_catalogue', '(SELECT passwd FROM pg_shadow)'], ['sql.secret_catalogue', '(SELECT 1 FROM pg_catalog."pg_authid")'], ['sql.size_not_plain', "repeat('x', 99999999)"],
];

describe('a query of PostgreSQL', () => {
  test('passes whatever honest parts it is made of', async () => {
    await fc.assert(fc.asyncProperty(atom.chain(queryWith), async (sql) => {
      expect(await judgePostgres(sql, none)).toBeUndefined();
    }), { numRuns: 500 });
  });
  test('is refused by the right rule with one bad part anywhere inside', async () => {
    verifies('gate.sql_reads_only');
    const bad = fc.constantFrom(...BAD).chain(([rule, part]) => queryWith(part).map((sql) => ({ rule, sql })));
    await fc.assert(fc.asyncProperty(bad, async ({ rule, sql }) => {
      expect(await judgePostgres(sql, none)).toMatchObject({ rule });
    }), { numRuns: 500 });
  });
  test('is refused with a second statement behind it', async () => {
    const second = fc.constantFrom('DELETE FROM t', 'COMMIT', 'SELECT 2', 'SET x = 1', "COPY t TO '/tmp/x'");
    await fc.assert(fc.asyncProperty(atom.chain(queryWith), second, comment, async (sql, other, gap) => {
      expect(await judgePostgres(`${sql}\n;${gap}${other}`, none)).toMatchObject({ rule: 'sql.several_statements' });
    }));
  });
  test('gets a verdict and no fault whatever text it is', async () => {
    const words = fc.constantFrom('SELECT', 'FROM', '(', ')', ';', "'", '"', '$$', '--', '/*', 'a', '1', ',', 'WITH', 'AS', 'DELETE', '\n', '$1', 'é', '客', '::', 'FOR', 'UPDATE');
    await fc.assert(fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.array(words, { maxLength: 30 }).map((parts) => parts.join(' '))), async (sql) => {
      const fault = await judgePostgres(sql.replaceAll('\0', ''), none);
      expect(fault === undefined || fault.rule.startsWith('sql.')).toBe(true);
    }), { numRuns: 1_000 });
  });
  test.each([
    ['brackets', `SELECT ${'('.repeat(6_000)}1${')'.repeat(6_000)}`], ['a sum', `SELECT 1${'+1'.repeat(12_000)}`], ['negations', `SELECT ${'NOT '.repeat(10_000)}true`],
    ['subqueries', `SELECT ${'(SELECT '.repeat(4_000)}1${')'.repeat(4_000)}`], ['casts', `SELECT 1${'::int'.repeat(9_000)}`],
  ])('of thousands of nested %s never reaches the parser, and the next query is judged as ever', async (_, sql) => {
    expect(await judgePostgres(sql, none)).toMatchObject({ rule: 'sql.too_large' });
    expect(await judgePostgres('SELECT 1', none)).toBeUndefined();
  });
  test.each([
    ['sums', `SELECT 1${'+1'.repeat(1_990)}`], ['negations', `SELECT ${'NOT '.repeat(1_990)}true`], ['brackets', `SELECT ${'('.repeat(1_990)}1${')'.repeat(1_990)}`], ['casts', `SELECT 1${'::int'.repeat(990)}`],
    ['a list of 5,000 values', `SELECT 1 WHERE id IN (${Array.from({ length: 5_000 }, (_, at) => at).join(', ')})`],
  ])('of as many nested %s as are allowed is judged', async (_, sql) => {
    expect(await judgePostgres(sql, none)).toBeUndefined();
  });
  test('may call functions that the team adds, by the name they were added with', async () => {
    expect(await judgePostgres('SELECT st_area(g), other.f(1) FROM t', new Set(['st_area', 'other.f']))).toBeUndefined();
    expect(await judgePostgres('SELECT public.st_area(g) FROM t', new Set(['st_area']))).toMatchObject({ rule: 'sql.function_not_allowed', what: 'public.st_area' });
  });
});

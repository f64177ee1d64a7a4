// Honest queries of any shape are prepared, and the same queries with one forbidden thing anywhere inside are refused, judged by
// SQLite itself on a real file that is the same afterwards.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SqliteReply } from './sqlite-messages.ts';
import { sqliteReader, type SqliteReader } from './sqlite-reader.ts';

let folder = '';
let before: Buffer;
let reader: SqliteReader;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-sqlite-property-'));
  const database = new DatabaseSync(join(folder, 'a.sqlite'));
  database.exec("CREATE TABLE t (id INTEGER, deleted_at TEXT, \"drop\" TEXT, 客户 TEXT); INSERT INTO t VALUES (1, NULL, 'x', '张三')");
  database.close();
  before = readFileSync(join(folder, 'a.sqlite'));
  reader = sqliteReader({ file: join(folder, 'a.sqlite'), alsoFunctions: [] });
});
afterAll(() => {
  reader.close();
  const isSame = readFileSync(join(folder, 'a.sqlite')).equals(before);
  rmSync(folder, { recursive: true });
  if (!isSame) throw new Error('The file of the database was changed.');
});
const answer = (sql: string, does: 'judge' | 'query' = 'query'): SqliteReply => reader.answer({ does, sql, params: [], maxRows: 5, maxChars: 1_000 });

const atom = fc.constantFrom("'; DROP TABLE t; --'", "'it''s'", '7', 'NULL', 'id', 't.deleted_at', '"drop"', '[drop]', '`客户`', '(SELECT count(*) FROM t)', "date('now')", "x'00'", "json_extract('{}', '$.a')");
const comment = fc.constantFrom('', ' ', '\n', '/* DELETE FROM t; */', '-- DROP TABLE t;\n');
const around = fc.constantFrom<((inner: string) => string)[]>(
  (inner) => `coalesce(${inner}, 0)`, (inner) => `(${inner})`, (inner) => `CASE WHEN ${inner} IS NULL THEN 1 ELSE 2 END`, (inner) => `(SELECT ${inner} FROM t WHERE deleted_at IS NULL)`,
  (inner) => `(7 || (${inner}))`, (inner) => `1 IN (SELECT ${inner} FROM t)`, (inner) => `(SELECT 1 FROM t ORDER BY ${inner} || 'x' LIMIT 1)`, (inner) => `(WITH w AS (SELECT ${inner} AS a FROM t) SELECT a FROM w)`,
  (inner) => `(SELECT a FROM (SELECT ${inner} AS a FROM t))`, (inner) => `iif(${inner}, 1, 2)`, (inner) => `CAST(${inner} AS TEXT)`,
);
const queryWith = (expression: string): fc.Arbitrary<string> =>
  fc.record({ wraps: fc.array(around, { maxLength: 6 }), gap: comment, shape: fc.nat(3) }).map(({ wraps, gap, shape }) => {
    const inner = wraps.reduce((built, wrap) => wrap(built), expression);
    return [`SELECT ${gap}${inner} AS a FROM t`, `SELECT (SELECT ${inner} FROM t)${gap} IS NOT NULL;`, `WITH w AS (SELECT ${inner} AS a FROM t)${gap} SELECT * FROM w;`, `SELECT 1 FROM t UNION SELECT ${inner} FROM t${gap}`][shape] ?? '';
  });

describe('a query of SQLite', () => {
  test('runs whatever honest parts it is made of', () => {
    fc.assert(fc.property(atom.chain(queryWith), (sql) => {
      expect(answer(sql)).toMatchObject({ kind: 'rows' });
    }), { numRuns: 500 });
  });
  test('is refused with one forbidden function or table anywhere inside', () => {
    const bad = fc.constantFrom("load_extension('x')", 'randomblob(9)', '"zeroblob"(9)', "readfile('/etc/passwd')", "writefile('x', 1)", '(SELECT count(*) FROM dbstat)', '(SELECT max(name) FROM pragma_database_list)', "edit('x')");
    fc.assert(fc.property(bad.chain(queryWith), (sql) => {
      // A function that this build does not have is unknown to it, which is as good as refused.
      expect(['refused', 'failed']).toContain(answer(sql).kind);
    }), { numRuns: 500 });
  });
  test('is refused with a second statement behind it, and with another first word in front', () => {
    const other = fc.constantFrom('DELETE FROM t', 'SELECT 2', 'PRAGMA user_version = 1', "ATTACH 'x' AS y", 'COMMIT', 'no sql at all');
    fc.assert(fc.property(atom.chain(queryWith), other, comment, (sql, second, gap) => {
      expect(answer(`${sql.replace(/;$/, '')}\n;${gap}${second}`, 'judge')).toEqual({ kind: 'refused', fault: { rule: 'sql.several_statements', what: expect.any(String) } });
      expect(answer(`${gap}${second};${sql}`, 'judge').kind).toBe('refused');
    }));
  });
  test('gets a reply whatever text it is', () => {
    const words = fc.constantFrom('SELECT', 'FROM', 't', '(', ')', ';', "'", '"', '[', '`', '--', '/*', '*', '1', ',', 'WITH', 'AS', 'DELETE', '\n', '?', '?1', 'INSERT INTO', 'VALUES', 'PRAGMA', 'id', 'RETURNING');
    fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.array(words, { maxLength: 20 }).map((parts) => parts.join(' '))), (sql) => {
      expect(['judged', 'refused', 'failed']).toContain(answer(sql.replaceAll('\0', ''), 'judge').kind);
    }), { numRuns: 1_000 });
  });
});

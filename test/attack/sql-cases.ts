// Statements that write, lock, wait, read files or read what is secret, in both dialects, and honest queries that look like them.
// SQLite runs what its guard lets pass, on a file that must be the same afterwards; PostgreSQL's guard needs no server.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { attackKind, type Arena, type AttackCase, type Judgement } from '../../scripts/attack/attack-kind.ts';
import { isTeamError } from '../../src/core/errors.ts';
import { databaseQuery } from '../../src/tools/sql/database-query.ts';
import { sqlCall } from '../tools/sql-call.ts';

interface SqlInput {
  readonly database: 'pg' | 'lite';
  readonly sql: string;
  readonly params?: readonly (string | number)[];
}

const attackOn = (database: SqlInput['database']) => (rule: string, name: string, sql: string): AttackCase<SqlInput> =>
  ({ kind: 'sql', name: `${database}: ${name}`, innocent: false, input: { database, sql }, expect: 'blocked', rule: `sql.${rule}` });
const innocentOn = (database: SqlInput['database']) => (name: string, sql: string, params?: SqlInput['params']): AttackCase<SqlInput> =>
  ({ kind: 'sql', name: `${database}: ${name}`, innocent: true, input: { database, sql, ...(params === undefined ? {} : { params }) }, expect: 'allowed' });

const pg = attackOn('pg');
const lite = attackOn('lite');
const pgFine = innocentOn('pg');
const liteFine = innocentOn('lite');

const POSTGRES: readonly AttackCase<SqlInput>[] = [
  pg('not_a_select', 'a plain delete', 'DELETE FROM orders'),
  pg('not_a_select', 'a drop in capitals and small letters', 'dRoP tAbLe orders'),
  pg('not_a_select', 'an update behind a comment', '/* SELECT */ UPDATE orders SET total = 0'),
  pg('not_a_select', 'an insert that returns rows', 'INSERT INTO orders VALUES (1) RETURNING *'),
  pg('not_a_select', 'a truncate', 'TRUNCATE orders'),
  pg('not_a_select', 'a merge', 'MERGE INTO orders o USING orders s ON o.id = s.id WHEN MATCHED THEN DELETE'),
  pg('not_a_select', 'a copy to a program', "COPY (SELECT 1) TO PROGRAM 'curl http://x.test'"),
  pg('not_a_select', 'a block of code', "DO $$ BEGIN EXECUTE 'drop table orders'; END $$"),
  pg('not_a_select', 'a procedure call', 'CALL purge()'),
  pg('not_a_select', 'a setting', "SET statement_timeout = 0"),
  pg('not_a_select', 'the end of the read-only transaction', 'COMMIT'),
  pg('not_a_select', 'an explain that runs', 'EXPLAIN ANALYZE DELETE FROM orders'),
  pg('not_a_select', 'a prepared statement', 'PREPARE p AS DELETE FROM orders'),
  pg('not_a_select', 'a table made from rows', 'CREATE TABLE copy AS SELECT * FROM orders'),
  pg('not_a_select', 'a lock', 'LOCK TABLE orders'),
  pg('not_a_select', 'a listener', 'LISTEN news'),
  pg('not_a_select', 'a vacuum', 'VACUUM orders'),
  pg('not_a_select', 'a grant', 'GRANT ALL ON orders TO public'),
  pg('several_statements', 'two statements', 'SELECT 1; DROP TABLE orders'),
  pg('several_statements', 'two statements on one another with comments between', 'SELECT 1 /* ; */ ; -- x\n COMMIT'),
  pg('several_statements', 'a commit in front', 'COMMIT; SELECT 1'),
  pg('unreadable', 'two statements without a semicolon', 'SELECT 1\nWAITFOR DELAY 5'),
  pg('unreadable', 'a comment that does not end', 'SELECT 1 /* DROP TABLE orders'),
  pg('bad_character', 'a NUL before the second statement', 'SELECT 1\0; DROP TABLE orders'),
  pg('empty', 'nothing but a comment', '-- SELECT 1'),
  pg('changes_data', 'a delete inside WITH', 'WITH gone AS (DELETE FROM orders RETURNING *) SELECT * FROM gone'),
  pg('changes_data', 'an update two levels down', 'SELECT * FROM (WITH a AS (WITH b AS (UPDATE orders SET total = 0 RETURNING id) SELECT * FROM b) SELECT * FROM a) x'),
  pg('select_into', 'a select into', 'SELECT * INTO copy FROM orders'),
  pg('select_into', 'a select into in the first half of a union', 'SELECT id INTO copy FROM orders UNION SELECT 1'),
  pg('locks_rows', 'a lock for update', 'SELECT * FROM orders FOR UPDATE'),
  pg('locks_rows', 'a shared lock in a subquery', 'SELECT * FROM (SELECT * FROM orders FOR SHARE SKIP LOCKED) x'),
  pg('function_not_allowed', 'a file of the server', "SELECT pg_read_file('/etc/passwd')"),
  pg('function_not_allowed', 'a folder of the server as a table', "SELECT * FROM pg_ls_dir('/')"),
  pg('function_not_allowed', 'a file as a large object', "SELECT lo_import('/etc/passwd')"),
  pg('function_not_allowed', 'another server', "SELECT * FROM dblink('host=x.test', 'DELETE FROM t') AS t(a int)"),
  pg('function_not_allowed', 'a wait', 'SELECT pg_sleep(600)'),
  pg('function_not_allowed', 'a wait with its schema and in quotes', 'SELECT "pg_catalog"."pg_sleep"(600)'),
  pg('function_not_allowed', 'a wait with letters in unicode', 'SELECT U&"\\0070g_sleep"(600)'),
  pg('function_not_allowed', 'a wait inside a condition', 'SELECT * FROM orders WHERE CASE WHEN id > 0 THEN pg_sleep(9) IS NULL END'),
  pg('function_not_allowed', 'a setting by a function', "SELECT set_config('transaction_read_only', 'off', false)"),
  pg('function_not_allowed', 'a setting read', "SELECT current_setting('ssl_key_file')"),
  pg('function_not_allowed', 'a sequence', "SELECT nextval('orders_id_seq')"),
  pg('function_not_allowed', 'text that is run as SQL', "SELECT query_to_xml('DELETE FROM orders', true, true, '')"),
  pg('function_not_allowed', 'text that is run as SQL for statistics', "SELECT * FROM ts_stat('SELECT pg_sleep(9)')"),
  pg('function_not_allowed', 'an end of other sessions', 'SELECT pg_terminate_backend(pid) FROM orders'),
  pg('function_not_allowed', 'an advisory lock', 'SELECT pg_advisory_lock(1)'),
  pg('function_not_allowed', 'a function of the team with an honest name', 'SELECT public.count(1)'),
  pg('function_not_allowed', 'a message to listeners', "SELECT pg_notify('a', 'b')"),
  pg('operator_not_allowed', 'an operator of another schema', 'SELECT 1 OPERATOR(public.+) 1'),
  pg('size_not_plain', 'a text of a gigabyte', "SELECT repeat('x', 1000000000)"),
  pg('size_not_plain', 'a length that is computed', "SELECT lpad('x', 1000 * 1000 * 1000)"),
  pg('secret_catalogue', 'password hashes', 'SELECT usename, passwd FROM pg_shadow'),
  pg('secret_catalogue', 'password hashes with the schema, in a join', 'SELECT * FROM orders o JOIN pg_catalog.pg_authid a ON true'),
  pg('secret_catalogue', 'rules of access', 'SELECT * FROM pg_hba_file_rules'),
  pg('secret_catalogue', 'what others are asking', 'SELECT query FROM pg_stat_activity'),
  pg('secret_catalogue', 'passwords of foreign servers', 'SELECT * FROM information_schema.user_mapping_options'),
  pg('secret_catalogue', 'password hashes by TABLE', 'TABLE pg_authid'),
  pg('too_large', 'a sum of ten thousand parts', `SELECT ${'1+'.repeat(10_000)}1`),
  pg('too_large', 'a statement of 60,000 characters', `SELECT '${'x'.repeat(60_000)}'`),
  pgFine('columns named like verbs', 'SELECT deleted_at, created_at, updated_at, "update", "drop" FROM orders WHERE deleted_at IS NULL'),
  pgFine('text that contains drop and a semicolon', "SELECT * FROM orders WHERE note LIKE '%; DROP TABLE orders; --%'"),
  pgFine('verbs in comments', 'SELECT 1 -- DELETE FROM orders;\n/* DROP /* nested */ TABLE */'),
  pgFine('a dollar quote with a statement inside', 'SELECT $q$ DELETE FROM orders; $q$ AS example'),
  pgFine('a semicolon at the end', 'SELECT count(*) FROM orders;'),
  pgFine('Chinese names', 'SELECT "客户", sum("金额") AS 合计 FROM "订单" GROUP BY "客户" ORDER BY 合计 DESC'),
  pgFine('names in quotes with quotes inside', 'SELECT "a""b;drop" FROM "my table"'),
  pgFine('WITH, windows and filters', "WITH r AS (SELECT *, row_number() OVER (PARTITION BY customer ORDER BY id DESC) AS n FROM orders) SELECT count(*) FILTER (WHERE n = 1), avg(total) FROM r"),
  pgFine('a recursive WITH', 'WITH RECURSIVE t(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM t WHERE n < 10) SELECT sum(n) FROM t'),
  pgFine('times, casts and extracts', "SELECT date_trunc('month', at)::date, extract(year FROM at), at AT TIME ZONE 'UTC', now() - interval '1 day' FROM orders"),
  pgFine('special forms of text functions', "SELECT substring(a FROM 2 FOR 3), position('x' IN a), trim(both ' ' FROM a), overlay(a placing 'b' FROM 1), a SIMILAR TO 'x%' ESCAPE '!', coalesce(a, b), nullif(a, b), greatest(1, 2) FROM t"),
  pgFine('JSON', "SELECT data->>'name', jsonb_array_elements(data->'items') FROM orders WHERE data @> '{\"drop\": true}'"),
  pgFine('parameters', 'SELECT * FROM orders WHERE id = $1 AND note = ANY($2)', [1, '{a}']),
  pgFine('tables of columns', "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'orders'"),
  pgFine('the size of a table', "SELECT c.relname, pg_size_pretty(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public'"),
  pgFine('a small padding', "SELECT lpad(id::text, 8, '0') FROM orders"),
  pgFine('a table of the team that begins like the server\'s', 'SELECT * FROM public.pg_customers'),
  pgFine('grouping sets and ordered aggregates', "SELECT a, string_agg(b, ', ' ORDER BY b), percentile_cont(0.5) WITHIN GROUP (ORDER BY c) FROM t GROUP BY ROLLUP (a) HAVING count(*) > 1"),
  pgFine('unions, lateral joins and samples', 'SELECT * FROM a TABLESAMPLE bernoulli (10) CROSS JOIN LATERAL (SELECT 1 FROM b WHERE b.id = a.id) x UNION ALL SELECT * FROM c EXCEPT SELECT * FROM d'),
  pgFine('values alone', "VALUES (1, 'drop'), (2, 'delete')"),
  pgFine('a table by its name', 'TABLE orders'),
  pgFine('a string with an escape', "SELECT E'it\\'s; DROP TABLE orders' AS text, 'it''s' AS more"),
  pgFine('arrays and rows', "SELECT (ARRAY[1, 2])[1], unnest(tags), (ROW(1, 'a')) FROM orders WHERE 'update' = ANY(tags)"),
  pgFine('a column called as a dangerous function', 'SELECT pg_sleep, o.nextval, "lo_import" FROM orders o'),
];

const SQLITE: readonly AttackCase<SqlInput>[] = [
  lite('not_a_select', 'a plain delete', 'DELETE FROM orders'),
  lite('not_a_select', 'a delete behind a comment', '-- SELECT\nDELETE FROM orders'),
  lite('not_a_select', 'an explain', 'EXPLAIN SELECT 1'),
  lite('not_a_select', 'another file', "ATTACH '/etc/passwd' AS x"),
  lite('not_a_select', 'a copy of the file', "VACUUM INTO '/tmp/copy.sqlite'"),
  lite('not_a_select', 'a pragma that writes', 'PRAGMA user_version = 7'),
  lite('not_a_select', 'a pragma that opens the lock', 'PRAGMA query_only = OFF'),
  lite('not_a_select', 'an end of the transaction', 'END'),
  lite('not_a_select', 'a replace', 'REPLACE INTO orders VALUES (1, 1, 1, 1)'),
  lite('changes_data', 'a delete behind WITH', 'WITH x AS (SELECT 1) DELETE FROM orders'),
  lite('changes_data', 'an insert behind WITH that returns rows', 'WITH x AS (SELECT 9) INSERT INTO orders(id) SELECT * FROM x RETURNING id'),
  lite('several_statements', 'two statements', 'SELECT 1; DROP TABLE orders'),
  lite('several_statements', 'two statements with a comment between', 'SELECT 1; /* ; */ -- x\n DELETE FROM orders'),
  lite('several_statements', 'a second select', 'SELECT 1; SELECT 2'),
  lite('unreadable', 'two statements without a semicolon', 'SELECT 1 FROM orders\nDELETE FROM orders'),
  lite('bad_character', 'a NUL', 'SELECT 1\0; DROP TABLE orders'),
  lite('empty', 'nothing', '  ;; -- DROP'),
  lite('function_not_allowed', 'an extension', "SELECT load_extension('/tmp/x.so')"),
  lite('function_not_allowed', 'an extension in quotes and capitals', `SELECT "LOAD_EXTENSION"('/tmp/x.so')`),
  lite('function_not_allowed', 'a bomb of bytes', 'SELECT length(randomblob(1000000000))'),
  lite('function_not_allowed', 'a bomb of zeros', 'SELECT zeroblob(1000000000)'),
  lite('function_not_allowed', 'a function inside a condition', 'SELECT * FROM orders WHERE id = (SELECT max(length(randomblob(9))) FROM orders)'),
  lite('function_not_allowed', 'a tokenizer by pointer', "SELECT fts3_tokenizer('x')"),
  lite('secret_catalogue', 'pages of the file', 'SELECT * FROM dbstat'),
  lite('secret_catalogue', 'a pragma as a table', 'SELECT * FROM pragma_database_list'),
  lite('secret_catalogue', 'a pragma that works as a table', "SELECT * FROM pragma_integrity_check"),
  liteFine('columns named like verbs', 'SELECT deleted_at, "update" FROM orders WHERE deleted_at IS NULL'),
  liteFine('text that contains drop and a semicolon', "SELECT count(*) FROM orders WHERE note = '; DROP TABLE orders; --'"),
  liteFine('verbs in comments', 'SELECT 1 -- DELETE FROM orders;\n/* DROP TABLE */'),
  liteFine('a semicolon and a comment at the end', 'SELECT count(*) FROM orders; -- done'),
  liteFine('Chinese names', 'SELECT "客户", sum(金额) AS 合计 FROM 订单 GROUP BY 1'),
  liteFine('names in brackets and backticks', 'SELECT [update], `deleted_at` FROM orders'),
  liteFine('WITH and windows', 'WITH r AS (SELECT *, row_number() OVER (ORDER BY id) AS n FROM orders) SELECT avg(n), printf(\'%.2f\', total(n)) FROM r'),
  liteFine('a recursive WITH', 'WITH RECURSIVE t(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM t WHERE n < 10) SELECT sum(n) FROM t'),
  liteFine('a view', 'SELECT * FROM recent'),
  liteFine('the schema', "SELECT name, sql FROM sqlite_schema WHERE type = 'table'"),
  liteFine('columns of a table', "SELECT name, type FROM pragma_table_info('orders')"),
  liteFine('JSON', "SELECT value, '{\"a\":1}' ->> '$.a' FROM json_each('[1,2]')"),
  liteFine('times', "SELECT strftime('%Y', 'now'), date(deleted_at, '+1 day'), unixepoch() FROM orders"),
  liteFine('full text', "SELECT snippet(notes, 0, '<', '>', '…', 5), bm25(notes) FROM notes WHERE notes MATCH 'drop'"),
  liteFine('parameters', 'SELECT * FROM orders WHERE id = ? AND note <> ?', [1, "'; DROP TABLE orders; --"]),
  liteFine('values alone', "VALUES (1, 'drop'), (2, 'delete')"),
  liteFine('a column called as a dangerous function', "SELECT deleted_at AS load_extension FROM orders ORDER BY load_extension"),
  liteFine('numbered parameters used twice', 'SELECT ?1, count(*) FROM orders WHERE id >= ?1', [1]),
  liteFine('a question mark in text', "SELECT 'why?', note FROM orders WHERE note <> 'a?b;'"),
  liteFine('a join, a group and a condition on it', 'SELECT a.id, group_concat(b.note) FROM orders a JOIN orders b ON a.id >= b.id GROUP BY a.id HAVING count(*) > 0 LIMIT 5 OFFSET 0'),
];

export const attack = attackKind<SqlInput>({ kind: 'sql', cases: [...POSTGRES, ...SQLITE], open: openArena });

async function openArena(): Promise<Arena<SqlInput>> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-attack-'));
  const file = join(folder, 'shop.sqlite');
  fill(file);
  const before = await readFile(file);
  // The address leads nowhere: PostgreSQL's guard judges without a server.
  const tool = databaseQuery({ databases: { pg: 'postgres://nobody@127.0.0.1:1/nothing', lite: file } });
  return {
    judge: async (input) => {
      const call = sqlCall({ ...input });
      const verdict = await tool.guard?.(call);
      if (verdict?.ok === false) return { outcome: 'blocked', rule: verdict.rule };
      return input.database === 'pg' ? { outcome: 'allowed' } : judgeByRunning(() => tool.run(call));
    },
    close: async () => {
      await tool.close();
      const after = await readFile(file);
      await rm(folder, { recursive: true });
      if (!before.equals(after)) throw new Error('The file of the database was changed.');
    },
  };
}

/** What the guard lets pass must also run; a query that fails is neither allowed nor blocked, and its case is wrong. */
async function judgeByRunning(run: () => Promise<unknown>): Promise<Judgement> {
  try {
    await run();
    return { outcome: 'allowed' };
  } catch (error) {
    if (!isTeamError(error, 'tool.refused')) throw error;
    return { outcome: 'blocked', rule: String(error.details['rule']) };
  }
}

function fill(file: string): void {
  const database = new DatabaseSync(file);
  database.exec(`
    CREATE TABLE orders (id INTEGER PRIMARY KEY, note TEXT, deleted_at TEXT, "update" TEXT);
    INSERT INTO orders VALUES (1, 'first', NULL, 'u'), (2, '; DROP TABLE orders; --', '2026-01-02', NULL);
    CREATE TABLE 订单 ("客户" TEXT, 金额 REAL);
    INSERT INTO 订单 VALUES ('张三', 12.5), ('李四', 7);
    CREATE VIEW recent AS SELECT id, upper(note) AS note FROM orders WHERE deleted_at IS NULL;
    CREATE VIRTUAL TABLE notes USING fts5(body);
    INSERT INTO notes VALUES ('how to drop a table'), ('nothing');`);
  database.close();
}

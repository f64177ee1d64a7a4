// Which catalogues of a server a query may read: those that describe tables and columns, none that holds passwords, other
// people's queries, settings or files. Tables of the team are not named here; a name in the server's own space must be.
import type { Dialect } from './refusals.ts';

/** `schema` is what the query wrote, absent when it wrote none. */
export function isAllowedRelation(dialect: Dialect, name: string, schema?: string): boolean {
  return dialect === 'postgres' ? isAllowedInPostgres(name, schema) : isAllowedInSqlite(name);
}

function isAllowedInPostgres(name: string, schema: string | undefined): boolean {
  if (schema === 'information_schema') return !HIDDEN_VIEWS.test(name);
  if (schema === 'pg_catalog') return CATALOGUES.has(name);
  if (schema !== undefined) return !schema.startsWith('pg_');
  // Without a schema the server looks into its own catalogue first.
  return !name.startsWith('pg_') || CATALOGUES.has(name);
}

// Options of foreign servers and users hold their passwords.
const HIDDEN_VIEWS = /(?:user_mapping|foreign_server|foreign_data_wrapper|foreign_table).*options$|^_pg_/;

const CATALOGUES: ReadonlySet<string> = new Set(
  ('pg_class pg_attribute pg_attrdef pg_namespace pg_type pg_enum pg_index pg_indexes pg_constraint pg_description pg_tables pg_views pg_matviews pg_sequences pg_sequence pg_inherits ' +
    'pg_partitioned_table pg_collation pg_range pg_am pg_stat_user_tables pg_statio_user_tables pg_stat_user_indexes pg_extension pg_available_extensions pg_timezone_names').split(' '),
);

function isAllowedInSqlite(name: string): boolean {
  const lower = name.toLowerCase();
  if (lower.startsWith('pragma_')) return PRAGMAS.has(lower.slice('pragma_'.length));
  return lower.startsWith('sqlite_') ? SQLITE_TABLES.has(lower) : !MODULES.has(lower);
}

/** Pragmas that describe and change nothing; `data_version` is what full-text tables ask on their own. */
export const isAllowedPragma = (name: string): boolean => PRAGMAS.has(name.toLowerCase()) || name.toLowerCase() === 'data_version';

const PRAGMAS: ReadonlySet<string> = new Set('table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list'.split(' '));
const SQLITE_TABLES: ReadonlySet<string> = new Set('sqlite_master sqlite_schema sqlite_sequence sqlite_stat1 sqlite_stat4'.split(' '));
// Tables that the library makes up: pages of the file, compiled programs, folders of the machine.
const MODULES: ReadonlySet<string> = new Set('dbstat bytecode tables_used fsdir zipfile csv completion prefixes wholenumber carray statement memstat vfsstat'.split(' '));

// PostgreSQL's own parser, loaded when the first statement comes and kept. It runs in the process and cannot be stopped, so
// only text that it handles in a moment may reach it.
// Invariant: the parser never meets a nesting that overflows its stack; should it happen all the same, it is not used again.
import { isTeamError, TeamError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { isJsonObject } from '../../core/json.ts';
import type { SqlFault } from './refusals.ts';

export type Parsed = { readonly ok: true; readonly statements: readonly JsonObject[] } | { readonly ok: false; readonly fault: SqlFault };

export async function parsePostgres(sql: string): Promise<Parsed> {
  const size = tooLarge(sql);
  if (size !== undefined) return { ok: false, fault: { rule: 'sql.too_large', what: size } };
  if (sql === '') return { ok: true, statements: [] };
  const parse = await loaded();
  try {
    const tree: unknown = parse(sql);
    const statements = isJsonObject(tree) && Array.isArray(tree['stmts']) ? tree['stmts'].filter(isJsonObject).map(({ stmt }) => stmt) : [];
    return { ok: true, statements: statements.map((statement) => (isJsonObject(statement) ? statement : {})) };
  } catch (error) {
    if (error instanceof RangeError || isWasmFault(error)) breakParser(error);
    return { ok: false, fault: { rule: 'sql.unreadable', what: isTeamError(error) ? error.says : error instanceof Error ? error.message : String(error) } };
  }
}

type Parse = (sql: string) => unknown;

let parser: Promise<Parse> | undefined;

/** The package costs 80 ms and 10 MB, which a team without PostgreSQL never pays. */
const loaded = (): Promise<Parse> => {
  parser ??= import('pgsql-parser').then(async ({ loadModule, parseSync }) => {
    await loadModule();
    return parseSync;
  });
  return parser;
};

/** After an overflow the parser's memory is in an unknown state and a later call could hang: no statement passes any more. */
function breakParser(cause: unknown): void {
  parser = Promise.resolve(() => {
    throw new TeamError('tool.failed', BROKEN_PARSER, { cause });
  });
}

const BROKEN_PARSER = { en: 'the SQL parser broke on an earlier statement; start the process again', zh: 'SQL 解析器在之前的语句上已损坏，请重新启动进程' };

const isWasmFault = (error: unknown): boolean => error instanceof Error && /RuntimeError|Aborted|memory access/.test(`${error.name} ${error.message}`);

const MAX_CHARS = 50_000;
// Measured: some 5,000 levels fit the stack of the main thread. What can make a level is counted, wherever it stands.
const MAX_LEVELS = 2_000;
const LEVELS = /[-+*/%^<>=|&~!@#?:([]|\b(?:not|case|union|intersect|except|select|at|collate|is|isnull|notnull|like|ilike|similar|between|operator|escape|overlaps|array|row)\b/gi;

function tooLarge(sql: string): SqlFault['what'] | undefined {
  if (sql.length > MAX_CHARS) return `${sql.length} > ${MAX_CHARS}`;
  // A level takes two characters at least.
  const levels = sql.length < 2 * MAX_LEVELS ? 0 : (sql.match(LEVELS)?.length ?? 0);
  return levels > MAX_LEVELS ? { en: `${levels} operators and brackets > ${MAX_LEVELS}`, zh: `${levels} 个运算符和括号 > ${MAX_LEVELS}` } : undefined;
}

// The tool `database.query`: one read-only SELECT on a database of the team, with parameters. Which databases there are is the
// team's configuration; a model chooses among their names and never writes an address.
// Invariant: nothing reaches a database that the guard of its dialect has not judged in the same call.
import { resolve } from 'node:path';
import { TeamError } from '../../core/errors.ts';
import type { Meanings } from '../../core/gate/arguments.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { REFUSED_INPUT } from '../../core/refusals/refused-input.ts';
import type { GuardVerdict, Tool, ToolCall } from '../../ports/tool.ts';
import { noteOn, type AnswerLimits, type Rows } from './answer.ts';
import { judgePostgres } from './judge-postgres.ts';
import { QUERY_FAULTS } from './query-faults.ts';
import { queryPostgres } from './query-postgres.ts';
import { refusedFault } from '../refusal.ts';
import { refusal, type Dialect, type SqlFault } from './refusals.ts';
import type { Parameter } from './sqlite-messages.ts';
import { sqliteProcesses } from './sqlite-process.ts';

export interface DatabaseQueryOptions {
  /**
   * By name: a SQLite file, or an address that begins with postgres://. Give PostgreSQL a role that may read what the team may
   * see and nothing else: the guard and the read-only transaction are two locks, the rights of the role are the third.
   */
  readonly databases: Readonly<Record<string, string>>;
  /** Relative files are looked for here; absent: the folder the process runs in. */
  readonly folder?: string;
  /** Functions that queries may call besides the built-in list, for every database. */
  readonly alsoFunctions?: readonly string[];
  readonly maxRows?: number;
  readonly maxChars?: number;
  readonly timeoutMs?: number;
}

/** The tool; `close` ends the processes that hold SQLite files. They keep nobody from ending and end with their parent too. */
export type DatabaseTool = Tool & { close(): Promise<void> };

export function databaseQuery(options: DatabaseQueryOptions): DatabaseTool {
  const databases = openDatabases(options);
  const chosen = (args: JsonObject): Database | undefined => {
    const name = args['database'];
    return name === undefined ? databases.values().next().value : typeof name === 'string' ? databases.get(name) : undefined;
  };
  return {
    name: 'database.query',
    description: describe(databases),
    parameters: parametersFor([...databases.keys()]),
    meanings: meaningsFor([...databases.keys()]),
    effects: ['reads_db'],
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    guard: async (call) => {
      // A guard throws nothing. What keeps the statement from being judged (time is up, no memory) keeps it from running too.
      const database = chosen(call.args);
      const fault = faultInChoice(database, call) ?? (await database?.judge(call).catch(() => undefined));
      return fault === undefined ? ALLOWED : refusal(fault);
    },
    run: async (call) => {
      const database = chosen(call.args);
      const fault = faultInChoice(database, call);
      if (database === undefined || fault !== undefined) throw refused(fault ?? unknownDatabase(call), call);
      return answer(await database.query(call), call);
    },
    close: async () => {
      await Promise.all([...databases.values()].map((database) => database.close()));
    },
  };
}

const ALLOWED: GuardVerdict = { ok: true };

interface Database {
  readonly dialect: Dialect;
  /** The fault of a statement, or undefined. Changes nothing; throws when it cannot be judged. */
  judge(call: ToolCall): Promise<SqlFault | undefined>;
  /** Judges too, for nobody must have asked before. Throws as a tool's `run` does. */
  query(call: ToolCall): Promise<Rows>;
  close(): Promise<void>;
}

function openDatabases(options: DatabaseQueryOptions): ReadonlyMap<string, Database> {
  const limits = { maxRows: options.maxRows ?? MAX_ROWS, maxChars: options.maxChars ?? MAX_CHARS };
  const entries = Object.entries(options.databases);
  if (entries.length === 0) throw new TeamError('team.invalid', REFUSED_INPUT.noDatabase);
  return new Map(entries.map(([name, place]) => [name, POSTGRES.test(place) ? postgresDatabase(place, options, limits) : sqliteDatabase(fileOf(name, place, options.folder), options, limits)]));
}

const MAX_ROWS = 500;
const MAX_CHARS = 256_000;
const TIMEOUT_MS = 30_000;
const POSTGRES = /^postgres(?:ql)?:\/\//i;

function fileOf(name: string, place: string, folder = '.'): string {
  const isFile = place.trim() !== '' && !place.startsWith(':') && !/^[a-z][a-z0-9+.-]+:/i.test(place);
  if (!isFile) throw new TeamError('team.invalid', REFUSED_INPUT.badDatabase(name));
  return resolve(folder, place);
}

function postgresDatabase(url: string, { alsoFunctions = [], timeoutMs = TIMEOUT_MS }: DatabaseQueryOptions, limits: AnswerLimits): Database {
  const also = new Set(alsoFunctions);
  return {
    dialect: 'postgres',
    judge: ({ args }) => judgePostgres(textOf(args), also),
    query: async (call) => {
      const { args, signal } = call;
      const fault = await judgePostgres(textOf(args), also);
      if (fault !== undefined) throw refused(fault, call);
      return queryPostgres({ url, sql: textOf(args), params: parametersIn(args), timeoutMs, signal, ...limits });
    },
    close: async () => undefined,
  };
}

function sqliteDatabase(file: string, { alsoFunctions = [] }: DatabaseQueryOptions, limits: AnswerLimits): Database {
  const processes = sqliteProcesses({ file, alsoFunctions });
  const ask = ({ args, signal }: ToolCall, does: 'judge' | 'query') => processes.ask({ does, sql: textOf(args), params: parametersIn(args), ...limits }, signal);
  return {
    dialect: 'sqlite',
    judge: async (call) => {
      // What only cannot be prepared, such as an unknown column, fails when it is run, in SQLite's own words.
      const reply = await ask(call, 'judge');
      return reply.kind === 'refused' ? reply.fault : undefined;
    },
    query: async (call) => {
      const reply = await ask(call, 'query');
      if (reply.kind === 'rows') return reply.rows;
      if (reply.kind === 'refused') throw refused(reply.fault, call);
      if (reply.kind === 'unfit') throw new TeamError('tool.failed', reply.says);
      throw new TeamError('tool.failed', QUERY_FAULTS.failed('SQLite', reply.kind === 'failed' ? reply.message : undefined));
    },
    close: () => processes.close(),
  };
}

/** What can be told before any dialect is asked. */
function faultInChoice(database: Database | undefined, call: ToolCall): SqlFault | undefined {
  if (database === undefined) return unknownDatabase(call);
  const sql = textOf(call.args);
  if (sql.length > LONGEST_SQL) return { rule: 'sql.too_large', what: `${sql.length} > ${LONGEST_SQL}` };
  // A parser and a server could end the text at different places.
  if (sql.includes('\0')) return { rule: 'sql.bad_character', what: 'NUL' };
  return sql.isWellFormed() ? undefined : { rule: 'sql.bad_character', what: { en: 'half of a surrogate pair', zh: '不成对的代理项' } };
}

const unknownDatabase = ({ args }: ToolCall): SqlFault => ({ rule: 'sql.unknown_database', what: String(args['database']) });

const LONGEST_SQL = 50_000;

const textOf = (args: JsonObject): string => (typeof args['sql'] === 'string' ? args['sql'] : '');

const parametersIn = (args: JsonObject): readonly Parameter[] =>
  Array.isArray(args['params']) ? args['params'].filter((value: Json): value is Parameter => value === null || typeof value !== 'object') : [];

const refused = (fault: SqlFault, { caller }: ToolCall): TeamError => refusedFault(refusal(fault), caller.locale);

function answer(rows: Rows, { caller }: ToolCall): Json {
  const note = noteOn(rows)?.[caller.locale];
  return { columns: rows.columns, rows: rows.rows, more: rows.more, ...(note === undefined ? {} : { note }) };
}

const DIALECTS: Readonly<Record<Dialect, string>> = { postgres: 'PostgreSQL', sqlite: 'SQLite' };

function describe(databases: ReadonlyMap<string, Database>): Tool['description'] {
  const named = [...databases].map(([name, { dialect }]) => ({ name, dialect: DIALECTS[dialect] }));
  return {
    en: `Reads from a database with one SELECT and returns columns and rows. Nothing can be changed. Databases: ${named.map(({ name, dialect }) => `${name} (${dialect})`).join(', ')}. Long whole numbers, decimals and times come as text.`,
    zh: `用一条 SELECT 读取数据库，返回列名和行，不能修改任何数据。数据库：${named.map(({ name, dialect }) => `${name}（${dialect}）`).join('、')}。过长的整数、小数和时间以文本返回。`,
  };
}

const parametersFor = (names: readonly string[]): JsonObject => ({
  type: 'object',
  properties: {
    sql: { type: 'string', minLength: 1 },
    params: { type: 'array', items: { type: ['string', 'number', 'boolean', 'null'] } },
    database: { type: 'string', enum: names },
  },
  required: ['sql'],
  additionalProperties: false,
});

const meaningsFor = ([first = '']: readonly string[]): Meanings => ({
  sql: { en: 'One SELECT. Write values as ? or ?1 (SQLite) or $1 (PostgreSQL) and give them in params.', zh: '一条 SELECT；值写成 ? 或 ?1（SQLite）或 $1（PostgreSQL），并在 params 中给出。' },
  params: { en: 'The values of the parameters, in order.', zh: '参数的值，按顺序排列。' },
  database: { en: `Absent: ${first}.`, zh: `省略时为 ${first}。` },
});


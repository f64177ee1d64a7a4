// One SQLite file, opened for reading, and one statement at a time on it. Two locks: the authorizer, and a connection
// that cannot write; whatever the first overlooks meets the second.
// It blocks its process while SQLite works, so it runs in a process of its own (sqlite-child.ts).
import { statSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { isTeamError, TeamError } from '../../core/errors.ts';
import type { Bilingual, Json } from '../../core/json.ts';
import { bytesAsJson, collectRows, wholeAsJson } from './answer.ts';
import { QUERY_FAULTS } from './query-faults.ts';
import type { SqlFault } from './refusals.ts';
import { authorize, type Authorizer } from './sqlite-authorizer.ts';
import type { Parameter, SqliteReply, SqliteRequest, SqliteStart } from './sqlite-messages.ts';
import { readSqliteTokens, type SqliteTokens } from './sqlite-tokens.ts';

export interface SqliteReader {
  /** Throws nothing; SQLite's complaints come back as replies. */
  answer(request: SqliteRequest): SqliteReply;
  close(): void;
}

interface Open {
  readonly database: DatabaseSync;
  readonly authorizer: Authorizer;
  /** Of the file that was opened: another one may be put in its place. */
  readonly identity: string;
}

export function sqliteReader({ file, alsoFunctions }: SqliteStart): SqliteReader {
  const also = new Set(alsoFunctions.map((name) => name.toLowerCase()));
  let open: Open | undefined;
  const current = (): Open => {
    const identity = identityOf(file);
    if (open?.identity !== identity) {
      open?.database.close();
      open = { ...openFile(file, also), identity };
    }
    return open;
  };
  return {
    answer: (request) => {
      const tokens = readSqliteTokens(request.sql);
      const fault = faultInTokens(tokens);
      if (fault !== undefined) return { kind: 'refused', fault };
      try {
        return answerOn(current(), request, tokens);
      } catch (error) {
        return isTeamError(error) ? { kind: 'unfit', says: error.says } : { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
      }
    },
    close: () => open?.database.close(),
  };
}

function openFile(file: string, alsoFunctions: ReadonlySet<string>): Omit<Open, 'identity'> {
  const database = new DatabaseSync(file, { readOnly: true, allowExtension: false, timeout: BUSY_MS, limits: LIMITS });
  if (typeof database.setAuthorizer !== 'function') throw new TeamError('tool.failed', QUERY_FAULTS.oldNode(process.version));
  database.enableDefensive(true);
  // A view may have been written by anybody who could write the file once: it gets no more than the query.
  database.exec('PRAGMA query_only = ON; PRAGMA trusted_schema = OFF');
  return { database, authorizer: authorize(database, alsoFunctions) };
}

const BUSY_MS = 2_000;
// One value, one program. Below them memory as a whole is watched by sqlite-lifeline.ts.
const LIMITS = { length: 64 * 1024 * 1024, vdbeOp: 1_000_000, attach: 0 };

const identityOf = (file: string): string => {
  const { dev, ino } = statSync(file);
  return `${dev}:${ino}`;
};

const READS: ReadonlySet<string> = new Set(['select', 'with', 'values']);

function faultInTokens({ firstWord }: SqliteTokens): SqlFault | undefined {
  if (firstWord === '') return { rule: 'sql.empty', what: '' };
  return READS.has(firstWord) ? undefined : { rule: 'sql.not_a_select', what: firstWord.toUpperCase() };
}

function answerOn({ database, authorizer }: Open, request: SqliteRequest, tokens: SqliteTokens): SqliteReply {
  authorizer.takeFault();
  let statement: StatementSync;
  try {
    statement = database.prepare(request.sql);
  } catch (error) {
    return notPrepared(error, authorizer.takeFault());
  }
  // SQLite compiles the first statement and says where it ended; what is behind it is never run, and never ignored either.
  const rest = readSqliteTokens(request.sql.slice(statement.sourceSQL.length));
  if (rest.firstWord !== '') return { kind: 'refused', fault: { rule: 'sql.several_statements', what: rest.firstWord.toUpperCase() } };
  if (request.does === 'judge') return { kind: 'judged' };
  const bound = bind(tokens, request.params);
  if (!bound.ok) return { kind: 'unfit', says: bound.says };
  try {
    return { kind: 'rows', rows: readRows(statement, bound, request) };
  } catch (error) {
    // Tables that describe others, and full-text tables, prepare statements of their own while they run.
    const fault = authorizer.takeFault();
    if (fault !== undefined) return { kind: 'refused', fault };
    throw error;
  }
}

function notPrepared(error: unknown, fault: SqlFault | undefined): SqliteReply {
  if (fault !== undefined) return { kind: 'refused', fault };
  const message = error instanceof Error ? error.message : String(error);
  // A wrong name is an honest slip; what is no SQL at all cannot be judged.
  return SYNTAX.test(message) ? { kind: 'refused', fault: { rule: 'sql.unreadable', what: message } } : { kind: 'failed', message };
}

const SYNTAX = /syntax error|incomplete input|unrecognized token|parser stack overflow/;

type Bound = { readonly ok: true; readonly named: Record<string, Bindable>; readonly plain: readonly Bindable[] } | { readonly ok: false; readonly says: Bilingual };
type Bindable = string | number | null;

/** SQLite takes a parameter that nobody bound for NULL and answers with nonsense, so the counts must agree. */
function bind({ plainParameters, numberedParameters, namedParameters }: SqliteTokens, params: readonly Parameter[]): Bound {
  const values = params.map((value): Bindable => (typeof value === 'boolean' ? Number(value) : value));
  const [named] = namedParameters;
  if (named !== undefined) return { ok: false, says: QUERY_FAULTS.namedParameter(named) };
  if (plainParameters > 0 && numberedParameters.length > 0) return { ok: false, says: QUERY_FAULTS.mixedParameters };
  const wanted = Math.max(plainParameters, ...numberedParameters);
  if (wanted !== values.length) return { ok: false, says: QUERY_FAULTS.parameterCount(wanted, values.length) };
  if (plainParameters > 0) return { ok: true, named: {}, plain: values };
  return { ok: true, named: Object.fromEntries(numberedParameters.map((number) => [String(number), values[number - 1] ?? null])), plain: [] };
}

function readRows(statement: StatementSync, { named, plain }: Extract<Bound, { ok: true }>, request: SqliteRequest): ReturnType<ReturnType<typeof collectRows>['rows']> {
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const collector = collectRows(request);
  // Leaving the loop resets the statement, which ends its hold on the file.
  for (const row of statement.iterate(named, ...plain)) {
    if (!Array.isArray(row) || !collector.add(row.map(asJson))) break;
  }
  return collector.rows(statement.columns().map(({ name }) => name));
}

function asJson(value: SQLOutputValue): Json {
  if (typeof value === 'bigint') return wholeAsJson(value);
  if (value instanceof Uint8Array) return bytesAsJson(value);
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}

// Runs one judged SELECT on a PostgreSQL server: a connection of its own, a read-only transaction, a cursor. A connection per
// call costs some milliseconds and leaves nothing behind: no setting, no open transaction, no pool to close.
// Invariant: when this has ended, however it ended, so has the query on the server, or the server ends it within a second.
import { Socket } from 'node:net';
import type { Client, ClientConfig, QueryConfig, QueryResult } from 'pg';
import { TeamError } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import { INTAKE_BYTES } from '../limits.ts';
import { collectRows, type AnswerLimits, type Rows } from './answer.ts';
import { readPostgresValue } from './postgres-values.ts';
import { QUERY_FAULTS } from './query-faults.ts';
import type { Parameter } from './sqlite-messages.ts';

export interface PostgresQuery extends AnswerLimits {
  readonly url: string;
  readonly sql: string;
  readonly params: readonly Parameter[];
  /** After this the server ends the statement itself, whether anybody listens or not. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Throws `signal.reason` once that is aborted, else TeamError `tool.failed` with the server's words. */
export async function queryPostgres(query: PostgresQuery): Promise<Rows> {
  const { signal } = query;
  signal.throwIfAborted();
  const socket = new Socket();
  const client = await clientFor(query.url, socket);
  let cancelled: Promise<void> | undefined;
  const stop = (): void => {
    cancelled ??= cancelQuery(query.url, client).finally(() => socket.destroy());
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await readRows(client, socket, query);
  } catch (error) {
    await cancelled;
    signal.throwIfAborted();
    throw failed(error);
  } finally {
    signal.removeEventListener('abort', stop);
    await client.end().catch(() => undefined);
    socket.destroy();
  }
}

async function clientFor(url: string, socket: Socket, more: ClientConfig = {}): Promise<Client> {
  const { Client: PgClient } = await import('pg');
  const client = new PgClient({ connectionString: url, connectionTimeoutMillis: CONNECT_MS, application_name: 'muster', stream: () => socket, ...more });
  // A socket that breaks fails the query that waits on it; as an event without a listener it would end the process.
  client.on('error', () => undefined);
  return client;
}

const CONNECT_MS = 5_000;

async function readRows(client: Client, socket: Socket, query: PostgresQuery): Promise<Rows> {
  await client.connect();
  await client.query('BEGIN TRANSACTION READ ONLY');
  await client.query({ text: SETTINGS, values: [String(query.timeoutMs)] });
  // The text goes through the extended protocol, which takes one statement, and behind DECLARE, which takes a SELECT.
  await client.query(extended(`DECLARE muster_rows NO SCROLL CURSOR FOR ${query.sql}`, query.params));
  const collector = collectRows(query);
  const isTooMuch = (): boolean => socket.bytesRead > INTAKE_BYTES;
  // Ends what is still coming; what has come at once is seen when it is there.
  const watch = setInterval(() => void (isTooMuch() && socket.destroy(tooMuch())), WATCH_MS);
  const fetchMore = async (): Promise<QueryResult<Json[]>> => {
    const result = await fetchSome(client);
    if (isTooMuch()) throw tooMuch();
    return result;
  };
  try {
    let result = await fetchMore();
    const columns = result.fields.map(({ name }) => name);
    while (result.rows.length > 0 && result.rows.every((row) => collector.add(row))) result = await fetchMore();
    return collector.rows(columns);
  } finally {
    clearInterval(watch);
  }
}

const WATCH_MS = 20;
const FETCHED = 100;

/** Values come as the server's text and are read by their type. */
const fetchSome = (client: Client): Promise<QueryResult<Json[]>> =>
  client.query<Json[]>({ text: `FETCH FORWARD ${FETCHED} FROM muster_rows`, rowMode: 'array', types: { getTypeParser: (type: number) => (text: string) => readPostgresValue(type, text) } });

/** `queryMode` is not in the package's types; without it a query without parameters takes the simple protocol. */
const extended = (text: string, values: readonly Parameter[]): QueryConfig & { queryMode: 'extended' } => ({ text, values: [...values], queryMode: 'extended' });

/**
 * The guard's parser reads strings by the standard; names mean the server's own functions before anybody else's; times and
 * bytes have one form. Where the server knows how, it looks once a second whether we are still there.
 */
const SETTINGS = `SELECT set_config('statement_timeout', $1, true), set_config('standard_conforming_strings', 'on', true),
  set_config('search_path', concat_ws(', ', 'pg_catalog', nullif(current_setting('search_path'), '')), true),
  set_config('DateStyle', 'ISO, YMD', true), set_config('IntervalStyle', 'iso_8601', true), set_config('TimeZone', 'UTC', true), set_config('bytea_output', 'hex', true),
  (SELECT set_config(name, '1000', true) FROM pg_catalog.pg_settings WHERE name = 'client_connection_check_interval')`;

/** Asks the server, on a second connection, to end what the first is doing. Never throws: the server's time limit remains. */
async function cancelQuery(url: string, client: Client): Promise<void> {
  const backend = backendOf(client);
  if (backend === undefined) return;
  const socket = new Socket();
  const second = await clientFor(url, socket, { connectionTimeoutMillis: CANCEL_MS, query_timeout: CANCEL_MS });
  try {
    await second.connect();
    await second.query({ text: 'SELECT pg_cancel_backend($1)', values: [backend] });
    await second.end();
  } catch {
    // No room for a second connection: our socket closes, and the server looks for it.
  } finally {
    socket.destroy();
  }
}

const CANCEL_MS = 800;

/** The number of the server's process, which the package keeps but does not type; absent until connected. */
function backendOf(client: Client): number | undefined {
  const backend: unknown = Reflect.get(client, 'processID');
  return typeof backend === 'number' ? backend : undefined;
}

const tooMuch = (): TeamError => new TeamError('tool.failed', QUERY_FAULTS.answerTooLarge(INTAKE_BYTES / 1024 / 1024));

function failed(error: unknown): TeamError {
  if (error instanceof TeamError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new TeamError('tool.failed', QUERY_FAULTS.failed('PostgreSQL', message || undefined), { cause: error });
}

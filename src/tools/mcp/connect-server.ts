// One connection to one MCP server, over stdio or streamable HTTP: opened, asked, closed. Nothing here tries again.
// The package is loaded with the first connection; its names stay in this file and in the transport.
import type * as Mcp from '@modelcontextprotocol/client';
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { sameInBoth, type Bilingual, type JsonObject } from '../../core/json.ts';
import type { Clock } from '../../ports/clock.ts';
import { cappedFetch } from './capped-fetch.ts';
import type { Environment } from './expand-server.ts';
import type { McpReach } from './mcp-server.ts';
import { stdioTransport } from './stdio-transport.ts';

/** As a server lists a tool, of which only the name is sure. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  readonly annotations?: { readonly readOnlyHint?: boolean | undefined; readonly destructiveHint?: boolean | undefined; readonly idempotentHint?: boolean | undefined } | undefined;
}
interface LoosePage {
  readonly tools: ListedTool[];
  readonly nextCursor?: string;
}

export interface Connection {
  list(signal: AbortSignal): Promise<readonly ListedTool[]>;
  /** Rejects with `signal.reason` once that is aborted (the server is told that nobody waits any more), with `AnswerFault`, or as the connection broke. */
  call(name: string, args: JsonObject, signal: AbortSignal): Promise<CallToolResult>;
  /** Ends it, and a child process with all that it started. Never rejects. */
  close(): Promise<void>;
  /** How the process ended and what it said last; empty for a server that runs elsewhere. */
  lastWords(): Bilingual;
}

interface Watching {
  /** The connection is gone, however that came. */
  readonly onClosed: () => void;
  readonly onListChanged: () => void;
}

export interface ConnectOptions {
  readonly env: Environment;
  readonly clock: Clock;
  readonly watching: Watching;
  /** Ends the attempt to connect. */
  readonly signal: AbortSignal;
}

/** What the time of one request is limited to when nobody else ends it. The gate ends calls long before. */
const LONGEST_CALL_MS = 24 * 3_600_000;
const GOODBYE_MS = 500;
const MOST_PAGES = 64;

type Package = typeof Mcp;

/** Rejects when the server cannot be reached or does not speak the protocol; whatever was started has ended then. */
export async function connectServer(reach: McpReach, { env, clock, watching, signal }: ConnectOptions): Promise<Connection> {
  const mcp = await import('@modelcontextprotocol/client');
  const client = new mcp.Client({ name: 'muster', version: '1' }, {
    // A child speaks first as its makers tested it; over HTTP the newer way is tried first, which costs one request.
    versionNegotiation: { mode: reach.kind === 'http' ? 'auto' : 'legacy' },
    listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => watching.onListChanged() } },
  });
  const stdio = reach.kind === 'stdio' ? stdioTransport({ reach, env, clock, readMessage: mcp.deserializeMessage }) : undefined;
  const http = reach.kind === 'http' ? new mcp.StreamableHTTPClientTransport(new URL(reach.url), { requestInit: { headers: { ...reach.headers } }, fetch: cappedFetch }) : undefined;
  const transport = stdio ?? http;
  if (transport === undefined) throw new TypeError('neither stdio nor http');
  const lastWords = (): Bilingual => stdio?.lastWords() ?? sameInBoth('');
  const close = async (): Promise<void> => {
    Object.assign(client, { onclose: undefined });
    if (http?.sessionId !== undefined) await politely(http.terminateSession(), clock);
    await Promise.allSettled([client.close(), transport.close()]);
  };
  const stop = (): void => void transport.close(); // a probe over HTTP heeds nothing else
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    await client.connect(transport, { signal, timeout: LONGEST_CALL_MS });
  } catch (error) {
    await close();
    throw new ConnectFault(error, lastWords());
  } finally {
    signal.removeEventListener('abort', stop);
  }
  // Errors are told by the calls that fail; what is no message at all is kept by the transport.
  Object.assign(client, { onclose: watching.onClosed, onerror: () => undefined });
  return { list: (ending) => listTools(client, mcp, ending), call: (name, args, ending) => callTool(client, mcp, { params: { name, arguments: { ...args } }, signal: ending }), close, lastWords };
}

/** The server answered, with an error of the protocol or in a form that does not fit its own schema. */
export class AnswerFault extends Error {}

export class ConnectFault extends Error {
  readonly lastWords: Bilingual;
  constructor(cause: unknown, lastWords: Bilingual) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.lastWords = lastWords;
  }
}

async function listTools(client: Client, mcp: Package, signal: AbortSignal): Promise<readonly ListedTool[]> {
  if (client.getServerCapabilities()?.tools === undefined) return [];
  const options = { signal, timeout: LONGEST_CALL_MS };
  try {
    return (await client.listTools(undefined, { ...options, cacheMode: 'refresh' })).tools;
  } catch (error) {
    if (!mcp.SdkError.isInstance(error) || error.code !== mcp.SdkErrorCode.InvalidResult) throw error;
  }
  // One tool that does not fit the protocol would hide all others. Read loosely; each is judged by itself afterwards.
  const page = mcp.fromJsonSchema<LoosePage>({
    type: 'object',
    properties: {
      tools: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
      nextCursor: { type: 'string' },
    },
    required: ['tools'],
  });
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const listed = await client.request({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } }, page, options);
    tools.push(...listed.tools);
    cursor = listed.nextCursor;
    if (cursor === undefined) break;
  }
  return tools;
}

interface Asking {
  readonly params: { readonly name: string; readonly arguments: Record<string, unknown> };
  readonly signal: AbortSignal;
}

async function callTool(client: Client, mcp: Package, { params, signal }: Asking): Promise<CallToolResult> {
  try {
    return await client.callTool(params, { signal, timeout: LONGEST_CALL_MS });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const isAnswer = mcp.ProtocolError.isInstance(error) || (mcp.SdkError.isInstance(error) && error.code === mcp.SdkErrorCode.InvalidResult);
    throw isAnswer ? new AnswerFault(error.message, { cause: error }) : error;
  }
}

async function politely(goodbye: Promise<unknown>, clock: Clock): Promise<void> {
  const stop = new AbortController();
  await Promise.race([goodbye.catch(() => undefined), clock.sleep(GOODBYE_MS, stop.signal).catch(() => undefined)]);
  stop.abort();
}

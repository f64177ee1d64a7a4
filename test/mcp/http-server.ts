// A real MCP server over streamable HTTP on the loopback, inside the test's own process: it can be stopped and come back on its port.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

export interface TestHttpServer {
  readonly url: string;
  readonly port: number;
  /** The headers of every request. */
  readonly seen: IncomingMessage['headers'][];
  notifyTools(): void;
  close(): Promise<void>;
}

export async function httpServer({ port = 0, legacy = false, extra = () => false }: { readonly port?: number; readonly legacy?: boolean; readonly extra?: () => boolean } = {}): Promise<TestHttpServer> {
  const text = (words: string) => ({ content: [{ type: 'text' as const, text: words }] });
  const inputSchema = fromJsonSchema<{ words?: string; bytes?: number }>({ type: 'object', properties: { words: { type: 'string' }, bytes: { type: 'integer' } } });
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'web', version: '1.0.0' }, { capabilities: { tools: { listChanged: true } } });
    server.registerTool('echo', { description: 'Gives the words back', inputSchema }, ({ words = '' }) => text(words));
    server.registerTool('big', { inputSchema }, ({ bytes = 0 }) => text('x'.repeat(bytes)));
    server.registerTool('wait', { inputSchema }, (_args, { mcpReq: { signal } }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(text('cancelled')))));
    if (extra()) server.registerTool('extra', { inputSchema }, () => text('extra'));
    return server;
  });
  const seen: IncomingMessage['headers'][] = [];
  const server = createServer(async (request, response) => {
    seen.push(request.headers);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const headers = new Headers(Object.entries(request.headers).flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : [])));
    if (legacy && headers.has('mcp-method')) return void response.writeHead(400).end();
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const answer = await handler.fetch(new Request(`http://127.0.0.1${request.url ?? '/'}`, { method: request.method ?? 'GET', headers, signal: gone.signal, ...(parts.length === 0 ? {} : { body: Buffer.concat(parts) }) }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body === null) response.end();
    else Readable.fromWeb(answer.body).on('error', () => response.destroy()).pipe(response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const at = portOf(server);
  return {
    url: `http://127.0.0.1:${at}/mcp`,
    port: at,
    seen,
    notifyTools: () => handler.notify.toolsChanged(),
    close: async () => {
      await handler.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

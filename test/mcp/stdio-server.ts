// A real MCP server over stdio, with tools that answer, fail, wait, die and grow as a test needs them.
// Run by node as a child of the test: `stdio-server.ts [started-pid-file]`.
import { appendFileSync } from 'node:fs';
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const [, , diary] = process.argv;
const note = (text: string): void => void (diary === undefined ? undefined : appendFileSync(diary, `${text}\n`));
const text = (words: string) => ({ content: [{ type: 'text' as const, text: words }] });
const NONE = fromJsonSchema({ type: 'object', properties: {} });

note(`started ${process.pid}`);
process.stderr.write('the server speaks\n');

serveStdio(() => {
  const server = new McpServer({ name: 'test', version: '1.0.0' }, { capabilities: { tools: { listChanged: true } } });
  server.registerTool('echo', { description: 'Gives the words back', inputSchema: fromJsonSchema<{ words: string }>({ type: 'object', properties: { words: { type: 'string' } }, required: ['words'] }), annotations: { readOnlyHint: true } }, ({ words }) => text(words));
  server.registerTool('add', {
    description: 'Adds two numbers',
    inputSchema: fromJsonSchema<{ a: number; b: number }>({ type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] }),
    outputSchema: fromJsonSchema<{ sum: number }>({ type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] }),
    annotations: { idempotentHint: true },
  }, ({ a, b }) => ({ ...text(`${a} + ${b}`), structuredContent: { sum: a + b } }));
  server.registerTool('show', { inputSchema: NONE }, () => ({
    content: [
      { type: 'text', text: 'a picture' },
      { type: 'image', data: Buffer.alloc(300).toString('base64'), mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'file:///notes.txt', mimeType: 'text/plain', text: 'written notes' } },
      { type: 'resource_link', uri: 'https://example.com/a', name: 'a', description: 'more of it' },
    ],
  }));
  server.registerTool('fail', { inputSchema: NONE, annotations: { destructiveHint: true } }, () => ({ ...text('the disk is full'), isError: true }));
  server.registerTool('wait', { inputSchema: NONE }, (_args, { mcpReq: { signal } }) => new Promise((resolve) => {
    note('waiting');
    signal.addEventListener('abort', () => {
      note('cancelled');
      resolve(text('cancelled'));
    });
  }));
  server.registerTool('die', { inputSchema: NONE }, () => {
    process.stderr.write('out of paper\n', () => process.exit(3));
    return new Promise(() => undefined);
  });
  server.registerTool('big', { inputSchema: fromJsonSchema<{ bytes: number }>({ type: 'object', properties: { bytes: { type: 'integer' } }, required: ['bytes'] }) }, ({ bytes }) => text('x'.repeat(bytes)));
  server.registerTool('grow', { inputSchema: NONE }, () => {
    server.registerTool('grown', { inputSchema: NONE }, () => text('grown'));
    return text('growing');
  });
  server.registerTool('environment', { inputSchema: NONE }, () => text(Object.keys(process.env).toSorted().join(' ')));
  return server;
});

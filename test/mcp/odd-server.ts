// Speaks MCP by hand over stdio, badly in the one way that it is told: `odd-server.ts chatty|quitter|stubborn|deaf|wrong-ids|twins|flood|unreadable|hang|breed`.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { inputSchemas } from './odd-schemas.ts';

const [, , way, diary] = process.argv;
const note = (text: string): void => void (diary === undefined ? undefined : appendFileSync(diary, `${text}\n`));
note(`started ${process.pid}`);
interface Asked {
  readonly id?: number | string;
  readonly method?: string;
}
const say = (message: object): void => void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const tool = (name: string, inputSchema: unknown = { type: 'object' }, description = name) => ({ name, description, inputSchema });

const LISTS: Readonly<Record<string, readonly object[]>> = {
  twins: [tool('same', undefined, 'the first'), tool('same', undefined, 'the second'), tool('get_user'), tool('get-user'), tool('filе'), tool('x'.repeat(70)), ...Object.entries(inputSchemas).map(([name, schema]) => tool(name, schema))],
};

if (way === 'chatty') process.stdout.write('Welcome!\n\nListening on nothing.\n{"not": "a message"}\n[1, 2\n');
if (way === 'quitter') {
  process.stderr.write('no licence found\n', () => process.exit(7));
}
if (way === 'stubborn') {
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 1_000);
}

let hasBred = false;
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method }: Asked = JSON.parse(line);
  if (id === undefined || way === 'deaf') return;
  if (method === 'initialize') return say({ id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'odd', version: '1' } } });
  if (method === 'tools/list') return say({ id, result: { tools: LISTS[way ?? ''] ?? [tool('one')] } });
  if (way === 'wrong-ids') return say({ id: 9_999, result: { content: [{ type: 'text', text: 'for somebody else' }] } });
  if (way === 'flood') return void process.stdout.write('x'.repeat(9_000_000));
  if (way === 'hang') {
    note('hanging');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); // not even a cancellation is read any more
  }
  if (way === 'breed') {
    if (hasBred) process.exit(0); // leaves the child behind
    hasBred = true;
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'inherit', detached: true }); // a session of its own, and our pipes
    return say({ id, result: { content: [{ type: 'text', text: String(child.pid) }] } });
  }
  if (way === 'unreadable') return say({ id, result: { content: 'no list' } });
  say(method === 'tools/call' ? { id, result: { content: [{ type: 'text', text: 'done' }] } } : { id, error: { code: -32_601, message: `no ${method}` } });
});

// The program of the process that holds one SQLite file. It has no environment and takes its orders by messages. SQLite
// cannot be interrupted from outside, so whoever waits ends the process; and it ends itself when its parent is gone.
import { Worker } from 'node:worker_threads';
import type { SqliteReady, SqliteRequest, SqliteStart } from './sqlite-messages.ts';
import { sqliteReader } from './sqlite-reader.ts';

// In a thread of its own: this one may be deep inside SQLite when the parent dies.
const lifeline = new Worker(new URL(import.meta.url.endsWith('.ts') ? './sqlite-lifeline.ts' : './sqlite-lifeline.js', import.meta.url));
lifeline.unref();

const start: SqliteStart = JSON.parse(process.argv[2] ?? '{}');
const reader = sqliteReader(start);

process.on('message', (request: SqliteRequest) => process.send?.(reader.answer(request)));
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.send?.({ kind: 'ready' } satisfies SqliteReady);

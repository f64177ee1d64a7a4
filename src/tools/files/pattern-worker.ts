// Runs in a thread of its own: one regular expression over the texts it is sent. Whoever started it ends it when an answer
// takes too long, which also stops an expression that is deep in backtracking.
import { parentPort, workerData } from 'node:worker_threads';
import { matchLines } from './match-lines.ts';

const { source, flags } = readOrder(workerData);
const pattern = new RegExp(source, flags);

parentPort?.on('message', (order: { readonly text: string; readonly most: number }) => {
  parentPort?.postMessage(matchLines(order.text, (line) => line.search(pattern), order.most), []);
});

parentPort?.postMessage('ready', []);

function readOrder(order: unknown): { source: string; flags: string } {
  if (typeof order === 'object' && order !== null && 'source' in order && 'flags' in order) return { source: String(order.source), flags: String(order.flags) };
  throw new TypeError('A pattern worker needs a source and flags.');
}

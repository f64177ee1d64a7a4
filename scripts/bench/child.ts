// One run, in a process of its own: reads which one from its argument, prints one line of JSON, and ends whatever is open.
import type { HistoryShape } from './engine.ts';
import { loadMuster } from './engine.ts';
import type { Measured } from './scenario.ts';
import { BLOCKS } from './scenarios.ts';

export type Order = { readonly file: string } & ({ readonly run: string } | { readonly fill: HistoryShape });

const order: Order = JSON.parse(process.argv[2] ?? '{}');
const measured = 'fill' in order ? await fill(order.file, order.fill) : await measure(order.file, order.run);
process.stdout.write(`${JSON.stringify(measured)}\n`, () => process.exit(0));

async function measure(file: string, id: string): Promise<Measured> {
  const run = BLOCKS.flatMap(({ runs }) => runs).find((candidate) => candidate.id === id);
  if (run === undefined) throw new Error(`No run has the id "${id}".`);
  return run.measure(file);
}

async function fill(file: string, shape: HistoryShape): Promise<Measured> {
  const engine = await loadMuster();
  await engine.fillHistory(file, shape);
  return { metrics: {}, faults: [] };
}

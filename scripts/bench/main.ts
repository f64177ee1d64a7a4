// `npm run bench`: measures the floors and Muster side by side and says for each bar whether it holds. The table or the
// JSON goes to stdout, progress to stderr. Ends with 0 when all was measured, whatever it gave; with 1 when a run broke or
// counted wrongly; with 2 on a bad call; with 130 when interrupted.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { loadMuster } from './engine.ts';
import { openPlace } from './place.ts';
import { asJson, asTable, figuresOf } from './report.ts';
import type { Figure } from './report.ts';
import { measureBlock } from './rounds.ts';
import type { Block } from './scenario.ts';
import { BLOCKS, selectBlocks } from './scenarios.ts';

const USAGE = `npm run bench -- [--only a,b.burst-500,floor] [--rounds 5] [--json] [--list]
  --only    rows whose names are or begin with these; "floor" runs the floors alone
  --rounds  rounds of each block (5)
  --json    {"rows": [{"name", "value", "bar", "holds"}]} instead of the table
  --list    names the rows and measures nothing`;

process.exitCode = await main().catch((error: unknown) => {
  note(error instanceof Error ? error.message : String(error));
  return 2;
});

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { only: { type: 'string', default: '' }, rounds: { type: 'string', default: '5' }, json: { type: 'boolean' }, list: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  const rounds = Number(values.rounds);
  const blocks = selectBlocks(BLOCKS, values.only.split(',').filter((part) => part !== ''));
  if (values.help === true || !Number.isInteger(rounds) || rounds < 1) {
    note(USAGE);
    return values.help === true ? 0 : 2;
  }
  if (blocks.length === 0) throw new Error(`No row is named "${values.only}". npm run bench -- --list names them all.`);
  if (values.list === true) {
    process.stdout.write(`${blocks.flatMap(({ rows }) => rows.map(({ name, says }) => `${name}: ${says}`)).join('\n')}\n`);
    return 0;
  }
  if (blocks.some(({ runs }) => runs.some(({ isFloor }) => !isFloor))) await loadMuster();
  return measureAll(blocks, rounds, values.json === true ? asJson : asTable);
}

async function measureAll(blocks: readonly Block[], rounds: number, print: (figures: readonly Figure[]) => string): Promise<number> {
  const place = openPlace();
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  try {
    note(`Node ${process.version}, ${availableParallelism()} cores, load ${load()}; files in ${place.says}`);
    const figures: Figure[] = [];
    for (const block of blocks) {
      const measured = await measureBlock(block, { rounds, place, signal: stop.signal, note });
      note(`${block.name}: ${measured.repeated} rounds repeated, ${measured.stray} still stray; load ${load()}`);
      figures.push(...figuresOf(measured));
    }
    process.stdout.write(`${print(figures)}\n`);
    return figures.some(({ faults }) => faults.length > 0) ? 1 : 0;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    note('Interrupted.');
    return 130;
  } finally {
    place.close();
  }
}

function load(): string {
  return loadavg().map((value) => value.toFixed(2)).join(' ');
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

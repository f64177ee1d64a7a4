// Runs a block in rounds: every run once a round, each in a fresh process, so that what disturbs the machine disturbs all
// of them. A round in which a floor strays to more than twice or less than half its median is measured again, at most as
// many times as there are rounds.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Order } from './child.ts';
import { copyToDisk, historyFile, openSeat } from './place.ts';
import type { Place } from './place.ts';
import type { Block, Measured, Run } from './scenario.ts';
import { strays } from './statistics.ts';

/** What a run gave, or why it gave nothing. */
export type Outcome = Measured | { readonly broke: string };
export type Round = ReadonlyMap<string, Outcome>;

export interface Rounds {
  readonly block: Block;
  readonly rounds: readonly Round[];
  readonly repeated: number;
  /** Rounds whose floor still strays: more of them were found than may be repeated. */
  readonly stray: number;
}

export interface RoundOptions {
  readonly rounds: number;
  readonly place: Place;
  readonly signal: AbortSignal;
  /** Takes one line of progress. */
  readonly note: (line: string) => void;
  /** Measures one run; a fresh process unless a test says otherwise. */
  readonly perform?: (run: Run, options: RoundOptions) => Promise<Outcome>;
}

const STRAY_FACTOR = 2;
const RUN_LIMIT_MS = 300_000;
const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));

export async function measureBlock(block: Block, options: RoundOptions): Promise<Rounds> {
  const rounds: Round[] = [];
  while (rounds.length < options.rounds) {
    options.note(`${block.name}: round ${rounds.length + 1} of ${options.rounds}`);
    rounds.push(await measureRound(block, options));
  }
  let repeated = 0;
  let stray = strayRounds(block, rounds);
  while (stray.length > 0 && repeated < options.rounds) {
    const worst = stray[0] ?? 0;
    repeated += 1;
    options.note(`${block.name}: round ${worst + 1} again, its floor strays by more than ${STRAY_FACTOR} ×`);
    rounds[worst] = await measureRound(block, options);
    stray = strayRounds(block, rounds);
  }
  return { block, rounds, repeated, stray: stray.length };
}

async function measureRound({ runs }: Block, options: RoundOptions): Promise<Round> {
  const round = new Map<string, Outcome>();
  const perform = options.perform ?? performInProcess;
  for (const run of runs) {
    options.signal.throwIfAborted();
    const outcome = await perform(run, options);
    round.set(run.id, outcome);
    for (const fault of faultsIn(outcome)) options.note(`  ${run.id}: ${fault}`);
  }
  return round;
}

/** Positions of the rounds in which a floor strays from its median; a run that broke does not count. */
function strayRounds({ runs }: Block, rounds: readonly Round[]): readonly number[] {
  const found = runs.filter(({ isFloor }) => isFloor).flatMap(({ id }) => {
    const times = rounds.flatMap((round, index) => {
      const ms = metricsIn(round.get(id))?.['ms'];
      return ms === undefined ? [] : [{ index, ms }];
    });
    return strays(times.map(({ ms }) => ms), STRAY_FACTOR).flatMap((position) => times[position]?.index ?? []);
  });
  return [...new Set(found)];
}

export const metricsIn = (outcome: Outcome | undefined) => (outcome !== undefined && 'metrics' in outcome ? outcome.metrics : undefined);

export const faultsIn = (outcome: Outcome | undefined): readonly string[] => {
  if (outcome === undefined) return ['was not run'];
  return 'broke' in outcome ? [outcome.broke] : outcome.faults;
};

async function performInProcess(run: Run, options: RoundOptions): Promise<Outcome> {
  const seat = openSeat(options.place);
  try {
    if (run.history !== undefined) {
      const shape = run.history;
      const filled = await historyFile(options.place, shape, async (file) => {
        options.note(`  filling ${file} with ${shape.endedTasks} ended and ${shape.openTasks} open tasks`);
        await spawn({ fill: shape, file }, [], options.signal);
      });
      copyToDisk(filled, seat.file);
    }
    return await spawn({ run: run.id, file: seat.file }, run.flags ?? [], options.signal);
  } catch (error) {
    options.signal.throwIfAborted();
    return { broke: error instanceof Error ? error.message : String(error) };
  } finally {
    seat.close();
  }
}

async function spawn(order: Order, flags: readonly string[], signal: AbortSignal): Promise<Measured> {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, CHILD, JSON.stringify(order)], {
    signal,
    timeout: RUN_LIMIT_MS,
    maxBuffer: 16 * 1024 * 1024,
  });
  const answer: unknown = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  if (!isMeasured(answer)) throw new Error(`The run did not end with a result: ${stdout.slice(-200)}`);
  return answer;
}

function isMeasured(value: unknown): value is Measured {
  if (typeof value !== 'object' || value === null || !('metrics' in value) || !('faults' in value)) return false;
  const { metrics, faults } = value;
  return typeof metrics === 'object' && metrics !== null && Object.values(metrics).every(Number.isFinite)
    && Array.isArray(faults) && faults.every((fault) => typeof fault === 'string');
}

// (e) A long past must not show: a start reads open tasks only, a lifecycle costs what it costs on an empty file, and a
// replay costs what reading the same columns costs. The filled file is made once and copied for each run.
import { setTimeout } from 'node:timers/promises';
import { loadMuster, VERSIONS } from './engine.ts';
import type { BenchTeam, HistoryShape } from './engine.ts';
import { faultsOf, metric, ratio } from './scenario.ts';
import type { Block, Measured, Metrics, Row, Run } from './scenario.ts';
import { median } from './statistics.ts';
import { burst, oneByOne, timed } from './timing.ts';

/** 166,667 tasks of six events: 1,000,002 events. */
const PASTS = {
  long: { endedTasks: 166_667, openTasks: 100 },
  empty: { endedTasks: 0, openTasks: 100 },
} as const satisfies Record<string, HistoryShape>;
type Past = keyof typeof PASTS;
const PAST_NAMES = ['long', 'empty'] as const satisfies readonly Past[];

const REPLAYED: HistoryShape = { endedTasks: 16_667, openTasks: 0 };
const REPLAYS = 5;

const LIVES = {
  burst: { warmUp: (team: BenchTeam) => burst(team, 'warm', 100), run: (team: BenchTeam) => burst(team, 'task', 2_000), added: 2_100 },
  alone: { warmUp: (team: BenchTeam) => oneByOne(team, 'warm', 100), run: (team: BenchTeam) => oneByOne(team, 'task', 500), added: 600 },
} as const;
type Life = keyof typeof LIVES;
const LIFE_NAMES = ['burst', 'alone'] as const satisfies readonly Life[];

const startId = (past: Past) => `history.start.${past}`;
const lifeId = (life: Life, past: Past) => `history.${life}.${past}`;
const REPLAY_ID = 'history.replay';

const runs: readonly Run[] = [
  ...PAST_NAMES.map((past): Run => ({ id: startId(past), isFloor: false, history: PASTS[past], measure: (file) => measureStart(file, past) })),
  ...LIFE_NAMES.flatMap((life) => PAST_NAMES.map((past): Run => ({
    id: lifeId(life, past), isFloor: false, history: PASTS[past], measure: (file) => measureLife(file, life, past),
  }))),
  { id: REPLAY_ID, isFloor: false, history: REPLAYED, measure: measureReplay },
];

const rows: readonly Row[] = [
  {
    name: 'e.start.work', says: 'start to first dispatch, 1,000,000 events of history, 100 open tasks, FULL',
    unit: 'ms', bar: { atMost: 15 }, ...metric('ms', startId('long')),
  },
  {
    name: 'e.start.of-empty', says: 'start to first dispatch over that of a file without history',
    unit: '×', bar: { atMost: 1.2 }, ...ratio('ms', startId('long'), startId('empty')),
  },
  {
    name: 'e.lifecycle.burst', says: '2,000 tasks at once, NORMAL: speed over that on a file without history',
    unit: '×', bar: { atLeast: 0.9 }, ...ratio('tasksPerSecond', lifeId('burst', 'long'), lifeId('burst', 'empty')),
  },
  {
    name: 'e.lifecycle.alone', says: 'one lifecycle at a time, NORMAL: p50 of a file without history over that with it',
    unit: '×', bar: { atLeast: 0.9 }, ...ratio('p50', lifeId('alone', 'empty'), lifeId('alone', 'long')),
  },
  {
    name: 'e.replay', says: 'replay of 100,000 events over a scan of the same columns',
    unit: '×', bar: { atMost: 1.1 }, ...metric('foldOverScan', REPLAY_ID),
  },
];

export const historyBlock: Block = { name: 'history', runs, rows };

/** From the call of `open` to the first call of a work function. Loading the program comes before the clock. */
async function measureStart(file: string, past: Past): Promise<Measured> {
  const engine = await loadMuster();
  const first = Promise.withResolvers<void>();
  const hold = async () => first.resolve();
  let opening: Promise<BenchTeam> | undefined;
  const metrics = await timed(() => {
    opening = engine.open({ file, sync: 'FULL', members: 50, review: 'member', hold });
    // The work begins before \`open\` resolves; a team that does not open never begins.
    return Promise.race([first.promise, opening.then(() => first.promise)]);
  });
  if (opening === undefined) throw new Error('The team did not open.');
  return { metrics, faults: await settle(await opening, past, 0) };
}

async function measureLife(file: string, life: Life, past: Past): Promise<Measured> {
  const team = await (await loadMuster()).open({ file, sync: 'NORMAL', members: 50, review: 'member' });
  await LIVES[life].warmUp(team);
  const metrics: Metrics = await LIVES[life].run(team);
  return { metrics, faults: await settle(team, past, LIVES[life].added) };
}

async function measureReplay(file: string): Promise<Measured> {
  const engine = await loadMuster();
  const expected = REPLAYED.endedTasks * VERSIONS.member;
  const foldMs: number[] = [];
  const scanMs: number[] = [];
  const faults: string[] = [];
  for (let turn = 0; turn < REPLAYS; turn += 1) {
    const replay = await engine.replay(file);
    foldMs.push(replay.foldMs);
    scanMs.push(replay.scanMs);
    if (replay.events !== expected) faults.push(`events replayed: ${replay.events} instead of ${expected}`);
  }
  return { metrics: { ms: median(foldMs), foldOverScan: median(foldMs) / median(scanMs) }, faults };
}

/** Waits for the tasks that the file held open, counts, and closes. The wait ends after 10 s: then the faults stand. */
async function settle(team: BenchTeam, past: Past, added: number): Promise<readonly string[]> {
  const { endedTasks, openTasks } = PASTS[past];
  const until = performance.now() + 10_000;
  const count = () => faultsOf(team.count(), { doneAtVersion: { [VERSIONS.member]: endedTasks + openTasks + added } });
  let faults = count();
  while (faults.length > 0 && performance.now() < until) {
    // A count reads the whole history; the team needs the turns between two of them.
    await setTimeout(100);
    faults = count();
  }
  await team.close();
  return faults;
}

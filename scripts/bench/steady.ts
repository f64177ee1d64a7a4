// (c) 5,000 tasks wait for 50 members that are warm: results come evenly, not all at the end, and the event loop stays
// free for timers and sockets, also while a graph of 500 is submitted in one turn. The clock starts when all tasks are
// waiting on disk and the gate opens; the delays are those of perf_hooks as it gives them, its own interval of 1 ms included.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loadMuster, VERSIONS } from './engine.ts';
import type { BenchTeam, Sync } from './engine.ts';
import { layers } from './graphs.ts';
import { faultsOf, metric, SYNCS } from './scenario.ts';
import type { Bar, Block, Measured, Row, Run } from './scenario.ts';
import { median } from './statistics.ts';
import { burst, nextTurn } from './timing.ts';
import { benchTasks } from './workload.ts';

const WARM_UP = 4_000;
const WAITING = 5_000;
const MEMBERS = 50;
/** Tasks are submitted in blocks, each in one turn: what is measured is the work on them. */
const BLOCK = 500;
/** While the graph is submitted, so many tasks wait beside it, and half of them have ended. */
const BESIDE_GRAPH = 2_000;
const GRAPH = { depth: 5, width: 100 } as const;

const BARS: readonly { readonly name: string; readonly says: string; readonly unit: Row['unit']; readonly bar: Bar }[] = [
  { name: 'medianEnd', says: 'end of the median task over the end of the last', unit: 'part', bar: { atMost: 0.55 } },
  { name: 'delayP99', says: 'event-loop delay, p99', unit: 'ms', bar: { atMost: 15 } },
  { name: 'delayMax', says: 'event-loop delay, max', unit: 'ms', bar: { atMost: 30 } },
  { name: 'graphDelayP99', says: 'event-loop delay, p99, while a graph of 500 is submitted', unit: 'ms', bar: { atMost: 15 } },
  { name: 'graphDelayMax', says: 'event-loop delay, max, while a graph of 500 is submitted', unit: 'ms', bar: { atMost: 30 } },
];

const runs: readonly Run[] = SYNCS.map((sync) => ({ id: `steady.muster.${sync}`, isFloor: false, measure: (file) => measure(file, sync) }));

const rows: readonly Row[] = SYNCS.flatMap((sync) => BARS.map(({ name, says, unit, bar }) => ({
  name: `c.steady.${sync.toLowerCase()}.${name}`,
  says: `${WAITING} waiting, ${MEMBERS} members, ${sync}: ${says}`,
  unit,
  bar,
  ...metric(name, `steady.muster.${sync}`),
})));

export const steadyBlock: Block = { name: 'steady', runs, rows };

async function measure(file: string, sync: Sync): Promise<Measured> {
  const gate = openGate();
  const team = await (await loadMuster()).open({ file, sync, members: MEMBERS, review: 'member', hold: gate.pass });
  await burst(team, 'warm', WARM_UP);
  const main = await runWaiting({ team, gate }, 'task', WAITING);
  let graph: Promise<void> = Promise.resolve();
  const beside = await runWaiting({ team, gate }, 'beside', BESIDE_GRAPH, () => {
    graph = team.addGraph(layers('graph', GRAPH.depth, GRAPH.width));
    return graph;
  });
  const roots = GRAPH.width;
  const faults = faultsOf(team.count(), {
    doneAtVersion: {
      [VERSIONS.member]: WARM_UP + WAITING + BESIDE_GRAPH + roots,
      [VERSIONS.member + 1]: GRAPH.width * (GRAPH.depth - 1),
    },
  });
  await team.close();
  return { metrics: { ...main, graphDelayP99: beside['delayP99'] ?? NaN, graphDelayMax: beside['delayMax'] ?? NaN }, faults };
}

type Seat = { readonly team: BenchTeam; readonly gate: Gate };

/** Lets `count` tasks wait, opens the gate, and follows them to their end. `halfway` joins in when half of them have ended. */
async function runWaiting({ team, gate }: Seat, prefix: string, count: number, halfway?: () => Promise<void>): Promise<Measured['metrics']> {
  gate.close();
  const tasksBefore = team.count().tasks;
  const ends: number[] = [];
  const tasks = benchTasks(prefix, count);
  const waits: Promise<unknown>[] = [];
  let joined: Promise<void> | undefined;
  const ended = () => {
    ends.push(performance.now());
    if (ends.length === Math.floor(count / 2)) joined = halfway?.();
  };
  for (let first = 0; first < count; first += BLOCK) {
    waits.push(...team.add(tasks.slice(first, first + BLOCK)).map((done) => done.then(ended)));
    await nextTurn();
  }
  while (team.count().tasks < tasksBefore + count || gate.held() < MEMBERS) await nextTurn();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedAt = performance.now();
  gate.open();
  await Promise.all(waits);
  await joined;
  delay.disable();
  const makespan = (ends.at(-1) ?? Number.NaN) - startedAt;
  return { ms: makespan, medianEnd: (median(ends) - startedAt) / makespan, delayP99: delay.percentile(99) / 1e6, delayMax: delay.max / 1e6 };
}

interface Gate {
  /** What the work function waits for. */
  readonly pass: () => Promise<void>;
  close(): void;
  open(): void;
  /** How many wait at the closed gate. */
  held(): number;
}

function openGate(): Gate {
  let passage = Promise.resolve();
  let release = () => {};
  let held = 0;
  return {
    pass: () => {
      held += 1;
      return passage;
    },
    close: () => {
      held = 0;
      passage = new Promise((resolve) => { release = resolve; });
    },
    open: () => release(),
    held: () => held,
  };
}

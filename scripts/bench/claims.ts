// (g) Claims: the members of one process, and of four on one file with 50 members each, take 1,000 tasks as fast as they can;
// against the barest claim there is. Both sides go the same way: each process opens the file, takes 100 tasks to warm up while the
// others do, and waits; then all are let go at once. The rate runs from the first task asked for to the last one taken. A wait runs
// from when a member asks to when it is told, its turn behind the others of its process included; p99 counts every answer, also the
// last one of each member, that nothing is left: where one process shuts the others out, theirs is the wait that shows it. `won`
// counts the waits of those who got a task only. After the race the file is read: a task that was doubled, lost or has no event is
// a fault, not a figure.
import { DatabaseSync } from 'node:sqlite';
import { Draft } from '../../src/core/change.ts';
import { settle } from '../../src/core/next-moves.ts';
import { addTasks, openGoal } from '../../src/core/moves/goal-moves.ts';
import { goalId } from '../../src/core/ids.ts';
import { policyOf } from '../../src/core/policy.ts';
import { sqliteStore } from '../../src/stores/sqlite.ts';
import { systemClock } from '../../src/system-clock.ts';
import { openingOf, register, registrationOf, taskOf } from '../../src/testing/builders.ts';
import { startClaimants, type Race, type Side } from './claimants.ts';
import { metric, ratio, type Block, type Measured, type Run } from './scenario.ts';
import { percentile } from './statistics.ts';

const MEMBERS_EACH = 50;
const TASKS = 1_000;
const WARM_UP = 100;
const PROCESSES = [1, 4] as const;
const SIDES = ['floor', 'muster'] as const satisfies readonly Side[];

const runId = (side: Side, processes: number): string => `claims-${processes}.${side}`;

const runs: readonly Run[] = PROCESSES.flatMap((processes) => SIDES.map((side) => ({ id: runId(side, processes), isFloor: side === 'floor', measure: (file: string) => measure(side, file, processes) })));

export const claimsBlock: Block = {
  name: 'claims',
  runs,
  rows: PROCESSES.flatMap((processes) => {
    const [floor, muster] = [runId('floor', processes), runId('muster', processes)];
    const where = processes === 1 ? 'one process' : `${processes} processes on one file`;
    return [
      { name: `g.claims-${processes}.speed`, says: `claims a second in ${where}, over the bare claim`, unit: '×', ...ratio('rate', muster, floor), bar: { atLeast: 0.75 } },
      { name: `g.claims-${processes}.p99`, says: `p99 of a claim in ${where}, over that of the bare claim`, unit: '×', ...ratio('p99', muster, floor), ...(processes === 1 ? {} : { bar: { atMost: 0.25 } }) },
      { name: `g.claims-${processes}.failed`, says: `failed tries a claim in ${where}`, unit: 'part', ...metric('failed', muster), bar: { atMost: 0.02 } },
      { name: `g.claims-${processes}.rate`, says: `claims a second in ${where}`, unit: 'tasks/s', ...metric('rate', muster) },
      { name: `g.claims-${processes}.wait`, says: `p99 of a claim in ${where}`, unit: 'ms', ...metric('p99', muster) },
      { name: `g.claims-${processes}.won`, says: `p99 of the claims in ${where} that got a task, over that of the bare claim`, unit: '×', ...ratio('won', muster, floor) },
      { name: `g.claims-${processes}.cpu`, says: `processor's time a claim in ${where}, over that of the bare claim`, unit: '×', ...ratio('cpu', muster, floor) },
    ] as const;
  }),
};

const namesOf = (process: number): readonly string[] => Array.from({ length: MEMBERS_EACH }, (_, index) => `p${process}-${index}`);

async function measure(side: Side, file: string, processes: number): Promise<Measured> {
  const crews = Array.from({ length: processes }, (_, index) => namesOf(index));
  const laid = TASKS + WARM_UP * processes;
  if (side === 'floor') layFloor(file, laid);
  else await layMuster(file, crews.flat(), laid);
  const races = await startClaimants({ side, file, crews, warmUp: WARM_UP });
  const won = races.flatMap((race) => race.waits);
  const waits = [...won, ...races.flatMap((race) => race.vain)];
  const ms = Math.max(...races.map(({ endedAt }) => endedAt)) - Math.min(...races.map(({ beganAt }) => beganAt));
  const failed = races.reduce((sum, race) => sum + race.failed, 0);
  const cpu = races.reduce((sum, race) => sum + race.cpuMs, 0) / TASKS;
  return { metrics: { rate: (TASKS / ms) * 1_000, p99: percentile(waits, 0.99), won: percentile(won, 0.99), cpu, failed: failed / TASKS, ms }, faults: faultsIn(file, side, races, laid) };
}

/** What the claimants were told, and what stands in the file. */
function faultsIn(file: string, side: Side, races: readonly Race[], laid: number): readonly string[] {
  const told = races.flatMap((race) => race.tasks);
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const count = (query: string): number => Number(db.prepare(query).get()?.['n']);
    const type = side === 'floor' ? '' : "WHERE type = 'task.claimed'";
    const counts: readonly (readonly [what: string, is: number, should: number])[] = [
      ['tasks that members were told they hold', new Set(told).size, TASKS],
      ['tasks that two members were told they hold', told.length - new Set(told).size, 0],
      ['claimed tasks in the file', count("SELECT count(*) AS n FROM task WHERE state = 'claimed'"), laid],
      ['events of claims', count(`SELECT count(*) AS n FROM event ${type}`), laid],
      ['tasks with an event of a claim', count(`SELECT count(DISTINCT task) AS n FROM event ${type}`), laid],
    ];
    return counts.flatMap(([what, is, should]) => (is === should ? [] : [`${what}: ${is} instead of ${should}`]));
  } finally {
    db.close();
  }
}

function layFloor(file: string, count: number): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE task(key INTEGER PRIMARY KEY, state TEXT NOT NULL, assignee TEXT) STRICT; CREATE INDEX ready ON task(key) WHERE state = \'ready\'; CREATE TABLE event(seq INTEGER PRIMARY KEY, task INTEGER NOT NULL, type TEXT NOT NULL) STRICT');
  const add = db.prepare('INSERT INTO task VALUES(?, \'ready\', NULL)');
  db.exec('BEGIN');
  for (let key = 1; key <= count; key += 1) add.run(key);
  db.exec('COMMIT');
  db.close();
}

async function layMuster(file: string, members: readonly string[], count: number): Promise<void> {
  const store = sqliteStore({ file, clock: systemClock, settle, durability: 'NORMAL' });
  await store.commit([], (board) => {
    const draft = new Draft(board);
    for (const name of members) register(draft, registrationOf(name, { capacity: count }));
    return draft.decision(undefined);
  });
  await store.commit([], (board) => openGoal(board, openingOf('Claims', { policy: policyOf({ style: 'team', maxTasks: count }) })));
  await store.commit([], (board) => addTasks(board, goalId(1), Array.from({ length: count }, (_, index) => taskOf(`t${index}`))));
  await store.close();
}

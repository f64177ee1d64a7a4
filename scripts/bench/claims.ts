// (g) Claims: the members of one process, and of four on one file with 50 members each, take 1,000 tasks as fast as they can, and
// four 10,000, which is long enough to show who starves; against the barest claim there is. Both sides go the same way: each process
// opens the file, takes 100 tasks to warm up while the others do, and waits; then all are let go at once. Of Muster's four the oldest
// decides for the others once they have found it, which takes 20 to 100 ms after their start. The rate runs from the first task asked
// for to the last one taken. A wait runs from when a member asks to when it is told, its turn behind the others of its process
// included; p99 counts every answer, also the last one of each member, that nothing is left: where one process shuts the others out,
// theirs is the wait that shows it. `won` counts the waits of those who got a task only. After the race the file is read: a task that
// was doubled, lost or has no event is a fault, not a figure.
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
import { metric, ratio, type Block, type Measured, type Row, type Run } from './scenario.ts';
import { percentile } from './statistics.ts';

const MEMBERS_EACH = 50;
const WARM_UP = 100;
const SIDES = ['floor', 'muster'] as const satisfies readonly Side[];

interface Shape {
  readonly name: string;
  readonly processes: number;
  readonly tasks: number;
}

const SHAPES: readonly Shape[] = [
  { name: 'claims-1', processes: 1, tasks: 1_000 },
  { name: 'claims-4', processes: 4, tasks: 1_000 },
  { name: 'claims-4-long', processes: 4, tasks: 10_000 },
];

const runId = (side: Side, { name }: Shape): string => `${name}.${side}`;

export const claimsBlock: Block = {
  name: 'claims',
  runs: SHAPES.flatMap((shape) => SIDES.map((side): Run => ({ id: runId(side, shape), isFloor: side === 'floor', measure: (file) => measure(side, file, shape) }))),
  rows: SHAPES.flatMap(rowsOf),
};

function rowsOf(shape: Shape): readonly Row[] {
  const [floor, muster] = [runId('floor', shape), runId('muster', shape)];
  const where = `${shape.processes === 1 ? 'one process' : `${shape.processes} processes on one file`}, ${shape.tasks.toLocaleString('en')} tasks`;
  const p99Bar = shape.processes === 1 ? {} : { bar: { atMost: 0.25 } };
  const row = (what: string) => `g.${shape.name}.${what}`;
  return [
    { name: row('speed'), says: `claims a second in ${where}, over the bare claim`, unit: '×', ...ratio('rate', muster, floor), bar: { atLeast: 0.75 } },
    { name: row('p99'), says: `p99 of a claim in ${where}, over that of the bare claim`, unit: '×', ...ratio('p99', muster, floor), ...p99Bar },
    { name: row('failed'), says: `failed tries a claim in ${where}`, unit: 'part', ...metric('failed', muster), bar: { atMost: 0.02 } },
    { name: row('rate'), says: `claims a second in ${where}`, unit: 'tasks/s', ...metric('rate', muster) },
    { name: row('wait'), says: `p99 of a claim in ${where}`, unit: 'ms', ...metric('p99', muster) },
    { name: row('won'), says: `p99 of the claims in ${where} that got a task, over that of the bare claim`, unit: '×', ...ratio('won', muster, floor) },
    { name: row('cpu'), says: `processor's time a claim in ${where}, over that of the bare claim`, unit: '×', ...ratio('cpu', muster, floor) },
  ];
}

const namesOf = (process: number): readonly string[] => Array.from({ length: MEMBERS_EACH }, (_, index) => `p${process}-${index}`);

async function measure(side: Side, file: string, { processes, tasks }: Shape): Promise<Measured> {
  const crews = Array.from({ length: processes }, (_, index) => namesOf(index));
  const laid = tasks + WARM_UP * processes;
  if (side === 'floor') layFloor(file, laid);
  else await layMuster(file, crews.flat(), laid);
  const races = await startClaimants({ side, file, crews, warmUp: WARM_UP });
  const won = races.flatMap((race) => race.waits);
  const waits = [...won, ...races.flatMap((race) => race.vain)];
  const ms = Math.max(...races.map(({ endedAt }) => endedAt)) - Math.min(...races.map(({ beganAt }) => beganAt));
  const failed = races.reduce((sum, race) => sum + race.failed, 0);
  const cpu = races.reduce((sum, race) => sum + race.cpuMs, 0) / tasks;
  return { metrics: { rate: (tasks / ms) * 1_000, p99: percentile(waits, 0.99), won: percentile(won, 0.99), cpu, failed: failed / tasks, ms }, faults: faultsIn({ file, side, laid, tasks }, races) };
}

/** What the claimants were told, and what stands in the file. */
function faultsIn({ file, side, laid, tasks }: { readonly file: string; readonly side: Side; readonly laid: number; readonly tasks: number }, races: readonly Race[]): readonly string[] {
  const told = races.flatMap((race) => race.tasks);
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const count = (query: string): number => Number(db.prepare(query).get()?.['n']);
    const type = side === 'floor' ? '' : "WHERE type = 'task.claimed'";
    const counts: readonly (readonly [what: string, is: number, should: number])[] = [
      ['tasks that members were told they hold', new Set(told).size, tasks],
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

// (g) Claims: 50 members take 1,000 tasks, in one process and in four on one file, against the barest claim there is: one UPDATE
// with RETURNING and its event in an immediate transaction. Doubled or lost tasks are faults, not figures.
import { fork } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Draft } from '../../src/core/change.ts';
import { addTasks, openGoal } from '../../src/core/moves/goal-moves.ts';
import { goalId } from '../../src/core/ids.ts';
import { policyOf } from '../../src/core/policy.ts';
import { claimNext } from '../../src/core/team/claim.ts';
import { sqliteStore } from '../../src/stores/sqlite.ts';
import { systemClock } from '../../src/system-clock.ts';
import { openingOf, register, registrationOf, taskOf } from '../../src/testing/builders.ts';
import { isMain } from '../source/is-main.ts';
import { metric, ratio, type Block, type Measured, type Run } from './scenario.ts';

const MEMBERS = 50;
const TASKS = 1_000;
const PROCESSES = [1, 4] as const;
const SIDES = ['floor', 'muster'] as const;
type Side = (typeof SIDES)[number];

/** What one process claimed, and how long each claim took. */
interface Claims {
  readonly tasks: readonly number[];
  readonly waits: readonly number[];
  readonly failed: number;
}

const names = (from: number, count: number): readonly string[] => Array.from({ length: count }, (_, index) => `m${from + index}`);

const runId = (side: Side, processes: number): string => `claims-${processes}.${side}`;

const runs: readonly Run[] = PROCESSES.flatMap((processes) => SIDES.map((side) => ({ id: runId(side, processes), isFloor: side === 'floor', measure: (file: string) => measure(side, file, processes) })));

export const claimsBlock: Block = {
  name: 'claims',
  runs,
  rows: PROCESSES.flatMap((processes) => {
    const [floor, muster] = [runId('floor', processes), runId('muster', processes)];
    const where = processes === 1 ? 'one process' : `${processes} processes on one file`;
    return [
      { name: `g.claims-${processes}.speed`, says: `claims a second in ${where}, over the bare claim`, unit: '×', ...ratio('rate', muster, floor), bar: { atLeast: processes === 1 ? 0.75 : 0.9 } },
      { name: `g.claims-${processes}.p99`, says: `p99 of a claim in ${where}, over that of the bare claim`, unit: '×', ...ratio('p99', muster, floor), ...(processes === 1 ? {} : { bar: { atMost: 0.25 } }) },
      { name: `g.claims-${processes}.failed`, says: `failed tries a claim in ${where}`, unit: 'part', ...metric('failed', muster), bar: { atMost: 0.02 } },
      { name: `g.claims-${processes}.rate`, says: `claims a second in ${where}`, unit: 'tasks/s', ...metric('rate', muster) },
    ] as const;
  }),
};

async function measure(side: Side, file: string, processes: number): Promise<Measured> {
  if (side === 'floor') layFloor(file);
  else await layMuster(file);
  const share = MEMBERS / processes;
  const children = await Promise.all(Array.from({ length: processes }, (_, index) => child(side, file, index * share, share)));
  const began = performance.now();
  const claims = await Promise.all(children.map((each) => each.go()));
  const ms = performance.now() - began;
  const tasks = claims.flatMap((each) => each.tasks);
  const waits = claims.flatMap((each) => each.waits).sort((a, b) => a - b);
  const faults = [...(tasks.length === TASKS ? [] : [`claims: ${tasks.length} instead of ${TASKS}`]), ...(new Set(tasks).size === tasks.length ? [] : [`tasks claimed twice: ${tasks.length - new Set(tasks).size}`])];
  const failed = claims.reduce((sum, each) => sum + each.failed, 0);
  return { metrics: { rate: TASKS / (ms / 1_000), p99: waits[Math.floor(waits.length * 0.99)] ?? 0, failed: failed / TASKS, ms }, faults };
}

function layFloor(file: string): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE task(key INTEGER PRIMARY KEY, state TEXT NOT NULL, assignee TEXT) STRICT; CREATE INDEX ready ON task(key) WHERE state = \'ready\'; CREATE TABLE event(seq INTEGER PRIMARY KEY, task INTEGER NOT NULL, type TEXT NOT NULL) STRICT');
  const add = db.prepare('INSERT INTO task VALUES(?, \'ready\', NULL)');
  db.exec('BEGIN');
  for (let key = 1; key <= TASKS; key += 1) add.run(key);
  db.exec('COMMIT');
  db.close();
}

async function layMuster(file: string): Promise<void> {
  const store = sqliteStore({ file, clock: systemClock, settle: () => undefined, durability: 'NORMAL' });
  await store.commit([], (board) => {
    const draft = new Draft(board);
    for (const name of names(0, MEMBERS)) register(draft, registrationOf(name, { capacity: TASKS }));
    return draft.decision(undefined);
  });
  await store.commit([], (board) => openGoal(board, openingOf('Claims', { policy: policyOf({ style: 'team', maxTasks: TASKS }) })));
  await store.commit([], (board) => addTasks(board, goalId(1), Array.from({ length: TASKS }, (_, index) => taskOf(`t${index}`))));
  await store.close();
}

interface Child {
  go(): Promise<Claims>;
}

/** A process that is ready to go: opened and warm. */
async function child(side: Side, file: string, from: number, count: number): Promise<Child> {
  const started = fork(fileURLToPath(import.meta.url), [side, file, String(from), String(count)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await once(started, 'message');
  return {
    async go() {
      const told = once(started, 'message');
      started.send('go');
      const [claims]: Claims[] = await told;
      await once(started, 'exit');
      if (claims === undefined) throw new Error('A process of claims said nothing.');
      return claims;
    },
  };
}

/** In the child: one claimant at a time in the floor, all of them at once in Muster, which is how members come. */
async function claimAll(side: Side, file: string, members: readonly string[]): Promise<() => Promise<Claims>> {
  const claims = { tasks: [] as number[], waits: [] as number[], failed: 0 };
  if (side === 'floor') {
    const db = new DatabaseSync(file, { timeout: 10_000 });
    db.exec('PRAGMA synchronous = NORMAL');
    const [begin, commit] = [db.prepare('BEGIN IMMEDIATE'), db.prepare('COMMIT')];
    const claim = db.prepare('UPDATE task SET state = \'claimed\', assignee = ? WHERE key = (SELECT key FROM task WHERE state = \'ready\' ORDER BY key LIMIT 1) RETURNING key');
    const event = db.prepare('INSERT INTO event(task, type) VALUES(?, \'task.claimed\')');
    return async () => {
      // Every member asks again as soon as it has one, here as in Muster; what it waits for the others counts.
      const asked = members.map(() => performance.now());
      for (let turn = 0; ; turn += 1) {
        const at = turn % members.length;
        begin.run();
        const row = claim.get(members[at] ?? '');
        if (row !== undefined) event.run(Number(row['key']));
        commit.run();
        if (row === undefined) return claims;
        const now = performance.now();
        claims.waits.push(now - (asked[at] ?? now));
        asked[at] = now;
        claims.tasks.push(Number(row['key']));
        await nextTurn();
      }
    };
  }
  const store = sqliteStore({ file, clock: systemClock, settle: () => undefined, durability: 'NORMAL' });
  const work = async (memberId: string): Promise<void> => {
    for (;;) {
      const asked = performance.now();
      const claimed = await store.commit([], (board) => claimNext(board, { goalId: goalId(1), memberId }));
      if (!claimed.ok) claims.failed += 1;
      else if (claimed.value === undefined) return;
      else {
        claims.waits.push(performance.now() - asked);
        claims.tasks.push(claimed.value.task.key);
      }
    }
  };
  return async () => {
    await Promise.all(members.map(work));
    await store.close();
    return claims;
  };
}

if (isMain(import.meta.url)) {
  const [, , side, file = '', from = '0', count = '0'] = process.argv;
  const go = await claimAll(side === 'floor' ? 'floor' : 'muster', file, names(Number(from), Number(count)));
  process.once('message', () => void go().then((claims) => process.send?.(claims, () => process.exit(0))));
  process.send?.('ready');
}

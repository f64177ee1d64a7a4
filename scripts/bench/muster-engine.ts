// Muster behind the calls of the benchmark: its public library, function members, one goal, tasks added by `goal.add`.
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createTeam, reviewer, worker, type GoalHandle, type TaskInput, type Team } from '../../src/index.ts';
import type { BenchEngine, BenchNode, BenchTeam, Count, HistoryShape, TeamOptions } from './engine.ts';
import { reviewCopy, writeCopy, type BenchOutput } from './workload.ts';
import { benchTasks } from './workload.ts';

const GOAL = 'Write the copy of the summer promotion';
/** Met by every copy of workload.ts. */
const CRITERIA = [{ rule: 'max_chars', value: 600, field: 'draft' }, { rule: 'must_contain', values: ['discount'], field: 'draft' }];

export const engine: BenchEngine = { open, fillHistory, replay };

async function open(options: TeamOptions): Promise<BenchTeam> {
  const past = existsSync(options.file);
  const team = teamOf(options);
  const goal = past ? await team.resume('goal_1', { openEnded: true }) : await team.open(GOAL);
  const inputs = options.review === 'criteria' ? { criteria: CRITERIA } : {};
  return {
    add: (tasks) => tasks.map((task) => added(goal, { title: task.id, skills: ['copy'], input: { ...task.input }, ...inputs })),
    addGraph: async (nodes) => {
      const handles = await goal.add(nodes.map(taskOf));
      await Promise.all(handles.map((handle) => handle.ended()));
    },
    count: () => countIn(options.file),
    close: () => team.close(),
  };
}

function teamOf({ file, sync, members, review, hold }: TeamOptions): Team {
  const run = async ({ input }: { readonly input: Readonly<Record<string, unknown>> }) => {
    if (hold !== undefined) await hold();
    return { output: { ...(await writeCopy(input as never)) } };
  };
  const workers = Array.from({ length: members }, (_, index) => worker(`worker-${index}`, { skills: ['copy'], run }));
  const editor = reviewer('editor', { review: async ({ output }) => reviewCopy(output as unknown as BenchOutput) });
  return createTeam({ store: file, durability: sync, members: review === 'member' ? [...workers, editor] : workers });
}

async function added(goal: GoalHandle, task: TaskInput): Promise<void> {
  const [handle] = await goal.add([task]);
  await handle?.ended();
}

const taskOf = (node: BenchNode): TaskInput => ({ name: node.id, title: node.id, skills: ['copy'], input: { node: node.id }, dependsOn: node.dependsOn });

function countIn(file: string): Count {
  const db = new DatabaseSync(file, { readOnly: true });
  const number = (sql: string) => Number(db.prepare(sql).get()?.['n']);
  try {
    const done = db.prepare("SELECT version, count(*) AS n FROM task WHERE state IN ('done', 'completed') GROUP BY version").all();
    return {
      tasks: number('SELECT count(*) AS n FROM task'),
      events: number('SELECT count(*) AS n FROM event WHERE task IS NOT NULL'),
      doneAtVersion: Object.fromEntries(done.map((row) => [Number(row['version']), Number(row['n'])])),
      duplicates: number('SELECT coalesce(sum(n - 1), 0) AS n FROM (SELECT count(*) AS n FROM event WHERE task IS NOT NULL GROUP BY task, version HAVING count(*) > 1)'),
    };
  } finally {
    db.close();
  }
}

/** The past is made of one real task: its rows and events are copied under new keys. */
async function fillHistory(file: string, { endedTasks, openTasks }: HistoryShape): Promise<void> {
  let held = true;
  const team = teamOf({ file, sync: 'NORMAL', members: 1, review: 'member', hold: () => (held ? new Promise(() => undefined) : Promise.resolve()) });
  held = false;
  const goal = await team.open(GOAL);
  const [model] = benchTasks('past', 1);
  if (model !== undefined) await added(goal, { title: model.id, skills: ['copy'], input: { ...model.input } });
  await team.close();
  const db = new DatabaseSync(file);
  copyPast(db, endedTasks, openTasks);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

function copyPast(db: DatabaseSync, endedTasks: number, openTasks: number): void {
  const task = db.prepare('SELECT * FROM task WHERE key = 1').get();
  const events = db.prepare('SELECT * FROM event WHERE task = 1 ORDER BY seq').all();
  let seq = Number(db.prepare('SELECT max(seq) AS n FROM event').get()?.['n']);
  if (task === undefined) throw new Error('The model task of the past is missing.');
  const columns = Object.keys(task);
  const addTask = db.prepare(`INSERT INTO task(${columns.join()}) VALUES(${columns.map(() => '?').join()})`);
  const addEvent = db.prepare('INSERT INTO event VALUES(?,?,?,?,?,?,?,?)');
  const pending = { state: 'pending', version: 1, attempts: 0, starts: 0, assignee: null, reviewer: null, epoch: 0, result: 0, ended_at: null };
  db.exec('BEGIN');
  for (let key = 2; key <= endedTasks + openTasks + 1; key += 1) {
    const open = key > endedTasks + 1;
    const first = seq + 1;
    for (const event of open ? events.slice(0, 1) : events) addEvent.run(++seq, event['at'] ?? 0, 1, key, event['type'] ?? '', event['version'] ?? 0, event['member'] ?? null, event['details'] ?? null);
    const row: typeof task = { ...task, key, first_seq: first, brief_seq: first, result: first + 3, ...(open ? pending : {}) };
    addTask.run(...columns.map((column) => row[column] ?? null));
  }
  // The model itself must not count: one task more than was asked for.
  db.exec("DELETE FROM event WHERE task = 1; DELETE FROM task WHERE key = 1; COMMIT");
}

/** Folds what a replay needs (task, type, version) into the last state of each task, against a bare scan of the columns. */
async function replay(file: string): Promise<{ foldMs: number; scanMs: number; events: number }> {
  const db = new DatabaseSync(file, { readOnly: true });
  const statement = db.prepare('SELECT task, type, version FROM event WHERE task IS NOT NULL ORDER BY seq');
  statement.setReturnArrays(true);
  let began = performance.now();
  let scanned = 0;
  for (const row of statement.iterate()) scanned += Object.keys(row).length > 0 ? 1 : 0;
  const scanMs = performance.now() - began;
  began = performance.now();
  const { replayEvents } = await import('../../src/stores/sqlite-replay.ts');
  const folded = replayEvents(db);
  const foldMs = performance.now() - began;
  db.close();
  if (folded.events !== scanned) throw new Error(`The fold saw ${folded.events} of ${scanned} events.`);
  return { foldMs, scanMs, events: folded.events };
}


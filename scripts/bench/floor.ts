// The floors of a lifecycle: six states and six events by prepared statements of node:sqlite, and nothing else.
// F commits each move by itself, FG all moves that are asked for in one turn of the event loop; each promise resolves after
// its commit. `anchor` has text keys, an index on the status and payloads in the events; `lean` has none of these.
import { DatabaseSync } from 'node:sqlite';
import type { BenchTask, Count, FileOptions, TaskTeam } from './engine.ts';
import { reviewCopy, writeCopy } from './workload.ts';

export type Schema = 'anchor' | 'lean';
/** What shares a transaction: nothing (one move each), or all moves of a turn of the event loop. */
export type Grouping = 'move' | 'turn';

interface Floor {
  open(options: FileOptions): Promise<TaskTeam>;
}

export const floorEngine = (schema: Schema, grouping: Grouping): Floor => ({
  async open(options) {
    const book = openBook(options, schema);
    const commit = grouping === 'move' ? commitEach(book.database) : commitTurns(book.database);
    return {
      add: (tasks) => tasks.map((task) => live(book, commit, task)),
      count: () => countBook(book.database),
      close: async () => book.database.close(),
    };
  },
});

/** Runs the writes in a transaction. The promise, where there is one, resolves when they are durable. */
type Commit = (writes: () => void) => void | Promise<void>;

async function live(book: Book, commit: Commit, task: BenchTask): Promise<void> {
  const { id } = task;
  const input = JSON.stringify(task.input);
  await commit(() => book.create(id, input));
  await commit(() => book.move(id, { version: 1, from: 'pending', to: 'assigned' }));
  await commit(() => book.move(id, { version: 2, from: 'assigned', to: 'executing' }));
  const output = await writeCopy(task.input);
  const written = JSON.stringify(output);
  await commit(() => book.move(id, { version: 3, from: 'executing', to: 'pending_review', output: written }));
  const verdict = await reviewCopy(output);
  await commit(() => book.move(id, { version: 4, from: 'pending_review', to: verdict.approved ? 'approved' : 'rejected' }));
  await commit(() => book.move(id, { version: 5, from: 'approved', to: 'done' }));
}

function commitEach(database: DatabaseSync): (writes: () => void) => void {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const end = database.prepare('COMMIT');
  return (writes) => {
    begin.run();
    writes();
    end.run();
  };
}

function commitTurns(database: DatabaseSync): Commit {
  const commit = commitEach(database);
  let waiting: { writes: () => void; resolve: () => void }[] = [];
  const flush = () => {
    const group = waiting;
    waiting = [];
    commit(() => {
      for (const { writes } of group) writes();
    });
    for (const { resolve } of group) resolve();
  };
  return (writes) =>
    new Promise((resolve) => {
      if (waiting.push({ writes, resolve }) === 1) setImmediate(flush);
    });
}

interface Move {
  readonly version: number;
  readonly from: string;
  readonly to: string;
  readonly output?: string;
}

interface Book {
  readonly database: DatabaseSync;
  create(id: string, input: string): void;
  move(id: string, move: Move): void;
}

const TABLES: Readonly<Record<Schema, string>> = {
  anchor: `
    CREATE TABLE task(id TEXT PRIMARY KEY, status TEXT NOT NULL, version INTEGER NOT NULL, assignee TEXT,
      attempts INTEGER NOT NULL DEFAULT 0, input TEXT, output TEXT, updated_at INTEGER) WITHOUT ROWID;
    CREATE INDEX task_status ON task(status);
    CREATE TABLE event(seq INTEGER PRIMARY KEY AUTOINCREMENT, task_id TEXT NOT NULL, type TEXT NOT NULL,
      version INTEGER, payload TEXT, at INTEGER);`,
  lean: `
    CREATE TABLE task(id INTEGER PRIMARY KEY, status TEXT NOT NULL, version INTEGER NOT NULL, assignee TEXT,
      attempts INTEGER NOT NULL DEFAULT 0, input TEXT, output TEXT, updated_at INTEGER);
    CREATE TABLE event(seq INTEGER PRIMARY KEY, task_id INTEGER NOT NULL, type TEXT NOT NULL,
      version INTEGER, payload TEXT, at INTEGER);`,
};

function openBook({ file, sync }: FileOptions, schema: Schema): Book {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=${sync}; ${TABLES[schema]}`);
  const insertTask = database.prepare(`INSERT INTO task VALUES(?,'pending',1,NULL,0,?,NULL,?)`);
  const updateTask = database.prepare(
    `UPDATE task SET status=?, version=version+1, output=coalesce(?,output), updated_at=? WHERE id=? AND version=? AND status=?`,
  );
  const insertEvent = database.prepare(`INSERT INTO event(task_id,type,version,payload,at) VALUES(?,?,?,?,?)`);
  const keyOf = schema === 'anchor' ? (id: string) => id : integerKeys();
  const payloadOf = (text: string) => (schema === 'anchor' ? text : '{}');
  return {
    database,
    create(id, input) {
      const at = Date.now();
      insertTask.run(keyOf(id), input, at);
      insertEvent.run(keyOf(id), 'pending', 1, payloadOf(input), at);
    },
    move(id, { version, from, to, output }) {
      const at = Date.now();
      const { changes } = updateTask.run(to, output ?? null, at, keyOf(id), version, from);
      if (changes !== 1) throw new Error(`Task ${id} is not at version ${version} in state ${from}.`);
      insertEvent.run(keyOf(id), to, version + 1, payloadOf(output ?? '{}'), at);
    },
  };
}

/** Text ids to row ids, counted from 1. */
export function integerKeys(): (id: string) => number {
  const keys = new Map<string, number>();
  return (id) => {
    const known = keys.get(id);
    if (known !== undefined) return known;
    const key = keys.size + 1;
    keys.set(id, key);
    return key;
  };
}

/** Reads the counts back from the tables that both floors have. */
export function countBook(database: DatabaseSync): Count {
  const one = (sql: string): number => Number(database.prepare(sql).get()?.['n']);
  const ended = database.prepare(`SELECT version, count(*) n FROM task WHERE status='done' GROUP BY version`).all();
  return {
    tasks: one('SELECT count(*) n FROM task'),
    events: one('SELECT count(*) n FROM event'),
    doneAtVersion: Object.fromEntries(ended.map((row) => [Number(row['version']), Number(row['n'])])),
    duplicates: one('SELECT count(*) - (SELECT count(*) FROM (SELECT DISTINCT task_id, version FROM event)) n FROM event'),
  };
}

// The floor of the wake-up: two commits a node. Start: `ready` → `executing` and its event. Finish: `executing` → `done`
// and its event, then one from the count of every dependant, and `ready` with its event for each that reached nought.
// The row keeps the count; who depends on whom is kept in memory, which spares the floor the writing of edges.
import { DatabaseSync } from 'node:sqlite';
import type { BenchNode, FileOptions, GraphTeam } from './engine.ts';
import { countBook, integerKeys } from './floor.ts';
import type { Schema } from './floor.ts';

interface GraphFloor {
  open(options: FileOptions): Promise<GraphTeam>;
}

export const graphFloor = (schema: Schema): GraphFloor => ({
  async open(options) {
    const book = openGraphBook(options, schema);
    return {
      addGraph: (nodes) => runGraph(book, nodes),
      count: () => countBook(book.database),
      close: async () => book.database.close(),
    };
  },
});

async function runGraph(book: GraphBook, nodes: readonly BenchNode[]): Promise<void> {
  const dependants = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const { id, dependsOn } of nodes) for (const needed of dependsOn) dependants.get(needed)?.push(id);
  const firstVersion = new Map(nodes.map(({ id, dependsOn }) => [id, dependsOn.length === 0 ? 1 : 2]));
  const readyAt = (id: string) => firstVersion.get(id) ?? 1;
  book.create(nodes);
  await new Promise<void>((resolve, reject) => {
    let open = nodes.length;
    const run = async (id: string): Promise<void> => {
      book.start(id, readyAt(id));
      await work();
      const woken = book.finish(id, readyAt(id) + 1, dependants.get(id) ?? []);
      open -= 1;
      if (open === 0) resolve();
      for (const next of woken) void run(next).catch(reject);
    };
    for (const { id, dependsOn } of nodes) if (dependsOn.length === 0) void run(id).catch(reject);
  });
}

const work = async (): Promise<void> => {};

interface GraphBook {
  readonly database: DatabaseSync;
  /** All rows and their first events, in one commit. */
  create(nodes: readonly BenchNode[]): void;
  start(id: string, version: number): void;
  /** Returns the dependants that became ready. */
  finish(id: string, version: number, dependants: readonly string[]): readonly string[];
}

const TABLES: Readonly<Record<Schema, string>> = {
  anchor: `
    CREATE TABLE task(id TEXT PRIMARY KEY, status TEXT NOT NULL, version INTEGER NOT NULL, waits INTEGER NOT NULL,
      updated_at INTEGER) WITHOUT ROWID;
    CREATE INDEX task_status ON task(status);
    CREATE TABLE event(seq INTEGER PRIMARY KEY AUTOINCREMENT, task_id TEXT NOT NULL, type TEXT NOT NULL,
      version INTEGER, payload TEXT, at INTEGER);`,
  lean: `
    CREATE TABLE task(id INTEGER PRIMARY KEY, status TEXT NOT NULL, version INTEGER NOT NULL, waits INTEGER NOT NULL,
      updated_at INTEGER);
    CREATE TABLE event(seq INTEGER PRIMARY KEY, task_id INTEGER NOT NULL, type TEXT NOT NULL,
      version INTEGER, payload TEXT, at INTEGER);`,
};

function openGraphBook({ file, sync }: FileOptions, schema: Schema): GraphBook {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=${sync}; ${TABLES[schema]}`);
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const insertTask = database.prepare('INSERT INTO task VALUES(?,?,1,?,?)');
  const updateTask = database.prepare('UPDATE task SET status=?, version=version+1, updated_at=? WHERE id=? AND version=? AND status=?');
  const lowerCount = database.prepare('UPDATE task SET waits=waits-1 WHERE id=? AND waits>0 RETURNING waits');
  const insertEvent = database.prepare('INSERT INTO event(task_id,type,version,payload,at) VALUES(?,?,?,?,?)');
  const keyOf = schema === 'anchor' ? (id: string) => id : integerKeys();

  const write = <T>(writes: () => T): T => {
    begin.run();
    const result = writes();
    commit.run();
    return result;
  };
  const move = (id: string, version: number, [from, to]: readonly [string, string]) => {
    const at = Date.now();
    const { changes } = updateTask.run(to, at, keyOf(id), version, from);
    if (changes !== 1) throw new Error(`Node ${id} is not at version ${version} in state ${from}.`);
    insertEvent.run(keyOf(id), to, version + 1, '{}', at);
  };
  return {
    database,
    create: (nodes) => write(() => {
      const at = Date.now();
      for (const { id, dependsOn } of nodes) {
        const status = dependsOn.length === 0 ? 'ready' : 'blocked';
        insertTask.run(keyOf(id), status, dependsOn.length, at);
        insertEvent.run(keyOf(id), status, 1, '{}', at);
      }
    }),
    start: (id, version) => write(() => move(id, version, ['ready', 'executing'])),
    finish: (id, version, dependants) => write(() => {
      move(id, version, ['executing', 'done']);
      const woken = dependants.filter((next) => lowerCount.get(keyOf(next))?.['waits'] === 0);
      for (const next of woken) move(next, 1, ['blocked', 'ready']);
      return woken;
    }),
  };
}

// Opening a Muster file: it is looked at before anything is written. A damaged, foreign or newer file is a hard stop that
// changes nothing. The schema is lean on purpose: integer keys, one partial index, payload last (docs/decisions/0002).
import { closeSync, existsSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { TeamError } from '../core/errors.ts';

/** `MUST` in ASCII: tells our files from those of other programs. */
const APPLICATION_ID = 0x4d555354;
const SCHEMA_VERSION = 1;

const SCHEMA = `
CREATE TABLE goal(key INTEGER PRIMARY KEY, state TEXT NOT NULL, version INTEGER NOT NULL, owner INTEGER NOT NULL, ended_at INTEGER, doc TEXT NOT NULL) STRICT;
CREATE TABLE task(key INTEGER PRIMARY KEY, goal INTEGER NOT NULL, state TEXT NOT NULL, version INTEGER NOT NULL, lane TEXT NOT NULL, review TEXT NOT NULL,
  attempts INTEGER NOT NULL, losses INTEGER NOT NULL, review_faults INTEGER NOT NULL, starts INTEGER NOT NULL, assignee TEXT, reviewer TEXT, epoch INTEGER NOT NULL,
  result INTEGER NOT NULL, first_seq INTEGER NOT NULL, brief_seq INTEGER NOT NULL, created_at REAL NOT NULL, updated_at REAL NOT NULL, ended_at REAL, more TEXT) STRICT;
CREATE INDEX task_open ON task(key) WHERE ended_at IS NULL;
CREATE TABLE edge(task INTEGER NOT NULL, needs INTEGER NOT NULL, PRIMARY KEY(task, needs)) STRICT, WITHOUT ROWID;
CREATE TABLE event(seq INTEGER PRIMARY KEY, at REAL NOT NULL, goal INTEGER, task INTEGER, type TEXT NOT NULL, version INTEGER NOT NULL, member TEXT, details TEXT) STRICT;
CREATE TABLE question(key INTEGER PRIMARY KEY, goal INTEGER NOT NULL, task INTEGER, state TEXT NOT NULL, doc TEXT NOT NULL) STRICT;
CREATE INDEX question_open ON question(key) WHERE state = 'open';
CREATE TABLE member(team TEXT NOT NULL, agent TEXT NOT NULL, ord INTEGER NOT NULL, doc TEXT NOT NULL, PRIMARY KEY(team, agent)) STRICT, WITHOUT ROWID;
CREATE TABLE stay(epoch INTEGER PRIMARY KEY, pid INTEGER NOT NULL, host TEXT NOT NULL, began_at REAL NOT NULL, beat_at REAL NOT NULL, ended_at REAL) STRICT;
`;

/** `FULL` survives power loss; `NORMAL` survives the death of the process only, and is faster when little happens at once. */
export type Durability = 'FULL' | 'NORMAL';

export function openFile(file: string, durability: Durability): DatabaseSync {
  const isNew = !existsSync(file) || statSync(file).size === 0;
  if (isNew) mkdirSync(dirname(file), { recursive: true });
  else refuseStrangers(file);
  const db = guarded(file, () => new DatabaseSync(file, { timeout: 0 }));
  try {
    guarded(file, () => prepareFile(db, file, durability, isNew));
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

/** A look at the header before SQLite opens the file, so that nothing of a stranger's file can change. */
function refuseStrangers(file: string): void {
  const header = headerOf(file);
  if (header.length < 100 || header.toString('latin1', 0, 15) !== 'SQLite format 3') {
    throw new TeamError('store.damaged', `${file} is not a Muster store, or its beginning is damaged. It was left as it is. Name another file, or restore this one from a backup.`, { details: { file } });
  }
  const stamp = header.readUInt32BE(68);
  const version = header.readUInt32BE(60);
  if (stamp !== APPLICATION_ID) {
    throw new TeamError('store.foreign', `${file} belongs to another program${stamp === 0 ? ' or has lost its stamp' : ''}. It was left as it is. Name another file.`, { details: { file } });
  }
  if (version > SCHEMA_VERSION) {
    throw new TeamError('store.newer', `${file} was written by a newer Muster (form ${version}, this one knows ${SCHEMA_VERSION}). It was left as it is. Update Muster, or name another file.`, { details: { file } });
  }
}

function headerOf(file: string): Buffer {
  const opened = openSync(file, 'r');
  try {
    const header = Buffer.alloc(100);
    return header.subarray(0, readSync(opened, header, 0, 100, 0));
  } finally {
    closeSync(opened);
  }
}

function prepareFile(db: DatabaseSync, file: string, durability: Durability, isNew: boolean): void {
  // The timeout is for the first opening only, when several processes may lay out one new file at the same time.
  db.exec('PRAGMA busy_timeout = 5000');
  db.exec('PRAGMA journal_mode = WAL');
  if (isNew) {
    db.exec('BEGIN IMMEDIATE');
    const laid = Number(db.prepare('PRAGMA application_id').get()?.['application_id']) === APPLICATION_ID;
    if (!laid) db.exec(`${SCHEMA} PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION};`);
    db.exec('COMMIT');
  }
  const tables = Number(db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table'").get()?.['n']);
  if (tables < 7) throw new TeamError('store.damaged', `${file} lacks tables that a Muster store has. It was left as it is. Restore it from a backup.`, { details: { file } });
  db.exec(`PRAGMA synchronous = ${durability}; PRAGMA cache_size = -65536; PRAGMA busy_timeout = 0;`);
}

/** SQLite's own errors in our words; the first error is kept as the cause. */
export function guarded<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw asTeamError(file, error);
  }
}

export const isBusy = (error: unknown): boolean => errcode(error) === 5 || errcode(error) === 6;

const errcode = (error: unknown): number => (error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0);

export function asTeamError(file: string, error: unknown): unknown {
  if (error instanceof TeamError) return error;
  const code = errcode(error);
  const details = { file, sqlite: code };
  if (code === 11 || code === 26) return new TeamError('store.damaged', `${file} is damaged and was left as it is. Restore it from a backup; \`muster doctor\` says more.`, { cause: error, details });
  if (code === 5 || code === 6) return new TeamError('store.busy', `Another process holds ${file}. Try again, or end the other process.`, { cause: error, details });
  if (code === 8 || code === 10 || code === 13 || code === 14) return new TeamError('store.unavailable', `${file} cannot be written (${String(error)}). Check the disk's free space and the rights of the folder; what was not stored is tried again.`, { cause: error, details });
  return error;
}

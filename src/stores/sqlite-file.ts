// Opening a Muster file: it is looked at before anything is written. A damaged, foreign or newer file is a hard stop that
// changes nothing. The schema is lean on purpose: integer keys, one partial index, payload last (docs/decisions/0002).
import { closeSync, constants, copyFileSync, existsSync, fstatSync, fsyncSync, linkSync, mkdirSync, openSync, readSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { TeamError } from '../core/errors.ts';
import type { Bilingual } from '../core/json.ts';
import { STORE_FAULTS } from '../core/refusals/store-faults.ts';

/** `MUST` in ASCII: tells our files from those of other programs. */
const APPLICATION_ID = 0x4d555354;
const SCHEMA_VERSION = 2;

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

/** What form 2 has more than form 1. A file of form 1 gets it when it is opened; nothing that it holds is touched. */
const SINCE_2 = `
CREATE TABLE message(key INTEGER PRIMARY KEY, team TEXT NOT NULL, receiver TEXT NOT NULL, unread INTEGER NOT NULL, doc TEXT NOT NULL) STRICT;
CREATE INDEX message_unread ON message(key) WHERE unread = 1;
CREATE TABLE life(id TEXT PRIMARY KEY, team TEXT NOT NULL, doc TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE file_lock(goal INTEGER NOT NULL, path TEXT NOT NULL, doc TEXT NOT NULL, PRIMARY KEY(goal, path)) STRICT, WITHOUT ROWID;
`;

/** `FULL` survives power loss; `NORMAL` survives the death of the process only, and is faster when little happens at once. */
export type Durability = 'FULL' | 'NORMAL';

/** Opening may wait for another process's short transaction; running work never waits inside SQLite. */
export const OPENING_PATIENCE_MS = 5000;

/** Contract: a file that is refused is left as it is, byte for byte. */
export function openFile(file: string, durability: Durability = 'FULL'): DatabaseSync {
  return guarded(file, () => {
    if (!existsSync(file)) createFile(resolve(file));
    // The log lies beside the file, and not beside a link to it.
    const path = realpathSync(file);
    refuseStrangers(path);
    const db = new DatabaseSync(path, { timeout: OPENING_PATIENCE_MS });
    try {
      prepareFile(db, path, durability);
    } catch (error) {
      db.close();
      throw error;
    }
    return db;
  });
}

/** One after the other: where nothing can be made, `recursive` may try for ever. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (fault) {
    if (!existsSync(path)) throw fault;
  }
}

/** Our own folder in somebody's repository is nothing that "git add --all" should take along. */
function hideFromGit(folder: string): void {
  const ignore = join(folder, '.gitignore');
  if (basename(folder) === OWN_FOLDER && !existsSync(ignore)) writeFileSync(ignore, '# What Muster keeps here is for this machine.\n*\n');
}

const OWN_FOLDER = '.muster';

/**
 * The file is laid out under another name and appears whole, stamp and all: whoever opens it at the same moment, or after a
 * crash in the middle of this, finds either nothing or a store. (In a new file of SQLite the stamp would stand in the log only.)
 */
function createFile(path: string): void {
  const leftover = [`${path}-wal`, `${path}-journal`].find((log) => existsSync(log));
  if (leftover !== undefined) {
    // The log comes after its file: another process has made both since we looked.
    if (existsSync(path)) return;
    throw new TeamError('store.damaged', STORE_FAULTS.onlyLog(path, leftover), { details: { file: path } });
  }
  makeFolder(dirname(path));
  hideFromGit(dirname(path));
  const draft = `${path}-new-${process.pid}-${Math.random().toString(36).slice(2)}`;
  try {
    layOut(draft);
    appear(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

function layOut(draft: string): void {
  const db = new DatabaseSync(draft);
  try {
    db.exec(`PRAGMA journal_mode = MEMORY; BEGIN; ${SCHEMA} ${SINCE_2} PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT; PRAGMA journal_mode = WAL;`);
  } finally {
    db.close();
  }
}

/** A link appears at once and never takes the place of another file; where there are no links, a copy that refuses to. */
function appear(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (isFileError(error, 'EEXIST')) return; // another process was first; its store is as good
    try {
      copyFileSync(draft, path, constants.COPYFILE_EXCL);
    } catch (failed) {
      if (!isFileError(failed, 'EEXIST')) throw failed;
    }
  }
  syncFolder(dirname(path));
}

/** The name of a new file is durable when its folder is. Some systems cannot sync a folder; there the file system sees to it. */
function syncFolder(folder: string): void {
  try {
    const open = openSync(folder, 'r');
    try {
      fsyncSync(open);
    } finally {
      closeSync(open);
    }
  } catch {
    // Not possible here.
  }
}

/** A look at the header before SQLite opens the file, so that nothing of a stranger's file can change. */
function refuseStrangers(path: string): void {
  const { header, size } = readHeader(path);
  const refuse = (code: 'store.damaged' | 'store.foreign' | 'store.newer', says: Bilingual): never => {
    throw new TeamError(code, says, { details: { file: path } });
  };
  if (size === 0) refuse('store.damaged', STORE_FAULTS.empty(path));
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, 16) !== 'SQLite format 3\0') refuse('store.damaged', STORE_FAULTS.notOurs(path));
  const stamp = header.readUInt32BE(68);
  if (stamp !== APPLICATION_ID) refuse('store.foreign', STORE_FAULTS[stamp === 0 ? 'noStamp' : 'otherStamp'](path));
  const version = header.readUInt32BE(60);
  if (version > SCHEMA_VERSION) refuse('store.newer', STORE_FAULTS.newer(path, version, SCHEMA_VERSION));
  if (version < 1 || !FIXED.every(([at, bytes]) => bytes.every((byte, offset) => byte === header[at + offset])) || header[18] !== header[19]) refuse('store.damaged', STORE_FAULTS.badBeginning(path));
  const fault = sizeFault({ header, size }, path);
  // The last other process may have written its log back since: without a log, a second look is right.
  const still = fault && sizeFault(readHeader(path), path);
  if (still !== undefined) refuse('store.damaged', STORE_FAULTS.wrongSize(path, still));
}

interface Beginning {
  readonly header: Buffer;
  readonly size: number;
}

/** While there is a log, pages may still stand there only. */
function sizeFault({ header, size }: Beginning, path: string): { readonly should: number; readonly holds: number } | undefined {
  const should = header.readUInt32BE(28) * PAGE_BYTES;
  return should === size || hasLog(path) ? undefined : { should, holds: size };
}

const HEADER_BYTES = 100;
const PAGE_BYTES = 4096;
/** What never differs in the header of our files: page size, reserved space, fractions, format, automatic vacuum, encoding. */
const FIXED: readonly (readonly [at: number, bytes: readonly number[]])[] = [
  [16, [PAGE_BYTES >> 8, PAGE_BYTES & 0xff]],
  [20, [0, 64, 32, 32]],
  [44, [0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
  [64, [0, 0, 0, 0]],
  [72, Array(20).fill(0)],
];

function readHeader(path: string): Beginning {
  const open = openSync(path, 'r');
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    const read = readSync(open, header, 0, HEADER_BYTES, 0);
    return { header: header.subarray(0, read), size: fstatSync(open).size };
  } finally {
    closeSync(open);
  }
}

const hasLog = (path: string): boolean => (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

const TABLES = ['edge', 'event', 'goal', 'member', 'question', 'stay', 'task'] as const;
const TABLES_SINCE_2 = ['file_lock', 'life', 'message'] as const;

/** Only reads until the file is known to be whole and ours. */
function prepareFile(db: DatabaseSync, path: string, durability: Durability): void {
  // What the log says counts: the header may be older.
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version > SCHEMA_VERSION) throw new TeamError('store.newer', STORE_FAULTS.newer(path, version, SCHEMA_VERSION), { details: { file: path } });
  const tables = new Set(db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all().map((row) => row['name']));
  const missing = [...TABLES, ...(version < 2 ? [] : TABLES_SINCE_2)].filter((table) => !tables.has(table));
  if (missing.length > 0) throw new TeamError('store.damaged', STORE_FAULTS.lacksTables(path, missing), { details: { file: path } });
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${durability}; PRAGMA cache_size = -65536;`);
  if (version < SCHEMA_VERSION) bringUpToDate(db);
  db.exec('PRAGMA busy_timeout = 0');
}

/** One transaction, and the form is looked at again inside it: another process may open the same file at this moment. */
function bringUpToDate(db: DatabaseSync): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
    if (version < SCHEMA_VERSION) db.exec(`${SINCE_2} PRAGMA user_version = ${SCHEMA_VERSION};`);
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** An open file outlives its name: what is written after it was removed or replaced is lost with the process. Gives what throws then. */
export function placeOf(file: string): () => void {
  const look = () => statSync(resolve(file), { bigint: true, throwIfNoEntry: false });
  const first = look();
  return () => {
    const now = look();
    if (now !== undefined && now.ino === first?.ino && now.dev === first.dev) return;
    throw new TeamError('store.unavailable', STORE_FAULTS[now === undefined ? 'removed' : 'putInPlace'](file), { details: { file } });
  };
}

/** Tells a file from another one that gets its name. */
export function markOf(file: string): string {
  const { dev, ino } = statSync(resolve(file), { bigint: true });
  return `${dev}:${ino}`;
}

/** SQLite's own errors in our words; the first error is kept as the cause. */
export function guarded<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw asTeamError(file, error);
  }
}

/** Another process holds a lock (5, 6), or the locks of the log are being changed right now (15). */
export const isBusy = (error: unknown): boolean => [5, 6, 15].includes(errcode(error));

export const isFileError = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code;

const errcode = (error: unknown): number => (error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0);

export function asTeamError(file: string, error: unknown): unknown {
  if (error instanceof TeamError) return error;
  const code = errcode(error);
  const told = { cause: error, details: { file, sqlite: code } };
  if (code === 11 || code === 26) return new TeamError('store.damaged', STORE_FAULTS.damaged(file), told);
  if (isBusy(error)) return new TeamError('store.busy', STORE_FAULTS.busy(file), told);
  if (code === 19) return new TeamError('store.conflict', STORE_FAULTS.strayRow(file, String(error)), told);
  const isFull = code === 8 || code === 10 || code === 13 || code === 14;
  // Errors of the file system name the call that failed.
  if (isFull || (error instanceof Error && 'syscall' in error)) return new TeamError('store.unavailable', STORE_FAULTS.unwritable(file, String(error)), told);
  return error;
}

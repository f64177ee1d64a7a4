// The write-ahead log is written back into the file by itself, but with several writers at work that never ends: whoever writes
// back finds newer pages of the others behind it, and the log grows without bound. Past a size the log is closed to all for a
// moment and emptied.
import { realpathSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** Four times what SQLite writes back at by itself, so that one writer alone never comes here. */
const LARGEST_LOG_BYTES = 16 * 1024 * 1024;
const LOOK_EVERY_COMMITS = 8;
/** How long the others' transactions are waited for, else the next look tries again: longer, the larger the log has grown. */
const PATIENCE_MS = 50;
const MOST_PATIENCE_MS = 400;

/** Gives what is to be called after each commit. Never throws: what is in the log is durable there too. */
export function keepLogSmall(db: DatabaseSync, file: string): () => void {
  const log = `${realpathSync(file)}-wal`;
  let commits = 0;
  return () => {
    commits += 1;
    if (commits % LOOK_EVERY_COMMITS !== 0) return;
    try {
      const times = Math.floor((statSync(log, { throwIfNoEntry: false })?.size ?? 0) / LARGEST_LOG_BYTES);
      if (times > 0) emptyLog(db, Math.min(MOST_PATIENCE_MS, PATIENCE_MS * times * times));
    } catch {
      // Tried again later; a disk that is full is told by the commit that meets it.
    }
  };
}

function emptyLog(db: DatabaseSync, patienceMs: number): void {
  try {
    db.exec(`PRAGMA busy_timeout = ${patienceMs}; PRAGMA wal_checkpoint(TRUNCATE)`);
  } finally {
    db.exec('PRAGMA busy_timeout = 0');
  }
}

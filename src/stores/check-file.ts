// Looks at a store file without changing it: for `muster doctor`.
import { DatabaseSync } from 'node:sqlite';
import { TeamError } from '../core/errors.ts';
import { STORE_FAULTS } from '../core/refusals/store-faults.ts';
import { asTeamError } from './sqlite-file.ts';

/** Contract: throws `store.damaged` when SQLite finds a fault in the file. Opens it for reading only. */
export function checkFile(file: string): void {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true });
    const found = db.prepare('PRAGMA quick_check(3)').all().map((row) => String(Object.values(row)[0]));
    if (found.length === 1 && found[0] === 'ok') return;
    throw new TeamError('store.damaged', STORE_FAULTS.damagedPages(file, found), { details: { file, found } });
  } catch (error) {
    throw asTeamError(file, error);
  } finally {
    db?.close();
  }
}

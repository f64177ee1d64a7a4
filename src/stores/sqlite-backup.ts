// A whole copy of the store while others write: one read transaction, so the copy is the store as it was at one moment.
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { TeamError } from '../core/errors.ts';
import { STORE_FAULTS } from '../core/refusals/store-faults.ts';
import { asTeamError, isFileError, makeFolder } from './sqlite-file.ts';

/** Contract: the target must not exist; when the copy fails nothing of it is left. */
export function backUp(db: DatabaseSync, target: string): void {
  const path = resolve(target);
  reserve(path, target);
  try {
    db.prepare('VACUUM INTO ?').run(path);
    sync(path);
  } catch (error) {
    rmSync(path, { force: true });
    throw asTeamError(target, error);
  }
}

/** An empty file of ours, which SQLite fills: what another process makes at the same moment is never taken for a failed copy and removed. */
function reserve(path: string, target: string): void {
  try {
    makeFolder(dirname(path));
    closeSync(openSync(path, 'wx'));
  } catch (error) {
    if (isFileError(error, 'EEXIST')) throw new TeamError('input.invalid', STORE_FAULTS.targetThere(target), { details: { file: target } });
    throw asTeamError(target, error);
  }
}

/** SQLite leaves the copy to the system's own time; a backup must be there when it is said to be. */
function sync(path: string): void {
  const open = openSync(path, 'r+');
  try {
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
}

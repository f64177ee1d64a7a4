// Where the files of a benchmark lie: on the disk that holds the checkout, never in memory, for a commit to memory costs
// nothing. The system's temporary folder is taken when it is on that disk, else a folder under `.muster/` of the checkout.
import { copyFileSync, existsSync, fsyncSync, mkdirSync, mkdtempSync, openSync, closeSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HistoryShape } from './engine.ts';

export interface Place {
  readonly folder: string;
  /** Why this folder, for the reader of the figures. */
  readonly says: string;
  close(): void;
}

/** Magic numbers of tmpfs and ramfs in the answer of statfs. */
const IN_MEMORY = new Set([0x01021994, 0x858458f6]);

export function openPlace(): Place {
  const checkout = fileURLToPath(new URL('../..', import.meta.url));
  const temporary = tmpdir();
  const reason = reasonAgainst(temporary, checkout);
  const parent = reason === undefined ? temporary : join(checkout, '.muster');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'muster-bench-'));
  const says = reason === undefined ? `${folder}, on the disk of the checkout` : `${folder}, because ${temporary} ${reason}`;
  return { folder, says, close: () => rmSync(folder, { recursive: true, force: true }) };
}

function reasonAgainst(temporary: string, checkout: string): string | undefined {
  if (IN_MEMORY.has(statfsSync(temporary).type)) return 'is kept in memory';
  return statSync(temporary).dev === statSync(checkout).dev ? undefined : 'is on another disk than the checkout';
}

/** A folder of its own for one run, and the file in it that the run opens. */
export function openSeat(place: Place): { readonly file: string; close(): void } {
  const folder = mkdtempSync(join(place.folder, 'run-'));
  return { file: join(folder, 'store.sqlite'), close: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The file with this past, filled once for all runs. */
export async function historyFile(place: Place, shape: HistoryShape, fill: (file: string) => Promise<void>): Promise<string> {
  const file = join(place.folder, `history-${shape.endedTasks}-${shape.openTasks}.sqlite`);
  if (!existsSync(file)) await fill(file);
  return file;
}

/** Copies and waits for the disk, so that the write-back of the copy does not fall into what is measured. */
export function copyToDisk(from: string, to: string): void {
  copyFileSync(from, to);
  const handle = openSync(to, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

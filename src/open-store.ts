// Which store: a file, memory, or one of a program's own; opened to drive goals or to visit. Apart from the engine, because a
// command that looks at a store needs a quarter of the program.
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { TeamError } from './core/errors.ts';
import { settle } from './core/next-moves.ts';
import { STORE_FAULTS } from './core/refusals/store-faults.ts';
import type { Clock } from './ports/clock.ts';
import type { Store } from './ports/store.ts';
import { memoryStore } from './stores/memory.ts';
import { sqliteStore } from './stores/sqlite.ts';
import type { Durability } from './stores/sqlite-file.ts';
import { systemClock } from './system-clock.ts';

export { checkFile } from './stores/check-file.ts';

export const DEFAULT_FILE = '.muster/muster.db';

export interface StoreChoice {
  /** A file path, `memory`, or a store of one's own. */
  readonly store?: string | Store;
  readonly durability?: Durability;
  readonly clock?: Clock;
  /** Reads and answers, but drives nothing. */
  readonly visitor?: boolean;
}

/** Where the data lives, in words for a person; nothing is opened. */
export function locationOf({ store = DEFAULT_FILE }: StoreChoice): string {
  if (typeof store !== 'string') return store.location;
  return store === 'memory' ? 'memory only' : wholePath(resolve(fileIn(store)));
}

/** Without links, as far as there is anything: one store is not two because a folder has two names. */
function wholePath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(wholePath(dirname(path)), basename(path));
  }
}

export function openStore({ store = DEFAULT_FILE, durability, clock = systemClock, visitor = false }: StoreChoice): Store {
  if (typeof store !== 'string') return store;
  if (store === 'memory') return memoryStore({ clock, settle });
  const file = fileIn(store);
  if (/^[a-z]+:\/\//.test(file)) throw new TeamError('input.invalid', STORE_FAULTS.noStoreFor(file.split(':')[0] ?? ''));
  return sqliteStore({ file, clock, settle, visitor, ...(durability === undefined ? {} : { durability }) });
}

/** Opens a store to read, answer, pause or cancel in it, and drives nothing. A file that is not there yet is not made: it reads as empty. */
export function openVisit(store: string = DEFAULT_FILE): { readonly store: Store; readonly clock: Clock } {
  if (store === 'memory' || existsSync(fileIn(store))) return { store: openStore({ store, visitor: true }), clock: systemClock };
  return { store: { ...memoryStore({ clock: systemClock, settle }), location: store }, clock: systemClock };
}

/** The path that a file's name means. */
const fileIn = (store: string): string => (store.startsWith('file:') ? store.slice('file:'.length) : store);

// The SQLite store keeps the contract.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { verifies } from '../../test/verifies.ts';
import { storeContract } from '../testing/store-contract.ts';
import { sqliteStore } from './sqlite.ts';

storeContract('SQLite', (options) => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const open = (how: typeof options) => sqliteStore({ file: join(folder, 'muster.db'), durability: 'NORMAL', ...how });
  return { store: open(options), again: open };
}, { outlivesProcess: true, sharedByProcesses: true, backsUp: true });

verifies('store.one_contract', 'store.group_commit', 'store.shared_dependant');

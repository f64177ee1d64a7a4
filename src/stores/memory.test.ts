// The memory store means what every store means; what it cannot do is said.
import { expect, test } from 'vitest';
import { verifies } from '../../test/verifies.ts';
import { NOTHING_FOLLOWS, tickingClock } from '../testing/store-contract/world.ts';
import { storeContract } from '../testing/store-contract.ts';
import { memoryStore } from './memory.ts';

storeContract('memory', (options) => ({ store: memoryStore(options) }), {
  outlivesProcess: 'nothing outlives the process',
  sharedByProcesses: 'one process only',
  backsUp: 'there is nothing to copy',
});

test('it says that it lives in memory only, and refuses a backup with what to do instead', async () => {
  verifies('store.one_contract');
  const store = memoryStore({ clock: tickingClock(), settle: NOTHING_FOLLOWS });
  expect(store.location).toBe('memory only');
  await expect(store.backup('/tmp/copy.db')).rejects.toMatchObject({ code: 'input.invalid', message: expect.stringContaining('file as its store') });
});

// What every store means, as one suite: call it in the tests of a store. A store that cannot do something says why, and the
// cases that need it are skipped with that reason.
import { describe, onTestFinished, test } from 'vitest';
import type { Store } from '../ports/store.ts';
import { ATOMIC } from './store-contract/atomic.ts';
import { DESK } from './store-contract/desk.ts';
import { FOLLOWED } from './store-contract/followed.ts';
import { GROUPED } from './store-contract/grouped.ts';
import { KEPT } from './store-contract/kept.ts';
import { BACKED_UP, READ } from './store-contract/read.ts';
import { SHARED } from './store-contract/shared.ts';
import { MOVES_FOLLOW, NOTHING_FOLLOWS, tickingClock, type ContractCase, type MakeStore } from './store-contract/world.ts';

/** True, or the reason why not. */
export interface StoreCapabilities {
  readonly outlivesProcess: true | string;
  readonly sharedByProcesses: true | string;
  readonly backsUp: true | string;
}

const PARTS: Readonly<Record<string, readonly ContractCase[]>> = {
  'all or nothing': ATOMIC,
  'group commit': GROUPED,
  'what follows': FOLLOWED,
  'what is kept': KEPT,
  'mail, lives and locks': DESK,
  'reading': READ,
  'several processes': SHARED,
  'backup': BACKED_UP,
};

/** Contract: `makeStore` gives an empty store each time; the suite closes what it opens, and the maker removes what it made. */
export function storeContract(name: string, makeStore: MakeStore, capabilities: StoreCapabilities): void {
  describe(`${name} keeps the store contract`, () => {
    for (const [part, cases] of Object.entries(PARTS)) {
      describe(part, () => {
        for (const each of cases) test(each.says, (context) => hold(each, makeStore, { capabilities, skip: (reason) => context.skip(reason) }));
      });
    }
  });
}

interface Setting {
  readonly capabilities: StoreCapabilities;
  readonly skip: (reason: string) => void;
}

async function hold({ needs, settled, holds }: ContractCase, makeStore: MakeStore, { capabilities, skip }: Setting): Promise<void> {
  const able = needs === undefined ? true : capabilities[needs];
  if (able !== true) return skip(able);
  const opened: Store[] = [];
  // Later ones first; the maker's own clean-up was registered before and so comes after.
  const made = await makeStore({ clock: tickingClock(), settle: settled === true ? MOVES_FOLLOW : NOTHING_FOLLOWS });
  onTestFinished(async () => {
    for (const store of opened.toReversed()) await store.close();
  });
  opened.push(made.store);
  await holds({
    store: made.store,
    outlivesProcess: capabilities.outlivesProcess === true,
    async again(settle = NOTHING_FOLLOWS) {
      if (made.again === undefined) throw new Error(`The store says that it can do ${String(needs)}, but its maker gives no "again".`);
      const store = await made.again({ clock: tickingClock(), settle });
      opened.push(store);
      return store;
    },
  });
}

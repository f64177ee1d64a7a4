// What becomes of a transaction that fails for a reason of no decision in it, and of what was due in it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Draft } from '../core/change.ts';
import { goalId } from '../core/ids.ts';
import type { Settle, Store } from '../ports/store.ts';
import { systemClock } from '../system-clock.ts';
import { must, NOTHING_FOLLOWS, opens } from '../testing/store-contract/world.ts';
import { sqliteStore } from './sqlite.ts';

function setUp(): (settle: Settle) => Store {
  const folder = mkdtempSync(join(tmpdir(), 'mg-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return (settle) => {
    const store = sqliteStore({ file: join(folder, 'm.db'), clock: systemClock, settle, durability: 'NORMAL' });
    onTestFinished(() => store.close());
    return store;
  };
}

const notes = (store: Store, details: { readonly note: string }) => store.commit([], (board) => {
  const draft = new Draft(board);
  draft.note('task.note_added', { goalId: goalId(1) }, details);
  return draft.decision(undefined);
});

test('when what follows from the rows cannot be decided, all of 3 commits are told so, and the next ones go on', async () => {
  let fails = false;
  let tries = 0;
  const store = setUp()(() => {
    if (!fails) return undefined;
    tries += 1;
    throw new Error('It follows nothing.');
  });
  await opens(store);
  fails = true;
  const told = await Promise.allSettled(['1', '2', '3'].map((note) => notes(store, { note })));
  expect(told.map((each) => each.status === 'rejected' && String(each.reason.code))).toEqual(Array(3).fill('engine.defect'));
  expect(tries).toBe(1);
  fails = false;
  await must(notes(store, { note: '4' }));
});

test('what another process made due is settled by the next refresh, also after the transaction that first saw it has failed', async () => {
  const open = setUp();
  let settled = 0;
  const store = open(() => void (settled += 1));
  const other = open(NOTHING_FOLLOWS);
  await opens(store);
  await must(notes(other, { note: 'news' }));
  await expect(notes(store, { get note(): string { throw new Error('It cannot be written.'); } })).rejects.toMatchObject({ code: 'engine.defect' });
  expect(store.look((board) => board.lastSeq)).toBe(2);
  settled = 0;
  await store.refresh();
  const once = settled;
  expect(once).toBeGreaterThan(0);
  await store.refresh();
  expect(settled).toBe(once);
});

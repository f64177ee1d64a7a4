// Several real processes at one file: none of their writes is lost, the log stays small, a killed one is known as dead at once
// and a frozen one after its lease; a backup taken meanwhile is whole.
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startStoreProcess, type StoreProcess, type Told } from '../../test/store-process.ts';
import { verifies } from '../../test/verifies.ts';
import { allEvents, must, NOTHING_FOLLOWS, opens } from '../testing/store-contract/world.ts';
import { systemClock } from '../system-clock.ts';
import type { Store } from '../ports/store.ts';
import { sqliteStore } from './sqlite.ts';

// Starting a process takes a second of a busy machine, and what another process does comes when the machine gets to it.
vi.setConfig({ testTimeout: 60_000 });
const IN_TIME = { timeout: 30_000, interval: 5 };

interface World {
  readonly file: string;
  readonly store: Store;
  start(): Promise<StoreProcess>;
}

async function setUp(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-processes-'));
  const file = join(folder, 'muster.db');
  const store = sqliteStore({ file, clock: systemClock, settle: NOTHING_FOLLOWS, durability: 'NORMAL' });
  const processes: StoreProcess[] = [];
  onTestFinished(async () => {
    for (const each of processes) await each.kill();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await opens(store);
  return {
    file,
    store,
    async start() {
      const started = await startStoreProcess(file);
      processes.push(started);
      return started;
    },
  };
}

const several = (count: number, start: () => Promise<StoreProcess>): Promise<StoreProcess[]> => Promise.all(Array.from({ length: count }, start));

test('4 processes write 50 notes each: 200 are there, each once, numbered without a gap, and none was refused', async () => {
  verifies('store.many_processes');
  const { store, start } = await setUp();
  const processes = await several(4, start);
  const told = await Promise.all(processes.map((each, index) => each.tell({ do: 'notes', name: `p${index}`, count: 50 })));
  for (const each of told) expect(each).toEqual({ written: 50, failed: [] });
  await store.refresh();
  const events = await allEvents(store);
  expect(events.map((event) => event.seq)).toEqual(Array.from({ length: 201 }, (_, index) => index + 1));
  const written = events.slice(1).map((event) => `${event.details?.['by']} ${event.details?.['note']}`);
  expect(new Set(written).size).toBe(200);
  // Each process's own notes in its own order.
  expect(written.filter((line) => line.startsWith('p2 '))).toEqual(Array.from({ length: 50 }, (_, index) => `p2 ${index}`));
  expect(store.look((board) => board.lastSeq)).toBe(201);
});

test('8 processes write for 3 s: the log is emptied as they go and stays under 48 MB, nobody is refused, and nobody seems dead', async () => {
  const { file, store, start } = await setUp();
  const processes = await several(8, start);
  const text = 'x'.repeat(20_000);
  let largest = 0;
  let last = 0;
  let timesEmptied = 0;
  const watch = setInterval(() => {
    const { size } = statSync(`${file}-wal`);
    if (size < last) timesEmptied += 1;
    largest = Math.max(largest, size);
    last = size;
  }, 20);
  onTestFinished(() => clearInterval(watch));
  // A busy machine may need longer to fill the log for the first time.
  const keepsWriting = async (each: StoreProcess, name: string): Promise<readonly Told[]> => {
    const told: Told[] = [];
    while (told.length < 3 || timesEmptied === 0) told.push(await each.tell({ do: 'writeFor', name, ms: 1_000, text }));
    return told;
  };
  const writing = processes.map((each, index) => keepsWriting(each, `p${index}`));
  const beats = await Promise.all(processes.map((each) => each.tell({ do: 'beat' })));
  expect(beats.every((beat) => beat.alive === true)).toBe(true);
  expect(processes.map(({ epoch }) => store.isDead(epoch, 60_000))).toEqual(Array(8).fill(false));
  const told = (await Promise.all(writing)).flat();
  clearInterval(watch);
  expect(told.flatMap(({ failed = [] }) => failed)).toEqual([]);
  expect((await allEvents(store)).length).toBe(told.reduce((sum, { written: count = 0 }) => sum + count, 1));
  expect(timesEmptied).toBeGreaterThan(0);
  expect(largest).toBeLessThan(48 * 1024 * 1024);
});

test('a process that is killed while it writes has lost nothing that it had reported, and its file is whole', async () => {
  const { file, store, start } = await setUp();
  const writer = await start();
  void writer.tell({ do: 'writeUntilTold', name: 'p', text: 'y' }).catch(() => undefined);
  await vi.waitFor(() => expect(writer.reported()).toBeGreaterThan(200), IN_TIME);
  await writer.kill();
  const reported = writer.reported();
  const events = await allEvents(store);
  expect(events.length - 1).toBeGreaterThanOrEqual(reported);
  expect(events.slice(1).map((event) => event.details?.['note'])).toEqual(events.slice(1).map((_, index) => String(index)));
  expect(integrityOf(file)).toBe('ok');
});

test('a killed process is dead at once, a frozen one only after its lease, a live one never', async () => {
  const { store, start } = await setUp();
  const [killed, frozen, alive] = await several(3, start);
  await Promise.all([frozen?.tell({ do: 'beat' }), alive?.tell({ do: 'beat' })]);
  const seem = (leaseMs: number) => [killed, frozen, alive].map((each) => store.isDead(each?.epoch ?? 0, leaseMs));
  expect(seem(60_000)).toEqual([false, false, false]);
  await killed?.kill();
  frozen?.child.kill('SIGSTOP');
  expect(seem(60_000)).toEqual([true, false, false]);
  await vi.waitFor(async () => {
    await alive?.tell({ do: 'beat' });
    expect(seem(400)).toEqual([true, true, false]);
  }, IN_TIME);
  expect(seem(60_000)).toEqual([true, false, false]);
  frozen?.child.kill('SIGCONT');
  // On a busy machine a beat may be older than the lease before it is looked at.
  await vi.waitFor(async () => {
    expect(await frozen?.tell({ do: 'beat' })).toEqual({ alive: true });
    expect(seem(400)[1]).toBe(false);
  }, IN_TIME);
});

test('a process that closed is dead at once and leaves no file; what a killed one left is swept away by the next opening', async () => {
  const { file, store, start } = await setUp();
  const [closes, killed] = [await start(), await start()];
  await closes.tell({ do: 'close' });
  expect(store.isDead(closes.epoch, 60_000)).toBe(true);
  expect(existsSync(`${file}-stay-${closes.epoch}`)).toBe(false);
  await killed.kill();
  expect(existsSync(`${file}-stay-${killed.epoch}`)).toBe(true);
  const next = await start();
  for (const gone of [closes, killed]) expect(existsSync(`${file}-stay-${gone.epoch}-socket`)).toBe(false);
  expect(readdirSync(join(file, '..')).filter((name) => name.includes('-stay-') && !name.endsWith('-socket')).sort()).toEqual([store.epoch, next.epoch].map((epoch) => `muster.db-stay-${epoch}`));
});

test('3 backups while another process writes are whole, open as stores, and hold all that was written before each', async () => {
  verifies('store.backup_while_writing');
  const { file, store, start } = await setUp();
  const writer = await start();
  const writing = writer.tell({ do: 'writeUntilTold', name: 'p', text: 'z'.repeat(500) });
  for (const number of [1, 2, 3]) {
    await vi.waitFor(() => expect(writer.reported()).toBeGreaterThan(100 * number), IN_TIME);
    const before = (await allEvents(store)).length;
    const copy = `${file}.copy-${number}`;
    await store.backup(copy);
    expect(integrityOf(copy)).toBe('ok');
    const opened = sqliteStore({ file: copy, clock: systemClock, settle: NOTHING_FOLLOWS });
    const kept = await allEvents(opened);
    expect(kept.length).toBeGreaterThanOrEqual(before);
    expect(kept.map((event) => event.seq)).toEqual(kept.map((_, index) => index + 1));
    // The copy is a store like any other.
    await must(opened.commit(['goal_1'], (board) => ({ ok: true, value: board.goal('goal_1')?.state })));
    await opened.close();
  }
  await writer.tell({ do: 'enough' });
  expect((await writing).failed).toEqual([]);
});

function integrityOf(file: string): unknown {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
  } finally {
    db.close();
  }
}

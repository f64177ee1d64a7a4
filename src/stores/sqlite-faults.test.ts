// What goes wrong while a store is open: others hold it, rows were changed behind its back, the disk is full, clocks differ.
// Callers are told, nothing half-written stays, nothing is seen that was not written, and the store goes on by itself.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { limitFileSize, noLimit } from '../../test/full-disk.ts';
import { startStoreProcess } from '../../test/store-process.ts';
import { Draft } from '../core/change.ts';
import { letGo } from '../core/moves/goal-moves.ts';
import type { Settle, Store } from '../ports/store.ts';
import { registrationOf, taskOf } from '../testing/builders.ts';
import { fixedClock } from '../testing/fixed-clock.ts';
import { adds, allEvents, claims, enrols, MOVES_FOLLOW, must, notes, NOTHING_FOLLOWS, opens, tickingClock } from '../testing/store-contract/world.ts';
import { sqliteStore, type SqliteOptions } from './sqlite.ts';

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-faults-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'muster.db');
}

function openStore(file: string, given: Partial<SqliteOptions> = {}): Store {
  const store = sqliteStore({ file, clock: tickingClock(), settle: NOTHING_FOLLOWS, durability: 'NORMAL', ...given });
  onTestFinished(() => store.close());
  return store;
}

/** Another connection, for what no store would do. */
function stranger(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 1000 });
  onTestFinished(() => void (db.isOpen && db.close()));
  return db;
}

const notesIn = async (store: Store): Promise<readonly unknown[]> => (await allEvents(store)).filter((event) => event.type === 'task.note_added').map((event) => event.details?.['note']);

describe('the file goes away while it is in use', () => {
  test.each([['removed', () => undefined], ['replaced', (file: string) => void sqliteStore({ file, clock: tickingClock(), settle: NOTHING_FOLLOWS }).close()]])('%s: whoever asks how the goal stands is told that work is lost, not that all is well', async (word, then) => {
    const file = newFile();
    const store = openStore(file);
    const goal = await opens(store);
    expect((await store.read.goal(goal))?.id).toBe(goal);
    for (const name of ['', '-wal', '-shm', `-stay-${store.epoch}`]) rmSync(`${file}${name}`, { force: true });
    then(file);
    await expect(store.read.goal(goal)).rejects.toMatchObject({ code: 'store.unavailable', message: expect.stringContaining(`was ${word} while it was in use`) });
  });
});

/** What takes real time comes when a busy machine gets to it. */
const IN_TIME = { timeout: 8_000 };

describe('another process holds the write lock', () => {
  async function locked() {
    const [file, time] = [newFile(), fixedClock()];
    const store = openStore(file, { clock: time });
    const goal = await opens(store);
    const holder = stranger(file);
    holder.exec('BEGIN IMMEDIATE');
    /** Of a commit: `written`, or with which code it was refused. */
    const fate = (note: string, patient: boolean): Promise<string> => store.commit([], notes(goal, note), { patient }).then(() => 'written', (error: { code: string }) => error.code);
    return { file, time, store, goal, holder, fate };
  }

  test('for 2,000 ms commits wait, then they are told store.busy; a patient one waits on and is written when the lock is free', async () => {
    const { store, goal, time, holder, fate } = await locked();
    const hasty = fate('hasty', false);
    const patient = fate('patient', true);
    await time.advance(2_000);
    expect(await Promise.race([hasty, time.quiet().then(() => 'waits')])).toBe('waits');
    await time.advance(1);
    expect(await hasty).toBe('store.busy');
    holder.exec('COMMIT');
    expect(await patient).toBe('written');
    await must(store.commit([], notes(goal, 'later')));
    expect(await notesIn(store)).toEqual(['patient', 'later']);
  });

  test('the wait of a patient commit is told with its reason, its beginning and what to do, also to who listens later; and its end once', async () => {
    const { file, store, time, holder, fate } = await locked();
    const [early, late]: [unknown[], unknown[]] = [[], []];
    store.onWait((wait) => void early.push(wait));
    const patient = fate('patient', true);
    await time.advance(2_001);
    await vi.waitFor(() => expect(early).toEqual([{
      since: time.now(), code: 'store.busy',
      says: {
        en: `Work waits: another process holds ${file}. Wait for it, or end it; work then goes on by itself.`,
        zh: `工作正在等待：另一个进程正占用 ${file}。请等它结束，或结束那个进程，之后会自动继续。`,
      },
    }]), IN_TIME);
    const forget = store.onWait((wait) => void late.push(wait));
    expect(late).toEqual(early);
    forget();
    holder.exec('COMMIT');
    expect(await patient).toBe('written');
    expect([early.slice(1), late.slice(1)]).toEqual([[null], []]);
  });

  test('a commit that does not wait is told at once, though a patient one waits for its next try; so is everybody when the store is closed', async () => {
    const { store, time, fate } = await locked();
    // A try is given up after 2,000 ms, counted from when it was first refused.
    const told = async (promised: Promise<string>): Promise<string> => {
      let code: string | undefined;
      void promised.then((word) => void (code = word));
      while (code === undefined) await time.advance(500);
      return code;
    };
    const waits = fate('waits', true);
    // The pauses between the tries of the patient one are real: without a word they come to more than 10 s.
    for (let tries = 0; tries < 7; tries += 1) expect(await told(fate('hasty', false))).toBe('store.busy');
    const closed = store.close();
    expect(await told(waits)).toBe('store.busy');
    await closed;
  }, 9_000);

  test('while a commit waits, the event loop goes on, reads answer, and the lock that is freed lets it through', async () => {
    const file = newFile();
    const store = openStore(file);
    const goal = await opens(store);
    const holder = stranger(file);
    holder.exec('BEGIN IMMEDIATE');
    const waiting = store.commit([], notes(goal, 'waits'));
    let turns = 0;
    await vi.waitFor(() => expect((turns += 1)).toBeGreaterThan(5), { timeout: 8_000, interval: 1 });
    expect(await store.read.goal(goal)).toMatchObject({ id: goal });
    holder.exec('COMMIT');
    await must(waiting);
  });

  test('a store that is closed meanwhile waits for what was handed in and tells it busy, patient or not', async () => {
    const { store, time, fate } = await locked();
    const told = [false, true].map((patient) => fate('x', patient));
    const closed = store.close();
    await time.advance(2_001);
    expect(await Promise.all(told)).toEqual(['store.busy', 'store.busy']);
    await closed;
  });
});

describe('a row was changed behind the back of the store, without an event', () => {
  test('the version is a second lock: what was decided on version 1 is not written over version 9, but decided anew on it', async () => {
    const file = newFile();
    const store = openStore(file);
    const goal = await opens(store);
    const [task = 'task_0'] = await adds(store, goal, [taskOf('one')]);
    stranger(file).exec("UPDATE task SET version = 9, lane = 'tampered' WHERE key = 1");
    const decidedOn: (number | undefined)[] = [];
    const claimed = await must(store.commit([task], (board) => {
      decidedOn.push(board.task(task)?.version);
      return claims(task, 'ann')(board);
    }));
    expect(decidedOn).toEqual([1, 9]);
    expect(claimed).toMatchObject({ version: 10, lane: 'tampered' });
    expect((await allEvents(store)).map(({ seq, version }) => [seq, version])).toEqual([[1, 1], [2, 2], [3, 1], [4, 10]]);
  });

  test('what conflicts again when it is decided anew is refused as a conflict, and nothing of it is written', async () => {
    const file = newFile();
    const store = openStore(file);
    const goal = await opens(store);
    const [task = 'task_0'] = await adds(store, goal, [taskOf('one')]);
    const row = await store.read.task(task);
    stranger(file).exec('UPDATE task SET version = 9, ended_at = 1 WHERE key = 1');
    const before = await allEvents(store);
    // It moves a row that it did not name, as it remembers it.
    const stubborn = store.commit([], (board) => {
      const draft = new Draft(board);
      if (row !== undefined) draft.moveTask(row, 'claim', 'claimed', { fields: { assigneeId: 'ann' } });
      return draft.decision(undefined);
    });
    await expect(stubborn).rejects.toMatchObject({ code: 'store.conflict' });
    expect(await allEvents(store)).toEqual(before);
    await must(store.commit([], notes(goal, 'goes on')));
  });

  test('of three commits in one turn all three are written, once each', async () => {
    const file = newFile();
    const store = openStore(file);
    const goal = await opens(store);
    const [task = 'task_0'] = await adds(store, goal, [taskOf('one')]);
    stranger(file).exec('UPDATE task SET version = 9 WHERE key = 1');
    const outcomes = await Promise.all([store.commit<unknown>([], notes(goal, 'a')), store.commit<unknown>([task], claims(task, 'ann')), store.commit<unknown>([], notes(goal, 'b'))]);
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, true, true]);
    expect(await notesIn(store)).toEqual(['a', 'b']);
  });

  test('a row that is there already is a conflict too: decided anew the task takes the next number', async () => {
    const file = newFile();
    const store = openStore(file);
    const goal = await opens(store);
    stranger(file).exec("INSERT INTO task SELECT 1, 1, 'done', 1, '', 'none', 0, 0, 0, 0, NULL, NULL, 0, 0, 1, 1, 1, 1, 1, NULL");
    expect(await adds(store, goal, [taskOf('one')])).toEqual(['task_2']);
  });
});

describe('a visitor', () => {
  test('reads and commits, takes no epoch, and moves on nothing: not even goals that nobody drives', async () => {
    const file = newFile();
    const store = openStore(file, { settle: MOVES_FOLLOW });
    await enrols(store, registrationOf('worker'));
    const goal = await opens(store);
    await must(store.commit([goal], (board) => letGo(board, goal)));
    const visitor = openStore(file, { settle: MOVES_FOLLOW, visitor: true });
    const heard: string[] = [];
    visitor.onEvents((events) => void heard.push(...events.map((event) => event.type)));
    const [task = 'task_0'] = await adds(visitor, goal, [taskOf('one')]);
    expect([visitor.epoch, await visitor.beat(), visitor.isDead(store.epoch, 60_000)]).toEqual([0, false, false]);
    expect(await store.read.task(task)).toMatchObject({ state: 'pending', epoch: 0 });
    await must(store.commit([], notes(goal, 'from the owner')));
    await visitor.refresh();
    expect(heard).toEqual(['goal.plan_adopted', 'task.created', 'task.note_added']);
  });
});

describe('clocks', () => {
  test('processes whose clocks are an hour apart do not take each other for dead', async () => {
    const file = newFile();
    const [early, late] = [-3_600_000, 3_600_000].map((shift) => openStore(file, { clock: { ...tickingClock(), now: () => Date.now() + shift } }));
    expect([early?.isDead(late?.epoch ?? 0, 60_000), late?.isDead(early?.epoch ?? 0, 60_000)]).toEqual([false, false]);
    await Promise.all([early?.beat(), late?.beat()]);
    expect([early?.isDead(late?.epoch ?? 0, 60_000), late?.isDead(early?.epoch ?? 0, 60_000)]).toEqual([false, false]);
  });
});

describe('a transaction that fails', () => {
  test('leaves a board on which nothing of it is seen, and the store goes on', async () => {
    let fails = true;
    // A defect in the engine's own next moves, met once, when the tasks are on the board already.
    const settle: Settle = (board) => {
      if (!fails || board.openTaskCount('goal_1') === 0) return undefined;
      fails = false;
      throw new Error('a defect in a next move');
    };
    const store = openStore(newFile(), { settle });
    const goal = await opens(store);
    const look = () => store.look((board) => ({ seq: board.lastSeq, tasks: board.openTaskCount(goal), next: board.next.task }));
    const before = look();
    const seen = await adds(store, goal, [taskOf('never written'), taskOf('nor this')]).then(() => 'written', () => look());
    expect(seen).toEqual(before);
    expect(await adds(store, goal, [taskOf('written')])).toEqual(['task_1']);
    expect((await allEvents(store)).map((event) => event.seq)).toEqual([1, 2, 3]);
  });
});

describe('the disk is full', { timeout: 60_000 }, () => {
  test('a commit that cannot be written is told so, a patient one waits, and both kinds are written once there is room, without a restart', async (context) => {
    if (noLimit !== undefined) context.skip(noLimit);
    const file = newFile();
    await opens(openStore(file));
    const writer = await startStoreProcess(file);
    onTestFinished(() => writer.kill());
    expect(await writer.tell({ do: 'notes', name: 'before', count: 5 })).toEqual({ written: 5, failed: [] });

    limitFileSize(writer.child.pid, statSync(`${file}-wal`).size + 2_000);
    expect(await writer.tell({ do: 'notes', name: 'full', count: 3 })).toEqual({ written: 0, failed: Array(3).fill('store.unavailable') });
    expect(await writer.tell({ do: 'count' })).toEqual({ events: 6 });
    // Whoever is told at once does not wait.
    expect(await writer.tell({ do: 'waited' })).toEqual({ waited: [] });
    const patient = writer.tell({ do: 'notes', name: 'patient', count: 2, patient: true });
    const waits = `store.unavailable: Work waits: ${file} cannot be written (disk I/O error). Make room on the disk, or see that you may write to the file and its folder; it then goes on by itself.`;
    await vi.waitFor(async () => expect(await writer.tell({ do: 'waited' })).toEqual({ waited: [waits] }), IN_TIME);

    limitFileSize(writer.child.pid, 'unlimited');
    expect(await patient).toEqual({ written: 2, failed: [] });
    expect(await writer.tell({ do: 'waited' })).toEqual({ waited: [waits, 'over'] });
    expect(await writer.tell({ do: 'notes', name: 'after', count: 4 })).toEqual({ written: 4, failed: [] });
    const reader = openStore(file);
    expect((await allEvents(reader)).slice(1).map((event) => event.details?.['by'])).toEqual([...Array(5).fill('before'), ...Array(2).fill('patient'), ...Array(4).fill('after')]);
    expect(stranger(file).prepare('PRAGMA integrity_check').get()).toEqual(expect.objectContaining({ integrity_check: 'ok' }));
  });
});

// Opening a file that is not what it should be is a hard stop: nothing of it changes, no file appears beside it, and the message
// says what to do. A store that was killed opens as if nothing had happened.
import fs, { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verifies } from '../../test/verifies.ts';
import { isTeamError } from '../core/errors.ts';
import { registrationOf, taskOf } from '../testing/builders.ts';
import type { Store } from '../ports/store.ts';
import { adds, allEvents, claims, enrols, must, notes, NOTHING_FOLLOWS, opens, tickingClock } from '../testing/store-contract/world.ts';
import { openFile } from './sqlite-file.ts';
import { sqliteStore } from './sqlite.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'muster-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const openStore = (file: string) => sqliteStore({ file, clock: tickingClock(), settle: NOTHING_FOLLOWS, durability: 'NORMAL' });

/** A closed store with a goal, an open task, an ended-looking one and a member. */
async function storedFile(): Promise<string> {
  const file = join(newFolder(), 'muster.db');
  const store = openStore(file);
  await enrols(store, registrationOf('worker'));
  const goal = await opens(store);
  const [task = 'task_0'] = await adds(store, goal, [taskOf('one'), taskOf('two')]);
  await must(store.commit([task], claims(task, 'worker')));
  await store.close();
  return file;
}

function withSql(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

/** Tries to open the file; gives the refusal, or undefined when it opens. Nothing in the folder may have changed when it is refused. */
function refusalOf(file: string): { readonly code: string; readonly message: string } | undefined {
  const folder = join(file, '..');
  const before = snapshotOf(folder);
  try {
    void openStore(file).close();
    return undefined;
  } catch (error) {
    if (!isTeamError(error)) throw error;
    expect(snapshotOf(folder)).toEqual(before);
    return { code: error.code, message: error.message };
  }
}

const snapshotOf = (folder: string): Record<string, string> =>
  Object.fromEntries(readdirSync(folder, { withFileTypes: true }).map((entry) => [entry.name, entry.isFile() ? readFileSync(join(folder, entry.name)).toString('base64') : 'folder']));

describe('a hard stop that changes nothing', () => {
  const cases: readonly (readonly [what: string, harm: (file: string) => void, code: string, mend: RegExp])[] = [
    ['a text file', (file) => writeFileSync(file, 'Dear diary, '.repeat(30)), 'store.damaged', /backup/],
    ['an empty file', (file) => writeFileSync(file, ''), 'store.damaged', /Remove it to begin anew, or restore it from a backup/],
    ['50 bytes of a store', (file) => cut(file, 50), 'store.damaged', /backup/],
    ['the first page of a store', (file) => cut(file, 4096), 'store.damaged', /cut short.*backup/],
    ['a store that lacks its last byte', (file) => cut(file, readFileSync(file).length - 1), 'store.damaged', /cut short.*backup/],
    ['a store with one byte too many', (file) => writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from([0])])), 'store.damaged', /backup/],
    ['a store with a damaged page', (file) => overwrite(file, 4096, Buffer.alloc(4096, 0xaa)), 'store.damaged', /backup/],
    ['a store whose list of tables is damaged', (file) => overwrite(file, 108, Buffer.alloc(2000, 0xaa)), 'store.damaged', /backup/],
    ['a file of another program', (file) => { rmSync(file); withSql(file, 'CREATE TABLE photo(id INTEGER); PRAGMA application_id = 7'); }, 'store.foreign', /another program.*name another file/],
    ['a store that lost its stamp', (file) => withSql(file, 'PRAGMA application_id = 0'), 'store.foreign', /lost its stamp.*backup/],
    ['a store of a newer form', (file) => withSql(file, 'PRAGMA user_version = 3'), 'store.newer', /form 3, this one knows 2.*Update Muster/],
    ['a store without a form', (file) => withSql(file, 'PRAGMA user_version = 0'), 'store.damaged', /backup/],
    ['a store that lacks two tables', (file) => withSql(file, 'DROP TABLE event; DROP TABLE edge'), 'store.damaged', /edge, event.*backup/],
    ['an open goal that is no JSON', (file) => withSql(file, "UPDATE goal SET doc = '{\"text\":' "), 'store.damaged', /Row 1 of table goal.*Restore/],
    ['an open goal with the text of another', (file) => withSql(file, "UPDATE goal SET doc = replace(doc, 'goal_1', 'goal_2')"), 'store.damaged', /Row 1 of table goal.*Restore/],
    ['an open task in a state that is none', (file) => withSql(file, "UPDATE task SET state = 'lost' WHERE key = 2"), 'store.damaged', /Row 2 of table task.*Restore/],
    ['an open task whose rest is no JSON', (file) => withSql(file, "UPDATE task SET more = 'null]' WHERE key = 2"), 'store.damaged', /Row 2 of table task.*Restore/],
    ['a member that is no object', (file) => withSql(file, "UPDATE member SET doc = '[]'"), 'store.damaged', /table member.*Restore/],
    ['a folder', (file) => { rmSync(file); mkdirSync(file); }, 'store.unavailable', /then try again/],
    ['a log without its file', (file) => { writeFileSync(`${file}-wal`, 'work'); rmSync(file); }, 'store.damaged', /Put the file back, restore it from a backup, or remove the log/],
  ];
  test.each(cases)('%s', async (_what, harm, code, mend) => {
    verifies('store.refuses_damage');
    const file = await storedFile();
    harm(file);
    const refusal = refusalOf(file);
    expect(refusal?.code).toBe(code);
    expect(refusal?.message).toMatch(mend);
    expect(refusal?.message).toContain(code === 'store.damaged' && /table/.test(refusal?.message ?? '') ? 'Restore' : file);
  });

  /** Bytes of the header that SQLite counts with and that harm nothing when they differ. */
  const COUNTERS = [...range(24, 28), ...range(32, 44), ...range(92, 100)];

  test('each of the 100 bytes of the header, turned over: refused, unless it is one of 24 that only count', async () => {
    const file = await storedFile();
    const whole = readFileSync(file);
    const opened: number[] = [];
    for (let at = 0; at < 100; at += 1) {
      const folder = newFolder();
      const damaged = join(folder, 'muster.db');
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 0xff;
      writeFileSync(damaged, bytes);
      const refusal = refusalOf(damaged);
      if (refusal === undefined) opened.push(at);
      else expect(['store.damaged', 'store.foreign', 'store.newer']).toContain(refusal.code);
    }
    expect(opened.filter((at) => !COUNTERS.includes(at))).toEqual([]);
  });

  test('a newer form that stands in the log only is seen too', async () => {
    const file = await storedFile();
    const db = new DatabaseSync(file);
    db.exec('PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 9');
    const copied = join(newFolder(), 'muster.db');
    for (const end of ['', '-wal']) copyFileSync(file + end, copied + end);
    db.close();
    expect(() => openStore(copied)).toThrow(expect.objectContaining({ code: 'store.newer' }));
    // Opening a log and closing it again may write it back into the file, but what the file says stays.
    expect(() => openStore(copied)).toThrow(expect.objectContaining({ code: 'store.newer' }));
  });
});

const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, index) => from + index);

const cut = (file: string, length: number): void => writeFileSync(file, readFileSync(file).subarray(0, length));

function overwrite(file: string, at: number, bytes: Buffer): void {
  const whole = readFileSync(file);
  bytes.copy(whole, at);
  writeFileSync(file, whole);
}

describe('a row that is damaged and not open', () => {
  test('an ended task that cannot be read harms only those who ask for it: the two others of its turn are written', async () => {
    const file = await storedFile();
    withSql(file, "UPDATE task SET state = 'no state', ended_at = 1 WHERE key = 1");
    const store = openStore(file);
    onTestFinished(() => store.close());
    const outcomes = await Promise.allSettled([store.commit([], notes('goal_1', 'a')), store.commit(['task_1'], notes('goal_1', 'b')), store.commit([], notes('goal_1', 'c'))]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: { code: 'store.damaged' } });
    await expect(store.read.task('task_1')).rejects.toMatchObject({ code: 'store.damaged', message: expect.stringContaining('Row 1 of table task') });
    expect((await allEvents(store)).slice(-2).map((event) => event.details?.['note'])).toEqual(['a', 'c']);
  });

  test('an event that cannot be read is told where it is read', async () => {
    const file = await storedFile();
    withSql(file, "UPDATE event SET details = '{' WHERE seq = 2");
    const store = openStore(file);
    onTestFinished(() => store.close());
    await expect(allEvents(store)).rejects.toMatchObject({ code: 'store.damaged', message: expect.stringContaining('Row 2 of table event') });
    expect(await store.read.events({ afterSeq: 2, limit: 1 })).toHaveLength(1);
  });

  test('an open row that is damaged while the store is open stops every commit and changes nothing', async () => {
    const file = await storedFile();
    const store = openStore(file);
    onTestFinished(() => store.close());
    await must(store.commit([], notes('goal_1', 'before')));
    withSql(file, "UPDATE task SET more = '{' WHERE key = 2; INSERT INTO event VALUES(8, 1, 1, 2, 'task.note_added', 0, NULL, NULL)");
    const outcomes = await Promise.allSettled(['a', 'b'].map((note) => store.commit([], notes('goal_1', note), { patient: note === 'b' })));
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)).toEqual(['store.damaged', 'store.damaged']);
    expect((await allEvents(store)).length).toBe(8);
  });
});

/** What another process does between two looks of an opening: right after the file system was asked this for the first time. */
function rightAfterThe(call: 'existsSync' | 'readSync', act: () => void): void {
  const real = fs[call];
  const put = (each: unknown): void => {
    Object.assign(fs, { [call]: each });
    syncBuiltinESMExports();
  };
  put((...given: unknown[]): unknown => {
    put(real);
    const found: unknown = Reflect.apply(real, fs, given);
    act();
    return found;
  });
  onTestFinished(() => put(real));
}

describe('what opens', () => {
  test('a path whose folders are missing, with spaces, signs and Chinese in it, is made', async () => {
    const file = join(newFolder(), 'a b', '中文?#%20', 'muster.db');
    const store = openStore(file);
    await opens(store);
    await store.close();
    expect(readdirSync(join(file, '..'))).toEqual(['muster.db']);
  });

  test('a name that SQLite takes for a database in memory is a file', async () => {
    const folder = newFolder();
    const before = process.cwd();
    process.chdir(folder);
    onTestFinished(() => process.chdir(before));
    const store = openStore(':memory:');
    await opens(store);
    await store.close();
    expect(existsSync(join(folder, ':memory:'))).toBe(true);
  });

  test('what a killed process left, file and log, opens with all that was durable', async () => {
    const file = await storedFile();
    const store = openStore(file);
    await must(store.commit([], notes('goal_1', 'in the log')));
    const copied = join(newFolder(), 'muster.db');
    for (const end of ['', '-wal']) copyFileSync(file + end, copied + end);
    await store.close();
    const found = openStore(copied);
    onTestFinished(() => found.close());
    expect((await allEvents(found)).at(-1)?.details?.['note']).toBe('in the log');
    expect(found.epoch).toBe(3);
  });

  test('a file that is new, seen by a second process before anything was written back, opens there too', async () => {
    const file = join(newFolder(), 'muster.db');
    const first = openStore(file);
    const second = openStore(file);
    await opens(first);
    expect([first.epoch, second.epoch, (await second.read.goals()).length]).toEqual([1, 2, 1]);
    await Promise.all([first.close(), second.close()]);
  });

  test('a file that another process makes and writes to, right after it was found missing, is opened', async () => {
    const file = join(newFolder(), 'muster.db');
    const others: Store[] = [];
    rightAfterThe('existsSync', () => void others.push(openStore(file)));
    const store = openStore(file);
    expect([...others, store].map(({ epoch }) => epoch)).toEqual([1, 2]);
    await Promise.all([...others, store].map((each) => each.close()));
  });

  test('a file that grows by what the last other process writes back, right after its beginning was read, is opened', async () => {
    const file = await storedFile();
    const { size } = statSync(file);
    const other = openFile(file);
    other.exec("UPDATE event SET details = details || printf('%20000s', '')");
    rightAfterThe('readSync', () => other.close());
    const store = openStore(file);
    onTestFinished(() => store.close());
    expect(statSync(file).size).toBeGreaterThan(size);
    expect(await allEvents(store)).toHaveLength(6);
  });

  test('a draft that a killed process left beside the file is no hindrance', async () => {
    const file = join(newFolder(), 'muster.db');
    writeFileSync(`${file}-new-1-abc`, 'half laid out');
    await openStore(file).close();
    expect(existsSync(file)).toBe(true);
  });

  test.each([[undefined, 2], ['FULL', 2], ['NORMAL', 1]] as const)('durability %s is PRAGMA synchronous = %i, on a log', (durability, synchronous) => {
    const db = openFile(join(newFolder(), 'muster.db'), durability);
    expect([db.prepare('PRAGMA synchronous').get(), db.prepare('PRAGMA journal_mode').get()]).toEqual([{ synchronous }, { journal_mode: 'wal' }].map((row) => expect.objectContaining(row)));
    db.close();
  });
});

test('a file of form 1 gets what form 2 has more when it is opened; its rows stay, and two processes that open it at once both find it whole', async () => {
  const file = join(newFolder(), 'old.db');
  const first = sqliteStore({ file, clock: tickingClock(), settle: NOTHING_FOLLOWS });
  const goal = await opens(first);
  await adds(first, goal, [taskOf('kept')]);
  await first.close();
  withSql(file, 'DROP TABLE message; DROP TABLE life; DROP TABLE file_lock; PRAGMA user_version = 1');
  const stores = [1, 2].map(() => sqliteStore({ file, clock: tickingClock(), settle: NOTHING_FOLLOWS }));
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
  for (const store of stores) {
    expect(await store.read.task('task_1')).toMatchObject({ state: 'pending' });
    expect(store.look(({ desk }) => [desk.lives('team'), desk.nextMessage])).toEqual([[], 1]);
  }
});

test('a file of form 2 that lost a table is refused as damaged, not mended', async () => {
  const file = join(newFolder(), 'cut.db');
  await sqliteStore({ file, clock: tickingClock(), settle: NOTHING_FOLLOWS }).close();
  withSql(file, 'DROP TABLE life');
  expect(() => openFile(file)).toThrow(/lacks tables that a Muster store has \(life\)/);
});

test('a new store in .muster hides that folder from git; a folder of another name, and a mark that is there, stay as they are', async () => {
  verifies('worktrees.checkout_untouched');
  const folder = newFolder();
  const marks = async (name: string): Promise<string | undefined> => {
    await openStore(join(folder, name, 'muster.db')).close();
    const mark = join(folder, name, '.gitignore');
    return existsSync(mark) ? readFileSync(mark, 'utf8') : undefined;
  };
  expect(await marks('.muster')).toMatch(/^\*$/m);
  expect(await marks('data')).toBeUndefined();
  mkdirSync(join(folder, 'own/.muster'), { recursive: true });
  writeFileSync(join(folder, 'own/.muster/.gitignore'), 'outcomes/\n');
  expect(await marks('own/.muster')).toBe('outcomes/\n');
});

test('a file that is also opened by a link is one store: whoever lives there is dead for neither', async () => {
  const [folder, elsewhere] = [newFolder(), newFolder()];
  const file = join(folder, 'm.db');
  const store = openStore(file);
  symlinkSync(file, join(elsewhere, 'link.db'));
  const linked = openStore(join(elsewhere, 'link.db'));
  onTestFinished(async () => {
    await linked.close();
    await store.close();
  });
  expect([linked.isDead(store.epoch, 60_000), store.isDead(linked.epoch, 60_000)]).toEqual([false, false]);
  expect(readdirSync(elsewhere)).toEqual(['link.db']);
});

// Two stores on one file, as two processes have them, and processes that are not what they should be: the younger asks the older one,
// and whatever becomes of that, each claim is made once and told to whoever asked.
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { CLAIM_NEXT, claimNextCommand } from '../../core/commands/claim-next.ts';
import { Draft, type MusterEvent } from '../../core/change.ts';
import { goalId } from '../../core/ids.ts';
import { policyOf } from '../../core/policy.ts';
import type { Store } from '../../ports/store.ts';
import { systemClock } from '../../system-clock.ts';
import { registrationOf, taskOf } from '../../testing/builders.ts';
import { adds, allEvents, enrols, must, NOTHING_FOLLOWS, opens } from '../../testing/store-contract/world.ts';
import { markOf } from '../sqlite-file.ts';
import { sqliteStore } from '../sqlite.ts';
import { machineMs } from './machine-ms.ts';
import { asLine, lineReader, readAnswers, readAsks, requestOf, type Answer, type Asks } from './wire.ts';

vi.setConfig({ testTimeout: 30_000 });
const IN_TIME = { timeout: 20_000, interval: 5 };

const claim = (memberId: string, goal = goalId(1)) => claimNextCommand({ goalId: goal, memberId, onlyCovered: false });
const openStore = (file: string): Store => sqliteStore({ file, clock: systemClock, settle: NOTHING_FOLLOWS, durability: 'NORMAL' });

interface World {
  readonly file: string;
  open(): Store;
}

function setUp(name = 'm.db'): World {
  const folder = mkdtempSync(join(tmpdir(), 'mf-'));
  const file = join(folder, name);
  const stores: Store[] = [];
  onTestFinished(async () => {
    for (const store of stores.toReversed()) await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    file,
    open() {
      const store = openStore(file);
      stores.push(store);
      return store;
    },
  };
}

async function layOut(store: Store, tasks: number): Promise<void> {
  await enrols(store, registrationOf('a', { capacity: tasks }), registrationOf('b', { capacity: tasks }));
  const goal = await opens(store, { policy: policyOf({ style: 'team', maxTasks: tasks }) });
  await adds(store, goal, Array.from({ length: tasks }, (_, index) => taskOf(`t${index}`)));
}

const claimsIn = (events: readonly MusterEvent[]): readonly MusterEvent[] => events.filter(({ type }) => type === 'task.claimed');
const isAsked = ({ details }: MusterEvent): boolean => typeof details?.['request'] === 'string';

/** Claims until one was decided by another process. */
async function claimsThroughOther(store: Store, memberId: string): Promise<MusterEvent> {
  return vi.waitFor(async () => {
    const taken = await must(store.perform(claim(memberId)));
    const made = claimsIn(await allEvents(store)).find(({ taskId }) => taskId === taken?.taskId);
    if (made === undefined || !isAsked(made)) throw new Error('It was decided here.');
    return made;
  }, IN_TIME);
}

test('the younger process asks the older: the claim is its own, it sees it at once, and each hears of it once', async () => {
  verifies('store.asked_once');
  const { open } = setUp();
  const [older, younger] = [open(), open()];
  await layOut(older, 500);
  const heard = { older: [] as MusterEvent[], younger: [] as MusterEvent[] };
  older.onEvents((events) => void heard.older.push(...events));
  younger.onEvents((events) => void heard.younger.push(...events));
  const made = await claimsThroughOther(younger, 'a');
  expect(made.details).toMatchObject({ epoch: younger.epoch, request: expect.stringMatching(new RegExp(`^${younger.epoch}-\\d+$`)) });
  const taken = await must(younger.perform(claim('b')));
  expect(younger.look((board) => [...board.claims(goalId(1)).of('b')].map(({ id, epoch, starts }) => [id, epoch, starts]))).toEqual([[taken?.taskId, younger.epoch, taken?.token]]);
  await Promise.all([older.refresh(), younger.refresh()]);
  const all = (await allEvents(older)).map(({ seq }) => seq);
  await vi.waitFor(() => {
    for (const each of [heard.older, heard.younger]) expect(each.map(({ seq }) => seq)).toEqual(all.slice(-each.length));
    expect(claimsIn(heard.younger).length).toBe(claimsIn(heard.older).length);
  }, IN_TIME);
});

test('a refusal comes as it would have been given here, and so does the word that nothing is left', async () => {
  const { open } = setUp();
  const [older, younger] = [open(), open()];
  await layOut(older, 500);
  await claimsThroughOther(younger, 'a');
  const missing = claim('a', goalId(7));
  expect(await younger.perform(missing)).toEqual(await older.perform(missing));
  await must(older.commit([], (board) => ({ ok: true, value: board.lastSeq })));
  while ((await must(younger.perform(claim('a')))) !== undefined);
  expect(await younger.perform(claim('b'))).toEqual({ ok: true, value: undefined });
  expect(new Set(claimsIn(await allEvents(older)).map(({ taskId }) => taskId)).size).toBe(500);
});

test('when the older process closes, what it was asked is answered, and the younger goes on alone and leaves no file behind', async () => {
  verifies('store.asked_once');
  const { file, open } = setUp();
  const [older, younger] = [openStore(file), open()];
  await layOut(older, 300);
  await claimsThroughOther(younger, 'a');
  const asked = Array.from({ length: 100 }, () => younger.perform(claim('a')));
  await older.close();
  const taken = await Promise.all(asked.map(must));
  expect(new Set(taken.map((each) => each?.taskId)).size).toBe(100);
  await must(younger.perform(claim('b')));
  const claims = claimsIn(await allEvents(younger));
  expect(new Set(claims.map(({ taskId }) => taskId)).size).toBe(claims.length);
  expect(claims.every(({ details }) => details?.['epoch'] === younger.epoch)).toBe(true);
  expect(existsSync(`${file}-stay-${older.epoch}-socket`)).toBe(false);
  await younger.close();
  expect(readdirSync(join(file, '..')).filter((name) => name.includes('-socket'))).toEqual([]);
});

test('what is on its way when the older process closes is answered with "not decided", and nothing goes on in the closed store', async () => {
  const { file } = setUp();
  const older = openStore(file);
  await layOut(older, 3);
  const path = `${file}-stay-${older.epoch}-socket`;
  await vi.waitFor(() => expect(existsSync(path)).toBe(true), IN_TIME);
  const input = { goalId: 'goal_1', memberId: 'a', onlyCovered: false };
  const closes = async () => {
    await older.close();
    return asLine({ epoch: 9, until: machineMs() + 10_000, asks: [[1, CLAIM_NEXT.name, input], [2, CLAIM_NEXT.name, input]] });
  };
  expect(await talk(path, closes, 2)).toEqual([[1], [2]]);
});

test('a process that has the file open which this one took the place of is not asked, though it lives and listens', async () => {
  verifies('store.asked_once');
  const { file, open } = setUp();
  const older = openStore(file);
  onTestFinished(() => older.close());
  await layOut(older, 3);
  await vi.waitFor(() => expect(existsSync(`${file}-stay-${older.epoch}-socket`)).toBe(true), IN_TIME);
  await older.backup(`${file}.copy`);
  for (const gone of ['', '-wal', '-shm']) rmSync(`${file}${gone}`, { force: true });
  renameSync(`${file}.copy`, file);
  const younger = open();
  // Once it has looked for an older one, it either asks or listens itself.
  await vi.waitFor(() => expect(existsSync(`${file}-stay-${younger.epoch}-socket`)).toBe(true), IN_TIME);
  expect(await must(younger.perform(claim('a')))).toEqual({ taskId: 'task_1', token: 1 });
  expect([claimsIn(await allEvents(younger)).length, claimsIn(await allEvents(older)).length]).toEqual([1, 0]);
});

test('three stores: when the oldest closes, the next one is asked', async () => {
  const { file, open } = setUp();
  const oldest = openStore(file);
  const [middle, youngest] = [open(), open()];
  await layOut(oldest, 500);
  await claimsThroughOther(youngest, 'a');
  await oldest.close();
  await claimsThroughOther(youngest, 'a');
  expect(existsSync(`${file}-stay-${middle.epoch}-socket`)).toBe(true);
});

test('whoever may not write the file may not ask there either', async () => {
  const { file, open } = setUp();
  const older = open();
  await vi.waitFor(() => expect(statSync(`${file}-stay-${older.epoch}-socket`).mode & 0o777).toBe(0o600), IN_TIME);
});

test('rubbish at the socket ends that connection and nothing else, and a command of another version is not decided', async () => {
  verifies('store.asked_once');
  const { file, open } = setUp();
  const older = open();
  await layOut(older, 3);
  const path = `${file}-stay-${older.epoch}-socket`;
  await vi.waitFor(() => expect(existsSync(path)).toBe(true), IN_TIME);
  expect(await talk(path, 'GET / HTTP/1.1\n')).toEqual([]);
  const asks: Asks = { epoch: 9, until: machineMs() + 10_000, asks: [[1, 'claim_all', {}], [2, CLAIM_NEXT.name, { goalId: 'goal_x', memberId: 'a', onlyCovered: true }], [3, CLAIM_NEXT.name, { goalId: 'goal_1', memberId: 'a', onlyCovered: false }]] };
  expect(new Map((await talk(path, asLine(asks), 3)).map(([number, ...rest]) => [number, rest]))).toEqual(new Map([[1, []], [2, []], [3, [{ taskId: 'task_1', token: 1 }]]]));
  expect(await talk(path, asLine({ ...asks, until: machineMs() - 1, asks: [[4, CLAIM_NEXT.name, { goalId: 'goal_1', memberId: 'a', onlyCovered: false }]] }), 1)).toEqual([[4]]);
  expect(claimsIn(await allEvents(older)).map(({ taskId, details }) => [taskId, details?.['request']])).toEqual([['task_1', '9-3']]);
});

/** Says one thing at a socket when it is welcome, and gives what is answered until there are so many answers or the connection ends. */
function talk(path: string, say: string | (() => Promise<string>), until = Infinity): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const socket = connect(path);
  let isWelcomed = false;
  return new Promise((resolve, reject) => {
    const read = lineReader((line) => {
      if (!isWelcomed) {
        isWelcomed = true;
        if (typeof say === 'string') socket.write(say);
        else void say().then((text) => socket.write(text), reject);
        return;
      }
      answers.push(...(readAnswers(line) ?? []));
      if (answers.length >= until) socket.destroy();
    });
    socket.setEncoding('utf8').on('data', (piece: string) => void read(piece)).on('error', reject).on('close', () => resolve(answers));
  });
}

/** Decided and taken up, and then the transaction fails. */
const UNWRITABLE = { get note(): string { throw new Error('It cannot be written.'); } };

type Behaviour = (asks: Asks, socket: Socket, other: Store) => void;

interface Odd {
  readonly file: string;
  readonly younger: Store;
  asked(): number;
}

/** A file whose oldest process, as its row tells, is a server of the test; it may decide by a store that is younger than itself. */
async function oddOldest(behaviour: Behaviour, isWelcome: () => boolean = () => true): Promise<Odd> {
  const { file, open } = setUp();
  const first = openStore(file);
  await layOut(first, 2_000);
  await first.close();
  const db = new DatabaseSync(file);
  db.prepare('UPDATE stay SET ended_at = NULL, beat_at = ? WHERE epoch = ?').run(machineMs() + 600_000, first.epoch);
  db.close();
  let asked = 0;
  const server = createServer((socket) => {
    if (isWelcome()) socket.write(asLine({ file: markOf(file) }));
    const read = lineReader((line) => {
      const asks = readAsks(line);
      asked += asks?.asks.length ?? 0;
      if (asks !== undefined) behaviour(asks, socket, other);
    });
    socket.setEncoding('utf8').on('data', (text: string) => void read(text)).on('error', () => undefined);
  });
  server.listen(`${file}-stay-${first.epoch}-socket`);
  onTestFinished(() => void server.close());
  const other = open();
  return { file, younger: open(), asked: () => asked };
}

/** Claims, ten at once, until the odd one was asked ten times at least; gives what all of them were told. */
async function claimsAtOddOldest({ younger, asked }: Odd): Promise<readonly (string | undefined)[]> {
  const told: (string | undefined)[] = [];
  await vi.waitFor(async () => {
    for (const taken of await Promise.all(Array.from({ length: 10 }, () => must(younger.perform(claim('a')))))) told.push(taken?.taskId);
    expect(asked()).toBeGreaterThanOrEqual(10);
  }, IN_TIME);
  return told;
}

/** Each claim on record was told to whoever asked, and nothing else was. */
async function expectOnce(store: Store, told: readonly (string | undefined)[]): Promise<void> {
  const claims = claimsIn(await allEvents(store)).map(({ taskId }) => taskId);
  expect(claims.toSorted()).toEqual(told.toSorted());
  expect(new Set(claims).size).toBe(claims.length);
}

const ODD: readonly (readonly [says: string, behaviour: Behaviour])[] = [
  ['never answers', () => undefined],
  ['hangs up', (_, socket) => void socket.destroy()],
  ['answers with rubbish', (_, socket) => void socket.write('what?\n')],
  ['answers that it did not decide', ({ asks }, socket) => void socket.write(asLine(asks.map(([number]): Answer => [number])))],
  ['sends everybody elsewhere without an answer', (_, socket) => void socket.write('[]\n')],
  ['answers with what is no claim', ({ asks }, socket) => void socket.write(asLine(asks.map(([number]): Answer => [number, { taskId: 'goal_1', token: 1 }])))],
  ['refuses for what nobody here knows', ({ asks }, socket) => void socket.write(`${JSON.stringify(asks.map(([number]) => [number, null, { ok: false, code: 'later.word' }]))}\n`)],
  ['answers what was not asked', (_, socket) => void socket.write(asLine([[4_711, { taskId: 'task_1', token: 1 }]]))],
];

test.each(ODD)('whoever is asked %s: it is decided here, once', async (_, behaviour) => {
  verifies('store.asked_once');
  const world = await oddOldest(behaviour);
  await expectOnce(world.younger, await claimsAtOddOldest(world));
});

const decidesAndDies: Behaviour = ({ epoch, asks }, socket, other) => {
  for (const [number, , input] of asks) {
    const asked = CLAIM_NEXT.read(input);
    if (asked !== undefined) void other.commit([], (board) => CLAIM_NEXT.decide(board, asked, { epoch, request: requestOf(epoch, number) })).then(() => socket.destroy());
  }
};

test('whoever is asked decides and dies before it answers: what stands on record is what whoever asked is told', async () => {
  verifies('store.asked_once');
  const world = await oddOldest(decidesAndDies);
  const told = await claimsAtOddOldest(world);
  await expectOnce(world.younger, told);
  expect(claimsIn(await allEvents(world.younger)).filter(isAsked).length).toBeGreaterThanOrEqual(10);
});

test('whoever never answers is left, and whoever does not even greet is not asked: others may ask here', async () => {
  let hasAsked = false;
  const world = await oddOldest(() => void (hasAsked = true), () => !hasAsked);
  const { file, younger } = world;
  await claimsAtOddOldest(world);
  await vi.waitFor(() => expect(existsSync(`${file}-stay-${younger.epoch}-socket`)).toBe(true), IN_TIME);
});

test('after a transaction of its own that failed, what stands on record for whoever asks is found as well', async () => {
  verifies('store.asked_once');
  const world = await oddOldest(decidesAndDies);
  const { younger, asked } = world;
  const failing = () => younger.commit([], (board) => {
    const draft = new Draft(board);
    for (let count = 0; count < 20; count += 1) draft.note('task.note_added', { goalId: goalId(1) }, { by: 'a', note: String(count) });
    draft.note('task.note_added', { goalId: goalId(1) }, UNWRITABLE);
    return draft.decision(undefined);
  });
  const told: (string | undefined)[] = [];
  await vi.waitFor(async () => {
    await expect(failing()).rejects.toMatchObject({ code: 'engine.defect' });
    told.push((await must(younger.perform(claim('a'))))?.taskId);
    told.push((await must(younger.perform(claim('a'))))?.taskId);
    expect(asked()).toBeGreaterThanOrEqual(2);
  }, IN_TIME);
  await expectOnce(younger, told);
});

test('a store whose path is too long for a socket, or whose socket cannot be made, works by the lock of its file', async () => {
  const long = setUp(`${'m'.repeat(100)}.db`);
  const [older, younger] = [long.open(), long.open()];
  await layOut(older, 4);
  expect(await must(younger.perform(claim('a')))).toEqual({ taskId: 'task_1', token: 1 });
  const { file, open } = setUp();
  const first = open();
  await layOut(first, 4);
  writeFileSync(`${file}-stay-${first.epoch}-socket`, 'not a socket');
  const second = open();
  expect(await must(second.perform(claim('a')))).toEqual({ taskId: 'task_1', token: 1 });
});

// Real processes on one file, whose members claim through the oldest of them: it is killed, or stands still and comes back, in the
// middle of the race, and every task is still claimed once, done once, and told to the one that did it.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { MusterEvent } from '../../src/core/change.ts';
import { policyOf } from '../../src/core/policy.ts';
import { freeOrphans } from '../../src/core/team/claim.ts';
import type { GoalId } from '../../src/core/ids.ts';
import type { Store } from '../../src/ports/store.ts';
import { sqliteStore } from '../../src/stores/sqlite.ts';
import { systemClock } from '../../src/system-clock.ts';
import { registrationOf, taskOf } from '../../src/testing/builders.ts';
import { adds, allEvents, enrols, must, NOTHING_FOLLOWS, opens } from '../../src/testing/store-contract/world.ts';
import { startStoreProcess, type StoreProcess } from '../store-process.ts';
import { verifies } from '../verifies.ts';

// Starting a process takes a second of a busy machine.
vi.setConfig({ testTimeout: 120_000 });
const IN_TIME = { timeout: 60_000, interval: 2 };
const TASKS = 300;

interface World {
  readonly goal: GoalId;
  readonly oldest: StoreProcess;
  readonly others: readonly StoreProcess[];
  /** The file, opened by the test when its processes have begun their stays: it is the youngest there. */
  store(): Store;
  membersOf(process: number): readonly string[];
}

async function setUp(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-asked-'));
  const file = join(folder, 'm.db');
  const open = () => sqliteStore({ file, clock: systemClock, settle: NOTHING_FOLLOWS, durability: 'NORMAL' });
  const membersOf = (process: number) => Array.from({ length: 10 }, (_, index) => `p${process}-${index}`);
  const first = open();
  await enrols(first, ...[0, 1, 2].flatMap(membersOf).map((id) => registrationOf(id)));
  const goal = await opens(first, { policy: policyOf({ style: 'team', maxTasks: 1_000 }) });
  await adds(first, goal, Array.from({ length: TASKS }, (_, index) => taskOf(`t${index}`)));
  await first.close();
  const processes: StoreProcess[] = [];
  let store: Store | undefined;
  onTestFinished(async () => {
    for (const each of processes) await each.kill();
    await store?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  for (let count = 0; count < 3; count += 1) processes.push(await startStoreProcess(file));
  const [oldest, ...others] = processes;
  if (oldest === undefined) throw new Error('No process was started.');
  await vi.waitFor(() => expect(existsSync(`${file}-stay-${oldest.epoch}-socket`)).toBe(true), IN_TIME);
  return { goal, oldest, others, membersOf, store: () => (store ??= open()) };
}

const isOf = (type: MusterEvent['type']) => (event: MusterEvent): boolean => event.type === type;

/** Every task was handed in once, by whoever had claimed it last; each claim that was not handed in was freed. */
function expectAllOnce(events: readonly MusterEvent[]): void {
  const completed = events.filter(isOf('task.completed')).map(({ taskId }) => taskId);
  expect([completed.length, new Set(completed).size]).toEqual([TASKS, TASKS]);
  expect(events.filter(isOf('task.claimed')).length - events.filter(isOf('task.lost')).length).toBe(TASKS);
}

const askedCount = (events: readonly MusterEvent[]): number => events.filter(({ details }) => typeof details?.['request'] === 'string').length;

test.each([5, 60, 150])('the oldest of 3 processes is killed after %i of its claims: nothing is lost or done twice, and the others finish', async (dieAfter) => {
  verifies('store.asked_once');
  const { goal, oldest, others, membersOf, store } = await setUp();
  const dying = oldest.tell({ do: 'claims', goal, members: membersOf(0), dieAfter }).catch((error: unknown) => String(error));
  const told = await Promise.all(others.map((each, index) => each.tell({ do: 'claims', goal, members: membersOf(index + 1) })));
  expect(told.flatMap(({ failed }) => failed)).toEqual([]);
  const ending = await dying;
  // It may have found nothing more to claim before it came so far.
  if (typeof ending === 'string') expect(ending).toMatch(/SIGKILL/);
  const here = store();
  await must(here.commit([], (board) => freeOrphans(board, goal, (epoch) => epoch !== here.epoch && here.isDead(epoch, 60_000))));
  const rest = await Promise.all(others.map((each, index) => each.tell({ do: 'claims', goal, members: membersOf(index + 1) })));
  expect(rest.flatMap(({ failed }) => failed)).toEqual([]);
  expectAllOnce(await allEvents(here));
});

test('the oldest of 3 processes stands still for longer than an answer is waited for, and comes back: what it was asked meanwhile is decided by the others, once', async () => {
  verifies('store.asked_once');
  const { goal, oldest, others, membersOf, store } = await setUp();
  const here = store();
  const running = others.map((each, index) => each.tell({ do: 'claims', goal, members: membersOf(index + 1) }));
  // A quick machine may be done before anybody has asked.
  await Promise.race([Promise.all(running), vi.waitFor(async () => expect(askedCount(await allEvents(here))).toBeGreaterThan(0), IN_TIME)]);
  oldest.child.kill('SIGSTOP');
  const stopped = (await allEvents(here)).length;
  // It may stand still with the lock of the file in its hand: then nobody goes on before it does.
  await Promise.race([Promise.all(running), vi.waitFor(async () => expect((await allEvents(here)).length).toBeGreaterThan(stopped + 20), { timeout: 1_500, interval: 5 }).catch(() => undefined)]);
  oldest.child.kill('SIGCONT');
  const told = await Promise.all(running);
  expect(told.flatMap(({ failed }) => failed)).toEqual([]);
  expect(told.reduce((sum, { written = 0 }) => sum + written, 0)).toBe(TASKS);
  expectAllOnce(await allEvents(here));
});

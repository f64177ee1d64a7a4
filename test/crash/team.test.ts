// A team whose members live in several real processes on one file: claims are won once and never lost, also when a process is killed
// in the middle; a turn that dies with its process takes no mail along; a lock outlives its process and no longer than its time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { taskId, type GoalId, type TaskId } from '../../src/core/ids.ts';
import { policyOf } from '../../src/core/policy.ts';
import { freeOrphans } from '../../src/core/team/claim.ts';
import { comeUp, enrolTeam, restartMember, stopMembers } from '../../src/core/team/lives.ts';
import { sendMail } from '../../src/core/team/mail.ts';
import { beginTurn, endTurn } from '../../src/core/team/turn.ts';
import type { Store } from '../../src/ports/store.ts';
import { sqliteStore } from '../../src/stores/sqlite.ts';
import { systemClock } from '../../src/system-clock.ts';
import { registrationOf, taskOf } from '../../src/testing/builders.ts';
import { adds, allEvents, enrols, must, NOTHING_FOLLOWS, opens } from '../../src/testing/store-contract/world.ts';
import { startStoreProcess, type StoreProcess } from '../store-process.ts';
import { verifies } from '../verifies.ts';

// Starting a process takes a second of a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const TEAM = 'team';
const LEASE_MS = 60_000;

interface World {
  readonly store: Store;
  readonly goal: GoalId;
  start(): Promise<StoreProcess>;
}

async function setUp(members: readonly string[], tasks: number, { capacity = 1 } = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-team-'));
  const file = join(folder, 'muster.db');
  const store = sqliteStore({ file, clock: systemClock, settle: NOTHING_FOLLOWS, durability: 'NORMAL' });
  const processes: StoreProcess[] = [];
  onTestFinished(async () => {
    for (const each of processes) await each.kill();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await enrols(store, ...members.map((id) => registrationOf(id, { capacity })));
  const goal = await opens(store, { policy: policyOf({ style: 'team', maxTasks: 1_000 }) });
  await adds(store, goal, Array.from({ length: tasks }, (_, index) => taskOf(`t${index}`)));
  return {
    store, goal,
    async start() {
      const started = await startStoreProcess(file);
      processes.push(started);
      return started;
    },
  };
}

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `m${index}`);

/** How often a task was claimed in all, and for each task how often it was handed in. */
async function fates(store: Store): Promise<{ readonly claims: number; readonly results: ReadonlyMap<TaskId, number> }> {
  await store.refresh();
  const events = await allEvents(store);
  const results = new Map<TaskId, number>();
  for (const { type, taskId } of events) if (type === 'task.completed' && taskId !== null) results.set(taskId, (results.get(taskId) ?? 0) + 1);
  return { claims: events.filter(({ type }) => type === 'task.claimed').length, results };
}

test('4 processes with 50 members each claim and finish 1,000 tasks: each was claimed once and handed in once, and no claim came too late', async () => {
  verifies('team.claim_one_winner', 'store.many_processes');
  const { store, goal, start } = await setUp(names(200), 1_000);
  const processes = await Promise.all([0, 1, 2, 3].map(start));
  const told = await Promise.all(processes.map((each, index) => each.tell({ do: 'claims', goal, members: names(200).slice(index * 50, index * 50 + 50) })));
  expect(told.flatMap(({ failed = [] }) => failed)).toEqual([]);
  expect(told.reduce((sum, { written = 0 }) => sum + written, 0)).toBe(1_000);
  const { claims, results } = await fates(store);
  expect([claims, results.size, [...results.values()].every((each) => each === 1)]).toEqual([1_000, 1_000, true]);
});

test('200 members in 4 processes ask for the same 5 tasks at once: each task has one holder, and the other 199 are told who it is', async () => {
  verifies('team.claim_one_winner');
  const { store, start } = await setUp(names(200), 5, { capacity: 5 });
  const tasks = [1, 2, 3, 4, 5].map(taskId);
  const processes = await Promise.all([0, 1, 2, 3].map(start));
  const told = await Promise.all(processes.map((each, index) => each.tell({ do: 'rivals', tasks, members: names(200).slice(index * 50, index * 50 + 50) })));
  const heard = told.flatMap((each) => each.heard ?? []);
  await store.refresh();
  for (const id of tasks) {
    const holder = store.look((board) => board.task(id)?.assigneeId);
    const about = heard.filter(({ task }) => task === id);
    expect([about.length, new Set(about.map((each) => each.holder)), about.filter(({ by }) => by === holder).length]).toEqual([200, new Set([holder]), 1]);
  }
  expect((await allEvents(store)).filter(({ type }) => type === 'task.claimed')).toHaveLength(5);
});

test('a process that is killed with claims in hand: they are free again uncounted, the others finish, and nothing is done twice', async () => {
  const { store, goal, start } = await setUp(names(9), 40);
  const [victim, other] = [await start(), await start()];
  const dying = victim.tell({ do: 'claims', goal, members: names(9).slice(0, 5), dieAfter: 7 }).catch((error: unknown) => String(error));
  expect(await dying).toMatch(/SIGKILL/);
  await store.refresh();
  const freed = await must(store.commit([], (board) => freeOrphans(board, goal, (epoch) => epoch !== store.epoch && store.isDead(epoch, LEASE_MS))));
  expect(freed.length).toBeGreaterThan(0);
  expect(await other.tell({ do: 'claims', goal, members: names(9).slice(5) })).toMatchObject({ failed: [] });
  const { claims, results } = await fates(store);
  expect([claims, results.size, [...results.values()].every((each) => each === 1)]).toEqual([40 + freed.length, 40, true]);
  const losses = await Promise.all(freed.map(async (id) => (await store.read.task(id))?.losses));
  expect(new Set(losses)).toEqual(new Set([0]));
});

test('a process that is killed in the middle of 3 turns: each message is shown again to the next turn and read once', async () => {
  verifies('team.mail_once');
  const members = names(3);
  const { store, start } = await setUp(members, 0);
  await must(store.commit([], (board) => enrolTeam(board, TEAM)));
  for (let count = 0; count < 9; count += 1) await must(store.commit([], (board) => sendMail(board, { team: TEAM, goalId: null, from: 'user', to: `m${count % 3}`, content: `message ${count}` })));
  // The first message started them here; they are to live in the process that is killed.
  await must(store.commit([], (board) => stopMembers(board, { team: TEAM, gone: () => true, reason: 'handed over' })));
  const victim = await start();
  await victim.tell({ do: 'turns', team: TEAM, members });
  await store.refresh();
  expect(members.map((memberId) => store.look(({ desk }) => [desk.life(TEAM, memberId)?.state, desk.life(TEAM, memberId)?.epoch, desk.mailOf(TEAM, memberId).map(({ state }) => state)]))).toEqual(members.map(() => ['busy', victim.epoch, Array(3).fill('delivered')]));
  await victim.kill();
  await store.refresh();
  await must(store.commit([], (board) => stopMembers(board, { team: TEAM, gone: (epoch) => store.isDead(epoch, LEASE_MS), reason: 'process_ended' })));
  for (const memberId of members) {
    await must(store.commit([], (board) => restartMember(board, { team: TEAM, memberId }, 'engine')));
    await must(store.commit([], (board) => comeUp(board, { team: TEAM, memberId })));
    const { turn, mail } = await must(store.commit([], (board) => beginTurn(board, { team: TEAM, memberId })));
    expect(mail.map(({ content }) => content)).toEqual([0, 3, 6].map((count) => `message ${count + Number(memberId.slice(1))}`));
    await must(store.commit([], (board) => endTurn(board, { team: TEAM, memberId, turn })));
  }
  const events = await allEvents(store);
  const reads = events.filter(({ type }) => type === 'message.read').map(({ details }) => details?.['message_id']);
  expect([reads.length, new Set(reads).size]).toEqual([9, 9]);
});

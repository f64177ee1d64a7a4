// Real processes, killed while a message is half-delivered and while a plan is half-decided: the next one goes on, each message stands
// exactly once in the conversation of the turn that answers it, and a plan is handed in, decided and carried out once.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Message } from '../../src/core/team/message.ts';
import type { MusterEvent } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite.ts';
import { systemClock } from '../../src/system-clock.ts';
import { NOTHING_FOLLOWS } from '../../src/testing/store-contract/world.ts';
import { storeFile } from '../journeys/world.ts';
import { verifies } from '../verifies.ts';
import { readFile } from './lives.ts';
import { BLUE, FEEDBACK, TEAL, type Asked, type Moment, type TeamOrders, type TeamSaid } from './team-child.ts';

// Two lives of a program, on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** One life; resolves with how it ended, undefined when it was killed. */
async function live(orders: TeamOrders): Promise<string | undefined> {
  const child = fork(fileURLToPath(new URL('team-child.ts', import.meta.url)), [JSON.stringify(orders)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said: string | undefined;
  child.on('message', (message: TeamSaid) => void (said = message.ended));
  child.send('begin');
  await once(child, 'exit');
  return said;
}

const ordersFor = (mode: TeamOrders['mode'], diesAt: Moment): TeamOrders => {
  const store = storeFile();
  return { store, mode, diesAt, asked: join(dirname(store), 'asked.txt') };
};

const askedIn = (file: string): readonly Asked[] => readFileSync(file, 'utf8').split('\n').filter((line) => line !== '').map((line): Asked => JSON.parse(line));

async function mailIn(file: string): Promise<readonly Message[]> {
  const store = sqliteStore({ file, clock: systemClock, settle: NOTHING_FOLLOWS, visitor: true });
  try {
    return await store.read.messages({ team: 'team' });
  } finally {
    await store.close();
  }
}

/** How often the message was sent, how often each request of the turn that read it has it, and in how many later ones it is found. */
function conversation(asked: readonly Asked[], mail: readonly Message[], text: string) {
  const sent = mail.filter(({ content }) => content.includes(text));
  const timesIn = (request: Asked): number => request.text.split(text).length - 1;
  const receivers = asked.filter(({ member }) => member === sent[0]?.to);
  const times = receivers.filter(({ turn }) => turn === sent[0]?.turn).map(timesIn).filter((times) => times > 0);
  return { sent: sent.map(({ state }) => state), times: [...new Set(times)], inLaterTurns: receivers.filter((request) => request.turn > (sent[0]?.turn ?? 0) && timesIn(request) > 0).length };
}

const ONCE = { sent: ['read'], times: [1], inLaterTurns: 0 };
/** What the author is told by mail; the feedback itself stands with its task too. */
const APPROVED = 'Your plan for task_1 was approved';
const count = (events: readonly MusterEvent[], type: string): number => events.filter((event) => event.type === type).length;

describe('mail half-delivered', () => {
  const MOMENTS: readonly Moment[] = ['mail was sent and the turn of its sender goes on', 'mail is in the prompt of its receiver', 'mail was shown and its receiver has called a tool', 'urgent mail was shown with the answers'];
  test.each(MOMENTS)('killed when %s: sent once, read once, and once in the conversation that read it', async (diesAt) => {
    verifies('team.mail_once', 'team.crash_same_end');
    const orders = ordersFor('build_mode', diesAt);
    expect(await live(orders)).toBeUndefined();
    const before = askedIn(orders.asked).length;
    expect(await live({ ...orders, diesAt: 'never' })).toBe('done');
    const { events, outputs } = await readFile(orders.store);
    const [asked, mail] = [askedIn(orders.asked).slice(before), await mailIn(orders.store)];
    expect([conversation(asked, mail, BLUE), conversation(asked, mail, TEAL)]).toEqual([ONCE, ONCE]);
    const reads = events.filter(({ type }) => type === 'message.read').map(({ details }) => details?.['message_id']);
    expect([...reads].toSorted()).toEqual(mail.map(({ id }) => id).toSorted());
    expect([outputs.length, count(events, 'task.completed')]).toEqual([2, 2]);
  });
});

describe('a plan half-decided', () => {
  const MOMENTS: readonly Moment[] = ['a plan was handed in', 'the leader is asked about the plan', 'the leader has approved and its turn goes on', 'the author is told of the approval', 'the author works by the plan'];
  test.each(MOMENTS)('killed when %s: handed in once, approved once, done once, and its feedback is read once', async (diesAt) => {
    verifies('team.plan_gate', 'team.crash_same_end');
    const orders = ordersFor('plan_mode', diesAt);
    expect(await live(orders)).toBeUndefined();
    const before = askedIn(orders.asked).length;
    expect(await live({ ...orders, diesAt: 'never' })).toBe('done');
    const { events, outputs, tasks } = await readFile(orders.store);
    const decided = events.filter(({ type }) => type === 'task.plan_approved' || type === 'task.plan_refused').map(({ type, details }) => [type, details?.['by'], details?.['revision'], details?.['feedback']]);
    expect(decided).toEqual([['task.plan_approved', 'lead', 1, FEEDBACK]]);
    expect([count(events, 'task.plan_submitted'), count(events, 'task.completed'), outputs]).toEqual([1, 1, ['words by the plan']]);
    expect(tasks.map(({ assigneeId, losses, more }) => [assigneeId, losses, more?.plan?.state])).toEqual([['ada', 0, 'accepted']]);
    expect(conversation(askedIn(orders.asked).slice(before), await mailIn(orders.store), APPROVED)).toEqual(ONCE);
  });
});

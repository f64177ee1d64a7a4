// A process of its own that works on a store file when it is told to: for tests that need real processes, real kills and
// real locks. Started by `startStoreProcess`; run as a script it is that process.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMain } from '../scripts/source/is-main.ts';
import { Draft } from '../src/core/change.ts';
import { claimNextCommand } from '../src/core/commands/claim-next.ts';
import { isTeamError } from '../src/core/errors.ts';
import { goalId, type GoalId, type TaskId } from '../src/core/ids.ts';
import { submit } from '../src/core/moves/attempt.ts';
import { settle } from '../src/core/next-moves.ts';
import { claimTask } from '../src/core/team/claim.ts';
import { comeUp, restartMember } from '../src/core/team/lives.ts';
import { beginTurn } from '../src/core/team/turn.ts';
import { sqliteStore } from '../src/stores/sqlite.ts';
import type { Store } from '../src/ports/store.ts';
import { systemClock } from '../src/system-clock.ts';

/** What a store process can be told. `notes`: so many commits, one after another. `writeFor`: commits until the time is over; `writeUntilTold`: until it is told `enough`. */
export type Order =
  | { readonly do: 'notes'; readonly name: string; readonly count: number; readonly patient?: boolean }
  | { readonly do: 'writeFor'; readonly name: string; readonly ms: number; readonly text: string }
  | { readonly do: 'writeUntilTold'; readonly name: string; readonly text: string }
  | { readonly do: 'enough' }
  /** Each member claims what fits and hands it in, all at the same time, until nothing is left; `dieAfter`: this process is killed after so many claims. */
  | { readonly do: 'claims'; readonly goal: GoalId; readonly members: readonly string[]; readonly dieAfter?: number }
  /** Every member asks for every one of these tasks by its name, all at the same time. */
  | { readonly do: 'rivals'; readonly tasks: readonly TaskId[]; readonly members: readonly string[] }
  /** The members, which are stopped, live here from now on, and each begins a turn that never ends. */
  | { readonly do: 'turns'; readonly team: string; readonly members: readonly string[] }
  | { readonly do: 'beat' }
  | { readonly do: 'count' }
  /** What it was told so far of waits for a store that cannot be written. */
  | { readonly do: 'waited' }
  | { readonly do: 'close' };

export interface StoreProcess {
  readonly epoch: number;
  readonly child: ChildProcess;
  /** Resolves with what the order gives: codes of failed commits, how many were written, whether the beat succeeded. */
  tell(order: Order): Promise<Told>;
  /** How many commits it has reported as written so far, within any order. */
  reported(): number;
  kill(): Promise<void>;
}

export interface Told {
  readonly written?: number;
  readonly failed?: readonly string[];
  readonly alive?: boolean;
  readonly events?: number;
  /** What each rival heard of each task: that it has it, or who has it. */
  readonly heard?: readonly Heard[];
  /** How long each claim took, in ms. */
  readonly waits?: readonly number[];
  /** The reasons why it had to wait, each when it was told, and `over`. */
  readonly waited?: readonly string[];
}

export interface Heard {
  readonly task: TaskId;
  readonly by: string;
  readonly holder: unknown;
}

type Message = { readonly opened: number } | { readonly wrote: number } | { readonly answer: number; readonly told: Told };

/** Every process adds its notes to the first goal of the file. */
const GOAL = goalId(1);

export async function startStoreProcess(file: string, durability: 'FULL' | 'NORMAL' = 'NORMAL'): Promise<StoreProcess> {
  const child = fork(fileURLToPath(import.meta.url), [file, durability], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const waiting = new Map<number, { readonly resolve: (told: Told) => void; readonly reject: (error: Error) => void }>();
  let orders = 0;
  let reported = 0;
  const opened = new Promise<number>((resolve, reject) => {
    child.once('exit', (code, signal) => {
      const ended = new Error(`The store process ended (${code ?? signal}).`);
      reject(ended);
      for (const order of waiting.values()) order.reject(ended);
    });
    child.on('message', (message: Message) => {
      if ('opened' in message) resolve(message.opened);
      else if ('wrote' in message) reported = message.wrote;
      else waiting.get(message.answer)?.resolve(message.told);
    });
  });
  return {
    epoch: await opened,
    child,
    reported: () => reported,
    tell: (order) =>
      new Promise((resolve, reject) => {
        const number = (orders += 1);
        waiting.set(number, { resolve, reject });
        child.send({ number, order });
      }),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function serve(file: string, durability: 'FULL' | 'NORMAL'): Promise<void> {
  const store = sqliteStore({ file, durability, clock: systemClock, settle });
  const say = (message: Message): void => void process.send?.(message);
  const waited: string[] = [];
  store.onWait((wait) => void waited.push(wait === null ? 'over' : `${wait.code}: ${wait.says.en}`));
  process.on('message', ({ number, order }: { number: number; order: Order }) => {
    void answerTo(number, order);
  });
  // It will be killed, and what it has compiled is kept for the next only if that is said now.
  flushCompileCache();
  say({ opened: store.epoch });

  async function answerTo(number: number, order: Order): Promise<void> {
    say({ answer: number, told: order.do === 'waited' ? { waited: [...waited] } : await obey(store, order, say) });
    if (order.do === 'close') process.disconnect();
  }
}

let isEnough = false;

async function obey(store: Store, order: Exclude<Order, { do: 'waited' }>, say: (message: Message) => void): Promise<Told> {
  switch (order.do) {
    case 'notes':
      return write(store, { name: order.name, text: '', patient: order.patient === true, goesOn: (count) => count < order.count, say: () => undefined });
    case 'writeFor': {
      const end = performance.now() + order.ms;
      return write(store, { name: order.name, text: order.text, patient: false, goesOn: () => performance.now() < end, say: (wrote) => say({ wrote }) });
    }
    case 'writeUntilTold':
      return write(store, { name: order.name, text: order.text, patient: false, goesOn: () => !isEnough, say: (wrote) => say({ wrote }) });
    case 'enough':
      isEnough = true;
      return {};
    case 'claims':
      return claimAll(store, order, say);
    case 'rivals': {
      const heard = await Promise.all(order.members.flatMap((by) => order.tasks.map(async (task): Promise<Heard> => {
        const claimed = await store.commit([task], (board) => claimTask(board, { taskId: task, memberId: by }));
        return { task, by, holder: claimed.ok ? by : claimed.details?.['holder'] };
      })));
      return { heard };
    }
    case 'turns': {
      const { team } = order;
      for (const memberId of order.members) {
        await store.commit([], (board) => restartMember(board, { team, memberId }, 'user'));
        await store.commit([], (board) => comeUp(board, { team, memberId }));
        await store.commit([], (board) => beginTurn(board, { team, memberId }));
      }
      return { written: order.members.length };
    }
    case 'beat':
      return { alive: await store.beat() };
    case 'count':
      await store.refresh();
      return { events: store.look((board) => board.lastSeq) };
    case 'close':
      await store.close();
      return {};
  }
}

/** As function members do it: take the best that is free, do it, hand it in. */
async function claimAll(store: Store, { goal, members, dieAfter }: Extract<Order, { do: 'claims' }>, say: (message: Message) => void): Promise<Told> {
  const failed: string[] = [];
  const waits: number[] = [];
  let written = 0;
  const work = async (memberId: string): Promise<void> => {
    const claimNext = claimNextCommand({ goalId: goal, memberId, onlyCovered: false });
    for (;;) {
      const asked = performance.now();
      const claimed = await store.perform(claimNext);
      waits.push(performance.now() - asked);
      if (!claimed.ok) failed.push(claimed.code);
      if (!claimed.ok || claimed.value === undefined) return;
      say({ wrote: (written += 1) });
      if (written === dieAfter) process.kill(process.pid, 'SIGKILL');
      const { taskId, token } = claimed.value;
      const handedIn = await store.commit([taskId], (board) => submit(board, { taskId, token, result: { output: memberId, executionSummary: '' }, checks: [], formFaults: [] }));
      if (!handedIn.ok || handedIn.value !== 'applied') failed.push(handedIn.ok ? handedIn.value : handedIn.code);
    }
  };
  await Promise.all(members.map(work));
  return { written, failed, waits };
}

interface Writing {
  readonly name: string;
  readonly text: string;
  readonly patient: boolean;
  readonly goesOn: (count: number) => boolean;
  readonly say: (written: number) => void;
}

async function write(store: Store, { name, text, patient, goesOn, say }: Writing): Promise<Told> {
  const failed: string[] = [];
  let written = 0;
  for (let count = 0; goesOn(count); count += 1) {
    try {
      await store.commit([], (board) => {
        const draft = new Draft(board);
        draft.note('task.note_added', { goalId: GOAL }, { by: name, note: String(count), text });
        return draft.decision(undefined);
      }, { patient });
      say((written += 1));
    } catch (error) {
      failed.push(isTeamError(error) ? error.code : String(error));
    }
    if (count % 10 === 9) await pause(1);
  }
  return { written, failed };
}

if (isMain(import.meta.url)) await serve(process.argv[2] ?? '', process.argv[3] === 'FULL' ? 'FULL' : 'NORMAL');

// A process of its own that works on a store file when it is told to: for tests that need real processes, real kills and
// real locks. Started by `startStoreProcess`; run as a script it is that process.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMain } from '../scripts/source/is-main.ts';
import { Draft } from '../src/core/change.ts';
import { isTeamError } from '../src/core/errors.ts';
import { goalId } from '../src/core/ids.ts';
import { settle } from '../src/core/next-moves.ts';
import { sqliteStore } from '../src/stores/sqlite.ts';
import type { Store } from '../src/ports/store.ts';
import { systemClock } from '../src/system-clock.ts';

/** What a store process can be told. `notes`: so many commits, one after another. `writeFor`: commits until the time is over. */
export type Order =
  | { readonly do: 'notes'; readonly name: string; readonly count: number; readonly patient?: boolean }
  | { readonly do: 'writeFor'; readonly name: string; readonly ms: number; readonly text: string }
  | { readonly do: 'beat' }
  | { readonly do: 'count' }
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
  process.on('message', ({ number, order }: { number: number; order: Order }) => {
    void answerTo(number, order);
  });
  say({ opened: store.epoch });

  async function answerTo(number: number, order: Order): Promise<void> {
    say({ answer: number, told: await obey(store, order, say) });
    if (order.do === 'close') process.disconnect();
  }
}

async function obey(store: Store, order: Order, say: (message: Message) => void): Promise<Told> {
  switch (order.do) {
    case 'notes':
      return write(store, { name: order.name, text: '', patient: order.patient === true, goesOn: (count) => count < order.count, say: () => undefined });
    case 'writeFor': {
      const end = performance.now() + order.ms;
      return write(store, { name: order.name, text: order.text, patient: false, goesOn: () => performance.now() < end, say: (wrote) => say({ wrote }) });
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

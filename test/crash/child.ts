// A program on the public library that is killed: so many tasks for a few function workers, each of which writes its task and
// its attempt into a file, with fsync, somewhere within its 2 to 8 ms. Started again it takes up what it left.
import { once } from 'node:events';
import { fsyncSync, openSync, writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { createTeam, worker, type Work } from '../../src/index.ts';
import { isMain } from '../../scripts/source/is-main.ts';

export interface Orders {
  readonly store: string;
  /** One line an effect: task, attempt, time. */
  readonly effects: string;
  readonly tasks: number;
  readonly members: number;
  readonly workMs: { readonly least: number; readonly most: number };
  readonly leaseMs?: number;
}

/** `up`: the file is open and nothing has been done yet. `ended`: with the state of the goal, or the code of what went wrong. */
export type Said = { readonly up: number; readonly epoch: number } | { readonly ended: string };

async function work({ store, effects, tasks, members, workMs, leaseMs }: Orders): Promise<string> {
  const file = openSync(effects, 'a');
  let underWay = 0;
  const run = async ({ task, attemptId }: Work) => {
    underWay += 1;
    const wholeMs = workMs.least + Math.random() * (workMs.most - workMs.least);
    const beforeMs = Math.random() * wholeMs;
    await pause(beforeMs);
    writeSync(file, `${task.taskId} ${attemptId} ${Date.now()}\n`);
    fsyncSync(file);
    await pause(wholeMs - beforeMs);
    underWay -= 1;
    return { output: `${task.title} is done` };
  };
  await using team = createTeam({
    store, env: {}, members: Array.from({ length: members }, (_, index) => worker(`worker-${index + 1}`, { run })),
    policy: { review: 'none', unattended: true, ...(leaseMs === undefined ? {} : { times: { leaseMs } }) },
  });
  const { read, epoch } = await team.store();
  say({ up: Date.now(), epoch });
  const [known] = await read.goals();
  if (known !== undefined && known.endedAt !== null) return known.state;
  const goal = known === undefined ? await team.open('Many tasks') : await team.resume(known.id, { openEnded: true });
  const there = known === undefined ? [] : await read.tasksOf(known);
  if (there.length === 0) await goal.add(Array.from({ length: tasks }, (_, index) => ({ title: `Task ${index + 1}`, ...(index % 2 === 0 ? {} : { criteria: [{ rule: 'min_chars', value: 3 }] }) })));
  try {
    return (await goal.ended()).status;
  } finally {
    // Whoever was replaced has work under way still: it gets the time to hand in before the team is closed.
    while (underWay > 0) await pause(workMs.least);
    await pause(2 * workMs.most);
  }
}

const say = (said: Said): void => void process.send?.(said);

if (isMain(import.meta.url)) {
  const orders: Orders = JSON.parse(process.argv[2] ?? '{}');
  // It will be killed, and what it has compiled is kept for the next only if that is said now.
  flushCompileCache();
  // Loading the code takes longer than the work does: the next life waits with it while this one still works.
  await once(process, 'message');
  say({ ended: await work(orders).catch((error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error))) });
  process.disconnect?.();
}

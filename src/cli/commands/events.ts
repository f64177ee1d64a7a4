// muster events ID: everything that happened to a goal or a task, oldest first; with --follow also what happens from now on.
import type { MusterEvent } from '../../core/change.ts';
import { eventOut } from '../../core/outside.ts';
import { eventsOf } from '../../engine/reads/read-goal.ts';
import type { Store } from '../../ports/store.ts';
import { EXIT, isSet, localeFor, type Cli } from '../cli.ts';
import { fullLine } from '../pages/event-lines.ts';
import { namesIn } from '../goal-view.ts';
import { aboutNamed, type About } from '../named.ts';
import { visiting } from '../visit.ts';

/** How soon a follower sees what another process wrote. */
const LOOK_EVERY_MS = 200;

export const run = (cli: Cli): Promise<number> =>
  visiting(cli, async ({ store, clock }) => {
    const about = await aboutNamed(cli, store, cli.args[0]);
    await store.refresh();
    const show = shower(cli, store, about);
    let seen = await showAfter(store, about, undefined, show);
    if (!isSet(cli, 'follow')) return EXIT.done;
    const stop = new AbortController();
    const forget = cli.onInterrupt(() => stop.abort());
    try {
      while (!stop.signal.aborted && !(await hasEnded(store, about))) {
        await clock.sleep(LOOK_EVERY_MS, stop.signal).catch(() => undefined);
        seen = await showAfter(store, about, seen, show);
      }
      if (!stop.signal.aborted) await showAfter(store, about, seen, show);
      return stop.signal.aborted ? EXIT.interrupted : EXIT.done;
    } finally {
      forget();
    }
  });

function shower(cli: Cli, store: Store, { goal }: About): (event: MusterEvent) => void {
  const facts = { locale: localeFor(cli, goal), names: namesIn(store, goal) };
  return isSet(cli, 'json') ? (event) => cli.screen.print(JSON.stringify(eventOut(event))) : (event) => cli.screen.print(fullLine(event, facts));
}

async function showAfter(store: Store, { goal, task }: About, seen: number | undefined, show: (event: MusterEvent) => void): Promise<number | undefined> {
  let last = seen;
  for await (const event of eventsOf(store.read, { goal, ...(task === undefined ? {} : { task }), ...(seen === undefined ? {} : { afterSeq: seen }) })) {
    show(event);
    last = event.seq;
  }
  return last;
}

async function hasEnded(store: Store, { goal, task }: About): Promise<boolean> {
  if (task !== undefined) return (await store.read.task(task.id))?.endedAt !== null;
  return (await store.read.goal(goal.id))?.endedAt !== null;
}

// The processes of (g): each with its members on the one file, opened and warm before the race begins. Run as a script it is one
// of them.
import { fork } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { settle } from '../../src/core/next-moves.ts';
import { claimNextCommand } from '../../src/core/commands/claim-next.ts';
import { goalId, keyOf } from '../../src/core/ids.ts';
import { sqliteStore } from '../../src/stores/sqlite.ts';
import { systemClock } from '../../src/system-clock.ts';
import { isMain } from '../source/is-main.ts';
import { nextTurn } from './timing.ts';

export type Side = 'floor' | 'muster';

/** What one process claimed, how long each claim took, and when it asked first and got the last, on the machine's clock. */
export interface Race {
  readonly tasks: readonly number[];
  readonly waits: readonly number[];
  /** How long those waited who were told in the end that nothing is left. */
  readonly vain: readonly number[];
  readonly failed: number;
  /** Time of the processor. */
  readonly cpuMs: number;
  readonly beganAt: number;
  readonly endedAt: number;
}

export interface Claimants {
  readonly side: Side;
  readonly file: string;
  /** The members of each process. */
  readonly crews: readonly (readonly string[])[];
  /** Tasks that each process takes before the race. */
  readonly warmUp: number;
}

/** Lets all claim until nothing is left; what they took to warm up is not told. */
export async function startClaimants({ side, file, crews, warmUp }: Claimants): Promise<readonly Race[]> {
  const started = await Promise.all(crews.map((members) => start({ side, file, members })));
  await Promise.all(started.map((claimant) => claimant.claim(warmUp)));
  const races = await Promise.all(started.map((claimant) => claimant.claim(Infinity)));
  await Promise.all(started.map((claimant) => claimant.end()));
  return races;
}

interface Orders {
  readonly side: Side;
  readonly file: string;
  readonly members: readonly string[];
}

interface Claimant {
  claim(most: number): Promise<Race>;
  end(): Promise<void>;
}

/** A process that has opened the file. */
async function start(orders: Orders): Promise<Claimant> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(orders)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const told = async (): Promise<Race> => {
    const [race]: Race[] = await once(child, 'message');
    if (race === undefined) throw new Error('A process of claimants said nothing.');
    return race;
  };
  await once(child, 'message');
  return {
    claim(most) {
      // Infinity is no JSON.
      child.send({ most: Number.isFinite(most) ? most : null });
      return told();
    },
    async end() {
      const ended = once(child, 'exit');
      child.send({ end: true });
      await ended;
    },
  };
}

/** Takes tasks until there is none, or has taken `most`. */
type Claim = (most: number) => Promise<Race>;

/** One UPDATE with RETURNING and its event in an immediate transaction, one claimant after another, each as soon as it has one. */
function bareClaims({ file, members }: Orders): Claim {
  const db = new DatabaseSync(file, { timeout: 10_000 });
  db.exec('PRAGMA synchronous = NORMAL');
  const [begin, commit] = [db.prepare('BEGIN IMMEDIATE'), db.prepare('COMMIT')];
  const claim = db.prepare('UPDATE task SET state = \'claimed\', assignee = ? WHERE key = (SELECT key FROM task WHERE state = \'ready\' ORDER BY key LIMIT 1) RETURNING key');
  const event = db.prepare('INSERT INTO event(task, type) VALUES(?, \'task.claimed\')');
  return async (most) => {
    const log = new RaceLog();
    const asked = members.map(() => log.beganAt);
    while (log.tasks.length < most) {
      const at = log.tasks.length % members.length;
      begin.run();
      const key = claim.get(members[at] ?? '')?.['key'];
      if (key !== undefined) event.run(key);
      commit.run();
      if (key === undefined) {
        // Whoever of them asks next is told the same.
        for (const since of asked) log.foundNothing(since);
        break;
      }
      asked[at] = log.took(Number(key), asked[at] ?? 0);
      await nextTurn();
    }
    return log.ended();
  };
}

/** All members at once, which is how they come, each again as soon as it has one. */
function musterClaims({ file, members }: Orders): Claim {
  const store = sqliteStore({ file, clock: systemClock, settle, durability: 'NORMAL' });
  return async (most) => {
    const log = new RaceLog();
    let asking = 0;
    const work = async (memberId: string): Promise<void> => {
      const command = claimNextCommand({ goalId: goalId(1), memberId, onlyCovered: false });
      for (let askedAt = log.beganAt; asking < most; ) {
        asking += 1;
        const claimed = await store.perform(command);
        if (!claimed.ok) log.failed += 1;
        else if (claimed.value === undefined) return log.foundNothing(askedAt);
        else askedAt = log.took(keyOf(claimed.value.taskId), askedAt);
      }
    };
    await Promise.all(members.map(work));
    return log.ended();
  };
}

class RaceLog implements Race {
  readonly tasks: number[] = [];
  readonly waits: number[] = [];
  readonly vain: number[] = [];
  failed = 0;
  cpuMs = 0;
  readonly beganAt = machineMs();
  endedAt = this.beganAt;
  private readonly before = process.cpuUsage();

  /** Gives when that was. */
  took(task: number, askedAt: number): number {
    this.endedAt = machineMs();
    this.tasks.push(task);
    this.waits.push(this.endedAt - askedAt);
    return this.endedAt;
  }

  foundNothing(askedAt: number): void {
    this.vain.push(machineMs() - askedAt);
  }

  ended(): Race {
    const { user, system } = process.cpuUsage(this.before);
    this.cpuMs = (user + system) / 1_000;
    return this;
  }
}

/** The same for all processes. */
function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

if (isMain(import.meta.url)) {
  const orders: Orders = JSON.parse(process.argv[2] ?? '{}');
  const claim = orders.side === 'floor' ? bareClaims(orders) : musterClaims(orders);
  process.on('message', (order: { readonly most?: number | null; readonly end?: true }) => {
    if (order.end === true) process.exit(0);
    void claim(order.most ?? Infinity).then((race) => process.send?.(race));
  });
  process.send?.('ready');
}

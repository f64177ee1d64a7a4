// A clock that moves only when a test moves it. What falls due is done in the order of time, and after each piece everything
// that waits for no time goes on first, so that work may set new timers while time passes.
import { TeamError } from '../core/errors.ts';
import { INTERRUPTED } from '../core/refusals/interrupted.ts';
import type { Clock } from '../ports/clock.ts';

export interface FixedClock extends Clock {
  /** Lets `ms` pass. Resolves when all that fell due, and all that followed from it without waiting for time, is done. */
  advance(ms: number): Promise<void>;
  /** Lets all go on that waits for no time. Work that waits for a socket or a file is not waited for. */
  quiet(): Promise<void>;
  /** How many sleeps and timers wait for time. */
  waiting(): number;
}

/** A Monday morning. */
const START = Date.UTC(2026, 0, 5, 9);
/** Turns of the event loop that count as quiet: a commit takes one, a step of the engine two. */
const QUIET_TURNS = 24;

interface Due {
  at: number;
  /** Among those that fall due together the one that was set first. */
  order: number;
  readonly everyMs: number | null;
  readonly fire: () => void;
}

export function fixedClock(startAt: number = START): FixedClock {
  const waiting = new Set<Due>();
  let time = startAt;
  let orders = 0;
  let passing: Promise<void> = Promise.resolve();

  const add = (ms: number, everyMs: number | null, fire: () => void): Due => {
    const due: Due = { at: time + ms, order: (orders += 1), everyMs, fire };
    waiting.add(due);
    return due;
  };
  const fire = (due: Due): void => {
    time = Math.max(time, due.at);
    if (due.everyMs === null) waiting.delete(due);
    else {
      due.at += due.everyMs;
      due.order = orders += 1;
    }
    due.fire();
  };
  const pass = async (ms: number): Promise<void> => {
    const end = time + ms;
    await quiet();
    for (let next = firstUntil(waiting, end); next !== undefined; next = firstUntil(waiting, end)) {
      fire(next);
      await quiet();
    }
    time = end;
  };

  return {
    now: () => time,
    every(everyMs, action) {
      if (!(everyMs > 0)) throw new TeamError('input.invalid', { en: `A timer every ${everyMs} ms would never let time pass. Give a positive number.`, zh: `间隔 ${everyMs} 毫秒的定时器不会让时间前进。请给出正数。` });
      const due = add(everyMs, everyMs, action);
      return () => void waiting.delete(due);
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const interrupted = () => new TeamError('engine.interrupted', INTERRUPTED.wait);
        if (signal?.aborted === true) return reject(interrupted());
        const stopped = () => void (waiting.delete(due), reject(interrupted()));
        const due = add(Math.max(0, ms), null, () => {
          signal?.removeEventListener('abort', stopped);
          resolve();
        });
        signal?.addEventListener('abort', stopped, { once: true });
        if (ms <= 0) fire(due);
      }),
    advance(ms) {
      // One after another: two advances at once are the sum of both.
      const passed = passing.then(() => pass(ms));
      passing = passed.catch(() => undefined);
      return passed;
    },
    quiet,
    waiting: () => waiting.size,
  };
}

function firstUntil(waiting: ReadonlySet<Due>, end: number): Due | undefined {
  let first: Due | undefined;
  for (const due of waiting) {
    if (due.at > end) continue;
    if (first === undefined || due.at < first.at || (due.at === first.at && due.order < first.order)) first = due;
  }
  return first;
}

async function quiet(): Promise<void> {
  for (let turn = 0; turn < QUIET_TURNS; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
}

// A clock that moves only when a test moves it, and wakes who sleeps at the right moment and in the right order.

export interface SteppedClock {
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  advance(ms: number): Promise<void>;
  /** Lets all that can go on without time go on. */
  settle(): Promise<void>;
  sleepers(): number;
}

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

export function steppedClock(): SteppedClock {
  let time = 1_000_000;
  const asleep = new Set<Sleeper>();
  const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  return {
    now: () => time,
    settle,
    sleepers: () => asleep.size,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper: Sleeper = { until: time + ms, wake: resolve };
        asleep.add(sleeper);
        signal.addEventListener('abort', () => void (asleep.delete(sleeper), reject(signal.reason)), { once: true });
      }),
    advance: async (ms) => {
      const end = time + ms;
      await settle();
      for (;;) {
        const next = [...asleep].filter(({ until }) => until <= end).toSorted((a, b) => a.until - b.until)[0];
        if (next === undefined) break;
        time = Math.max(time, next.until);
        asleep.delete(next);
        next.wake();
        await settle();
      }
      time = end;
    },
  };
}

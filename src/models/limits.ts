// How much one provider is asked at once and in a minute: first come, first served, and every wait can be stopped.
// The limits hold for any 60 seconds, not only for whole minutes. One timer serves all who wait.

export interface LimitRules {
  readonly concurrency: number;
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
}

export const DEFAULT_CONCURRENCY = 8;

export interface LimitClock {
  now(): number;
  /** Resolves after `ms`, rejects when `signal` is aborted first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Leave to make one call; give it back when the call has ended. */
export interface Ticket {
  /** Contract: gives the place back once; further calls do nothing. `tokens` replaces the estimate when it is known. */
  leave(tokens?: number): void;
}

export interface Limiter {
  /** Waits for leave to make a call of about `tokens`. Rejects with the signal's reason when it is aborted. */
  enter(tokens: number, signal: AbortSignal): Promise<Ticket>;
}

interface Waiting {
  readonly tokens: number;
  readonly admit: (ticket: Ticket) => void;
}
interface Spent {
  readonly at: number;
  tokens: number;
}

const MINUTE = 60_000;

export function createLimiter(rules: LimitRules, clock: LimitClock): Limiter {
  const queue: Waiting[] = [];
  const spent: Spent[] = [];
  const concurrency = Math.max(1, rules.concurrency);
  const perMinute = rules.requestsPerMinute !== undefined || rules.tokensPerMinute !== undefined;
  let running = 0;
  let sleeper: AbortController | undefined;

  function admitAll(): void {
    for (let head = queue[0]; head !== undefined && running < concurrency; head = queue[0]) {
      const wait = waitForMinute(rules, spent, { tokens: head.tokens, now: clock.now() });
      if (wait > 0) return wakeAfter(wait);
      queue.shift();
      head.admit(openTicket(head.tokens));
    }
    if (queue.length === 0) sleeper?.abort();
  }

  function wakeAfter(wait: number): void {
    if (sleeper !== undefined) return;
    const own = (sleeper = new AbortController());
    const wake = (): void => {
      if (sleeper === own) sleeper = undefined;
      admitAll();
    };
    clock.sleep(wait, own.signal).then(wake, wake);
  }

  function openTicket(tokens: number): Ticket {
    running += 1;
    const entry: Spent = { at: clock.now(), tokens };
    if (perMinute) spent.push(entry);
    let open = true;
    return {
      leave(actual) {
        if (!open) return;
        open = false;
        running -= 1;
        entry.tokens = actual ?? tokens;
        // A call that took less than was thought may let the next one in sooner.
        if (sleeper === undefined) admitAll();
        else sleeper.abort();
      },
    };
  }

  return {
    enter: (tokens, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const waiting: Waiting = { tokens, admit: (ticket) => (signal.removeEventListener('abort', giveUp), resolve(ticket)) };
        const giveUp = (): void => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(signal.reason);
          admitAll();
        };
        signal.addEventListener('abort', giveUp, { once: true });
        queue.push(waiting);
        admitAll();
      }),
  };
}

/** Milliseconds until the last 60 seconds have room for one more call; 0 when they have it now. Forgets what is older. */
function waitForMinute(rules: LimitRules, spent: Spent[], next: { tokens: number; now: number }): number {
  while (spent[0] !== undefined && spent[0].at + MINUTE <= next.now) spent.shift();
  const { requestsPerMinute = Infinity, tokensPerMinute = Infinity } = rules;
  let tokens = spent.reduce((sum, entry) => sum + entry.tokens, 0);
  let requests = spent.length;
  let until = next.now;
  // A call that is larger than a whole minute goes when the minute is empty, instead of waiting for ever.
  for (const entry of spent) {
    if (requests < requestsPerMinute && tokens + next.tokens <= tokensPerMinute) break;
    requests -= 1;
    tokens -= entry.tokens;
    until = entry.at + MINUTE;
  }
  return until - next.now;
}

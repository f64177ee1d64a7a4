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
  const gate: Gate = { rules, clock, queue: [], spent: [], running: 0, sleeper: undefined };
  return { enter: (tokens, signal) => enterGate(gate, tokens, signal) };
}

interface Gate {
  readonly rules: LimitRules;
  readonly clock: LimitClock;
  readonly queue: Waiting[];
  /** The calls of the last 60 seconds, oldest first; kept only where a minute is limited. */
  readonly spent: Spent[];
  running: number;
  sleeper: AbortController | undefined;
}

function enterGate(gate: Gate, tokens: number, signal: AbortSignal): Promise<Ticket> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const waiting: Waiting = {
      tokens,
      admit: (ticket) => {
        signal.removeEventListener('abort', giveUp);
        resolve(ticket);
      },
    };
    const giveUp = (): void => {
      gate.queue.splice(gate.queue.indexOf(waiting), 1);
      reject(signal.reason);
      admitAll(gate);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    gate.queue.push(waiting);
    admitAll(gate);
  });
}

/** Lets in from the front as many as the limits allow; a large call at the front is not overtaken by small ones. */
function admitAll(gate: Gate): void {
  const { rules, queue, spent, clock } = gate;
  for (let head = queue[0]; head !== undefined && gate.running < Math.max(1, rules.concurrency); head = queue[0]) {
    const wait = waitForMinute(rules, spent, { tokens: head.tokens, now: clock.now() });
    if (wait > 0) return wakeAfter(gate, wait);
    queue.shift();
    head.admit(openTicket(gate, head.tokens));
  }
  if (queue.length === 0) gate.sleeper?.abort();
}

function wakeAfter(gate: Gate, wait: number): void {
  if (gate.sleeper !== undefined) return;
  const own = new AbortController();
  gate.sleeper = own;
  const wake = (): void => {
    if (gate.sleeper === own) gate.sleeper = undefined;
    admitAll(gate);
  };
  void gate.clock.sleep(wait, own.signal).then(wake, wake);
}

function openTicket(gate: Gate, tokens: number): Ticket {
  gate.running += 1;
  const entry: Spent = { at: gate.clock.now(), tokens };
  if (gate.rules.requestsPerMinute !== undefined || gate.rules.tokensPerMinute !== undefined) gate.spent.push(entry);
  let open = true;
  return {
    leave(actual) {
      if (!open) return;
      open = false;
      gate.running -= 1;
      entry.tokens = actual ?? tokens;
      // A call that took less than was thought may let the next one in sooner.
      if (gate.sleeper === undefined) admitAll(gate);
      else gate.sleeper.abort();
    },
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

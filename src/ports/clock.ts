// Time and timers. Inside a process time runs on the monotonic clock from the wall time of its start, so that a jump of
// the wall clock reaps nothing; tests move it by hand.

export interface Clock {
  /** Milliseconds since 1970, never running backwards inside a process. */
  now(): number;
  /** Calls `action` every `everyMs` until the returned function is called. */
  every(everyMs: number, action: () => void): () => void;
  /** Resolves after `ms`; rejects with `engine.interrupted` once `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

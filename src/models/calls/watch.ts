// Watches one try of a call: ends it when the caller stops it, when nothing has come for too long, or when it never ends.
// One timer and one listener for the life of the try; both are gone when `end` has been called.

export interface Watch {
  /** For the call itself: aborted closes its socket. */
  readonly signal: AbortSignal;
  /** Rejects as soon as the try is over, so that a call which overlooks its signal holds nobody up. */
  readonly over: Promise<never>;
  /** Something came: the silence starts anew. */
  readonly heard: () => void;
  readonly end: () => void;
}

export interface WatchLimits {
  /** The longest time in which nothing comes. */
  readonly silenceMs: number;
  /** The longest time for the whole try, however much comes. */
  readonly wholeMs: number;
}

export function watchCall(caller: AbortSignal, { silenceMs, wholeMs }: WatchLimits): Watch {
  const startedAt = performance.now();
  const own = new AbortController();
  const { promise: over, reject } = Promise.withResolvers<never>();
  over.catch(() => undefined);
  const stop = (reason: unknown): void => {
    own.abort(reason);
    reject(reason);
  };
  const onAbort = (): void => stop(caller.reason);
  const tooLate = (): void => stop(new DOMException('no answer in time', 'TimeoutError'));
  const timer = setTimeout(tooLate, Math.min(silenceMs, wholeMs));
  if (caller.aborted) onAbort();
  else caller.addEventListener('abort', onAbort, { once: true });
  return {
    signal: own.signal,
    over,
    // A stream that drips for ever is never silent, so the whole is looked at whenever a piece comes.
    heard: () => (performance.now() - startedAt < wholeMs ? void timer.refresh() : tooLate()),
    end: () => {
      clearTimeout(timer);
      caller.removeEventListener('abort', onAbort);
    },
  };
}

// Waiting for what others do: listen first, then look, then wait, so that nothing falls between the look and the wait.
import type { MusterEvent } from '../core/change.ts';
import type { Engine } from './engine.ts';

/** `next` resolves with the next event that `concerns` says yes to, or when the signal is aborted. Call `forget` in any case. */
export function nextEvent({ store }: Pick<Engine, 'store'>, signal: AbortSignal, concerns: (event: MusterEvent) => boolean): { readonly next: Promise<void>; readonly forget: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const wake = () => resolve();
  const forgetEvents = store.onEvents((events) => {
    if (events.some(concerns)) wake();
  });
  signal.addEventListener('abort', wake, { once: true });
  if (signal.aborted) wake();
  return {
    next: promise,
    forget() {
      forgetEvents();
      signal.removeEventListener('abort', wake);
    },
  };
}

// The queue of one process: a direct call. Losing and doubling wake-ups is allowed, so there is nothing to keep.
import type { Queue, WakeUp } from '../ports/queue.ts';

export function inProcessQueue(): Queue {
  const handlers = new Set<(wakeUp: WakeUp) => void>();
  return {
    send(wakeUp) {
      for (const handle of handlers) handle(wakeUp);
    },
    receive(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
    close: () => handlers.clear(),
  };
}

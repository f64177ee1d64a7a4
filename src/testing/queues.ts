// Queues that remember what was sent, and that lose or double wake-ups on purpose: whatever a queue does, the goal must come
// to the same end.
import type { Queue, WakeUp } from '../ports/queue.ts';

export interface RecordingQueue extends Queue {
  /** Every wake-up that was sent, dropped ones too, oldest first. */
  readonly sent: readonly WakeUp[];
  readonly dropped: readonly WakeUp[];
}

export interface Losses {
  readonly drop?: (wakeUp: WakeUp) => boolean;
  readonly double?: (wakeUp: WakeUp) => boolean;
}

export const recordingQueue = (): RecordingQueue => lossyQueue({});

export function lossyQueue({ drop = never, double = never }: Losses): RecordingQueue {
  const handlers = new Set<(wakeUp: WakeUp) => void>();
  const sent: WakeUp[] = [];
  const dropped: WakeUp[] = [];
  const deliver = (wakeUp: WakeUp): void => {
    for (const handle of handlers) handle(wakeUp);
  };
  return {
    sent,
    dropped,
    send(wakeUp) {
      sent.push(wakeUp);
      if (drop(wakeUp)) return void dropped.push(wakeUp);
      deliver(wakeUp);
      if (double(wakeUp)) deliver(wakeUp);
    },
    receive(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
    close: () => handlers.clear(),
  };
}

const never = (): boolean => false;

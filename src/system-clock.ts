// The real clock: the wall time at which the process began plus the monotonic time since, so that a jump of the wall clock
// neither reaps healthy work nor keeps dead work alive.
import { TeamError } from './core/errors.ts';
import { INTERRUPTED } from './core/refusals/interrupted.ts';
import type { Clock } from './ports/clock.ts';

export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  every(everyMs, action) {
    const timer = setInterval(action, everyMs);
    return () => clearInterval(timer);
  },
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stopped = () => {
        clearTimeout(timer);
        reject(new TeamError('engine.interrupted', INTERRUPTED.wait));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stopped);
        resolve();
      }, ms);
      if (signal?.aborted === true) stopped();
      else signal?.addEventListener('abort', stopped, { once: true });
    }),
};

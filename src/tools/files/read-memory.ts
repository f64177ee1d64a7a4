// What each attempt has read, so that file.write can tell whether it writes over something it has not seen.
// Bounded and in memory only: what is forgotten must be read again, which is the safe side.

/** A file as an attempt last saw it. */
interface Seen {
  readonly hash: string;
  /** The call that wrote it so: the same call again changes nothing. */
  readonly writtenBy?: string;
}

export interface ReadMemory {
  recall(attemptId: string, path: string): Seen | undefined;
  remember(attemptId: string, path: string, seen: Seen): void;
}

export function readMemory({ attempts = 256, files = 2048 }: { readonly attempts?: number; readonly files?: number } = {}): ReadMemory {
  const byAttempt = new Map<string, Map<string, Seen>>();
  return {
    recall: (attemptId, path) => byAttempt.get(attemptId)?.get(path),
    remember(attemptId, path, seen) {
      const known = byAttempt.get(attemptId) ?? new Map<string, Seen>();
      putLast(known, path, seen, files);
      putLast(byAttempt, attemptId, known, attempts);
    },
  };
}

/** The one that was used longest ago goes first. */
function putLast<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

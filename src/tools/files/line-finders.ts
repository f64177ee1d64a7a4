// The two ways to look for lines: a text as it stands, here; a regular expression, in a thread that can be ended.
// Invariant: a pattern never holds up the event loop, and never runs longer than its limit on one file.
import { Worker } from 'node:worker_threads';
import { workerFile } from '../worker-file.ts';
import { matchLines, type LineMatch } from './match-lines.ts';

export interface LineFinder {
  /** Contract: undefined where the time for one text was up; then the finder is of no more use. */
  find(text: string, most: number): Promise<readonly LineMatch[] | undefined>;
  close(): Promise<void>;
}

export function textFinder(wanted: string, isCaseIgnored: boolean): LineFinder {
  const folded = isCaseIgnored ? wanted.toLowerCase() : wanted;
  const find = (line: string): number => (isCaseIgnored ? line.toLowerCase() : line).indexOf(folded);
  return { find: (text, most) => Promise.resolve(matchLines(text, find, most)), close: () => Promise.resolve() };
}

/** Undefined where the pattern cannot be read. Strict reading first; what only old rules allow (`\-`) is taken as well. */
export function readPattern(source: string, isCaseIgnored: boolean): RegExp | undefined {
  const more = isCaseIgnored ? 'i' : '';
  for (const flags of [`u${more}`, more]) {
    try {
      return new RegExp(source, flags);
    } catch {
      continue;
    }
  }
  return undefined;
}

/** Starting a thread takes its time on a busy machine; that is not the pattern's fault. */
const START_MS = 20_000;

export function patternFinder({ source, flags }: RegExp, limitMs: number): LineFinder {
  const worker = new Worker(workerFile(import.meta.url, 'pattern-worker'), { workerData: { source, flags }, resourceLimits: { maxOldGenerationSizeMb: 256 }, env: {} });
  const ready = answerOf<'ready'>(worker, START_MS);
  // Whoever looks for nothing must not be told about a thread that did not start.
  ready.catch(() => undefined);
  return {
    async find(text, most) {
      if ((await ready) === undefined) return undefined;
      worker.postMessage({ text, most }, []);
      return answerOf<readonly LineMatch[]>(worker, limitMs);
    },
    close: async () => void (await worker.terminate()),
  };
}

/** The next message of a thread, or undefined when time is up. */
function answerOf<T>(worker: Worker, limitMs: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => end(() => resolve(undefined)), limitMs);
    const answered = (answer: T) => end(() => resolve(answer));
    const failed = (error: Error) => end(() => reject(error));
    const end = (act: () => void) => {
      clearTimeout(late);
      worker.off('message', answered).off('error', failed);
      act();
    };
    worker.once('message', answered).once('error', failed);
  });
}

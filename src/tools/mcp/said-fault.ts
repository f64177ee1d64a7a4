// A fault of the way to a server, said in both languages. Packages wrap what they are handed, so it is looked for among the causes too;
// what others throw is said in their words.
import { sameInBoth, type Bilingual } from '../../core/json.ts';

export class SaidFault extends Error {
  readonly says: Bilingual;

  constructor(says: Bilingual) {
    super(says.en);
    this.says = says;
  }
}

const MOST_CAUSES = 8;

export function wordsIn(error: unknown): Bilingual {
  let cause = error;
  for (let depth = 0; depth < MOST_CAUSES && cause instanceof Error; depth += 1) {
    if (cause instanceof SaidFault) return cause.says;
    cause = cause.cause;
  }
  return sameInBoth(error instanceof Error ? error.message : String(error));
}

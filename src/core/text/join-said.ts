// Several sentences, or parts of one, put together in both languages, each with the marks of its own.
import { sameInBoth, type Bilingual } from '../json.ts';

const MARKS = {
  list: { en: ', ', zh: '、' },
  clauses: { en: '; ', zh: '；' },
  sentences: { en: ' ', zh: '' },
  lines: sameInBoth('\n'),
} as const satisfies Record<string, Bilingual>;

export const joinSaid = (said: readonly Bilingual[], as: keyof typeof MARKS): Bilingual => ({
  en: said.map(({ en }) => en).join(MARKS[as].en),
  zh: said.map(({ zh }) => zh).join(MARKS[as].zh),
});

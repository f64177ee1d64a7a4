// "Did you mean …?": the known words closest to a word that is not known. Bounded, so that a wrong word in a large board stays cheap.
import { foldText } from './fold-text.ts';

const MAX_SCANNED = 1_000;
const MAX_LETTERS = 64;

/** Up to `count` known words within a third of the word's length in edits (or containing it), closest first. */
export const nearest = (word: string, known: Iterable<string>, count = 3): readonly string[] => {
  const wanted = letters(word);
  const found: { word: string; distance: number }[] = [];
  let scanned = 0;
  for (const candidate of known) {
    if (++scanned > MAX_SCANNED) break;
    const other = letters(candidate);
    const distance = contains(wanted, other) ? 1 : edits(wanted, other);
    if (distance <= Math.max(1, Math.floor(Math.max(wanted.length, other.length) / 3))) found.push({ word: candidate, distance });
  }
  return found.toSorted((a, b) => a.distance - b.distance).slice(0, count).map((hit) => hit.word);
};

const letters = (word: string): readonly string[] => [...foldText(word)].slice(0, MAX_LETTERS);

const contains = (a: readonly string[], b: readonly string[]): boolean =>
  Math.min(a.length, b.length) >= 3 && (a.join('').includes(b.join('')) || b.join('').includes(a.join('')));

/** Levenshtein distance with one row of memory. */
const edits = (a: readonly string[], b: readonly string[]): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of a.entries()) {
    const next = [i + 1];
    for (const [j, other] of b.entries()) {
      const swap = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(swap, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
};

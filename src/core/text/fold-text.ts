// Makes texts comparable that people and models write differently: width, case, composition, spaces, invisible marks.
// One folding for tags, names and titles, so that what is equal in one place is equal in all. Folding twice changes nothing.
import { graphemeSegments } from './segments.ts';

/** The folded form: for comparing only, never for showing. */
export const foldText = (text: string): string => {
  // Plain ASCII has nothing to compose or hide; most ids and field names are that, and this is the hottest line of planning.
  if (ASCII_WORDS.test(text)) return text.toLowerCase();
  if (ASCII.test(text)) return text.toLowerCase().replace(/\s+/gu, ' ').trim();
  // Lower, upper, lower is the plain road to full case folding: it makes one of ẞ, ß and SS, and of the two small sigmas.
  return text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')
    .replace(INVISIBLE, '').replace(/\s+/gu, ' ').trim();
};

/** What is shown of a text somebody typed: composed, without control characters, on one line. */
export const tidyText = (text: string): string =>
  text.normalize('NFC').replace(INVISIBLE, '').replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** True when the text has more graphemes than `max`. Reads no further than it must. */
export const isLongerThan = (text: string, max: number): boolean => {
  if (text.length <= max) return false;
  let count = 0;
  for (const _ of graphemeSegments(text)) if (++count > max) return true;
  return false;
};

/** At most `max` graphemes; a cut text ends with an ellipsis. */
export const shorten = (text: string, max: number): string => {
  if (!isLongerThan(text, max)) return text;
  const kept: string[] = [];
  for (const { segment } of graphemeSegments(text)) if (kept.push(segment) >= max - 1) break;
  return `${kept.join('').trimEnd()}…`;
};

const ASCII = /^[\t\n\r -~]*$/u;
const ASCII_WORDS = /^[!-~]+(?: [!-~]+)*$/u;
// Zero-width space, word joiner, byte order mark, direction marks. Joiners inside words (U+200C, U+200D) stay: scripts need them.
const INVISIBLE = /[\u200B\u2060\uFEFF\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

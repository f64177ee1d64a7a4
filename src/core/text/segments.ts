// Where a reader sees a text divided: into graphemes, which is what people call characters, and into words, in Chinese too.
// Unicode's rules for it take some 10 ms to load, so they are loaded at the first text that needs them and never at a start.

let grapheme: Intl.Segmenter | undefined;
let word: Intl.Segmenter | undefined;

export const graphemeSegments = (text: string): Intl.Segments =>
  (grapheme ??= new Intl.Segmenter('und', { granularity: 'grapheme' })).segment(text);

/** Words and what stands between them; `isWordLike` tells which. */
export const wordSegments = (text: string): Intl.Segments =>
  (word ??= new Intl.Segmenter('und', { granularity: 'word' })).segment(text);

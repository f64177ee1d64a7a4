// How long a text is, in the units that criteria and schemas count in. Characters are graphemes, words come from the
// segmenter of the platform, so Chinese counts as well as English and no emoji is cut in half.
import { graphemeSegments, wordSegments } from '../../core/text/segments.ts';

/** All numbers add up when texts are put together, so a budget can be kept without measuring the whole again. */
export interface TextMeasure {
  readonly graphemes: number;
  /** Unicode code points: the unit of `maxLength` in JSON Schema. */
  readonly points: number;
  readonly words: number;
}

export const measureText = (text: string): TextMeasure => ({ graphemes: graphemesOf(text).length, points: pointsIn(text), words: wordsIn(text).length });

export const addMeasures = (left: TextMeasure, right: TextMeasure): TextMeasure => ({
  graphemes: left.graphemes + right.graphemes,
  points: left.points + right.points,
  words: left.words + right.words,
});

// Printable ASCII has one grapheme per unit; the segmenter is two orders of magnitude slower than this look.
export const graphemesOf = (text: string): readonly string[] =>
  /^[\x20-\x7e\n]*$/.test(text) ? text.split('') : Array.from(graphemeSegments(text), ({ segment }) => segment);

export const pointsIn = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

export const wordsIn = (text: string): readonly string[] => Array.from(wordSegments(text)).filter(({ isWordLike }) => isWordLike === true).map(({ segment }) => segment);

/** The longest beginning of whole graphemes within both limits. */
export function cutText(text: string, limit: { readonly graphemes?: number; readonly points?: number }): string {
  const { graphemes = Infinity, points = Infinity } = limit;
  let kept = '';
  let count = 0;
  let used = 0;
  for (const grapheme of graphemesOf(text)) {
    used += pointsIn(grapheme);
    count += 1;
    if (count > graphemes || used > points) break;
    kept += grapheme;
  }
  return kept;
}


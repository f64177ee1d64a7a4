// How many columns a text takes in a terminal: Chinese, Japanese and Korean letters, full-width forms and emoji take two,
// marks that join the letter before them take none. Cutting and padding count columns, never code units.
import { graphemeSegments, wordSegments } from '../../core/text/segments.ts';

export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemeSegments(text)) width += widthOf(segment);
  return width;
}

/** At most `columns` wide; what was cut ends with an ellipsis. */
export function cutTo(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  if (columns <= 0) return '';
  let kept = '';
  let width = 0;
  for (const { segment } of graphemeSegments(text)) {
    const next = width + widthOf(segment);
    if (next > columns - 1) break;
    kept += segment;
    width = next;
  }
  return `${kept.trimEnd()}…`;
}

/** Exactly `columns` wide: cut, or filled up with spaces. */
export function fitTo(text: string, columns: number): string {
  const cut = cutTo(text, columns);
  return cut + ' '.repeat(Math.max(0, columns - displayWidth(cut)));
}

/** Lines of at most `columns`; breaks at spaces, and between letters where a script has none. */
export function wrapTo(text: string, columns: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(columns, 8)));
}

function wrapLine(line: string, columns: number): readonly string[] {
  if (displayWidth(line) <= columns) return [line];
  const lines: string[] = [];
  let current: string[] = [];
  let width = 0;
  for (const part of partsOf(line, columns)) {
    const partWidth = displayWidth(part);
    if (width + partWidth > columns && current.length > 0) {
      const carried = carriedOver(current, part);
      lines.push(current.join('').trimEnd());
      current = carried;
      width = displayWidth(current.join(''));
      if (current.length === 0 && part.trim() === '') continue;
    }
    current.push(part);
    width += partWidth;
  }
  const last = current.join('').trimEnd();
  return last === '' ? lines : [...lines, last];
}

/** Words; a word that is wider than a line comes letter by letter. */
function* partsOf(line: string, columns: number): Generator<string, void> {
  for (const { segment } of wordSegments(line)) {
    if (displayWidth(segment) <= columns) yield segment;
    else for (const letter of graphemeSegments(segment)) yield letter.segment;
  }
}

/** What moves to the next line with `next`: a closing mark must not begin a line, an opening one must not end it. */
function carriedOver(current: string[], next: string): string[] {
  const carried: string[] = [];
  const take = () => void carried.unshift(...current.splice(-1));
  if (CLOSING.test(next) && current.length > 1) take();
  while (current.length > 1 && OPENING.test(current.at(-1) ?? '')) take();
  return carried;
}

const PLAIN = /^[ -~]*$/;
const OPENING = /[\p{Ps}\p{Pi}]$/u;
const CLOSING = /^[\p{Pe}\p{Pf}.,;:!?，。、；：！？…]/u;
const WIDE = /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]|[\u{3000}-\u{303E}\u{FF01}-\u{FF60}\u{FFE0}-\u{FFE6}]|\p{Emoji_Presentation})/u;
/** Half-width Katakana and Hangul: wide scripts in a narrow form. */
const HALF = /^[\u{FF61}-\u{FFDC}\u{FFE8}-\u{FFEE}]/u;
const EMOJI_STYLE = /\p{Emoji}\u{FE0F}/u;
const NONE = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u;

const widthOf = (grapheme: string): number => (NONE.test(grapheme) ? 0 : HALF.test(grapheme) ? 1 : WIDE.test(grapheme) || EMOJI_STYLE.test(grapheme) ? 2 : 1);

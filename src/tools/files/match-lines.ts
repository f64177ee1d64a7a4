// Finds lines in a text. Invariant: linear beside what `find` itself takes, and a line is shown cut around what was found.

export interface LineMatch {
  readonly line: number;
  readonly text: string;
}

const SHOWN_CHARS = 240;

/** `find` gives the place of the first match in a line, or -1. */
export function matchLines(text: string, find: (line: string) => number, most: number): LineMatch[] {
  const matches: LineMatch[] = [];
  let number = 0;
  for (let start = 0; start <= text.length && matches.length < most;) {
    const end = text.indexOf('\n', start);
    const stop = end === -1 ? text.length : end;
    const line = text.slice(start, text.charCodeAt(stop - 1) === 13 && stop > start ? stop - 1 : stop);
    number++;
    const at = find(line);
    if (at >= 0) matches.push({ line: number, text: cutAround(line, at) });
    start = stop + 1;
  }
  return matches;
}

function cutAround(line: string, at: number): string {
  if (line.length <= SHOWN_CHARS) return line;
  const from = Math.max(0, Math.min(at - SHOWN_CHARS / 4, line.length - SHOWN_CHARS));
  const to = from + SHOWN_CHARS;
  return `${from > 0 ? '…' : ''}${line.slice(from, to).toWellFormed()}${to < line.length ? '…' : ''}`;
}

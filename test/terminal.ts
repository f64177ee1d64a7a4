// A terminal as small as it can be: takes what a program writes and shows what a person would see. It knows the few marks that
// a screen drawn in place needs, and fails on any other.
import { displayWidth } from '../src/cli/terminal/display-width.ts';

export interface Terminal {
  write(text: string): void;
  /** The lines as they stand, without trailing spaces and empty lines at the end. */
  lines(): string[];
  isCursorHidden(): boolean;
  /** How many frames were written. */
  frames(): number;
}

export function terminal(columns: number): Terminal {
  const rows: string[] = [''];
  let row = 0;
  let column = 0;
  let hidden = false;
  let frames = 0;
  const put = (letter: string) => {
    const cells = [...new Intl.Segmenter().segment(rows[row] ?? '')].map(({ segment }) => segment);
    let at = 0;
    let width = 0;
    while (at < cells.length && width < column) width += displayWidth(cells[at++] ?? '');
    const before = cells.slice(0, at).join('') + ' '.repeat(Math.max(0, column - width));
    let covered = 0;
    let end = at;
    while (end < cells.length && covered < displayWidth(letter)) covered += displayWidth(cells[end++] ?? '');
    rows[row] = before + letter + cells.slice(end).join('');
    column += displayWidth(letter);
    if (column > columns) throw new Error(`A line is wider than ${columns} columns: ${rows[row] ?? ''}`);
  };
  const cutRow = () => {
    let kept = '';
    for (const { segment } of new Intl.Segmenter().segment(rows[row] ?? '')) if (displayWidth(kept + segment) <= column) kept += segment;
    rows[row] = kept;
  };
  const marks: Readonly<Record<string, (count: number) => void>> = {
    A: (count) => void (row = Math.max(0, row - count)),
    K: cutRow,
    J: () => {
      cutRow();
      rows.length = row + 1;
    },
    m: () => undefined,
  };
  return {
    write(text) {
      for (const [, mark, count = '', kind = '', plain = ''] of text.matchAll(MARKS)) {
        if (mark?.includes('?') === true) {
          if (count === '25') hidden = kind === 'l';
          if (count === '2026' && kind === 'h') frames += 1;
        } else if (mark !== undefined) (marks[kind] ?? unknown(mark))(Number(count.split(';')[0] || 1));
        else if (plain === '\r') column = 0;
        else if (plain === '\n') {
          row += 1;
          column = 0;
          rows[row] ??= '';
        } else put(plain);
      }
    },
    lines: () => rows.map((line) => line.trimEnd()).join('\n').trimEnd().split('\n'),
    isCursorHidden: () => hidden,
    frames: () => frames,
  };
}

const ESCAPE = '\u001b';
/** A mark, or one letter as it stands. */
const MARKS = new RegExp(`(${ESCAPE}\\[\\??([\\d;]*)([A-Za-z]))|([^${ESCAPE}])`, 'gsu');

const unknown = (mark: string) => (): never => {
  throw new Error(`The terminal of the tests does not know ${JSON.stringify(mark)}`);
};

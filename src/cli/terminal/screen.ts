// Where a command writes: results to stdout, everything else to stderr. What came from models, files and people is made
// harmless first, so that no text can move the cursor, recolour the screen or hide a line.
import pc from 'picocolors';
import { tidyText } from '../../core/text/fold-text.ts';

export type Colors = ReturnType<typeof pc.createColors>;

export interface Screen {
  /** One line or several, to stdout. */
  print(text?: string): void;
  /** To stderr. */
  warn(text: string): void;
  /** To stdout as it stands, without a line end. */
  raw(text: string): void;
  readonly colors: Colors;
  /** A terminal that can redraw. */
  readonly isLive: boolean;
  columns(): number;
  rows(): number;
  /** Called when the terminal changes its size, until the returned function is called. */
  onResize(listener: () => void): () => void;
}

export function processScreen(env: Readonly<Record<string, string | undefined>>): Screen {
  const { stdout, stderr } = process;
  stdout.off('error', endWithReader).on('error', endWithReader);
  const isLive = stdout.isTTY === true && env['TERM'] !== 'dumb';
  const force = env['FORCE_COLOR'];
  const colored = (env['NO_COLOR'] ?? '') === '' && (force === undefined || force === '' ? isLive : force !== '0');
  return {
    print: (text = '') => void stdout.write(`${text}\n`),
    warn: (text) => void stderr.write(`${text}\n`),
    raw: (text) => void stdout.write(text),
    colors: pc.createColors(colored),
    isLive,
    columns: () => sizeOr(stdout.columns, 100),
    rows: () => sizeOr(stdout.rows, 24),
    onResize(listener) {
      stdout.on('resize', listener);
      return () => void stdout.off('resize', listener);
    },
  };
}

/** Some terminals report that they have no columns at all. */
export const sizeOr = (reported: number | undefined, usual: number): number => (reported === undefined || reported === 0 ? usual : reported);

/** A reader that went away (`| head`) is no fault of ours. */
function endWithReader(error: Error & { code?: string }): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
}

/** A foreign text on one line. */
export const oneLine = tidyText;

/** A foreign text with its line breaks. */
export const harmless = (text: string): string => text.replace(/\r\n?/g, '\n').split('\n').map((line) => line.replaceAll('\t', '  ').replace(UNSAFE, '')).join('\n');

/** Control characters and marks that turn the direction of writing. */
const UNSAFE = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

export const indent = (text: string, by = 2): string => text.split('\n').map((line) => (line === '' ? line : ' '.repeat(by) + line)).join('\n');

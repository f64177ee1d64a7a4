// Marks of unfinished work in tracked text files: TODO, FIXME, XXX and HACK as whole words in capitals. A line counts once,
// however many marks stand on it, as `git grep -c -w` counts.
import { openRepository } from './git.ts';
import type { WorkInput, WorkOptions, WorkResult } from './git.ts';
import { piecesOf, trackedFiles } from './tracked-files.ts';
import type { TrackedFile } from './tracked-files.ts';

export const MARKS = ['TODO', 'FIXME', 'XXX', 'HACK'] as const;
type Mark = (typeof MARKS)[number];

export interface UnfinishedWork {
  /** Lines with at least one mark, in all files. */
  readonly lines: number;
  /** Lines with this mark; a line with two marks stands under both. */
  readonly byMark: Readonly<Record<Mark, number>>;
  readonly fileCount: number;
  /** Most lines first, at most 100. */
  readonly files: readonly MarkedFile[];
}

export interface MarkedFile {
  readonly path: string;
  readonly lines: number;
  /** Numbers of the first 50 of these lines, counted from 1. */
  readonly lineNumbers: readonly number[];
}

const SHOWN_FILES = 100;
const SHOWN_LINES = 50;

export async function findUnfinishedWork(input: WorkInput, options: WorkOptions): Promise<WorkResult<UnfinishedWork>> {
  const { files } = await trackedFiles(await openRepository(input, options));
  const byMark: Record<Mark, number> = { TODO: 0, FIXME: 0, XXX: 0, HACK: 0 };
  const marked: MarkedFile[] = [];
  for (const file of files.filter(({ isText }) => isText)) {
    const found = await markedLines(file, options.signal);
    for (const { marks } of found) for (const mark of marks) byMark[mark] += 1;
    if (found.length > 0) marked.push({ path: file.path, lines: found.length, lineNumbers: found.slice(0, SHOWN_LINES).map(({ number }) => number) });
  }
  const output: UnfinishedWork = {
    lines: marked.reduce((sum, { lines }) => sum + lines, 0),
    byMark,
    fileCount: marked.length,
    files: marked.toSorted((left, right) => right.lines - left.lines || (left.path < right.path ? -1 : 1)).slice(0, SHOWN_FILES),
  };
  return { output, executionSummary: SUMMARY[input.locale ?? 'en'](output) };
}

const SUMMARY = {
  en: ({ lines, fileCount, byMark }: UnfinishedWork) => `${lines} lines in ${fileCount} files carry a mark of unfinished work (${listed(byMark, ', ')}).`,
  zh: ({ lines, fileCount, byMark }: UnfinishedWork) => `${fileCount} 个文件中有 ${lines} 行带有未完成标记（${listed(byMark, '、')}）。`,
};

function listed(byMark: Readonly<Record<Mark, number>>, comma: string): string {
  return MARKS.map((mark) => `${mark} ${byMark[mark]}`).join(comma);
}

interface MarkedLine {
  readonly number: number;
  readonly marks: ReadonlySet<Mark>;
}

/** Read as latin1: a byte is a character, so a text in any encoding that contains ASCII is searched without loss. */
async function markedLines(file: TrackedFile, signal: AbortSignal): Promise<readonly MarkedLine[]> {
  const found: MarkedLine[] = [];
  let number = 0;
  let rest = '';
  const look = (line: string): void => {
    number += 1;
    const marks = marksIn(line);
    if (marks.size > 0) found.push({ number, marks });
  };
  for await (const piece of piecesOf(file, signal)) {
    const lines = (rest + piece.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(look);
  }
  if (rest !== '') look(rest);
  return found;
}

const WHOLE_MARK = new RegExp(`(?<![A-Za-z0-9_])(?:${MARKS.join('|')})(?![A-Za-z0-9_])`, 'g');

function marksIn(line: string): ReadonlySet<Mark> {
  const words: readonly string[] = line.match(WHOLE_MARK) ?? [];
  return new Set(MARKS.filter((mark) => words.includes(mark)));
}

// What the reader has to say about a file: a complaint (the file gives no member) or a note (it does, and this was decided on
// the way). Each names the file, the line and what to write instead, in both languages.
import type { Bilingual, Locale } from '../core/json.ts';

export interface Remark {
  /** Path inside the folder, with "/". */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** The field as the file spells it; absent when the remark is about the file. */
  readonly field?: string;
  readonly says: Bilingual;
}

/** One line for a screen: `agents/writer.md:3: capacity: write a whole number from 1 to 10000`. */
export function tellRemark({ file, line, field, says }: Remark, locale: Locale): string {
  const colon = locale === 'zh' ? '：' : ': ';
  return `${file}:${line}${colon}${field === undefined ? '' : `${field}${colon}`}${says[locale]}`;
}

/** Remarks about one file, collected while it is read. */
export interface Remarks {
  readonly complaints: Remark[];
  readonly notes: Remark[];
  complain(line: number, field: string | undefined, says: Bilingual): void;
  note(line: number, field: string | undefined, says: Bilingual): void;
}

export function remarksOn(file: string): Remarks {
  const complaints: Remark[] = [];
  const notes: Remark[] = [];
  const about = (line: number, field: string | undefined, says: Bilingual): Remark => (field === undefined ? { file, line, says } : { file, line, field, says });
  return {
    complaints,
    notes,
    complain: (line, field, says) => void complaints.push(about(line, field, says)),
    note: (line, field, says) => void notes.push(about(line, field, says)),
  };
}

/** In the order of the file; what was said first stands first on a line. */
export const inOrder = (remarks: readonly Remark[]): readonly Remark[] => remarks.toSorted((a, b) => a.line - b.line);

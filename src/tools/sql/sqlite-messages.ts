// What the process that holds a SQLite file is asked and answers. Both sides import this and nothing of each other.
import type { Bilingual } from '../../core/json.ts';
import type { Rows } from './answer.ts';
import type { SqlFault } from './refusals.ts';

export type Parameter = string | number | boolean | null;

export interface SqliteRequest {
  /** `judge` only prepares the statement. */
  readonly does: 'judge' | 'query';
  readonly sql: string;
  readonly params: readonly Parameter[];
  readonly maxRows: number;
  readonly maxChars: number;
}

export type SqliteReply =
  | { readonly kind: 'judged' }
  | { readonly kind: 'rows'; readonly rows: Rows }
  | { readonly kind: 'refused'; readonly fault: SqlFault }
  /** SQLite's own words: no such column, no such file. */
  | { readonly kind: 'failed'; readonly message: string }
  /** What we found before SQLite was asked. */
  | { readonly kind: 'unfit'; readonly says: Bilingual };

/** The first message of a process: from now on it answers. */
export interface SqliteReady {
  readonly kind: 'ready';
}

/** What the process is started with, as one argument. */
export interface SqliteStart {
  readonly file: string;
  readonly alsoFunctions: readonly string[];
}


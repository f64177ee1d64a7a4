// The place of the reader in a text, and what it has seen so far. A fault is noted once, where it was first met;
// every leaf is noted with its span, so that loss.ts can prove afterwards that nothing was dropped.
import type { JsonObject } from '../../core/json.ts';
import type { ReasonName } from './reasons.ts';
import type { RepairName } from './repairs.ts';

/** A value under construction: what Json becomes once it is handed out. */
export type Tree = Scalar | Tree[] | { [key: string]: Tree };
export type Scalar = null | boolean | number | string;

export interface Fault {
  readonly reason: ReasonName;
  readonly at: number;
}

export interface Cursor {
  readonly text: string;
  at: number;
  /** The whole schema; `$ref` is looked up in it. */
  readonly schema: JsonObject;
  /** Start and end of each leaf, by turns; quotes stand outside. */
  readonly spans: number[];
  readonly leaves: Scalar[];
  readonly repairs: Set<RepairName>;
  /** Characters that may still be looked at: keeps a hostile text from costing more than linear time. */
  readonly effort: { left: number };
  fault?: Fault;
}

export const openCursor = (text: string, at: number, schema: JsonObject, effort: { left: number }): Cursor => ({
  text, at, schema, spans: [], leaves: [], repairs: new Set(), effort,
});

export const effortFor = (text: string): { left: number } => ({ left: 24 * text.length + 10_000 });

export function fail(cursor: Cursor, reason: ReasonName, at = cursor.at): undefined {
  cursor.fault ??= { reason, at };
  return undefined;
}

export function noteLeaf(cursor: Cursor, start: number, end: number, leaf: Scalar): void {
  cursor.spans.push(start, end);
  cursor.leaves.push(leaf);
}

/** Where a value can end without a closing bracket: the end of the text, or a fence that closes. */
export const isEnd = (text: string, at: number): boolean => at >= text.length || text.startsWith('```', at);

const BLANK = /[\s\u200b-\u200d\u2060]*/y;

/** The next place that is neither blank nor a comment. */
export function afterBlanks(cursor: Cursor, from: number): number {
  const { text } = cursor;
  let at = from;
  for (;;) {
    BLANK.lastIndex = at;
    BLANK.test(text);
    const end = commentEnd(text, BLANK.lastIndex);
    cursor.effort.left -= (end ?? BLANK.lastIndex) - at;
    at = end ?? BLANK.lastIndex;
    if (end === undefined || cursor.effort.left < 0) return at;
  }
}

export function skipBlanks(cursor: Cursor): void {
  const from = cursor.at;
  cursor.at = afterBlanks(cursor, from);
  if (/[#/]/.test(cursor.text.slice(from, cursor.at))) cursor.repairs.add('comment');
}

function commentEnd(text: string, at: number): number | undefined {
  const line = text[at] === '#' || text.startsWith('//', at);
  if (!line && !text.startsWith('/*', at)) return undefined;
  const end = line ? text.indexOf('\n', at) : text.indexOf('*/', at + 2);
  if (end < 0) return text.length;
  return line ? end : end + 2;
}

// Finds the pieces of a text that may be the answer. The idea: braces and brackets that go on like JSON start a piece, and
// everything between pieces is prose, fences included. A piece that cannot be read is kept too: it may have been the answer.
import type { JsonObject } from '../../core/json.ts';
import { isEnd, openCursor, skipBlanks, type Fault, type Tree } from './cursor.ts';
import { readValue } from './grammar.ts';
import { losesNothing } from './loss.ts';
import type { ReasonName } from './reasons.ts';
import type { RepairName } from './repairs.ts';

export type Piece =
  | { readonly read: true; readonly start: number; readonly end: number; readonly value: Tree; readonly repairs: ReadonlySet<RepairName> }
  | { readonly read: false; readonly start: number; readonly end: number; readonly fault: Fault };

export interface Search {
  readonly text: string;
  /** Where the answer can begin: behind a byte-order mark or thinking aloud. */
  readonly from: number;
  readonly schema: JsonObject;
  readonly effort: { left: number };
}

/** More pieces than this are nobody's answer. */
const MAX_PIECES = 10_000;

export function findPieces(search: Search): Piece[] {
  const whole = wholeText(search);
  if (whole !== undefined) return [whole];
  const pieces: Piece[] = [];
  const { text } = search;
  let at = search.from;
  while ((at = nextOpening(text, at)) < text.length) {
    if (!looksLikeJson(text, at)) {
      at += 1;
      continue;
    }
    const crowded: Fault | undefined = pieces.length < MAX_PIECES ? undefined : { reason: 'tangled', at };
    const piece: Piece = crowded === undefined ? readPiece(search, at) : { read: false, start: at, end: at, fault: crowded };
    pieces.push(piece);
    if (!piece.read && SWALLOWS.has(piece.fault.reason)) break;
    at = Math.max(piece.end, at + 1);
  }
  return pieces;
}

/** A piece with such a fault runs to the end of the text, or may: nothing behind it is looked at. */
export const SWALLOWS: ReadonlySet<ReasonName> = new Set<ReasonName>(['unfinished', 'tangled', 'too_deep']);

function readPiece({ text, schema, effort }: Search, start: number): Piece {
  const cursor = openCursor(text, start, schema, effort);
  const value = readValue(cursor);
  if (value === undefined) {
    const fault = cursor.fault ?? { reason: 'unreadable', at: cursor.at };
    return { read: false, start, end: Math.min(fault.at, text.length), fault };
  }
  const end = cursor.at;
  if (!losesNothing(cursor, start, value)) return { read: false, start, end, fault: { reason: 'lossy', at: start } };
  return { read: true, start, end, value, repairs: cursor.repairs };
}

const FENCE = /```[\w-]*[ \t]*\r?\n?/y;

/** The text as one value from end to end when it starts like a text, a number or a word: no brackets to look for. */
function wholeText({ text, from, schema, effort }: Search): Piece | undefined {
  let start = skipSpace(text, from);
  FENCE.lastIndex = start;
  if (FENCE.test(text)) start = skipSpace(text, FENCE.lastIndex);
  if (/[[{【［｛]/.test(text.charAt(start))) return undefined;
  const cursor = openCursor(text, start, schema, effort);
  const value = readValue(cursor);
  if (value === undefined) return undefined;
  const end = cursor.at;
  skipBlanks(cursor);
  if (!isEnd(text, cursor.at) || !/^[`\s]*$/.test(text.slice(cursor.at, cursor.at + 40)) || text.length > cursor.at + 40) return undefined;
  cursor.at = end;
  return losesNothing(cursor, start, value) ? { read: true, start, end, value, repairs: cursor.repairs } : undefined;
}

const SPACE = /\s*/y;

function skipSpace(text: string, from: number): number {
  SPACE.lastIndex = from;
  SPACE.test(text);
  return SPACE.lastIndex;
}

const OPENING = /[[{【［｛]/g;

function nextOpening(text: string, from: number): number {
  OPENING.lastIndex = from;
  return OPENING.exec(text)?.index ?? text.length;
}

const QUOTE = `"'“”„‟‘’‚＂`;
const OBJECT_LIKE = new RegExp(`[{｛]\\s*(?:[${QUOTE}{｛}｝]|[\\p{L}\\p{N}_$][\\p{L}\\p{N}_$-]{0,199}\\s*[:：]|//|/\\*|#|$)`, 'uy');
const LIST_LIKE = new RegExp(`[[【［]\\s*(?:[${QUOTE}[{【［｛\\]】］0-9-]|(?:true|false|null|True|False|None)\\b|//|/\\*|$)`, 'uy');

function looksLikeJson(text: string, at: number): boolean {
  const like = '{｛'.includes(text.charAt(at)) ? OBJECT_LIKE : LIST_LIKE;
  like.lastIndex = at;
  return like.test(text);
}

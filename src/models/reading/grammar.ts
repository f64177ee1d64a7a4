// Reads one value of a grammar that is JSON plus the ways in which models write it wrongly, one token after another.
// It guesses nothing: where a text can be read in two ways it stops with a fault. Strict JSON is always read as JSON.
import type { JsonObject } from '../../core/json.ts';
import { fail, isEnd, noteLeaf, openCursor, skipBlanks, type Cursor, type Scalar, type Tree } from './cursor.ts';
import { formOfItems, formOfKey, isComplete, type Form } from './forms.ts';
import { looseNumber, exactNumber } from './numbers.ts';
import { BARE_KEY, isColon, isComma, isQuote, readString, type Place } from './strings.ts';

const MAX_DEPTH = 200;
const OBJECT_OPEN = '{｛';
const OBJECT_CLOSE = '}｝';
const LIST_OPEN = '[【［';
const LIST_CLOSE = ']】］';

interface Spot extends Place {
  readonly form: Form;
  readonly depth: number;
}

/** Reads the value that starts at the cursor; nothing, with a fault noted, when it cannot be read. */
export function readValue(cursor: Cursor, spot: Spot = { in: 'top', form: cursor.schema, depth: 0 }): Tree | undefined {
  skipBlanks(cursor);
  if (cursor.effort.left < 0) return fail(cursor, 'tangled');
  if (isEnd(cursor.text, cursor.at)) return fail(cursor, 'unfinished');
  const character = cursor.text.charAt(cursor.at);
  if (OBJECT_OPEN.includes(character)) return spot.depth < MAX_DEPTH ? readObject(cursor, spot) : fail(cursor, 'too_deep');
  if (LIST_OPEN.includes(character)) return spot.depth < MAX_DEPTH ? readList(cursor, spot) : fail(cursor, 'too_deep');
  if (isQuote(character)) return readString(cursor, spot);
  return /[-+.0-9]/.test(character) ? readNumber(cursor) : readWord(cursor);
}

/** Reads a text that must be one value from end to end. */
export function readWhole(text: string, schema: JsonObject, effort: { left: number }): { value: Tree; cursor: Cursor } | undefined {
  const cursor = openCursor(text, 0, schema, effort);
  const value = readValue(cursor);
  skipBlanks(cursor);
  return value !== undefined && cursor.at >= text.length ? { value, cursor } : undefined;
}

function readObject(cursor: Cursor, { form, depth }: Spot): Tree | undefined {
  take(cursor, OBJECT_OPEN);
  const doubled = OBJECT_OPEN.includes(cursor.text.charAt(cursor.at)) && cursor.at < cursor.text.length;
  if (doubled) take(cursor, OBJECT_OPEN);
  const entries = new Map<string, Tree>();
  for (;;) {
    skipBlanks(cursor);
    if (takes(cursor, OBJECT_CLOSE)) break;
    const keyAt = cursor.at;
    const key = readKey(cursor);
    if (key === undefined) return undefined;
    if (entries.has(key)) return fail(cursor, 'duplicate_key', keyAt);
    const value = readValue(cursor, { in: 'object', owner: form, form: formOfKey(cursor.schema, form, key), depth: depth + 1 });
    if (value === undefined) return undefined;
    entries.set(key, value);
    if (takesComma(cursor, OBJECT_CLOSE)) continue;
    if (takes(cursor, OBJECT_CLOSE)) break;
    if (!isEnd(cursor.text, cursor.at)) return fail(cursor, 'unreadable');
    if (doubled || !isWholeAtCut(value) || !isComplete(cursor.schema, form, entries)) return fail(cursor, 'unfinished');
    cursor.repairs.add('closed-cut');
    return Object.fromEntries(entries);
  }
  if (doubled) {
    skipBlanks(cursor);
    if (!takes(cursor, OBJECT_CLOSE)) return fail(cursor, isEnd(cursor.text, cursor.at) ? 'unfinished' : 'unreadable');
    cursor.repairs.add('doubled-braces');
  }
  return Object.fromEntries(entries);
}

/** A text may go on behind its last quote and a number behind its last digit; a word and a closed bracket cannot. */
const isWholeAtCut = (value: Tree): boolean => typeof value !== 'string' && typeof value !== 'number';

function readKey(cursor: Cursor): string | undefined {
  const key = isQuote(cursor.text[cursor.at]) ? readString(cursor, { in: 'key' }) : readBareKey(cursor);
  if (key === undefined) return undefined;
  skipBlanks(cursor);
  if (isEnd(cursor.text, cursor.at)) return fail(cursor, 'unfinished');
  if (!isColon(cursor.text[cursor.at])) return fail(cursor, 'unreadable');
  take(cursor, ':');
  return key;
}

function readBareKey(cursor: Cursor): string | undefined {
  if (isEnd(cursor.text, cursor.at)) return fail(cursor, 'unfinished');
  BARE_KEY.lastIndex = cursor.at;
  const key = BARE_KEY.exec(cursor.text)?.[0];
  if (key === undefined || !key.isWellFormed()) return fail(cursor, 'unreadable');
  cursor.repairs.add('unquoted-key');
  noteLeaf(cursor, cursor.at, cursor.at + key.length, key);
  cursor.at += key.length;
  return key;
}

function readList(cursor: Cursor, { form, depth }: Spot): Tree | undefined {
  take(cursor, LIST_OPEN);
  const items: Tree[] = [];
  const spot: Spot = { in: 'list', form: formOfItems(cursor.schema, form), depth: depth + 1 };
  for (;;) {
    skipBlanks(cursor);
    if (takes(cursor, LIST_CLOSE)) return items;
    const item = readValue(cursor, spot);
    if (item === undefined) return undefined;
    items.push(item);
    if (takesComma(cursor, LIST_CLOSE)) continue;
    if (takes(cursor, LIST_CLOSE)) return items;
    // A list that is cut may have had more elements: never closed here.
    return fail(cursor, isEnd(cursor.text, cursor.at) ? 'unfinished' : 'unreadable');
  }
}

function takesComma(cursor: Cursor, closers: string): boolean {
  skipBlanks(cursor);
  if (!isComma(cursor.text[cursor.at])) return false;
  take(cursor, ',');
  skipBlanks(cursor);
  if (cursor.at < cursor.text.length && closers.includes(cursor.text.charAt(cursor.at))) cursor.repairs.add('trailing-comma');
  return true;
}

function takes(cursor: Cursor, choices: string): boolean {
  if (cursor.at >= cursor.text.length || !choices.includes(cursor.text.charAt(cursor.at))) return false;
  take(cursor, choices);
  return true;
}

/** Steps over one mark of punctuation whose plain form stands first in `choices`. */
function take(cursor: Cursor, choices: string): void {
  if (cursor.text[cursor.at] !== choices[0]) cursor.repairs.add('cjk-punctuation');
  cursor.at += 1;
}

const NUMBER = /[-+.0-9][-+.0-9A-Za-z_]*/y;
const LEAF_END = /[\s,，:：\]】］}｝/#`\u200b-\u200d\u2060]/;

function readNumber(cursor: Cursor): Tree | undefined {
  const { text, at } = cursor;
  NUMBER.lastIndex = at;
  const token = NUMBER.exec(text)?.[0] ?? '';
  const end = at + token.length;
  const exact = exactNumber(token);
  const value = exact ?? looseNumber(token);
  if (value === undefined || (end < text.length && !LEAF_END.test(text.charAt(end)))) return fail(cursor, 'number');
  if (exact === undefined) cursor.repairs.add('loose-number');
  noteLeaf(cursor, at, end, value);
  cursor.at = end;
  return value;
}

const WORDS = new Map<string, Scalar>([['true', true], ['false', false], ['null', null], ['True', true], ['False', false], ['None', null]]);
const WORD = /[\p{L}_$][\p{L}\p{N}_$]{0,39}/uy;

function readWord(cursor: Cursor): Tree | undefined {
  WORD.lastIndex = cursor.at;
  const word = WORD.exec(cursor.text)?.[0];
  if (word === undefined) return fail(cursor, 'unreadable');
  const value = WORDS.get(word);
  const end = cursor.at + word.length;
  if (value === undefined) return fail(cursor, /^(?:NaN|Infinity)$/.test(word) ? 'number' : end === cursor.text.length ? 'unfinished' : 'word');
  if (end < cursor.text.length && !LEAF_END.test(cursor.text.charAt(end))) return fail(cursor, 'word');
  if (/^[TFN]/.test(word)) cursor.repairs.add('python-literal');
  noteLeaf(cursor, cursor.at, end, value);
  cursor.at = end;
  return value;
}

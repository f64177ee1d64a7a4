// Reads one quoted text. The idea: a text ends at the first quote that JSON could go on after. When quotes stand inside the
// text unescaped, the end is taken only if it is the only possible one, or if the schema rules out every other.
import { afterBlanks, fail, isEnd, noteLeaf, type Cursor } from './cursor.ts';
import { mustHave, type Form } from './forms.ts';

/** Where a text stands: that decides what may follow it. */
export interface Place {
  readonly in: 'key' | 'object' | 'list' | 'top';
  /** The schema of the object that the text belongs to. */
  readonly owner?: Form;
}

/** Opening quote → quotes that close it. */
const QUOTES: Readonly<Record<string, string>> = {
  '"': '"', "'": "'", '“': '”', '”': '”', '„': '“”', '‟': '”', '‘': '’', '’': '’', '‚': '‘’', '＂': '＂',
};
const COMMA = ',，';
const COLON = ':：';
/** A key without quotes. */
export const BARE_KEY = /[\p{L}\p{N}_$][\p{L}\p{N}_$-]{0,199}/uy;
const VALUE_AHEAD = /["'“”„‘’＂[{【［｛\]】］0-9+-]|(?:true|false|null|True|False|None)\b/y;

export const isQuote = (character: string | undefined): boolean => character !== undefined && Object.hasOwn(QUOTES, character);
export const isComma = (character: string | undefined): boolean => character !== undefined && COMMA.includes(character);
export const isColon = (character: string | undefined): boolean => character !== undefined && COLON.includes(character);

export function readString(cursor: Cursor, place: Place): string | undefined {
  const opening = cursor.text.charAt(cursor.at);
  const closers = QUOTES[opening] ?? opening;
  const start = cursor.at + 1;
  const first = nextCloser(cursor, start, closers);
  if (first === undefined) return fail(cursor, 'unfinished', cursor.text.length);
  const end = canEndAt(cursor, first, place) ? first : endAfterInnerQuotes(cursor, { start, first, opening, closers, place });
  if (end === undefined) return undefined;
  const text = decode(cursor, start, end);
  if (text === undefined) return undefined;
  if (opening === "'") cursor.repairs.add('single-quotes');
  else if (opening !== '"') cursor.repairs.add('typographic-quotes');
  noteLeaf(cursor, start, end, text);
  cursor.at = end + 1;
  return text;
}

/** The next quote that is not escaped. */
function nextCloser(cursor: Cursor, from: number, closers: string): number | undefined {
  const { text, effort } = cursor;
  const [one, two] = [closers.charCodeAt(0), closers.length > 1 ? closers.charCodeAt(1) : -1];
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 92) at += 1;
    else if (code === one || code === two) break;
  }
  effort.left -= at - from;
  if (effort.left < 0) return fail(cursor, 'tangled', from);
  return at < text.length ? at : undefined;
}

function canEndAt(cursor: Cursor, quote: number, place: Place): boolean {
  const next = afterBlanks(cursor, quote + 1);
  const character = cursor.text.charAt(next);
  if (isEnd(cursor.text, next)) return true;
  if (place.in === 'key') return isColon(character);
  if (place.in === 'top') return false;
  if (place.in === 'object') return '}｝'.includes(character) || (isComma(character) && keyAhead(cursor, next + 1) !== undefined);
  return ']】］'.includes(character) || (isComma(character) && valueAhead(cursor, next + 1));
}

/** The key that starts here (empty when the object ends here instead), or nothing when no key can stand here. */
function keyAhead(cursor: Cursor, from: number): string | undefined {
  const { text } = cursor;
  const at = afterBlanks(cursor, from);
  if (isEnd(text, at) || '}｝'.includes(text.charAt(at))) return '';
  let [start, end, after] = [at, at, at];
  if (isQuote(text[at])) {
    const closer = nextCloser(cursor, at + 1, QUOTES[text.charAt(at)] ?? '');
    if (closer === undefined) return undefined;
    [start, end, after] = [at + 1, closer, closer + 1];
  } else {
    BARE_KEY.lastIndex = at;
    if (!BARE_KEY.test(text)) return undefined;
    end = after = BARE_KEY.lastIndex;
  }
  return isColon(text[afterBlanks(cursor, after)]) ? text.slice(start, end) : undefined;
}

function valueAhead(cursor: Cursor, from: number): boolean {
  const at = afterBlanks(cursor, from);
  VALUE_AHEAD.lastIndex = at;
  return isEnd(cursor.text, at) || VALUE_AHEAD.test(cursor.text);
}

interface Tangle {
  readonly start: number;
  readonly first: number;
  readonly opening: string;
  readonly closers: string;
  readonly place: Place;
}

function endAfterInnerQuotes(cursor: Cursor, tangle: Tangle): number | undefined {
  const { place, closers, first } = tangle;
  if (place.in === 'key' || place.in === 'top') return fail(cursor, 'unreadable', first + 1);
  const inner = [first];
  let end = nextCloser(cursor, first + 1, closers);
  while (end !== undefined && !canEndAt(cursor, end, place)) {
    inner.push(end);
    end = nextCloser(cursor, end + 1, closers);
  }
  if (end === undefined) return fail(cursor, 'unfinished', cursor.text.length);
  if (!arePaired(cursor.text, tangle, inner, end) || !isOnlyEnd(cursor, tangle, end)) return fail(cursor, 'inner_quotes', first);
  cursor.repairs.add('inner-quotes');
  return end;
}

/**
 * Quotes in running text come in pairs around words: an opening one touches what follows, a closing one what precedes.
 * Anything else is a sign of a lost comma, key or escape.
 */
function arePaired(text: string, { start, opening, closers }: Tangle, inner: readonly number[], end: number): boolean {
  if (inner.some((quote) => /^\s*[:：]/.test(text.slice(quote + 1, quote + 40)))) return false;
  if (inner.some((quote, index) => index > 0 && !/[\p{L}\p{N}]/u.test(text.slice((inner[index - 1] ?? 0) + 1, quote)))) return false;
  if (opening !== closers) return closers.length === 1 && areNested(text.slice(start, end), opening, closers);
  const counted = inner.filter((quote) => !isApostrophe(text, quote));
  return counted.length % 2 === 0 && counted.every((quote, index) => /\S/.test(text.charAt(index % 2 === 0 ? quote + 1 : quote - 1)));
}

function areNested(text: string, opening: string, closing: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length && depth >= 0; at += 1) {
    if (text[at] === opening) depth += 1;
    else if (text[at] === closing && !isApostrophe(text, at)) depth -= 1;
  }
  return depth === 0;
}

/** A single quote between two letters, as in it's. */
const isApostrophe = (text: string, at: number): boolean =>
  "'’".includes(text.charAt(at)) && /\p{L}/u.test(text.charAt(at - 1)) && /\p{L}/u.test(text.charAt(at + 1));

/**
 * A later end would swallow the key that follows here. If the schema requires that key and it stands nowhere else, a later end
 * cannot be meant. Otherwise there must be no later end at all.
 */
function isOnlyEnd(cursor: Cursor, { place, closers }: Tangle, end: number): boolean {
  const comma = afterBlanks(cursor, end + 1);
  const key = place.in === 'object' && isComma(cursor.text[comma]) ? keyAhead(cursor, comma + 1) : undefined;
  if (key !== undefined && mustHave(cursor.schema, place.owner, key) && !standsAgain(cursor, key, comma)) return true;
  let later = nextCloser(cursor, end + 1, closers);
  while (later !== undefined) {
    if (canEndAt(cursor, later, place)) return false;
    later = nextCloser(cursor, later + 1, closers);
  }
  return cursor.fault === undefined;
}

function standsAgain(cursor: Cursor, key: string, from: number): boolean {
  const rest = cursor.text.slice(cursor.text.indexOf(key, from) + key.length);
  cursor.effort.left -= rest.length;
  return new RegExp(`${key.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}\\\\?["'“”‘’＂]?\\s*[:：]`, 'u').test(rest);
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g;
const MEANING: Readonly<Record<string, string>> = {
  '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', "'": "'",
};
/** Control characters other than tab and line breaks. */
// oxlint-disable-next-line no-control-regex -- finding them is the point
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

function decode(cursor: Cursor, start: number, end: number): string | undefined {
  const raw = cursor.text.slice(start, end);
  if (CONTROL.test(raw)) return fail(cursor, 'character', start);
  if (/[\n\r\t]/.test(raw)) cursor.repairs.add('raw-line-break');
  const text = raw.includes('\\') ? withoutEscapes(cursor, raw, start) : raw;
  if (text === undefined) return undefined;
  return text.isWellFormed() && !text.includes('\0') ? text : fail(cursor, 'character', start);
}

/** Either every backslash of a text is an escape, or every one is meant as it stands; a mixture is refused. */
function withoutEscapes(cursor: Cursor, raw: string, start: number): string | undefined {
  let [escapes, bare, apostrophes, unclear] = [0, 0, 0, 0];
  const text = raw.replace(ESCAPE, (whole, hex: string | undefined, letter: string | undefined, at: number) => {
    const meaning = hex !== undefined ? String.fromCharCode(Number.parseInt(hex, 16)) : Object.hasOwn(MEANING, letter ?? '') ? MEANING[letter ?? ''] : undefined;
    if (letter === "'") apostrophes += 1;
    if (meaning === undefined) bare += 1;
    else escapes += 1;
    // \x41 is an escape in Python and JavaScript, a backslash at a line's end joins two lines in both.
    if (letter === '\n' || letter === '\r' || (letter === 'x' && /^[0-9a-fA-F]{2}/.test(raw.slice(at + 2, at + 4)))) unclear += 1;
    return meaning ?? whole;
  });
  if (unclear > 0 || (bare > 0 && escapes > 0)) return fail(cursor, 'backslash', start);
  if (bare > 0) cursor.repairs.add('lone-backslash');
  if (apostrophes > 0) cursor.repairs.add('escaped-apostrophe');
  return text;
}

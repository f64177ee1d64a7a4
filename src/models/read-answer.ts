// Turns what a model wrote into a value that fits a JSON Schema: one reader for all providers and all roles.
// Find the pieces that may be the answer, let the schema judge each, take the value only if it is the only one.
// Never throws, never guesses, never drops a character: what is not certain is refused with a sentence for the model.
import { localeOf, type Bilingual, type Json, type JsonObject, type Locale } from '../core/json.ts';
import { findPieces, SWALLOWS, type Piece, type Search } from './reading/candidates.ts';
import { effortFor, type Tree } from './reading/cursor.ts';
import { topNames } from './reading/forms.ts';
import { judge, type Judgement } from './reading/judge.ts';
import { REASONS, type ReasonName } from './reading/reasons.ts';
import { PACKING, type RepairName } from './reading/repairs.ts';

export interface ReadOptions {
  /** Language of `says` in a refusal; by default that of the answer. */
  readonly locale?: Locale;
  /** Longer answers are refused unread. */
  readonly maxChars?: number;
  /**
   * For verdicts: no mending of types ("true" is not true) and no prose beside the JSON, for what stands in prose may be a quotation
   * from the work. Fences and thinking aloud are still set aside.
   */
  readonly exact?: boolean;
  /** Examples that stood in the prompt. A piece that equals one of them is not the answer. */
  readonly examples?: readonly Json[];
}

export interface Unreadable {
  readonly ok: false;
  /** Stable name of the reason, for counting and for telling a cut answer from a wrong one. */
  readonly reason: ReasonName;
  readonly because: Bilingual;
  /** A JSON pointer into the value, or `line:column` of the text. */
  readonly where?: string;
  /** `because` and `where` in one language, ready for the model. */
  readonly says: string;
}

export type ReadAnswer = { readonly ok: true; readonly value: Json; readonly repaired: readonly RepairName[] } | Unreadable;

const DEFAULT_MAX_CHARS = 8_000_000;

export function readAnswer(text: string, schema: JsonObject, options: ReadOptions = {}): ReadAnswer {
  const refuse = refuser(text, options.locale);
  if (text.length > (options.maxChars ?? DEFAULT_MAX_CHARS)) return refuse('too_large');
  const { from, packing, unfinished } = unpack(text);
  if (unfinished) return refuse('unfinished');
  if (text.slice(from).trim() === '') return refuse('empty');
  const search: Search = { text, from, schema, effort: effortFor(text) };
  const pieces = findPieces(search);
  const judged = pieces.map((piece, index): Judged => ({
    piece,
    judgement: piece.read ? judge(piece.value, search, options.exact === true) : undefined,
    next: pieces[index + 1]?.start ?? text.length,
  }));
  const fitting = judged.flatMap(({ piece, judgement, next }) => (piece.read && judgement?.ok === true ? [{ piece, next, ...judgement }] : []));
  const own = fitting.filter(({ value }) => !(options.examples ?? []).some((example) => isSame(value, example)));
  const [answer, ...others] = own;
  if (answer === undefined) return fitting.length > 0 ? refuse('echo') : explain(judged, search, refuse);
  if (others.some(({ value }) => !isSame(value, answer.value))) return refuse('ambiguous');
  const rival = judged.find((one) => one.judgement?.ok !== true && isRival(one, search));
  if (rival !== undefined) return refuse('rival', placeOf(text, rival.piece.start));
  const leftover = own.map(({ piece, next }) => unopened(text, piece.end, next)).find((at) => at !== undefined);
  if (leftover !== undefined) return refuse('leftover', placeOf(text, leftover));
  const around = surroundings(text, from, own.map(({ piece }) => piece));
  if (options.exact === true && around.includes('prose')) return refuse('beside', placeOf(text, answer.piece.start));
  const repaired = new Set<RepairName>([...packing, ...around, ...(others.length > 0 ? (['repeated'] as const) : []), ...answer.piece.repairs, ...answer.mends]);
  if (isHollow(answer.value) && [...repaired].some((name) => !PACKING.has(name))) return refuse('hollow');
  return { ok: true, value: answer.value, repaired: [...repaired] };
}

interface Judged {
  readonly piece: Piece;
  /** Absent when the piece could not be read. */
  readonly judgement: Judgement | undefined;
  /** Where the next piece starts. */
  readonly next: number;
}

type Refuser = (reason: ReasonName, where?: string, because?: Bilingual) => Unreadable;

function refuser(text: string, locale: Locale | undefined): Refuser {
  return (reason, where, because = REASONS[reason]) => {
    const language = locale ?? localeOf(text.slice(0, 10_000));
    const place = where === undefined ? '' : language === 'zh' ? `（位置 ${where}）` : ` (at ${where})`;
    return { ok: false, reason, because, ...(where === undefined ? {} : { where }), says: because[language] + place };
  };
}

/** Steps over a byte-order mark and over thinking aloud, as some models write it in front of the answer. */
function unpack(text: string): { from: number; packing: RepairName[]; unfinished: boolean } {
  const mark = text.startsWith('\uFEFF');
  const packing: RepairName[] = mark ? ['byte-order-mark'] : [];
  const thinks = /^\uFEFF?\s*<think(?:ing)?>/.exec(text.slice(0, 200));
  if (thinks === null) return { from: mark ? 1 : 0, packing, unfinished: false };
  const ends = /<\/think(?:ing)?>/.exec(text);
  if (ends === null) return { from: 0, packing, unfinished: true };
  return { from: ends.index + ends[0].length, packing: [...packing, 'thinking'], unfinished: false };
}

/** No piece fits: tell what is wrong with the one that was most likely meant. */
function explain(judged: readonly Judged[], search: Search, refuse: Refuser): Unreadable {
  const meant = judged.find(({ piece }) => !piece.read && SWALLOWS.has(piece.fault.reason))
    ?? judged.find((one) => isRival(one, search)) ?? judged[0];
  if (meant === undefined) return refuse('no_json');
  const { piece, judgement } = meant;
  if (!piece.read) return refuse(piece.fault.reason, placeOf(search.text, piece.fault.at));
  return judgement?.ok === false ? refuse(judgement.reason, judgement.where, judgement.because) : refuse('unfit');
}

/**
 * A piece that does not count but may have been the answer: one that is cut off, one with broken quoted keys, or one that names
 * a field of the schema. Beside such a piece no other is taken, else a quoted example would win over a spoilt answer.
 */
function isRival({ piece, next }: Judged, { text, schema }: Search): boolean {
  const names = topNames(schema);
  if (piece.read) return names.length === 0 ? Array.isArray(piece.value) && piece.value.length > 0 : hasName(piece.value, names);
  if (SWALLOWS.has(piece.fault.reason) || names.length === 0) return true;
  if (/^[{｛]\s*["“”]/.test(text.slice(piece.start, piece.start + 200))) return true;
  const source = text.slice(piece.start, next);
  return names.some((name) => source.includes(name) && new RegExp(`${name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}\\\\?["'”’＂]?\\s*[:：]`, 'u').test(source));
}

function hasName(value: Tree, names: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((item) => typeof item === 'object' && !Array.isArray(item) && hasName(item, names));
  return typeof value === 'object' && value !== null && names.some((name) => Object.hasOwn(value, name));
}

/** The first closing bracket that nothing opened: a sign that the piece ended too early. */
function unopened(text: string, from: number, to: number): number | undefined {
  let open = 0;
  for (const { 0: bracket, index } of text.slice(from, to).matchAll(/[{}[\]]/g)) {
    open += '{['.includes(bracket) ? 1 : -1;
    if (open < 0) return from + index;
  }
  return undefined;
}

function surroundings(text: string, from: number, pieces: readonly Piece[]): RepairName[] {
  let at = from;
  let around = '';
  for (const piece of pieces) {
    around += text.slice(at, piece.start) + '\n';
    at = piece.end;
  }
  around += text.slice(at);
  const unfenced = around.replace(/```[\w-]*/g, '');
  if (unfenced.trim() !== '') return ['prose'];
  return unfenced === around ? [] : ['fence'];
}

const isHollow = (value: Tree): boolean =>
  value === null || (typeof value === 'string' ? value.trim() === '' : typeof value === 'object' && Object.keys(value).length === 0);

function isSame(one: Json, other: Json): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, theirs] = [Object.entries(one), new Map(Object.entries(other))];
  return mine.length === theirs.size && mine.every(([key, value]) => {
    const match: Json | undefined = theirs.get(key);
    return match !== undefined && isSame(value, match);
  });
}

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  return `${line}:${at - before.lastIndexOf('\n')}`;
}

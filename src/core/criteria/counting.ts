// How long a text is and in what script it is written, for every language alike.
// Characters are graphemes (what a reader calls one character), words are what Intl.Segmenter calls words, so Chinese counts too.
// Invariant: every measure is total, linear in the text, and unharmed by lone surrogates.
import type { Bilingual } from '../json.ts';
import { graphemeSegments, wordSegments } from '../text/segments.ts';

/**
 * Characters as a reader counts them, after NFC. A count above `ceiling` is answered as `ceiling + 1`,
 * so that a runaway text costs no more than its limit.
 */
export function countCharacters(text: string, ceiling = Infinity): number {
  // CR LF is one character; a vertical tab in its place joins nothing either, and keeps such texts off the segmenter.
  const plain = text.normalize('NFC').replaceAll('\r\n', '\v');
  let count = 0;
  let at = 0;
  for (let run = nextComplexRun(plain, at); run !== undefined && count <= ceiling; run = nextComplexRun(plain, at)) {
    count += run.start - at;
    for (const _ of graphemeSegments(plain.slice(run.start, run.end))) if (++count > ceiling) break;
    at = run.end;
  }
  return Math.min(count > ceiling ? count : count + plain.length - at, ceiling + 1);
}

/** Words of any language; punctuation and spaces are none. A count above `ceiling` is answered as `ceiling + 1`. */
export function countWords(text: string, ceiling = Infinity): number {
  let count = 0;
  for (const segment of wordSegments(text)) {
    if (segment.isWordLike === true && ++count > ceiling) break;
  }
  return count;
}

/** How often a folded text holds a folded literal, without overlap, up to `enough`. */
export function countLiteral(foldedText: string, foldedLiteral: string, enough = Infinity): number {
  if (foldedLiteral === '') return 0;
  let count = 0;
  for (let at = foldedText.indexOf(foldedLiteral); at !== -1 && count < enough; count++) {
    at = foldedText.indexOf(foldedLiteral, at + foldedLiteral.length);
  }
  return count;
}

/**
 * Which part of a text is written in a script, from 0 to 1; `undefined` when the text holds no letters.
 * Only letters count: digits, punctuation, emoji and links do not. A run of letters of a script that puts spaces between
 * words (Latin, Cyrillic, …) counts as one, as much as one Chinese character: a brand name weighs little in a Chinese
 * text, and a Chinese text full of technical terms does not pass as English.
 */
export function scriptShare(text: string, script: ScriptName): number | undefined {
  const spaced = SCRIPTS[script].spaced;
  let wanted = 0;
  let others = 0;
  for (const [run, own, foreignWord] of text.replace(LINK, ' ').matchAll(lettersOf(script))) {
    if (own !== undefined) wanted += spaced ? 1 : codePoints(run);
    else others += foreignWord === undefined ? codePoints(run) : 1;
  }
  return wanted + others === 0 ? undefined : wanted / (wanted + others);
}

interface ScriptRow {
  /** Members of a character class in the `v` syntax. */
  readonly letters: string;
  /** Whether words stand apart by spaces, so that a run of letters is about one word. */
  readonly spaced: boolean;
  readonly says: Bilingual;
}

/** The scripts that a criterion can ask for. `Japanese` is kana and kanji together. */
export const SCRIPTS = {
  Han: { letters: '\\p{scx=Han}', spaced: false, says: { en: 'Chinese characters', zh: '汉字' } },
  Latin: { letters: '\\p{scx=Latin}', spaced: true, says: { en: 'Latin letters', zh: '拉丁字母' } },
  Japanese: { letters: '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}', spaced: false, says: { en: 'Japanese kana and kanji', zh: '日文假名和汉字' } },
  Hiragana: { letters: '\\p{scx=Hiragana}', spaced: false, says: { en: 'hiragana', zh: '平假名' } },
  Katakana: { letters: '\\p{scx=Katakana}', spaced: false, says: { en: 'katakana', zh: '片假名' } },
  Hangul: { letters: '\\p{scx=Hangul}', spaced: true, says: { en: 'Korean letters', zh: '韩文字母' } },
  Cyrillic: { letters: '\\p{scx=Cyrillic}', spaced: true, says: { en: 'Cyrillic letters', zh: '西里尔字母' } },
  Greek: { letters: '\\p{scx=Greek}', spaced: true, says: { en: 'Greek letters', zh: '希腊字母' } },
  Arabic: { letters: '\\p{scx=Arabic}', spaced: true, says: { en: 'Arabic letters', zh: '阿拉伯字母' } },
  Hebrew: { letters: '\\p{scx=Hebrew}', spaced: true, says: { en: 'Hebrew letters', zh: '希伯来字母' } },
  Devanagari: { letters: '\\p{scx=Devanagari}', spaced: true, says: { en: 'Devanagari letters', zh: '天城文字母' } },
  Thai: { letters: '\\p{scx=Thai}', spaced: false, says: { en: 'Thai letters', zh: '泰文字母' } },
} as const satisfies Record<string, ScriptRow>;

export type ScriptName = keyof typeof SCRIPTS;

/** How many simple units end a run: calling the segmenter costs as much as some dozens of characters inside it. */
const GAP = 100;

/** The next stretch that only the segmenter can count, with the simple neighbour on either side that may belong to it. */
function nextComplexRun(text: string, from: number): { readonly start: number; readonly end: number } | undefined {
  const simple = simpleUnits();
  let first = from;
  while (first < text.length && simple[text.charCodeAt(first)] === 1) first++;
  if (first === text.length) return undefined;
  let last = first;
  for (let at = first + 1; at < text.length && at - last <= GAP; at++) {
    if (simple[text.charCodeAt(at)] !== 1) last = at;
  }
  return { start: Math.max(from, first - 1), end: Math.min(text.length, last + 2) };
}

// Code units that never join a neighbour of the same kind into one character (Unicode annex 29): most text is made of
// nothing else, and for it the count is the length.
const SIMPLE_RANGES: readonly (readonly [number, number])[] = [
  [0x09, 0x0b], [0x20, 0x7e], [0xa0, 0x2ff], [0x370, 0x482], [0x48a, 0x52f], [0x2010, 0x2027], [0x3000, 0x3029],
  [0x3041, 0x3096], [0x30a0, 0x30ff], [0x3400, 0x4dbf], [0x4e00, 0x9fff], [0xac00, 0xd7a3], [0xff01, 0xff9d],
];

let simpleTable: Uint8Array | undefined;
function simpleUnits(): Uint8Array {
  if (simpleTable !== undefined) return simpleTable;
  simpleTable = new Uint8Array(0x10000);
  for (const [first, last] of SIMPLE_RANGES) simpleTable.fill(1, first, last + 1);
  return simpleTable;
}

const LINK = /https?:\/\/[\x21-\x7e]+/gi;

const letterPatterns = new Map<ScriptName, RegExp>();

/** Runs of letters: group 1 is the wanted script, group 2 a word of another script with spaces, else other letters. */
function lettersOf(script: ScriptName): RegExp {
  const known = letterPatterns.get(script);
  if (known !== undefined) return known;
  const own = `[${SCRIPTS[script].letters}]`;
  // Letters that are counted one by one are taken without their marks.
  const wanted = runOf(`[${own}&&\\p{L}]${SCRIPTS[script].spaced ? MARKS : ''}`);
  const spaced = Object.values(SCRIPTS).filter((row) => row.spaced).map((row) => row.letters);
  const foreignWord = spaced.map((letters) => runOf(`[[[${letters}]&&\\p{L}]--${own}]${MARKS}`)).join('|');
  const pattern = new RegExp(`(${wanted})|(${foreignWord})|${runOf(`[\\p{L}--[${own}${spaced.join('')}]]`)}`, 'gv');
  letterPatterns.set(script, pattern);
  return pattern;
}

const MARKS = "[\\p{M}'’]{0,9}";
// The engine keeps a way back for each turn of a loop, so a run has an end: a word of more than 200 letters counts again.
const runOf = (letter: string): string => `(?:${letter}){1,200}`;

/** Letters of a run without marks; one above 0xffff takes two units. */
function codePoints(run: string): number {
  let count = 0;
  for (let at = 0; at < run.length; at++) {
    const unit = run.charCodeAt(at);
    if (unit < 0xdc00 || unit > 0xdfff) count++;
  }
  return count;
}

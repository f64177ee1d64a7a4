// The kinds of value that stand behind the keys of a criterion: how each is read when models write it loosely, what is
// said when it cannot be read, and its JSON Schema for structured output.
// Invariant: `read` gives back what `fits` accepts, and gives what fits back unchanged.
import type { Bilingual, JsonObject } from '../json.ts';
import { isJsonObject } from '../json.ts';
import { foldText } from '../text/fold-text.ts';
import type { ScriptName } from './counting.ts';
import { SCRIPTS } from './counting.ts';
import { jsonText } from '../schema/json-schema.ts';
import type { Counted } from './text-patterns.ts';
import { TEXT_PATTERNS, isTextPattern } from './text-patterns.ts';

interface KeyRow {
  /** What to write, to follow “write ”. */
  readonly says: Bilingual;
  /** As a planner may write it: no bounds, which some providers refuse, and no examples, which small models copy. */
  readonly schema: JsonObject;
  readonly fits: (value: unknown) => boolean;
  /** Mends the looseness of models; what cannot be mended comes back as it was. */
  readonly read: (value: unknown) => unknown;
}

export const MAX_TEXT = 2_000;
export const MAX_VALUES = 100;
const MAX_COUNT = 10_000_000;
const MAX_TIMEOUT_MS = 3_600_000;
const MAX_SCHEMA = 20_000;

const text: JsonObject = { type: 'string' };
const texts: JsonObject = { type: 'array', items: text };

export const KEY_KINDS = {
  count: {
    says: { en: `a whole number from 1 to ${MAX_COUNT}`, zh: `从 1 到 ${MAX_COUNT} 的整数` },
    schema: { type: 'integer' }, fits: isCount, read: readNumber,
  },
  timeout: {
    says: { en: `milliseconds, a whole number from 1 to ${MAX_TIMEOUT_MS}`, zh: `毫秒数，即从 1 到 ${MAX_TIMEOUT_MS} 的整数` },
    schema: { type: 'integer' }, fits: (value) => isCount(value) && value <= MAX_TIMEOUT_MS, read: readNumber,
  },
  share: {
    says: { en: 'a number above 0 and up to 1, such as 0.5 for one half', zh: '大于 0、不超过 1 的数，例如一半写 0.5' },
    schema: { type: 'number' }, fits: isShare, read: readNumber,
  },
  sentence: {
    says: { en: `a text of 1 to ${MAX_TEXT} characters`, zh: `长度为 1 到 ${MAX_TEXT} 个字符的文字` },
    schema: text, fits: (value) => isText(value) && value.trim() === value, read: trimmed,
  },
  name: {
    says: { en: 'the name of a check', zh: '检查的名称' },
    schema: text, fits: (value) => isText(value) && value.trim() === value && value.length <= 200, read: trimmed,
  },
  texts: {
    says: { en: `a list of 1 to ${MAX_VALUES} texts of at most ${MAX_TEXT} characters each`, zh: `由 1 到 ${MAX_VALUES} 段文字组成的列表，每段最多 ${MAX_TEXT} 个字符` },
    schema: texts, fits: isTexts, read: (value) => asList(value).map(numberAsText),
  },
  path: {
    says: { en: 'the name of a field of the output, such as draft or a.b', zh: '产出中字段的名称，例如 draft 或 a.b' },
    schema: text, fits: isPath, read: readPath,
  },
  paths: {
    says: { en: `a list of 1 to ${MAX_VALUES} names of fields`, zh: `由 1 到 ${MAX_VALUES} 个字段名组成的列表` },
    schema: texts, fits: (value) => isListOf(value, isPath), read: (value) => asList(value).map(readPath),
  },
  counted: {
    says: { en: `one of ${Object.keys(TEXT_PATTERNS).join(', ')}, or {"text": "…"}`, zh: `以下之一：${Object.keys(TEXT_PATTERNS).join('、')}，或 {"text": "…"}` },
    schema: {
      anyOf: [
        { type: 'string', enum: Object.keys(TEXT_PATTERNS) },
        { type: 'object', properties: { text }, required: ['text'], additionalProperties: false },
      ],
    },
    fits: isCounted, read: readCounted,
  },
  regex: {
    says: { en: 'a JavaScript regular expression without slashes around it', zh: '一个 JavaScript 正则表达式，两端不加斜杠' },
    schema: text, fits: isText, read: (value) => value,
  },
  flags: {
    says: { en: 'letters out of i, m, s, u, v, each once', zh: '由 i、m、s、u、v 组成的字母，每个最多一次' },
    schema: text, fits: isFlags, read: (value) => (typeof value === 'string' ? value.replaceAll(/[gy]/g, '') : value),
  },
  schema: {
    says: { en: `a JSON Schema, an object of at most ${MAX_SCHEMA} characters`, zh: `一个 JSON Schema 对象，最多 ${MAX_SCHEMA} 个字符` },
    // As JSON text: providers with strict output do not take objects of free form.
    schema: { type: 'string' }, fits: isSchema, read: readSchema,
  },
  script: {
    says: { en: `one of ${Object.keys(SCRIPTS).join(', ')}`, zh: `以下之一：${Object.keys(SCRIPTS).join('、')}` },
    schema: { type: 'string', enum: Object.keys(SCRIPTS) }, fits: isScript, read: readScript,
  },
  command: {
    says: { en: 'the program and its arguments as a list of texts, such as ["npm", "test"]', zh: '程序和参数组成的列表，例如 ["npm", "test"]' },
    schema: texts, fits: isCommand, read: (value) => (typeof value === 'string' && !/\s/.test(value) ? [value] : value),
  },
} as const satisfies Record<string, KeyRow>;

export type KeyKind = keyof typeof KEY_KINDS;

/** How a rule names the kind of a key; a trailing `?` marks the key as optional. */
export type KeyName = KeyKind | `${KeyKind}?`;

export const isOptional = (kind: KeyName): boolean => kind.endsWith('?');

export function kindOf(kind: KeyName): KeyRow {
  const name = kind.replace(/\?$/, '');
  return isKeyKind(name) ? KEY_KINDS[name] : KEY_KINDS.sentence;
}
const isKeyKind = (name: string): name is KeyKind => Object.hasOwn(KEY_KINDS, name);

/** Names of languages, folded, that a script can stand for. English by its letters: no script tells it from French. */
const LANGUAGE_SCRIPTS: ReadonlyMap<string, ScriptName> = new Map(
  Object.entries({
    Han: ['zh', 'cn', 'chinese', 'mandarin', 'simplified chinese', 'traditional chinese', '中文', '汉语', '漢語', '华语', '普通话', '国语', '简体中文', '繁体中文', '繁體中文', '中国语', '中国語', '简体', '繁体', '汉字'],
    Latin: ['en', 'english', '英文', '英语', '英語', 'american english', 'british english', 'latin'],
    Japanese: ['ja', 'jp', 'japanese', '日文', '日语', '日語', '日本語'],
    Hangul: ['ko', 'kr', 'korean', '韩文', '韩语', '韓語', '한국어', '朝鲜语'],
    Cyrillic: ['ru', 'russian', '俄文', '俄语', '俄語', 'русский', 'uk', 'ukrainian', '乌克兰语'],
    Greek: ['el', 'greek', '希腊语', 'ελληνικα'],
    Arabic: ['ar', 'arabic', '阿拉伯语', '阿拉伯文', 'العربية'],
    Hebrew: ['he', 'hebrew', '希伯来语', 'עברית'],
    Devanagari: ['hi', 'hindi', '印地语', 'हिन्दी'],
    Thai: ['th', 'thai', '泰语', '泰文', 'ไทย'],
  } satisfies Partial<Record<ScriptName, readonly string[]>>).flatMap(([script, names]) =>
    isScript(script) ? names.map((name): [string, ScriptName] => [foldText(name), script]) : []),
);

/** The script of a language as people name it: “中文”, “zh-CN”, “English”. */
export function scriptOfLanguage(name: string): ScriptName | undefined {
  const folded = foldText(name.trim());
  const tag = /^[a-z]{2}(?=[-_][a-z0-9]+)/.exec(folded)?.[0];
  return LANGUAGE_SCRIPTS.get(tag ?? folded);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= MAX_COUNT;
}
function isShare(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= 1;
}
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT && value.trim() !== '';
}
function isListOf(value: unknown, fits: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && value.length <= MAX_VALUES && value.every(fits);
}
function isTexts(value: unknown): boolean {
  // A text that folds to nothing would be found everywhere.
  return isListOf(value, (item) => isText(item) && foldText(item) !== '');
}
function isPath(value: unknown): boolean {
  return isText(value) && value.length <= 200 && value.trim() === value && readPath(value) === value;
}
function isCounted(value: unknown): value is Counted {
  if (typeof value === 'string') return isTextPattern(value);
  return isJsonObject(value) && Object.keys(value).length === 1 && isText(value['text']) && foldText(value['text']) !== '';
}
function isFlags(value: unknown): boolean {
  return typeof value === 'string' && /^[imsuv]*$/.test(value) && new Set(value).size === value.length;
}
function isSchema(value: unknown): boolean {
  return isJsonObject(value) && jsonText(value).length <= MAX_SCHEMA && jsonText(value) !== '';
}
function isScript(value: unknown): value is ScriptName {
  return typeof value === 'string' && Object.hasOwn(SCRIPTS, value);
}
function isCommand(value: unknown): boolean {
  return isListOf(value, (item) => typeof item === 'string' && item.length <= MAX_TEXT) && Array.isArray(value) && isText(value[0]);
}

function readNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const [, figure, sign] = /^\s*(\d+(?:\.\d+)?)\s*(%?)\s*$/.exec(value.normalize('NFKC')) ?? [];
  if (figure === undefined) return value;
  return sign === '%' ? Number(figure) / 100 : Number(figure);
}
function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}
function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
function numberAsText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}
/** `$.draft` and `/draft` mean `draft`. */
function readPath(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const path = value.trim();
  if (path.startsWith('$.')) return path.slice(2);
  return path.startsWith('/') ? path.slice(1).replaceAll('/', '.') : path;
}
function readCounted(value: unknown): unknown {
  if (typeof value !== 'string' || isTextPattern(value)) return value;
  const folded = foldText(value.trim()).replaceAll(/[\s-]+/g, '_');
  for (const [name, row] of Object.entries(TEXT_PATTERNS)) {
    const names: readonly string[] = [name, ...row.names, ...row.also];
    if (names.some((known) => known.replaceAll(' ', '_') === folded)) return name;
  }
  // A word in Latin letters is a name that we do not know; anything else is the text itself.
  return /^[a-z_]{2,}$/.test(folded) ? value : { text: value };
}
function readSchema(value: unknown): unknown {
  try {
    // The copy is plain JSON whatever came in, and nobody else holds it.
    return JSON.parse(typeof value === 'string' ? value : JSON.stringify(value));
  } catch {
    return value;
  }
}
function readScript(value: unknown): unknown {
  if (typeof value !== 'string' || isScript(value)) return value;
  const folded = foldText(value.trim());
  return Object.keys(SCRIPTS).find((name) => foldText(name) === folded) ?? scriptOfLanguage(value) ?? value;
}

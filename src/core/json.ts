// Plain data as JSON knows it, and the two languages that every sentence exists in.

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export type Locale = 'en' | 'zh';
export const LOCALES = ['en', 'zh'] as const satisfies readonly Locale[];

/** A copy that shares nothing with the value: whoever gets it may write into it. */
export function copyJson<T extends Json>(value: T): T;
export function copyJson(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((part) => copyJson(part));
  const copy: Record<string, Json> = {};
  for (const key of Object.keys(value)) setKey(copy, key, copyJson(value[key] ?? null));
  return copy;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Any key, also the one that means the prototype when it is assigned. */
export function setKey(record: Record<string, Json>, key: string, value: Json): void {
  if (key === '__proto__') Object.defineProperty(record, key, { value, writable: true, enumerable: true, configurable: true });
  else record[key] = value;
}

/** Undefined where the text is no JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Equal as JSON, whatever the order of fields. */
export function sameJson(one: Json, other: Json): boolean {
  if (isJsonObject(one) && isJsonObject(other)) {
    const fields = Object.entries(one);
    return fields.length === Object.keys(other).length && fields.every(([field, part]) => Object.hasOwn(other, field) && sameJson(part, other[field] ?? null));
  }
  if (isList(one) && isList(other)) return one.length === other.length && one.every((part, at) => sameJson(part, other[at] ?? null));
  return one === other;
}

/** One sentence in both languages. */
export type Bilingual = Readonly<Record<Locale, string>>;

/** The words of others, which stay as they are in either language. */
export const sameInBoth = (text: string): Bilingual => ({ en: text, zh: text });

/** What is put together anew in each language. */
export const inBoth = (say: (locale: Locale) => string): Bilingual => ({ en: say('en'), zh: say('zh') });

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The language of a text: zh when Han characters stand in it and no kana or Hangul does, else en. */
export const localeOf = (text: string): Locale =>
  /\p{Script=Han}/u.test(text) && !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text) ? 'zh' : 'en';

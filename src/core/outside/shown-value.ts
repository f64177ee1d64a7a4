// A value that cannot be, as far as it can be said: in one line, bounded, whatever it holds.
import type { Bilingual } from '../json.ts';
import { shorten, tidyText } from '../text/fold-text.ts';

const MOST_CHARS = 100;
const MOST_NAME_CHARS = 64;

/** What a program gave. */
export function shownValue(said: unknown): Bilingual {
  if (typeof said === 'function') return { en: 'a function', zh: '函数' };
  const text = textOf(said);
  return text === undefined ? { en: 'an object', zh: '对象' } : { en: text, zh: ` ${text}` };
}

/** A name that a program gave. */
export const shownName = (name: string): string => shorten(tidyText(name), MOST_NAME_CHARS) || '""';

/** Undefined for what holds itself, or what no JSON can say. */
function textOf(said: unknown): string | undefined {
  if (typeof said === 'number' || typeof said === 'bigint') return String(said);
  try {
    return shorten(tidyText(JSON.stringify(said) ?? typeof said), MOST_CHARS);
  } catch {
    return undefined;
  }
}

// Whether what a program gives under a name is the kind of value that the name means. The compiler knows, a program without types does
// not: a result that is a function would count as done and be nothing.
import { refuse, type ErrorCode, type Refusal } from '../errors.ts';
import { LOCALES, type Bilingual } from '../json.ts';
import { plainCopy } from '../members/plain-json.ts';
import { REFUSED_INPUT } from '../refusals/refused-input.ts';
import { shownValue } from './shown-value.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

interface Kind {
  readonly fits: (value: unknown) => boolean;
  readonly wants: Bilingual;
}

const KINDS = {
  text: { fits: isText, wants: { en: 'a text', zh: '文字' } },
  texts: { fits: isTexts, wants: { en: 'a list of texts', zh: '文字列表' } },
  names: { fits: (value) => isText(value) || isTexts(value), wants: { en: 'a text or a list of texts', zh: '文字或文字列表' } },
  list: { fits: Array.isArray, wants: { en: 'a list', zh: '列表' } },
  object: { fits: isObject, wants: { en: 'an object', zh: '对象' } },
  json: { fits: (value) => plainCopy(value) !== undefined, wants: { en: 'plain JSON', zh: '普通的 JSON 值' } },
  flag: { fits: (value) => typeof value === 'boolean', wants: { en: 'true or false', zh: ' true 或 false' } },
  /** Read by whoever takes it, who says more. */
  read: { fits: () => true, wants: { en: 'a value', zh: '值' } },
} as const satisfies Record<string, Kind>;

/** A kind, or the words that it may be. */
export type Form = keyof typeof KINDS | readonly string[];

export const A_LOCALE: Form = LOCALES;

export interface FormsOf {
  /** The function that takes them. */
  readonly of: string;
  readonly forms: Readonly<Record<string, Form>>;
  /** What cannot be left out. */
  readonly needed?: readonly string[];
  readonly code: ErrorCode;
}

/** The first value that cannot be what its name means. */
export function checkForms(said: object, { of, forms, needed = [], code }: FormsOf): Refusal | undefined {
  const given = new Map<string, unknown>(Object.entries(said));
  for (const [name, form] of Object.entries(forms)) {
    const value = given.get(name);
    if (value === undefined && !needed.includes(name)) continue;
    const { fits, wants } = kindOf(form);
    if (!fits(value)) return refuse(code, REFUSED_INPUT.cannotBe({ en: `${of}: ${name}`, zh: `${of}：${name}` }, shownValue(value), wants), { fields: [name] });
  }
  return undefined;
}

const kindOf = (form: Form): Kind => (isText(form)
  ? KINDS[form]
  : { fits: (value) => isText(value) && form.includes(value), wants: REFUSED_INPUT.oneOf(form) });

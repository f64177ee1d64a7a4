// How one field of a team file is read: each form of value has a reader, which gives the value or says what should stand there.
// Where a key is not known, the nearest that is known is named.
import { isJsonObject, type Bilingual, type JsonObject } from './core/json.ts';
import { nearest } from './core/text/nearest.ts';

export type Path = readonly (string | number)[];
export type Complain = (path: Path, says: Bilingual) => void;
export type Reader<T> = (value: unknown, path: Path, complain: Complain) => T | undefined;

interface Keys {
  readonly known: readonly string[];
  readonly notBuilt: readonly string[];
}

export function refuseUnknown(record: JsonObject, path: Path, { known, notBuilt }: Keys, complain: Complain): void {
  for (const key of Object.keys(record)) {
    if (known.includes(key)) continue;
    const [near] = nearest(key, known, 1);
    if (notBuilt.includes(key)) complain([...path, key], { en: 'is not built yet; take it out', zh: '尚未实现；请去掉' });
    else if (near === undefined) complain([...path, key], { en: `is not known here; take it out. Known: ${known.join(', ')}`, zh: `这里没有这个键；请去掉。可用的键：${known.join('、')}` });
    else complain([...path, key], { en: `is not known here; did you mean ${near}?`, zh: `这里没有这个键；是否想写 ${near}？` });
  }
}

export const line: Reader<string> = (value, path, complain) =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : void complain(path, { en: 'write a text that is not empty', zh: '请写一段非空的文字' });

export const oneOf = <const T extends string>(...words: readonly T[]): Reader<T> => (value, path, complain) =>
  words.find((word) => word === value) ?? void complain(path, { en: `write one of ${words.join(', ')}`, zh: `请写 ${words.join('、')} 之一` });

export const whole = (least: number, most: number): Reader<number> => (value, path, complain) =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
    ? value
    : void complain(path, { en: `write a whole number from ${least} to ${most}`, zh: `请写 ${least} 到 ${most} 的整数` });

export const yesOrNo: Reader<boolean> = (value, path, complain) => (typeof value === 'boolean' ? value : void complain(path, { en: 'write true or false', zh: '请写 true 或 false' }));

export const texts: Reader<readonly string[]> = (value, path, complain) =>
  Array.isArray(value) && value.every((each) => typeof each === 'string' && each.trim() !== '')
    ? value.map(String)
    : void complain(path, { en: 'write a list of texts, such as [one, two]', zh: '请写成文字列表，例如 [一, 二]' });

export const namedTexts: Reader<Readonly<Record<string, string>>> = (value, path, complain) =>
  isJsonObject(value) && Object.values(value).every((each) => typeof each === 'string')
    ? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]))
    : void complain(path, { en: 'write a map from a name to a text, such as sales: ./sales.db', zh: '请写成“名称: 文字”的映射，例如 sales: ./sales.db' });

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };

export const duration: Reader<number> = (value, path, complain) => {
  const [, amount, unit] = (typeof value === 'string' ? /^(\d+(?:\.\d+)?)\s*(ms|s|min|h|d)$/.exec(value.trim()) : null) ?? [];
  const ms = Number(amount) * (UNITS[unit ?? ''] ?? Number.NaN);
  return ms > 0 ? ms : void complain(path, { en: 'write the time with its unit, such as 90 s, 10 min or 72 h', zh: '请写出时间与单位，例如 90 s、10 min 或 72 h' });
};

/** A map whose keys are known: `inside` gives the name that the code uses for each. */
export function mapOf<Key extends string, T>(inside: ReadonlyMap<string, Key>, reader: Reader<T>): Reader<Partial<Record<Key, T>>> {
  return (value, path, complain) => {
    if (!isJsonObject(value)) {
      return void complain(path, {
        en: `write a map with keys such as ${[...inside.keys()].slice(0, 3).join(', ')}`,
        zh: `请写成映射，键例如 ${[...inside.keys()].slice(0, 3).join('、')}`,
      });
    }
    refuseUnknown(value, path, { known: [...inside.keys()], notBuilt: [] }, complain);
    const found: Partial<Record<Key, T>> = {};
    for (const [name, key] of inside) {
      const read = value[name] === undefined ? undefined : reader(value[name], [...path, name], complain);
      if (read !== undefined) found[key] = read;
    }
    return found;
  };
}

export const namesOf = <Key extends string>(keys: readonly Key[], nameOf: (key: Key) => string): ReadonlyMap<string, Key> => new Map(keys.map((key) => [nameOf(key), key]));

export const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];

/** `record` without the fields that are undefined. */
export const given = <T extends object>(record: T) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> };

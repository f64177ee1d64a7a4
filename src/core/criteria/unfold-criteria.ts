// Brings the many ways in which criteria are written into one: a flat list of objects with the key `rule`.
// Sentences become the rule `sentence`, {"max_chars": 200} becomes its long form, text that holds JSON is parsed.
// Invariant: nothing is dropped; what is not understood is passed on as it stands, with its place in the input.
import { isJsonObject } from '../json.ts';
import { isRule, rowOf } from './criterion-rules.ts';
import { plainName } from './rule-names.ts';

export interface Unfolded {
  /** Place in the list as it was written. */
  readonly at: number;
  readonly value: unknown;
}

export function unfoldCriteria(input: unknown): readonly Unfolded[] {
  return listOf(input).flatMap((item, at) => unfoldOne(item).map((value) => ({ at, value })));
}

function listOf(input: unknown): readonly unknown[] {
  const value = parsed(input);
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value;
  if (isJsonObject(value) && Object.keys(value).length === 1 && value['criteria'] !== undefined) return listOf(value['criteria']);
  return [value];
}

function unfoldOne(item: unknown): readonly unknown[] {
  const value = parsed(item);
  if (typeof value === 'string') return [{ rule: 'sentence', text: value }];
  if (!isJsonObject(value)) return [value];
  const entries = Object.entries(value).map(([key, given]): [string, unknown] => [plainName(key), given]);
  const named = entries.find(([key]) => key === 'rule') ?? entries.find(([key]) => key === 'type');
  if (named !== undefined) {
    const rule = typeof named[1] === 'string' ? plainName(named[1]) : named[1];
    return [withMainKey({ ...plainObject(entries.filter((entry) => entry !== named)), rule })];
  }
  const short = entries.filter(([key]) => isRule(key));
  if (short.length === 0) return [sentenceOf(entries) ?? plainObject(entries)];
  const rest = plainObject(entries.filter(([key]) => !isRule(key)));
  return short.map(([rule, given]) => longForm(rule, given, rest));
}

/** `{"id": "c1", "description": "…"}`: no rule, but a text is there. */
function sentenceOf(entries: readonly (readonly [string, unknown])[]): unknown {
  const text = entries.find(([key, value]) => /^(?:text|description|criterion|requirement)$/.test(key) && typeof value === 'string');
  if (text === undefined) return undefined;
  return { ...plainObject(entries.filter((entry) => entry !== text)), rule: 'sentence', text: text[1] };
}

/** `{"max_chars": 200, "field": "draft"}`, or `{"min_count": {"pattern": …, "value": 3}}` with the keys inside. */
function longForm(rule: string, given: unknown, rest: Readonly<Record<string, unknown>>): unknown {
  if (!isRule(rule)) return given;
  const { keys, mainKey } = rowOf(rule);
  const holdsKeys = isJsonObject(given) && Object.hasOwn(given, mainKey) && Object.keys(given).every((key) => Object.hasOwn(keys, key) || key === 'id');
  return withMainKey(holdsKeys ? { ...rest, ...given, rule } : { ...rest, [mainKey]: given, rule });
}

/** `value` and `values` are the same slip in both directions. */
function withMainKey(value: Readonly<Record<string, unknown>>): unknown {
  const { rule } = value;
  if (typeof rule !== 'string' || !isRule(rule)) return value;
  const { keys, mainKey } = rowOf(rule);
  const other = mainKey === 'values' ? 'value' : 'values';
  if (value[mainKey] !== undefined || value[other] === undefined || Object.hasOwn(keys, other)) return value;
  const { [other]: moved, ...others } = value;
  return { ...others, [mainKey]: moved };
}

/** A key `__proto__` stays a key. */
const plainObject = (entries: readonly (readonly [string, unknown])[]): Readonly<Record<string, unknown>> => Object.fromEntries(entries);

/** A list or an object that came as text; other text stays text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    const inside: unknown = JSON.parse(value);
    return typeof inside === 'object' && inside !== null ? inside : value;
  } catch {
    return value;
  }
}

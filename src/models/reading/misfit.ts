// Says in both languages what a schema does not like: the field, what it wants and what it got. Names and values that come
// from the answer are quoted and shortened, for they are material.
import type { Bilingual } from '../../core/json.ts';
import type { Misfit } from '../../core/schema/schema-misfits.ts';
import { graphemeSegments } from '../../core/text/segments.ts';

export function sayMisfit(misfit: Misfit, value: unknown): Bilingual {
  const field = misfit.path === '' ? { en: 'The answer', zh: '回答' } : { en: `The field ${quote(misfit.path)}`, zh: `字段 ${quote(misfit.path)} ` };
  const row = SENTENCES[misfit.keyword] ?? other;
  const { en, zh } = row(misfit.params, value, misfit.message);
  return { en: `${field.en} ${en}. Answer again with JSON that fits the schema.`, zh: `${field.zh}${zh}。请按 schema 重新给出 JSON。` };
}

type Sentence = (params: Readonly<Record<string, unknown>>, value: unknown, message: string) => Bilingual;

const SENTENCES: Readonly<Record<string, Sentence>> = {
  type: ({ type }, value) => ({ en: `must be ${list(type)}, but is ${kindOf(value)}`, zh: `应为 ${list(type)}，实际是 ${kindOf(value)}` }),
  required: ({ missingProperty }) => ({ en: `lacks ${quote(missingProperty)}`, zh: `缺少 ${quote(missingProperty)}` }),
  additionalProperties: ({ additionalProperty }) => ({ en: `must not have ${quote(additionalProperty)}`, zh: `不应有 ${quote(additionalProperty)}` }),
  enum: ({ allowedValues }) => ({ en: `must be one of ${list(allowedValues)}`, zh: `只能是 ${list(allowedValues)} 之一` }),
  const: ({ allowedValue }) => ({ en: `must be ${quote(allowedValue)}`, zh: `必须是 ${quote(allowedValue)}` }),
  minItems: ({ limit }) => ({ en: `must have at least ${quote(limit)} items`, zh: `至少要有 ${quote(limit)} 项` }),
  maxItems: ({ limit }) => ({ en: `must have at most ${quote(limit)} items`, zh: `最多只能有 ${quote(limit)} 项` }),
  minLength: ({ limit }) => ({ en: `must have at least ${quote(limit)} characters`, zh: `至少要有 ${quote(limit)} 个字符` }),
  maxLength: ({ limit }) => ({ en: `must have at most ${quote(limit)} characters`, zh: `最多只能有 ${quote(limit)} 个字符` }),
  minimum: ({ limit }) => ({ en: `must be at least ${quote(limit)}`, zh: `不能小于 ${quote(limit)}` }),
  maximum: ({ limit }) => ({ en: `must be at most ${quote(limit)}`, zh: `不能大于 ${quote(limit)}` }),
  pattern: ({ pattern }) => ({ en: `must match ${quote(pattern)}`, zh: `必须匹配 ${quote(pattern)}` }),
};

const other: Sentence = (_params, _value, message) => ({ en: message, zh: `不符合规则（${message}）` });

const MAX_LISTED = 12;
const MAX_QUOTED = 80;

function list(values: unknown): string {
  const all = Array.isArray(values) ? values : [values];
  return [...all.slice(0, MAX_LISTED).map(quote), ...(all.length > MAX_LISTED ? ['…'] : [])].join(', ');
}

function quote(value: unknown): string {
  if (typeof value === 'string' && /^[\w-]{1,40}$/.test(value)) return value;
  const text = JSON.stringify(value) ?? 'nothing';
  if (text.length <= MAX_QUOTED) return text;
  // Cut between graphemes, never inside one.
  const shown = [...graphemeSegments(text.slice(0, 4 * MAX_QUOTED))].slice(0, MAX_QUOTED);
  return `${shown.map((part) => part.segment).join('')}…`;
}

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

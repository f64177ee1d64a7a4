// What Ajv found, as a sentence in both languages: “/draft: must be string”. One row per keyword.
// Invariant: every keyword has a sentence; one without a row says what Ajv says.
import type { ErrorObject } from 'ajv';
import type { Bilingual } from '../json.ts';
import { shorten } from '../text/fold-text.ts';

export function schemaProblem(error: ErrorObject): Bilingual {
  const row = Object.hasOwn(SENTENCES, error.keyword) ? SENTENCES[error.keyword] : undefined;
  const params: Readonly<Record<string, unknown>> = error.params;
  const [en, zh] = row?.((name) => show(params[name])) ?? [error.message ?? 'does not fit', `不符合 ${error.keyword} 的要求`];
  const path = shorten(error.instancePath === '' ? '/' : error.instancePath, 200);
  return { en: `${path}: ${en}`, zh: `${path}：${zh}` };
}

const show = (value: unknown): string => shorten(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), 200);

type Sentence = (param: (name: string) => string) => readonly [string, string];

const SENTENCES: Readonly<Record<string, Sentence>> = {
  type: (param) => [`must be ${typeNames(param('type'), 'en')}`, `必须是${typeNames(param('type'), 'zh')}`],
  required: (param) => [`must have the field \`${param('missingProperty')}\``, `缺少字段 \`${param('missingProperty')}\``],
  additionalProperties: (param) => [`must not have the field \`${param('additionalProperty')}\``, `不能有字段 \`${param('additionalProperty')}\``],
  unevaluatedProperties: (param) => [`must not have the field \`${param('unevaluatedProperty')}\``, `不能有字段 \`${param('unevaluatedProperty')}\``],
  propertyNames: (param) => [`must not have a field named \`${param('propertyName')}\``, `字段名 \`${param('propertyName')}\` 不符合要求`],
  dependentRequired: (param) => [`must have the field \`${param('missingProperty')}\` beside \`${param('property')}\``, `有 \`${param('property')}\` 就必须有字段 \`${param('missingProperty')}\``],
  dependencies: (param) => [`must have the field \`${param('missingProperty')}\` beside \`${param('property')}\``, `有 \`${param('property')}\` 就必须有字段 \`${param('missingProperty')}\``],
  enum: (param) => [`must be one of ${param('allowedValues')}`, `必须是其中之一：${param('allowedValues')}`],
  const: (param) => [`must be ${param('allowedValue')}`, `必须是 ${param('allowedValue')}`],
  minLength: (param) => [`must have at least ${param('limit')} characters`, `至少要有 ${param('limit')} 个字符`],
  maxLength: (param) => [`must have at most ${param('limit')} characters`, `最多 ${param('limit')} 个字符`],
  pattern: (param) => [`must match \`${param('pattern')}\``, `必须符合正则 \`${param('pattern')}\``],
  minimum: (param) => [`must be at least ${param('limit')}`, `不能小于 ${param('limit')}`],
  maximum: (param) => [`must be at most ${param('limit')}`, `不能大于 ${param('limit')}`],
  exclusiveMinimum: (param) => [`must be greater than ${param('limit')}`, `必须大于 ${param('limit')}`],
  exclusiveMaximum: (param) => [`must be less than ${param('limit')}`, `必须小于 ${param('limit')}`],
  multipleOf: (param) => [`must be a multiple of ${param('multipleOf')}`, `必须是 ${param('multipleOf')} 的倍数`],
  minItems: (param) => [`must have at least ${param('limit')} items`, `至少要有 ${param('limit')} 项`],
  maxItems: (param) => [`must have at most ${param('limit')} items`, `最多 ${param('limit')} 项`],
  uniqueItems: (param) => [`must not repeat an item (${param('j')} and ${param('i')} are equal)`, `不能有重复项（第 ${param('j')} 项与第 ${param('i')} 项相同，从 0 数起）`],
  contains: (param) => [`must have at least ${param('minContains')} items of the kind asked for`, `至少要有 ${param('minContains')} 项符合要求`],
  minProperties: (param) => [`must have at least ${param('limit')} fields`, `至少要有 ${param('limit')} 个字段`],
  maxProperties: (param) => [`must have at most ${param('limit')} fields`, `最多 ${param('limit')} 个字段`],
  anyOf: () => ['must fit at least one of the forms allowed', '至少要符合一种允许的形式'],
  oneOf: () => ['must fit exactly one of the forms allowed', '必须恰好符合一种允许的形式'],
  not: () => ['must not have the form that is forbidden', '不能是被禁止的形式'],
  if: () => ['must fit the form that its condition asks for', '必须符合其条件所要求的形式'],
  'false schema': () => ['must not be there', '不能出现'],
};

const TYPES_ZH: Readonly<Record<string, string>> = {
  string: '字符串', number: '数字', integer: '整数', boolean: '布尔值', array: '数组', object: '对象', null: 'null',
};

/** Ajv joins several types by commas, or hands over a list. */
function typeNames(types: string, locale: keyof Bilingual): string {
  const names = types.replaceAll(/["[\]]/g, '').split(',');
  return locale === 'en' ? names.join(' or ') : names.map((name) => TYPES_ZH[name] ?? name).join('或');
}

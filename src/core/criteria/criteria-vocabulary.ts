// The criteria as they are told to a planner: a text for the prompt and a JSON Schema for structured output, both made
// from the table, so that a rule which exists is a rule that is told.
// Invariant: the examples hold placeholders, and readCriteria refuses a placeholder that was copied.
import type { JsonObject, Locale } from '../json.ts';
import { isOptional, kindOf } from './criterion-keys.ts';
import type { Rule } from './criterion-rules.ts';
import { CRITERIA, isRule, rowOf } from './criterion-rules.ts';

const ALL_RULES: readonly Rule[] = Object.keys(CRITERIA).filter(isRule);

const INTRODUCTION = {
  en: `State as a rule whatever can be counted or looked up; code checks rules at once, a reviewer judges sentences. Turn a tone into rules that can be counted: a lively text has at least 3 exclamation_marks and 1 rhetorical_questions. Every rule may have "field" where it is listed: the field of the output that is meant, else the whole text. Words in ‹ › are placeholders: write your own.`,
  zh: `凡是能数出来、查得到的要求，都写成规则：规则由程序当场检查，句子由质检员判断。语气要化成可以计数的规则，例如语气活泼就是 exclamation_marks 至少 3 个、rhetorical_questions 至少 1 个。规则若列有 "field"，可用它指明检查产出中的哪个字段，不写则检查全文。‹ › 里是占位文字，请换成实际内容。`,
} as const satisfies Record<Locale, string>;

/** One line per rule: name, meaning, keys (`?` for optional), example. `rules` narrows it to what a team allows. */
export function criteriaVocabulary(locale: Locale, rules: readonly Rule[] = ALL_RULES): string {
  return [INTRODUCTION[locale], ...rules.map((rule) => line(rule, locale))].join('\n');
}

function line(rule: Rule, locale: Locale): string {
  const { keys, says, example } = rowOf(rule);
  const names = Object.entries(keys).map(([key, kind]) => (isOptional(kind) ? `${key}?` : key));
  return locale === 'zh'
    ? `- ${rule}：${says.zh}。键：${names.join('、')}。例：${example.zh}`
    : `- ${rule}: ${says.en}. Keys: ${names.join(', ')}. Example: ${example.en}`;
}

/** The rules that a model may plan with: a team that lets plans run no program has no use for `command`. */
export const plannersRules = (programs: readonly string[]): readonly Rule[] => (programs.length > 0 ? ALL_RULES : WITHOUT_COMMAND);
const WITHOUT_COMMAND: readonly Rule[] = ALL_RULES.filter((rule) => rule !== 'command');

/** One criterion as a planner may write it. Without bounds, which providers refuse; `readCriteria` holds those. */
export const criterionSchemaOf = (rules: readonly Rule[] = ALL_RULES): JsonObject => ({ anyOf: rules.map(schemaOf) });

function schemaOf(rule: Rule): JsonObject {
  const { keys } = rowOf(rule);
  const properties: Record<string, JsonObject> = { rule: { type: 'string', enum: [rule] } };
  for (const [key, kind] of Object.entries(keys)) properties[key] = kindOf(kind).schema;
  const required = ['rule', ...Object.entries(keys).flatMap(([key, kind]) => (isOptional(kind) ? [] : [key]))];
  return { type: 'object', properties, required, additionalProperties: false };
}

// Rules by the names that other systems, models and people give them, so that a refusal can say which rule was meant.
// Invariant: what shares too little with every known name gets no suggestion.
import { nearest } from '../text/nearest.ts';
import type { Rule } from './criterion-rules.ts';
import { isRule } from './criterion-rules.ts';

/** `maxChars`, `Max chars` and `max-chars` are `max_chars`. */
export const plainName = (name: string): string =>
  name.trim().replace(/([a-z])([A-Z])/g, '$1_$2').replaceAll(/[\s-]+/g, '_').toLowerCase();

/** The one of `rules` that an unknown name most likely means. */
export function nearestRule(name: string, rules: readonly Rule[]): Rule | undefined {
  const plain = plainName(name);
  const others = Object.keys(OTHER_NAMES).filter((other) => rules.some((rule) => rule === OTHER_NAMES[other]));
  const found = others.includes(plain) ? plain : nearest(plain, [...rules, ...others], 1)[0];
  if (found === undefined) return undefined;
  return isRule(found) ? found : OTHER_NAMES[found];
}

const OTHER_NAMES: Readonly<Record<string, Rule>> = {
  max_length: 'max_chars', length: 'max_chars', char_limit: 'max_chars', max_characters: 'max_chars', 字数上限: 'max_chars',
  min_length: 'min_chars', min_characters: 'min_chars', 字数下限: 'min_chars',
  word_count: 'max_words', word_limit: 'max_words',
  contains: 'must_contain', include: 'must_contain', must_include: 'must_contain', keywords: 'must_contain', 必须包含: 'must_contain',
  contains_any: 'must_contain_any', any_of: 'must_contain_any',
  not_contains: 'must_not_contain', exclude: 'must_not_contain', forbidden: 'must_not_contain', must_not_include: 'must_not_contain',
  count: 'min_count', at_least: 'min_count', pattern: 'regex', matches: 'regex', regexp: 'regex',
  schema: 'json_schema', fields: 'required_fields', required: 'required_fields', has_fields: 'required_fields',
  language: 'script', locale: 'script', lang: 'script', 语言: 'script',
  shell: 'command', exit_code: 'command', test: 'command', function: 'predicate', check: 'predicate',
  text: 'sentence', custom: 'sentence', llm: 'sentence', review: 'sentence', quality: 'sentence', tone: 'sentence', 语气: 'sentence',
};

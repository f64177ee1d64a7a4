// The acceptance rules that a task can state, one row each: what it needs to be judged, what keys it is written with,
// what it asks (for the worker and the screens), and how code checks it.
// Invariant: a row that needs nothing is total, effect-free and takes time in proportion to the output.
import { sameInBoth, type Bilingual, type Json, type JsonObject } from '../json.ts';
import { foldText } from '../text/fold-text.ts';
import type { ScriptName } from './counting.ts';
import { SCRIPTS, countCharacters, countLiteral, countWords, scriptShare } from './counting.ts';
import type { KeyKind, KeyName } from './criterion-keys.ts';
import { compileSchema } from '../schema/json-schema.ts';
import type { OutputReader } from './output-text.ts';
import * as say from './criterion-sentences.ts';
import type { Counted } from './text-patterns.ts';
import { TEXT_PATTERNS } from './text-patterns.ts';

/** The keys of each rule, beside `id` and `rule`. Without `field` the whole text of the output is measured. */
interface RuleKeys {
  max_chars: { readonly value: number; readonly field?: string };
  min_chars: { readonly value: number; readonly field?: string };
  max_words: { readonly value: number; readonly field?: string };
  must_contain: { readonly values: readonly string[]; readonly field?: string };
  must_contain_any: { readonly values: readonly string[]; readonly min?: number; readonly field?: string };
  must_not_contain: { readonly values: readonly string[]; readonly field?: string };
  min_count: { readonly pattern: Counted; readonly value: number; readonly field?: string };
  regex: { readonly pattern: string; readonly flags?: string; readonly field?: string };
  json_schema: { readonly schema: JsonObject; readonly field?: string };
  required_fields: { readonly fields: readonly string[] };
  script: { readonly script: ScriptName; readonly min_share?: number; readonly field?: string };
  command: { readonly command: readonly string[]; readonly timeout_ms?: number };
  predicate: { readonly name: string };
  sentence: { readonly text: string };
}

export type Rule = keyof RuleKeys;
export type CriterionOf<R extends Rule> = { readonly [K in R]: { readonly id: string; readonly rule: K } & RuleKeys[K] }[R];

/** One acceptance rule of a task, the same inside and outside. */
export type Criterion = CriterionOf<Rule>;

/**
 * `nothing`: judged at once, anywhere. `time`: pure, but may never end, so the caller runs it under a clock.
 * `world`: a command or a function of the team decides. `reviewer`: somebody reads it.
 */
export type Needs = 'nothing' | 'time' | 'world' | 'reviewer';

interface RuleRow<R extends Rule> {
  readonly needs: Needs;
  /** Keys in the order they are written; a trailing `?` in the value marks an optional one. */
  readonly keys: { readonly [K in keyof RuleKeys[R]]-?: undefined extends RuleKeys[R][K] ? `${KeyKind}?` : KeyKind };
  /** The key that the short form `{"max_chars": 200}` means. */
  readonly mainKey: keyof RuleKeys[R] & string;
  /** For the planner. */
  readonly says: Bilingual;
  /** One line of JSON. What stands in ‹ › is to be replaced, and is refused as it stands. */
  readonly example: Bilingual;
  describe(criterion: CriterionOf<R>): Bilingual;
  /** What to mend, or `undefined` when the criterion is met. Only where code alone can tell. */
  check?(criterion: CriterionOf<R>, output: OutputReader): Bilingual | undefined;
}

/** Beyond the limit a text is counted for this much longer, then called “more than”. */
const COUNT_MARGIN = 100_000;
const DEFAULT_SHARE = 0.5;

export const CRITERIA: { readonly [R in Rule]: RuleRow<R> } = {
  max_chars: {
    needs: 'nothing', keys: { value: 'count', field: 'path?' }, mainKey: 'value',
    says: { en: 'at most `value` characters; spaces and punctuation count', zh: '最多 `value` 个字符，标点和空格也算' },
    example: sameInBoth('{"rule":"max_chars","value":200}'),
    describe: ({ value, field }) => say.atMost('character', value, field),
    check: (criterion, output) => atMost('character', criterion, output),
  },
  min_chars: {
    needs: 'nothing', keys: { value: 'count', field: 'path?' }, mainKey: 'value',
    says: { en: 'at least `value` characters', zh: '至少 `value` 个字符' },
    example: sameInBoth('{"rule":"min_chars","value":50}'),
    describe: ({ value, field }) => say.atLeast('character', value, field),
    check: ({ value, field }, output) => onText(output, field, (text) => {
      const counted = countCharacters(text, value);
      return counted >= value ? undefined : say.tooFew('character', counted, value);
    }),
  },
  max_words: {
    needs: 'nothing', keys: { value: 'count', field: 'path?' }, mainKey: 'value',
    says: { en: 'at most `value` words; for Chinese prefer max_chars', zh: '最多 `value` 个词；中文请优先用 max_chars' },
    example: sameInBoth('{"rule":"max_words","value":120}'),
    describe: ({ value, field }) => say.atMost('word', value, field),
    check: (criterion, output) => atMost('word', criterion, output),
  },
  must_contain: {
    needs: 'nothing', keys: { values: 'texts', field: 'path?' }, mainKey: 'values',
    says: { en: 'each of `values` stands in the text; case and full-width forms do not matter', zh: '`values` 里的每一项都要出现，不分大小写和全角半角' },
    example: { en: '{"rule":"must_contain","values":["‹word›","‹word›"]}', zh: '{"rule":"must_contain","values":["‹词语›","‹词语›"]}' },
    describe: ({ values, field }) => say.mustContain(values, field),
    check: ({ values, field }, output) => onFolded(output, field, (text) => {
      const missing = values.filter((value) => !text.includes(foldText(value)));
      return missing.length === 0 ? undefined : say.missing(missing);
    }),
  },
  must_contain_any: {
    needs: 'nothing', keys: { values: 'texts', min: 'count?', field: 'path?' }, mainKey: 'values',
    says: { en: 'at least `min` (default 1) of `values` stand in the text', zh: '`values` 里至少出现 `min` 项（默认 1 项）' },
    example: { en: '{"rule":"must_contain_any","values":["‹word›","‹word›","‹word›"],"min":2}', zh: '{"rule":"must_contain_any","values":["‹词语›","‹词语›","‹词语›"],"min":2}' },
    describe: ({ values, min, field }) => say.mustContainAny(values, min ?? 1, field),
    check: ({ values, min = 1, field }, output) => onFolded(output, field, (text) => {
      const missing = values.filter((value) => !text.includes(foldText(value)));
      const found = values.length - missing.length;
      return found >= min ? undefined : say.missingSome(missing, found, min);
    }),
  },
  must_not_contain: {
    needs: 'nothing', keys: { values: 'texts', field: 'path?' }, mainKey: 'values',
    says: { en: 'none of `values` stands in the text', zh: '`values` 里的任何一项都不能出现' },
    example: { en: '{"rule":"must_not_contain","values":["‹word›"]}', zh: '{"rule":"must_not_contain","values":["‹词语›"]}' },
    describe: ({ values, field }) => say.mustNotContain(values, field),
    check: ({ values, field }, output) => onFolded(output, field, (text) => {
      const present = values.filter((value) => text.includes(foldText(value)));
      return present.length === 0 ? undefined : say.forbidden(present);
    }),
  },
  min_count: {
    needs: 'nothing', keys: { pattern: 'counted', value: 'count', field: 'path?' }, mainKey: 'pattern',
    says: {
      en: `at least \`value\` of a pattern: ${Object.keys(TEXT_PATTERNS).join(', ')}, or {"text": "…"} for a text of your own`,
      zh: `某种成分至少出现 \`value\` 次：${Object.entries(TEXT_PATTERNS).map(([name, row]) => `${name}（${row.names[2]}）`).join('、')}，或用 {"text": "…"} 指定文字`,
    },
    example: sameInBoth('{"rule":"min_count","pattern":"exclamation_marks","value":3}'),
    describe: ({ pattern, value, field }) => say.minCount(pattern, value, field),
    check: ({ pattern, value, field }, output) => onText(output, field, (text) => {
      const counted = typeof pattern === 'string'
        ? TEXT_PATTERNS[pattern].count(text, value)
        : countLiteral(output.folded(field) ?? '', foldText(pattern.text), value);
      return counted >= value ? undefined : say.countedTooFew(pattern, counted, value);
    }),
  },
  regex: {
    needs: 'time', keys: { pattern: 'regex', flags: 'flags?', field: 'path?' }, mainKey: 'pattern',
    says: { en: 'some part of the text matches the JavaScript regular expression', zh: '文本中有一处符合这个 JavaScript 正则表达式' },
    example: { en: '{"rule":"regex","pattern":"‹pattern›","flags":"i"}', zh: '{"rule":"regex","pattern":"‹正则›","flags":"i"}' },
    describe: ({ pattern, field }) => say.matches(pattern, field),
    check: ({ pattern, flags, field }, output) => onText(output, field, (text) =>
      new RegExp(pattern, flags).test(text) ? undefined : say.unmatched(pattern)),
  },
  json_schema: {
    needs: 'nothing', keys: { schema: 'schema', field: 'path?' }, mainKey: 'schema',
    says: { en: 'the output fits a JSON Schema (2020-12)', zh: '产出符合这个 JSON Schema（2020-12）' },
    example: { en: '{"rule":"json_schema","schema":{"type":"object","required":["‹field›"]}}', zh: '{"rule":"json_schema","schema":{"type":"object","required":["‹字段名›"]}}' },
    describe: ({ schema, field }) => say.fitsSchema(schema, field),
    check: ({ schema, field }, output) => onValue(output, field, (value) => {
      const compiled = compileSchema(schema);
      const problems = compiled.ok ? compiled.validate(value).map((problem) => problem.message) : [compiled.says];
      return problems.length === 0 ? undefined : say.unfit(problems);
    }),
  },
  required_fields: {
    needs: 'nothing', keys: { fields: 'paths' }, mainKey: 'fields',
    says: { en: 'the output is an object in which each of `fields` is filled', zh: '产出是一个对象，`fields` 里的字段都已填写' },
    example: { en: '{"rule":"required_fields","fields":["‹field›"]}', zh: '{"rule":"required_fields","fields":["‹字段名›"]}' },
    describe: ({ fields }) => say.requiredFields(fields),
    check: ({ fields }, output) => {
      const missing = fields.filter((field) => isBlank(output.value(field)));
      return missing.length === 0 ? undefined : say.missingFields(missing);
    },
  },
  script: {
    needs: 'nothing', keys: { script: 'script', min_share: 'share?', field: 'path?' }, mainKey: 'script',
    says: {
      en: `the text is written in a script (${Object.keys(SCRIPTS).join(', ')}); \`min_share\` is the part from 0 to 1, default 0.5; Han for Chinese, Latin for English`,
      zh: `文本用某种文字书写（${Object.keys(SCRIPTS).join('、')}）；\`min_share\` 是 0 到 1 的占比，默认 0.5；中文用 Han，英文用 Latin`,
    },
    example: sameInBoth('{"rule":"script","script":"Han","min_share":0.6}'),
    describe: ({ script, min_share, field }) => say.inScript(script, min_share ?? DEFAULT_SHARE, field),
    check: ({ script, min_share = DEFAULT_SHARE, field }, output) => onText(output, field, (text) => {
      // A text of digits alone is in no wrong script; an empty one is nothing at all.
      const share = scriptShare(text, script) ?? (text.trim() === '' ? 0 : 1);
      return share >= min_share ? undefined : say.otherScript(script, share);
    }),
  },
  command: {
    needs: 'world', keys: { command: 'command', timeout_ms: 'timeout?' }, mainKey: 'command',
    says: { en: 'a command, as a list of arguments, ends with exit code 0', zh: '一条命令（写成参数列表）以退出码 0 结束' },
    example: { en: '{"rule":"command","command":["‹program›","‹argument›"]}', zh: '{"rule":"command","command":["‹程序›","‹参数›"]}' },
    describe: ({ command }) => say.commandEnds(command),
  },
  predicate: {
    needs: 'world', keys: { name: 'name' }, mainKey: 'name',
    says: { en: 'a check that the team registered by name', zh: '团队按名称登记的检查' },
    example: { en: '{"rule":"predicate","name":"‹name›"}', zh: '{"rule":"predicate","name":"‹名称›"}' },
    describe: ({ name }) => say.passesCheck(name),
  },
  sentence: {
    needs: 'reviewer', keys: { text: 'sentence' }, mainKey: 'text',
    says: { en: 'a sentence that a reviewer judges; only for what no other rule can say', zh: '由质检员判断的一句话；只用于其他规则表达不了的要求' },
    example: { en: '{"rule":"sentence","text":"‹one requirement that can be judged›"}', zh: '{"rule":"sentence","text":"‹一条可以判断的要求›"}' },
    describe: ({ text }) => sameInBoth(text),
  },
};

export const isRule = (name: string): name is Rule => Object.hasOwn(CRITERIA, name);

/** A row for code that treats all rules alike. */
export interface AnyRow {
  readonly needs: Needs;
  readonly keys: Readonly<Record<string, KeyName>>;
  readonly mainKey: string;
  readonly says: Bilingual;
  readonly example: Bilingual;
  describe(criterion: Criterion): Bilingual;
  check?(criterion: Criterion, output: OutputReader): Bilingual | undefined;
}

export const rowOf = (rule: Rule): AnyRow => CRITERIA[rule];

type Sized = CriterionOf<'max_chars' | 'max_words'>;

function atMost(unit: 'character' | 'word', { value, field }: Sized, output: OutputReader): Bilingual | undefined {
  return onText(output, field, (text) => {
    // No text has more characters or words than code units.
    if (text.length <= value) return undefined;
    const ceiling = value + COUNT_MARGIN;
    const counted = unit === 'character' ? countCharacters(text, ceiling) : countWords(text, ceiling);
    return counted <= value ? undefined : say.tooMany(unit, { counted, limit: value, more: counted > ceiling });
  });
}

type Judge<T> = (found: T) => Bilingual | undefined;

function onText(output: OutputReader, field: string | undefined, judge: Judge<string>): Bilingual | undefined {
  const text = output.text(field);
  return text === undefined ? say.noField(field ?? '') : judge(text);
}

function onFolded(output: OutputReader, field: string | undefined, judge: Judge<string>): Bilingual | undefined {
  const text = output.folded(field);
  return text === undefined ? say.noField(field ?? '') : judge(text);
}

function onValue(output: OutputReader, field: string | undefined, judge: Judge<Json>): Bilingual | undefined {
  const value = output.value(field);
  return value === undefined ? say.noField(field ?? '') : judge(value);
}

/** An empty list is an answer; nothing, null and blank text are none. */
const isBlank = (value: Json | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

// Limits that stand in the input of a task (`max_length`, language, tone, keywords) become criteria by code, so that the
// same words lead to the same rules each time and "lively" is something a worker can count.
// Invariant: a rule that the task states itself is neither doubled nor weakened.
import type { Json, JsonObject, Locale } from '../json.ts';
import { isJsonObject } from '../json.ts';
import { foldText, shorten } from '../text/fold-text.ts';
import { KEY_KINDS, MAX_TEXT, MAX_VALUES, scriptOfLanguage } from './criterion-keys.ts';
import type { Criterion } from './criterion-rules.ts';
import { isCriterion, takeIds } from './read-criteria.ts';
import type { Counted } from './text-patterns.ts';

interface ToneRule {
  readonly pattern: Counted;
  readonly value: number;
}

interface ToneRow {
  /** What people call this tone, folded. */
  readonly names: readonly string[];
  readonly rules: readonly ToneRule[];
}

/**
 * Tones that can be counted. A tone without a row becomes a sentence for the reviewer, and so does one that is denied or
 * qualified ("not too lively"): only the plain word is a rule.
 */
export const TONE_RULES = {
  lively: {
    names: ['lively', 'playful', 'energetic', 'upbeat', 'cheerful', 'vivid', '活泼', '轻松活泼', '活泼生动', '生动活泼', '欢快', '俏皮', '热情活泼', '活力'],
    rules: [{ pattern: 'exclamation_marks', value: 3 }, { pattern: 'rhetorical_questions', value: 1 }],
  },
} as const satisfies Record<string, ToneRow>;

export interface CriteriaFromInputOptions {
  /** The field of the output that holds the text, where the member's output schema names one (`mainTextField`). */
  readonly field?: string;
}

/** The criteria that follow from an input, with ids c1, c2, …; input that says nothing we know gives none. */
export function criteriaFromInput(input: JsonObject, locale: Locale, options: CriteriaFromInputOptions = {}): readonly Criterion[] {
  const drafts: Draft[] = [];
  const stated = new Set<string>();
  for (const [key, value] of Object.entries(input)) {
    const limit = LIMITS.get(plainKey(key));
    // The first of several spellings of one limit counts.
    if (limit === undefined || stated.has(limit)) continue;
    const found = READERS[limit](value, locale);
    if (found.length > 0) stated.add(limit);
    drafts.push(...found);
  }
  const placed = drafts.map((draft) => (options.field === undefined || draft.rule === 'sentence' ? draft : { ...draft, field: options.field }));
  return numbered(placed);
}

/**
 * The task's own criteria, then the derived ones that say something more. A limit that is stricter than the task's own stays
 * beside it, since both hold; a default of a tone gives way to what the task says about the same thing.
 */
export function mergeCriteria(own: readonly Criterion[], derived: readonly Criterion[]): readonly Criterion[] {
  const added = derived.flatMap((criterion) => whatIsNew(criterion, own));
  if (added.length === 0) return own;
  const ids = takeIds([...own.map((criterion) => criterion.id), ...added.map(() => undefined)]);
  return [...own, ...added.map((criterion, order) => ({ ...criterion, id: ids[own.length + order] ?? criterion.id }))];
}

type Draft = Readonly<Record<string, Json>>;
type Limit = 'max_chars' | 'min_chars' | 'max_words' | 'language' | 'tone' | 'must_contain' | 'must_not_contain';

const LIMITS: ReadonlyMap<string, Limit> = new Map(
  Object.entries({
    max_length: 'max_chars', max_chars: 'max_chars', max_characters: 'max_chars', length_limit: 'max_chars', char_limit: 'max_chars', 最大长度: 'max_chars', 字数上限: 'max_chars', 最多字数: 'max_chars',
    min_length: 'min_chars', min_chars: 'min_chars', min_characters: 'min_chars', 最小长度: 'min_chars', 字数下限: 'min_chars', 最少字数: 'min_chars',
    max_words: 'max_words', word_limit: 'max_words', max_word_count: 'max_words',
    language: 'language', lang: 'language', output_language: 'language', target_language: 'language', 语言: 'language', 目标语言: 'language',
    tone: 'tone', tone_of_voice: 'tone', 语气: 'tone', 风格: 'tone',
    keywords: 'must_contain', must_contain: 'must_contain', must_include: 'must_contain', required_keywords: 'must_contain', 关键词: 'must_contain', 必须包含: 'must_contain',
    must_not_contain: 'must_not_contain', forbidden_words: 'must_not_contain', banned_words: 'must_not_contain', 禁用词: 'must_not_contain', 不得出现: 'must_not_contain',
  } satisfies Record<string, Limit>),
);

/** `maxLength` and `Max-Length` are `max_length`. */
const plainKey = (key: string): string => foldText(key.trim().replace(/([a-z])([A-Z])/g, '$1_$2')).replaceAll(/[\s-]+/g, '_');

const READERS: Readonly<Record<Limit, (value: Json, locale: Locale) => readonly Draft[]>> = {
  max_chars: (value) => countOf('max_chars', value),
  min_chars: (value) => countOf('min_chars', value),
  max_words: (value) => countOf('max_words', value),
  must_contain: (value) => textsOf('must_contain', value),
  must_not_contain: (value) => textsOf('must_not_contain', value),
  language: languageOf,
  tone: toneOf,
};

/** A number, or a number as text with or without its unit: “200”, “200字”. */
function countOf(rule: 'max_chars' | 'min_chars' | 'max_words', value: Json): readonly Draft[] {
  const plain = typeof value === 'string' ? value.normalize('NFKC').replace(/\s*(?:个?字符?|个?词|characters?|chars?|words?)\s*$/i, '') : value;
  const count = KEY_KINDS.count.read(plain);
  return typeof count === 'number' && KEY_KINDS.count.fits(count) ? [{ rule, value: count }] : [];
}

function textsOf(rule: 'must_contain' | 'must_not_contain', value: Json): readonly Draft[] {
  const given: readonly Json[] = typeof value === 'string' ? value.split(/[,，、;；\n]/) : Array.isArray(value) ? value : [];
  const values = given.filter((item) => typeof item === 'string').map((item) => item.trim());
  const usable = [...new Set(values)].filter((item) => item !== '' && item.length <= MAX_TEXT && foldText(item) !== '').slice(0, MAX_VALUES);
  return usable.length === 0 ? [] : [{ rule, values: usable }];
}

function languageOf(value: Json, locale: Locale): readonly Draft[] {
  const name = wordOf(value);
  if (name === undefined) return [];
  const script = scriptOfLanguage(name);
  return script === undefined ? [sentence(locale, `The text is written in ${name}.`, `内容用${name}书写。`)] : [{ rule: 'script', script }];
}

function toneOf(value: Json, locale: Locale): readonly Draft[] {
  const words = typeof value === 'string' ? value.split(/[,，、;；/+&]|\band\b/) : Array.isArray(value) ? value : [];
  const drafts: Draft[] = [];
  const uncounted: string[] = [];
  for (const word of words.flatMap((each) => wordOf(each) ?? [])) {
    const row = toneRow(word);
    if (row === undefined) uncounted.push(word);
    else drafts.push(...row.rules.map((rule) => ({ rule: 'min_count', ...rule })));
  }
  if (uncounted.length > 0) drafts.push(sentence(locale, `The tone is ${uncounted.join(', ')}.`, `语气要${uncounted.join('、')}。`));
  return drafts;
}

function toneRow(word: string): ToneRow | undefined {
  const plain = foldText(word).replace(/^(?:语气|风格|tone\s*[:：]?)\s*/, '').replace(/(?:的|风格|语气|一点|一些|\s+tone)$/, '').trim();
  const rows: readonly ToneRow[] = Object.values(TONE_RULES);
  return rows.find((row) => row.names.includes(plain));
}

const sentence = (locale: Locale, en: string, zh: string): Draft => ({ rule: 'sentence', text: shorten(locale === 'zh' ? zh : en, 500) });

function wordOf(value: Json): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? shorten(value.trim(), 100) : undefined;
}

/** Two drafts that say the same (a tone named twice) are one. */
function numbered(drafts: readonly Draft[]): readonly Criterion[] {
  const different = [...new Map(drafts.map((draft) => [JSON.stringify(draft), draft])).values()];
  return different.map((draft, order) => ({ id: `c${order + 1}`, ...draft })).filter((draft) => isJsonObject(draft) && isCriterion(draft));
}

/** The derived criterion, what is left of it, or nothing, in the face of what the task says itself. */
function whatIsNew(derived: Criterion, own: readonly Criterion[]): readonly Criterion[] {
  const rivals = own.filter((criterion) => criterion.rule === derived.rule && sameField(criterion, derived));
  switch (derived.rule) {
    case 'max_chars':
    case 'max_words': return rivals.some((rival) => 'value' in rival && rival.value <= derived.value) ? [] : [derived];
    case 'min_chars': return rivals.some((rival) => rival.rule === 'min_chars' && rival.value >= derived.value) ? [] : [derived];
    case 'must_contain':
    case 'must_not_contain': {
      const stated = new Set(rivals.flatMap((rival) => ('values' in rival ? rival.values.map(foldText) : [])));
      const values = derived.values.filter((value) => !stated.has(foldText(value)));
      return values.length === 0 ? [] : [{ ...derived, values }];
    }
    case 'min_count': return rivals.some((rival) => rival.rule === 'min_count' && sameCounted(rival.pattern, derived.pattern)) ? [] : [derived];
    case 'script': return rivals.length > 0 ? [] : [derived];
    case 'sentence': return rivals.some((rival) => rival.rule === 'sentence' && isSaidIn(rival.text, derived.text)) ? [] : [derived];
    default: return rivals.some((rival) => JSON.stringify({ ...rival, id: '' }) === JSON.stringify({ ...derived, id: '' })) ? [] : [derived];
  }
}

/** A rule without a field is about the whole text, so it meets each field. */
function sameField(one: Criterion, other: Criterion): boolean {
  const [field, otherField] = [fieldOf(one), fieldOf(other)];
  return field === undefined || otherField === undefined || field === otherField;
}
const fieldOf = (criterion: Criterion): string | undefined => ('field' in criterion ? criterion.field : undefined);

const sameCounted = (one: Counted, other: Counted): boolean =>
  typeof one === 'string' || typeof other === 'string' ? one === other : foldText(one.text) === foldText(other.text);

/** Whether a sentence of the task says what ours says: the same words, or the same tone or language by name. */
function isSaidIn(own: string, derived: string): boolean {
  const subject = derived.replace(/^(?:The tone is |The text is written in |语气要|内容用)/, '').replace(/(?:书写)?[。.]$/, '');
  return foldText(own).includes(foldText(subject));
}

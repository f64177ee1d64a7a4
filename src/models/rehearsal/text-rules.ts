// The countable criteria, from the writer's side: what each rule wants to see in a text, and whether it is there.
// One row per rule; a rule without a row (a sentence, a command) is not the writer's to fulfil.
import type { Json, JsonObject, Locale } from '../../core/json.ts';
import { numberOf, objectOf, textOf, textsOf } from '../samples/facts.ts';
import { COUNTED, FILLERS, GAP } from './sentences.ts';
import { graphemesOf, wordsIn } from '../samples/measure-text.ts';
import { textFromPattern } from '../samples/text-from-pattern.ts';

/** Something that must stand in a text: within its flow, or as a paragraph of its own. */
export interface Piece {
  readonly text: string;
  readonly ownBlock: boolean;
}

interface TextRule {
  readonly pieces?: (rule: JsonObject, locale: Locale) => readonly Piece[];
  readonly holds: (rule: JsonObject, text: string) => boolean;
}

export const piecesFor = (rule: JsonObject, locale: Locale): readonly Piece[] => RULES[textOf(rule['rule'])]?.pieces?.(rule, locale) ?? [];

export const holds = (rule: JsonObject, text: string): boolean => RULES[textOf(rule['rule'])]?.holds(rule, text) ?? true;

const valueOf = (rule: JsonObject): number => Math.max(numberOf(rule['value']) ?? 0, 0);

const RULES: Readonly<Record<string, TextRule>> = {
  max_chars: { holds: (rule, text) => graphemesOf(text).length <= valueOf(rule) },
  min_chars: { holds: (rule, text) => graphemesOf(text).length >= valueOf(rule) },
  max_words: { holds: (rule, text) => wordsIn(text).length <= valueOf(rule) },
  must_contain: { pieces: (rule, locale) => [listing(textsOf(rule['values']), locale)], holds: (rule, text) => textsOf(rule['values']).every((value) => text.includes(value)) },
  must_contain_any: {
    pieces: (rule, locale) => [listing(textsOf(rule['values']).slice(0, numberOf(rule['min']) ?? 1), locale)],
    holds: (rule, text) => textsOf(rule['values']).filter((value) => text.includes(value)).length >= (numberOf(rule['min']) ?? 1),
  },
  must_not_contain: { holds: (rule, text) => textsOf(rule['values']).every((value) => !text.toLowerCase().includes(value.toLowerCase())) },
  min_count: {
    pieces: (rule, locale) => counted(rule['pattern'], Math.min(valueOf(rule), MOST_PIECES), locale),
    holds: (rule, text) => countIn(rule['pattern'], text) >= valueOf(rule),
  },
  script: { holds: (rule, text) => scriptShare(textOf(rule['script']), text) >= (numberOf(rule['min_share']) ?? 0.5) },
  regex: {
    pieces: (rule) => [{ text: textFromPattern(textOf(rule['pattern'])) ?? '', ownBlock: false }],
    holds: (rule, text) => matchesIn(textOf(rule['pattern']), 'u', text) > 0,
  },
};

const MOST_PIECES = 500;

const listing = (values: readonly string[], locale: Locale): Piece =>
  ({ text: values.length === 0 ? '' : locale === 'zh' ? `关键词：${values.join('、')}。` : `Key words: ${values.join(', ')}.`, ownBlock: false });

function counted(pattern: Json | undefined, count: number, locale: Locale): readonly Piece[] {
  const times = <T>(make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
  const inFlow = (text: string): readonly Piece[] => [{ text, ownBlock: false }];
  const blocks = (texts: readonly string[]): readonly Piece[] => texts.map((text) => ({ text, ownBlock: true }));
  const zh = locale === 'zh';
  const stock = COUNTED[textOf(pattern)]?.[locale] ?? [];
  if (stock.length > 0) return inFlow(times((index) => stock[index % stock.length]).join(GAP[locale]));
  switch (pattern) {
    case 'emoji': return inFlow(times(() => '🎉').join(' '));
    case 'numbers': return inFlow(zh ? `依次编号：${times((index) => index + 1).join('、')}。` : `In order: ${times((index) => index + 1).join(', ')}.`);
    case 'links': return inFlow(times((index) => `https://example.com/rehearsal/${index + 1}`).join(' '));
    case 'list_items': return blocks([times((index) => (zh ? `- 第 ${index + 1} 点` : `- Point ${index + 1}`)).join('\n')]);
    case 'headings': return blocks(times((index) => (zh ? `## 第 ${index + 1} 部分` : `## Part ${index + 1}`)));
    case 'sentences': return inFlow(times((index) => FILLERS[locale][index % FILLERS[locale].length] ?? '').join(GAP[locale]));
    case 'hashtags': return inFlow(times((index) => (zh ? `#排演${index + 1}` : `#rehearsal${index + 1}`)).join(' '));
    case 'code_blocks': return blocks(times((index) => `\`\`\`\n${index + 1}\n\`\`\``));
    case 'paragraphs': return blocks(times((index) => (zh ? `第 ${index + 1} 段只讲一件事。` : `Paragraph ${index + 1} deals with one thing.`)));
    default: return inFlow(times(() => textOf(objectOf(pattern)['text'])).join(' '));
  }
}

const PATTERNS: Readonly<Record<string, readonly [string, string]>> = {
  exclamation_marks: ['[!！]', 'gu'],
  question_marks: ['[?？]', 'gu'],
  rhetorical_questions: ['[?？]', 'gu'],
  emoji: ['\\p{Extended_Pictographic}', 'gu'],
  numbers: ['\\d+', 'gu'],
  links: ['https?://', 'gu'],
  sentences: ['[\\p{L}\\p{N}][^.!?。！？…\\n]*', 'gu'],
  hashtags: ['[#＃][\\p{L}\\p{N}_]+', 'gu'],
  code_blocks: ['^```[^`]*^```', 'gmu'],
  list_items: ['^\\s*(?:[-*•]|\\d+[.)、])\\s', 'gmu'],
  headings: ['^#{1,6}\\s', 'gmu'],
  paragraphs: ['\\S(?:[^\\n]|\\n(?!\\s*\\n))*', 'gu'],
};

function countIn(pattern: Json | undefined, text: string): number {
  const literal = textOf(objectOf(pattern)['text']);
  if (literal !== '') return text.split(literal).length - 1;
  const known = PATTERNS[textOf(pattern)];
  return known === undefined ? Infinity : matchesIn(known[0], known[1], text);
}

function matchesIn(pattern: string, flags: string, text: string): number {
  try {
    return (text.match(new RegExp(pattern, flags)) ?? []).length;
  } catch {
    // A pattern that no engine can read is refused when the criterion is made; here nothing can be done about it.
    return Infinity;
  }
}

/** Counted strictly: a word of a script with spaces is one, and every foreign letter counts against it. */
function scriptShare(script: string, text: string): number {
  const own = script === 'Japanese' ? '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]' : `\\p{Script=${script}}`;
  const foreign = matchesIn(`[\\p{L}--[${own}]]`, 'gv', text);
  const wanted = matchesIn(UNSPACED.has(script) ? own : `${own}+`, 'gv', text);
  return wanted + foreign === 0 ? 0 : wanted / (wanted + foreign);
}

const UNSPACED = new Set(['Han', 'Japanese', 'Hiragana', 'Katakana', 'Thai']);

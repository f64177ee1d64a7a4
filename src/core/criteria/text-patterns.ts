// The patterns that a criterion can count by name: exclamation marks, rhetorical questions, list items and the like.
// One row each, in half-width and full-width forms. Invariant: linear in the text, and counting stops at `enough`.
import type { Bilingual } from '../json.ts';

interface PatternRow {
  /** Singular, plural, Chinese (all take 个). */
  readonly names: readonly [string, string, string];
  /** What else the planner may call it, folded. */
  readonly also: readonly string[];
  /** How a worker can meet it, where the name alone does not say. */
  readonly hint?: Bilingual;
  readonly count: (text: string, enough: number) => number;
}

export const TEXT_PATTERNS = {
  exclamation_marks: {
    names: ['exclamation mark', 'exclamation marks', '感叹号'],
    also: ['exclamations', '叹号', '惊叹号'],
    count: matches(/[!！﹗︕‼⁉❗❕]/g),
  },
  question_marks: {
    names: ['question mark', 'question marks', '问号'],
    also: ['questions', '疑问句', '问句'],
    count: matches(/[?？﹖︖⁇⁈؟❓❔]/g),
  },
  rhetorical_questions: {
    names: ['rhetorical question', 'rhetorical questions', '反问句'],
    also: ['反问', '设问句'],
    hint: {
      en: 'A rhetorical question ends with a question mark and has its answer built in, by words like “who wouldn’t”, “isn’t it”, “why wait”.',
      zh: '反问句以问号结尾，答案已在句中，常用“难道”“何不”“怎能”“谁不”“还等什么”“不是……吗”这类说法。',
    },
    count: countRhetorical,
  },
  emoji: {
    names: ['emoji', 'emoji', '表情符号'],
    also: ['emojis', '表情', 'emoji表情'],
    count: countEmoji,
  },
  numbers: {
    names: ['number', 'numbers', '数字'],
    also: ['digits', 'figures', '数据'],
    count: matches(/\p{Nd}+(?:[.,．，]\p{Nd}+)*/gu),
  },
  links: {
    names: ['link', 'links', '链接'],
    also: ['urls', 'hyperlinks', '网址'],
    count: matches(/https?:\/\/[\x21-\x7e]+|\bwww\.[\x21-\x7e]+/gi),
  },
  list_items: {
    names: ['list item', 'list items', '列表项'],
    also: ['bullets', 'bullet_points', 'items', '要点', '条目'],
    count: matches(/^[ \t\u3000]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+|[•·●○◦▪‣]|\d{1,3}[、．）]|[（(]\d{1,3}[)）]|[一二三四五六七八九十]{1,3}、|[①-⑳])\S?/gmu),
  },
  headings: {
    names: ['heading', 'headings', '标题'],
    also: ['headers', 'titles', '小标题'],
    count: matches(/^ {0,3}[#＃]{1,6}[ \t]+\S/gm),
  },
  paragraphs: {
    names: ['paragraph', 'paragraphs', '段落'],
    also: ['段', '自然段'],
    count: countParagraphs,
  },
  sentences: {
    names: ['sentence', 'sentences', '句子'],
    also: ['句', '句话'],
    count: countSentences,
  },
  code_blocks: {
    names: ['code block', 'code blocks', '代码块'],
    also: ['code', '代码'],
    count: (text, enough) => Math.floor(matches(/^ {0,3}(?:```|~~~)/gm)(text, enough * 2) / 2),
  },
  hashtags: {
    names: ['hashtag', 'hashtags', '话题标签'],
    also: ['tags', '话题'],
    count: matches(/[#＃][\p{L}\p{N}_]+/gu),
  },
} as const satisfies Record<string, PatternRow>;

export type TextPattern = keyof typeof TEXT_PATTERNS;

/** What can be counted: a pattern by its name, or a text as it stands (compared folded). */
export type Counted = TextPattern | { readonly text: string };

export const isTextPattern = (name: string): name is TextPattern => Object.hasOwn(TEXT_PATTERNS, name);

/** The hint of a pattern, where it has one. */
export const hintOf = (name: TextPattern): Bilingual | undefined => {
  const row: PatternRow = TEXT_PATTERNS[name];
  return row.hint;
};

function matches(pattern: RegExp): (text: string, enough: number) => number {
  return (text, enough) => {
    let count = 0;
    pattern.lastIndex = 0;
    while (count < enough && pattern.exec(text) !== null) count++;
    return count;
  };
}

let emojiCounter: ReturnType<typeof matches> | undefined;

// The look-ahead spares most characters the long list of emoji sequences. To read that list takes a tenth of a program's start,
// so it is read when somebody counts emoji, and not from a literal, which is read with the file.
function countEmoji(text: string, enough: number): number {
  emojiCounter ??= matches(new RegExp(String.raw`(?=[\p{Extended_Pictographic}\p{Regional_Indicator}]|[0-9#*]\ufe0f)(?:\p{RGI_Emoji}|[\p{Extended_Pictographic}--[©®™‼⁉↔-↪〰〽]])`, 'gv'));
  return emojiCounter(text, enough);
}

/** Stretches with a letter or number between ends of sentences. Ends are looked for, since a pattern of whole sentences keeps a place to go back to for each letter. */
function countSentences(text: string, enough: number): number {
  let count = 0;
  let from = 0;
  for (const { index } of text.matchAll(/[!?。！？…\n]|\.(?!\S)/g)) {
    if (count >= enough) return count;
    if (/[\p{L}\p{N}]/u.test(text.slice(from, index))) count++;
    from = index + 1;
  }
  return count < enough && /[\p{L}\p{N}]/u.test(text.slice(from)) ? count + 1 : count;
}

/** Stretches of lines that are not blank. */
function countParagraphs(text: string, enough: number): number {
  let count = 0;
  let afterBlank = true;
  for (let start = 0; start < text.length && count < enough;) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end === -1 ? text.length : end);
    const isBlank = !/\S/.test(line);
    if (afterBlank && !isBlank) count++;
    afterBlank = isBlank;
    start = end === -1 ? text.length : end + 1;
  }
  return count;
}

// A sentence is looked at from its question mark backwards, so a text without any end of sentence stays cheap.
const LONGEST_QUESTION = 300;
const QUESTION_END = /[?？﹖︖⁇]+/g;
const SENTENCE_END = /[.!?。！？﹖︖⁇…\n；;]/;

function countRhetorical(text: string, enough: number): number {
  let count = 0;
  for (const { index } of text.matchAll(QUESTION_END)) {
    let start = index;
    while (start > 0 && index - start < LONGEST_QUESTION && !SENTENCE_END.test(text.charAt(start - 1))) start--;
    if (isRhetorical(text.slice(start, index)) && ++count >= enough) break;
  }
  return count;
}

const RHETORICAL_ZH =
  /难道|岂|何[必须不尝苦况曾妨]|怎[能会敢]|怎么(?:能|会|可能|可以|舍得|少得了)|哪[能里有会个儿]|谁(?:不|会|能|还|说|敢)|凭什么|还(?:在)?[等犹要用怕愁不需有想]|不是|[不没别未].*[吗么嘛]|有什么(?:理由|不)|为(?:什么|何)不/;
const RHETORICAL_EN =
  /n['’]t\b|\b(?:not|never|really|still|anyone|even)\b|\bwho\s+(?:could|would|can|says?|knew|needs?|wants?|else|has)\b|\bwhy\s+(?:wait|settle|bother|pay|choose|would|should|miss|stay)\b|\bhow\s+(?:could|can)\b|\bwhat\s+(?:more|better|else|could)\b|\bwhat(?:['’]s|\s+is)\s+(?:stopping|better)\b|\bwaiting\s+for\b/i;

/** Our word lists are Chinese and English; in other scripts each question counts, since a refusal could not be cured. */
function isRhetorical(question: string): boolean {
  if (!/\p{L}/u.test(question)) return false;
  if (/[^\P{L}\p{Script=Han}\p{Script=Latin}]/u.test(question)) return true;
  return RHETORICAL_ZH.test(question) || RHETORICAL_EN.test(question);
}

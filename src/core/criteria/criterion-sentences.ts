// What a criterion asks and what a failed one says, in both languages, with the measured figures.
// Invariant: texts of users are quoted and shortened, so that a sentence stays a sentence.
import type { Bilingual, JsonObject } from '../json.ts';
import { shorten } from '../text/fold-text.ts';
import { joinSaid } from '../text/join-said.ts';
import type { ScriptName } from './counting.ts';
import { SCRIPTS } from './counting.ts';
import type { Counted } from './text-patterns.ts';
import { TEXT_PATTERNS, hintOf } from './text-patterns.ts';

type Unit = 'character' | 'word';
const UNITS_ZH = { character: '个字符', word: '个词' } as const satisfies Record<Unit, string>;

export const atMost = (unit: Unit, limit: number, field?: string): Bilingual => ({
  en: `At most ${amount(limit, unit)}${inField(field)}.`,
  zh: `${fieldZh(field)}最多 ${limit} ${UNITS_ZH[unit]}。`,
});

export const atLeast = (unit: Unit, limit: number, field?: string): Bilingual => ({
  en: `At least ${amount(limit, unit)}${inField(field)}.`,
  zh: `${fieldZh(field)}至少 ${limit} ${UNITS_ZH[unit]}。`,
});

export function tooMany(unit: Unit, { counted, limit, more }: { counted: number; limit: number; more: boolean }): Bilingual {
  // A count that was broken off stands one above what was surely passed.
  const figure = more ? counted - 1 : counted;
  return {
    en: `It has ${more ? 'more than ' : ''}${amount(figure, unit)}; shorten it by at least ${counted - limit}.`,
    zh: `现在有${more ? '超过' : ''} ${figure} ${UNITS_ZH[unit]}，请至少删去 ${counted - limit} 个。`,
  };
}

export const tooFew = (unit: Unit, counted: number, limit: number): Bilingual => ({
  en: `It has ${amount(counted, unit)}; add at least ${limit - counted}.`,
  zh: `现在只有 ${counted} ${UNITS_ZH[unit]}，请至少再写 ${limit - counted} 个。`,
});

export const mustContain = (values: readonly string[], field?: string): Bilingual => ({
  en: `Must contain ${quoted(values).join(', ')}${inField(field)}.`,
  zh: `${fieldZh(field)}必须包含${quoted(values).join('')}。`,
});

export const mustContainAny = (values: readonly string[], min: number, field?: string): Bilingual => ({
  en: `Must contain at least ${min} of ${quoted(values).join(', ')}${inField(field)}.`,
  zh: `${fieldZh(field)}至少包含以下 ${min} 项：${quoted(values).join('')}。`,
});

export const mustNotContain = (values: readonly string[], field?: string): Bilingual => ({
  en: `Must not contain ${quoted(values).join(', ')}${inField(field)}.`,
  zh: `${fieldZh(field)}不能出现${quoted(values).join('')}。`,
});

export const missing = (values: readonly string[]): Bilingual => ({
  en: `It does not contain ${quoted(values).join(', ')}; put ${values.length === 1 ? 'it' : 'them'} in, word for word.`,
  zh: `缺少${quoted(values).join('')}，请原样写进去。`,
});

export const missingSome = (values: readonly string[], found: number, min: number): Bilingual => ({
  en: `It contains ${found} of them; put in at least ${min - found} more, word for word: ${quoted(values).join(', ')}.`,
  zh: `目前只出现 ${found} 项，请从以下各项中至少再原样写入 ${min - found} 项：${quoted(values).join('')}。`,
});

export const forbidden = (values: readonly string[]): Bilingual => ({
  en: `It contains ${quoted(values).join(', ')}; take ${values.length === 1 ? 'it' : 'them'} out.`,
  zh: `出现了${quoted(values).join('')}，请删掉。`,
});

export const minCount = (counted: Counted, limit: number, field?: string): Bilingual => ({
  en: `At least ${amountOf(counted, limit).en}${inField(field)}.${hint(counted, 'en')}`,
  zh: `${fieldZh(field)}至少有 ${amountOf(counted, limit).zh}。${hint(counted, 'zh')}`,
});

export const countedTooFew = (counted: Counted, found: number, limit: number): Bilingual => ({
  en: `It has ${amountOf(counted, found).en}; add at least ${limit - found}.${hint(counted, 'en')}`,
  zh: `现在有 ${amountOf(counted, found).zh}，请至少再加 ${limit - found} 个。${hint(counted, 'zh')}`,
});

export const matches = (pattern: string, field?: string): Bilingual => ({
  en: `Some part matches the regular expression ${code(pattern)}${inField(field)}.`,
  zh: `${fieldZh(field)}有一处符合正则表达式 ${code(pattern)}。`,
});

export const unmatched = (pattern: string): Bilingual => ({
  en: `No part of it matches the regular expression ${code(pattern)}; rewrite it so that one does.`,
  zh: `没有任何一处符合正则表达式 ${code(pattern)}，请修改到符合为止。`,
});

export const fitsSchema = (schema: JsonObject, field?: string): Bilingual => ({
  en: `Fits this JSON Schema${inField(field)}: ${code(JSON.stringify(schema), LONG)}.`,
  zh: `${fieldZh(field)}符合这个 JSON Schema：${code(JSON.stringify(schema), LONG)}。`,
});

export function unfit(problems: readonly Bilingual[]): Bilingual {
  const { en, zh } = joinSaid(problems, 'clauses');
  return { en: `It does not fit the schema: ${en}. Correct this.`, zh: `不符合模式：${zh}。请改正。` };
}

export const requiredFields = (fields: readonly string[]): Bilingual => ({
  en: `The output is an object with ${fields.map((field) => code(field)).join(', ')} filled in.`,
  zh: `产出是一个对象，并填写了 ${fields.map((field) => code(field)).join('、')}。`,
});

export const missingFields = (fields: readonly string[]): Bilingual => ({
  en: `Missing or empty: ${fields.map((field) => code(field)).join(', ')}; fill ${fields.length === 1 ? 'it' : 'them'} in.`,
  zh: `缺少或为空：${fields.map((field) => code(field)).join('、')}，请填写。`,
});

export const noField = (field: string): Bilingual => ({
  en: `The output has no field ${code(field)}; put the text there.`,
  zh: `产出里没有 ${code(field)} 这个字段，请把内容写在这个字段里。`,
});

export const inScript = (script: ScriptName, share: number, field?: string): Bilingual => ({
  en: `At least ${percent(share)} is written in ${SCRIPTS[script].says.en}${inField(field)}.`,
  zh: `${fieldZh(field)}至少 ${percent(share)} 用${SCRIPTS[script].says.zh}书写。`,
});

export const otherScript = (script: ScriptName, share: number): Bilingual => ({
  en: `Only ${percent(share)} is written in ${SCRIPTS[script].says.en}; rewrite the rest in ${script === 'Han' ? 'Chinese' : 'them'}.`,
  zh: `目前只有 ${percent(share)} 用${SCRIPTS[script].says.zh}书写，请把其余部分改写过来。`,
});

export const commandEnds = (command: readonly string[]): Bilingual => ({
  en: `The command ${code(command.join(' '))} ends with exit code 0.`,
  zh: `命令 ${code(command.join(' '))} 以退出码 0 结束。`,
});

export const passesCheck = (name: string): Bilingual => ({
  en: `Passes the check ${code(name)} of the team.`,
  zh: `通过团队登记的检查 ${code(name)}。`,
});

export const notJudged: Bilingual = {
  en: 'This criterion could not be judged by code.',
  zh: '这条标准无法由程序判断。',
};

const SHORT = 80;
const LONG = 2_000;

const amount = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
const inField = (field?: string): string => (field === undefined ? '' : ` in ${code(field)}`);
const fieldZh = (field?: string): string => (field === undefined ? '' : `${code(field)} 中`);
const quoted = (values: readonly string[]): readonly string[] => values.map((value) => `“${shorten(value, SHORT)}”`);
const code = (text: string, limit = SHORT): string => `\`${shorten(text, limit)}\``;

/** Rounded down, so that what fails by a hair does not read as met. */
const percent = (share: number): string => `${Math.floor(share * 100 + 1e-9)}%`;

function amountOf(counted: Counted, count: number): Bilingual {
  if (typeof counted !== 'string') {
    const [text] = quoted([counted.text]);
    return { en: `${count} × ${text}`, zh: `${count} 个${text}` };
  }
  const [one, many, zh] = TEXT_PATTERNS[counted].names;
  return { en: `${count} ${count === 1 ? one : many}`, zh: `${count} 个${zh}` };
}

function hint(counted: Counted, locale: keyof Bilingual): string {
  const found = typeof counted === 'string' ? hintOf(counted) : undefined;
  if (found === undefined) return '';
  return locale === 'en' ? ` ${found.en}` : found.zh;
}

// What is wrong with a piece of YAML, in words that say what to mend. The codes are those of the YAML reader; the last row
// stands for all that have no row of their own.
import type { Bilingual } from '../../core/json.ts';

const FAULTS: Readonly<Record<string, Bilingual>> = {
  DUPLICATE_KEY: { en: 'holds the same key twice; keep one', zh: '同一个键写了两次；请只保留一个' },
  TAB_AS_INDENT: { en: 'is indented with a tab, which YAML does not allow; use spaces', zh: '用制表符缩进，YAML 不允许；请改用空格' },
  BAD_INDENT: { en: 'is not indented as the lines around it; line it up with spaces', zh: '缩进与上下行不一致；请用空格对齐' },
  MISSING_CHAR: { en: 'lacks a closing quote, bracket or comma; add it', zh: '缺少收尾的引号、括号或逗号；请补上' },
  BAD_ALIAS: { en: 'refers to a YAML anchor with "*"; write the value out', zh: '用“*”引用了 YAML 锚点；请把内容直接写出来' },
  BLOCK_AS_IMPLICIT_KEY: { en: 'holds ": " inside a value; put the value in quotes', zh: '值里含有“: ”；请给这个值加上引号' },
};
const OTHER: Bilingual = { en: 'is not valid YAML; check quotes, brackets and indentation, or write it as JSON', zh: '不是合法的 YAML；请检查引号、括号和缩进，或改写成 JSON' };

export const yamlFault = (code: string): Bilingual => FAULTS[code] ?? OTHER;

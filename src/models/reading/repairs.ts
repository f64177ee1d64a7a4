// The names of everything the reader can mend, as one table with a sentence each. A name goes on record with the answer,
// so that a team can see which model writes what. Nothing is mended that is not a row here.
import type { Bilingual } from '../../core/json.ts';

const REPAIRS = {
  // Around the answer: what was set aside.
  'byte-order-mark': { en: 'A byte-order mark stood in front.', zh: '开头有字节顺序标记。' },
  thinking: { en: 'Thinking aloud stood in front of the answer.', zh: '回答前有一段思考过程。' },
  fence: { en: 'The answer stood in a code fence.', zh: '回答写在代码块里。' },
  prose: { en: 'Other text stood around the answer.', zh: '回答前后有别的文字。' },
  repeated: { en: 'The same answer stood there more than once.', zh: '同一个回答写了不止一次。' },
  // In the answer: how it was written.
  'trailing-comma': { en: 'A comma stood before a closing bracket.', zh: '右括号前多了逗号。' },
  comment: { en: 'Comments stood between the values.', zh: '值之间夹了注释。' },
  'single-quotes': { en: 'Text stood in single quotes.', zh: '文本用了单引号。' },
  'typographic-quotes': { en: 'Text stood in typographic quotes.', zh: '文本用了弯引号。' },
  'python-literal': { en: 'None, True or False stood for null, true or false.', zh: '用了 None、True、False 代替 null、true、false。' },
  'unquoted-key': { en: 'A key had no quotes.', zh: '键名没有引号。' },
  'doubled-braces': { en: 'Braces were doubled.', zh: '花括号写了两遍。' },
  'cjk-punctuation': { en: 'Chinese punctuation stood for JSON punctuation.', zh: '用了中文标点代替 JSON 标点。' },
  'loose-number': { en: 'A number had a leading plus or a bare decimal point.', zh: '数字带正号或小数点缺位。' },
  'escaped-apostrophe': { en: 'An apostrophe was escaped.', zh: '撇号被转义。' },
  'lone-backslash': { en: 'Backslashes in a text were not escaped.', zh: '文本里的反斜杠没有转义。' },
  'raw-line-break': { en: 'A text held a bare line break or tab.', zh: '文本里有未转义的换行或制表符。' },
  'inner-quotes': { en: 'Quotes inside a text were not escaped.', zh: '文本里的引号没有转义。' },
  'closed-cut': { en: 'Closing braces were missing; the schema proves that nothing else was.', zh: '缺少右括号；按 schema 可以确认别无缺失。' },
  // In the answer: what the schema asked for instead.
  'number-as-text': { en: 'A number was written as text.', zh: '数字写成了文本。' },
  'boolean-as-text': { en: 'A boolean was written as text.', zh: '布尔值写成了文本。' },
  'null-as-text': { en: 'Null was written as text.', zh: 'null 写成了文本。' },
  'json-in-text': { en: 'JSON was written inside a text.', zh: 'JSON 被包在文本里。' },
  'text-for-list': { en: 'One text stood for a list of one.', zh: '单个文本代替了只有一项的列表。' },
} as const satisfies Record<string, Bilingual>;

export type RepairName = keyof typeof REPAIRS;

/** Only the packing: these alone never make an answer suspicious. */
export const PACKING: ReadonlySet<RepairName> = new Set<RepairName>(['byte-order-mark', 'thinking', 'fence', 'repeated']);

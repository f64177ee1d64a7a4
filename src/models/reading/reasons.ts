// Why an answer was not taken, as one table in both languages. The sentence goes back to the model that wrote the answer,
// so each row ends with what to do next.
import type { Bilingual } from '../../core/json.ts';

export const REASONS = {
  empty: { en: 'The answer is empty. Answer with one JSON value.', zh: '回答是空的。请给出一个 JSON 值。' },
  too_large: { en: 'The answer is longer than the limit. Answer more briefly.', zh: '回答超过长度上限。请写短一些。' },
  no_json: { en: 'The answer holds no JSON. Answer with one JSON value and nothing else.', zh: '回答里没有 JSON。请只给出一个 JSON 值，不要写别的内容。' },
  unfinished: { en: 'The JSON is cut off before its end. Write the whole JSON, more briefly if it is long.', zh: 'JSON 在结束前被截断。请完整写出，太长就写短些。' },
  unreadable: { en: 'The JSON cannot be read here. Write valid JSON.', zh: '此处的 JSON 无法读取。请写出合法的 JSON。' },
  duplicate_key: { en: 'The same key stands twice in one object. Write each key once.', zh: '同一个对象里键名重复。每个键只写一次。' },
  inner_quotes: { en: 'A text holds quotes that are not escaped, and it is not clear where the text ends. Write each inner quote as \\".', zh: '文本里有未转义的引号，看不出文本在哪里结束。请把文本内的引号写成 \\"。' },
  backslash: { en: 'A text mixes bare backslashes with escapes, so it can be read in two ways. Write each backslash as \\\\.', zh: '文本里既有裸反斜杠又有转义，读法不唯一。请把每个反斜杠写成 \\\\。' },
  number: { en: 'A number cannot be read exactly. Write plain decimal digits without separators, leading zeros, NaN or Infinity; write a very long whole number as text.', zh: '有一个数字无法准确读取。请写普通十进制数字，不要用分隔符、前导零、NaN 或 Infinity；很长的整数请写成文本。' },
  word: { en: 'A bare word stands where a value belongs. Put text in double quotes.', zh: '值的位置上有一个没加引号的词。文本请加双引号。' },
  character: { en: 'A text holds a control character or half of a character. Write the text again without it.', zh: '文本里有控制字符或残缺字符。请去掉后重写。' },
  too_deep: { en: 'The JSON is nested too deeply. Write it flatter.', zh: 'JSON 嵌套过深。请减少嵌套层数。' },
  tangled: { en: 'The quotes in the answer are too tangled to read. Write valid JSON.', zh: '回答里的引号过于混乱，无法读取。请写出合法的 JSON。' },
  lossy: { en: 'The JSON cannot be read without losing some of its text. Write valid JSON.', zh: '读取这段 JSON 会丢失文字。请写出合法的 JSON。' },
  hollow: { en: 'Nothing is left of the answer once it is read. Answer with the whole JSON.', zh: '读取后回答里什么也不剩。请给出完整的 JSON。' },
  ambiguous: { en: 'The answer can be read as more than one value. Answer with exactly one JSON value and quote no other.', zh: '回答可以读出不止一个值。请只给出一个 JSON 值，不要引用别的 JSON。' },
  rival: { en: 'Beside the answer stands another piece of JSON that looks like an answer and does not fit. Answer with exactly one JSON value and quote no other.', zh: '除了回答，还有一段形似回答却不合格的 JSON。请只给出一个 JSON 值，不要引用别的 JSON。' },
  beside: { en: 'Other text stands beside the JSON. Answer with the JSON alone and quote nothing.', zh: 'JSON 之外还有别的文字。请只给出这个 JSON，不要引用任何内容。' },
  leftover: { en: 'A closing bracket is left over after the JSON. Write valid JSON and nothing after it.', zh: 'JSON 之后多出了右括号。请写出合法的 JSON，后面不要再写内容。' },
  echo: { en: 'The answer repeats the example of the request. Answer with your own values.', zh: '回答照抄了要求里的示例。请填写你自己的内容。' },
  unfit: { en: 'The JSON does not fit the schema.', zh: 'JSON 不符合 schema。' },
  schema: { en: 'The schema of this answer is itself broken. Mend the schema of the member.', zh: '这个回答的 schema 本身有误。请修正成员的 schema。' },
} as const satisfies Record<string, Bilingual>;

export type ReasonName = keyof typeof REASONS;

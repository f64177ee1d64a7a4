// The input of a planned task: a value that fits the `input_schema` of its member and speaks about the goal. Fields are filled
// by what their name says; a name without meaning here gets the topic.
import type { Json, JsonObject, Locale } from '../../core/json.ts';
import { objectOf, textOf } from '../samples/facts.ts';
import { graphemesOf, wordsIn } from '../samples/measure-text.ts';
import { sampleInStyle } from '../samples/sample-from-schema.ts';
import { textPlaces } from './text-places.ts';

export interface Workload {
  readonly member: JsonObject;
  /** The field of the output that the main text stands in, where the output schema tells. */
  readonly field: string | undefined;
}

interface InputWords {
  readonly goal: string;
  readonly title: string;
  readonly topic: string;
  readonly locale: Locale;
  /** Only what the schema requires. */
  readonly minimal: boolean;
  /** Code turns a lively tone into counted rules, so it is asked for only where a text is written. */
  readonly lively: boolean;
}

export function inputFor(member: JsonObject, words: InputWords): Json {
  const schema = objectOf(member['input_schema']);
  if (Object.keys(schema).length === 0) return { topic: words.goal };
  return sampleInStyle(schema, {
    write: ({ path }) => textByName(path, words),
    number: (name) => NUMBERS.find(([pattern]) => pattern.test(name))?.[1],
    requiredOnly: words.minimal,
  });
}

export function mainField(member: JsonObject): string | undefined {
  const path = textPlaces(objectOf(member['output_schema']))[0]?.path ?? [];
  return path.length === 1 ? path[0] : undefined;
}

/** Whether rules about text make sense for this member's output. Functions and services write what they were made to write. */
export function takesText({ member }: Workload): boolean {
  const kind = textOf(member['kind']);
  if (kind !== '' && kind !== 'model') return false;
  const schema = objectOf(member['output_schema']);
  return Object.keys(schema).length === 0 || textPlaces(schema).length > 0;
}

const NUMBERS: readonly (readonly [RegExp, number])[] = [
  [/min|最少|最小|下限/i, 20],
  [/max|limit|length|字数|长度|上限/i, 200],
  [/count|amount|number|数量|个数/i, 3],
  [/budget|price|预算|价格/i, 1000],
];

const TEXTS: readonly (readonly [RegExp, (words: InputWords) => string])[] = [
  [/forbid|banned|must_not|avoid|exclude|禁|不得/i, () => 'lorem ipsum'],
  [/key_?words?|must_|required_|关键词|必须/i, ({ goal, topic }) => keyWordOf(goal) || topic],
  [/tone|style|mood|语气|风格/i, ({ locale, lively }) => (locale === 'zh' ? (lively ? '活泼' : '平实') : lively ? 'lively' : 'plain')],
  [/^lang|language|语言/i, ({ locale }) => (locale === 'zh' ? '中文' : 'English')],
  [/goal|brief|content|question|request|目标|需求|问题/i, ({ goal }) => goal],
  [/title|name|task|标题|名称|任务/i, ({ title }) => title],
];

function textByName(path: readonly string[], words: InputWords): string {
  const name = path.findLast((each) => Number.isNaN(Number(each))) ?? '';
  const text = TEXTS.find(([pattern]) => pattern.test(name))?.[1](words) ?? words.topic;
  const position = Number(path.at(-1));
  return Number.isInteger(position) && position > 0 ? `${text} ${position + 1}` : text;
}

/** The longest word of the goal that is not overlong, the last among equals: a result on this goal can hardly do without it. */
export const keyWordOf = (goal: string): string =>
  wordsIn(goal).filter((word) => graphemesOf(word).length <= 14 && !/^\d+$/.test(word)).reduce((longest, word) => (word.length >= longest.length ? word : longest), '');

// Plays a worker: an output in the form its member declares, about the task, that keeps every countable criterion. The first
// attempt at some tasks leaves one criterion unmet, so that a rehearsal shows a rejection and a rework; the rework keeps all.
import { shorten } from '../../core/text/fold-text.ts';
import { type Json, type JsonObject, type Locale, isJsonObject } from '../../core/json.ts';
import { listOf, numberOf, objectOf, objectsOf, textOf, textsOf } from '../samples/facts.ts';
import { fingerprint } from '../samples/fingerprint.ts';
import { ASKS_FOR_NEXT_STEP, labelled } from './sentences.ts';
import { type TextMeasure, addMeasures, measureText } from '../samples/measure-text.ts';
import { type TextPlace, sampleInStyle } from '../samples/sample-from-schema.ts';
import { keyOf, textPlaces } from './text-places.ts';
import { kindOf } from './work-kinds.ts';
import { type TextOrder, languageFor, writeText } from './write-text.ts';

/** The answer: an envelope of `output` and `execution_summary`, or the output alone where the schema knows no envelope. */
export function doTask(facts: Readonly<Record<string, Json>>, locale: Locale, schema: JsonObject | undefined): Json {
  const job = readJob(facts, locale);
  const wanted = schema === undefined ? undefined : outputSchemaIn(schema);
  const output = outputFor(job, wanted ?? schema ?? FREE_TEXT);
  return schema !== undefined && wanted === undefined ? output : { output, execution_summary: executionSummary(job) };
}

const FREE_TEXT: JsonObject = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

/** The schema of the output within the envelope, also where the envelope is one of several choices. */
function outputSchemaIn(schema: JsonObject): JsonObject | undefined {
  const own = objectOf(schema['properties'])['output'];
  if (own !== undefined) return schema['$defs'] === undefined ? objectOf(own) : { ...objectOf(own), $defs: schema['$defs'] };
  const choices = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  return choices.filter(isJsonObject).map(outputSchemaIn).find((found) => found !== undefined);
}

interface Job {
  readonly locale: Locale;
  readonly title: string;
  readonly input: JsonObject;
  readonly skills: readonly string[];
  readonly rules: readonly JsonObject[];
  readonly sentences: readonly string[];
  readonly sources: readonly string[];
  readonly fixes: readonly string[];
  readonly unmet: JsonObject | undefined;
  readonly nextStep: TextOrder['nextStep'];
}

function readJob(facts: Readonly<Record<string, Json>>, locale: Locale): Job {
  const task = objectOf(facts['task']);
  const criteria = listOf(task['criteria'] ?? facts['criteria']);
  const rules = criteria.filter(isJsonObject).filter((each) => typeof each['rule'] === 'string' && each['rule'] !== 'sentence');
  const sentences = criteria.flatMap((each) => (typeof each === 'string' ? [each] : isJsonObject(each) && typeof each['text'] === 'string' ? [each['text']] : []));
  const rework = objectOf(facts['rework']);
  const isFirst = Object.keys(rework).length === 0 && (numberOf(facts['attempt']) ?? 1) <= 1;
  const title = textOf(task['title']) || textOf(task['task_id']) || '—';
  const asksForStep = sentences.some((sentence) => ASKS_FOR_NEXT_STEP.test(sentence));
  const unmet = isFirst ? rules.find((rule) => rule['rule'] === 'min_count' || rule['rule'] === 'must_contain_any') : undefined;
  const forgetsStep = isFirst && unmet === undefined && asksForStep && fingerprint(title) % 4 === 0;
  return {
    locale, title, rules, sentences, unmet,
    input: objectOf(task['input']),
    skills: textsOf(objectOf(facts['member'])['skills']),
    sources: objectsOf(facts['context']).map((piece) => textOf(piece['source'])).filter((source) => source !== ''),
    fixes: textsOf(rework['fixes']),
    nextStep: forgetsStep ? 'omitted' : asksForStep ? 'needed' : 'welcome',
  };
}

function outputFor(job: Job, outputSchema: JsonObject): Json {
  const schema = withDemands(outputSchema, job.rules);
  const texts = textsFor(job, textPlaces(schema));
  return sampleInStyle(schema, { write: ({ path }) => texts.get(keyOf(path)) ?? job.title });
}

/** Criteria about the form of the output (`required_fields`, `json_schema`) become part of its schema. */
function withDemands(schema: JsonObject, rules: readonly JsonObject[]): JsonObject {
  const demands = rules.flatMap((rule): JsonObject[] => {
    if (rule['rule'] === 'required_fields') return textsOf(rule['fields']).map(demanding);
    if (rule['rule'] !== 'json_schema' || !isJsonObject(rule['schema'])) return [];
    return [typeof rule['field'] === 'string' ? { properties: { [rule['field']]: rule['schema'] } } : rule['schema']];
  });
  return demands.length === 0 ? schema : { ...schema, allOf: [...listOf(schema['allOf']), ...demands] };
}

/** `a.b` demands the field b within the field a. */
const demanding = (field: string): JsonObject => {
  const [first = '', ...rest] = field.split('.');
  return { required: [first], ...(rest.length === 0 ? {} : { properties: { [first]: { type: 'object', ...demanding(rest.join('.')) } } }) };
};

/** Writes the side texts first and short, so that the main text knows how much room is left for it. */
function textsFor(job: Job, [main, ...others]: readonly TextPlace[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  if (main === undefined) return texts;
  const whole = job.rules.filter((rule) => typeof rule['field'] !== 'string' || ![main, ...others].some((place) => concerns(rule, place)));
  const share = Math.floor(Math.min(Infinity, ...limitsAmong(whole)) / (3 * Math.max(others.length, 1)));
  for (const place of others) texts.set(keyOf(place.path), sideText(job, place, { whole, share }));
  // A limit on the whole counts all texts with a line break between them.
  const used = [...texts.values()].reduce((sum, text) => addMeasures(sum, measureText(`\n${text}`)), measureText(''));
  const rules = [...job.rules.filter((rule) => concerns(rule, main)), ...whole.map((rule) => lessRoom(rule, used))];
  texts.set(keyOf(main.path), writeText({
    locale: job.locale, rules, unmet: job.unmet, sentences: mainSentences(job), nextStep: job.nextStep,
    minLength: main.minLength, maxLength: main.maxLength,
  }));
  return texts;
}

const concerns = (rule: JsonObject, { path }: TextPlace): boolean =>
  typeof rule['field'] === 'string' && (rule['field'] === keyOf(path) || rule['field'] === path.filter((step) => Number.isNaN(Number(step))).join('.'));

const limitsAmong = (rules: readonly JsonObject[]): number[] => rules.filter((rule) => rule['rule'] === 'max_chars').flatMap((rule) => numberOf(rule['value']) ?? []);

function lessRoom(rule: JsonObject, used: TextMeasure): JsonObject {
  const taken = rule['rule'] === 'max_chars' ? used.graphemes : rule['rule'] === 'max_words' ? used.words : 0;
  return taken === 0 ? rule : { ...rule, value: Math.max((numberOf(rule['value']) ?? 0) - taken, 0) };
}

function sideText(job: Job, place: TextPlace, { whole, share }: { whole: readonly JsonObject[]; share: number }): string {
  // Rules on the whole that forbid hold everywhere; those that demand are met by the main text.
  const everywhere = whole.filter((rule) => rule['rule'] === 'must_not_contain' || rule['rule'] === 'script');
  const rules = [...job.rules.filter((rule) => concerns(rule, place)), ...everywhere, ...(Number.isFinite(share) ? [{ rule: 'max_chars', value: share }] : [])];
  const name = place.path.findLast((step) => Number.isNaN(Number(step))) ?? '';
  if (NAMING.test(name) && rules.length === 0) return shorten(job.title, Math.min(place.maxLength, 60));
  const about = resultSentences(job);
  const position = place.path.map(Number).find((step) => Number.isInteger(step)) ?? fingerprint(name);
  const sentence = about[position % Math.max(about.length, 1)] ?? job.title;
  return writeText({ locale: job.locale, rules, unmet: job.unmet, sentences: [sentence], nextStep: 'omitted', minLength: place.minLength, maxLength: place.maxLength });
}

/** Fields that name something rather than tell something. */
const NAMING = /title|headline|name|slug|tag|label|heading|标题|名称|标签/i;

function mainSentences(job: Job): readonly string[] {
  const zh = languageFor(job.rules, job.locale) === 'zh';
  const subject = textOf(job.input['topic']) || textOf(job.input['goal']) || job.title;
  const cites = zh ? `依据：${job.sources.join('、')}。` : `Based on: ${job.sources.join(', ')}.`;
  return [zh ? `主题：${withoutStop(subject)}。` : `Subject: ${withoutStop(subject)}.`, ...resultSentences(job), ...(job.sources.length === 0 ? [] : [cites])];
}

const withoutStop = (text: string): string => text.trim().replace(/[.。]+$/u, '');

const resultSentences = (job: Job): readonly string[] => kindOf(job.skills[0] ?? job.title).result[languageFor(job.rules, job.locale)];

function executionSummary(job: Job): string {
  const zh = job.locale === 'zh';
  const inputs = Object.keys(job.input);
  const criteria = job.rules.length + job.sentences.length;
  const used = [...inputs.map((name) => `input.${name}`), ...job.sources];
  const parts = zh
    ? [`步骤：阅读任务“${job.title}”及其输入；对照 ${criteria} 条验收标准；写出成果并逐条核对。`, `使用的数据：${used.join('、') || '任务本身'}。`, `中间结论：${resultSentences({ ...job, rules: [] })[0] ?? job.title}`]
    : [`Steps: read the task "${job.title}" and its input; went through ${criteria} criteria; wrote the result and checked it against each.`, `Data used: ${used.join(', ') || 'the task itself'}.`, `Conclusion on the way: ${resultSentences({ ...job, rules: [] })[0] ?? job.title}`];
  const fixed = job.fixes.map((fix, index) => `${index + 1}) ${shorten(fix, 120)}`);
  const rework = fixed.length === 0 ? [] : [zh ? `按意见修改：${fixed.join('；')}。` : `Changed for the fixes: ${fixed.join('; ')}.`];
  return labelled([...parts, ...rework].join(zh ? '' : ' '), job.locale);
}

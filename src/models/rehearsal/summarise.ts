// Plays whoever sums up: the closing summary of a goal, in which every task is named, or a shortened piece of context.
import { shorten } from '../../core/text/fold-text.ts';
import type { Json, JsonObject, Locale } from '../../core/json.ts';
import { numberOf, objectsOf, textOf, textsWithin } from '../samples/facts.ts';
import { REHEARSAL_LABEL, labelled } from './sentences.ts';
import { cutText } from '../samples/measure-text.ts';

export function summarise(facts: Readonly<Record<string, Json>>, locale: Locale): string {
  return facts['text'] === undefined ? summariseGoal(facts, locale) : compress(facts['text'], numberOf(facts['limit']) ?? 500, locale);
}

function summariseGoal(facts: Readonly<Record<string, Json>>, locale: Locale): string {
  const zh = locale === 'zh';
  const tasks = objectsOf(facts['tasks']);
  const done = tasks.filter((task) => ENDED_WELL.has(textOf(task['status'])));
  const below = tasks.filter((task) => task['accepted_below_standard'] === true);
  const goal = shorten(textOf(facts['goal']), 200);
  const opening = zh
    ? `目标“${goal}”：共 ${tasks.length} 个任务，完成 ${done.length} 个。`
    : `The goal "${goal}": ${done.length} of ${tasks.length} tasks are done.`;
  const open = [...tasks.filter((task) => !done.includes(task)), ...below].map((task) => textOf(task['title']));
  const ending = open.length === 0 ? [] : [zh ? `需要留意：${[...new Set(open)].join('；')}。` : `To be kept in mind: ${[...new Set(open)].join('; ')}.`];
  return [labelled(opening, locale), ...tasks.map((task) => `- ${lineFor(task, locale)}`), ...ending].join('\n');
}

const ENDED_WELL = new Set(['approved', 'done', 'completed']);

const STATUS_ZH: Readonly<Record<string, string>> = { approved: '已通过', done: '已完成', completed: '已完成', failed: '未完成', cancelled: '已取消' };

function lineFor(task: JsonObject, locale: Locale): string {
  const zh = locale === 'zh';
  const who = textOf(task['assignee']);
  const status = textOf(task['status']);
  const state = [zh ? (STATUS_ZH[status] ?? status) : status, who, task['accepted_below_standard'] === true ? (zh ? '降级接受' : 'accepted below standard') : ''].filter((part) => part !== '').join(zh ? '，' : ', ');
  const gist = shorten(unlabelled(textsWithin(task['output']).join(' ') || textOf(task['execution_summary'])), 160);
  return zh ? `${textOf(task['title'])}（${state}）：${gist || '没有产出。'}` : `${textOf(task['title'])} (${state}): ${gist || 'no output.'}`;
}

/** One label for the whole is enough. */
const unlabelled = (text: string): string => Object.values(REHEARSAL_LABEL).reduce((bare, label) => bare.replaceAll(label, ''), text).replace(/\s+/g, ' ').trim();

/** The beginning of the text, where results put their main point; never longer than the limit. */
function compress(value: Json, limit: number, locale: Locale): string {
  const text = unlabelled(typeof value === 'string' ? value : textsWithin(value).join(' ') || JSON.stringify(value));
  const whole = labelled(shorten(text, Math.max(limit - labelled('', locale).length, 0)), locale);
  return cutText(whole.trim(), { graphemes: Math.max(limit, 0) });
}

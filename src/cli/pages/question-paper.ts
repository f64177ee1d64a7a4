// What a person needs to see to do a task or to judge a result: what it asks, what it was told, and the result it is about. On a
// screen a long text is cut and says where the whole of it is; `--json` leaves nothing out.
import { describeCriterion } from '../../core/criteria.ts';
import { isJsonObject, type Json, type JsonObject, type Locale } from '../../core/json.ts';
import { shorten } from '../../core/text/fold-text.ts';
import type { InboxItem } from '../../engine/people/inbox.ts';
import type { Cli } from '../cli.ts';
import { harmless, indent, oneLine } from '../terminal/screen.ts';
import { COLON, SAYS } from '../texts.ts';
import { PAGE_WORDS } from './page-words.ts';

const MOST_CHARS = 2_000;

export function paperLines(cli: Cli, { question, task, context, result, note, dueAt }: InboxItem, locale: Locale): readonly string[] {
  const words = PAGE_WORDS[locale];
  const due = `${SAYS.dueAt[locale]}${COLON[locale]}${new Date(dueAt).toLocaleString()}`;
  if (task === null) return [due];
  const cut = (text: string): string => (text.length <= MOST_CHARS ? text : `${shorten(text, MOST_CHARS)}\n${SAYS.wholeText({ type: cli.typed(`show ${task.taskId}`) })[locale]}`);
  const section = (label: string, body: string): readonly string[] => (body === '' ? [] : [`${label}${COLON[locale].trimEnd()}`, indent(harmless(cut(body)))]);
  return [
    ...(question.askedOf === undefined ? [] : [`${SAYS.askedOf[locale]}${COLON[locale]}${oneLine(question.askedOf)}`]),
    due,
    ...section(words.content, task.content),
    ...section(words.input, Object.keys(task.input).length === 0 ? '' : asText(task.input)),
    ...section(words.criteria, task.criteria.map((criterion) => `${criterion.id}  ${oneLine(describeCriterion(criterion)[locale])}`).join('\n')),
    ...context.flatMap(({ source, text }) => section(`${words.context} (${source})`, text)),
    ...(note === null ? [] : section(SAYS.noteForYou[locale], note)),
    ...(result === null ? [] : section(words.output, asText(result.output))),
    ...(result === null ? [] : section(words.howItCame, result.executionSummary)),
    ...section(SAYS.pointsToJudge[locale], pointsOf(question.material, locale).join('\n')),
  ];
}

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

function pointsOf(material: Json, locale: Locale): readonly string[] {
  const points = isJsonObject(material) ? material['points'] : undefined;
  return Array.isArray(points) ? points.filter(isJsonObject).map((point) => `${String(point['id'])}  ${oneLine(textIn(point, locale))}`) : [];
}

function textIn(point: JsonObject, locale: Locale): string {
  const text = point['text'];
  const said = text !== undefined && isJsonObject(text) ? text[locale] : undefined;
  return typeof said === 'string' ? said : '';
}

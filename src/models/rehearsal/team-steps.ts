// What a rehearsed member of a team has done so far, read from the rounds of its conversation, and the calls it makes next. A step that
// is on record is not made again, so the same conversation always goes on in the same way and comes to an end.
import { shorten } from '../../core/text/fold-text.ts';
import { isJsonObject, parseJson, type Json, type JsonObject, type Locale } from '../../core/json.ts';
import type { Exchange, ModelRequest, ToolRequest } from '../../ports/model.ts';
import { objectOf, objectsOf, textOf, textsOf } from '../samples/facts.ts';
import { labelled } from './sentences.ts';

/** A turn goes on with calls, or ends with a text. */
export interface TeamMove {
  readonly text: string;
  readonly calls: readonly Call[];
}

export interface Call {
  readonly name: string;
  readonly args: JsonObject;
}

export interface Done extends Call {
  readonly answer: string;
  readonly isOk: boolean;
}

/** Everything that was called in this conversation, oldest first. */
const doneIn = (exchanges: readonly Exchange[] = []): readonly Done[] =>
  exchanges.flatMap(({ calls, answers }) => calls.map(({ callId, name, args }): Done => {
    const answer = answers.find((each) => each.callId === callId);
    return { name, args: objectOf(args), answer: answer?.text ?? '', isOk: answer?.isError === false };
  }));

/** Ids go on through the conversation, so no two are the same. */
export function requestsFor(calls: readonly Call[], exchanges: readonly Exchange[] = []): readonly ToolRequest[] {
  const before = exchanges.reduce((sum, exchange) => sum + exchange.calls.length, 0);
  return calls.map(({ name, args }, at) => ({ callId: `rehearsal_${before + at + 1}`, name, args }));
}

/** The data in an answer that has this field: a line of JSON that stands alone, is material, or is a text that holds JSON. Mail may follow it. */
export function dataIn(answer: string, field: string): JsonObject {
  for (const line of answer.split('\n')) {
    const value = parsed(line);
    if (!isJsonObject(value)) continue;
    const inner = 'source' in value && 'value' in value ? value['value'] : value;
    const data = typeof inner === 'string' ? parsed(inner) : inner;
    if (isJsonObject(data) && field in data) return data;
  }
  return {};
}

const parsed = (text: string): Json | undefined => (text.trimStart().startsWith('{') ? parseJson(text) : undefined);

/** One member of the team as the facts show it, to itself. */
export interface Stage {
  readonly locale: Locale;
  readonly self: string;
  readonly goal: string;
  readonly roster: readonly JsonObject[];
  readonly board: JsonObject;
  readonly mail: readonly JsonObject[];
  readonly due: readonly JsonObject[];
  readonly done: readonly Done[];
  readonly offered: ReadonlySet<string>;
}

export function stageOf({ facts, locale, tools = [], exchanges }: ModelRequest): Stage {
  return {
    locale, self: textOf(objectOf(facts['turn'])['member_name']), goal: textOf(facts['goal']),
    roster: objectsOf(objectOf(facts['roster'])['members']), board: objectOf(facts['board']), mail: objectsOf(facts['mail']), due: objectsOf(facts['due']),
    done: doneIn(exchanges), offered: new Set(tools.map(({ name }) => name)),
  };
}

export const isLeader = (member: JsonObject): boolean => textsOf(member['role']).includes('leader');
export const isTeammate = (member: JsonObject): boolean => textsOf(member['role']).includes('teammate') && !isLeader(member);
export const nameOf = (member: JsonObject | undefined): string => textOf(member?.['member_name']);
export const dueTasks = ({ due }: Stage, ...kinds: readonly string[]): readonly string[] => due.filter(({ kind }) => kinds.includes(textOf(kind))).map(({ task_id: id }) => textOf(id)).filter((id) => id !== '');

/** In the language of the goal, under the label of the rehearsal. */
export const says = ({ locale }: Stage, en: string, zh: string): string => labelled(locale === 'zh' ? zh : en, locale);

export const calls = (text: string, ...made: readonly Call[]): TeamMove => ({ text, calls: made });
export const ends = (stage: Stage, en: string, zh: string): TeamMove => ({ text: says(stage, en, zh), calls: [] });

const ASKS = /[?？]|(吗|呢|么)[。！!]?\s*$/u;

/** The oldest message that asks something and has no answer yet; what asks nothing is left as it is, so talk ends. */
export function answerToMail(stage: Stage): TeamMove | undefined {
  const answered = stage.done.filter(({ name }) => name === 'send_message').map(({ args }) => textOf(args['content']));
  const open = stage.mail.find(({ content, message_id: id }) => ASKS.test(textOf(content)) && !answered.some((text) => text.includes(textOf(id))));
  if (open === undefined || !stage.offered.has('send_message')) return undefined;
  const id = textOf(open['message_id']);
  const about = shorten(textOf(open['summary']) || textOf(open['content']), 60);
  const content = says(stage, `About ${id}, "${about}": this is a rehearsal, so take what the board says and go on by your own judgement.`, `关于 ${id}“${about}”：这是排演，请以看板为准，按你自己的判断继续。`);
  return calls(says(stage, `I answer ${id}.`, `我来答复 ${id}。`), { name: 'send_message', args: { to: textOf(open['from_member_name']), content, summary: says(stage, `answer to ${id}`, `答复 ${id}`) } });
}

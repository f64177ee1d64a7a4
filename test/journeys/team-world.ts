// A team of scripted members: what a diligent model does in its turns, as functions of what it is shown, and what a test asks of the
// log afterwards. A script is asked by the member's name.
import { isJsonObject, type Json, type JsonObject } from '../../src/core/json.ts';
import type { MusterEvent } from '../../src/index.ts';
import type { Exchange, ModelRequest } from '../../src/ports/model.ts';
import { calling, type ScriptedAnswer, type ScriptedCall } from '../../src/testing/index.ts';

export const claim = (task: string): ScriptedCall => ({ name: 'claim_task', args: { task_id: task, status: 'claimed' } });
export const complete = (task: string, output: Json = `Result of ${task}`): ScriptedCall => ({ name: 'claim_task', args: { task_id: task, status: 'completed', output, execution_summary: `Did ${task}.` } });
export const mail = (to: string | readonly string[], content: string): ScriptedCall => ({ name: 'send_message', args: { to, content } });
export const plan = (task: string, text: string): ScriptedCall => ({ name: 'submit_plan', args: { task_id: task, plan: text } });
export const create = (...tasks: readonly JsonObject[]): ScriptedCall => ({ name: 'create_task', args: { tasks: tasks.map((task) => ({ content: 'As the title says.', ...task })) } });

const NEW_TURN = ['Here that turn ended', '上一回合到此结束'];

/** The rounds of the turn that this request belongs to. */
export function roundsOf({ exchanges = [] }: ModelRequest): readonly Exchange[] {
  const last = exchanges.findLastIndex(({ answers }) => answers.some(({ text }) => NEW_TURN.some((mark) => text.includes(mark))));
  return exchanges.slice(last + 1);
}

const listIn = (value: Json | undefined): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/** Tasks that are due for one of these reasons. */
export const dueTasks = ({ facts }: ModelRequest, ...kinds: readonly string[]): readonly string[] => listIn(facts['due']).filter(({ kind }) => kinds.includes(String(kind))).flatMap(({ task_id: id }) => (typeof id === 'string' ? [id] : []));
export const isDue = ({ facts }: ModelRequest, kind: string): boolean => listIn(facts['due']).some((due) => due['kind'] === kind);
export const mailIn = ({ facts }: ModelRequest): readonly string[] => listIn(facts['mail']).map(({ content }) => String(content));

/** Claims what it is offered, hands it in, reports when it is told to, and ends its turn. */
export function diligent({ reports = false }: { readonly reports?: boolean } = {}): ScriptedAnswer {
  return (request) => {
    const rounds = roundsOf(request);
    const last = rounds.at(-1);
    const asked = last?.calls.at(-1)?.args;
    const done = last?.answers.at(-1)?.isError === false && isJsonObject(asked) ? asked : undefined;
    if (last === undefined) {
      const [mine] = dueTasks(request, 'work_on');
      const [free] = dueTasks(request, 'offered', 'given', 'mend');
      if (mine !== undefined) return calling(complete(mine));
      return free === undefined ? 'Nothing for me.' : calling(claim(free));
    }
    if (done?.['status'] === 'claimed') return calling(complete(String(done['task_id'])));
    if (done?.['status'] === 'completed' && reports) return calling(mail('lead', `${String(done['task_id'])} is there.`));
    return 'Done.';
  };
}

/** Puts these tasks on the board when the goal is new; reads what comes, and ends its turn. */
export const leading = (...tasks: readonly JsonObject[]): ScriptedAnswer => (request) => (isDue(request, 'goal_opened') && roundsOf(request).length === 0 ? calling(create(...tasks)) : 'Seen.');

export interface Turn {
  readonly member: string;
  readonly news: readonly string[];
  readonly rounds: number;
}

/** Turns that came to an end, oldest first. */
export const turnsIn = (events: readonly MusterEvent[]): readonly Turn[] => events.filter(({ type }) => type === 'member.said').map(({ memberId, details }) => {
  const news = details?.['news'];
  return { member: memberId ?? '', news: Array.isArray(news) ? news.map(String) : [], rounds: Number(details?.['rounds'] ?? 0) };
});

export const withoutNews = (turns: readonly Turn[]): readonly Turn[] => turns.filter(({ news }) => news.length === 0);

/** Answers to the calls of a member, oldest first: outcome, rule and text. */
export const answersTo = (events: readonly MusterEvent[], member: string): readonly (readonly [name: string, outcome: string, text: string])[] =>
  events.filter(({ type, memberId }) => type === 'tool.ended' && memberId === member).map(({ details }) => [String(details?.['name']), String(details?.['rule'] ?? details?.['outcome']), String(details?.['text'])]);

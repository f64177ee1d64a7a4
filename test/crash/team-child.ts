// A program with a team of which the models are played by rule, and which is killed at a moment that it is told: while a model of it
// is asked, in the middle of a turn. Each request is put down as the model would read it, with the turn that it belongs to.
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { isJsonObject, type Json, type JsonObject } from '../../src/core/json.ts';
import { createTeam, manager, worker, type Team } from '../../src/index.ts';
import type { Exchange, Model, ModelReply, ModelRequest } from '../../src/ports/model.ts';
import { isMain } from '../../scripts/source/is-main.ts';

export const BLUE = 'Keep to blue, please.';
export const TEAL = 'And use teal for the border.';
export const FEEDBACK = 'Mind the margin.';

/** Moments at which a model is asked; the answer never comes. */
export type Moment =
  | 'mail was sent and the turn of its sender goes on' | 'mail is in the prompt of its receiver' | 'mail was shown and its receiver has called a tool' | 'urgent mail was shown with the answers'
  | 'a plan was handed in' | 'the leader is asked about the plan' | 'the leader has approved and its turn goes on' | 'the author is told of the approval' | 'the author works by the plan';

export interface TeamOrders {
  readonly store: string;
  readonly mode: 'build_mode' | 'plan_mode';
  /** One line a request. */
  readonly asked: string;
  readonly diesAt: Moment | 'never';
}

export interface Asked {
  readonly member: string;
  readonly turn: number;
  /** What the model reads: the prompt, then the rounds. */
  readonly text: string;
}

export type TeamSaid = { readonly ended: string };

interface Called {
  readonly name: string;
  readonly args: JsonObject;
}

/** What the member says or calls now, and the moment that it is in. */
interface Step {
  readonly moment?: Moment;
  readonly call?: Called;
}

interface Seen {
  readonly request: ModelRequest;
  /** Calls of this turn that went well. */
  readonly made: readonly Called[];
  /** All that was called in any turn before. */
  readonly everMade: readonly Called[];
  readonly due: (kind: string) => string | undefined;
  readonly lastAnswer: string;
}

const SCRIPT: Readonly<Record<TeamOrders['mode'], Readonly<Record<string, (seen: Seen, team: Team) => Step | Promise<Step>>>>> = {
  build_mode: {
    lead: ({ due, made }) => (due('goal_opened') !== undefined && made.length === 0 ? { call: { name: 'create_task', args: { tasks: [{ task_id: 'a', title: 'Text', content: 'Write it.', skills: ['text'] }, { task_id: 'b', title: 'Art', content: 'Draw it.', skills: ['art'], depends_on: ['a'] }] } } } : {}),
    ada({ due, made }) {
      const at = made.at(-1);
      if (at === undefined) return own(due, 'task_1');
      if (at.args['status'] === 'claimed') return { call: { name: 'send_message', args: { to: 'bo', content: BLUE } } };
      return at.name === 'send_message' ? { moment: 'mail was sent and the turn of its sender goes on', call: complete('task_1', 'blue words') } : {};
    },
    async bo({ due, made, request }, team) {
      const at = made.at(-1);
      if (at?.name === 'claim_task') return at.args['status'] === 'claimed' ? { call: complete('task_2', 'a blue picture') } : {};
      if (!request.prompt.includes(BLUE)) return own(due, 'task_2');
      if (made.length === 0) return { moment: 'mail is in the prompt of its receiver', call: { name: 'view_task', args: {} } };
      const urgent = JSON.stringify(request.exchanges).includes(TEAL);
      if (made.length > 1) return { ...(urgent ? { moment: 'urgent mail was shown with the answers' as const } : {}), ...own(due, 'task_2') };
      if (!request.prompt.includes(TEAL)) await team.write({ to: 'bo', content: TEAL });
      return { moment: 'mail was shown and its receiver has called a tool', call: { name: 'view_task', args: { action: 'claimable' } } };
    },
  },
  plan_mode: {
    lead({ due, made }) {
      if (due('goal_opened') !== undefined && made.length === 0) return { call: { name: 'create_task', args: { tasks: [{ title: 'Text', content: 'Write it.', skills: ['text'] }] } } };
      const waits = due('plan_to_decide');
      if (waits !== undefined && made.length === 0) return { moment: 'the leader is asked about the plan', call: { name: 'approve_plan', args: { task_id: waits, approved: true, feedback: FEEDBACK } } };
      return made.at(-1)?.name === 'approve_plan' ? { moment: 'the leader has approved and its turn goes on' } : {};
    },
    ada({ due, made, everMade, lastAnswer, request }) {
      const at = made.at(-1);
      const isTold = request.prompt.includes(FEEDBACK);
      if (at?.name === 'submit_plan') return { moment: 'a plan was handed in' };
      if (at?.name === 'view_task') return { moment: 'the author works by the plan', call: complete('task_1', 'words by the plan') };
      if (at !== undefined) return at.args['status'] === 'claimed' && lastAnswer.includes('Do it') ? { call: { name: 'view_task', args: {} } } : {};
      if (due('work_on') !== undefined) return { ...(isTold ? { moment: 'the author is told of the approval' as const } : {}), call: { name: 'view_task', args: {} } };
      if (due('offered') === undefined) return {};
      return { call: everMade.some(({ name }) => name === 'submit_plan') ? claim('task_1') : { name: 'submit_plan', args: { task_id: 'task_1', plan: 'First the words, then the margin.' } } };
    },
  },
};

const claim = (id: string): Called => ({ name: 'claim_task', args: { task_id: id, status: 'claimed' } });
const complete = (id: string, output: string): Called => ({ name: 'claim_task', args: { task_id: id, status: 'completed', output } });
const own = (due: Seen['due'], id: string): Step => (due('work_on') !== undefined ? { call: complete(id, 'gone on with') } : due('offered') !== undefined || due('claimable') !== undefined ? { call: claim(id) } : {});

function played(team: () => Team, { mode, asked, diesAt }: TeamOrders): Model {
  return {
    name: 'played',
    async generate(request): Promise<ModelReply> {
      if (request.purpose === 'summarise') return { text: 'Done.', model: 'played', usage: {} };
      const turn = isJsonObject(request.facts['turn'] ?? null) ? request.facts['turn'] : undefined;
      const member = isJsonObject(turn ?? null) && isJsonObject(turn) ? String(turn['member_name']) : '';
      const { look } = await team().store();
      const number = look((board) => board.desk.life('team', member)?.turn ?? 0);
      appendFileSync(asked, `${JSON.stringify({ member, turn: number, text: request.prompt + JSON.stringify(request.exchanges ?? []) } satisfies Asked)}\n`, { flush: true });
      const { moment, call } = (await SCRIPT[mode][member]?.(seenBy(request), team())) ?? {};
      if (moment === diesAt) {
        // Nothing is tidied up: this is how a process ends that the system kills.
        process.kill(process.pid, 'SIGKILL');
        return new Promise<never>(() => undefined);
      }
      return { text: call === undefined ? 'That is all.' : '', model: 'played', usage: {}, ...(call === undefined ? {} : { calls: [{ callId: `${member}-${number}-${(request.exchanges ?? []).length}`, ...call }] }) };
    },
  };
}

function seenBy(request: ModelRequest): Seen {
  const { exchanges = [], facts } = request;
  const before = exchanges.findLastIndex(({ answers }) => answers.some(({ text }) => text.includes('Here that turn ended')));
  const dues = Array.isArray(facts['due']) ? facts['due'].filter(isJsonObject) : [];
  return {
    request, made: exchanges.slice(before + 1).flatMap(wellMade), everMade: exchanges.flatMap(wellMade), lastAnswer: exchanges.at(-1)?.answers.at(-1)?.text ?? '',
    due(kind) {
      const found = dues.find((due) => due['kind'] === kind);
      return found === undefined ? undefined : String(found['task_id'] ?? '');
    },
  };
}

const argsIn = (args: Json): JsonObject => (isJsonObject(args) ? args : {});
const wellMade = ({ calls, answers }: Exchange): readonly Called[] => calls.flatMap(({ name, args }, at) => (answers[at]?.isError === false ? [{ name, args: argsIn(args) }] : []));

async function work(orders: TeamOrders): Promise<string> {
  await using team: Team = createTeam({
    store: orders.store, env: {}, style: 'team', teammateMode: orders.mode, model: played(() => team, orders), policy: { unattended: true },
    members: [manager('lead'), worker('ada', { skills: ['text'] }), worker('bo', { skills: ['art'] })],
  });
  const { read } = await team.store();
  const [known] = await read.goals();
  const goal = known === undefined ? await team.start('Make it') : await team.resume(known.id);
  return (await goal.ended()).status;
}

if (isMain(import.meta.url)) {
  const orders: TeamOrders = JSON.parse(process.argv[2] ?? '{}');
  await once(process, 'message');
  const ended = await work(orders).catch((error: unknown) => String(error));
  process.send?.({ ended } satisfies TeamSaid);
  process.disconnect?.();
}

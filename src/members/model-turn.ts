// A turn of a model that claims: it is asked with what it sees now, it calls, every call is answered, and it is asked again with all
// of that, until it says something without a call. Leader and teammate differ in their prompt alone.
import { criteriaVocabulary } from '../core/criteria.ts';
import type { Bilingual, Json, JsonObject, Locale } from '../core/json.ts';
import type { Registration } from '../core/members/registration.ts';
import { material } from '../core/prompts.ts';
import type { NewsKind } from '../core/team/concerns.ts';
import { modeText } from '../core/turns/mode-rules.ts';
import type { SeenOwn, TurnOrder, TurnReply, TurnSight } from '../ports/member.ts';
import type { Exchange, ModelReply } from '../ports/model.ts';
import type { Ask, Turn } from './ask.ts';
import { contextFact, criteriaFact, memberFact, optional, taskFact } from './model-facts.ts';

export const turnStep = (registration: Registration, ask: Ask) => async (order: TurnOrder): Promise<TurnReply> => {
  const asked = askingFor(registration, ask, order);
  let exchanges = await order.desk.history();
  for (;;) {
    const { text, calls = [] } = await asked(exchanges);
    if (calls.length === 0) return { text };
    exchanges = [...exchanges, { text, calls, answers: await order.desk.answer(text, calls) }];
    if (order.desk.isOver()) return { text };
  }
};

/** The same question in each round; only the rounds grow, and the tools change with what it holds. */
function askingFor(registration: Registration, ask: Ask, order: TurnOrder): (exchanges: readonly Exchange[]) => Promise<ModelReply> {
  const { sight, locale, desk } = order;
  const shared = { member: memberText(registration), mode: modeText(sight.setting, locale), due: dueText(sight, locale), team: teamText(sight, locale), roster: list('members', rosterFact(sight), locale), board: list('board', boardFact(sight), locale), mail: list('mail', mailFact(sight), locale) };
  const facts = factsOf(registration, sight);
  const leader = { purpose: 'plan', prompt: 'leader-turn', texts: { ...shared, criteria_vocabulary: criteriaVocabulary(locale), decisions: list('decisions', sight.decisions, locale) }, facts, order } as const satisfies Turn<'leader-turn'>;
  const teammate = { purpose: 'work', prompt: 'teammate-turn', texts: { ...shared, task: list('task', sight.own.map(ownFact), locale) }, facts, order } as const satisfies Turn<'teammate-turn'>;
  return (exchanges) => {
    const tools = { offers: desk.offers(), exchanges };
    return sight.setting.role === 'leader' ? ask({ ...leader, tools }) : ask({ ...teammate, tools });
  };
}

const factsOf = (registration: Registration, sight: TurnSight): Readonly<Record<string, Json>> => ({
  member: memberFact(registration), role: sight.setting.role, goal: sight.goal.text, team: { name: sight.team.name, description: sight.team.description },
  due: sight.due.map(({ kind, taskId, title }) => ({ kind, task_id: taskId, title })), members: rosterFact(sight), board: boardFact(sight), mail: mailFact(sight), decisions: sight.decisions, own: sight.own.map(ownFact), feedback: sight.goal.feedback,
});

function memberText({ agentId, name, description = '', skills, prompt = '' }: Registration): string {
  return [`${name} (${agentId})`, description, skills.join(', '), prompt].filter((line) => line !== '').join('\n');
}

const list = (source: string, rows: readonly JsonObject[], locale: Locale): string => optional(source, rows.length === 0 ? null : rows, locale);

const rosterFact = ({ roster }: TurnSight): readonly JsonObject[] => roster.map(({ memberId, name, role, skills, description, state, load, unread }) => ({ member_name: memberId, display_name: name, role, skills, ...(description === '' ? {} : { desc: description }), state, load, unread }));

const boardFact = ({ board, setting }: TurnSight): readonly JsonObject[] => board.map(({ taskId, title, status, assignee, skills, dependsOn, claimable }) => ({ task_id: taskId, title, status, assignee, skills, depends_on: dependsOn, ...(setting.role === 'leader' ? {} : { claimable }) }));

const mailFact = ({ mail }: TurnSight): readonly JsonObject[] => mail.map(({ id, from, content, isBroadcast }) => ({ message_id: id, from, content, ...(isBroadcast ? { to_all: true } : {}) }));

const ownFact = ({ status, context, rework, note, plan, ...task }: SeenOwn): JsonObject => ({
  ...taskFact(task), status, criteria: criteriaFact(task.criteria), context: contextFact(context),
  ...(rework === null ? {} : { rework: { previous_output: rework.previousOutput, fixes: rework.fixes } }), ...(note === null ? {} : { note }), ...(plan === null ? {} : { plan: { ...plan } }),
});

function teamText({ goal, team }: TurnSight, locale: Locale): string {
  return [material(goal.id, goal.text, locale), ...(team.description === '' ? [] : [material('team', { name: team.name, description: team.description }, locale)]), ...(goal.feedback.length === 0 ? [] : [material('feedback', goal.feedback, locale)])].join('\n');
}

const DUE: Readonly<Record<NewsKind, Bilingual>> = {
  goal_opened: { en: 'A new goal: put its tasks on the board.', zh: '有新的目标：请把任务放上看板。' },
  tasks_ended: { en: 'Every task has ended. Compare what is there with the goal; add a task if something is missing, else end the turn.', zh: '所有任务均已结束。请对照目标检查：若有缺漏就补充任务，否则结束本回合。' },
  mail: { en: 'There is mail for you.', zh: '你有新消息。' },
  given: { en: '{task} was given to you. Take it up with claim_task.', zh: '{task} 已指派给你，请用 claim_task 接手。' },
  offered: { en: '{task} is free and may fit you. Claim it, or leave it to whom it fits better.', zh: '{task} 空闲，可能适合你。可以领取，或留给更合适的成员。' },
  plan_to_decide: { en: 'The plan for {task} waits for your decision.', zh: '{task} 的方案等待你裁决。' },
  call_to_decide: { en: 'A call for {task} waits for your word.', zh: '{task} 的一次工具调用等待你许可。' },
  nobody_took_it: { en: 'Nobody took {task}. Say it more clearly, give it to a member, or cut it differently.', zh: '{task} 无人领取。请写得更清楚、指派给成员，或重新划分。' },
  escalated: { en: '{task} went to a person, who decides about it. Nothing is asked of you unless you can help.', zh: '{task} 已交由人来决定。除非你能帮上忙，否则无需处理。' },
  idle: { en: 'Nobody on the team works although {task} is open. Go on with it now, or say to the leader what keeps you from it.', zh: '{task} 尚未结束，全队却无人工作。请立即推进，或告诉主管受阻的原因。' },
};

function dueText({ due }: TurnSight, locale: Locale): string {
  return due.map(({ kind, taskId, title }) => `- ${DUE[kind][locale].replace('{task}', () => (taskId === null ? '' : `${taskId} ${JSON.stringify(title)}`))}`).join('\n');
}

// All facts of one turn, as texts for its prompt and as data: built from the board each time, so the team never depends on what is
// left of a conversation. Whatever somebody else wrote stands under a heading that calls it material.
import { criteriaVocabulary, describeCriterion, plannersRules, type Criterion } from '../criteria.ts';
import type { Bilingual, Json, JsonObject, Locale } from '../json.ts';
import type { Registration } from '../members/registration.ts';
import { teamRolesOf } from '../outside/team-out.ts';
import { material, type PromptFacts } from '../prompts.ts';
import type { Brief, ContextPiece, Task } from '../task.ts';
import { boardForLeader, boardForMember, DIGEST_TOKENS, mailDigest, rosterDigest, type TeamLook } from '../team/digest.ts';
import type { Message } from '../team/message.ts';
import { CUT_MARK, shortenParts } from '../text/shorten-parts.ts';
import { dueFact, dueFor, dueText, type TurnNews } from './due.ts';
import { modeText } from './mode-rules.ts';
import type { TeamSetting } from './tool-row.ts';

/** A task in the member's hands, with what it builds on. */
export interface OwnTask {
  readonly task: Task;
  readonly brief: Brief;
  /** What it was told at its creation, and what its prerequisites gave. */
  readonly context: readonly ContextPiece[];
  /** The newest result, where the task came back. */
  readonly previousOutput?: Json;
  /** Text of its newest plan. */
  readonly planText?: string;
  readonly worktree?: { readonly path: string; readonly branch: string };
}

/** A plan that waits for the leader. */
export interface PlanToDecide {
  readonly task: Task;
  readonly title: string;
  readonly planText: string;
}

/** A call that waits for the leader. */
export interface CallToDecide {
  readonly memberName: string;
  readonly toolCallId: string;
  readonly tool: string;
  readonly args: Json;
  readonly purpose: string | null;
}

interface TurnParts {
  readonly look: TeamLook;
  readonly setting: TeamSetting;
  readonly member: Registration;
  readonly news: readonly TurnNews[];
  /** What the turn was delivered, oldest first. */
  readonly mail: readonly Message[];
  /** What it read in earlier turns about this goal, oldest first. */
  readonly mailBefore?: readonly Message[];
  readonly team: { readonly displayName?: string; readonly desc?: string };
  /** Calls of earlier turns that its conversation shows before those of this one; 0 where it shows none. */
  readonly callsBefore: number;
}

export interface LeaderTurn extends TurnParts {
  readonly plans: readonly PlanToDecide[];
  readonly calls: readonly CallToDecide[];
}

export interface MemberTurn extends TurnParts {
  readonly own: readonly OwnTask[];
}

export interface TurnFacts<Name extends 'leader-turn' | 'teammate-turn'> {
  readonly texts: PromptFacts<Name>;
  readonly facts: JsonObject;
}

export function leaderFacts(turn: LeaderTurn): TurnFacts<'leader-turn'> {
  const { look, plans, calls } = turn;
  const { locale } = look.goal;
  const shared = sharedFacts(turn);
  const decisions: readonly JsonObject[] = [...plansOut(plans, locale), ...calls.map((call) => callOut(call, locale))];
  const board = boardForLeader(look);
  // What persons and code found wrong with an earlier plan of this goal.
  const { planProblems, planFeedback = [] } = look.goal;
  const feedback = [...planFeedback, ...planProblems];
  const about: JsonObject = feedback.length === 0 ? shared.facts.team : { ...shared.facts.team, feedback };
  return {
    texts: {
      ...shared.texts, team: material('goal', about, locale), criteria_vocabulary: criteriaVocabulary(locale, plannersRules(look.goal.policy.programs)), board: material('board', board, locale),
      decisions: fenced(decisions.map((decision) => [String(decision['member_name'] ?? ''), decision]), locale),
    },
    facts: { ...shared.facts, team: about, feedback, board, decisions },
  };
}

/** `context`: pieces in place of those of the tasks, shortened further because a model cannot read so much. */
export function memberFacts(turn: MemberTurn, context?: readonly ContextPiece[]): TurnFacts<'teammate-turn'> {
  const { look, own, member } = turn;
  const { locale } = look.goal;
  const shared = sharedFacts(turn);
  const board = boardForMember(look);
  const pieces = shortenParts(context ?? contextPieces(turn), { tokens: DIGEST_TOKENS.context, locale });
  const tasks = own.map((task) => ownTaskFact(task, member));
  return {
    texts: {
      ...shared.texts, board: material('board', board, locale),
      task: [fenced(own.map((task): Fence => [task.task.id, ownTaskText(task, member, locale)]), locale), ...pieces.map(({ source, text }) => material(source, text, locale))].join('\n'),
    },
    facts: { ...shared.facts, board, tasks, context: pieces.map(({ source, text }) => ({ source, text })) },
  };
}

/** From all tasks in hand, each piece once: what may give way when a prompt is too long. */
export const contextPieces = ({ own }: Pick<MemberTurn, 'own'>): readonly ContextPiece[] =>
  [...new Map(own.flatMap(({ context }) => context).map((piece) => [`${piece.source}\n${piece.text}`, piece])).values()];

/** claim_task(claimed): the task whole, for the prompt of this turn was written before it was taken. */
export const takenOut = (own: OwnTask, member: Registration): JsonObject => ({ claimed: true, task: ownTaskFact(own, member), context: own.context.map(({ source, text }) => ({ source, text })) });

function sharedFacts({ look, setting, member, news, mail, mailBefore = [], team, callsBefore }: TurnParts) {
  const { goal } = look;
  const { locale } = goal;
  const due = dueFor({ look, news, mail: mail.length });
  const about: JsonObject = { goal: goal.text, ...(team.displayName === undefined ? {} : { display_name: team.displayName }), ...(team.desc === undefined ? {} : { team_desc: team.desc }) };
  const roster = rosterDigest(look);
  const letters = mailDigest(mail, { locale });
  const lettersBefore = mailDigest(mailBefore.slice(-MOST_LETTERS_BEFORE), { locale, tokens: DIGEST_TOKENS.mailBefore });
  return {
    texts: {
      member: memberText(member), mode: modeText(setting, locale), due: dueText(due, locale), team: material('goal', about, locale), roster: material('roster', roster, locale),
      mail: [lettersText(letters, locale), ...(lettersBefore.length === 0 ? [] : [READ_BEFORE[locale], lettersText(lettersBefore, locale)])].join('\n'),
    },
    facts: {
      turn: { role: setting.role, mode: setting.mode, member_name: member.agentId, calls_before: callsBefore },
      member: {
        member_name: member.agentId,
        display_name: member.name,
        role: teamRolesOf(member),
        skills: member.skills,
        ...(member.outputSchema === undefined ? {} : { output_schema: member.outputSchema }),
      },
      goal: goal.text, team: about, due: dueFact(due), roster, mail: letters, mail_before: lettersBefore, max_tasks: goal.policy.maxTasks,
    },
  };
}

/** A message is delivered once; what it said is not forgotten with the turn that read it. */
const READ_BEFORE: Bilingual = { en: 'Read in earlier turns. Nothing of it is new, and nobody waits for an answer to it:', zh: '此前的回合已读。以下都不是新消息，无人等待答复：' };
const MOST_LETTERS_BEFORE = 20;

/** Each fenced with its sender; also for mail that reaches a turn in its middle. */
export const lettersText = (letters: readonly JsonObject[], locale: Locale): string => fenced(letters.map((letter): Fence => [String(letter['from_member_name'] ?? ''), letter]), locale);

/** Its own words about itself are the one text of a person that instructs it. */
const memberText = (member: Registration): string =>
  [`${member.name} (${member.agentId})`, member.description ?? '', member.skills.join(', '), member.prompt ?? ''].filter((line) => line !== '').join('\n');

type Fence = readonly [source: string, value: JsonObject];

const NONE: Readonly<Record<Locale, string>> = { en: '(none)', zh: '（无）' };

const fenced = (values: readonly Fence[], locale: Locale): string => (values.length === 0 ? NONE[locale] : values.map(([source, value]) => material(source, value, locale)).join('\n'));

function ownTaskFact(own: OwnTask, member: Registration): JsonObject {
  return { ...ownTaskOut(own, member), criteria: own.brief.criteria.map(ruleOf) };
}

/** In words, for a model reads them; numbers stand where code counts. */
const ownTaskText = (own: OwnTask, member: Registration, locale: Locale): JsonObject =>
  ({ ...ownTaskOut(own, member), criteria: own.brief.criteria.map((criterion) => ({ id: criterion.id, text: describeCriterion(criterion)[locale] })) });

const ruleOf = (criterion: Criterion): JsonObject => Object.fromEntries(Object.entries(criterion).filter((entry): entry is [string, Json] => entry[1] !== undefined));

function ownTaskOut({ task, brief, previousOutput, planText, worktree }: OwnTask, member: Registration): JsonObject {
  const { note, fixes, plan } = task.more ?? {};
  return {
    task_id: task.id, title: brief.title, content: brief.content, status: task.state, skills: brief.skills, input: brief.input, attempt: task.attempts + 1,
    ...(member.outputSchema === undefined ? {} : { output_schema: member.outputSchema }),
    ...(note === undefined ? {} : { note }),
    ...(fixes === undefined || fixes.length === 0 ? {} : { fixes, previous_output: previousOutput ?? null }),
    ...(plan === undefined
      ? {}
      : {
        plan: {
          revision: plan.revision,
          status: plan.state,
          ...(plan.feedback === undefined ? {} : { feedback: plan.feedback }),
          ...(planText === undefined ? {} : { text: planText }),
        },
      }),
    ...(worktree === undefined ? {} : { worktree_path: worktree.path, worktree_branch: worktree.branch }),
  };
}

/** Every plan is named; of very long ones the beginning is shown. */
function plansOut(plans: readonly PlanToDecide[], locale: Locale): readonly JsonObject[] {
  const shown = new Map(shortenParts(plans.map(({ task, planText }) => ({ id: task.id, text: planText })), { tokens: DIGEST_TOKENS.plans, locale }).map(({ id, text }) => [id, text]));
  return plans.map(({ task, title }) => ({
    kind: 'plan',
    task_id: task.id,
    title,
    member_name: task.assigneeId,
    revision: task.more?.plan?.revision ?? 1,
    refused_before: task.more?.planRefusals ?? 0,
    plan: shown.get(task.id) ?? CUT_MARK[locale],
  }));
}

function callOut({ memberName, toolCallId, tool, args, purpose }: CallToDecide, locale: Locale): JsonObject {
  const text = JSON.stringify(args);
  const [shown] = shortenParts([{ text }], { tokens: DIGEST_TOKENS.call, locale });
  return { kind: 'tool_call', member_name: memberName, tool_call_id: toolCallId, tool, args: shown?.text === text ? args : (shown?.text ?? CUT_MARK[locale]), purpose };
}

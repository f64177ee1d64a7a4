// The calls of a turn: a round is on record before any of it is done, team tools are deeds on the board, all other tools go through
// the gate of the task in its hands. Mail that cannot wait comes with the answers; a turn that only circles is ended.
import { decodeArguments, shownParameters } from '../../core/gate/arguments.ts';
import { CALM, judgeCall, TRIPS, type BreakerState } from '../../core/gate/breakers.ts';
import { GATE_SAYS } from '../../core/gate/sentences.ts';
import type { CallRecord } from '../../core/gate/tool-history.ts';
import { toProvider } from '../../core/gate/tool-names.ts';
import { TeamError } from '../../core/errors.ts';
import type { RequestedCall } from '../../core/moves/tool-calls.ts';
import { material } from '../../core/prompts.ts';
import { isTeamTool, toolsFor, type TeamTool } from '../../core/team/team-tools.ts';
import { mailDigest } from '../../core/team/digest.ts';
import { takeUrgent } from '../../core/team/turn.ts';
import { noteTurnCall, noteTurnRound } from '../../core/team/turn-calls.ts';
import { INTERRUPTED } from '../../core/refusals/interrupted.ts';
import { lettersText } from '../../core/turns/turn-facts.ts';
import { nearest } from '../../core/text/nearest.ts';
import type { TurnRounds } from '../../ports/member.ts';
import type { Tool } from '../../ports/tool.ts';
import type { Exchange, ToolAnswer, ToolOffer, ToolRequest } from '../../ports/model.ts';
import { commit } from '../commit.ts';
import { answerOf, offerOf, requestedCall } from '../gate/attempt-rounds.ts';
import { maskedBy } from '../gate/masked.ts';
import { watchSpent } from '../gate/watch-progress.ts';
import { callTool } from '../gate/call-tool.ts';
import { nextEvent } from '../next-event.ts';
import { commitSpent } from '../commit-spent.ts';
import { DEEDS } from './deeds.ts';
import { heldGate, openHeldGate, toolGate } from './held-gate.ts';
import type { MemberTurn } from './member-turn.ts';
import type { LoggedRound } from './turn-log.ts';
import { settingFor } from './turn-sight.ts';
import { WORDS } from './turn-words.ts';

/** Rounds of one turn; the breakers usually come first. */
export const MOST_ROUNDS = 60;

interface RoundsState {
  breakers: BreakerState;
  warnings: string[];
  isStopped: boolean;
  /** What the model said beside the calls that it made last. */
  said: string;
}

export function turnRounds(turn: MemberTurn): TurnRounds {
  const state: RoundsState = { breakers: CALM, warnings: [], isStopped: false, said: '' };
  return {
    offers: () => [...teamTools(turn).map((tool) => teamOffer(turn, tool)), ...grantedTools(turn).map((tool) => offerOf(tool, turn.locale))],
    async history() {
      const { before, cutOff } = turn.parts.log;
      const exchanges = before.map((round) => exchangeOf(round, round.calls.map((call) => answered(turn, call))));
      for (const round of cutOff) exchanges.push(exchangeOf(round, await again(turn, state, round)));
      // The rounds of a turn that was cut off are this turn's own.
      turn.roundCount = cutOff.length;
      return cutOff.length > 0 ? exchanges : marked(turn, exchanges);
    },
    async answer(text, calls) {
      await whilePaused(turn);
      turn.roundCount += 1;
      if (text.trim() !== '') state.said = text;
      const requested = calls.map((call, index) => requestedCall(call, { callKey: `${turn.memberId}.${turn.ref.turn}.${turn.roundCount}.${index + 1}`, name: realName(turn, call.name) }));
      await begin(turn, text, requested);
      const answers: ToolAnswer[] = [];
      // In order: what a later call builds on, an earlier one may have done.
      for (const call of requested) answers.push(await answerTo(turn, state, call));
      await watchTokens(turn, state);
      await whilePaused(turn);
      return withNews(answers, [...state.warnings.splice(0), ...(turn.roundCount === MOST_ROUNDS ? [WORDS.lastRound[turn.locale]] : []), ...(await urgentMail(turn))]);
    },
    isOver: () => state.isStopped || turn.roundCount >= MOST_ROUNDS,
  };
}

const teamTools = (turn: MemberTurn): readonly TeamTool[] => toolsFor(settingFor(turn));

/** Only for a task in its hands; a tool of the team goes before one of the same name. */
const grantedTools = (turn: MemberTurn): readonly Tool[] => (toolGate(turn)?.tools() ?? []).filter(({ name }) => !isTeamTool(name));

const teamOffer = (turn: MemberTurn, { name, description, parameters }: TeamTool): ToolOffer => ({
  name,
  description: description[turn.locale],
  parameters: shownParameters(parameters[turn.locale], turn.locale),
});

const realName = (turn: MemberTurn, name: string): string => (isTeamTool(name) ? name : (turn.parts.engine.tools?.names().find((each) => toProvider(each) === name) ?? name));

async function begin(turn: MemberTurn, text: string, calls: readonly RequestedCall[]): Promise<void> {
  const { engine, goal } = turn.parts;
  const mask = engine.tools?.mask ?? ((said: string) => said);
  const { about, part } = turn;
  const outcome = await commitSpent(engine, [goal.id], {
    decide: (board) => noteTurnRound(board, part, {
      round: turn.roundCount,
      text: mask(text),
      calls: calls.map((call) => ({ ...call, name: mask(call.name), args: maskedBy(mask, call.args) })),
    }),
    about,
    turns: turn.takeRecords(),
  });
  if (!outcome.ok) throw new TeamError('engine.interrupted', outcome.says);
}

async function answerTo(turn: MemberTurn, state: RoundsState, call: RequestedCall): Promise<ToolAnswer> {
  if (turn.signal.aborted) throw new TeamError('engine.interrupted', INTERRUPTED.turn);
  const gate = isTeamTool(call.name) ? undefined : toolGate(turn);
  if (gate !== undefined) {
    const done = await callTool(gate, call);
    state.warnings.push(...gate.warnings.splice(0));
    return answerOf(gate, call, done);
  }
  const { isOk, text, rule } = await deedOf(turn, state, call);
  watch(turn, state, { call, rule, text });
  return { callId: call.callId, isError: !isOk, text };
}

/** What it holds and has not handed in by now has taken so many tokens, in this turn and in those before. */
async function watchTokens(turn: MemberTurn, state: RoundsState): Promise<void> {
  const gate = heldGate(turn);
  if (gate === undefined) return;
  await watchSpent(gate);
  state.warnings.push(...gate.warnings.splice(0));
}

interface Done {
  readonly isOk: boolean;
  readonly text: string;
  readonly rule: string | null;
}

/** A deed on the board, or the words in which it is refused; either way on record. */
async function deedOf(turn: MemberTurn, state: RoundsState, call: RequestedCall): Promise<Done> {
  const { locale } = turn;
  const tools = teamTools(turn);
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined) return refused(turn, call, { rule: 'tool.unknown', text: unknownText(turn, call.name, tools) });
  const decoded = decodeArguments(tool.parameters[locale], null, call.args);
  if (!decoded.ok) {
    const problems = decoded.details?.['problems'];
    return refused(turn, call, { rule: 'tool.bad_arguments', text: GATE_SAYS.badArguments(call.name, Array.isArray(problems) ? problems : [])[locale] });
  }
  const answered = await DEEDS[tool.name]({ turn, call: { ...call, purpose: decoded.purpose }, args: decoded.args, said: state.said });
  if (answered.kind === 'done') {
    // With a claim the tools of its task are there.
    await openHeldGate(turn);
    return { isOk: true, text: answered.text, rule: null };
  }
  if (answered.kind === 'refused') return refused(turn, call, { rule: answered.rule, text: answered.text }, decoded.purpose);
  await commit(turn.parts.engine, [], (board) => noteTurnCall(board, turn.part, { ...call, purpose: decoded.purpose, end: 'ok', rule: null, text: answered.text, isJson: answered.isJson === true }));
  return { isOk: true, text: answered.text, rule: null };
}

/** Also a tool that exists, but only for those who hold a task. */
function unknownText(turn: MemberTurn, name: string, tools: readonly TeamTool[]): string {
  const isGranted = turn.parts.member.registration.allowedTools.some((each) => each.name === name) && turn.parts.engine.tools?.find(name) !== undefined;
  if (isGranted) return WORDS.claimFirst(toProvider(name))[turn.locale];
  return GATE_SAYS.unknownTool(toProvider(name), nearest(name, tools.map((each) => each.name), 2))[turn.locale];
}

async function refused(turn: MemberTurn, call: RequestedCall, { rule, text }: { readonly rule: string; readonly text: string }, purpose: string | null = null): Promise<Done> {
  await commit(turn.parts.engine, [], (board) => noteTurnCall(board, turn.part, { ...call, purpose, end: 'refused', rule, text, isJson: false }));
  return { isOk: false, text, rule };
}

/** Calls that tell nothing new: a warning, then the end of the turn. What is left open is then seen by whoever looks at an idle team. */
function watch(turn: MemberTurn, state: RoundsState, { call, rule, text }: { readonly call: RequestedCall; readonly rule: string | null; readonly text: string }): void {
  const outcome = { key: `${call.name} ${JSON.stringify(call.args)} ${text}`, errorClass: rule === null ? null : `${call.name} ${rule}`, isForbidden: false, isWait: false };
  const judged = judgeCall(state.breakers, outcome, turn.parts.goal.policy.limits);
  state.breakers = judged.state;
  if (judged.step === 'go' || judged.trip === null) return;
  if (judged.step === 'warn') state.warnings.push(WORDS.warned(TRIPS[judged.trip])[turn.locale]);
  else state.isStopped = true;
}

/** A call of a turn that was cut off: what has an answer keeps it, what has none is done now, under the same key. */
async function again(turn: MemberTurn, state: RoundsState, { text, calls }: LoggedRound): Promise<readonly ToolAnswer[]> {
  if (text.trim() !== '') state.said = text;
  const answers: ToolAnswer[] = [];
  for (const { callKey, callId, name, args, end, text: answer, meta } of calls) {
    const call = { callKey, callId: callId ?? callKey, name, args, ...(meta === undefined ? {} : { meta }) };
    answers.push(end === null ? await answerTo(turn, state, call) : { callId: call.callId, text: shown(turn, name, { isOk: end === 'ok', text: answer }), isError: end !== 'ok' });
  }
  return answers;
}

/** What a tool gave is material; what the board answers is not. */
const shown = (turn: MemberTurn, name: string, { isOk, text }: { readonly isOk: boolean; readonly text: string }): string => (isTeamTool(name) || !isOk ? text : material(name, text, turn.locale));

/** A call of an earlier turn, with the answer it had. */
function answered(turn: MemberTurn, { callId, callKey, name, end, text }: CallRecord): ToolAnswer {
  const said = end === null ? GATE_SAYS.mayHaveHappened(toProvider(name))[turn.locale] : text;
  return { callId: callId ?? callKey, text: shown(turn, name, { isOk: end === 'ok', text: said }), isError: end !== 'ok' };
}

const exchangeOf = ({ text, calls }: LoggedRound, answers: readonly ToolAnswer[]): Exchange => ({
  text,
  calls: calls.map(({ callId, callKey, name, args, meta }): ToolRequest => ({ callId: callId ?? callKey, name: toProvider(name), args, ...(meta === undefined ? {} : { meta }) })),
  answers,
});

/** Where the turns before ended and this one begins. */
const marked = (turn: MemberTurn, exchanges: readonly Exchange[]): readonly Exchange[] => {
  const last = exchanges.at(-1);
  return last === undefined ? exchanges : [...exchanges.slice(0, -1), { ...last, answers: withNews(last.answers, [WORDS.newTurn[turn.locale]]) }];
};

function withNews(answers: readonly ToolAnswer[], news: readonly string[]): readonly ToolAnswer[] {
  const last = answers.at(-1);
  if (news.length === 0 || last === undefined) return answers;
  return [...answers.slice(0, -1), { ...last, text: [last.text, ...news].join('\n\n') }];
}

/** It must not wait for the next turn: a claim was revoked, or a person writes. */
async function urgentMail(turn: MemberTurn): Promise<readonly string[]> {
  const { engine } = turn.parts;
  const waits = engine.store.look((board) => board.desk.mailOf(engine.team, turn.memberId).some((mail) => mail.urgent && mail.state === 'sent'));
  if (!waits) return [];
  const taken = await commit(engine, [], (board) => takeUrgent(board, turn.ref));
  if (!taken.ok) throw new TeamError('engine.interrupted', taken.says);
  await openHeldGate(turn);
  return [`${WORDS.urgentMail[turn.locale]}\n${lettersText(mailDigest(taken.value, { locale: turn.locale }), turn.locale)}`];
}

/** A paused goal starts nothing new: the step that ran has ended, the next one waits. */
async function whilePaused(turn: MemberTurn): Promise<void> {
  const { engine, goal } = turn.parts;
  for (;;) {
    const change = nextEvent(engine, turn.signal, (event) => event.goalId === goal.id);
    try {
      if (turn.signal.aborted) throw new TeamError('engine.interrupted', INTERRUPTED.turn);
      if (engine.store.look((board) => board.goal(goal.id)?.pausedAt ?? null) === null) return;
      await change.next;
    } finally {
      change.forget();
    }
  }
}

// The gate as a model sees it: tools under names that providers allow, one answer for every call, and the conversation of an attempt
// that was lost. A round is on record before any call of it begins.
import { TeamError } from '../../core/errors.ts';
import { shownParameters } from '../../core/gate/arguments.ts';
import { roundsToGoOn, type CallRound } from '../../core/gate/tool-history.ts';
import { toProvider } from '../../core/gate/tool-names.ts';
import type { Locale } from '../../core/json.ts';
import { noteRound, type RequestedCall } from '../../core/moves/tool-calls.ts';
import { material } from '../../core/prompts.ts';
import type { ToolRounds } from '../../ports/member.ts';
import type { Exchange, ToolAnswer, ToolOffer, ToolRequest } from '../../ports/model.ts';
import type { Tool } from '../../ports/tool.ts';
import { commitSpent } from '../commit-spent.ts';
import type { AttemptGate } from './attempt-gate.ts';
import { resumeProgress, watchSpent } from './watch-progress.ts';
import { callTool, type CallDone } from './call-tool.ts';
import { masked } from './masked.ts';
import { whilePaused } from './while-paused.ts';

export function roundsOf(gate: AttemptGate): ToolRounds {
  const tools = gate.tools();
  // Also those it may not use: what a call was meant for is on record under the tool's own name.
  const realName = (name: string): string => gate.names().find((each) => toProvider(each) === name) ?? name;
  let round = 0;
  return {
    offers: tools.map((tool) => offerOf(tool, gate.caller.locale)),
    async history() {
      const exchanges: Exchange[] = [];
      const rounds = roundsToGoOn(await gate.history());
      await resumeProgress(gate, rounds);
      for (const before of rounds) {
        round += 1;
        exchanges.push(await again(gate, before));
      }
      return exchanges;
    },
    async answer(text, calls) {
      await whilePaused(gate);
      round += 1;
      const requested = calls.map((call, index) => requestedCall(call, { callKey: `${gate.parts.task.id}.${gate.parts.task.starts}.${round}.${index + 1}`, name: realName(call.name) }));
      await begin(gate, round, { text, calls: requested });
      const answers = await Promise.all(requested.map(async (call) => answerOf(gate, call, await callTool(gate, call))));
      await watchSpent(gate);
      await whilePaused(gate);
      return withWarnings(gate, answers);
    },
  };
}

/** A tool under the name and with the words that a model is given. */
export const offerOf = ({ name, description, parameters, meanings }: Tool, locale: Locale): ToolOffer => ({
  name: toProvider(name),
  description: description[locale],
  parameters: shownParameters(parameters, locale, meanings),
});

/** A model's call as it goes on record: under the tool's own name, with the key by which its answer is found again. */
export const requestedCall = ({ callId, args, meta }: ToolRequest, { callKey, name }: Pick<RequestedCall, 'callKey' | 'name'>): RequestedCall => ({
  callKey,
  callId,
  name,
  args,
  ...(meta === undefined ? {} : { meta }),
});

async function begin(gate: AttemptGate, round: number, { text, calls }: { readonly text: string; readonly calls: readonly RequestedCall[] }): Promise<void> {
  const { engine, task, box, takeTurns } = gate.parts;
  const safe = calls.map((call) => ({ ...call, name: box.mask(call.name), args: masked(gate, call.args) }));
  const outcome = await commitSpent(engine, [task.id], { decide: (board) => noteRound(board, gate.ref, { round, text: box.mask(text), calls: safe }), about: task, turns: takeTurns() });
  if (!outcome.ok) throw new TeamError('engine.interrupted', outcome.says);
}

/** A round of a lost attempt: what has an answer keeps it, what has none is called now, under the same key. */
async function again(gate: AttemptGate, { text, calls }: CallRound): Promise<Exchange> {
  const answers = await Promise.all(calls.map(async ({ callKey, callId, name, args }) => {
    const call = { callKey, callId: callId ?? callKey, name, args };
    return answerOf(gate, call, await callTool(gate, call));
  }));
  return {
    text,
    calls: calls.map(({ callId, callKey, name, args, meta }): ToolRequest => ({ callId: callId ?? callKey, name: toProvider(name), args, ...(meta === undefined ? {} : { meta }) })),
    answers: withWarnings(gate, answers),
  };
}

/** What a tool gave is material; what the gate itself says is not. */
export const answerOf = (gate: AttemptGate, call: RequestedCall, done: CallDone): ToolAnswer => ({
  callId: call.callId, isError: done.end !== 'ok',
  text: done.end === 'ok' || done.end === 'failed' ? material(call.name, done.text, gate.caller.locale) : done.text,
});

function withWarnings(gate: AttemptGate, answers: readonly ToolAnswer[]): readonly ToolAnswer[] {
  const last = answers.at(-1);
  if (gate.warnings.length === 0 || last === undefined) return answers;
  const warned = { ...last, text: [last.text, ...gate.warnings].join('\n\n') };
  gate.warnings = [];
  return [...answers.slice(0, -1), warned];
}

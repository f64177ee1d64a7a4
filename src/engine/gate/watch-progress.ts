// What the breakers make of a call once it has ended: a warning to the member, a question that holds the attempt, or its end. Each is
// told at once, with the calls that led there.
import { createHash } from 'node:crypto';
import { TeamError } from '../../core/errors.ts';
import { goOn, judgeCall, judgeProgress, TRIPS, type BreakerStep, type Judged, type Taken, type Trip } from '../../core/gate/breakers.ts';
import { heardOut } from '../../core/gate/heard-effects.ts';
import { head } from '../../core/gate/outcome.ts';
import { GATE_SAYS } from '../../core/gate/sentences.ts';
import { alertedIn, type CallRound } from '../../core/gate/tool-history.ts';
import { elapsed } from '../../core/goal.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { noteTrip, type EndedCall } from '../../core/moves/tool-calls.ts';
import { commit } from '../commit.ts';
import { askPerson } from './ask-person.ts';
import type { AttemptGate } from './attempt-gate.ts';

/** Most calls that an alert shows. */
const SHOWN_CALLS = 12;

export async function watchProgress(gate: AttemptGate, call: EndedCall, { key, isWait }: { readonly key: string; readonly isWait: boolean }): Promise<void> {
  gate.latest.push(call);
  if (gate.latest.length > SHOWN_CALLS) gate.latest.shift();
  const errorClass = call.end === 'ok' ? null : `${call.name} ${call.rule ?? call.end}`;
  await take(gate, judgeCall(gate.breakers, { key, errorClass, isForbidden: call.end === 'refused' && call.alert !== undefined, isWait }, gate.parts.goal.policy.limits));
}

/**
 * A conversation that is gone on from brings along how far its breakers had gone: what held the attempt before holds this one too,
 * by the same question. Only the tokens of the attempt before are not counted again.
 */
export async function resumeProgress(gate: AttemptGate, rounds: readonly CallRound[]): Promise<void> {
  const [first] = rounds;
  if (first?.calls[0] === undefined) return;
  gate.origin = first.calls[0].attemptId;
  const alerted = alertedIn(await gate.history());
  for (const { callKey, name, args, text, end, rule } of rounds.flatMap(({ calls }) => calls)) {
    if (end === null) continue;
    const errorClass = end === 'ok' ? null : `${name} ${rule ?? end}`;
    const isForbidden = end === 'refused' && alerted.has(callKey);
    const { state, step, trip } = judgeCall(gate.breakers, { key: keyOf(name, args, text), errorClass, isForbidden, isWait: gate.find(name)?.isWait === true }, gate.parts.goal.policy.limits);
    gate.breakers = state;
    if (trip !== null && (step === 'pause' || step === 'stop')) await BY_STEP[step](gate, trip);
  }
}

/** Equal where the same call had the same outcome. */
export const keyOf = (name: string, args: Json, text: string): string => createHash('sha256').update(`${name}\u0000${JSON.stringify(args)}\u0000${text}`).digest('base64url').slice(0, 22);

/** Before the next turn of a model: has it spent too much for nothing? */
export const watchSpent = (gate: AttemptGate): Promise<void> => take(gate, judgeProgress(gate.breakers, takenBy(gate), gate.parts.goal.policy.limits));

/** Time between turns does not count, nor a pause of the goal, nor the wait for somebody's word: the clock of the task began anew with that word. */
function takenBy({ parts: { engine, task, goal, tokens, workingSince }, openedAt }: AttemptGate): Taken {
  const { movedAt, now } = engine.store.look((board) => ({ movedAt: board.task(task.id)?.updatedAt ?? 0, now: board.goal(goal.id) ?? goal }));
  return { tokens: tokens(), minutes: elapsed(now, Math.max(openedAt, movedAt, workingSince?.() ?? 0), engine.clock.now()) / 60_000 };
}

async function take(gate: AttemptGate, { state, step, trip }: Judged): Promise<void> {
  gate.breakers = state;
  if (step === 'go' || trip === null) return;
  await commit(gate.parts.engine, [gate.parts.task.id], (board) => noteTrip(board, { ...gate.ref, trip, step, history: shown(gate) }));
  await BY_STEP[step](gate, trip);
}

const BY_STEP: Readonly<Record<Exclude<BreakerStep, 'go'>, (gate: AttemptGate, trip: Trip) => Promise<void>>> = {
  async warn(gate, trip) {
    gate.warnings.push(GATE_SAYS.warned(TRIPS[trip])[gate.caller.locale]);
  },
  async pause(gate, trip) {
    const callKey = `${gate.origin}.breaker.${trip}.${gate.pauses += 1}`;
    const { answer } = await askPerson(gate, { kind: 'breaker', text: TRIPS[trip], material: { call_key: callKey, trip, history: shown(gate) } });
    // Unanswered in time: the task was escalated with the question's end, and this attempt is over.
    if (answer === null || answer.choice !== 'go_on') throw stopped(trip);
    gate.breakers = goOn(gate.breakers, takenBy(gate));
    gate.warnings.push(GATE_SAYS.wentOn(answer.note)[gate.caller.locale]);
  },
  async stop(_gate, trip) {
    throw stopped(trip);
  },
};

const stopped = (trip: Trip): TeamError => new TeamError('tool.stopped', TRIPS[trip], { details: { trip } });

/** What led here: what the task builds on and what its member was told, then the calls of the attempt, newest last. */
export const shown = (gate: AttemptGate): readonly JsonObject[] => [
  ...gate.builtOn,
  ...gate.heard().map(heardOut),
  ...gate.latest.map(({ name, end, rule, text }) => ({ name, outcome: end, rule, text: head(text, 300) })),
];

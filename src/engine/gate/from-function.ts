// The gate for a member that is a function: one call, one outcome as data, a fault where it was refused. A call is known by what it
// asks for and how often that was asked before, so that a function that runs again after a crash finds its calls again.
import { createHash } from 'node:crypto';
import { TeamError } from '../../core/errors.ts';
import type { Effect } from '../../core/gate/effects.ts';
import { callsIn, effectsIn } from '../../core/gate/tool-history.ts';
import type { TaskId } from '../../core/ids.ts';
import { sameInBoth, type Json, type JsonObject } from '../../core/json.ts';
import { plainCopy } from '../../core/members/plain-json.ts';
import type { Task } from '../../core/task.ts';
import { OUTCOME_FAULTS } from '../../core/refusals/outcome-faults.ts';
import type { CallTool } from '../../ports/member.ts';
import type { Engine } from '../engine.ts';
import { historyOf } from '../reads/history-of.ts';
import type { AttemptGate } from './attempt-gate.ts';
import { callTool, writeEnds } from './call-tool.ts';

export const callFrom = (gateOf: () => AttemptGate | undefined): CallTool => (name, args = {}, { purpose } = {}) => {
  const called = call(gateOf(), { name, given: args, purpose });
  // A function may let a call go without waiting for it; a refusal that nobody hears must not end the process.
  called.catch(() => undefined);
  return called;
};

interface Asked {
  readonly name: string;
  readonly given: JsonObject;
  readonly purpose: string | undefined;
}

async function call(gate: AttemptGate | undefined, { name, given, purpose }: Asked): Promise<Json> {
  if (gate === undefined) throw new TeamError('tool.unknown', OUTCOME_FAULTS.noTools(name));
  // A copy: what the function does with its own object while a person decides must not change what was judged.
  const args = plainCopy(given);
  if (args === undefined) throw new TeamError('tool.bad_arguments', OUTCOME_FAULTS.notPlainArguments(name), { details: { name } });
  const asked = createHash('sha256').update(`${name}\u0000${JSON.stringify(args)}`).digest('hex').slice(0, 16);
  const done = await callTool(gate, { callKey: `${gate.parts.task.id}.${asked}.${gate.countOf(asked)}`, callId: null, name, args, ...(purpose === undefined ? {} : { purpose }) });
  if (done.end === 'ok') return done.value;
  throw new TeamError(CODES[done.end], sameInBoth(done.text), { details: { rule: done.rule, name } });
}

const CODES = { refused: 'tool.refused', failed: 'tool.failed', timed_out: 'tool.timed_out', unknown: 'tool.failed' } as const;

/** What the way to a result did to the world, in earlier attempts too; undefined where nothing was done. Writes what is not on record yet. */
export async function effectsOf({ store }: Pick<Engine, 'store'>, task: Task, { gate, needs }: {
  readonly gate: AttemptGate | undefined;
  readonly needs: readonly TaskId[];
}): Promise<readonly Effect[] | undefined> {
  if (gate !== undefined) await writeEnds(gate);
  const before = await Promise.all(needs.map((id) => store.read.task(id)));
  const past = task.starts > 1 ? effectsIn(callsIn(await (gate?.history() ?? historyOf({ store }, task)))) : [];
  const all = new Set([...(gate?.effects() ?? []), ...past, ...before.flatMap((task) => task?.more?.effects ?? [])]);
  return all.size === 0 ? undefined : [...all];
}

// The verdict of a tool's own guard. A guard that throws, says nothing readable or does not come to an end has not said yes: the call is
// refused, a person is told, and the calls behind it do not wait for it.
import { GATE_SAYS } from '../../core/gate/sentences.ts';
import type { GuardVerdict, Tool, ToolCall } from '../../ports/tool.ts';
import type { AttemptGate } from './attempt-gate.ts';

/** Undefined where the tool has no guard. Contract: throws only `engine.interrupted`, when the attempt ends before. */
export async function guardSays(gate: AttemptGate, tool: Tool, call: ToolCall): Promise<GuardVerdict | undefined> {
  if (tool.guard === undefined) return undefined;
  const timer = new AbortController();
  const giveUp = () => timer.abort();
  gate.signal.addEventListener('abort', giveUp, { once: true });
  try {
    const verdict = tool.guard(call);
    const said: unknown = verdict instanceof Promise ? await Promise.race([verdict, noAnswer(gate, timer.signal)]) : verdict;
    return isVerdict(said) ? said : broken(tool);
  } catch {
    return broken(tool);
  } finally {
    timer.abort();
    gate.signal.removeEventListener('abort', giveUp);
    gate.mustBeOpen();
  }
}

/** Settles when the time of a tool is up, or when nobody waits any more. */
const noAnswer = ({ parts: { engine, goal } }: AttemptGate, signal: AbortSignal): Promise<undefined> =>
  engine.clock.sleep(goal.policy.times.toolMs, signal).then(() => undefined, () => undefined);

const broken = ({ name }: Tool): GuardVerdict => ({ ok: false, rule: 'guard.broken', because: GATE_SAYS.guardBroke(name) });

function isVerdict(said: unknown): said is GuardVerdict {
  if (typeof said !== 'object' || said === null || !('ok' in said)) return false;
  return said.ok === true || (said.ok === false && 'rule' in said && typeof said.rule === 'string' && 'because' in said && typeof said.because === 'object' && said.because !== null);
}

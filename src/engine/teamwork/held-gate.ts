// The gate of the task in a member's hands: the same as for any attempt. It outlives a turn, so that its breakers count through a
// whole attempt; a member that holds nothing has no tools but those of the team.
import { attemptId, type AttemptId, type TaskId } from '../../core/ids.ts';
import { treeOf } from '../../core/task.ts';
import { readPaper } from '../context-of.ts';
import type { Engine, Held } from '../engine.ts';
import type { AttemptGate } from '../gate/attempt-gate.ts';
import { openGate } from '../gate/open-gate.ts';
import type { MemberTurn } from './member-turn.ts';
import type { TurnsHere } from './turns-here.ts';

export function heldGate(turn: MemberTurn): AttemptGate | undefined {
  const task = turn.held();
  return task === undefined ? undefined : gateOf(turn.parts.turns, attemptId(task.id, task.starts));
}

/** Read once an attempt; afterwards it is at hand. */
export async function openHeldGate(turn: MemberTurn): Promise<void> {
  const { engine, turns, goal, member } = turn.parts;
  const task = turn.held();
  if (engine.tools === undefined || task === undefined || member.registration.allowedTools.length === 0) return;
  const id = attemptId(task.id, task.starts);
  const paper = gateOf(turns, id) !== undefined ? undefined : await readPaper(engine, task);
  if (paper === undefined) return;
  const held: Held = {
    token: task.starts,
    // Of whichever turn works on it.
    get signal() {
      return turns.signalOf(turn.memberId);
    },
    abort: () => turns.stop(turn.memberId),
    end: () => undefined,
  };
  gatesOf(turns).set(id, openGate({ engine, folder: () => folderOf(engine, task.id), box: engine.tools, task, goal, registration: member.registration, brief: paper.brief, needs: paper.needs, held, tokens: () => turns.spentOn(id), takeTurns: () => [] }));
}

/** Its own working tree, from the moment it enters one. */
function folderOf(engine: Engine, id: TaskId): string | undefined {
  const task = engine.store.look((board) => board.task(id));
  return task === undefined ? undefined : treeOf(task)?.folder;
}

const gates = new WeakMap<TurnsHere, Map<AttemptId, AttemptGate>>();

function gatesOf(turns: TurnsHere): Map<AttemptId, AttemptGate> {
  const before = gates.get(turns) ?? new Map<AttemptId, AttemptGate>();
  gates.set(turns, before);
  return before;
}

export const gateOf = (turns: TurnsHere, id: AttemptId): AttemptGate | undefined => gates.get(turns)?.get(id);

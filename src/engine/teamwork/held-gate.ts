// The gate of the task in a member's hands: the same as for any attempt. It outlives a turn, so that its breakers count through a
// whole attempt, also where its member may call no tool; a member that holds nothing has no tools but those of the team.
import { attemptId, type AttemptId, type TaskId } from '../../core/ids.ts';
import { heardBy } from '../../core/gate/heard-effects.ts';
import { treeOf, type Task } from '../../core/task.ts';
import type { ToolBox } from '../../ports/tool.ts';
import { readPaper } from '../context-of.ts';
import type { Engine, Held } from '../engine.ts';
import type { AttemptGate } from '../gate/attempt-gate.ts';
import { openGate } from '../gate/open-gate.ts';
import type { MemberTurn } from './member-turn.ts';
import { readOn } from './turn-log.ts';
import type { TurnsHere } from './turns-here.ts';

export function heldGate(turn: MemberTurn): AttemptGate | undefined {
  const task = turn.held();
  return task === undefined ? undefined : gateOf(turn.parts.turns, attemptId(task.id, task.starts));
}

/** The one that calls go through; a member that may call no tool has none. */
export const toolGate = (turn: MemberTurn): AttemptGate | undefined =>
  (turn.parts.engine.tools === undefined || turn.parts.member.registration.allowedTools.length === 0 ? undefined : heldGate(turn));

/** Opened once an attempt; it hears what the turn was shown. For the beginning of a turn, after a claim, and after mail in its middle. */
export async function openHeldGate(turn: MemberTurn): Promise<void> {
  const { engine, turns, goal, member } = turn.parts;
  const task = turn.held();
  if (task === undefined) return;
  if (heldGate(turn) === undefined) await open(turn, task, engine.tools ?? noTools(engine));
  if (engine.tools !== undefined) heldGate(turn)?.hear(heardBy(await readOn(engine, { turns, goal }), member.registration.agentId));
}

async function open(turn: MemberTurn, task: Task, box: ToolBox): Promise<void> {
  const { engine, turns, goal, member } = turn.parts;
  const id = attemptId(task.id, task.starts);
  const paper = await readPaper(engine, task);
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
  gatesOf(turns).set(id, openGate({
    engine,
    folder: () => folderOf(engine, task.id),
    box,
    task,
    goal,
    registration: member.registration,
    brief: paper.brief,
    needs: paper.needs,
    held,
    workingSince: () => turnBeganAt(engine, turn.memberId),
    tokens: () => turns.spentOn(id),
    takeTurns: () => [],
  }));
}

/** Of a team without tools: what is watched there is what its members spend. */
const noTools = ({ folder }: Engine): ToolBox => ({
  find: () => undefined,
  names: () => [],
  workspace: folder,
  mask: (text) => text,
  keepWhole: (callKey) => Promise.resolve(callKey),
  readWhole: () => Promise.resolve(undefined),
  onChange: () => () => undefined,
});

const turnBeganAt = ({ store, team }: Engine, memberId: string): number => store.look((board) => board.desk.life(team, memberId)?.updatedAt ?? 0);

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

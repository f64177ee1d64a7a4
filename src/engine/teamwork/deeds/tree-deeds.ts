// A member's own copy of the repository for the task in its hands. Entered, its file tools work there; left, nothing that could be lost
// is removed. What is in it is merged when the task is accepted, as the last of its criteria.
import type { Task } from '../../../core/task.ts';
import { noteTreeLeft } from '../../../core/moves/merge.ts';
import type { WorktreeRefusal } from '../../../core/worktrees/refusals.ts';
import { commit } from '../../commit.ts';
import { enterOwnTree, treeRef } from '../../trees/own-tree.ts';
import { reopenHeldGate } from '../held-gate.ts';
import type { MemberTurn } from '../member-turn.ts';
import { WORDS } from '../turn-words.ts';
import { looked, saysNo, taskIn, type Answered, type Deed, type DeedCall } from './deed.ts';

/** Again for the same task: the same copy. */
export const enterTree: Deed = async (deed) => {
  const { turn } = deed;
  const { engine, goal } = turn.parts;
  const task = ownTaskOf(deed);
  if (task === undefined || engine.workspaces === undefined) return saysNo(turn, 'worktree.no_task', WORDS.noTaskForTree);
  const tree = await enterOwnTree(engine, engine.workspaces, { goal, attempt: { taskId: task.id, token: task.starts }, memberId: turn.memberId });
  if ('reason' in tree) return refusedTree(turn, tree);
  await reopenHeldGate(turn);
  return looked({ worktree_path: tree.path, worktree_branch: tree.branch });
};

export const exitTree: Deed = async (deed) => {
  const { turn, args } = deed;
  const { engine, goal } = turn.parts;
  const task = ownTaskOf(deed);
  if (task === undefined || engine.workspaces === undefined) return saysNo(turn, 'worktree.no_task', WORDS.noTaskForTree);
  const left = await engine.workspaces.exit({ ...treeRef(goal, task.id, turn.memberId), action: args['action'] === 'remove' ? 'remove' : 'keep', discardChanges: args['discard_changes'] === true });
  if (!left.ok) return refusedTree(turn, left);
  await commit(engine, [task.id], (board) => noteTreeLeft(board, { taskId: task.id, token: task.starts }, left));
  await reopenHeldGate(turn);
  return looked({ outcome: left.outcome, worktree_path: left.path, worktree_branch: left.branch, ...(left.parked === null ? {} : { parked: left.parked }) });
};

/** The named task, where this member holds it, or the one in its hands. */
function ownTaskOf(deed: DeedCall): Task | undefined {
  const held = deed.turn.held();
  const named = deed.args['task_id'] === undefined ? held?.id : taskIn(deed);
  return held?.id === named ? held : undefined;
}

const refusedTree = (turn: MemberTurn, { reason, because }: WorktreeRefusal): Answered => saysNo(turn, `worktree.${reason}`, because);

/** Copies of this team that hold work which is merged nowhere, as words. */
export async function unmergedTrees({ parts: { engine } }: MemberTurn): Promise<readonly string[]> {
  const listed = (await engine.workspaces?.list()) ?? [];
  if (!('length' in listed)) return [];
  return listed.filter(({ isOurs, state }) => isOurs && (state === 'changed' || state === 'unmerged' || state === 'unreadable')).map(({ path, branch }) => (branch === null ? path : `${path} (${branch})`));
}

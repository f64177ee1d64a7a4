// The working tree that an attempt works in. It is entered before the work begins and is on record before anything in it changes,
// so that its result is known to stand for what is there. Invariant: one tree for each member and task, whatever attempt it is.
import type { Goal } from '../../core/goal.ts';
import type { AttemptRef } from '../../core/moves/attempt.ts';
import { noteTree, noteTreeLeft } from '../../core/moves/merge.ts';
import { treeOf, type Task, type TaskTree } from '../../core/task.ts';
import { isPassing, type WorktreeRefusal } from '../../core/worktrees/refusals.ts';
import { TeamError } from '../../core/errors.ts';
import type { GoalRef, TreeRef, Workspaces } from '../../ports/workspaces.ts';
import { commit, commitOrThrow } from '../commit.ts';
import type { Engine } from '../engine.ts';

export const goalRef = ({ id, createdAt }: Goal): GoalRef => ({ goalId: id, openedAt: createdAt });

export const treeRef = (goal: Goal, taskId: string, memberId: string): TreeRef => ({ ...goalRef(goal), taskId, memberId });

export interface Entering {
  readonly goal: Goal;
  readonly attempt: AttemptRef;
  readonly memberId: string;
}

/** Enters it, or finds it again, and puts it on record. */
async function enterOwnTree(engine: Engine, workspaces: Workspaces, { goal, attempt, memberId }: Entering): Promise<TaskTree | WorktreeRefusal> {
  const entered = await workspaces.enter(treeRef(goal, attempt.taskId, memberId));
  if (!entered.ok) return entered;
  const { path, branch, folder, base, notices } = entered;
  await commitOrThrow(engine, [attempt.taskId], (board) => noteTree(board, attempt, { path, branch, folder, base, notices: notices.map(({ text }) => text[goal.locale]) }), { patient: true });
  return { memberId, path, branch, folder };
}

/** Before an attempt is given to its member. Throws: what time may cure costs the attempt and is tried again, all else goes to a person. */
export async function treeForAttempt(engine: Engine, entering: Entering): Promise<TaskTree | undefined> {
  if (engine.workspaces === undefined) return undefined;
  const tree = await enterOwnTree(engine, engine.workspaces, entering);
  if ('reason' in tree) {
    throw new TeamError('workspace.refused', tree.because, {
      locale: entering.goal.locale,
      details: { reason: tree.reason, ...(isPassing(tree.reason) ? {} : { kind: 'lasting' }) },
    });
  }
  return tree;
}

/** After its work was merged, or was not wanted: an empty tree goes, and what is still in one keeps it. */
export async function leaveEmptyTree(engine: Engine, goal: Goal, task: Task): Promise<void> {
  const tree = treeOf(task);
  if (engine.workspaces === undefined || tree === undefined) return;
  const left = await engine.workspaces.exit({ ...treeRef(goal, task.id, tree.memberId), action: 'remove' });
  if (left.ok) await commit(engine, [task.id], (board) => noteTreeLeft(board, { taskId: task.id, token: task.starts }, left));
}

// A member's own working tree, as it enters and leaves it by its tools. What git does comes before the commit that says so; cut off in
// between, the same call finds the same tree.
import { sameInBoth, type Bilingual } from '../../../core/json.ts';
import { isAtWork } from '../../../core/lifecycles.ts';
import { noteTree, noteTreeLeft } from '../../../core/moves/merge.ts';
import { treeOf, type Task } from '../../../core/task.ts';
import type { WorktreeRefusal } from '../../../core/worktrees/refusals.ts';
import type { Workspaces } from '../../../ports/workspaces.ts';
import { treeRef } from '../../trees/own-tree.ts';
import type { MemberTurn } from '../member-turn.ts';
import { does, looked, noTask, saysNo, taskIn, type Answered, type Deed, type DeedCall } from './deed.ts';

/** Again gives the same tree. The answer names its folder and branch, and what the member should know about it. */
export const enterWorktree: Deed = (deed) =>
  withTrees(deed, async (workspaces) => {
    const { turn } = deed;
    const task = taskFor(deed);
    if (task === undefined) return deed.args['task_id'] === undefined ? saysNo(turn, 'task.not_found', SAYS.holdsNothing) : noTask(deed);
    if (task.assigneeId !== turn.memberId || !isAtWork(task.state)) return saysNo(turn, 'task.not_held', SAYS.notHeld(task.id));
    const entered = await workspaces.enter(treeRef(turn.parts.goal, task.id, turn.memberId));
    if (!entered.ok) return refusedTree(turn, entered);
    const notices = entered.notices.map(({ text }) => text[turn.locale]);
    const { path, branch, folder, base } = entered;
    const answer = JSON.stringify({ worktree_path: path, worktree_branch: branch, folder, existed: entered.existed, notices });
    return does(deed, {
      ids: [task.id],
      about: task.id,
      decide: (board) => noteTree(board, { taskId: task.id, token: task.starts }, { path, branch, folder, base, notices }),
      say: () => sameInBoth(answer),
    });
  });

export const exitWorktree: Deed = (deed) =>
  withTrees(deed, async (workspaces) => {
    const { turn, args } = deed;
    const task = lastWithTree(turn);
    if (task === undefined) return saysNo(turn, 'worktree.none', SAYS.inNone);
    const action = args['action'] === 'remove' ? 'remove' : 'keep';
    // What was handed in stands in it until it is merged.
    if (action === 'remove' && !isAtWork(task.state)) return saysNo(turn, 'worktree.handed_in', SAYS.handedIn(task.id));
    const left = await workspaces.exit({ ...treeRef(turn.parts.goal, task.id, turn.memberId), action, discardChanges: args['discard_changes'] === true });
    if (!left.ok) return refusedTree(turn, left);
    if (left.outcome === 'kept') return looked({ outcome: 'kept', worktree_path: left.path, worktree_branch: left.branch });
    const answer = JSON.stringify({ outcome: 'removed', worktree_path: left.path, worktree_branch: left.branch, parked: left.parked });
    return does(deed, { ids: [task.id], about: task.id, decide: (board) => noteTreeLeft(board, { taskId: task.id, token: task.starts }, left), say: () => sameInBoth(answer) });
  });

async function withTrees(deed: DeedCall, act: (workspaces: Workspaces) => Promise<Answered>): Promise<Answered> {
  const { workspaces } = deed.turn.parts.engine;
  return workspaces === undefined ? saysNo(deed.turn, 'worktree.none', SAYS.noTrees) : act(workspaces);
}

/** The one that is named, else the one in its hands. */
function taskFor(deed: DeedCall): Task | undefined {
  const { engine, goal } = deed.turn.parts;
  const id = deed.args['task_id'] === undefined ? deed.turn.held()?.id : taskIn(deed);
  const task = id === undefined ? undefined : engine.store.look((board) => board.task(id));
  return task?.goalId === goal.id ? task : undefined;
}

/** The tree it works in, else that of what it handed in last. */
function lastWithTree({ memberId, parts: { engine, goal } }: MemberTurn): Task | undefined {
  const own = engine.store.look((board) => [...board.openTasks(goal.id)].filter((task) => treeOf(task)?.memberId === memberId));
  return own.toSorted((a, b) => Number(isAtWork(b.state)) - Number(isAtWork(a.state)) || b.updatedAt - a.updatedAt)[0];
}

const refusedTree = (turn: MemberTurn, { reason, because }: WorktreeRefusal): Answered => saysNo(turn, `worktree.${reason}`, because);

const SAYS = {
  holdsNothing: { en: 'You hold no task. Claim one with claim_task, then enter its working tree.', zh: '你当前没有持有任务。请先用 claim_task 领取，再进入其工作树。' },
  notHeld: (id: string): Bilingual => ({ en: `You do not hold ${id}. Claim it first; a working tree belongs to whoever does the task.`, zh: `你没有持有 ${id}。请先领取：工作树属于执行该任务的成员。` }),
  inNone: { en: 'You are in no working tree, so there is none to leave.', zh: '你不在任何工作树中，无需离开。' },
  noTrees: { en: 'This team has no working trees. Work in the folder of the team.', zh: '本团队没有启用工作树，请直接在团队的文件夹中工作。' },
  handedIn: (id: string): Bilingual => ({
    en: `${id} is handed in, and its result stands in this tree until it is merged. Leave it with action keep; it goes by itself.`,
    zh: `${id} 已提交，其成果在合并之前都存放在这棵工作树里。请用 action=keep 离开；合并后它会自动清理。`,
  }),
} as const;

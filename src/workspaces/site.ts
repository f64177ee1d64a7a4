// What every step about working trees is given: the repository, our records in it, and in whose name we act.
import { createHash } from 'node:crypto';
import type { WorktreeRefusal } from '../core/worktrees/refusals.ts';
import type { GoalRef, TreeRef } from '../ports/workspaces.ts';
import type { GoalRecord, Records, TreeRecord } from './repository/records.ts';
import type { Repository } from './repository/repository.ts';

export interface Site {
  readonly repo: Repository;
  readonly records: Records;
  /** The store in whose name we act; records of others are only looked at. */
  readonly store: string;
  readonly now: () => number;
  /** How long another process's turn is waited for. */
  readonly lockMs: number;
  /** The same for the turn of a merge, whose checks may take long. */
  readonly mergeMs: number;
  /** Names of ignored files and folders that the team's tools make again. */
  readonly madeAgain: readonly string[];
}

export const findGoal = ({ records, store }: Site, goal: GoalRef): GoalRecord | undefined =>
  records.goals().find((record) => record.store === store && record.goalId === goal.goalId && record.openedAt === goal.openedAt);

/** The tree that a member has for a task now. */
export const findTree = ({ records }: Site, goal: GoalRecord, { taskId, memberId }: TreeRef): TreeRecord | undefined =>
  records.trees(goal.folder).filter((record) => record.taskId === taskId && record.memberId === memberId && record.state !== 'set_aside').toSorted((a, b) => a.createdAt - b.createdAt).at(-1);

/** Names are given and branches are made one at a time in a repository. */
export const inRepository = <T>({ repo, lockMs }: Site, act: () => Promise<T | WorktreeRefusal>): Promise<T | WorktreeRefusal> =>
  repo.withLock({ name: 'names', what: { en: 'the names of branches in this repository', zh: '本仓库的分支名' }, patienceMs: lockMs }, act);

/** One at a time for each tree; a few trees share a lock, so that their number stays small. */
export const inTree = <T>({ repo, lockMs }: Site, goal: GoalRecord, tree: { readonly taskId: string; readonly memberId: string }, act: () => Promise<T | WorktreeRefusal>): Promise<T | WorktreeRefusal> => {
  const key = createHash('sha256').update(JSON.stringify([goal.folder, tree.taskId, tree.memberId])).digest('hex').slice(0, 2);
  return repo.withLock({ name: `tree-${key}`, what: { en: `the working tree of ${tree.memberId} for ${tree.taskId}`, zh: `${tree.memberId} 用于 ${tree.taskId} 的工作树` }, patienceMs: lockMs }, act);
};

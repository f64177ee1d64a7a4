// Working trees of members and the way of their work back into the branch of the goal. The user's own checkout, HEAD and index
// are never touched, and nothing is removed that could not be proved empty. All refusals are values, said in both languages.
import type { Bilingual } from '../core/json.ts';
import type { ConflictFile } from '../core/worktrees/conflicts.ts';
import type { Finding } from '../core/worktrees/findings.ts';
import type { Notice } from '../core/worktrees/notices.ts';
import type { WorktreeRefusal } from '../core/worktrees/refusals.ts';

/** Which goal: ids of a new store begin at 1 again, so the time of its opening belongs to it. */
export interface GoalRef {
  readonly goalId: string;
  readonly openedAt: number;
}

/** One tree for each member and task. */
export interface TreeRef extends GoalRef {
  readonly taskId: string;
  readonly memberId: string;
}

export interface Tree {
  readonly ok: true;
  /** Root of the working tree: `worktree_path` of the attempt. */
  readonly path: string;
  /** Where to work: the same place inside the tree as the team's folder inside the repository. */
  readonly folder: string;
  /** `worktree_branch` of the attempt. */
  readonly branch: string;
  /** The commit that it began at. */
  readonly base: string;
  /** It was there before this call. */
  readonly existed: boolean;
  readonly notices: readonly Notice[];
}

export interface Saved {
  readonly ok: true;
  /** `nothing`: everything was committed before. `unresolved`: marks of a conflict still stand in `files`; nothing was committed. */
  readonly outcome: 'saved' | 'nothing' | 'unresolved';
  /** The tip of the branch now. */
  readonly commit: string;
  readonly files: readonly ConflictFile[];
  readonly notices: readonly Notice[];
}

export interface BroughtIn {
  readonly ok: true;
  /** `conflict`: both sides stand in the files of the tree; editing them and saving ends the merge. */
  readonly outcome: 'up_to_date' | 'brought_in' | 'conflict';
  readonly files: readonly ConflictFile[];
}

type Recheck = (folder: string, signal: AbortSignal | undefined) => Promise<{ readonly passed: boolean; readonly fixes: readonly Bilingual[] }>;

export interface MergeOrder extends TreeRef {
  /** Stands in the message of the merge. */
  readonly title?: string;
  /** Runs in a folder that holds the merged state and nothing ignored; absent is passed. */
  readonly recheck?: Recheck;
  readonly signal?: AbortSignal;
}

export type MergeBack =
  | { readonly ok: true; readonly outcome: 'merged'; /** The merge on the goal's branch. */ readonly commit: string; /** It had been merged before this call. */ readonly again: boolean }
  | { readonly ok: true; readonly outcome: 'nothing_to_merge' }
  | { readonly ok: true; readonly outcome: 'conflict'; readonly files: readonly ConflictFile[]; readonly fixes: readonly Bilingual[] }
  | { readonly ok: true; readonly outcome: 'recheck_failed'; readonly fixes: readonly Bilingual[] };

export interface ExitOrder extends TreeRef {
  readonly action: 'keep' | 'remove';
  readonly discardChanges?: boolean;
}

export interface Exited {
  readonly ok: true;
  readonly outcome: 'kept' | 'removed';
  readonly path: string;
  readonly branch: string;
  /** What is left on disk now. */
  readonly left: { readonly folder: boolean; readonly branch: boolean };
  /** What stands in the tree, or stood in it when it was discarded. */
  readonly findings: readonly Finding[];
  /** Ref that keeps what was discarded: `git branch NAME REF` brings it back. Ignored files are not in it. */
  readonly parked: string | null;
}

/** `making`: by a process that may still live. `orphan`: a folder without registration, or half made. `missing`: the folder is gone. */
export type TreeState = 'making' | 'clean' | 'changed' | 'unmerged' | 'missing' | 'orphan' | 'unreadable';

export interface ListedTree {
  readonly path: string;
  readonly branch: string | null;
  readonly state: TreeState;
  /** Absent for what no record of ours speaks of. */
  readonly owner: { readonly goalId: string; readonly taskId: string; readonly memberId: string; readonly store: string } | null;
  /** The record says that this store made it. */
  readonly isOurs: boolean;
  readonly createdAt: number | null;
  readonly findings: readonly Finding[];
}

export interface Cleaned {
  readonly ok: true;
  readonly removed: readonly string[];
  readonly kept: readonly ListedTree[];
}

export interface Finished {
  readonly ok: true;
  readonly branch: string;
  readonly commit: string;
  /** Commits and files that the branch has beyond where it began. */
  readonly commits: number;
  readonly files: number;
  /** What a person can do with it, in order. */
  readonly steps: readonly Bilingual[];
}

/**
 * Contract: a refusal changed nothing that anybody could miss. Only `mergeBack` throws: the reason of its signal, what `recheck`
 * throws, and faults of the disk.
 * Every step may be ended anywhere and called again: the second call finds the state before or after it.
 */
export interface Workspaces {
  /** What is in the way of any tree here, such as a folder that is no repository; undefined where there is nothing. Changes nothing. */
  ready(): Promise<WorktreeRefusal | undefined>;
  /** Again gives the same tree. A goal's first tree makes the goal's branch from the HEAD of the team's folder. */
  enter(tree: TreeRef): Promise<Tree | WorktreeRefusal>;
  /** Commits whatever the member left, in the member's name. */
  save(tree: TreeRef, about?: { readonly title?: string }): Promise<Saved | WorktreeRefusal>;
  /** Merges the goal's branch into the tree: after a conflict, so that its author can resolve it by editing files. */
  bringIn(tree: TreeRef): Promise<BroughtIn | WorktreeRefusal>;
  /** One at a time for each goal, in the order of the calls; also among processes. Needs a saved tree. */
  mergeBack(order: MergeOrder): Promise<MergeBack | WorktreeRefusal>;
  exit(order: ExitOrder): Promise<Exited | WorktreeRefusal>;
  /** All trees of the repository, also those of other stores and those that nobody speaks of. */
  list(): Promise<readonly ListedTree[] | WorktreeRefusal>;
  /** Removes the goal's trees that are proved empty, and says what is in the others. For when its members have ended. */
  clean(goal: GoalRef): Promise<Cleaned | WorktreeRefusal>;
  /** How the user gets the result. Changes nothing. */
  finish(goal: GoalRef): Promise<Finished | WorktreeRefusal>;
}

// Working trees on real git. The repository is looked at anew until it is one that can hold trees; from then on it is known.
import { resolve } from 'node:path';
import { refuseTree, type WorktreeRefusal } from '../core/worktrees/refusals.ts';
import type { Clock } from '../ports/clock.ts';
import type { Workspaces } from '../ports/workspaces.ts';
import { enterTree } from './enter-tree.ts';
import { exitTree } from './exit-tree.ts';
import { finishGoal } from './finish-goal.ts';
import { cannotBegin } from './goal-branch.ts';
import { cleanGoal, listTrees } from './list-trees.ts';
import { mergeBack } from './merge-back.ts';
import { gitProgram } from './repository/git.ts';
import { recordsIn } from './repository/records.ts';
import { openRepository } from './repository/repository.ts';
import { bringIn, saveTree } from './save-tree.ts';
import type { Site } from './site.ts';

export interface WorktreeParts {
  /** The team's folder: the repository or a folder in it. */
  readonly workspace: string;
  /** Which store acts: its location. Trees of other stores are listed and never touched. */
  readonly store: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Names of ignored files and folders that the team's tools make again, such as `dist`: they keep no tree from being removed. */
  readonly madeAgain?: readonly string[];
  /** The program; `git` where absent. */
  readonly program?: string;
  readonly environment?: NodeJS.ProcessEnv;
  readonly patience?: Partial<Patience>;
}

/** How long, in milliseconds, the turns of others are waited for. */
interface Patience {
  /** A lock file of another git. */
  readonly gitMs: number;
  /** Another process of ours with the same tree, or with the names of branches. */
  readonly lockMs: number;
  /** Merges of the same goal before this one, with their checks. */
  readonly mergeMs: number;
}

const PATIENCE: Patience = { gitMs: 5_000, lockMs: 120_000, mergeMs: 60 * 60_000 };

export function gitWorktrees({ workspace, store, clock, madeAgain = [], program = 'git', environment = process.env, patience = {} }: WorktreeParts): Workspaces {
  const { gitMs, lockMs, mergeMs } = { ...PATIENCE, ...patience };
  const git = gitProgram({ program, environment, patienceMs: gitMs });
  let opened: Promise<Site | WorktreeRefusal> | undefined;
  const open = async (): Promise<Site | WorktreeRefusal> => {
    const repo = await openRepository(git, program, resolve(workspace));
    return repo.ok ? { repo, records: recordsIn(repo.records), store, now: () => clock.now(), lockMs, mergeMs, madeAgain } : repo;
  };
  const at = async <T>(act: (site: Site) => Promise<T | WorktreeRefusal>): Promise<T | WorktreeRefusal> => {
    const site = await (opened ??= open());
    if (!('ok' in site)) return act(site);
    opened = undefined;
    return site;
  };
  /** A disk that is full or may not be written is a refusal too. What a recheck throws belongs to its owner. */
  const safely = async <T>(act: (site: Site) => Promise<T | WorktreeRefusal>): Promise<T | WorktreeRefusal> => {
    try {
      return await at(act);
    } catch (error) {
      if (error instanceof Error && 'syscall' in error) return refuseTree('unwritable', { said: error.message });
      throw error;
    }
  };
  return {
    ready: () => safely<undefined>((site) => cannotBegin(site.repo)),
    enter: (tree) => safely((site) => enterTree(site, tree)),
    save: (tree, about) => safely((site) => saveTree(site, tree, about)),
    bringIn: (tree) => safely((site) => bringIn(site, tree)),
    mergeBack: (order) => at((site) => mergeBack(site, order)),
    exit: (order) => safely((site) => exitTree(site, order)),
    list: () => safely(listTrees),
    clean: (goal) => safely((site) => cleanGoal(site, goal)),
    finish: (goal) => safely((site) => finishGoal(site, goal)),
  };
}

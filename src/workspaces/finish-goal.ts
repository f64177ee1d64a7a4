// How the user gets the result of a goal: its branch stays where it is, and these are the commands that take it over. Nothing is
// changed here, least of all the user's checkout.
import type { Bilingual } from '../core/json.ts';
import { refuseGit, refuseTree, type WorktreeRefusal } from '../core/worktrees/refusals.ts';
import type { Finished, GoalRef } from '../ports/workspaces.ts';
import type { GoalRecord } from './repository/records.ts';
import { commitOf } from './repository/repository.ts';
import { findGoal, type Site } from './site.ts';

export async function finishGoal(site: Site, ref: GoalRef): Promise<Finished | WorktreeRefusal> {
  const goal = findGoal(site, ref);
  if (goal === undefined) return refuseTree('no_goal_branch', { name: ref.goalId });
  const { git, workspace } = site.repo;
  const commit = await commitOf(site.repo, `refs/heads/${goal.branch}`);
  if (commit === undefined) return refuseTree('branch_gone', { name: goal.branch });
  const [count, changed, merged] = await Promise.all([
    git(workspace, ['rev-list', '--count', commit, '--not', goal.base]),
    git(workspace, ['diff', '--no-ext-diff', '--name-only', '-z', goal.base, commit]),
    goal.from === null ? undefined : git(workspace, ['merge-base', '--is-ancestor', commit, `refs/heads/${goal.from}`]),
  ]);
  if (count.code !== 0 || changed.code !== 0) return refuseGit(count.error || changed.error, workspace);
  const commits = Number(count.out);
  const isUnborn = goal.from !== null && (await commitOf(site.repo, `refs/heads/${goal.from}`)) === undefined;
  return {
    ok: true,
    branch: goal.branch,
    commit,
    commits,
    files: changed.out.split('\0').filter((path) => path !== '').length,
    steps: stepsFor(goal, { commits, take: takeOver(goal, { isBare: site.repo.isBare, isUnborn }), isTaken: merged?.code === 0 }),
  };
}

/** A bare repository has no checkout, and a branch without a commit cannot be switched to. */
function takeOver({ branch, from }: Pick<GoalRecord, 'branch' | 'from'>, { isBare, isUnborn }: { readonly isBare: boolean; readonly isUnborn: boolean }): string {
  if (from !== null && isBare) return `git fetch . ${branch}:${from}`;
  return from === null || isUnborn ? `git merge ${branch}` : `git switch ${from} && git merge ${branch}`;
}

interface Standing {
  readonly commits: number;
  /** The command that takes it over. */
  readonly take: string;
  readonly isTaken: boolean;
}

function stepsFor({ branch, from, base }: { readonly branch: string; readonly from: string | null; readonly base: string }, { commits, take, isTaken }: Standing): readonly Bilingual[] {
  if (commits === 0) return [{ en: `Nothing was merged into ${branch}; it can go: git branch -d ${branch}`, zh: `${branch} 中没有合并任何内容，可以删除：git branch -d ${branch}` }];
  if (isTaken) return [{ en: `${from} holds all of ${branch}; it can go: git branch -d ${branch}`, zh: `${from} 已包含 ${branch} 的全部内容，可以删除：git branch -d ${branch}` }];
  const look: Bilingual = { en: `Look at it: git diff ${base.slice(0, 12)} ${branch}`, zh: `查看改动：git diff ${base.slice(0, 12)} ${branch}` };
  return [look, { en: `Take it over: ${take}`, zh: `合并结果：${take}` }, { en: `Then let the branch go: git branch -d ${branch}`, zh: `然后删除该分支：git branch -d ${branch}` }];
}

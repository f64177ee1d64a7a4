// The trees of whole goals: what is cleaned when a goal has ended or its process is gone, and what its branch holds then. Nothing
// that could not be proved empty is ever removed here.
import { isGoalId } from '../../core/ids.ts';
import type { Goal } from '../../core/goal.ts';
import type { Locale } from '../../core/json.ts';
import type { Finished, ListedTree } from '../../ports/workspaces.ts';
import type { Engine } from '../engine.ts';
import { goalRef } from './own-tree.ts';

/** The branch of a goal that has ended, with what a person can do with it. Undefined where it has none. */
export async function deliverGoal(engine: Engine, goal: Goal): Promise<Finished | undefined> {
  if (engine.workspaces === undefined) return undefined;
  await engine.workspaces.clean(goalRef(goal));
  const finished = await engine.workspaces.finish(goalRef(goal));
  return finished.ok ? finished : undefined;
}

/**
 * At the start: what a process left behind after its goal had ended goes where it is empty. The trees of open goals need nothing:
 * whoever is given the task again enters the same tree.
 */
export async function recoverTrees(engine: Engine): Promise<void> {
  const listed = (await engine.workspaces?.list()) ?? [];
  if (!('length' in listed)) return;
  const ids = new Set(listed.flatMap(({ owner, isOurs }) => (isOurs && owner !== null && isGoalId(owner.goalId) ? [owner.goalId] : [])));
  for (const id of ids) {
    const goal = await engine.store.read.goal(id);
    if (goal !== undefined && goal.endedAt !== null) await engine.workspaces?.clean(goalRef(goal));
  }
}

/** What the trees of this team still hold: named before a team ends, in the words of a task and its branch. Where nobody could look, that is said. */
export async function unmergedWork(engine: Engine, locale: Locale): Promise<readonly string[]> {
  const listed = (await engine.workspaces?.list()) ?? [];
  if (!('length' in listed)) return [listed.because[locale]];
  const named = await Promise.all(listed.map(async (tree) => {
    const { owner, isOurs, branch, path } = tree;
    if (owner === null || !isOurs || !mayHoldWork(tree) || !isGoalId(owner.goalId)) return [];
    const goal = await engine.store.read.goal(owner.goalId);
    return goal?.team === engine.team ? [`${owner.taskId}: ${branch ?? path}`] : [];
  }));
  return named.flat();
}

/** Of a folder that is gone the commits may be merged nowhere; whatever is not proved clean may hold something. */
const mayHoldWork = ({ state, findings }: ListedTree): boolean => state !== 'clean' && (state !== 'missing' || findings.some(({ kind }) => kind === 'unmerged' || kind === 'unreadable'));

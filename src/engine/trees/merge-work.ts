// The merge of approved work: save what its author left, merge it into the goal's branch where the task's commands are run once
// more, and say what came of it. Ended anywhere it may be called again: what was merged is found merged.
import { needsOf } from '../../core/criteria.ts';
import { saidIn } from '../../core/errors.ts';
import type { Goal } from '../../core/goal.ts';
import { sameInBoth, type Bilingual, type Locale } from '../../core/json.ts';
import type { MergeEnd } from '../../core/moves/merge.ts';
import { treeOf, type Brief, type Task, type TaskResult, type TaskTree } from '../../core/task.ts';
import { fixList, type ConflictFile } from '../../core/worktrees/conflicts.ts';
import type { WorktreeRefusal } from '../../core/worktrees/refusals.ts';
import type { MergeOrder, Workspaces } from '../../ports/workspaces.ts';
import { readPaper } from '../context-of.ts';
import type { Engine } from '../engine.ts';
import { treeRef } from './own-tree.ts';

export interface MergingNow {
  readonly goal: Goal;
  readonly task: Task;
  readonly signal: AbortSignal;
  /** It is taken as it is: its commands do not decide any more. */
  readonly isTaken?: boolean;
}

interface Merging extends MergingNow {
  readonly tree: TaskTree;
  readonly brief: Brief;
  readonly result: TaskResult;
}

/** Undefined when the task or the process moved on meanwhile. */
export async function mergeNow(engine: Engine, merging: MergingNow): Promise<MergeEnd | undefined> {
  const { task, goal, signal } = merging;
  const tree = treeOf(task);
  const paper = await readPaper(engine, task);
  if (tree === undefined) return undefined;
  if (paper?.result === undefined) return { kind: 'inconclusive', because: UNREADABLE[goal.locale] };
  try {
    return await mergeWork(engine, { ...merging, tree, brief: paper.brief, result: paper.result });
  } catch (error) {
    if (signal.aborted) return undefined;
    return { kind: 'inconclusive', because: saidIn(error, goal.locale) };
  }
}

/** Throws only what ends the step: that it was called off, or that the disk fails. */
async function mergeWork(engine: Engine, merging: Merging): Promise<MergeEnd> {
  const { goal, task, tree, brief, signal } = merging;
  const { locale } = goal;
  const { workspaces } = engine;
  if (workspaces === undefined) return { kind: 'inconclusive', because: NO_TREES_HERE[locale] };
  const ref = treeRef(goal, task.id, tree.memberId);
  const saved = await workspaces.save(ref, { title: brief.title });
  if (!saved.ok) return unmerged(saved, locale);
  // Marks of an earlier conflict still stand in the files: handing that in resolves nothing.
  if (saved.outcome === 'unresolved') return conflict(saved.files, locale);
  const recheck = recheckOf(engine, merging);
  try {
    const merged = await workspaces.mergeBack({ ...ref, title: brief.title, signal, ...(merging.isTaken === true ? {} : { recheck: recheck.run }) });
    if (!merged.ok) return unmerged(merged, locale);
    switch (merged.outcome) {
      case 'merged':
        return { kind: 'merged', commit: merged.commit };
      case 'nothing_to_merge':
        return { kind: 'merged', commit: null };
      case 'recheck_failed':
        return { kind: 'failed', fixes: [AFTER_MERGE[locale], ...merged.fixes.map((fix) => fix[locale])] };
      case 'conflict':
        return await bothSides(workspaces, ref, merged, locale);
    }
  } catch (error) {
    const because = recheck.unjudged();
    if (because === undefined || signal.aborted) throw error;
    return { kind: 'inconclusive', because: because[locale] };
  }
}

/** The goal's side is brought into the author's tree, so that the conflict is resolved by editing files. */
async function bothSides(workspaces: Workspaces, ref: MergeOrder, { files, fixes }: { readonly files: readonly ConflictFile[]; readonly fixes: readonly Bilingual[] }, locale: Locale): Promise<MergeEnd> {
  const brought = await workspaces.bringIn(ref);
  if (!brought.ok) return unmerged(brought, locale);
  if (brought.outcome === 'conflict') return conflict(brought.files, locale);
  return { kind: 'conflict', files: files.map(({ path }) => path), fixes: fixes.map((fix) => fix[locale]) };
}

const conflict = (files: readonly ConflictFile[], locale: Locale): MergeEnd =>
  ({ kind: 'conflict', files: files.map(({ path }) => path), fixes: [IN_YOUR_TREE[locale], ...fixList(files).map((fix) => fix[locale])] });

const unmerged = ({ because }: WorktreeRefusal, locale: Locale): MergeEnd => ({ kind: 'inconclusive', because: because[locale] });

/** The commands of the task, in the folder of the merged state. One that cannot be judged ends the merge. */
function recheckOf(engine: Engine, { brief, result, signal }: Merging): { readonly run: MergeOrder['recheck'] & {}; readonly unjudged: () => Bilingual | undefined } {
  const commands = needsOf(brief.criteria).world.filter(({ rule }) => rule === 'command');
  let unjudged: Bilingual | undefined;
  const run = async (folder: string) => {
    const fixes: Bilingual[] = [];
    for (const criterion of commands) {
      const { id, passed, fix = sameInBoth(id) } = await engine.checks.check(criterion, { output: result.output, input: brief.input, signal, folder });
      if (passed === undefined) {
        unjudged = fix;
        throw new Error(fix.en);
      }
      if (!passed) fixes.push(fix);
    }
    return { passed: fixes.length === 0, fixes };
  };
  return { run, unjudged: () => unjudged };
}

export const UNREADABLE: Bilingual = { en: 'The result cannot be read.', zh: '成果无法读取。' };
const AFTER_MERGE: Bilingual = { en: 'Merged with what others have handed in, it fails its checks:', zh: '与其他成员已提交的内容合并后，检查未通过：' };
const IN_YOUR_TREE: Bilingual = {
  en: 'It conflicts with what was merged before. Both sides stand in the files of your working tree: edit them so that both intentions hold, take the marks out, and hand in again.',
  zh: '它与此前合并的内容冲突。双方的内容都已放入你的工作树文件中：请编辑文件以兼顾双方意图，删去冲突标记，然后重新提交。',
};
const NO_TREES_HERE: Bilingual = { en: 'This process has no working trees for the team, so the work cannot be merged. Resume the goal with a team that has worktrees: true.', zh: '当前进程没有为团队启用工作树，无法合并其改动。请用设置了 worktrees: true 的团队恢复该目标。' };

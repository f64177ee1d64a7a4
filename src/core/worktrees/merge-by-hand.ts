// A branch that nobody will merge, for a person supplied the result instead: that it was left, and the lines to type that merge it by
// hand, by what was found in its tree.
import type { Bilingual } from '../json.ts';
import type { Finding, FindingKind } from './findings.ts';

export interface LeftTree {
  readonly path: string;
  /** False where the folder is gone: nothing in it can be edited or committed any more. */
  readonly isThere: boolean;
  readonly branch: string;
  readonly taskId: string;
  readonly findings: readonly Finding[];
}

/** Part of a sentence, or a remark behind what it is about. */
export const notMerged = (branch: string): Bilingual => ({ en: `branch ${branch} not merged`, zh: `分支 ${branch} 未合并` });

/** In order; none where nothing is there to be merged. */
export function mergeByHand({ path, isThere, branch, taskId, findings }: LeftTree): readonly Bilingual[] {
  const holds = (...kinds: readonly FindingKind[]): boolean => findings.some(({ kind }) => kinds.includes(kind));
  const isUnsaved = isThere && holds('staged', 'changed', 'untracked', 'conflicted', 'operation');
  if (!isUnsaved && !holds('unmerged')) return [];
  const tree = quoted(path);
  return [
    ...(isThere && holds('conflicted') ? [SAYS.resolve(tree)] : []),
    ...(isUnsaved ? [SAYS.commit(`git -C ${tree} add --all && git -C ${tree} commit -m ${taskId}`)] : []),
    SAYS.merge(`git merge ${quoted(branch)}`),
  ];
}

const SAYS = {
  resolve: (tree: string): Bilingual => ({ en: `Both sides of a conflict stand in ${tree}: edit the files first`, zh: `${tree} 中还有未解决的冲突，请先编辑文件` }),
  commit: (line: string): Bilingual => ({ en: `Commit what stands in it: ${line}`, zh: `提交其中的内容：${line}` }),
  merge: (line: string): Bilingual => ({ en: `Merge it into the branch you stand on: ${line}`, zh: `合并到你当前所在的分支：${line}` }),
};

/** As a shell takes it whole. */
const quoted = (text: string): string => (/^[\p{L}\p{N}_./@:+-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

// A merge conflict as a fix list: for each file what happened, and for each place what either side has. Both sides stay in
// their branches; the texts here are shortened copies that the author can act on.
import type { Bilingual } from '../json.ts';
import { shorten } from '../text/fold-text.ts';

export interface Hunk {
  /** Line of the file with its marks, counted from 1. */
  readonly line: number;
  /** What the branch of the goal has there. */
  readonly goal: string;
  /** What the task's branch has there. */
  readonly task: string;
}

export interface ConflictFile {
  readonly path: string;
  readonly kind: ConflictKind;
  readonly hunks: readonly Hunk[];
  /** How many places were left out of `hunks`. */
  readonly hunksLeft: number;
}

/** Who merges into what: a merge-back takes the task's side into the goal's, bringing in goes the other way. */
export type MergeWay = 'task_into_goal' | 'goal_into_task';

export type ConflictKind = keyof typeof CONFLICT_KINDS;

const CONFLICT_KINDS = {
  both_changed: { en: 'both sides changed it', zh: '双方都修改了它' },
  both_added: { en: 'both sides added it', zh: '双方都新增了它' },
  goal_deleted: { en: 'the branch of the goal deleted it, the task changed it', zh: '目标的分支删除了它，而任务修改了它' },
  task_deleted: { en: 'the task deleted it, the branch of the goal changed it', zh: '任务删除了它，而目标的分支修改了它' },
  renamed: { en: 'the two sides moved it to different places', zh: '双方把它移到了不同位置' },
} as const satisfies Record<string, Bilingual>;

/** By the code of `git status`, where "ours" is the side that is merged into. */
const BY_CODE: Readonly<Record<string, Readonly<Record<MergeWay, ConflictKind>>>> = {
  UU: { task_into_goal: 'both_changed', goal_into_task: 'both_changed' },
  AA: { task_into_goal: 'both_added', goal_into_task: 'both_added' },
  DU: { task_into_goal: 'goal_deleted', goal_into_task: 'task_deleted' },
  UD: { task_into_goal: 'task_deleted', goal_into_task: 'goal_deleted' },
};

export const conflictKind = (code: string, way: MergeWay): ConflictKind => BY_CODE[code]?.[way] ?? 'renamed';

const MOST_HUNKS = 10;
const MOST_CHARS = 2000;

/** The places between the marks of a merged text. */
export function readHunks(text: string, way: MergeWay): { readonly hunks: readonly Hunk[]; readonly hunksLeft: number } {
  const found: Hunk[] = [];
  let open: { readonly line: number; readonly ours: string[]; readonly theirs: string[]; side: 'ours' | 'before' | 'theirs' } | undefined;
  for (const [index, line] of text.split(/\r?\n/u).entries()) {
    if (/^<{7,}(?: |$)/u.test(line)) open = { line: index + 1, ours: [], theirs: [], side: 'ours' };
    else if (open === undefined) continue;
    else if (/^\|{7,}(?: |$)/u.test(line) && open.side === 'ours') open.side = 'before';
    else if (/^={7,}$/u.test(line) && open.side !== 'theirs') open.side = 'theirs';
    else if (/^>{7,}(?: |$)/u.test(line) && open.side === 'theirs') {
      const [ours, theirs] = [open.ours, open.theirs].map((lines) => shorten(lines.join('\n'), MOST_CHARS));
      found.push({ line: open.line, goal: (way === 'task_into_goal' ? ours : theirs) ?? '', task: (way === 'task_into_goal' ? theirs : ours) ?? '' });
      open = undefined;
    } else if (open.side !== 'before') open[open.side].push(line);
  }
  return { hunks: found.slice(0, MOST_HUNKS), hunksLeft: Math.max(0, found.length - MOST_HUNKS) };
}

/** True where a whole conflict still stands in the text: the three marks, in order. */
export const hasMarks = (text: string): boolean => readHunks(text, 'task_into_goal').hunks.length > 0;

/** One sentence for each place, for the author of the task. */
export const fixList = (files: readonly ConflictFile[]): readonly Bilingual[] => files.flatMap(fixesOf);

function fixesOf({ path, kind, hunks, hunksLeft }: ConflictFile): readonly Bilingual[] {
  const happened = CONFLICT_KINDS[kind];
  if (hunks.length === 0) {
    return [{
      en: `${path}: ${happened.en}. There are no marks inside it: make the file what it should be, or delete it; what stands there when you hand in counts.`,
      zh: `${path}：${happened.zh}。文件里没有冲突标记：请把它改成应有的内容，或删除它；提交成果时以当时的内容为准。`,
    }];
  }
  const places = hunks.map(({ line, goal, task }) => ({
    en: `${path}, line ${line}: ${happened.en}. The branch of the goal has:\n${goal}\nThe task has:\n${task}\nKeep what both want, and take the marks out.`,
    zh: `${path} 第 ${line} 行：${happened.zh}。目标的分支是：\n${goal}\n任务是：\n${task}\n请保留双方需要的内容，并删去冲突标记。`,
  }));
  return hunksLeft === 0 ? places : [...places, { en: `${path}: ${hunksLeft} more places are in conflict.`, zh: `${path}：另有 ${hunksLeft} 处冲突。` }];
}

// The end of a goal: whether it was reached, and a list of every task with its fate. The list is written by code, so that no
// summary, whoever wrote the rest, can leave out what failed.
import type { Bilingual, Locale } from './json.ts';
import { TASK_STATES } from './lifecycles.ts';
import { inSentence } from './moves/escalation.ts';
import type { Task } from './task.ts';
import { notMerged } from './worktrees/merge-by-hand.ts';

export interface Fate {
  readonly task: Task;
  readonly title: string;
}

/** Reached when every task was accepted, was replaced by others, or was called off by a person. */
export const isReached = (tasks: readonly Task[]): boolean => tasks.every((task) =>
  task.state === 'done' || task.state === 'completed' || task.more?.replacedBy !== undefined || task.more?.calledOff === true);

export function fateList(fates: readonly Fate[], locale: Locale): string {
  const words = WORDS[locale];
  if (fates.length === 0) return words.none;
  const lines = fates.map(({ task, title }) => {
    const extras = [
      task.assigneeId ?? '',
      task.more?.belowStandard === true ? words.below : '',
      task.more?.leftBranch === undefined ? '' : notMerged(task.more.leftBranch)[locale],
      task.more?.replacedBy === undefined ? '' : `${words.replaced} ${task.more.replacedBy.join(', ')}`,
      task.more?.rootCause === undefined ? '' : `${words.because} ${task.more.rootCause}`,
      task.state === 'failed' && task.more?.comment !== undefined ? inSentence(task.more.comment, locale) : '',
    ].filter((extra) => extra !== '');
    return `- ${title} (${task.id}): ${TASK_STATES[task.state].means[locale]}${extras.length === 0 ? '' : ` [${extras.join('; ')}]`}`;
  });
  const isOneLeft = fates.some(({ task }) => task.more?.leftBranch !== undefined);
  return [words.heading, ...lines, ...(isOneLeft ? [words.howToMerge] : [])].join('\n');
}

const WORDS: Readonly<Record<Locale, Record<'heading' | 'none' | 'below' | 'howToMerge' | 'replaced' | 'because', string>>> = {
  en: {
    heading: 'Tasks:', none: 'The goal had no tasks.', below: 'accepted below standard', replaced: 'replaced by', because: 'because of',
    howToMerge: 'What is not merged was left as it is; `muster worktrees` says how to merge it.',
  },
  zh: {
    heading: '各项任务：', none: '该目标没有任务。', below: '低于标准验收', replaced: '已由以下任务替代', because: '起因',
    howToMerge: '未合并的内容保持原样；合并方法见 `muster worktrees`。',
  },
};

export const WITHOUT_MODEL: Bilingual = { en: 'Summary by code; no model wrote one.', zh: '本总结由代码生成，没有模型参与撰写。' };

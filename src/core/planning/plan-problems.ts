// What is said about a plan, in both languages: problems go back to the manager and end with the mend; notes tell what the
// conversion did to an item. An item is named by id and title, shortened, so that its own text can never fill the page.
import type { ErrorCode } from '../errors.ts';
import { shorten } from '../text/fold-text.ts';
import type { Bilingual, Locale } from '../json.ts';
import { joinSaid } from '../text/join-said.ts';
import { drawPath } from './task-graph.ts';

export interface PlanProblem extends Bilingual {
  readonly code: ErrorCode;
  /** The local id of the item, when it is about one. */
  readonly item?: string;
}

export type NoteKind =
  | 'closing_step_dropped' | 'unknown_assignee' | 'ambiguous_assignee' | 'assignee_takes_no_tasks' | 'assignee_lacks_skills'
  | 'names_no_skill' | 'context_became_dependency' | 'defaults_filled';

export interface Note extends Bilingual {
  readonly kind: NoteKind;
  readonly item: string;
}

/** The text that asks the manager for a better plan. Long lists are cut: mending the first ones often mends the rest. */
export const planFeedback = (problems: readonly Bilingual[], locale: Locale): string => {
  const shown = problems.slice(0, MAX_SHOWN).map((problem, index) => `${index + 1}. ${problem[locale]}`);
  const rest = problems.length - shown.length;
  const words = FEEDBACK[locale];
  return [words.opening, ...shown, ...(rest > 0 ? [words.more(rest)] : []), words.closing].join('\n');
};

/** How many problems one feedback names. */
export const MAX_SHOWN = 20;
const FEEDBACK = {
  en: {
    opening: 'Your plan could not be turned into tasks:',
    more: (count: number) => `… and ${count} more of the kind.`,
    closing: 'Send the whole plan again with these points mended. Leave the other items as they are.',
  },
  zh: {
    opening: '你的计划无法转成任务，问题如下：',
    more: (count: number) => `……另有 ${count} 处类似问题。`,
    closing: '请改正以上各点，重新给出完整计划；其余条目保持不变。',
  },
} as const satisfies Record<Locale, unknown>;

interface Named {
  readonly localId: string;
  readonly title: string;
}

const label = ({ localId, title }: Named): Bilingual =>
  title === '' ? { en: localId, zh: localId } : { en: `${localId} "${shorten(title, 60)}"`, zh: `${localId}“${shorten(title, 60)}”` };
const labels = (items: readonly Named[]): Bilingual => (joinSaid(items.map(label), 'list'));
const quoted = (text: string): string => shorten(text, 60);
const said = (fault: string | Bilingual, locale: Locale): string => (typeof fault === 'string' ? fault : fault[locale]);
const en = (words: readonly string[]): string => words.map((word) => `"${quoted(word)}"`).join(', ');
const zh = (words: readonly string[]): string => words.map((word) => `“${quoted(word)}”`).join('、');

export const PROBLEMS = {
  unreadable: (): PlanProblem => ({
    code: 'plan.invalid',
    en: 'The plan holds no list of tasks. Answer with {"tasks": [{"id": "t1", "title": "…", "skills": ["…"]}]}.',
    zh: '计划里没有任务列表。请按 {"tasks": [{"id": "t1", "title": "…", "skills": ["…"]}]} 的格式回答。',
  }),
  empty: (): PlanProblem => ({
    code: 'plan.empty',
    en: 'The plan holds no task. Name at least one piece of work that leads to the goal.',
    zh: '计划里没有任务。请至少写出一项能推进目标的工作。',
  }),
  onlyClosingSteps: (items: readonly Named[]): PlanProblem => ({
    code: 'plan.empty',
    en: `The plan holds only closing steps (${labels(items).en}), which are done without a task. Name the concrete work: what is made, from which input, checked by which criteria.`,
    zh: `计划里只有收尾类步骤（${labels(items).zh}），这类步骤无需建任务。请写出具体工作：产出什么、依据什么输入、按什么标准验收。`,
  }),
  tooLarge: (count: number, max: number): PlanProblem => ({
    code: 'plan.too_large',
    en: `The plan holds ${count} tasks; the limit is ${max}. Join small tasks or leave out what the goal does not need.`,
    zh: `计划有 ${count} 个任务，上限是 ${max} 个。请合并零碎任务，或去掉目标不需要的任务。`,
  }),
  notAnItem: (position: number): PlanProblem => ({
    code: 'plan.invalid',
    en: `Item ${position} is not a task. Write an object with at least a title.`,
    zh: `第 ${position} 项不是任务。请写成对象，至少包含 title。`,
  }),
  noTitle: (localId: string, position: number): PlanProblem => ({
    code: 'plan.invalid', item: localId,
    en: `Item ${position} (${localId}) has no title. Say in a few words what is to be done.`,
    zh: `第 ${position} 项（${localId}）没有标题。请用几个字写明要做什么。`,
  }),
  nested: (item: Named): PlanProblem => ({
    code: 'plan.invalid', item: item.localId,
    en: `Item ${label(item).en} holds tasks inside itself. Write one flat list and connect tasks with depends_on.`,
    zh: `条目 ${label(item).zh} 里还嵌套了任务。请写成一层的列表，用 depends_on 表示先后。`,
  }),
  badField: (item: Named, field: string, mend: Bilingual): PlanProblem => ({
    code: 'plan.invalid', item: item.localId,
    en: `Item ${label(item).en}: ${field} cannot be read; ${mend.en}.`,
    zh: `条目 ${label(item).zh}：无法读取 ${field}；${mend.zh}。`,
  }),
  duplicateId: (first: Named, second: Named): PlanProblem => ({
    code: 'plan.duplicate_title', item: second.localId,
    en: `Two items have the same id: ${label(first).en} and ${label(second).en}. Give each item an id of its own.`,
    zh: `两个条目的编号相同：${label(first).zh} 与 ${label(second).zh}。请让每个条目的编号各不相同。`,
  }),
  duplicateTitle: (first: Named, second: Named): PlanProblem => ({
    code: 'plan.duplicate_title', item: second.localId,
    en: `Two items have the same title: ${label(first).en} and ${label(second).en}. Join them, or say in the titles how they differ.`,
    zh: `两个条目的标题相同：${label(first).zh} 与 ${label(second).zh}。请合并，或在标题里写明差别。`,
  }),
  unknownDependency: (item: Named, written: string, near: readonly string[]): PlanProblem => ({
    code: 'plan.unknown_dependency', item: item.localId,
    en: `Item ${label(item).en} depends on "${quoted(written)}", which is no item of the plan.${near.length === 0 ? '' : ` Closest known: ${en(near)}.`} Name the id of an item, or remove the dependency.`,
    zh: `条目 ${label(item).zh} 依赖的“${quoted(written)}”不在计划里。${near.length === 0 ? '' : `最接近的有：${zh(near)}。`}请改成计划内条目的 id，或去掉这条依赖。`,
  }),
  selfReference: (item: Named): PlanProblem => ({
    code: 'plan.self_reference', item: item.localId,
    en: `Item ${label(item).en} depends on itself. Remove it from its own dependencies.`,
    zh: `条目 ${label(item).zh} 依赖了它自己。请从它的依赖里去掉它自己。`,
  }),
  cycle: (ring: readonly Named[]): PlanProblem => ({
    code: 'plan.has_cycle',
    en: `These items wait on each other in a ring: ${drawPath(ring.map((item) => label(item).en))}. Remove one of these dependencies.`,
    zh: `这些条目互相等待，成了环：${drawPath(ring.map((item) => label(item).zh))}。请去掉其中一条依赖。`,
  }),
  missingInput: (item: Named, member: string, fields: readonly string[]): PlanProblem => ({
    code: 'task.unfit_input', item: item.localId,
    en: `The input of item ${label(item).en} lacks ${en(fields)}, which member ${member} needs. Add it under "input".`,
    zh: `条目 ${label(item).zh} 的输入缺少成员 ${member} 必需的字段 ${zh(fields)}。请在 input 里补上。`,
  }),
  unfitInput: (item: Named, member: string, faults: readonly (string | Bilingual)[]): PlanProblem => ({
    code: 'task.unfit_input', item: item.localId,
    en: `The input of item ${label(item).en} does not fit member ${member}: ${faults.map((fault) => said(fault, 'en')).join('; ')}. Mend these fields under "input".`,
    zh: `条目 ${label(item).zh} 的输入不符合成员 ${member} 的要求：${faults.map((fault) => said(fault, 'zh')).join('；')}。请改正 input 里的这些字段。`,
  }),
  badCriteria: (item: Named, because: Bilingual): PlanProblem => ({
    code: 'criteria.invalid', item: item.localId,
    en: `The criteria of item ${label(item).en} cannot be used: ${because.en}`,
    zh: `条目 ${label(item).zh} 的验收标准无法使用：${because.zh}`,
  }),
} as const;

export const NOTES = {
  dropped: (item: Named): Note => ({
    kind: 'closing_step_dropped', item: item.localId,
    en: `Item ${label(item).en} was left out: it is a closing step that names no work of its own. What waited on it now waits on its prerequisites.`,
    zh: `已略去条目 ${label(item).zh}：它是收尾类步骤，没有具体工作。依赖它的任务改为依赖它的前置任务。`,
  }),
  unknownAssignee: (item: Named, written: string): Note => ({
    kind: 'unknown_assignee', item: item.localId,
    en: `Item ${label(item).en} names "${quoted(written)}", who is not a member; matched by skills instead.`,
    zh: `条目 ${label(item).zh} 指定的“${quoted(written)}”不是团队成员，改按技能匹配。`,
  }),
  ambiguousAssignee: (item: Named, written: string, ids: readonly string[]): Note => ({
    kind: 'ambiguous_assignee', item: item.localId,
    en: `Item ${label(item).en} names "${quoted(written)}", which could be ${ids.join(' or ')}; matched by skills instead.`,
    zh: `条目 ${label(item).zh} 指定的“${quoted(written)}”可能是 ${ids.join('、')}，无法确定，改按技能匹配。`,
  }),
  takesNoTasks: (item: Named, member: string): Note => ({
    kind: 'assignee_takes_no_tasks', item: item.localId,
    en: `Item ${label(item).en} names ${member}, who is not a worker; matched by skills instead.`,
    zh: `条目 ${label(item).zh} 指定的 ${member} 不是执行者，改按技能匹配。`,
  }),
  lacksSkills: (item: Named, member: string, missing: readonly string[]): Note => ({
    kind: 'assignee_lacks_skills', item: item.localId,
    en: `Item ${label(item).en} names ${member}, who lacks ${en(missing)}; matched by skills instead.`,
    zh: `条目 ${label(item).zh} 指定的 ${member} 缺少技能 ${zh(missing)}，改按技能匹配。`,
  }),
  namesNoSkill: (item: Named, member: string): Note => ({
    kind: 'names_no_skill', item: item.localId,
    en: `Item ${label(item).en} names no skill, so any worker could take it; it went to ${member}.`,
    zh: `条目 ${label(item).zh} 没有写所需技能，任何执行者都可承担；已交给 ${member}。`,
  }),
  contextBecameDependency: (item: Named, other: Named): Note => ({
    kind: 'context_became_dependency', item: item.localId,
    en: `Item ${label(item).en} needs the output of ${label(other).en}, so it now waits for it.`,
    zh: `条目 ${label(item).zh} 需要 ${label(other).zh} 的产出，因此改为等它完成。`,
  }),
  defaultsFilled: (item: Named, fields: readonly string[]): Note => ({
    kind: 'defaults_filled', item: item.localId,
    en: `The input of item ${label(item).en} was filled with the defaults of ${en(fields)}.`,
    zh: `条目 ${label(item).zh} 的输入按默认值补上了 ${zh(fields)}。`,
  }),
} as const;

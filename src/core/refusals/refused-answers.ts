// Why a person's answer to a question is refused, in both languages. Each sentence says what is missing and how it is given, so that
// the next answer fits; nothing was changed by the one that is refused.
import type { Bilingual } from '../json.ts';

export const REFUSED_ANSWERS = {
  noQuestion: (id: string): Bilingual => ({
    en: `There is no ${id}. \`muster inbox\` lists the open questions.`,
    zh: `没有 ${id}。\`muster inbox\` 会列出等待答复的问题。`,
  }),
  noSuchChoice: (id: string, choice: string, choices: readonly string[]): Bilingual => ({
    en: `"${choice}" is no answer to ${id}. Choose one of: ${choices.join(', ')}.`,
    zh: `“${choice}”不是 ${id} 可用的答复。请选择其中之一：${choices.join('、')}。`,
  }),
  notAsked: (id: string, { by, asked }: { readonly by: string; readonly asked: string }): Bilingual => ({
    en: `${id} waits for ${asked}, and ${by} may not answer it. If you are ${asked}, say so: --by ${asked}.`,
    zh: `${id} 只等 ${asked} 答复，${by} 不能代答。若你就是 ${asked}，请写明 --by ${asked}。`,
  }),
  noPerson: (id: string, { by, people }: { readonly by: string; readonly people: readonly string[] }): Bilingual => ({
    en: `${by} is no person of the team. ${people.join(', ')} may answer ${id}; whoever owns the goal leaves the name out.`,
    zh: `团队中没有名为 ${by} 的人。可以答复 ${id} 的有 ${people.join('、')}；目标的负责人不必写名字。`,
  }),
  goalEnded: (goal: string): Bilingual => ({
    en: `${goal} has ended; its questions take no more answers.`,
    zh: `${goal} 已经结束，它的问题不再接受答复。`,
  }),
  alreadyAnswered: (id: string, { choice, by, goal }: { readonly choice: string; readonly by: string; readonly goal: string }): Bilingual => ({
    en: `${id} was answered already (${choice} by ${by}); nothing was changed. \`muster show ${goal}\` says where the goal stands.`,
    zh: `${id} 已由 ${by} 答复（${choice}），未作任何改动。目标的进展见 \`muster show ${goal}\`。`,
  }),
  expired: (id: string, goal: string): Bilingual => ({
    en: `${id} has expired and its default was taken; nothing was changed. \`muster show ${goal}\` says where the goal stands.`,
    zh: `${id} 已逾期并按默认处理，未作任何改动。目标的进展见 \`muster show ${goal}\`。`,
  }),
  withdrawn: (id: string, goal: string): Bilingual => ({
    en: `${id} was withdrawn, because what it was about has moved on; nothing was changed. \`muster show ${goal}\` says where the goal stands.`,
    zh: `${id} 所问的情况已有变化，问题已撤回，未作任何改动。目标的进展见 \`muster show ${goal}\`。`,
  }),
  taskEnded: (id: string | null): Bilingual => ({
    en: `${id ?? 'The task'} is no longer open; nothing was changed.`,
    zh: `${id ?? '该任务'} 已经结束，未作任何改动。`,
  }),
  taskChanged: (id: string): Bilingual => ({
    en: `${id} was changed meanwhile; read it again and answer anew.`,
    zh: `${id} 刚刚有改动，请重新查看后再答复。`,
  }),
  movedOn: (id: string, { task, state }: { readonly task: string; readonly state: string }): Bilingual => ({
    en: `${id} no longer fits: ${task} has moved on (${state}). Nothing was changed.`,
    zh: `${id} 已不适用：${task} 的状态已变为 ${state}。未作任何改动。`,
  }),
  planMovedOn: (goal: string): Bilingual => ({
    en: `The plan of ${goal} no longer waits; nothing was changed.`,
    zh: `${goal} 的计划已不在等待确认，未作任何改动。`,
  }),
  filesNeedTask: {
    en: 'A file is attached to a task, and this question is about the goal. Answer without files; add them to a task with a note.',
    zh: '附件只能添加到任务，而这个问题针对的是目标。请不带附件答复，附件可用备注添加到任务。',
  },
  tooManyFiles: (count: number, most: number): Bilingual => ({
    en: `${count} files are more than ${most}. Attach fewer, or put them into one archive.`,
    zh: `${count} 个附件超过了上限 ${most} 个。请减少附件，或打成一个压缩包。`,
  }),
  noFile: (path: string): Bilingual => ({
    en: `There is no file ${path}, so nothing was changed. Give the path of a file that exists.`,
    zh: `没有文件 ${path}，未作任何改动。请给出一个存在的文件路径。`,
  }),
  isFolder: (path: string): Bilingual => ({
    en: `${path} is a folder, so nothing was changed. Attach its files one by one, or an archive.`,
    zh: `${path} 是文件夹，未作任何改动。请逐个添加其中的文件，或打成一个压缩包。`,
  }),
  unreadableFile: (path: string, code: string | undefined): Bilingual => ({
    en: `${path} cannot be read${code === undefined ? '' : ` (${code})`}, so nothing was changed. Make it readable, or attach another file.`,
    zh: `无法读取 ${path}${code === undefined ? '' : `（${code}）`}，未作任何改动。请先让它可读，或换一个文件。`,
  }),
  sayTo: (members: readonly string[]): Bilingual => ({
    en: `Say to whom: --to NAME, one of ${members.join(', ')}.`,
    zh: `请写明改派给谁：--to 成员，可选 ${members.join('、')}。`,
  }),
  noResult: (id: string): Bilingual => ({
    en: `${id} has no result to accept. Choose edit_result to supply one, or retry.`,
    zh: `${id} 没有可验收的成果。请用 edit_result 提供一份，或选择 retry。`,
  }),
  sayOutput: { en: 'Say the result: --output JSON, or --output-file FILE.', zh: '请给出成果：--output JSON，或 --output-file 文件。' },
  misfit: (member: string | null, misfit: Bilingual): Bilingual => ({
    en: `The result does not fit the form that ${member ?? 'the member'} promises: ${misfit.en}. Nothing was changed; mend it and answer again.`,
    zh: `成果不符合 ${member ?? '该成员'} 约定的格式：${misfit.zh}。未作任何改动，请改正后重新答复。`,
  }),
  sayEdits: {
    en: 'Say what changes: --set FIELD=VALUE with title, content, skills, input or criteria.',
    zh: '请写明修改什么：--set 字段=值，字段可为 title、content、skills、input 或 criteria。',
  },
  unreadEdits: (fields: readonly string[]): Bilingual => ({
    en: `Cannot change ${fields.join(', ')}. Give title or content as text, skills as a list, input as an object, criteria as a list.`,
    zh: `无法修改 ${fields.join('、')}。title 和 content 请写文本，skills 和 criteria 请写列表，input 请写对象。`,
  }),
  sayTasks: {
    en: 'Say the new tasks: --tasks JSON, a list of {title, content, skills, input, criteria}.',
    zh: '请给出新的任务：--tasks JSON，由 {title, content, skills, input, criteria} 组成的列表。',
  },
  sayPlan: {
    en: 'Give the whole plan anew: --tasks JSON, a list of {id, title, content, skills, input, criteria, depends_on}.',
    zh: '请重新给出完整的计划：--tasks JSON，由 {id, title, content, skills, input, criteria, depends_on} 组成的列表。',
  },
  sayOwnPlan: { en: 'Say how you will go about it: --plan TEXT, or --plan-file FILE.', zh: '请写明打算怎么做：--plan 文字，或 --plan-file 文件。' },
  sayPlanChange: { en: 'Say what the manager should change: --note TEXT.', zh: '请写明希望主管修改什么：--note 文字。' },
  sayWhatInPlan: {
    en: 'Say what has to change in the plan: --note TEXT. Without it the next one would be the same.',
    zh: '请写明方案需要修改什么：--note 文字。否则下一份方案还会一样。',
  },
  sayWhy: { en: 'Say why: --note TEXT. The manager places the task by it.', zh: '请写明原因：--note 文字。主管会据此另行安排。' },
  sayFixes: { en: 'Say what has to change: --fix TEXT, once for each point.', zh: '请写明需要修改什么：--fix 文字，每一点写一次。' },
  sayAdvice: { en: 'Say what they shall do: --note TEXT. It reaches the manager as mail.', zh: '请写明他们该做什么：--note 文字。这段话会作为消息发给主管。' },
  sayAnswer: { en: 'Say the answer: --note TEXT.', zh: '请写明回答：--note 文字。' },
  ownWork: (by: string): Bilingual => ({
    en: `${by} did this work and may not review it. Let somebody else answer.`,
    zh: `${by} 参与过这项任务，不能审阅它。请由其他人答复。`,
  }),
  notLimited: (goal: string, { units, limited }: { readonly units: readonly string[]; readonly limited: readonly string[] }): Bilingual => ({
    en: `${goal} has no limit of ${units.join(', ')}. Raise ${limited.join(', ')}.`,
    zh: `${goal} 没有 ${units.join('、')} 的上限。可以追加的是 ${limited.join('、')}。`,
  }),
  raiseWhatIsUsedUp: (unit: string): Bilingual => ({
    en: `What is used up is ${unit}. Say by how many ${unit} to raise the budget.`,
    zh: `用完的是 ${unit}。请写明 ${unit} 要追加多少。`,
  }),
} as const;

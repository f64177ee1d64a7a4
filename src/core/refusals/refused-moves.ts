// Why a goal, a task, an attempt or a verdict is not moved, in both languages. Each sentence says how things stand and what to do next;
// nothing was changed.
import type { Bilingual } from '../json.ts';

export const REFUSED_MOVES = {
  // goals
  noGoal: (goal: string): Bilingual => ({
    en: `There is no ${goal}. \`muster goals\` lists those there are.`,
    zh: `没有 ${goal}。现有目标见 \`muster goals\`。`,
  }),
  goalEnded: (goal: string, state: string): Bilingual => ({
    en: `${goal} has ended (${state}); nothing was changed.`,
    zh: `${goal} 已结束（${state}），未作任何改动。`,
  }),
  goalEndedNoCalls: (goal: string, state: string): Bilingual => ({
    en: `${goal} has ended (${state}); it makes no more calls.`,
    zh: `${goal} 已结束（${state}），不再调用模型。`,
  }),
  goalEndedNoQuestions: (goal: string): Bilingual => ({
    en: `${goal} has ended; nothing is asked about it any more.`,
    zh: `${goal} 已结束，不再就它提问。`,
  }),
  goalCalledOff: (goal: string): Bilingual => ({
    en: `${goal} was called off and stays so. Open a new goal.`,
    zh: `${goal} 已取消，不能重新打开。请新建一个目标。`,
  }),
  goalElsewhere: (goal: string): Bilingual => ({
    en: `Another process is running ${goal}. Wait for it, or end it; \`muster show ${goal}\` says where it stands.`,
    zh: `另一个进程正在运行 ${goal}。请等待，或结束那个进程；进展见 \`muster show ${goal}\`。`,
  }),
  goalTakenOver: (goal: string): Bilingual => ({
    en: `Another process has taken over ${goal}; \`muster show ${goal}\` says where it stands.`,
    zh: `另一个进程已接手 ${goal}；进展见 \`muster show ${goal}\`。`,
  }),
  goalDrivenElsewhere: (goal: string): Bilingual => ({
    en: `${goal} is driven by another process now; this one makes no more calls for it.`,
    zh: `${goal} 现由另一个进程运行，本进程不再为它调用模型。`,
  }),
  planWaits: (goal: string): Bilingual => ({
    en: `The plan of ${goal} waits for a person's word, and nothing starts before. Answer that question first; \`muster inbox\` shows it.`,
    zh: `${goal} 的计划正等人确认，确认前不会开始。请先回答该问题，见 \`muster inbox\`。`,
  }),
  planNotWanted: (goal: string): Bilingual => ({
    en: `${goal} no longer waits for this plan; nothing was changed.`,
    zh: `${goal} 已不再等待这份计划，未作任何改动。`,
  }),
  summaryLate: (goal: string): Bilingual => ({
    en: `${goal} has moved on since its summary was written; nothing was changed.`,
    zh: `总结写好之后 ${goal} 又有进展，未作任何改动。`,
  }),

  // tasks
  noTask: (id: string): Bilingual => ({
    en: `There is no ${id}. \`muster show\` lists the tasks of a goal.`,
    zh: `没有 ${id}。目标的任务见 \`muster show\`。`,
  }),
  noOpenTask: (id: string): Bilingual => ({
    en: `There is no open ${id}. Look at the list of tasks.`,
    zh: `没有未结束的任务 ${id}。请查看任务列表。`,
  }),
  taskChanged: (id: string): Bilingual => ({
    en: `${id} was changed meanwhile; read it again and repeat.`,
    zh: `${id} 刚刚有改动，请重新查看后再试。`,
  }),
  tasksAdded: (goal: string): Bilingual => ({
    en: `Tasks were added meanwhile; read ${goal} again and repeat.`,
    zh: `其间有新增任务，请重新查看 ${goal} 后再试。`,
  }),
  notFromHere: ({ id, state, by, verb, open }: { readonly id: string; readonly state: string; readonly by: 'manager' | 'person'; readonly verb: string; readonly open: readonly string[] }): Bilingual => ({
    en: `${id} is ${state}, and ${by === 'manager' ? 'the manager' : 'a person'} cannot ${verb.replaceAll('_', ' ')} it from there. Open from here: ${open.join(', ') || 'nothing'}.`,
    zh: `${id} 当前状态为 ${state}，${by === 'manager' ? '主管' : '人'}不能执行 ${verb}。此时可以执行：${open.join('、') || '无'}。`,
  }),
  illegalMove: ({ id, verb, from, to }: { readonly id: string; readonly verb: string; readonly from: string; readonly to: string }): Bilingual => ({
    en: `${id} cannot move from ${from} to ${to} by ${verb}. Look at it again and choose a step that is open from there.`,
    zh: `${id} 不能通过 ${verb} 从 ${from} 变为 ${to}。请重新查看，选择当前可行的一步。`,
  }),
  sayEdits: {
    en: 'Say what changes: title, content, skills, input or criteria.',
    zh: '请写明要改什么：title、content、skills、input 或 criteria。',
  },
  unreadEdits: (fields: readonly string[]): Bilingual => ({
    en: `Cannot change ${fields.join(', ')}. Give title or content as text, skills as a list, input as an object, criteria as a list.`,
    zh: `无法修改 ${fields.join('、')}。title 与 content 请写文字，skills 写列表，input 写对象，criteria 写列表。`,
  }),
  isWithThem: (id: string, member: string): Bilingual => ({
    en: `${id} is with ${member} already; nothing was changed.`,
    zh: `${id} 已由 ${member} 承担，未作任何改动。`,
  }),
  givenByCode: (goal: string): Bilingual => ({
    en: `In ${goal} tasks are given out by code. Reassign it once it is given.`,
    zh: `${goal} 的任务由系统分派。请等分派后再改派。`,
  }),
  nobodyToAsk: (id: string, holder: string | null): Bilingual => ({
    en: `${id} is with ${holder ?? 'nobody'}, who has to agree, and nobody is there to ask. Leave it, or let a person call it off.`,
    zh: `${id} 由 ${holder ?? '无人'} 承担，须征得同意，但目前无人可问。请保留，或由人取消。`,
  }),
  capped: (by: string, id: string, times: number): Bilingual => ({
    en: `${by} has changed, moved or freed ${id} ${times} times, which is all it may. Ask a person: ask_human.`,
    zh: `${by} 已对 ${id} 变更 ${times} 次，次数已用完。请用 ask_human 交由人处理。`,
  }),
  noWorker: (member: string, workers: readonly string[]): Bilingual => ({
    en: `${member} is no member that does tasks. Name one of: ${workers.join(', ')}.`,
    zh: `${member} 不是承担任务的成员。请从中选择：${workers.join('、')}。`,
  }),
  stranger: (id: string, goal: string): Bilingual => ({
    en: `${id} is not a task of ${goal}. Name a task of this goal, or one of the tasks added with it.`,
    zh: `${id} 不是 ${goal} 的任务。请写该目标的任务，或同时新增的任务。`,
  }),
  strangerTo: (id: string, { task, goal }: { readonly task: string; readonly goal: string }): Bilingual => ({
    en: `${id} is no task of ${goal}, so ${task} cannot wait for it. Name a task of this goal.`,
    zh: `${id} 不是 ${goal} 的任务，${task} 不能依赖它。请写该目标的任务。`,
  }),
  hasBegun: (id: string, state: string): Bilingual => ({
    en: `${id} is ${state}: work that has begun waits for nothing new. Release it first, or add a task of its own.`,
    zh: `${id} 当前状态为 ${state}，已开始的工作不能再增加依赖。请先收回，或另建一项任务。`,
  }),
  deadPrerequisite: (id: string, state: string, { task }: { readonly task: string }): Bilingual => ({
    en: `${id} has ended without a result (${state}); ${task} would wait for ever. Reopen ${id}, or name another task.`,
    zh: `${id} 已结束且没有成果（${state}），${task} 会一直等下去。请重新打开 ${id}，或改写其他任务。`,
  }),
  notEnded: (id: string, state: string): Bilingual => ({
    en: `${id} is ${state} and has not ended; there is nothing to open again.`,
    zh: `${id} 当前状态为 ${state}，尚未结束，无须重新打开。`,
  }),
  replaced: (id: string, by: readonly string[]): Bilingual => ({
    en: `${id} was replaced by ${by.join(', ')}. Open one of these again instead.`,
    zh: `${id} 已由 ${by.join('、')} 替代。请改为重新打开其中之一。`,
  }),
  needsDead: (id: string, needs: string, state: string): Bilingual => ({
    en: `${id} needs ${needs}, which ended without a result (${state}). Open ${needs} again first; what it had taken along comes back with it.`,
    zh: `${id} 依赖 ${needs}，而它已结束且没有成果（${state}）。请先重新打开 ${needs}，受它牵连的任务会一并恢复。`,
  }),
  noteLate: (id: string, state: string): Bilingual => ({
    en: `${id} has ended (${state}); nobody would read the note. Add it to an open task.`,
    zh: `${id} 已结束（${state}），不会有人看到附言。请写在未结束的任务上。`,
  }),
  emptyNote: {
    en: 'The note says nothing. Write a text, or attach a file.',
    zh: '附言没有内容。请写文字，或附上文件。',
  },
  longNote: (limit: number): Bilingual => ({
    en: `The note is longer than ${limit} characters. Shorten it, or attach it as a file.`,
    zh: `附言超过 ${limit} 个字符。请缩短，或作为文件附上。`,
  }),

  // attempts and reviews
  staleAttempt: (id: string, token: number): Bilingual => ({
    en: `Attempt ${token} of ${id} is no longer the current one; nothing was changed.`,
    zh: `${id} 的第 ${token} 次尝试已不是当前的尝试，未作任何改动。`,
  }),
  staleCall: (id: string, token: number): Bilingual => ({
    en: `Attempt ${token} of ${id} is no longer the current one; the call was not made.`,
    zh: `${id} 的第 ${token} 次尝试已不是当前的尝试，没有进行调用。`,
  }),
  staleAsk: (id: string, token: number): Bilingual => ({
    en: `Attempt ${token} of ${id} is no longer the current one; nothing was asked.`,
    zh: `${id} 的第 ${token} 次尝试已不是当前的尝试，没有提问。`,
  }),
  staleReview: (id: string): Bilingual => ({
    en: `The result of ${id} that was reviewed is no longer the one that waits; nothing was changed.`,
    zh: `审阅的是 ${id} 较早的成果，现在等待审阅的已不是它，未作任何改动。`,
  }),
  staleMerge: (id: string): Bilingual => ({
    en: `The result of ${id} that was merged is no longer the one that waits; nothing was changed.`,
    zh: `合并的是 ${id} 较早的成果，现在等待的已不是它，未作任何改动。`,
  }),
  hasJudged: (reviewer: string, id: string): Bilingual => ({
    en: `${reviewer} has given its verdict on this result of ${id} already; nothing was changed.`,
    zh: `${reviewer} 已对 ${id} 的这份成果给出结论，未作任何改动。`,
  }),
  isAuthor: (reviewer: string, id: string): Bilingual => ({
    en: `${reviewer} held an attempt of ${id} and may not review it. Let another member review it.`,
    zh: `${reviewer} 承担过 ${id}，不能审阅它。请由其他成员审阅。`,
  }),
};

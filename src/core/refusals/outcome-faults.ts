// What is the matter with what a member, a model or a tool gives: its call, outcome, review or answer. In both languages: what was
// given, and what should be.
import type { Bilingual } from '../json.ts';

const PLAIN: Bilingual = { en: 'text, finite numbers, truth values, lists and plain objects, nested no deeper than 64', zh: '文字、有限数字、真假值、列表和普通对象，嵌套不超过 64 层' };

export const OUTCOME_FAULTS = {
  // functions
  noOutput: (member: string): Bilingual => ({
    en: `${member} gave no output. Return { output } from its function, or { declined: reason }.`,
    zh: `${member} 没有给出产出。请让函数返回 { output }，或 { declined: reason }。`,
  }),
  notPlainOutput: (member: string): Bilingual => ({
    en: `${member} gave an output that is not plain JSON. Hand in ${PLAIN.en}.`,
    zh: `${member} 的产出不是纯 JSON。只能是${PLAIN.zh}。`,
  }),

  // tools
  noTools: (name: string): Bilingual => ({
    en: `There is no tool "${name}": this team has no tools. Give createTeam some under \`tools\`.`,
    zh: `没有工具“${name}”：这个团队没有任何工具。请在 createTeam 的 \`tools\` 中给出。`,
  }),
  notPlainArguments: (tool: string): Bilingual => ({
    en: `The arguments for ${tool} are not plain JSON. Give ${PLAIN.en}.`,
    zh: `${tool} 的参数不是纯 JSON。只能是${PLAIN.zh}。`,
  }),
  notPlainOutcome: (tool: string): Bilingual => ({
    en: `${tool} gave an outcome that is not plain JSON. It must give ${PLAIN.en}.`,
    zh: `${tool} 的结果不是纯 JSON。只能是${PLAIN.zh}。`,
  }),
  timedOut: (tool: string, ms: number): Bilingual => ({
    en: `${tool} took longer than ${ms} ms.`,
    zh: `${tool} 超过 ${ms} 毫秒。`,
  }),
  linkInWorkspace: (folder: string): Bilingual => ({
    en: `${folder} in the workspace is a link; outcomes are kept in a folder only. Remove the link.`,
    zh: `工作区中的 ${folder} 是链接，结果只能保存在文件夹里。请移除该链接。`,
  }),
  noProcess: {
    en: 'The system started no process. Try again, or do without it.',
    zh: '系统没有启动进程。请重试，或改用其他办法。',
  },
  noThreadAnswer: {
    en: 'The thread that ran the code ended without an answer. Let the code do less, and call again.',
    zh: '执行代码的线程结束时没有给出结果。请减少代码的工作量后再次调用。',
  },

  // reviews by functions
  noReview: {
    en: 'A review answers with { approved, comment?, fixes?, scores? }.',
    zh: '审阅应返回 { approved, comment?, fixes?, scores? }。',
  },
  approvedUnclear: { en: 'approved must be true or false.', zh: 'approved 只能是 true 或 false。' },
  commentNoText: { en: 'comment must be a text.', zh: 'comment 必须是文字。' },
  fixesNoTexts: { en: 'fixes must be a list of texts.', zh: 'fixes 必须是文字列表。' },
  scoresNoObject: { en: 'scores must be an object of plain values.', zh: 'scores 必须是由普通值组成的对象。' },
  approvesWithFixes: {
    en: 'An approval that names fixes contradicts itself. Reject, or put remarks into the comment.',
    zh: '通过的同时又列出 fixes，前后矛盾。请改为打回，或把意见写入 comment。',
  },
  rejectsWithout: { en: 'A rejection needs fixes or a comment.', zh: '打回时必须写 fixes 或 comment。' },

  // models
  neither: {
    en: 'The model gave neither an output nor a reason for declining.',
    zh: '模型既没有给出产出，也没有说明婉拒的原因。',
  },
  noUsableSchema: {
    en: 'The schema of the answer is no usable JSON Schema. Correct the schema of the member or step.',
    zh: '回答的模式不是可用的 JSON Schema。请改正该成员或步骤的模式。',
  },
  nothingFits: {
    en: 'No answer fits the schema: its rules exclude one another. Correct the schema of the member or step.',
    zh: '没有回答能符合这个模式，其规则互相排斥。请改正该成员或步骤的模式。',
  },
};

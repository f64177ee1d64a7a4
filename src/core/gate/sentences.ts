// What the gate says to a member about its calls, in both languages: each says what happened and what to do next.
import type { Bilingual } from '../json.ts';
import { joinSaid } from '../text/join-said.ts';

const both = (en: string, zh: string): Bilingual => ({ en, zh });

export const GATE_SAYS = {
  unknownTool: (name: string, near: readonly string[]): Bilingual => both(
    `There is no tool "${name}".${near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`} Use only the tools you were given, under their exact names.`,
    `没有名为“${name}”的工具。${near.length === 0 ? '' : `是否想用 ${near.join(' 或 ')}？`}请只使用提供给你的工具，名称须完全一致。`),
  notAllowed: (name: string, allowed: readonly string[]): Bilingual => both(
    `This task may not use ${name}. ${allowed.length === 0 ? 'It has no tools.' : `It may use: ${allowed.join(', ')}.`} Do not look for a way around it: if the work needs it, decline and say so.`,
    `此任务无权使用 ${name}。${allowed.length === 0 ? '它没有任何工具。' : `可用的工具有：${allowed.join('、')}。`}请不要设法绕过；若确实需要，请婉拒任务并说明原因。`),
  badArguments(name: string, problems: readonly Bilingual[]): Bilingual {
    const { en, zh } = joinSaid(problems, 'clauses');
    return both(`The arguments do not fit ${name}: ${en}. Mend them and call again.`, `参数不符合 ${name} 的要求：${zh}。请改正后重新调用。`);
  },
  guarded: (because: Bilingual): Bilingual => both(`Refused: ${because.en} Do not try another way to the same effect; if the work needs it, decline and say so.`, `已拒绝：${because.zh}请不要换一种方式达到同样的效果；若确实需要，请婉拒任务并说明原因。`),
  planFirst: both('Nothing may be changed before your plan is approved. Hand the plan in and wait for the decision; reading is free.', '方案通过之前不得作任何改动。请先提交方案并等待决定；读取不受限制。'),
  enterFirst: { en: 'You are in no working tree, and the folder of the team is only read. Open your own copy with enter_worktree, then call again.', zh: '你还没有进入工作树，而团队的文件夹只供读取。请先用 enter_worktree 打开自己的副本，再重新调用。' },
  refusedByPerson: (note: string | null): Bilingual => both(`A person refused this call.${note === null ? '' : ` Their note: ${note}`} Go on without it, or decline the task.`, `有人拒绝了这次调用。${note === null ? '' : `附言：${note}`}请在没有它的情况下继续，或婉拒任务。`),
  nobodyApproved: both('This call needs a person’s yes, and nobody gave it. It was not made. Go on without it, or decline the task.', '这次调用需要人的许可，但没有人给出许可，因此没有执行。请在没有它的情况下继续，或婉拒任务。'),
  approvedWith: (note: string): Bilingual => both(`A person approved this call and adds: ${note}`, `有人批准了这次调用，并补充说：${note}`),
  timedOut: (name: string, seconds: number): Bilingual => both(`${name} took longer than ${seconds} s and was ended. Ask for less, or in smaller steps.`, `${name} 超过 ${seconds} 秒，已被终止。请减小请求，或分成更小的步骤。`),
  failed: (name: string, said: string): Bilingual => both(`${name} failed: ${said}`, `${name} 执行失败：${said}`),
  mayHaveHappened: (name: string): Bilingual => both(
    `It is not known whether this call of ${name} took effect: the work was interrupted while it ran. It was not made again. Look first at what is there, then decide.`,
    `无法确定这次 ${name} 调用是否已经生效：执行期间工作被中断。系统没有再次执行。请先查看现状，再作决定。`),
  cut: (chars: number, where: string | null): Bilingual => (where === null
    ? both(`… cut here; the whole has ${chars} characters and could not be kept. Ask for less, or in smaller steps.`, `……此处截断，全文共 ${chars} 个字符，未能保存。请减小请求，或分成更小的步骤。`)
    : both(`… cut here; the whole has ${chars} characters and is in ${where}.`, `……此处截断，全文共 ${chars} 个字符，见 ${where}。`)),
  outcomeGone: (name: string): Bilingual => both(`This call of ${name} was made before and went well, but what it gave was not kept whole. It was not made again.`, `这次 ${name} 调用此前已成功执行，但其结果未能完整保存。系统没有再次执行。`),
  guardBroke: (name: string): Bilingual => both(`The guard of ${name} could not judge this call, so it was not made.`, `${name} 的防护无法判断这次调用，因此没有执行。`),
  warned: (why: Bilingual): Bilingual => both(`Warning of the gate: ${why.en} Change what you do, hand in what you have, or decline the task.`, `关卡警告：${why.zh}请改变做法，提交已有成果，或婉拒任务。`),
  wentOn: (note: string | null): Bilingual => both(`A person looked at this and lets you go on.${note === null ? '' : ` Their note: ${note}`}`, `有人查看后允许你继续。${note === null ? '' : `附言：${note}`}`),
  personSays: (note: string): Bilingual => both(`The person answers: ${note}`, `对方答复：${note}`),
  decideYourself: (note: string | null): Bilingual => both(`Nobody decides this for you: decide yourself, or decline the task.${note === null ? '' : ` Their note: ${note}`}`, `没有人替你决定：请自行决定，或婉拒任务。${note === null ? '' : `附言：${note}`}`),
  wantsCall: (member: string, name: string, purpose: string | null): Bilingual => both(
    `${member} wants to call ${name}${purpose === null ? '' : `, in order to: ${purpose}`}. It waits for your word.`,
    `${member} 请求调用 ${name}${purpose === null ? '' : `，目的是：${purpose}`}，等待你的许可。`),
} as const;

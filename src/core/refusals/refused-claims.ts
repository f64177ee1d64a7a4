// Why a member may not claim a task, why its plan is not taken, and why its turn does not count, in both languages. Models read these
// as answers of tools: each says what is the matter and what to do next; nothing was changed.
import type { Bilingual } from '../json.ts';

export const REFUSED_CLAIMS = {
  noOpenGoal: (goal: string): Bilingual => ({
    en: `There is no open ${goal}.`,
    zh: `没有未结束的目标 ${goal}。`,
  }),
  noTask: (id: string): Bilingual => ({
    en: `There is no ${id}. view_task lists those there are.`,
    zh: `没有 ${id}。现有任务见 view_task。`,
  }),
  noWorker: (member: string, team: string): Bilingual => ({
    en: `${member} is no member of "${team}" that does tasks. Register it as a worker first.`,
    zh: `${member} 不是“${team}”中承担任务的成员。请先将其登记为 worker。`,
  }),
  givenOut: (goal: string): Bilingual => ({
    en: `In ${goal} tasks are given out, not claimed. Wait until you are given one.`,
    zh: `${goal} 的任务由系统分派，不能领取。请等待分派。`,
  }),
  goalEnded: (goal: string, state: string): Bilingual => ({
    en: `${goal} has ended (${state}); nothing of it can be claimed.`,
    zh: `${goal} 已结束（${state}），其中的任务不能再领取。`,
  }),
  paused: (goal: string): Bilingual => ({
    en: `${goal} is paused; nothing new begins. Claim again when it goes on.`,
    zh: `${goal} 已暂停，不再开始新的工作。请等恢复后再领取。`,
  }),
  usedUp: (goal: string): Bilingual => ({
    en: `The budget of ${goal} is used up; nothing new begins.`,
    zh: `${goal} 的预算已用完，不再开始新的工作。`,
  }),
  leaving: (member: string): Bilingual => ({
    en: `${member} was asked to leave the team; it takes no new work.`,
    zh: `已请 ${member} 离开团队，不再承担新任务。`,
  }),
  away: (member: string, state: string): Bilingual => ({
    en: `${member} is ${state} and takes no new work before it is back.`,
    zh: `${member} 当前状态为 ${state}，恢复之前不承担新任务。`,
  }),
  heldBy: (id: string, holder: string): Bilingual => ({
    en: `${id} is held by ${holder}. Choose another task; view_task(claimable) lists what you may take.`,
    zh: `${id} 已由 ${holder} 承担。请另选任务；view_task(claimable) 列出你可以领取的任务。`,
  }),
  meantFor: (id: string, member: string): Bilingual => ({
    en: `${id} is meant for ${member}. Choose another task; view_task(claimable) lists what you may take.`,
    zh: `${id} 已指定给 ${member}。请另选任务；view_task(claimable) 列出你可以领取的任务。`,
  }),
  notClaimable: (id: string, state: string): Bilingual => ({
    en: `${id} is ${state} and cannot be claimed. view_task(claimable) lists what you may take.`,
    zh: `${id} 当前状态为 ${state}，不能领取。view_task(claimable) 列出你可以领取的任务。`,
  }),
  full: (holds: readonly string[], capacity: number): Bilingual => ({
    en: `You hold ${holds.join(', ') || 'another task'} already, and may hold ${capacity} at once. Complete it or give it back first.`,
    zh: `你手中已有 ${holds.join('、') || '其他任务'}，同时最多承担 ${capacity} 项。请先完成或交回。`,
  }),

  // plans
  noPlanGate: (goal: string): Bilingual => ({
    en: `In ${goal} nobody waits for plans. Claim the task and begin.`,
    zh: `${goal} 不需要提交方案。请领取任务，直接开始。`,
  }),
  emptyPlan: {
    en: 'The plan says nothing. Write what you will do, in which order, and how it is checked.',
    zh: '方案没有内容。请写明要做什么、按什么顺序做、如何检查。',
  },
  longPlan: (characters: number, limit: number): Bilingual => ({
    en: `The plan has ${characters} characters and may have ${limit}. Say it in less.`,
    zh: `方案有 ${characters} 个字符，上限为 ${limit}。请精简。`,
  }),
  planApproved: (id: string): Bilingual => ({
    en: `The plan for ${id} is approved already. Claim it with claim_task unless you hold it, do the work and complete it.`,
    zh: `${id} 的方案已经通过。若尚未持有，请先用 claim_task 领取，然后执行并完成任务。`,
  }),
  planNotApproved: (id: string): Bilingual => ({
    en: `The plan for ${id} is not approved yet, so it cannot be completed. Submit a plan with submit_plan and wait for the decision.`,
    zh: `${id} 的方案尚未通过，不能完成。请用 submit_plan 提交方案，等待决定。`,
  }),
  noPlanWaits: (id: string, { state, plan }: { readonly state: string; readonly plan: { readonly revision: number; readonly state: string } | undefined }): Bilingual => ({
    en: `No plan of ${id} waits for a decision (${plan === undefined ? state : `revision ${plan.revision} is ${plan.state}`}); nothing was changed.`,
    zh: `${id} 没有等待决定的方案（${plan === undefined ? state : `第 ${plan.revision} 版的状态为 ${plan.state}`}），未作任何改动。`,
  }),
  olderPlan: (id: string, revision: number, newest: number): Bilingual => ({
    en: `Revision ${revision} of the plan for ${id} is not the newest; read revision ${newest} and decide about that.`,
    zh: `${id} 的方案第 ${revision} 版不是最新的。请阅读第 ${newest} 版后再决定。`,
  }),
  ownPlan: (by: string): Bilingual => ({
    en: `${by} wrote this plan and may not decide about it. Let the manager or a person decide.`,
    zh: `这份方案由 ${by} 提交，不能由其本人决定。请由主管或人来决定。`,
  }),
  sayFeedback: {
    en: 'Say what has to change: feedback. Without it the next plan would be the same.',
    zh: '请用 feedback 写明需要改什么，否则下一份方案不会有变化。',
  },

  // turns
  noLife: (member: string, team: string): Bilingual => ({
    en: `${member} has no life in "${team}". Enrol the team first.`,
    zh: `${member} 尚未加入“${team}”。请先让团队入列。`,
  }),
  noTurnNow: (member: string, state: string): Bilingual => ({
    en: `${member} is ${state} and begins no turn now. Wait until it is ready.`,
    zh: `${member} 当前状态为 ${state}，不能开始新的回合。请等其就绪。`,
  }),
  livesElsewhere: (member: string, epoch: number): Bilingual => ({
    en: `${member} lives in another process (${epoch}); nothing was changed.`,
    zh: `${member} 在另一个进程（${epoch}）中运行，未作任何改动。`,
  }),
  staleTurn: (member: string, turn: number): Bilingual => ({
    en: `Turn ${turn} of ${member} is no longer the current one; nothing of it was written. Its mail comes again with the next turn.`,
    zh: `${member} 的第 ${turn} 回合已不是当前回合，其中内容均未写入。它的消息会在下一回合再次送达。`,
  }),
};

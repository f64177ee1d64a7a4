// What code says to a member in the course of a turn, in both languages; each says what to do next.
import type { Bilingual } from '../../core/json.ts';
import type { Sent } from '../../core/team/mail.ts';
import { joinSaid } from '../../core/text/join-said.ts';

const both = (en: string, zh: string): Bilingual => ({ en, zh });

export const WORDS = {
  noTasks: both('The turn of the leader ended and no task was put on the board. Create the tasks with create_task, or ask the owner.', '主管的回合已结束，看板上却没有任何任务。请用 create_task 创建任务，或询问目标的提出者。'),
  lastRound: both('This was the last round of calls in this turn. End it now with a short text; what is left comes with the next one.', '本回合的调用次数已用完。请现在用一小段文字结束，余下的留到下一回合。'),
  newTurn: both('— Here that turn ended. A new one begins; what is due now stands at the top. —', '——上一回合到此结束。新的回合开始，当前要处理的内容见最上方。——'),
  urgentMail: both('Mail that cannot wait has come:', '收到紧急消息：'),
  claimFirst: (name: string): Bilingual => both(`${name} is yours only while you hold a task. Claim one with claim_task first.`, `只有持有任务时才能使用 ${name}。请先用 claim_task 领取任务。`),
  warned: (why: Bilingual): Bilingual => both(`Warning: ${why.en} Do something else, or end the turn: news comes to you by itself.`, `警告：${why.zh}请换个做法，或结束本回合：有新情况会自动通知你。`),
  claimed: (id: string, already: boolean): Bilingual => both(
    `${already ? `You hold ${id} already.` : `${id} is yours.`} Do it, then hand it in with claim_task, status completed.`,
    `${already ? `你已持有 ${id}。` : `${id} 已归你。`}完成后请用 claim_task（status=completed）提交。`),
  notHandedIn: (id: string): Bilingual => both(`Nothing was handed in, for you did not hold ${id}. Read it again: it may have changed.`, `未提交任何成果：你当时并未持有 ${id}。请重新阅读，它可能已有改动。`),
  claimedToPlan: (id: string): Bilingual => both(`${id} is yours. Hand in a plan with submit_plan; nothing may be changed before it is approved.`, `${id} 已归你。请用 submit_plan 提交方案；批准之前不得作任何改动。`),
  claimedToWait: (id: string): Bilingual => both(`${id} is yours, and the plan that you handed in before waits for its decision. End the turn: you are woken with it.`, `${id} 已归你，你此前提交的方案仍在等待裁决。请结束本回合：裁决后会唤醒你。`),
  completed: (id: string): Bilingual => both(`${id} is completed. Report once to the leader with what matters, then look for the next task or end the turn.`, `${id} 已完成。请向主管汇报一次要点，然后查看下一个任务，或结束本回合。`),
  inReview: (id: string): Bilingual => both(`${id} is handed in and waits for its review. You are told what comes of it; go on with something else or end the turn.`, `${id} 已提交，等待审阅。结果会通知你；请处理其他事项，或结束本回合。`),
  sentBack: (id: string, fixes: readonly string[]): Bilingual => both(`${id} does not meet its criteria yet and comes back to you. Mend this, claim it again and hand it in:\n${fixes.join('\n')}`, `${id} 尚未达到验收标准，已退回给你。请修改以下各点，重新领取并提交：\n${fixes.join('\n')}`),
  late: (id: string): Bilingual => both(`${id} is not yours any more, so this result was only kept aside. Look at the task before you go on.`, `${id} 已不在你手中，本次成果仅作留存。请先查看该任务再继续。`),
  noOutput: (id: string): Bilingual => both(`No result was given for ${id}. Call again with output, the result itself.`, `没有给出 ${id} 的成果。请重新调用，并在 output 中写明成果本身。`),
  planSubmitted: (id: string, revision: number): Bilingual => both(`Plan ${revision} for ${id} is handed in. End the turn: you are woken with the decision.`, `${id} 的第 ${revision} 版方案已提交。请结束本回合：裁决后会唤醒你。`),
  planDecided: (id: string, outcome: 'approved' | 'refused' | 'escalated'): Bilingual => ({
    approved: both(`The plan for ${id} is approved; the member was told.`, `${id} 的方案已批准，已通知成员。`),
    refused: both(`The plan for ${id} is sent back; the member was told what has to change.`, `${id} 的方案已退回，修改意见已送达成员。`),
    escalated: both(`The plan for ${id} is sent back for the last time; a person decides about the task now.`, `${id} 的方案已是最后一次退回；现由人来决定该任务。`),
  })[outcome],
  callDecided: (id: string, approved: boolean): Bilingual => (approved ? both(`The call ${id} goes on.`, `调用 ${id} 已放行。`) : both(`The call ${id} is refused; the member was told.`, `调用 ${id} 已拒绝，已告知成员。`)),
  noCall: (id: string): Bilingual => both(`No call ${id} waits for a word. What waits stands under your decisions; look there.`, `没有等待许可的调用 ${id}。等待裁决的事项见上方列表。`),
  created: (list: string): Bilingual => both(`On the board: ${list}. Whoever it fits is told by itself; end the turn.`, `已放上看板：${list}。合适的成员会自动收到通知；请结束本回合。`),
  proposed: both('The plan waits for the owner’s word; nothing starts before. End the turn.', '计划等待目标提出者确认，此前不会开始。请结束本回合。'),
  notes: (notes: string): Bilingual => both(`Changed on the way: ${notes}`, `过程中作了调整：${notes}`),
  updated: (id: string, did: readonly Bilingual[]): Bilingual => both(`${id}: ${did.map(({ en }) => en).join(', ')}. Its holder, where it had one, was told.`, `${id}：${did.map(({ zh }) => zh).join('，')}。原持有者（如有）已收到通知。`),
  nothingToChange: both('Nothing was said that could change. Give title, content, criteria, add_depends_on, assignee or status.', '没有给出要修改的内容。请填写 title、content、criteria、add_depends_on、assignee 或 status。'),
  onlyCancelAll: both('"*" goes with status cancelled only. Name one task.', '"*" 只能与 status=cancelled 连用。请指定一个任务。'),
  cancelledAll: (cancelled: readonly string[], asked: readonly string[], left: readonly string[]): Bilingual => both(
    `Called off: ${cancelled.join(', ') || 'none'}. Held by people who are asked first: ${asked.join(', ') || 'none'}. Left for a person to decide: ${left.join(', ') || 'none'}.`,
    `已取消：${cancelled.join('、') || '无'}。由人持有、正在征询：${asked.join('、') || '无'}。需由人决定：${left.join('、') || '无'}。`),
  askedHolder: (id: string): Bilingual => both(`${id} is held by a person, who is asked first. You are told what comes of it.`, `${id} 由人持有，正在征询本人意见。结果会通知你。`),
  mailSent(results: readonly Sent[]): Bilingual {
    const refused = results.flatMap((sent) => ('refused' in sent ? [both(`To ${sent.to}: ${sent.refused.says.en}`, `发给 ${sent.to}：${sent.refused.says.zh}`)] : []));
    const reached = results.flatMap((sent) => ('messageId' in sent ? [both(`${sent.to} (${sent.messageId})`, `${sent.to}（${sent.messageId}）`)] : []));
    if (reached.length === 0) return joinSaid(refused, 'sentences');
    const { en, zh } = joinSaid(reached, 'list');
    return joinSaid([both(`Sent: ${en}. An answer comes to you by itself; do not wait for it.`, `已发送：${zh}。对方的答复会自动送达，无需等待。`), ...refused], 'sentences');
  },
  noMember: (name: string, members: readonly string[]): Bilingual => both(`Nobody is called "${name}". Members: ${members.join(', ')}.`, `没有名为“${name}”的成员。现有成员：${members.join('、')}。`),
  spawned: (name: string, leftOut: readonly string[] = []): Bilingual => {
    const without = leftOut.length === 0 ? both('', '') : both(` It may not call ${leftOut.join(', ')}: nobody on the team may.`, `它不能调用 ${leftOut.join('、')}：团队中没有人可以使用。`);
    return both(`${name} is on the team. Give it work with create_task, or write to it.${without.en}`, `${name} 已加入团队。可用 create_task 安排任务，或给它发消息。${without.zh}`);
  },
  noAgentFile: (path: string, because: string): Bilingual => both(`The agent file ${path} cannot be used: ${because} Mend it, or describe the member without it.`, `agent 文件 ${path} 无法使用：${because}请修正，或不用文件直接描述该成员。`),
  noModel: (because: Bilingual): Bilingual => both(`The member was not added: ${because.en} Name another model, or leave model_name out for the team’s own.`, `未添加该成员：${because.zh}请改用其他模型，或不填 model_name 以使用团队的模型。`),
  leaving: (name: string, isNow: boolean): Bilingual => (isNow ? both(`${name} has left. Its tasks are free and its mail comes to you.`, `${name} 已离开。它的任务已释放，消息转给你。`) : both(`${name} leaves after the turn it is in.`, `${name} 会在当前回合结束后离开。`)),
  built: (name: string): Bilingual => both(`The team is called "${name}". See who is there with list_members, then create the tasks.`, `团队名为“${name}”。请用 list_members 查看成员，然后创建任务。`),
  cleaned: both('The team has ended. End the turn.', '团队已解散。请结束本回合。'),
  noTask: (written: string): Bilingual => both(`There is no task "${written}" in this goal. view_task lists those there are.`, `本目标中没有任务“${written}”。请用 view_task 查看现有任务。`),
  locked: (path: string, fencing: number, until: string): Bilingual => both(`${path} is yours until ${until} (number ${fencing}). Read it, write it, then unlock it.`, `${path} 已由你锁定至 ${until}（编号 ${fencing}）。请读取、写入，然后解锁。`),
  unlocked: (path: string): Bilingual => both(`${path} is free.`, `${path} 已解锁。`),
  needsPath: both('Say which file: path, relative to .team/.', '请写明文件：path，相对于 .team/。'),
  asked: (id: string): Bilingual => both(`The question is with a person (${id}). The answer comes to you as mail: go on with what does not depend on it, or end the turn.`, `问题已提交给人（${id}）。答复会以消息送达：请先处理不依赖它的部分，或结束本回合。`),
  nobodyThere: both('Nobody is there to ask. Decide yourself, or bring it to the leader.', '目前无人可问。请自行决定，或交给主管。'),
} as const;

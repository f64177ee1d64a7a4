// States in words, as short as a column allows, and the reason words of events as sentences. One table for every view, so that
// a task is called the same in the live tree, in a list and in its own page.
import type { Bilingual, Locale } from '../core/json.ts';
import type { GoalState, TaskState } from '../core/lifecycles.ts';
import { REASONS } from '../core/moves/escalation.ts';
import type { TreeState } from '../ports/workspaces.ts';

export const TASK_WORDS: Readonly<Record<TaskState, Bilingual>> = {
  blocked: { en: 'waits', zh: '等待' },
  pending: { en: 'ready, waits for a free member', zh: '已就绪，等待空闲成员' },
  unassigned: { en: 'nobody can take it', zh: '无人能承担' },
  assigned: { en: 'given, about to start', zh: '已分配，即将开始' },
  claimed: { en: 'taken, at work', zh: '已领取，执行中' },
  plan_approved: { en: 'at work, plan approved', zh: '方案已通过，执行中' },
  executing: { en: 'at work', zh: '执行中' },
  pending_review: { en: 'in review', zh: '审阅中' },
  rejected: { en: 'sent back', zh: '已打回' },
  approved: { en: 'approved', zh: '已通过' },
  escalated: { en: 'needs a person', zh: '等人决定' },
  done: { en: 'accepted', zh: '已验收' },
  completed: { en: 'complete', zh: '已完成' },
  failed: { en: 'failed', zh: '已失败' },
  cancelled: { en: 'called off', zh: '已取消' },
};

export const GOAL_WORDS: Readonly<Record<GoalState, Bilingual>> = {
  planning: { en: 'planning', zh: '规划中' },
  plan_review: { en: 'its plan waits for a person', zh: '计划待确认' },
  running: { en: 'running', zh: '进行中' },
  closing: { en: 'writing the summary', zh: '撰写总结' },
  done: { en: 'done', zh: '已达成' },
  failed: { en: 'failed', zh: '未达成' },
  cancelled: { en: 'called off', zh: '已取消' },
};

/** Reasons that stand in events and on rows as one word. */
const REASON_WORDS: Readonly<Record<string, Bilingual>> = {
  ...REASONS,
  a_member_can_do_it_now: { en: 'a member can do it now', zh: '现在有成员可以承担' },
  attempt_not_current: { en: 'another attempt had taken its place', zh: '已被新的尝试取代' },
  attempt_late: { en: 'the attempt took too long', zh: '本次尝试超时' },
  start_late: { en: 'the member did not start in time', zh: '成员未按时开始' },
  review_late: { en: 'the review took too long', zh: '审阅超时' },
  author_busy: { en: 'its author is busy', zh: '原作者正忙' },
  author_gone: { en: 'its author is gone', zh: '原作者已不在团队' },
  called_off: { en: 'called off by a person', zh: '由人取消' },
  failed_by_person: { en: 'a person gave it up', zh: '由人判定失败' },
  goal_cancelled: { en: 'the goal was called off', zh: '目标已取消' },
  manager: { en: 'the manager has found another way', zh: '主管已重新安排' },
  member_not_here: { en: 'its member is not in this process', zh: '成员不在当前进程' },
  prerequisite_failed: { en: 'a prerequisite failed', zh: '前置任务失败' },
  process_ended: { en: 'the process that ran it had ended', zh: '执行它的进程已结束' },
  by_force: { en: 'by force', zh: '强制执行' },
  idle: { en: 'it had nothing to do', zh: '已空闲' },
  late: { en: 'it took too long', zh: '超时' },
  member_left: { en: 'its member has left', zh: '承担的成员已离开' },
  nobody_took_it: { en: 'nobody took it', zh: '无人领取' },
  not_restarted: { en: 'nobody started it again', zh: '未重新启动' },
  restarts_used_up: { en: 'it broke too often', zh: '重启次数已用完' },
  shut_down: { en: 'it was asked to end', zh: '按要求结束' },
  stalled: { en: 'it could not go on', zh: '无法继续推进' },
  team_ended: { en: 'the team ended', zh: '团队已解散' },
  unread_too_long: { en: 'it lay unread too long', zh: '长时间未读' },
  unanswered: { en: 'nobody answered in time', zh: '逾期无人答复' },
  unattended: { en: 'nobody is there to ask', zh: '无人值守' },
};

/** A reason that is no word of ours is somebody's sentence and stays as it is. */
export const reasonWords = (reason: string, locale: Locale): string => {
  const known = Object.hasOwn(REASON_WORDS, reason) ? REASON_WORDS[reason]?.[locale] : undefined;
  return known?.replace(/[.。]$/, '') ?? reason;
};

/** A span of time as a person says it. */
export function spanOf(ms: number, locale: Locale): string {
  const seconds = Math.max(0, ms) / 1_000;
  const words = SPANS[locale];
  if (seconds < 10) return `${seconds.toFixed(1)}${words.s}`;
  if (seconds < 60) return `${Math.floor(seconds)}${words.s}`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}${words.min}${pad(Math.floor(seconds % 60))}${words.s}`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours}${words.h}${pad(minutes % 60)}${words.min.trimEnd()}` : `${Math.floor(hours / 24)}${words.d}`;
}

const SPANS: Readonly<Record<Locale, Readonly<Record<'s' | 'min' | 'h' | 'd', string>>>> = {
  en: { s: ' s', min: ' min ', h: ' h ', d: ' days' },
  zh: { s: ' 秒', min: ' 分 ', h: ' 小时 ', d: ' 天' },
};

const pad = (count: number): string => String(count).padStart(2, '0');

export const TREE_WORDS = {
  making: { en: 'being made', zh: '正在创建' },
  clean: { en: 'empty', zh: '没有改动' },
  changed: { en: 'holds changes', zh: '有未保存的改动' },
  unmerged: { en: 'not merged yet', zh: '尚未合并' },
  missing: { en: 'its folder is gone', zh: '文件夹已丢失' },
  orphan: { en: 'belongs to nobody', zh: '无归属' },
  unreadable: { en: 'cannot be looked at', zh: '无法查看' },
} as const satisfies Readonly<Record<TreeState, Bilingual>>;

// Why a member is not added, started or let go, and why a team stays, in both languages.
import type { Bilingual } from '../json.ts';

export const REFUSED_MEMBERS = {
  fixedRoster: (team: string, members: readonly string[]): Bilingual => ({
    en: `The roster of "${team}" is fixed; nobody can be added. Give the work to: ${members.join(', ')}.`,
    zh: `“${team}”的成员名单是固定的，不能增加成员。请把工作交给：${members.join('、')}。`,
  }),
  reservedName: (name: string): Bilingual => ({
    en: `"${name}" is an address of its own and no name for a member. Choose another.`,
    zh: `“${name}”是保留地址，不能用作成员名。请换一个。`,
  }),
  takenName: (id: string, name: string, team: string): Bilingual => ({
    en: `"${id}" or "${name}" is a member of "${team}" already. Choose a name of its own; list_members shows those in use.`,
    zh: `“${team}”中已有名为“${id}”或“${name}”的成员。请另取一个名字；已用的名字见 list_members。`,
  }),
  twins: (id: string): Bilingual => ({
    en: `Two members are called ${id}. Give each an id of its own.`,
    zh: `有两名成员都叫 ${id}。请让每名成员的编号各不相同。`,
  }),
  startedElsewhere: (member: string, epoch: number): Bilingual => ({
    en: `${member} is being started by another process (${epoch}); nothing was changed.`,
    zh: `另一个进程（${epoch}）正在启动 ${member}，未作任何改动。`,
  }),
  restartsUsedUp: (member: string, restarts: number): Bilingual => ({
    en: `${member} was restarted ${restarts} times without ending a turn. A person or the manager may restart it, or do without it.`,
    zh: `${member} 已重新启动 ${restarts} 次，仍未完成一个回合。可由人或主管再次启动，或不再使用它。`,
  }),
  leads: (member: string): Bilingual => ({
    en: `${member} leads the team and leaves with it. End the team instead.`,
    zh: `${member} 是团队主管，随团队一起结束。请改为解散团队。`,
  }),
  personHolds: (member: string, holds: readonly string[]): Bilingual => ({
    en: `${member} is a person and holds ${holds.join(', ')}. Ask first, or repeat with force.`,
    zh: `${member} 是人，手中有 ${holds.join('、')}。请先征得同意，或加上 force 再试。`,
  }),
  noMember: (member: string, team: string): Bilingual => ({
    en: `${member} is no member of "${team}" that was started. list_members shows those there are.`,
    zh: `“${team}”中没有已启动的成员 ${member}。现有成员见 list_members。`,
  }),
  notEmpty: ({ unmerged, open, members }: Remains): Bilingual => ({
    en: `The team stays, for there is still ${[
      ...(unmerged.length === 0 ? [] : [`unmerged work: ${unmerged.join(', ')}. Merge it, or have a person discard it`]),
      ...(open.length === 0 ? [] : [`open tasks: ${open.join(', ')}. Wait for them or cancel them`]),
      ...(members.length === 0 ? [] : [`members that are there: ${members.join(', ')}. Shut them down with shutdown_member`]),
    ].join('; ')}.`,
    zh: `团队还不能解散：${[
      ...(unmerged.length === 0 ? [] : [`有未合并的成果（${unmerged.join('、')}），请合并，或由人放弃`]),
      ...(open.length === 0 ? [] : [`有未结束的任务（${open.join('、')}），请等待完成或取消`]),
      ...(members.length === 0 ? [] : [`有成员仍在（${members.join('、')}），请用 shutdown_member 让其退出`]),
    ].join('；')}。`,
  }),
  peopleNeedPeople: (people: readonly string[]): Bilingual => ({
    en: `${people.join(', ')}: a member of kind human needs somebody who answers, but unattended says that nobody is there. Take unattended out, or give the work to other members.`,
    zh: `${people.join('、')}：kind 为 human 的成员需要有人答复，而 unattended 表示无人在场。请去掉 unattended，或把工作交给其他成员。`,
  }),
  planNeedsPeople: {
    en: 'approve_goal_plan: person needs somebody who looks at the plan, but unattended says that nobody is there. Take one of the two out.',
    zh: 'approve_goal_plan: person 需要有人查看计划，而 unattended 表示无人在场。请去掉其中一项。',
  },
};

interface Remains {
  readonly unmerged: readonly string[];
  readonly open: readonly string[];
  readonly members: readonly string[];
}

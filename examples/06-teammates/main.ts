// A leader, three members and one person on a git repository: the person approves the leader's plan, the leader those of the members,
// who claim what fits them, write to each other, work in trees of their own and are merged. Two write at the same place; the second
// gets the conflict back. All models are the rehearsal model, and what the person says is in this program; all else is real.
//   npm run example:06 -- [repository] [--locale zh]
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createTeam, EVENTS, human, manager, worker } from '../../src/index.ts'; // in your project: from 'muster'
import { newRepository } from '../07-function-teammates/calculator/new-repository.ts';
import { tellFaults } from '../07-function-teammates/calculator/tell-faults.ts';
import { NOTES, sharedNotes } from './notebook/shared-notes.ts';

const WORDS = {
  en: { goal: 'Plan a summer promotion for campus', skills: ['market research', 'copywriting', 'pricing', 'testing'], asks: 'Asked', hands: 'Tried on two phones: every link opens, every price is right.', conflict: 'conflict in', tasks: 'Tasks', branch: 'Branch', done: 'done', handedIn: 'handed in: ', figures: ['plans handed in', 'messages', 'merges', 'conflicts', 'turns', 'turns per task'], report: 'Report' },
  zh: { goal: '为校园策划一次夏季促销活动', skills: ['市场调研', '文案', '定价', '测试'], asks: '请人处理', hands: '在两部手机上试过：链接都能打开，价格都正确。', conflict: '冲突文件', tasks: '任务', branch: '分支', done: '已完成', handedIn: '提交次数：', figures: ['提交的方案', '消息', '合并', '冲突', '回合', '每项任务的回合'], report: '报告' },
} as const;
const { values, positionals } = parseArgs({ allowPositionals: true, options: { locale: { type: 'string', default: process.env['LC_ALL'] || process.env['LANG'] || 'en' } } });
const locale = values.locale.startsWith('zh') ? 'zh' : 'en';
const words = WORDS[locale];
const [research, copy, pricing, testing] = words.skills;
tellFaults(locale);
const repository = positionals[0] === undefined ? newRepository() : resolve(positionals[0]);

// The first note is that of the research, which both others build on; they write the second and the third.
const notes = sharedNotes([2, 3]);
await using team = createTeam({
  name: 'teammates', model: 'rehearsal', style: 'team', teammateMode: 'plan_mode', workspace: repository, worktrees: true, tools: [notes], policy: { approveGoalPlan: 'person' },
  members: [
    manager('leader'), worker('ada', { skills: [research], tools: [notes.name] }), worker('bob', { skills: [copy], tools: [notes.name] }),
    worker('eve', { skills: [pricing], tools: [notes.name] }), human('kim', { skills: [testing] }),
  ],
});
const TOLD: ReadonlySet<string> = new Set(['goal.plan_adopted', 'task.claimed', 'task.plan_submitted', 'task.plan_refused', 'task.plan_approved', 'task.tree_entered', 'task.rejected', 'task.accepted']);
team.onEvents((events) => {
  for (const { type, taskId, memberId, details } of events) {
    if (type === 'message.sent') console.log(`  ${String(details?.['from'])} → ${String(details?.['to'])}: ${String(details?.['summary'])}`);
    if (TOLD.has(type)) console.log(`  ${taskId ?? 'goal'} ${memberId ?? String(details?.['by'])}: ${EVENTS[type].says[locale]}${details?.['conflicts'] === undefined ? '' : ` · ${words.conflict} ${String(details['conflicts'])}`}`);
  }
});
const goal = await team.start(words.goal, { locale });
let end = await goal.ended();
for (; end.waiting.length > 0; end = await goal.ended()) {
  for (const { id, kind, askedOf = 'kim', text } of end.waiting) {
    console.log(`${words.asks} ${askedOf}: ${text[locale]}`);
    await team.answer(id, kind === 'goal_plan' ? { choice: 'accept', by: 'kim' } : { choice: 'hand_in', output: words.hands, by: 'kim' });
  }
}

const [tasks, events] = [await team.tasks(goal.id), await team.events(goal.id)];
const said = (state: string): string => (state === 'done' ? words.done : state);
const count = (type: string): number => events.filter((event) => event.type === type).length;
const git = (...args: readonly string[]): string => execFileSync('git', [...args], { cwd: repository, encoding: 'utf8' }).trimEnd();
const branch = end.branch?.branch ?? 'HEAD';
const merges = git('log', '--first-parent', '--merges', '--format=%s', `HEAD..${branch}`).split('\n');
const conflicts = events.filter(({ type, details }) => type === 'task.rejected' && details?.['conflicts'] !== undefined).length;
const figures = [count('task.plan_submitted'), count('message.sent'), merges.length, conflicts, count('member.said'), (count('member.said') / tasks.length).toFixed(1)];
console.log(`\n${words.tasks}\n${tasks.map(({ id, title, state, assigneeId, attempts }) => `  ${id} ${title}: ${said(state)} · ${assigneeId} · ${words.handedIn}${attempts}`).join('\n')}`);
console.log(`\n${words.branch} ${branch}\n${git('log', '--format=  %h %s', `HEAD..${branch}`)}\n\n${git('show', `${branch}:${NOTES}`)}`);
console.log(`\n${words.figures.map((name, at) => `${name}: ${figures[at]}`).join('\n')}\n\n${words.report}: ${said(end.status)} · ${repository} · ${team.location}\n${end.summary}`);
if (end.status !== 'done') process.exitCode = 1;

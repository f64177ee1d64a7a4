// The first goal: a manager plans, workers work, code and a reviewer check, and a result comes out with its whole history.
// Without MUSTER_MODEL everything is played by the rehearsal model: no key, no network. Chinese: --locale zh, or LANG=zh_CN.
import { parseArgs } from 'node:util';
import { createTeam, EVENTS, reviewer, worker, type MusterEvent } from '../../src/index.ts'; // in your project: from 'muster'

const WORDS = {
  en: {
    goal: 'Plan a summer promotion for campus',
    skills: { research: 'market research', copy: 'copywriting', theme: 'campaign theme' },
    heads: { goal: 'Goal', model: 'Model', plan: 'Plan', story: 'What happened', result: 'Result', history: 'History' },
    colon: ': ', after: 'after', events: 'events of',
  },
  zh: {
    goal: '为校园策划一次夏季促销活动',
    skills: { research: '市场调研', copy: '文案', theme: '活动策划' },
    heads: { goal: '目标', model: '模型', plan: '计划', story: '经过', result: '结果', history: '历史' },
    colon: '：', after: '前置任务', events: '条事件，属于',
  },
} as const;

const TOLD: ReadonlySet<string> = new Set(['task.assigned', 'task.submitted', 'task.rejected', 'task.rework_requested', 'task.approved', 'task.accepted']);

const { values } = parseArgs({ options: { locale: { type: 'string', default: process.env['LC_ALL'] || process.env['LANG'] || 'en' } } });
const locale = values.locale.startsWith('zh') ? 'zh' : 'en';
const { goal: text, skills, heads, colon, after, events: eventsOf } = WORDS[locale];

await using team = createTeam({
  members: [
    worker('researcher', { skills: [skills.research] }),
    worker('copywriter', { skills: [skills.copy] }),
    worker('planner', { skills: [skills.theme] }),
    reviewer('editor'),
  ],
});

console.log(`${heads.goal}${colon}${text}\n${heads.model}${colon}${team.modelName}`);
const goal = await team.run(text, { locale });
const tasks = await team.tasks(goal.id);
const events = await team.events(goal.id);

console.log(`\n${heads.plan}`);
for (const { id, title, dependsOn } of tasks) console.log(`  ${id}  ${title}${dependsOn.length === 0 ? '' : `  [${after}${colon}${dependsOn.join(', ')}]`}`);
console.log(`\n${heads.story}`);
for (const event of events) if (TOLD.has(event.type)) console.log(`  ${event.taskId}  ${EVENTS[event.type].says[locale]}${detailOf(event)}`);
console.log(`\n${heads.result}${colon}${goal.status}\n${goal.summary}\n\n${tasks.at(-1)?.output ?? ''}`);
console.log(`\n${heads.history}${colon}${events.length} ${eventsOf} ${goal.id} · ${team.location}`);
if (goal.status !== 'done') process.exitCode = 1;

/** Who did it, or what has to be mended. */
function detailOf({ type, memberId, details }: MusterEvent): string {
  if (type === 'task.rejected') return `${colon}${[details?.['fixes']].flat().join(' · ')}`;
  return memberId === null || type === 'task.accepted' ? '' : ` (${type === 'task.approved' ? details?.['reviewer'] : memberId})`;
}

// One goal on a page: where it stands, its tasks, what waits, what came out, what was set aside, who spent what.
import type { MusterEvent } from '../../core/change.ts';
import { standingOf } from '../../core/goal.ts';
import type { Registration } from '../../core/members/registration.ts';
import type { GoalReading } from '../../engine/reads/read-goal.ts';
import { localeFor, type Cli } from '../cli.ts';
import { folded } from './folded.ts';
import { fullLine } from './event-lines.ts';
import { treeOf } from './goal-tree.ts';
import { wholeQuestion } from './question-text.ts';
import { oneLine } from '../terminal/screen.ts';
import { budgetLine, spendingByMember, spendingByTask, turnsLine } from './spending.ts';
import { SAYS } from '../texts.ts';
import type { Standing } from '../visit.ts';
import { PAGE_WORDS } from './page-words.ts';

export interface GoalFacts {
  readonly reading: GoalReading;
  readonly events: readonly MusterEvent[];
  readonly members: readonly Registration[];
  readonly standing: Standing;
}

export function goalPage(cli: Cli, { reading, events, members, standing }: GoalFacts): string {
  const { goal, tasks } = reading;
  const locale = localeFor(cli, goal);
  const words = PAGE_WORDS[locale];
  const { colors } = cli.screen;
  const names = new Map(members.map((member) => [member.agentId, member.name]));
  const open = reading.questions.filter((question) => question.state === 'open');
  const started = startTimes(events);
  const view = { goal, names, questions: open, isInterrupted: standing === 'interrupted', rows: tasks.map((task) => ({ ...task, startedAt: started.get(task.task.id) })) };
  const tree = treeOf(view, { columns: cli.screen.isLive ? cli.screen.columns() - 1 : 140, now: Date.now(), locale, colors });
  const aside = events.filter((event) => event.type === 'task.result_set_aside');
  const last = tasks.at(-1);
  const limits = budgetLine(standingOf(goal, goal.endedAt ?? Date.now()), locale);
  const turns = turnsLine(events, names, { tasks: tasks.length, locale });
  const section = (title: string, body: string): string[] => (body === '' ? [] : ['', colors.bold(title), body]);
  return [
    ...tree.slice(0, 1),
    ...tree.slice(1, 2).map((line) => (standing === 'interrupted' ? `${line} · ${SAYS.standing.interrupted[locale]}` : line)),
    colors.dim(`  ${[`${words.team} ${oneLine(goal.team)}`, `${words.model} ${goal.model ?? '–'}`, new Date(goal.createdAt).toLocaleString('sv')].join(' · ')}`),
    ...tree.slice(2),
    ...(standing === 'interrupted' || standing === 'paused' ? ['', SAYS.unfinished({ id: goal.id, text: oneLine(goal.text), type: cli.typed(`resume ${goal.id}`) })[locale]] : []),
    ...section(words.questions, open.map((question) => wholeQuestion(cli, { question, goal, title: tasks.find(({ task }) => task.id === question.taskId)?.brief.title })).join('\n\n')),
    ...section(words.comment, goal.comment === null ? '' : folded(cli, goal.comment)),
    ...section(words.summary, goal.summary === null ? '' : folded(cli, goal.summary)),
    ...(last === undefined || goal.summary === null ? [] : ['', SAYS.wholeResult({ type: cli.typed(`show ${last.task.id}`) })[locale]]),
    ...section(words.setAside, aside.map((event) => fullLine(event, { locale, names })).join('\n')),
    ...section(words.spending, spendingByMember(events, names, locale)),
    ...section(words.spendingByTask, spendingByTask(events, new Map(tasks.map(({ task, brief }) => [task.id, brief.title])), locale)),
    ...(turns === '' ? [] : ['', turns]),
    ...(limits === '' ? [] : ['', limits]),
  ].join('\n');
}

function startTimes(events: readonly MusterEvent[]): ReadonlyMap<string, number> {
  const started = new Map<string, number>();
  for (const { type, taskId, at } of events) if (type === 'task.started' && taskId !== null && !started.has(taskId)) started.set(taskId, at);
  return started;
}

// muster show ID: a goal with its tasks, questions, summary and spending, or one task with everything that was tried on it.
import { attemptsOut, eventOut, goalOut, questionOut } from '../../core/outside.ts';
import { spendOf, spendOut } from '../../core/spend.ts';
import { eventsOf, readGoal, readingOut, readTask, spendingOf, spendingOut, type GoalReading } from '../../engine/reads/read-goal.ts';
import type { Store } from '../../ports/store.ts';
import { callsIn } from '../../core/gate/tool-history.ts';
import { isSet, localeFor, type Cli } from '../cli.ts';
import { aboutNamed, type About } from '../named.ts';
import { goalPage } from '../pages/goal-page.ts';
import { taskPage } from '../pages/task-page.ts';
import { callOut, toolLines } from '../pages/tool-lines.ts';
import { standingOf, visiting } from '../visit.ts';

export const run = (cli: Cli): Promise<number> =>
  visiting(cli, async ({ store }) => {
    const about = await aboutNamed(cli, store, cli.args[0]);
    await store.refresh();
    cli.screen.print(about.task === undefined ? await showGoal(cli, store, about) : await showTask(cli, store, { ...about, task: about.task }));
    return 0;
  });

async function showGoal(cli: Cli, store: Store, { goal }: About): Promise<string> {
  const reading: GoalReading = (await readGoal(store.read, goal.id)) ?? { goal, tasks: [], questions: [] };
  const events = await Array.fromAsync(eventsOf(store.read, { goal }));
  const members = store.look((board) => board.members(goal.team));
  const open = reading.questions.filter((question) => question.state === 'open');
  const standing = standingOf(store, goal, open.length);
  if (!isSet(cli, 'json')) return goalPage(cli, { reading, events, members, standing });
  return JSON.stringify({
    goal: { ...goalOut(goal), standing },
    tasks: reading.tasks.map((task) => readingOut(goal, task, members)),
    questions: reading.questions.map((question) => questionOut(question, goal)),
    set_aside: events.filter((event) => event.type === 'task.result_set_aside').map(eventOut),
    spending: spendingOf(events).map(spendingOut),
    spent: spendOut(spendOf(events)),
  });
}

async function showTask(cli: Cli, store: Store, { goal, task }: About & { readonly task: NonNullable<About['task']> }): Promise<string> {
  const reading = await readTask(store.read, task);
  const events = await Array.fromAsync(eventsOf(store.read, { task }));
  const members = store.look((board) => board.members(goal.team));
  const attempts = attemptsOut(task.id, events);
  if (isSet(cli, 'tools')) return isSet(cli, 'json') ? JSON.stringify({ task_id: task.id, calls: callsIn(events).map(callOut) }) : toolLines(callsIn(events), localeFor(cli, goal));
  if (!isSet(cli, 'json')) {
    const questions = await store.read.questions({ goalId: goal.id, openOnly: true });
    return taskPage(cli, { goal, reading, events, members, attempts, questions, isInterrupted: standingOf(store, goal, questions.length) === 'interrupted' });
  }
  return JSON.stringify({ task: readingOut(goal, reading, members), attempts, spent: spendOut(spendOf(events)), events: events.map(eventOut) });
}

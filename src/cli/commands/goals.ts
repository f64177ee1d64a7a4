// muster goals: every goal of the store, with where it stands.
import type { Goal } from '../../core/goal.ts';
import { goalOut } from '../../core/outside.ts';
import type { Store } from '../../ports/store.ts';
import { isSet, type Cli } from '../cli.ts';
import { cutTo, displayWidth, fitTo } from '../terminal/display-width.ts';
import { oneLine } from '../terminal/screen.ts';
import { GOAL_WORDS } from '../state-words.ts';
import { SAYS } from '../texts.ts';
import { standingOf, visiting } from '../visit.ts';

export const run = (cli: Cli): Promise<number> =>
  visiting(cli, async ({ store }) => {
    const goals = await store.read.goals();
    if (isSet(cli, 'json')) cli.screen.print(JSON.stringify({ goals: await Promise.all(goals.map(async (goal) => ({ ...goalOut(goal), standing: await standing(store, goal) }))) }));
    else if (goals.length === 0) cli.screen.print(SAYS.noGoals({ location: store.location, type: cli.typed('run "…"') })[cli.locale]);
    else await printGoals(cli, store, goals);
    return 0;
  });

const standing = async (store: Store, goal: Goal) => standingOf(store, goal, (await store.read.questions({ goalId: goal.id, openOnly: true })).length);

async function printGoals({ screen, locale }: Cli, store: Store, goals: readonly Goal[]): Promise<void> {
  const rows = await Promise.all(goals.map(async (goal) => ({ goal, words: standingWords(goal, await standing(store, goal), locale) })));
  const widest = (texts: readonly string[]): number => Math.max(...texts.map(displayWidth));
  const idWidth = widest(goals.map((goal) => goal.id));
  const wordWidth = widest(rows.map((row) => row.words));
  const room = screen.isLive ? Math.max(10, screen.columns() - 1 - idWidth - wordWidth - 16 - 6) : 200;
  for (const { goal, words } of rows) {
    const opened = new Date(goal.createdAt).toLocaleString('sv').slice(0, 16);
    screen.print([screen.colors.bold(fitTo(goal.id, idWidth)), fitTo(words, wordWidth), opened, cutTo(oneLine(goal.text), room)].join('  '));
  }
}

function standingWords(goal: Goal, where: Awaited<ReturnType<typeof standing>>, locale: Cli['locale']): string {
  if (where === 'paused') return SAYS.standing.paused[locale];
  if (where === 'needs_person') return SAYS.standing.needsPerson[locale];
  return where === 'interrupted' ? SAYS.standing.interrupted[locale] : GOAL_WORDS[goal.state][locale];
}

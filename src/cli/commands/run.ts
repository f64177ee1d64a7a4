// muster run "<goal>": opens a new goal and drives it to its end.
import { chooseTeam } from '../../config.ts';
import { LOCALES, localeOf } from '../../core/json.ts';
import { STYLES } from '../../core/policy.ts';
import type { Store } from '../../ports/store.ts';
import { badInput, choiceOption, localeFor, textOption, type Cli } from '../cli.ts';
import { cutTo } from '../terminal/display-width.ts';
import { driveGoal } from '../drive-goal.ts';
import { oneLine } from '../terminal/screen.ts';
import { SAYS } from '../texts.ts';
import { standingOf } from '../visit.ts';

export async function run(cli: Cli): Promise<number> {
  const text = (cli.args[0] ?? '').trim();
  if (text === '') throw badInput(cli, SAYS.emptyGoal({ type: cli.typed('run "…"') }));
  const style = choiceOption(cli, 'style', STYLES);
  const locale = choiceOption(cli, 'locale', LOCALES) ?? localeOf(text);
  const choice = await chooseTeam({ folder: textOption(cli, 'team'), cwd: cli.cwd, locale, says: localeFor(cli) });
  return driveGoal(cli, {
    choice: style === undefined ? choice : { ...choice, policy: { ...choice.policy, style } }, locale, model: textOption(cli, 'model'),
    beforehand: (store) => unfinishedLines(cli, store, locale),
    start: (team) => team.start(text, { locale }),
  });
}

const MOST_SHOWN = 3;

/** Goals that nobody drives: a new run never takes them up by itself. */
async function unfinishedLines(cli: Cli, store: Store, locale: 'en' | 'zh'): Promise<readonly string[]> {
  const goals = (await store.read.goals()).filter((goal) => ['interrupted', 'needs_person', 'paused'].includes(standingOf(store, goal, 0)));
  const lines = goals.slice(0, MOST_SHOWN).map((goal) => SAYS.unfinished({ id: goal.id, text: cutTo(oneLine(goal.text), 40), type: cli.typed(`resume ${goal.id}`) })[locale]);
  return goals.length > MOST_SHOWN ? [...lines, SAYS.moreUnfinished({ count: goals.length - MOST_SHOWN, type: cli.typed('goals') })[locale]] : lines;
}

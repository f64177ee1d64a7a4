// muster resume ID: takes up a goal that was interrupted, or lets a paused one go on. A goal that another process drives is
// only let go on; two processes never drive one goal.
import { teamOfGoal } from '../../config.ts';
import { TeamError } from '../../core/errors.ts';
import { resumeGoal } from '../../core/moves/goal-moves.ts';
import { byName, isSet, localeFor, textOption, type Cli } from '../cli.ts';
import { driveGoal } from '../drive-goal.ts';
import { SAYS } from '../texts.ts';
import { commitVisit, goalEnded, goalNamed, isDriven, visiting } from '../visit.ts';

export async function run(cli: Cli): Promise<number> {
  const found = await visiting(cli, async (visit) => {
    const goal = await goalNamed(cli, visit.store, cli.args[0]);
    if (goal.endedAt !== null) throw goalEnded(cli, goal);
    const elsewhere = isDriven(visit.store, goal);
    if (elsewhere && goal.pausedAt === null) throw new TeamError('goal.owned', SAYS.ownedElsewhere({ id: goal.id }), { locale: localeFor(cli, goal), details: { owner: goal.owner } });
    if (elsewhere) await commitVisit(visit, [goal.id], (board) => resumeGoal(board, goal.id, byName(cli)));
    return { goal, elsewhere };
  });
  const { goal } = found;
  const locale = localeFor(cli, goal);
  if (found.elsewhere) {
    if (!isSet(cli, 'json')) cli.screen.print(SAYS.resumesElsewhere({ id: goal.id })[locale]);
    return 0;
  }
  const choice = await teamOfGoal(goal, { folder: textOption(cli, 'team'), cwd: cli.cwd, locale, says: localeFor(cli) });
  // As it was opened: a style that was named for the run is not in the file.
  return driveGoal(cli, {
    choice: { ...choice, policy: { ...choice.policy, style: goal.policy.style } },
    locale,
    model: textOption(cli, 'model') ?? goal.model,
    start: (team) => team.resume(goal.id),
  });
}

// muster cancel ID: every open task, question and attempt of the goal ends at once. Asking twice is fine.
import { cancelGoal } from '../../core/moves/goal-moves.ts';
import { byName, localeFor, type Cli } from '../cli.ts';
import { SAYS } from '../texts.ts';
import { commitVisit, goalEnded, goalNamed, visiting } from '../visit.ts';

export const run = (cli: Cli): Promise<number> =>
  visiting(cli, async (visit) => {
    const goal = await goalNamed(cli, visit.store, cli.args[0]);
    if (goal.endedAt !== null && goal.state !== 'cancelled') throw goalEnded(cli, goal);
    const done = await commitVisit(visit, [goal.id], (board) => cancelGoal(board, goal.id, byName(cli)));
    cli.screen.print((done === 'cancelled' ? SAYS.cancelled : SAYS.alreadyCancelled)({ id: goal.id })[localeFor(cli, goal)]);
    return 0;
  });

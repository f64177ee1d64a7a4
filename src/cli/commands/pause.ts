// muster pause ID: starts nothing new, lets the present steps end, and stops all clocks; also for a goal that another process drives.
import { pauseGoal } from '../../core/moves/goal-moves.ts';
import { byName, localeFor, type Cli } from '../cli.ts';
import { SAYS } from '../texts.ts';
import { commitVisit, goalEnded, goalNamed, visiting } from '../visit.ts';

export const run = (cli: Cli): Promise<number> =>
  visiting(cli, async (visit) => {
    const goal = await goalNamed(cli, visit.store, cli.args[0]);
    if (goal.endedAt !== null) throw goalEnded(cli, goal);
    const done = await commitVisit(visit, [goal.id], (board) => pauseGoal(board, goal.id, byName(cli)));
    const facts = { id: goal.id, type: cli.typed(`resume ${goal.id}`) };
    cli.screen.print((done === 'paused' ? SAYS.paused(facts) : SAYS.alreadyPaused(facts))[localeFor(cli, goal)]);
    return 0;
  });

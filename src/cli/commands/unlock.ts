// muster unlock GOAL PATH: a person takes the lock of a shared file away, whoever holds it. The holder's next write is refused.
import { breakLock } from '../../core/team/locks.ts';
import { byName, localeFor, type Cli } from '../cli.ts';
import { SAYS } from '../texts.ts';
import { commitVisit, goalEnded, goalNamed, visiting } from '../visit.ts';

export const run = (cli: Cli): Promise<number> =>
  visiting(cli, async (visit) => {
    const goal = await goalNamed(cli, visit.store, cli.args[0]);
    if (goal.endedAt !== null) throw goalEnded(cli, goal);
    const path = cli.args[1] ?? '';
    const done = await commitVisit(visit, [goal.id], (board) => breakLock(board, { goalId: goal.id, path, by: byName(cli) }));
    cli.screen.print((done === 'broken' ? SAYS.lockBroken : SAYS.notLocked)({ path })[localeFor(cli, goal)]);
    return 0;
  });
